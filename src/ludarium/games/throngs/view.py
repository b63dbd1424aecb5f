"""Throngs as a picture: a hexagon for each site, the grid upon them, discs for stones; what can be done, and the score.

A number is how far a stone may travel from there, behind the influence where something is deducted: `3` moves up to
three steps, `4-3` adds and has three left. The overlay shades every site in the colour for which it counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin

from ludarium.boards.triangular import TriangularGrid
from ludarium.core.game import State
from ludarium.core.text import counted
from ludarium.games.throngs.kernel import HAND, PLAY, REPLY, SECOND, STAGE, TURN
from ludarium.games.throngs.rules import BOARDS, NAMES, influence, pie_order, stones, territory, travel
from ludarium.scenes.scene import Element, Scene, Stamp, Touch

_STEP, _MARGIN = 100, 140
_RIM, _NAME_AWAY = 112, 76
_LETTERS = ("X", "O")
_COUNTED = {"b": "x", "w": "o", ".": "-"}
"""In text: stones, small letters where sites count without their stone, a dash behind one that counts for nobody.

A star is a site that can be reached.
"""
_FIRST_COLUMN = 5


def _ring(radius: float, corners: int, turn: float = 0.0) -> list[tuple[float, float]]:
    angles = (2 * pi * (corner + turn) / corners for corner in range(corners))
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def _closed(corners: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


def _disc(radius: float) -> str:
    return f"M{-radius} 0A{radius} {radius} 0 1 1 {radius} 0A{radius} {radius} 0 1 1 {-radius} 0Z"


_HEXAGON = _closed(_ring(55, 6, 0.5))
_STONE = _disc(39)
_SIGNS = ("", _disc(32))
"""White's stones have an inner ring."""
_STROKES = {
    "0": "h12v24h-12z", "1": "m1 5l6-5v24", "2": "h12v11l-12 13h12", "3": "h12l-7 11h7v13h-12",
    "4": "m9 24v-24l-9 17h13", "5": "m12 0h-12v11h12v13h-12", "6": "m12 0h-12v24h12v-13h-12",
    "7": "h12l-8 24", "-": "m2 12h8",
}  # fmt: skip
"""Digits as lines, because a text has one colour and the stones have two."""
_DIGIT, _GAP = 18, 6


@dataclass(frozen=True)
class _Sight:
    """What there is to see in a state: the stones, the one in hand, what can be used and with which numbers."""

    state: State
    board: TriangularGrid
    holds: str
    counts: str
    """For every site the colour for which it counts, as `holds` writes it."""
    held: int
    usable: frozenset[int]
    offers: dict[int, tuple[int, int]]
    """For every site where a move can begin the influence and how far a stone may travel."""

    @classmethod
    def of(cls, state: State) -> "_Sight":
        t, v = state.game.tables, state.vector
        board, held = BOARDS[int(state.game.options["board"])], int(v[HAND])
        usable = frozenset(action for action in state.legal() if action < board.sites)
        offers = {}
        if held < 0 and v[STAGE] == PLAY:
            seat = int(state.actors[0]) if state.actors else 0
            offers = {site: (influence(t, v, seat, site), travel(t, v, seat, site)) for site in usable}
        black, white = (territory(t, v, seat) for seat in range(2))
        counts = "".join("b" if site in black else "w" if site in white else "." for site in range(board.sites))
        return cls(state, board, stones(t, v), counts, held, usable, offers)

    def at(self, site: int) -> tuple[float, float]:
        """The place in the picture of a site."""
        x, y = self.board.centre(site)
        return _MARGIN + _STEP * x, _MARGIN + _STEP * y

    def stamp(self, site: int, text: str, aside: int = 0) -> Stamp:
        """Characters in a text picture, in the place of a site or so far to the right of it."""
        row = self.board.points[-1][1] - self.board.points[site][1]
        return Stamp(row, _FIRST_COLUMN + round(4 * self.board.centre(site)[0]) + aside, text)

    def number(self, site: int) -> str:
        """How far a stone may travel from a usable site, behind its influence where that costs something, as lines."""
        if site not in self.offers:
            return ""
        power, left = self.offers[site]
        text = str(power) if power == left else f"{power}-{left}"
        start = -(len(text) * _DIGIT - _GAP) / 2
        return "".join(f"M{start + _DIGIT * place:g}-12{_STROKES[sign]}" for place, sign in enumerate(text))


