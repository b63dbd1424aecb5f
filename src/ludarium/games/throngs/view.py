"""The picture of Throngs: a hexagon for each site, discs for stones, hints about moves, and the territories.

A small stone is one that can be added, a ring is around a stone that can be captured, and a number is how many steps a
stone may travel from there. The overlay shades every site in the colour for which it counts.

Size: one picture, whose parts share the places of the sites.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ludarium.boards.triangular import TriangularGrid
from ludarium.core.game import State
from ludarium.core.text import counted
from ludarium.games.throngs.kernel import HAND, PLAY, REPLY, SECOND, STAGE, TURN
from ludarium.games.throngs.rules import BOARDS, NAMES, influence, pie_order, stones, territory, travel
from ludarium.scenes.parts import disc, looks, moved, polygon, polygon_corners, removed
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Highlight, Scene, Stamp, Touch

_STEP, _MARGIN = 100, 140
_RIM, _NAME_AWAY = 122, 84
_LETTERS = ("X", "O")
_COUNTED = {"b": "x", "w": "o", ".": "-"}
"""The text picture has capitals for stones, small letters for sites that count for a colour without its stone, a dash
after a stone that counts for neither player, and a star for a site that can be reached."""
_FIRST_COLUMN = 5


_HEXAGON = polygon(polygon_corners(55, 6, 0.5))
_STONE = disc(39)
_SIGNS = ("", disc(32))
"""Marks on the stones: white's have an inner ring."""
_STROKES = {
    "0": "h12v24h-12z", "1": "m1 5l6-5v24", "2": "h12v11l-12 13h12", "3": "h12l-7 11h7v13h-12",
    "4": "m9 24v-24l-9 17h13", "5": "m12 0h-12v11h12v13h-12", "6": "m12 0h-12v24h12v-13h-12",
    "7": "h12l-8 24",
}  # fmt: skip
"""Digits as paths, because a text has one colour and the stones have two."""
_DIGIT = 12
"""The width of a digit."""


@dataclass(frozen=True)
class _Sites:
    """The sites of a state: what each holds, for which colour it counts, and what the mover can do there."""

    state: State
    board: TriangularGrid
    holds: str
    counts: str
    """For every site the colour for which it counts, with the letters of `holds`."""
    held: int
    usable: frozenset[int]
    offers: dict[int, tuple[int, int]]
    """For every site where a move can begin, the influence, and how far a stone may travel."""

    @classmethod
    def of(cls, state: State) -> "_Sites":
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
        """Return the place in the picture of a site."""
        return _at(self.board, site)

    def stamp(self, site: int, text: str, aside: int = 0) -> Stamp:
        """Return characters of the text picture at a site, or `aside` columns to the right of it."""
        row = self.board.points[-1][1] - self.board.points[site][1]
        return Stamp(row, _FIRST_COLUMN + round(4 * self.board.centre(site)[0]) + aside, text)

    def number(self, site: int) -> str:
        """Return how many steps a stone may travel from a usable site as a path; empty for none."""
        steps = self.offers.get(site, (0, 0))[1]
        return f"M{-_DIGIT / 2:g}-12{_STROKES[str(steps)]}" if steps else ""


@dataclass(frozen=True)
class _ThrongsPicture(Picture):
    """What is carried forward: the site of every stone, in a constant order, and the sites that the last turn changed.

    `steps` counts the steps since the first picture.
    """

    stones: Mapping[str, int]
    changed: frozenset[int] = frozenset()
    steps: int = 0


def begin(state: State) -> _ThrongsPicture:
    """Return the picture of a first state, whose sites name the stones."""
    names = BOARDS[int(state.game.options["board"])].names
    holds = stones(state.game.tables, state.vector)
    return _ThrongsPicture(state, {f"stone-{name}": site for site, name in enumerate(names) if holds[site] != "."})


def advance(picture: _ThrongsPicture, state: State, step: Sequence[int]) -> _ThrongsPicture:
    """Move, add or capture a stone; an added stone is named by the number of the step."""
    (action,), before, lie = step, picture.state, picture.stones
    held, changed = int(before.vector[HAND]), picture.changed if before.in_turn else frozenset[int]()
    holds = stones(before.game.tables, before.vector)
    if action < len(holds):
        changed |= {action}
        if held >= 0:
            lie = moved(lie, held, action)
        elif holds[action] != "bw"[before.actors[0]]:
            lie = removed(lie, action) | {f"stone-{picture.steps}": action}
    return _ThrongsPicture(state, lie, changed, picture.steps + 1)


def scene(picture: _ThrongsPicture) -> Scene:
    """Draw the board, and mark what the last turn changed."""
    state, sites = picture.state, _Sites.of(picture.state)
    places = [sites.at(site) for site in range(sites.board.sites)]
    width, height = (max(place[axis] for place in places) + _MARGIN for axis in range(2))
    elements = (
        *_ground(sites),
        *_cells(sites, picture),
        *_stones(sites, picture),
        *_numbers(sites, picture),
    )
    names = sites.board.names
    touches = (Touch(seat, site, (f"site-{names[site]}",)) for seat in state.actors for site in sorted(sites.usable))
    return Scene(width, height, elements, tuple(touches), caption=_caption(state))


def _ground(sites: _Sites) -> Iterator[Element]:
    places = [sites.at(site) for site in range(sites.board.sites)]
    yield Element("board", "ground", 0, 0, _outline(sites.board), look="board")
    first = 0
    for width in sites.board.widths:
        for site, side in ((first, -1), (first + width - 1, 1)):
            name, (x, y) = sites.board.names[site], places[site]
            stamp = sites.stamp(site, name, 3 if side > 0 else -2 - len(name))
            yield Element(
                f"name-{name}", "label", x + side * _NAME_AWAY, y, text=name, look="coordinate", stamps=(stamp,)
            )
        first += width


