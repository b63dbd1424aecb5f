"""Vortex as a picture: rings with gates between them, a yard for each player in their corner, and the die.

In text `.` is a cell, `*` a safe one, a small letter a player's first, `@` the centre; a line a player follows.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ludarium.boards.spirals import Spiral, Square
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.games.vortex import kernel
from ludarium.games.vortex.kernel import DIE, FIRST, ROLL, TURNS
from ludarium.games.vortex.options import BOARDS
from ludarium.games.vortex.rules import CORNERS, NAMES, bumped, scores, tokens
from ludarium.scenes.scene import Element, Scene, Stamp, Touch

_CELL, _MARGIN, _STRIP, _YARD = 100, 24, 116, 196
_ALONE, _SHARED, _HOME = 26.0, 19.0, 10.0
"""The radius of a token: alone on a cell, with others or in its yard, in the centre."""
_SQUARE = "M-40-46H40A6 6 0 0 1 46-40V40A6 6 0 0 1 40 46H-40A6 6 0 0 1-46 40V-40A6 6 0 0 1-40-46Z"
_DIE = "M-17-24H17A7 7 0 0 1 24-17V17A7 7 0 0 1 17 24H-17A7 7 0 0 1-24 17V-17A7 7 0 0 1-17-24Z"
_HAVEN = "M0-40L40 0L0 40L-40 0Z"
_CHEVRON = "M-9-5L0 5L9-5"
_SIGNS = (
    "M-{0}-{0}L{0} {0}M-{0} {0}L{0}-{0}",
    "M{0} 0A{0} {0} 0 1 1-{0} 0A{0} {0} 0 1 1 {0} 0Z",
    "M-{0}-{0}L0 {0}L{0}-{0}",
    "M-{0}-{0}V{0}M{0}-{0}V{0}M-{0} 0H{0}",
)
"""The players' letters, drawn around the middle."""


def scene(state: State, before: State | None = None, walk: Sequence[int] = ()) -> Scene:
    """The board, every token with its risk, the points, the die; what the last move has moved is marked."""
    paper, trail = _Paper(state), _follow(before or state, walk)
    parts = (
        _ground(paper), _cells(paper, trail), _yards(paper, trail), _die(paper, trail),
        _pieces(paper, trail), _risks(paper, trail), _targets(paper),
    )  # fmt: skip
    elements = tuple(element for part in parts for element in part)
    touches = tuple(_touches(paper, trail))
    return Scene(paper.width, paper.height, elements, touches, caption=_caption(paper, trail))


@dataclass
class _Token:
    """A token on its way: `name` lasts, `number` is where it stands on its seat's path."""

    name: str
    seat: int
    place: int
    number: int


@dataclass
class _Trail:
    """What a walk did: the tokens; which moved last, and between what numbers; the rolls, and who lost turns since."""

    tokens: list[_Token]
    moved: _Token | None = None
    way: tuple[int, int] = (0, 0)
    rolls: list[tuple[int, int]] = field(default_factory=list)
    lost: list[tuple[int, int]] = field(default_factory=list)


def _follow(before: State, walk: Sequence[int]) -> _Trail:
    state, t = before, before.game.tables
    trail = _Trail([
        _Token(f"token-{NAMES[seat]}{place + 1}", seat, place, number)
        for seat in range(before.game.seats) for place, number in enumerate(tokens(t, before.vector, seat))
    ])  # fmt: skip
    for action in walk:
        v, after = state.vector, state.play_unchecked(action)
        seat = int(kernel.mover(t, v))
        if v[ROLL]:
            trail.moved = next(one for one in trail.tokens if (one.seat, one.number) == (seat, action))
            trail.way, trail.lost = (action, action + int(v[ROLL])), []
            if (rival := bumped(t, v, seat, action)) is not None:
                (lost,) = Counter(tokens(t, v, rival)) - Counter(tokens(t, after.vector, rival))
                next(one for one in trail.tokens if (one.seat, one.number) == (rival, lost)).number = 0
            trail.moved.number = trail.way[1]
        elif v[FIRST] >= 0:
            trail.rolls.append((seat, action))
            trail.lost += [] if after.vector[ROLL] else [(seat, action)]
        state = after
    return trail