def scene(state: State, before: State | None = None, walk: Sequence[int] = ()) -> Scene:
    """The board, with what the last turn of the walk has changed marked."""
    sight, trail = _Sight.of(state), _follow(before or state, walk)
    places = [sight.at(site) for site in range(sight.board.sites)]
    width, height = (max(place[axis] for place in places) + _MARGIN for axis in range(2))
    elements = (
        *_ground(sight),
        *_cells(sight, trail),
        *_stones(sight, trail),
        *_numbers(sight, trail),
    )
    names = sight.board.names
    touches = (Touch(seat, site, (f"site-{names[site]}",)) for seat in state.actors for site in sorted(sight.usable))
    return Scene(width, height, elements, tuple(touches), caption=_caption(state))


@dataclass
class _Trail:
    """What a walk did: the site of every stone, in a lasting order, and the sites that the last turn touched."""

    stones: dict[str, int]
    changed: set[int] = field(default_factory=set)


def _follow(before: State, walk: Sequence[int]) -> _Trail:
    sight, state = _Sight.of(before), before
    names, sites = sight.board.names, sight.board.sites
    trail = _Trail({f"stone-{names[site]}": site for site in range(sites) if sight.holds[site] != "."})
    for number, action in enumerate(walk):
        if not state.in_turn:
            trail.changed.clear()
        held = int(state.vector[HAND])
        if action < sites:
            trail.changed.add(action)
            if held >= 0:
                trail.stones = {name: action if site == held else site for name, site in trail.stones.items()}
            elif stones(state.game.tables, state.vector)[action] != "bw"[state.actors[0]]:
                trail.stones = {name: site for name, site in trail.stones.items() if site != action}
                trail.stones[f"stone-{number}"] = action
        state = state.play_unchecked(action)
    return trail


def _ground(sight: _Sight) -> Iterator[Element]:
    places = [sight.at(site) for site in range(sight.board.sites)]
    around = [(x + right, y + down) for x, y in places for right, down in _ring(_RIM, 24)]
    yield Element("board", "ground", 0, 0, _closed(_hull(around)), look="board")
    first = 0
    for width in sight.board.widths:
        for site, side in ((first, -1), (first + width - 1, 1)):
            name, (x, y) = sight.board.names[site], places[site]
            stamp = sight.stamp(site, name, 3 if side > 0 else -2 - len(name))
            yield Element(f"name-{name}", "label", x + side * _NAME_AWAY, y, text=name, stamps=(stamp,))
        first += width