def _at(board: TriangularGrid, site: int) -> tuple[float, float]:
    x, y = board.centre(site)
    return _MARGIN + _STEP * x, _MARGIN + _STEP * y


@cache
def _outline(board: TriangularGrid) -> str:
    """Return the shape of the ground: a line around all sites, at the same distance from the outer ones."""
    places = [_at(board, site) for site in range(board.sites)]
    return polygon(_hull([(x + right, y + down) for x, y in places for right, down in polygon_corners(_RIM, 24)]))


def _hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the corners of the convex hull of some points (Andrew's monotone chain)."""
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


def _cells(sites: _Sites, picture: _ThrongsPicture) -> Iterator[Element]:
    for site, name in enumerate(sites.board.names):
        reach = sites.held >= 0 and site in sites.usable
        look = looks(reach=reach, last=site in picture.changed)
        stamps = (sites.stamp(site, "*" if reach else "."),)
        label = _label(sites, site)
        yield Element(f"site-{name}", "cell", *sites.at(site), _HEXAGON, look=look, label=label, stamps=stamps)
    yield from _territory(sites)
    mover = f"seat-{sites.state.actors[0]} ghost hint" if sites.offers else ""
    for site in sorted(sites.offers):
        if sites.holds[site] == ".":
            name, look = f"number-{sites.board.names[site]}", mover + " last" * (site in picture.changed)
            yield Element(name, "cell", *sites.at(site), disc(27), sites.number(site), look=look)


def _label(sites: _Sites, site: int) -> str:
    """Describe a site in words: its name, what it holds, and what the mover can do there."""
    holds, state = sites.holds[site], sites.state
    said = f"{sites.board.names[site]}, " + {"b": NAMES[0], "w": NAMES[1], ".": "empty"}[holds]
    if site == sites.held:
        return f"{said}, in hand" + ", put it down here" * (site in sites.usable)
    if site in sites.offers:
        power, left = sites.offers[site]
        what = {".": "add", "bw"[sites.state.actors[0]]: "move"}.get(holds, "capture")
        return f"{said}, {what} with influence {power}, {counted(left, 'step')} to travel"
    if sites.held >= 0 or not state.actors or state.vector[STAGE] != PLAY:
        return said + ", within reach" * (sites.held >= 0 and site in sites.usable)
    return f"{said}, influence {influence(state.game.tables, state.vector, state.actors[0], site)}"


def _stones(sites: _Sites, picture: _ThrongsPicture) -> Iterator[Element]:
    for name, site in picture.stones.items():
        seat = "bw".index(sites.holds[site])
        look = f"seat-{seat} {looks(last=site in picture.changed, carried=site == sites.held)}".rstrip()
        counts = sites.counts[site]
        sign = _LETTERS[seat] + _COUNTED[counts] * (counts != sites.holds[site])
        stamps = (sites.stamp(site, sign),)
        yield Element(name, "piece", *sites.at(site), _STONE, _SIGNS[seat], look=look, stamps=stamps)


def _numbers(sites: _Sites, picture: _ThrongsPicture) -> Iterator[Element]:
    """Draw the numbers on stones that can be used, and a ring around those to capture; each moves with its stone."""
    for name, site in picture.stones.items():
        if site in sites.offers:
            seat = "bw".index(sites.holds[site])
            ring, look = ("", "") if seat == sites.state.actors[0] else (disc(46), " strike")
            glyph = sites.number(site)
            yield Element(f"number-of-{name}", "piece", *sites.at(site), ring, glyph, look=f"seat-{seat} hint{look}")


def highlights(picture: _ThrongsPicture) -> Iterator[Highlight]:
    """Yield for each site the stones that count for the influence on it, and where a stone could travel from it."""
    state, sites = picture.state, _Sites.of(picture.state)
    names = sites.board.names
    stone_on = {site: name for name, site in picture.stones.items()}
    for site, name in enumerate(names if state.actors and state.vector[STAGE] == PLAY else ()):
        near = (stone_on[there] for there in (site, *sites.board.neighbours[site]) if there in stone_on)
        yield Highlight(f"site-{name}", (*near, *(f"site-{names[end]}" for end in _reach(sites, site))))


def _reach(sites: _Sites, site: int) -> Iterator[int]:
    """Yield where a stone that begins a move on a site could go."""
    if sites.offers.get(site, (0, 0))[1]:
        after = sites.state.play_unchecked(site)
        yield from (end for end in after.legal() if after.vector[HAND] == site and end not in (site, sites.board.sites))


def _territory(sites: _Sites) -> Iterator[Element]:
    """Shade every site that counts in its colour; in text the mark of a site with a stone is part of the stone's."""
    for site, colour in enumerate(sites.counts):
        if colour != ".":
            aside = int(sites.held >= 0 and site in sites.usable)
            stamps = (sites.stamp(site, _COUNTED[colour], aside),) if sites.holds[site] == "." else ()
            name, look = f"counts-{sites.board.names[site]}", f"seat-{'bw'.index(colour)} overlay"
            yield Element(name, "mark", *sites.at(site), _HEXAGON, look=look, stamps=stamps)


def _caption(state: State) -> str:
    v = state.vector
    black, white = (f"{points:g}" for points in state.points)
    if not state.actors:
        who = f"{NAMES[state.winners[0]]} won: " if state.winners else ""
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
