"""The board of Vortex as a picture: a whirlpool, whose rings are steps down to the eye, and a yard for each seat.

Cells are numbered along the path of the person who looks, for the whole match. That path is drawn as a current; those
of the other seats are drawn while one of their tokens is pointed at.
"""

import math
from collections.abc import Collection, Iterator

from ludarium.boards.spirals import Square
from ludarium.games.vortex import kernel
from ludarium.games.vortex.paper import MARGIN, WIDTH, YARD, BoardPaper, chevron, letter_path
from ludarium.games.vortex.rules import NAMES
from ludarium.scenes.parts import board, disc, rounded, scaled
from ludarium.scenes.scene import Element, Stamp

PILL_SIZE = 62, 32
PILL = rounded(*PILL_SIZE, 16)
"""The shape around a risk."""
_SHIELD = "M0-40C10-34 20-31 30-30V2C30 20 14 32 0 40C-14 32-30 20-30 2V-30C-20-31-10-34 0-40Z"


def polar(away: float, angle: float) -> str:
    """Return the point of an SVG path at a distance from the middle and an angle."""
    return f"{away * math.cos(angle):.1f} {away * math.sin(angle):.1f}"


def ground(paper: BoardPaper) -> Iterator[Element]:
    """Draw the frame, the rings, one below the other, and the eye with the places of the tokens that are home."""
    yield board(WIDTH, paper.height)
    for ring in range(len(paper.board.rings)):
        look = f"deep-{ring}" if ring else ""
        stamps = tuple(_walls(paper)) if ring == 0 else ()
        rim = paper.board.rim(ring, paper.size)
        yield Element(
            f"ring-{ring}", "ground", *paper.middle, rim, look=f"ring {look}".strip(), stamps=stamps, under=rim
        )
        for inset in (0.15, 0.82):
            waves = paper.board.rim(ring, paper.size, inset)
            yield Element(f"waves-{ring}-{inset}", "ground", *paper.middle, glyph=waves, look="foam waves")


def _walls(paper: BoardPaper) -> Iterator[Stamp]:
    """Yield the walls of a square board for the text picture, with their gates; round boards have none."""
    if not isinstance(paper.board, Square):
        return
    for ring in range(len(paper.board.rings) + 1):
        top, left = 2 * ring, 6 * ring
        bottom, right = 2 * paper.board.side - top, 6 * paper.board.side - left
        for row in range(top, bottom + 1):
            ends, between = ("+", "-") if row in (top, bottom) else ("|", "")
            line = between * (right - left - 1)
            yield from (Stamp(row, left, ends + line), Stamp(row, right, ends))
    for gate in paper.board.gates:
        (x, y), (to_x, to_y) = map(paper.board.place, gate)
        yield paper.stamp("v<^>"[round(math.atan2(to_y - y, to_x - x) / (math.pi / 2) - 1) % 4], *gate)


def cells(paper: BoardPaper, passed: Collection[int]) -> Iterator[Element]:
    """Draw the cells; mark those in `passed`, the ends of the last move."""
    starts = {paper.cell(seat, 1): seat for seat in range(paper.seats)}
    for cell in range(1, paper.board.last + 1):
        safe, ring = cell in paper.board.safe, paper.board.ring(cell)
        sign = NAMES[starts[cell]].lower() if cell in starts else "*" if safe else "."
        label = f"cell {paper.number(cell)}" + ", safe" * safe
        look = f"pool deep-{ring}" if ring else "pool"
        if cell == paper.board.last:
            sign, label, look = "@", "the centre", "deep-4"
        look += " last" * (cell in passed)
        shape, stamps = paper.board.shape(cell, paper.size), (paper.stamp(sign, cell),)
        yield Element(f"cell-{cell}", "ground", *paper.at(cell), shape, look=look, label=label, stamps=stamps)
    yield from _eye(paper)


def _shield(size: float) -> str:
    """Return a shield for a cell of this size."""
    return scaled(_SHIELD, 0.0078 * size)


def _on_shield(paper: BoardPaper, cell: int) -> tuple[float, float]:
    """Return the middle of a safe cell's shield, which is clear of the number in the corner."""
    x, y = paper.at(cell)
    return x + 0.09 * paper.size, y + 0.1 * paper.size


def _eye(paper: BoardPaper) -> Iterator[Element]:
    """Draw the arms of the whirlpool and the places of the tokens that are home."""
    eye = (0.5 if paper.is_square else 0.62) * paper.size
    arms = (
        [polar(times * eye, turn + bend) for times, bend in ends]
        for turn in (2 * math.pi * number / 8 for number in range(8))
        for ends in (((1.62, -1.1), (1.35, -0.45), (1.02, 0)), ((0.94, 0.1), (0.7, 0.75), (0.2, 1.5)))
    )
    swirl = "".join(f"M{a}Q{b} {c}" for a, b, c in arms)
    yield Element("swirl", "ground", *paper.middle, glyph=swirl, look="foam")
    for seat in range(paper.seats):
        for place in range(paper.each):
            name = f"rest-{NAMES[seat]}{place + 1}"
            yield Element(name, "ground", *paper.rest(seat, place), disc(round(0.085 * paper.size, 1)), look="rest")


def islets(paper: BoardPaper) -> Iterator[Element]:
    """Draw a shield on each safe cell, and the letter of each seat where it starts."""
    for cell in sorted(paper.board.safe):
        yield Element(f"safe-{cell}", "ground", *_on_shield(paper, cell), _shield(paper.size), look="shield")
    for seat in range(paper.seats):
        cell, letter = paper.cell(seat, 1), letter_path(seat, paper.alone)
        is_safe = cell in paper.board.safe
        at, shape = (_on_shield(paper, cell), "") if is_safe else (paper.at(cell), disc(round(paper.alone, 1)))
        yield Element(f"start-{cell}", "ground", *at, shape, letter, look="shield start")