def _hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the smallest outline around some points that is nowhere hollow."""
    corners = []
    for run in (sorted(points), sorted(points, reverse=True)):
        half: list[tuple[float, float]] = []
        for x, y in run:
            while len(half) > 1 and not _bends_out(half[-2], half[-1], (x, y)):
                half.pop()
            half.append((x, y))
        corners += half[:-1]
    return corners


def _bends_out(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) > (b[1] - a[1]) * (c[0] - b[0])


def _cells(sight: _Sight, trail: _Trail) -> Iterator[Element]:
    for site, name in enumerate(sight.board.names):
        reach = sight.held >= 0 and site in sight.usable
        looks = {"reach": reach, "last": site in trail.changed}
        look = " ".join(word for word, shown in looks.items() if shown)
        stamps = (sight.stamp(site, "*" if reach else "."),)
        label = _label(sight, site)
        yield Element(f"site-{name}", "cell", *sight.at(site), _HEXAGON, look=look, label=label, stamps=stamps)
    yield from _territory(sight)
    pairs = [(site, near) for site, others in enumerate(sight.board.neighbours) for near in others if near > site]
    lines = ("M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*sight.at(site), *sight.at(near)) for site, near in pairs)
    yield Element("grid", "ground", 0, 0, glyph="".join(lines))
    for site in sorted(sight.offers):
        if sight.holds[site] == ".":
            name, look = f"number-{sight.board.names[site]}", "hint" + " last" * (site in trail.changed)
            yield Element(name, "cell", *sight.at(site), _disc(30), sight.number(site), look=look)


def _label(sight: _Sight, site: int) -> str:
    """A site in words: its name, what it holds, what can be done there."""
    holds = sight.holds[site]
    said = f"{sight.board.names[site]}, " + {"b": NAMES[0], "w": NAMES[1], ".": "empty"}[holds]
    if site == sight.held:
        return f"{said}, in hand" + ", put it down here" * (site in sight.usable)
    if site in sight.offers:
        power, left = sight.offers[site]
        what = {".": "add", "bw"[sight.state.actors[0]]: "move"}.get(holds, "capture")
        return f"{said}, {what} with influence {power}, {counted(left, 'step')} to travel"
    return said + ", within reach" * (sight.held >= 0 and site in sight.usable)


def _stones(sight: _Sight, trail: _Trail) -> Iterator[Element]:
    for name, site in trail.stones.items():
        seat = "bw".index(sight.holds[site])
        looks = {f"seat-{seat}": True, "last": site in trail.changed, "carried": site == sight.held}
        look = " ".join(word for word, shown in looks.items() if shown)
        counts = sight.counts[site]
        sign = _LETTERS[seat] + _COUNTED[counts] * (counts != sight.holds[site])
        stamps = (sight.stamp(site, sign),)
        yield Element(name, "piece", *sight.at(site), _STONE, _SIGNS[seat], look=look, stamps=stamps)


def _numbers(sight: _Sight, trail: _Trail) -> Iterator[Element]:
    """The numbers of stones that can be used, each carried along by its stone."""
    for name, site in trail.stones.items():
        if site in sight.offers:
            look = f"seat-{'bw'.index(sight.holds[site])} hint"
            yield Element(f"number-of-{name}", "piece", *sight.at(site), glyph=sight.number(site), look=look)


def _territory(sight: _Sight) -> Iterator[Element]:
    """A shade on every site that counts, in the colour for which it does; in text stones say it themselves."""
    for site, colour in enumerate(sight.counts):
        if colour != ".":
            aside = int(sight.held >= 0 and site in sight.usable)
            stamps = (sight.stamp(site, _COUNTED[colour], aside),) if sight.holds[site] == "." else ()
            name, look = f"counts-{sight.board.names[site]}", f"seat-{'bw'.index(colour)} overlay"
            yield Element(name, "mark", *sight.at(site), _HEXAGON, look=look, stamps=stamps)


def _caption(state: State) -> str:
    v = state.vector
    black, white = (f"{points:g}" for points in state.points)
    if not state.actors:
        who = f"{NAMES[state.winners[0]]} has won: " if state.winners else ""
        return f"{who}{state.ending}, after {v[TURN] + (v[SECOND] > 0)} turns"
    who, stage = NAMES[state.actors[0]], int(v[STAGE])
    if stage < REPLY:
        colour = {"b": "black", "w": "white"}[pie_order(state.game.tables)[stage]]
        return f"{who} places a {colour} stone, and {NAMES[1]} chooses a colour when there are three"
    if stage == REPLY:
        return f"{who} accepts the stones as they are, or swaps the colours"
    move = "first" if not v[SECOND] else "second"
    hand = ", a stone in hand" if v[HAND] >= 0 else ""
    return f"{who} to move, turn {v[TURN] + 1}, {move} move{hand}; Black {black}, White {white}"
