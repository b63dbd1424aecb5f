"""Scenes as SVG, for browsers, notebooks and documents.

Every element is a group with its id; its role and looks are classes. The colours come from the style sheet, which a
site serves and a standalone picture includes.

An element's place is in the attribute `transform`, which content security policies allow and which browsers treat as
style: when one picture is changed into the next by ids, `transition: transform` in the style sheet moves and turns the
elements. So an angle of 360 degrees differs from 0.

The root's `data-touches` is JSON, a list of [seat, action, [id, ...]], and `data-refusals` has a sentence by the id of
each element that stands for an action that is not legal now. An element that begins a touch has the class
`touch`; one that belongs to any touch has the role `button`. A script may add the class `chosen` to elements that have
been touched and `next` to those that may follow; it also handles focus and keys. For spectators, draw
`replace(scene, touches=())`.
"""

import json
import textwrap
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from xml.sax.saxutils import escape, quoteattr

from ludarium.scenes import palettes
from ludarium.scenes.outline import outline
from ludarium.scenes.scene import Element, Finale, Focus, Scene


@cache
def stylesheet() -> str:
    """Return the CSS of pages: the colours of `palettes.py`, the rules of `looks`, `boards.css` and `finale.css`."""
    boards, end = (files(__package__).joinpath(name).read_text("utf-8") for name in ("boards.css", "finale.css"))
    return palettes.css() + looks().replace("/* boards */\n", boards) + end


@cache
def looks() -> str:
    """Return the rules of the documented roles and looks: `scene.css` with the rules of the seats."""
    rules = files(__package__).joinpath("scene.css").read_text("utf-8")
    return rules.replace("/* seats */\n", palettes.seat_rules())


@cache
def font() -> str:
    """Return the typeface of pictures as a data address; a site serves it as a file of its own."""
    file = files(__package__).joinpath("fonts/BricolageGrotesque-Bold.woff2")
    return f"data:font/woff2;base64,{b64encode(file.read_bytes()).decode()}"


@cache
def own_style() -> str:
    """Return the style of a picture that stands alone: the typeface and the style sheet, without text where it is tiny.

    The width is that at which a browser draws the picture.
    """
    face = 'font-family: "Bricolage Grotesque"; font-weight: 700; font-display: swap'
    tiny = "@media (max-width: 160px) { .scene text { display: none; } }\n"
    return f'@font-face {{ {face}; src: url({font()}) format("woff2"); }}\n{stylesheet()}{tiny}'


def render(
    scene: Scene, *, standalone: bool = False, prefix: str = "", links: Mapping[str, tuple[str, str]] | None = None
) -> str:
    """Return the picture as an `<svg>` element; with `standalone` as a file, with its colours and nothing to touch.

    `prefix` is put before every id, for pages with several pictures. `links` has by the id of an element where touching
    it leads, and what that is called; such a picture needs no script.
    """
    touches = () if standalone else scene.touches
    ways = [[touch.seat, touch.action, [prefix + name for name in touch.elements]] for touch in touches]
    lit = {prefix + one.element: " ".join(prefix + name for name in one.others) for one in scene.highlights}
    refused = {prefix + one.element: one.why for one in scene.refusals}
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": f"scene {scene.palette}".rstrip(),
        "viewBox": f"0 0 {_number(scene.width)} {_number(scene.height)}",
        "role": "group" if touches or links else "img",
        "aria-label": scene.caption,
        "data-touches": json.dumps(ways, separators=(",", ":")) if ways else "",
        "data-highlights": json.dumps(lit, separators=(",", ":")) if lit else "",
        "data-notes": _notes(scene, prefix),
        "data-focus": json.dumps(_focus(scene.focus), separators=(",", ":")) if scene.focus else "",
        "data-refusals": json.dumps(refused, separators=(",", ":")) if refused else "",
        "data-finale": "",
    }
    if scene.finale and not standalone:  # a file is not played
        attributes["data-finale"] = json.dumps(finale(scene.finale), separators=(",", ":"))
    # only in a file: in a page a title would show as a tooltip over the whole board
    head = f"<title>{escape(scene.caption)}</title>\n<style>{escape(own_style())}</style>\n" if standalone else ""
    begin = {touch.elements[0] for touch in touches}
    take_part = {name for touch in touches for name in touch.elements}
    elements = scene.elements if scene.highlights else scene.still
    groups = (
        _link(element, prefix, *links[element.id])
        if links and element.id in links
        else group(element, prefix, element.id in begin, element.id in take_part)
        for element in elements
    )
    return f"<svg{_attributes(attributes)}>\n{head}{chr(10).join(groups)}\n</svg>"


