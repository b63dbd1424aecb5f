"""The picture of Throngs: stones on a net of lines, hints about moves, what a move would do, and the territories.

A small stone is one that can be added, a broken ring is around a stone that can be captured, and a number below a bow
is how many steps a stone may travel from there. The overlay shades every site in the colour for which it counts.

Size: one picture, whose parts share the places of the sites.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from ludarium.boards.triangular import TriangularGrid
from ludarium.core.game import State
from ludarium.core.text import counted, near_limit
from ludarium.games.throngs import board_view
from ludarium.games.throngs.kernel import HAND, LIMIT, PLAY, REPLY, SECOND, STAGE, TRAVEL, TURN
from ludarium.games.throngs.rules import BOARDS, NAMES, counts, pie_order, stones, territory, travel
from ludarium.games.throngs.ways import Way, ways
from ludarium.scenes.finale import land
from ludarium.scenes.parts import disc, looks, moved, polygon, polygon_corners, removed, rounded
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Button, Element, Finale, Highlight, Scene, Stamp, Touch

_LETTERS = ("X", "O")
_COUNTED = {"b": "x", "w": "o", ".": "-"}
"""The text picture has capitals for stones, small letters for sites that count for a colour without its stone, a dash
after a stone that counts for neither player, and a star for a site that can be reached."""
_FIRST_COLUMN = 5

_SITE, _DOT, _END = disc(50), disc(8), disc(25)
_HEXAGON = polygon(polygon_corners(56, 6, 0.5))
_AROUND = polygon(polygon_corners(58, 6, 0.5))
"""All that is nearer to a site than to others: no touch of the net falls between the discs of three sites."""
_STONE, _SMALL, _PLACE, _RING = disc(41), disc(29), disc(17), disc(47)
_SIGNS = ("", "M27-3A27 27 0 1 1-27-3A27 27 0 1 1 27-3Z")
"""Marks on the stones: white's have a groove."""
_BOW = "M-12-19Q-1-32 11-22M4-22L12-21L11.5-29"
_SMALL_BOW = "M-8-15Q-1-23 7-17M2-17L7.5-16.5L7.5-22"
_TAG = "M-108-19H108L118 0L108 19H-108L-118 0Z"
_CROSSED = disc(33) + "M-23-23L23 23"


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
    offers: Mapping[int, int]
    """For every site where a move can begin, how far a stone may travel from there."""
    ends: Mapping[int, Way]
    """The ways of the stone that travels."""

    @classmethod
    def of(cls, state: State) -> "_Sites":
        t, v = state.game.tables, state.vector
        board, held = BOARDS[int(state.game.options["board"])], int(v[HAND])
        usable = frozenset(action for action in state.legal() if action < board.sites)
        offers, holds = {}, stones(t, v)
        if held < 0 and v[STAGE] == PLAY:
            seat = int(state.actors[0]) if state.actors else 0
            offers = {site: travel(t, v, seat, site) for site in usable}
        black, white = (territory(t, v, seat) for seat in range(2))
        tinted = "".join("b" if site in black else "w" if site in white else "." for site in range(board.sites))
        ends = ways(board, holds, held, int(v[TRAVEL])) if held >= 0 else {}
        return cls(state, board, holds, tinted, held, usable, offers, ends)

    @property
    def mover(self) -> int:
        """The seat to move; 0 after the game."""
        return int(self.state.actors[0]) if self.state.actors else 0

    @property
    def plays(self) -> bool:
        """Whether a move is to be begun."""
        return bool(self.state.actors) and self.held < 0 and self.state.vector[STAGE] == PLAY

    def at(self, site: int) -> tuple[float, float]:
        """Return the place in the picture of a site."""
        return board_view.at(self.board, site)

    def stamp(self, site: int, text: str, aside: int = 0) -> Stamp:
        """Return characters of the text picture at a site, or `aside` columns to the right of it."""
        row = self.board.points[-1][1] - self.board.points[site][1]
        return Stamp(row, _FIRST_COLUMN + round(4 * self.board.centre(site)[0]) + aside, text)

    def around(self, site: int) -> Iterator[int]:
        """Yield the sites whose stones count for the influence on a site: its neighbours and itself."""
        yield from (site, *self.board.neighbours[site])