class _Paper:
    """A state, and where on the paper everything lies; a cell is known by the board's own number."""

    def __init__(self, state: State) -> None:
        self.state, self.t, self.v = state, state.game.tables, state.vector
        self.board: Spiral = BOARDS[str(state.game.options["board"])]
        self.corners = CORNERS[state.game.seats]
        self.moves = [(seat, action) for seat in state.actors if seat != CHANCE for action in state.legal(seat)]
        self.mover = state.actors[0] if self.moves else None
        size = 2 * _CELL * self.board.reach
        self.width = max(size, 2 * _YARD) + 2 * _MARGIN
        self.height = size + _STRIP * (1 + (max(self.corners) > 1)) + 2 * _MARGIN
        self.middle = self.width / 2, _MARGIN + _STRIP + size / 2
        rows = (self.board.characters(cell)[0] for cell in range(1, self.board.last + 1))
        self.legend = max(rows) + 2

    def cell(self, seat: int, number: int) -> int:
        """The cell that has this number on the seat's path."""
        return self.board.on_path(self.corners[seat], number)

    def at(self, *cells: int) -> tuple[float, float]:
        """The middle of a cell, or of two."""
        x, y = (sum(along) / len(cells) for along in zip(*map(self.board.place, cells), strict=True))
        return self.middle[0] + _CELL * x, self.middle[1] + _CELL * y

    def yard(self, seat: int, right: float, down: float) -> tuple[float, float]:
        """A place in a seat's yard, from its top left corner."""
        x = self.width - _MARGIN - _YARD if self.corners[seat] in (1, 2) else _MARGIN
        y = self.height - _MARGIN - _STRIP + 14 if self.corners[seat] > 1 else _MARGIN
        return x + right, y + down

    def stamp(self, text: str, *cells: int, right: int = 0) -> Stamp:
        """Characters in the middle of a cell, or of two, or right of it."""
        row, column = (sum(along) // len(cells) for along in zip(*map(self.board.characters, cells), strict=True))
        return Stamp(row, column + right, text)

    def risk(self, token: _Token) -> int:
        """How many rolls of rivals could now bump a token."""
        return int(kernel.threats(self.t, self.v, token.seat, token.number, kernel.REAL))


def _disc(radius: float) -> str:
    """A circle around the middle."""
    return f"M{radius:g} 0A{radius:g} {radius:g} 0 1 1-{radius:g} 0A{radius:g} {radius:g} 0 1 1 {radius:g} 0Z"


def _sign(seat: int, radius: float) -> str:
    """A seat's letter, for a token of this radius."""
    return _SIGNS[seat].format(f"{0.42 * radius:g}")


def _ground(paper: _Paper) -> Iterator[Element]:
    right, below = paper.width - 4, paper.height - 4
    frame = f"M18 4H{right - 14:g}A14 14 0 0 1 {right:g} 18V{below - 14:g}A14 14 0 0 1 {right - 14:g} {below:g}H18"
    yield Element("board", "ground", 0, 0, f"{frame}A14 14 0 0 1 4 {below - 14:g}V18A14 14 0 0 1 18 4Z", look="board")
    walls = "".join(paper.board.wall(ring) for ring in range(len(paper.board.rings)))
    yield Element("walls", "ground", *paper.middle, glyph=walls, look="board", stamps=tuple(_frames(paper.board)))
    for number, gate in enumerate(paper.board.gates):
        (x, y), (to_x, to_y) = map(paper.board.place, gate)
        angle = math.degrees(math.atan2(to_y - y, to_x - x)) - 90
        stamp = paper.stamp("v<^>"[round(angle / 90) % 4], *gate)
        stamps = (stamp,) if isinstance(paper.board, Square) else ()
        yield Element(f"gate-{number}", "ground", *paper.at(*gate), glyph=_CHEVRON, angle=angle, stamps=stamps)


def _frames(board: Spiral) -> Iterator[Stamp]:
    """The walls of a square in text, the outer one included; round boards do without."""
    if not isinstance(board, Square):
        return
    for ring in range(len(board.rings) + 1):
        top, left = 2 * ring, 6 * ring
        bottom, right = 2 * board.side - top, 6 * board.side - left
        for row in range(top, bottom + 1):
            ends, between = ("+", "-") if row in (top, bottom) else ("|", "")
            line = between * (right - left - 1)
            yield from (Stamp(row, left, ends + line), Stamp(row, right, ends))


def _cells(paper: _Paper, trail: _Trail) -> Iterator[Element]:
    board, square = paper.board, isinstance(paper.board, Square)
    starts = {paper.cell(seat, 1): seat for seat in range(paper.state.game.seats)}
    passed = {paper.cell(trail.moved.seat, number) for number in trail.way if number} if trail.moved else set()
    shape, corner = _SQUARE if square else _disc(33), paper.corners[paper.mover or 0]
    for cell in range(1, board.last + 1):
        at, safe, look = paper.at(cell), cell in board.safe, "last" * (cell in passed)
        sign = NAMES[starts[cell]].lower() if cell in starts else "*" if safe else "."
        label = f"cell {board.seen(cell, corner)}" + ", safe" * safe
        if cell == board.last:
            sign, label, shape = "@", "the centre", shape if square else _disc(52)
        yield Element(f"cell-{cell}", "ground", *at, shape, look=look, label=label, stamps=(paper.stamp(sign, cell),))
        if safe:
            yield Element(f"safe-{cell}", "ground", *at, glyph=_HAVEN)
        if cell in starts:
            yield Element(f"start-{cell}", "ground", *at, glyph=_sign(starts[cell], _ALONE))
    yield Element("eye", "ground", *paper.middle, glyph=_disc(45))


def _yards(paper: _Paper, trail: _Trail) -> Iterator[Element]:
    for seat, score in enumerate(scores(paper.t, paper.v)):
        letter, numbers = NAMES[seat], "".join(f"{number:4}" for number in tokens(paper.t, paper.v, seat))
        stamps = (Stamp(paper.legend + seat, 0, f"{letter} {numbers} {score:6} points"),)
        label, at = f"{letter} has {score} points", paper.yard(seat, 90, 20)
        yield Element(f"yard-{letter}", "label", *at, text=f"{letter}  {score}", label=label, stamps=stamps)
    for token in trail.tokens:
        spot = paper.yard(token.seat, 23 + 42 * token.place, 70)
        yield Element(f"spot-{NAMES[token.seat]}{token.place + 1}", "ground", *spot, _disc(_SHARED))


def _die(paper: _Paper, trail: _Trail) -> Iterator[Element]:
    """The die in the yard and the colour of who rolled it; every roll has an element of its own."""
    seat, roll = trail.rolls[-1] if trail.rolls else (0, 0)
    if paper.mover is not None:
        seat, roll = paper.mover, int(paper.v[ROLL])
    column = 18 + 4 * int(paper.t[kernel.EACH])
    stamps = (Stamp(paper.legend + seat, column, f"rolled {roll}"),) if roll else ()
    at, label = paper.yard(seat, 170, 24), f"{NAMES[seat]} rolled {roll}" if roll else "the die"
    name, look, text = f"die-{len(trail.rolls)}", f"seat-{seat} die" if roll else "", str(roll or "")
    yield Element(name, "ground", *at, _DIE, look=look, text=text, label=label, stamps=stamps)


def _pieces(paper: _Paper, trail: _Trail) -> Iterator[Element]:
    crowd = Counter(paper.cell(one.seat, one.number) for one in trail.tokens if one.number)
    for token in trail.tokens:
        seat, look = token.seat, f"seat-{token.seat}" + " last" * (token is trail.moved)
        (x, y), radius = _stand(paper, token, crowd)
        label, disc, stamps = _described(paper, token), _disc(radius), tuple(_letter(paper, token))
        yield Element(token.name, "piece", x, y, disc, _sign(seat, radius), look=look, label=label, stamps=stamps)


def _stand(paper: _Paper, token: _Token, crowd: Counter[int]) -> tuple[tuple[float, float], float]:
    """Where a token lies, and its radius: by seats where they share a cell."""
    if token.number == 0:
        return paper.yard(token.seat, 23 + 42 * token.place, 70), _SHARED
    cell = paper.cell(token.seat, token.number)
    (x, y), (down, right) = paper.at(cell), (2 * half - 1 for half in divmod(token.seat, 2))
    if cell == paper.board.last:
        below, beside = (2 * half - 1 for half in divmod(token.place, 2))
        return (x + 22 * right + 10.5 * beside, y + 22 * down + 10.5 * below), _HOME
    return ((x + 21 * right, y + 21 * down), _SHARED) if crowd[cell] > 1 else ((x, y), _ALONE)


def _letter(paper: _Paper, token: _Token) -> Iterator[Stamp]:
    """A token in text; the centre and safe cells have room for all players around the sign in the middle."""
    if token.number:
        cell = paper.cell(token.seat, token.number)
        shared = cell == paper.board.last or cell in paper.board.safe
        yield paper.stamp(NAMES[token.seat], cell, right=(-2, -1, 1, 2)[token.seat] if shared else 0)


def _described(paper: _Paper, token: _Token) -> str:
    """A token in words."""
    letter, risk = NAMES[token.seat], paper.risk(token)
    if token.number in (0, paper.board.last):
        return f"{letter}'s token {'in the centre' if token.number else 'at the start'}"
    return f"{letter}'s token on {token.number}, " + (f"at risk {risk} in {paper.t[DIE]}" if risk else "not at risk")


def _risks(paper: _Paper, trail: _Trail) -> Iterator[Element]:
    """A fraction beside each token that a rival could bump now."""
    for token in trail.tokens:
        if risk := paper.risk(token):
            x, y = paper.at(paper.cell(token.seat, token.number))
            name, text = token.name.replace("token", "risk"), f"{risk}/{paper.t[DIE]}"
            yield Element(name, "label", x + 22, y + 27, look="hint", text=text)


def _targets(paper: _Paper) -> Iterator[Element]:
    """Rings to touch where the mover's tokens may go."""
    for seat, action in paper.moves:
        target, rival = action + int(paper.v[ROLL]), bumped(paper.t, paper.v, seat, action)
        label = f"move {f'from {action}' if action else 'a token from the start'} to "
        label += "the centre" if target == paper.board.last else str(target)
        label += "" if rival is None else f", bumping {NAMES[rival]}"
        at = paper.at(paper.cell(seat, target))
        yield Element(f"to-{action}", "handle", *at, _disc(34), _disc(34), label=label)


def _touches(paper: _Paper, trail: _Trail) -> Iterator[Touch]:
    """A move is chosen by touching the token, or where it goes."""
    for seat, action in paper.moves:
        yield Touch(seat, action, (f"to-{action}",))
        for token in trail.tokens:
            if (token.seat, token.number) == (seat, action):
                yield Touch(seat, action, (token.name,))


def _caption(paper: _Paper, trail: _Trail) -> str:
    state, turns = paper.state, int(paper.v[TURNS])
    if not state.actors:
        return f"{state.ending}, after {turns // state.game.seats} turns each"
    if paper.v[FIRST] < 0:
        return "who begins is to be drawn"
    lost = "".join(f"{NAMES[seat]} could not move by {roll}; " for seat, roll in trail.lost)
    whose = NAMES[kernel.mover(paper.t, paper.v)]
    return f"{lost}{whose} to {f'move by {paper.v[ROLL]}' if paper.v[ROLL] else 'roll'}, turn {turns + 1}"