def finale(moment: Finale) -> dict[str, object]:
    """Return the winning moment for `finale.js`; a note is its classes, its transform and its shape."""
    notes = [(_classes(note), _place(note), _shape(note)) for note in moment.notes]
    names = {"winners": moment.winners, "pieces": moment.pieces, "kept": moment.kept, "below": moment.below}
    return {**names, "notes": notes}


def _focus(focus: Focus) -> dict[str, object]:
    boxes = [box and [round(part, 2) for part in box] for box in focus.boxes]
    place = [round(part, 2) for part in (focus.x, focus.y, focus.cell)]
    room = [round(part, 2) for part in focus.room]
    return {"field": [*place, focus.columns, focus.rows], "boxes": boxes, "room": room}


def _notes(scene: Scene, prefix: str) -> str:
    """Return the notes of all highlights as JSON: the kinds, as in `frame`, and the notes of each element by its id.

    A note is the index of its kind, its transform and its text.
    """
    kinds: dict[tuple[str, str], int] = {}
    notes = {
        prefix + one.element: [
            (kinds.setdefault(kind, len(kinds)), place, text) for kind, place, text in map(_note, one.notes)
        ]
        for one in scene.highlights
        if one.notes
    }
    return json.dumps({"kinds": list(kinds), "notes": notes}, separators=(",", ":")) if notes else ""


@lru_cache(maxsize=8192)  # as for groups
def _note(note: Element) -> tuple[tuple[str, str], str, str]:
    """Return the kind of a note, its transform and its text."""
    return (_classes(note), _shape(note)), _place(note), note.text


def paper(scene: Scene, title: str, players: str, turns: str) -> str:
    r"""Return an SVG file for paper: the picture with its title, the players above it and the turns below.

    The turns are separated by two spaces, where lines may be broken.

    >>> import ludarium
    >>> from ludarium.scenes.picture import draw
    >>> page = paper(draw(ludarium.load("orion").initial()), "Orion", "Ann (X), Bob (O)", "1. u+  2. a-")
    >>> page.count("<svg"), "Ann (X), Bob (O)" in page, "1.\xa0u+  2.\xa0a-" in page
    (3, True, True)
    """
    size = scene.width / 40
    whole = turns.replace("  ", "\n").replace(" ", "\xa0")
    letters = int(scene.width / size / 0.62)  # of a font with letters of one width
    above, below = textwrap.wrap(players, letters), textwrap.wrap(whole.replace("\n", "  "), letters)
    top = size * (3 + 1.4 * len(above))
    height = top + scene.height + size * (1 + 1.4 * len(below))
    inner = {"y": _number(top), "width": _number(scene.width), "height": _number(scene.height)}
    lines = (
        _line(title, 1.6 * size, 2 * size),
        *(_line(line, size, size * (3.2 + 1.4 * n)) for n, line in enumerate(above)),
        f"<svg{_attributes(inner)}>{render(scene, standalone=True)}</svg>",
        *(_line(line, size, top + scene.height + size * (1.4 + 1.4 * n)) for n, line in enumerate(below)),
    )
    box = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {_number(scene.width)} {_number(height)}"}
    white = '<rect width="100%" height="100%" fill="#fff"/>'
    return f"<svg{_attributes(box)}>\n{white}\n{chr(10).join(lines)}\n</svg>"


def _line(text: str, size: float, y: float) -> str:
    """Return a line of text on paper."""
    font = {"y": _number(y), "font-size": _number(size), "font-family": "monospace", "xml:space": "preserve"}
    return f"<text{_attributes(font)}>{escape(text)}</text>"


@lru_cache(maxsize=8192)  # most elements are the same from one picture to the next
def group(element: Element, prefix: str = "", begins: bool = False, takes_part: bool = False) -> str:
    """Return one element as a `<g>`.

    `begins` says whether it begins a touch, `takes_part` whether it belongs to one.
    """
    attributes = {
        "id": prefix + element.id,
        "class": _classes(element) + (" touch" if begins else ""),
        "transform": _place(element),
        "role": "button" if takes_part else "img" if element.label else "",
        "aria-label": element.label,
        "aria-hidden": "" if element.label or takes_part else "true",
    }
    return f"<g{_attributes(attributes)}>{_inside(element)}</g>"