def currents(paper: BoardPaper) -> Iterator[Element]:
    """Draw the path of the person who looks as a current, stronger in every ring, and those of the others for pointing.

    A gate has the colour of the seat whose way in it is.
    """
    starts, wide = paper.board.starts, "broad" if paper.size > 110 else "slim" if paper.size < 85 else "middling"
    for seat in range(paper.seats):
        pointed = "" if seat == paper.viewer else " pointed"
        for ring, first in enumerate(starts[:-1]):
            begin, end = (first - 0.5 if ring else 0), starts[ring + 1] - 0.5
            line = paper.line(seat, begin, end if ring + 2 < len(starts) else paper.board.last)
            look = f"ribbon {wide} deep-{ring} seat-{seat}{pointed}"
            yield Element(f"path-{NAMES[seat]}{ring}", "ground", *paper.middle, glyph=line, look=look)
        passing = (number + 0.5 for number in range(1, paper.board.last - 1) if number + 1 not in starts)
        flow = "".join(
            chevron(*at, angle, 0.075 * paper.size) for at, angle in (paper.facing(seat, n) for n in passing)
        )
        yield Element(f"flow-{NAMES[seat]}", "ground", *paper.middle, glyph=flow, look=f"flow{pointed}")
    for seat in range(paper.seats):
        gates = (paper.facing(seat, first - 0.5) for first in starts[1:])
        drawn = "".join(chevron(*at, angle, 0.12 * paper.size) for at, angle in gates)
        look = f"gate {wide} curve seat-{seat}"
        yield Element(f"gates-{NAMES[seat]}", "ground", *paper.middle, glyph=drawn, look=look, under=drawn)


def numbers(paper: BoardPaper) -> Iterator[Element]:
    """Write the numbers of the cells, above the tokens; of small cells only every fifth and the first of each ring."""
    size = 28 if paper.size > 110 else 24
    for number in range(1, paper.board.last):
        if paper.size < 82 and number % 5 and number not in paper.board.starts:
            continue
        cell = paper.cell(paper.viewer, number)
        ring, (x, y) = paper.board.ring(cell), paper.at(cell)
        if paper.is_square:
            x, y = x - 0.5 * paper.size + 10, y - 0.5 * paper.size + 0.7 * size
            aligned = " from-left"
        else:
            (x, y), aligned = _clear_of_gates(paper, x - paper.middle[0], y - paper.middle[1]), ""
        look = f"coordinate size-{size} deep-{ring}{aligned}"
        yield Element(f"number-{number}", "label", x, y, look=look, text=str(number))


def _clear_of_gates(paper: BoardPaper, right: float, down: float) -> tuple[float, float]:
    """Return where the number of a round board's cell stands: in the corner where its path enters, or the next.

    The gates' signs stand in some of these corners.
    """
    gates = [paper.facing(seat, first - 0.5)[0] for seat in range(paper.seats) for first in paper.board.starts[1:]]
    away, middle = math.hypot(right, down), math.atan2(down, right)
    places = []
    for side, out in ((-1, 0.23), (1, 0.23), (-1, -0.23), (1, -0.23)):
        far = away + out * paper.size
        angle = middle + side * (math.pi / 12 - 17 / away)
        places.append((far * math.cos(angle), far * math.sin(angle)))
    clear = 0.12 * paper.size + 17
    x, y = next((one for one in places if all(math.dist(one, gate) > clear for gate in gates)), places[0])
    return paper.middle[0] + x, paper.middle[1] + y


def yards(paper: BoardPaper) -> Iterator[Element]:
    """Draw a yard for each seat with a place for each of its tokens, marked for who is to act."""
    acting = int(kernel.mover(paper.t, paper.v)) if paper.state.actors and paper.v[kernel.FIRST] >= 0 else -1
    for seat in range(paper.seats):
        look, at, edge = f"panel curve seat-{seat}", paper.yard(paper.corners[seat]), rounded(*YARD, 20)
        yield Element(f"panel-{NAMES[seat]}", "ground", *at, edge, edge if seat == acting else "", look=look)
        for place in range(paper.each):
            name, spot = f"spot-{NAMES[seat]}{place + 1}", disc(21)
            yield Element(name, "ground", *paper.spot(seat, place), spot, look=f"socket seat-{seat}")


def legend(paper: BoardPaper) -> Iterator[Element]:
    """Explain the marks, in the corners above and below the board that no seat has; a pill is as wide as a word."""
    if 1 not in paper.corners:
        x, y = WIDTH - MARGIN - YARD[0], 24
        if paper.is_square:
            yield Element("key-safe", "ground", x + 52, y + 30, _shield(62), look="shield")
            yield Element("key-safe-text", "label", x + 80, y + 30, look="size-24 from-left", text="safe from bumps")
        yield Element("key-halo", "ground", x + 52, y + 75, disc(16), disc(9), look="halo key")
        yield Element("key-halo-text", "label", x + 80, y + 75, look="key halo size-24 from-left", text="can move now")
    if paper.seats > 1 and 3 not in paper.corners and max(paper.corners) > 1:
        left, down, die = MARGIN, paper.height - 124, paper.t[kernel.DIE]
        hint, note = "size-24 from-left hint note", "size-24 from-left"
        yield Element("key-risk", "label", left + 36, down + 30, PILL, look="hint pill", text=f"1/{die}")
        yield Element("key-risk-text", "label", left + 78, down + 30, look=hint, text="rolls that bump it")
        yield Element("key-strike", "ground", left + 36, down + 75, disc(15), look="strike key")
        yield Element(
            "key-strike-text", "label", left + 78, down + 75, look=f"strike key {note}", text="would be bumped"
        )
