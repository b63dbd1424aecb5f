"""A record as a film: a player with slider and buttons for a page that needs no server, or for a notebook.

    page = film.script() + film.player(one) + film.player(another)

The script defines the tag `<ludarium-replay>` and goes into a page once; however often it is repeated, it counts once.
Every player is such a tag around a line of text, which is all that is left of it where scripts are not run.

The tag's `data-reel` is JSON, deflated, in base 64. It holds every drawn element that occurs (`parts`), once, and the
`frames`: what was played, the caption, the numbers of the parts from bottom to top, and the take. Frames of one take
fit together, and what has moved between two of them glides; between takes the film is cut, since ids that last are
carried along the walk from the first position, which is too long a way for every frame of a long match.
"""

import base64
import json
import zlib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from xml.sax.saxutils import escape

from ludarium.core.record import Record, format_result
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.scenes import svg
from ludarium.scenes.scene import Element, draw

_TAKE = 100
"""Turns from cut to cut."""


@cache
def script() -> str:
    """What makes the players of a page play: a `<script>` with their style and the pictures' colours."""
    code, style = (files(__package__).joinpath(f"replay.{kind}").read_text("utf-8") for kind in ("js", "css"))
    return f"<script>\n{code.rstrip().removesuffix(';')}({json.dumps(svg.stylesheet() + style)});\n</script>\n"


def player(record: Record) -> str:
    r"""The player of a record, for a page with `script()`.

    >>> from ludarium import Record
    >>> player(Record.parse('[Game "orion"]\n[X "Ann"]\n[O "Bob"]\n1. u+')).split(">", 1)[1]
    '<p>orion: Ann (X), Bob (O), *, 1 turn</p></ludarium-replay>\n'

    Raises the error of the first turn that cannot be played, with its number.
    """
    written = json.dumps(_reel(record), separators=(",", ":"), ensure_ascii=False)
    reel = base64.b64encode(zlib.compress(written.encode(), 9)).decode()
    return f'<ludarium-replay data-reel="{reel}"><p>{escape(heading(record))}</p></ludarium-replay>\n'


def page(record: Record) -> str:
    """A whole HTML file that plays a record."""
    title = escape(heading(record))
    head = f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
    head += '<meta name="viewport" content="width=device-width">\n<meta name="color-scheme" content="light dark">\n'
    head += "<style>h1 { font: 600 1.5rem system-ui, sans-serif; text-align: center; }</style>\n"
    name = escape(load(record.game).definition.title)
    return f"{head}{script()}<main>\n<h1>{name}</h1>\n{player(record)}</main>\n</html>\n"


def heading(record: Record) -> str:
    """Who played what, how it ended, and how long it was."""
    seats = load(record.game).setup.seat_names
    players = (f"{record.tags[seat]} ({seat})" for seat in seats if seat in record.tags)
    parts = (*players, format_result(record.payoffs), record.ending, counted(len(record.turns), "turn"))
    return f"{record.game}: {', '.join(filter(None, parts))}"


def _reel(record: Record) -> dict[str, object]:
    """Every part of the film, and its frames."""
    parts: dict[str, int] = {}
    known: dict[Element, int] = {}
    frames = []
    last = record.initial()
    before, walk, turn, scene = last, list[int](), "", draw(last)
    for number, state in enumerate(record.states()):
        if number:
            turn = record.turns[number - 1].text
            walk += last.parse_turn(turn)
            scene = draw(state, before, walk)
        for element in scene.elements:
            if element not in known:  # without its label: the whole picture is one image, which the caption tells
                known[element] = parts.setdefault(svg.group(replace(element, label="")), len(parts))
        numbers = [known[element] for element in scene.elements]
        frames.append({"turn": turn, "caption": scene.caption, "parts": numbers, "take": max(number - 1, 0) // _TAKE})
        if number % _TAKE == 0:
            before, walk = state, []
        last = state
    return {"size": [scene.width, scene.height], "palette": scene.palette, "parts": list(parts), "frames": frames}