def _link(element: Element, prefix: str, address: str, label: str) -> str:
    """Return an element that is a link; a browser that comes back to it by its id goes on from there."""
    attributes = {"id": f"to-{prefix}{element.id}", "href": address, "rel": "nofollow", "aria-label": label}
    return f"<a{_attributes(attributes)}>{group(replace(element, label=''), prefix, begins=True)}</a>"


def frame(scene: Scene) -> dict[str, object]:
    """Return the variable parts of a picture, compact enough to be sent to an open page many times a second.

    | field      | content                                                                            |
    |------------|------------------------------------------------------------------------------------|
    | `caption`  | the caption                                                                        |
    | `kinds`    | the distinct pairs of classes and shapes                                           |
    | `elements` | every element but the ground: id, index of its kind, transform, text, label        |
    | `focus`    | the focus, if the picture has one                                                  |
    """
    kinds: dict[tuple[str, str], int] = {}
    elements = [
        (e.id, kinds.setdefault((_classes(e), _shape(e)), len(kinds)), _place(e), e.text, e.label)
        for e in scene.elements
        if e.role != "ground"
    ]
    found: dict[str, object] = {"caption": scene.caption, "kinds": list(kinds), "elements": elements}
    return found | {"focus": _focus(scene.focus)} if scene.focus else found


def changes(before: Scene, after: Scene) -> list[list[str]]:
    """Return what turns one picture into another: a row for each element that is new, differs or is gone.

    A row is an id, the classes, the transform, and what is inside unless that stays; or an id alone, which is gone.

    >>> from dataclasses import replace
    >>> from ludarium.scenes.parts import disc
    >>> piece = Element("a", "piece", 1, 1, disc(1))
    >>> changes(Scene(9, 9, (piece,)), Scene(9, 9, (replace(piece, x=5),)))
    [['a', 'piece', 'translate(5 1) rotate(0)']]
    >>> changes(Scene(9, 9, (piece,)), Scene(9, 9, ()))
    [['a']]
    """
    known = {element.id: _row(element) for element in before.elements}
    rows = []
    for row in map(_row, after.elements):
        old = known.pop(row[0], None)
        if old != row:
            rows.append(row[:-1] if old and old[-1] == row[-1] else row)
    return rows + [[name] for name in known]


def _row(element: Element) -> list[str]:
    return [element.id, _classes(element), _place(element), _inside(element)]


def _inside(element: Element) -> str:
    """Return what is inside the group of an element."""
    return _shape(element) + (f"<text>{escape(element.text)}</text>" if element.text else "")


def _classes(element: Element) -> str:
    return " ".join([element.role, *element.look.split()])


def _place(element: Element) -> str:
    larger = f" scale({_number(element.scale)})" if element.scale != 1 else ""
    return f"translate({_number(element.x)} {_number(element.y)}) rotate({_number(element.angle)}){larger}"


def _shape(element: Element) -> str:
    if "solid" in element.look.split():
        return _solid(element.path) + (f'<path class="glyph" d={quoteattr(element.glyph)}/>' if element.glyph else "")
    parts = ("under", element.under), ("body", element.path), ("glyph", element.glyph)
    return "".join(f'<path class="{name}" d={quoteattr(path)}/>' for name, path in parts if path)


@cache
def _solid(path: str) -> str:
    """Return a piece as its shadow, its body, which is the side, and its face: smaller, and a little higher."""
    down = [y for _, y in outline(Element("", "piece", 0, 0, path))]
    half, shape = (max(down) - min(down)) / 2, f"d={quoteattr(path)}"
    return (
        f'<path class="shade" {shape} transform="translate({_number(0.07 * half)} {_number(0.17 * half)})"/>'
        f'<path class="body" {shape}/>'
        f'<path class="face" {shape} transform="translate(0 {_number(-0.075 * half)}) scale(0.86)"/>'
    )


def _attributes(values: dict[str, str]) -> str:
    return "".join(f" {name}={quoteattr(value)}" for name, value in values.items() if value)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
