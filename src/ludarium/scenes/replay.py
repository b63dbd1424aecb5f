"""Replays: a record as a player with a slider and buttons, for a page without a server or for a notebook.

    page = replay.script() + replay.player(one) + replay.player(another)

`script` defines the custom element `<ludarium-replay>`; including it more than once in a page has no further effect.
Each player is one such element around a line of text, which is visible if scripts are disabled.

The attribute `data-replay` is JSON, deflated, in base 64:

| field      | content                                                      |
|------------|--------------------------------------------------------------|
| `size`     | width and height of the picture                              |
| `palette`  | the game's palette, a class of the style sheet               |
| `elements` | every distinct SVG element, once                             |
| `frames`   | one for each position, the first and the last included       |
| `finale`   | the winning moment of the last position, or null             |

and a frame holds

| field      | content                                                      |
|------------|--------------------------------------------------------------|
| `number`   | the number of turns played, a roll counted with its turn     |
| `turn`     | the turn that led here, as lists of turns show it            |
| `caption`  | the caption of the picture                                   |
| `elements` | indices into `elements`, from bottom to top                  |

Elements keep their ids throughout, so every step from one frame to the next is animated. A replay that plays to its
end shows the winning moment there.
"""

import base64
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from xml.sax.saxutils import escape

from ludarium.core.game import State
from ludarium.core.record import Record, format_result, name_turn_in_errors
from ludarium.core.registry import load
from ludarium.core.rolls import TurnCount, describe_turn, turn_for
from ludarium.core.text import counted
from ludarium.scenes import svg
from ludarium.scenes.finale import finale
from ludarium.scenes.picture import Picture, begin, draw, follow
from ludarium.scenes.scene import Element


@cache
def script() -> str:
    """Return the `<script>` that makes the players of a page work, with their style and the pictures' colours."""
    folder = files(__package__)
    style = svg.stylesheet() + folder.joinpath("replay.css").read_text("utf-8")
    modules = (folder.joinpath(name).read_text("utf-8") for name in ("patch.js", "finale.js", "replay.js"))
    code = "".join(map(_inlined, modules))
    return (
        f"<script>\n(() => {{\n{code}defineReplay({json.dumps(style)}, {json.dumps(svg.font())});\n}})();\n</script>\n"
    )


def patcher() -> str:
    """Return the JavaScript module that changes one picture into the next; live pages of the site use it, too."""
    return files(__package__).joinpath("patch.js").read_text("utf-8")


def winning() -> str:
    """Return the JavaScript module that shows the winning moment; match pages use it, too."""
    return files(__package__).joinpath("finale.js").read_text("utf-8")


def _inlined(module: str) -> str:
    """Return a JavaScript module as plain code, without comments, imports and exports."""
    code = re.sub(r"^\s*/\*\*.*?\*/\n|^\s*//.*?\n|^import .*?;\n|^export ", "", module, flags=re.DOTALL | re.MULTILINE)
    return f"{code.strip()}\n"


def module() -> str:
    """Return the module of the custom element, for a site that serves it beside `patch.js` and `finale.js`."""
    return files(__package__).joinpath("replay.js").read_text("utf-8")


@cache
def defining() -> str:
    """Return the module that defines the custom element on a page of such a site, whose typefaces are its own."""
    style = svg.stylesheet() + files(__package__).joinpath("replay.css").read_text("utf-8")
    font = 'new URL("fonts/BricolageGrotesque-Bold.woff2", import.meta.url).href'
    return f'import {{ defineReplay }} from "./replay.js";\n\ndefineReplay({json.dumps(style)}, {font});\n'


def player(record: Record, every: int = 1) -> str:
    r"""Return the player of a record, for a page that includes `script()`.

    With `every` only each so-many-th position is drawn, and the last one: pictures of a long match take a while.

    >>> from ludarium import Record
    >>> player(Record.parse('[Game "orion"]\n[X "Ann"]\n[O "Bob"]\n1. u+')).split(">", 1)[1]
    '<p>Orion: Hydra, Ann (X), Bob (O), 1 turn</p></ludarium-replay>\n'

    Raises the error of the first turn that cannot be played, with the number of the turn.
    """
    text = json.dumps(_data(record, every), separators=(",", ":"), ensure_ascii=False)
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return f'<ludarium-replay data-replay="{packed}"><p>{escape(heading(record))}</p></ludarium-replay>\n'


def page(record: Record) -> str:
    """Return a complete HTML page that plays a record."""
    title = escape(heading(record))
    head = f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
    head += '<meta name="viewport" content="width=device-width">\n<meta name="color-scheme" content="light dark">\n'
    head += "<style>h1 { font: 600 1.5rem system-ui, sans-serif; text-align: center; }</style>\n"
    name = escape(load(record.game).definition.title)
    return f"{head}{script()}<main>\n<h1>{name}</h1>\n{player(record)}</main>\n</html>\n"


def heading(record: Record) -> str:
    """Return one line that names the game, the players, the result and the number of turns."""
    game, (_, *options) = load(record.game), record.game.partition("(")
    players = (f"{record.tags[seat]} ({seat})" for seat in game.setup.seat_names if seat in record.tags)
    result = format_result(record.payoffs) if record.payoffs is not None else ""
    title = f"{game.definition.title} {''.join(options)}".strip()
    return ", ".join(filter(None, [title, *players, result, record.ending, counted(_count_turns(record), "turn")]))


def _count_turns(record: Record) -> int:
    count, state = TurnCount(), record.initial()
    for number, entry in enumerate(record.turns, 1):
        with name_turn_in_errors(number):
            count, state = count.after(state), state.move(entry.text)
    return count.number


def _pictures(record: Record) -> Iterator[tuple[int, str, Picture]]:
    """Yield the first picture, and every turn with its number and the picture after it."""
    count, picture = TurnCount(), begin(record.initial())
    yield 0, "", picture
    for number, entry in enumerate(record.turns, 1):
        with name_turn_in_errors(number):
            count, turn = count.after(picture.state), turn_for(picture.state, entry.text, picture.viewer)
            turn = describe_turn(picture.state, turn)
            picture = follow(picture, picture.state.parse_turn(entry.text))
        yield count.number, turn, picture


def _data(record: Record, every: int = 1) -> dict[str, object]:
    """Return the content of `data-replay`, described at the top."""
    elements: dict[str, int] = {}
    known: dict[Element, int] = {}
    frames = []
    for line, (number, turn, picture) in enumerate(_pictures(record)):
        if line % every and line < len(record.turns):
            continue
        scene = draw(picture)
        for element in scene.still:
            if element not in known:  # without its label, because the picture is one image, described by the caption
                known[element] = elements.setdefault(svg.group(replace(element, label="")), len(elements))
        indices = [known[element] for element in scene.still]
        frames.append({"number": number, "turn": turn, "caption": scene.caption, "elements": indices})
    moment = finale(picture, scene, _winners(record, picture.state))
    return {
        "size": [scene.width, scene.height],
        "palette": scene.palette,
        "elements": list(elements),
        "frames": frames,
        "finale": svg.finale(moment) if moment else None,
    }


def _winners(record: Record, last: State) -> list[int] | None:
    """Return who has won a match that has not ended by its rules; None if it has, or if it goes on."""
    if not last.actors or record.payoffs is None:
        return None
    best = max(record.payoffs)
    return [seat for seat, paid in enumerate(record.payoffs) if paid == best > min(record.payoffs)]