@dataclass(frozen=True)
class _ThrongsPicture(Picture):
    """The state that pictures carry forward: the site of every stone, in a constant order, and what changed last.

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
    elements = (
        *board_view.score(state),
        *board_view.ground(sites.board),
        *board_view.names(sites.board),
        *_cells(sites, picture),
        *_stones(sites, picture),
        *_numbers(sites, picture),
    )
    names = sites.board.names
    touches = (Touch(seat, site, (f"site-{names[site]}",)) for seat in state.actors for site in sorted(sites.usable))
    stay = [Button(seat, sites.held, "stay") for seat in state.actors if sites.held in sites.usable]
    return Scene(*board_view.size(sites.board), elements, tuple(touches), tuple(stay), caption=_caption(state))


def _cells(sites: _Sites, picture: _ThrongsPicture) -> Iterator[Element]:
    for site, name in enumerate(sites.board.names):
        reach, stays = site in sites.ends, site == sites.held and site in sites.usable
        look = looks(point=True, reach=reach, last=site in picture.changed)
        text = str(sites.ends[site].cost) if reach else ""
        stamps = (sites.stamp(site, "*" if reach or stays else "."), *_rim_stamps(sites, site))
        shape = _END if reach else _DOT
        label = _label(sites, site)
        yield Element(
            f"site-{name}",
            "cell",
            *sites.at(site),
            _SITE,
            shape,
            look=look,
            text=text,
            label=label,
            stamps=stamps,
            under=_AROUND,
        )
    yield from _territory(sites)
    yield from _additions(sites)


def _rim_stamps(sites: _Sites, site: int) -> Iterator[Stamp]:
    """Yield the name of a site that is the first or the last of its row in the text picture."""
    name, row = sites.board.names[site], sites.board.points[site][1]
    same = [other for other, point in enumerate(sites.board.points) if point[1] == row]
    if site == same[0]:
        yield sites.stamp(site, name, -2 - len(name))
    if site == same[-1]:
        yield sites.stamp(site, name, 3)


def _additions(sites: _Sites) -> Iterator[Element]:
    """Draw a small stone on every site where one can be added."""
    placing = {}
    if sites.state.actors and sites.state.vector[STAGE] < REPLY:
        colour = pie_order(sites.state.game.tables)[int(sites.state.vector[STAGE])]
        placing = dict.fromkeys(sites.usable, "bw".index(colour))
    placing |= {site: sites.mover for site in sites.offers if sites.holds[site] == "."}
    for site in sorted(placing):
        steps = sites.offers.get(site, 0)
        name = f"number-{sites.board.names[site]}"
        look = f"seat-{placing[site]} hint travels small{board_view.large(sites.board)}"
        shape, glyph, text = (
            (_SMALL if site in sites.offers else _PLACE),
            *((_SMALL_BOW, str(steps)) if steps else ("", "")),
        )
        yield Element(name, "piece", *sites.at(site), shape, glyph, look=look, text=text)


def _label(sites: _Sites, site: int) -> str:
    """Describe a site in words: its name, what it holds, and what the mover can do there."""
    holds, state = sites.holds[site], sites.state
    said = f"{sites.board.names[site]}: " + {"b": "Black's stone", "w": "White's stone", ".": "empty"}[holds]
    if site == sites.held:
        return f"{said}, on its way" + ", and may stay here" * (site in sites.usable)
    if site in sites.ends:
        return f"{said}, {sites.ends[site].cost} of {counted(int(state.vector[TRAVEL]), 'step')} away"
    if not sites.plays:
        return said
    own, other = counts(sites.holds, sites.mover, tuple(sites.around(site)))
    mine, others = f"{NAMES[sites.mover]}'s", f"{NAMES[1 - sites.mover]}'s"
    said += f"; {mine} influence {own - other:+d} ({own} of {mine} stones, {other} of {others})"
    said = said.replace("-", "\N{MINUS SIGN}").replace("+0", "0")
    if site not in sites.offers:
        return said
    steps = sites.offers[site]
    if holds == "bw"[sites.mover]:
        return f"{said}; it may travel {counted(steps, 'step')}"
    what, cost = ("adding", min(1, own - other)) if holds == "." else ("capturing", 2)
    return f"{said}; {what} costs {cost}" + f" and leaves {counted(steps, 'step')}" * (steps > 0)


def _stones(sites: _Sites, picture: _ThrongsPicture) -> Iterator[Element]:
    for name, site in picture.stones.items():
        seat = "bw".index(sites.holds[site])
        marks = looks(
            solid=True, counted=True, grooved=seat == 1, last=site in picture.changed, carried=site == sites.held
        )
        tint = sites.counts[site]
        sign = _LETTERS[seat] + _COUNTED[tint] * (tint != sites.holds[site])
        stamps = (sites.stamp(site, sign),)
        count = "+1" if seat == sites.mover else "\N{MINUS SIGN}1"
        yield Element(
            name, "piece", *sites.at(site), _STONE, _SIGNS[seat], look=f"seat-{seat} {marks}", text=count, stamps=stamps
        )


def _numbers(sites: _Sites, picture: _ThrongsPicture) -> Iterator[Element]:
    """Draw the steps of stones that can be used, and a ring around those to capture; each moves with its stone."""
    for name, site in picture.stones.items():
        if site in sites.offers:
            seat, steps = "bw".index(sites.holds[site]), sites.offers[site]
            ring, look = ("", "") if seat == sites.mover else (_RING, " strike")
            glyph, text = (_BOW, str(steps)) if steps else ("", "")
            look = f"seat-{seat} hint travels{look}{board_view.large(sites.board)}"
            yield Element(f"number-of-{name}", "piece", *sites.at(site), ring, glyph, look=look, text=text)


def finale(picture: _ThrongsPicture) -> Finale:
    """Return the winner's territory, which fills from the last stone outwards, and the winner's stones."""
    (seat,), sites = picture.state.winners, _Sites.of(picture.state)
    last = sites.at(next(iter(picture.changed), 0))

    def away(site: int) -> float:
        return dist(sites.at(site), last)

    own = sorted((site for site, colour in enumerate(sites.counts) if colour == "bw"[seat]), key=away)
    stones_ = sorted((away(site), name) for name, site in picture.stones.items() if sites.holds[site] == "bw"[seat])
    notes = land(((*sites.at(site), _HEXAGON) for site in own), seat)
    kept = tuple(f"{part}-{seat}" for part in ("score", "called", "points", "sign", "goal"))
    return Finale((seat,), tuple(name for _, name in stones_), tuple(notes), next(iter(picture.stones), ""), kept)


def highlights(picture: _ThrongsPicture) -> Iterator[Highlight]:
    """Yield what pointing at each site shows: what counts for its influence, and where a stone could go from it.

    While a stone travels, pointing at an end shows the way there and what it costs. The score says what it counts.
    """
    sites = _Sites.of(picture.state)
    names, stone_on = sites.board.names, {site: name for name, site in picture.stones.items()}
    for site, name in enumerate(names if sites.plays else ()):
        near = [*sites.around(site)]
        lit = (*(f"site-{names[there]}" for there in near), *(stone_on[there] for there in near if there in stone_on))
        yield Highlight(f"site-{name}", lit, tuple(_notes(sites, site)))
    for end, way in sites.ends.items():
        yield Highlight(f"site-{names[end]}", (), tuple(_way(sites, way)))
    yield from (Highlight(f"{part}-{seat}") for seat in range(len(NAMES)) for part in board_view.SAID)


def _notes(sites: _Sites, site: int) -> Iterator[Element]:
    """Yield what touching a site would do: its influence as a sum, and what every end of a travel costs."""
    x, y = sites.at(site)
    own, other = counts(sites.holds, sites.mover, tuple(sites.around(site)))
    for end, way in ways(sites.board, sites.holds, site, sites.offers.get(site, 0)).items():
        yield Element("", "label", *sites.at(end), _END, look="note cost", text=str(way.cost))
    if site not in sites.offers and sites.holds[site] == ".":
        yield Element("", "mark", x, y, glyph=_CROSSED, look="note no")
    sum_ = f"{own - other:+d}".replace("-", "\N{MINUS SIGN}").replace("+0", "0")
    yield Element("", "label", x, y - 54, _TAG, look="note tag", text=f"influence {sum_}")
    yield Element("", "label", x, y + 58, rounded(62, 36, 18), look="note name", text=sites.board.names[site])


def _way(sites: _Sites, way: Way) -> Iterator[Element]:
    """Yield the hops of a travel, as bows over what they leap, and the stone at its end."""
    places = [complex(*sites.at(site)) for site in way.sites]
    path = f"M{places[0].real:.0f} {places[0].imag:.0f}"
    for one, other in pairwise(places):
        bow = (one + other) / 2 + (other - one) * (0.22j if other.real < one.real else -0.22j)
        far = abs(other - one) > 1.5 * board_view.STEP
        path += f"Q{bow.real:.0f} {bow.imag:.0f} " if far else "L"
        path += f"{other.real:.0f} {other.imag:.0f}"
    yield Element("", "mark", 0, 0, glyph=path, look="note way")
    for place in places[1:-1]:
        yield Element("", "mark", place.real, place.imag, disc(9), look="note landing")
    seat, (x, y), name = "bw".index(sites.holds[sites.held]), sites.at(way.sites[-1]), way.sites[-1]
    yield Element(
        "", "piece", x, y, _STONE, _SIGNS[seat], look=f"seat-{seat} solid counted grooved note", text=str(way.cost)
    )
    yield Element("", "label", x, y + 60, rounded(62, 36, 18), look="note name", text=sites.board.names[name])


def refusals(picture: _ThrongsPicture) -> Iterator[tuple[str, int, int]]:
    """Yield the sites that cannot be touched now, with what touching them would mean."""
    names = BOARDS[int(picture.state.game.options["board"])].names
    for seat in picture.state.actors:
        for site in sorted({*range(len(names))} - {*picture.state.legal(seat)}):
            yield f"site-{names[site]}", seat, site


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
        return f"{who}{state.ending}"
    who, stage = NAMES[state.actors[0]], int(v[STAGE])
    if stage < REPLY:
        colour = {"b": "black", "w": "white"}[pie_order(state.game.tables)[stage]]
        return f"{who} places a {colour} stone, and {NAMES[1]} chooses a colour when there are three"
    if stage == REPLY:
        return f"{who} accepts the stones as they are, or swaps the colours"
    move = 1 + int(v[SECOND])
    travels = ", and its stone travels" if v[HAND] >= 0 else ""
    last = near_limit(int(state.game.tables[LIMIT] - v[TURN]))
    return f"{who} to move, move {move} of 2{travels}; Black {black}, White {white}{last}"
