"""The picture of Multiplication Ludo: an island that is climbed from 1 to the goal, the sum at the top, and the die.

Every divisor of the goal is a stone, every prime factor a road in one direction, so that multiplying is moving; the
positions from which the goal is out of reach are rafts in the sea (see `island.py`). A pennant on a stone has the roll
that leads to the goal (`!` in text, which lists all positions in order, and has an `x` where the goal can no longer be
reached); pennants, lit roads and signs have the look `hint`, so that a page can hide them. Each player's markers have
their own shape.

Another layout is the table: all positions in order, as in the text.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isqrt

from ludarium.core.game import State
from ludarium.core.text import near_limit
from ludarium.games.ludo import island_view, pointing, shapes
from ludarium.games.ludo.island import SUM, WIDTH
from ludarium.games.ludo.island_view import YARD, IslandPaper
from ludarium.games.ludo.kernel import DIE, GOAL, LIMIT, MOVER, NOBODY, ROLL, TURN
from ludarium.games.ludo.rules import NAMES, board, markers
from ludarium.scenes import parts
from ludarium.scenes.finale import along, rays
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Finale, Highlight, Scene, Touch
from ludarium.scenes.track import Cell, Track

_DIE_PLACE = 210.0, SUM - 2.0


@dataclass(frozen=True)
class _LudoPicture(Picture):
    """The state that pictures carry forward: the last move.

    These are the markers and cells that it changed, its product or a lost roll after it, and sentences about both;
    `came` are the position that the marker left, its product and its seat. `rolls` counts all the rolls before the
    picture, `lost` says whether the last one was a 1.
    """

    changed: frozenset[str] = frozenset()
    came: tuple[int, int, int] = (0, 0, 0)
    product: str = ""
    sentences: tuple[str, ...] = ()
    rolls: int = 0
    lost: bool = False


def begin(state: State) -> _LudoPicture:
    """Return the picture of a first state."""
    return _LudoPicture(state)


def advance(picture: _LudoPicture, state: State, step: Sequence[int]) -> _LudoPicture:
    """Return the picture after a move, which tells its product and what it bumped or retired, or after a roll."""
    t, v = state.game.tables, picture.state.vector
    seat, roll, goal = int(v[MOVER]), int(v[ROLL]), int(t[GOAL])
    if not roll:
        drawn = replace(picture, state=state, rolls=picture.rolls + (seat != NOBODY), lost=False)
        if seat == NOBODY or step[0]:
            return drawn
        lost = f"{NAMES[seat]} rolled 1 and loses the turn."
        return replace(drawn, sentences=(*picture.sentences, lost), product=f"{NAMES[seat]} rolled 1", lost=True)
    name, place, before, now = (
        f"{NAMES[seat]}{step[0] + 1}",
        markers(t, v, seat)[step[0]],
        _cells(picture.state),
        _cells(state),
    )
    product = f"{place} x {roll} = {place * roll}"
    bumped = [other for other, cell in now.items() if other != name and cell != before[other]]
    came = f", and back to 1 with {_of_whom(bumped)}" if bumped else ""
    if place * roll >= goal:
        came = ", retired" if place * roll == goal else f", over {goal} and back to 1"
    changed = frozenset({name, *bumped, before[name], now[name]})
    text = f"{name}: {product}"
    return replace(
        picture,
        state=state,
        changed=changed,
        came=(place, roll, seat),
        product=text,
        sentences=(f"{NAMES[seat]}: {place} × {roll} = {place * roll}{came}.",),
    )


def _of_whom(bumped: Sequence[str]) -> str:
    """Return whose markers were bumped; their numbers stand nowhere on the board."""
    counts = Counter(name[0] for name in bumped)
    return " and ".join(f"{'a marker' if many == 1 else f'{many} markers'} of {seat}" for seat, many in counts.items())


def scene(picture: _LudoPicture) -> Scene:
    """Draw the island, mark what the last move changed, and describe that move in the caption."""
    paper, track = IslandPaper(picture), _track(picture.state)
    cells = {one.id: one for one in track.ground(paper.cells) if one.id in track.cells}
    drawn = (
        island_view.ground(paper), _came(paper, picture), pointing.roads(paper), _frames(paper),
        island_view.stones(paper, cells, picture.changed), _sum(paper, picture, track), pointing.sums(paper),
        _product(picture, track, (572, 132), ""), _halos(paper), pointing.ghosts(paper),
        _pieces(paper, picture, track), island_view.pennants(paper), island_view.compass(paper),
    )  # fmt: skip
    elements = tuple(element for part in drawn for element in part)
    size = WIDTH, paper.island.height
    return Scene(*size, elements, tuple(_touches(picture.state)), caption=_sentences(picture))


def _table(picture: _LudoPicture) -> Scene:
    """Draw the positions in order, in the places that they have in the text."""
    track, paper = _track(picture.state), IslandPaper(picture)
    name, look = ("", "") if paper.mover is None else (NAMES[paper.mover], f"seat-{paper.mover}")
    middle = track.at((picture.state.game.seats + track.columns - 1) / 2, track.rows - 1)
    elements = (
        *track.ground(paper.cells, picture.changed),
        *track.die(picture.rolls, paper.roll, name, look),
        *_product(picture, track, middle, picture.product.replace(" x ", " × ")),
        *(
            replace(one, x=x, y=y, path=shapes.marker(int(one.look[5]), 17), under="", glyph="")
            for one, (x, y) in ((one, _spot(paper, track, one.id)) for one in _pieces(paper, picture, track))
        ),
    )
    return Scene(*track.size, elements, tuple(_touches(picture.state)), caption=_sentences(picture))


LAYOUTS = {"map": scene, "table": _table}


def _spot(paper: IslandPaper, track: Track, marker: str) -> tuple[float, float]:
    """Return where a marker stands in the table."""
    name = marker.removeprefix("marker-")
    return track.spot(paper.cells[name], int(name[1:]) - 1)


def _sentences(picture: _LudoPicture) -> str:
    return " ".join([*picture.sentences, _caption(picture.state)])


def _track(state: State) -> Track:
    """Return every cell: starts, positions in ascending order, homes."""
    names, known = state.game.setup.seat_names, board(int(state.game.tables[GOAL]), int(state.game.tables[DIE]))
    between, goal = known.positions[1:-1], known.positions[-1]
    columns = max(6, isqrt(len(between)))
    last = 2 + (len(between) - 1) // columns
    cells = {}
    for n, name in enumerate(names):
        cells[f"start-{name}"] = Cell(n, 0, "1", f"position 1 of {name}", name)
    for number, place in enumerate(between):
        row, column = divmod(number, columns)
        hint, tip, means = "", "", ""
        if place in known.penultimate:
            hint, tip, means = "!", f"×{goal // place}", f", one roll from {goal}"
        elif place not in known.factors:
            hint, means = "x", f", from which {goal} cannot be reached"
        label = f"position {place}{means}"
        cells[f"cell-{place}"] = Cell(column, 1 + row, str(place), label, "", hint, tip, place not in known.factors)
    for n, name in enumerate(names):
        cells[f"home-{name}"] = Cell(n, last, str(goal), f"position {goal} of {name}", name)
    return Track(columns, 1 + last, cells)


def _cells(state: State) -> dict[str, str]:
    """Return the id of every marker's cell, by the marker's name."""
    return IslandPaper(Picture(state)).cells


def _came(paper: IslandPaper, picture: _LudoPicture) -> Iterator[Element]:
    """Draw the road that the last marker has come."""
    place, roll, _ = picture.came
    if place and (way := paper.island.way(place, roll)):
        line = shapes.line(way)
        yield Element("came", "ground", 0, 0, glyph=line, look="road came", under=line)


def _sum(paper: IslandPaper, picture: _LudoPicture, track: Track) -> Iterator[Element]:
    """Draw the sum, a marker times the die is a product: both open, or those of the last move until the next roll."""
    seat, roll, (place, last, whose) = paper.mover, paper.roll, picture.came
    edge = parts.rounded(400, 108, 28)
    acting = "" if seat is None else f" curve seat-{seat}"
    yield Element("sum", "ground", 224, SUM, edge, edge if acting else "", look=f"panel{acting}")
    for sign, x in (("×", 148), ("=", 275)):
        yield Element(f"sign-{sign}", "label", x, SUM, look="size-46", text=sign)
    if roll or not place or picture.lost:
        yield Element("sum-marker", "ground", 84, SUM, shapes.marker(seat or 0, 38), look="socket filled")
        yield Element("sum-product", "ground", 356, SUM, parts.rounded(104, 76, 18), look="socket filled")
    else:
        yield from pointing.written("last", whose, place, place * last, "")
    for side, x in (("marker", 84), ("product", 356)) if roll else ():
        yield Element(f"open-{side}", "label", x, SUM, look="size-46 unpointed faint", text="?")
    if picture.lost and not roll:
        yield Element("open-product", "label", 356, SUM, look="size-28 faint", text="no move")
    name, look = ("", "") if seat is None else (NAMES[seat], f"seat-{seat}")
    plain, _ = track.die(picture.rolls, roll, name, look)
    face, look = (
        (roll, look) if roll else (1, "blank") if picture.lost else (last, f"seat-{whose}" if last else "blank")
    )
    large = parts.die(plain.id, _DIE_PLACE, face, look=look, label=plain.label, size=84, role=plain.role)
    yield replace(large, look=large.look if roll else f"{look} pips", stamps=plain.stamps)


def _product(picture: _LudoPicture, track: Track, at: tuple[float, float], text: str) -> Iterator[Element]:
    """Write the product of the last move, in the text picture in any case."""
    seats, row = picture.state.game.seats, track.rows - 1
    stamps = (track.stamp(seats, row, 3, picture.product),)
    yield Element("product", "label", *at, text=text, stamps=stamps)


def _frames(paper: IslandPaper) -> Iterator[Element]:
    """Draw a gold frame around the yard of the markers on 1 that can move."""
    for seat in sorted({move.seat for move in pointing.moves(paper) if move.place == 1}):
        edge, name = parts.rounded(YARD + 14, YARD + 14, 24), f"start-{NAMES[seat]}"
        yield Element(f"halo-{name}", "ground", *paper.at(name), edge, look="halo")


def _halos(paper: IslandPaper) -> Iterator[Element]:
    """Draw a gold ring behind each marker that can move, and around the yard of those on 1."""
    movable = {move.name: move for move in pointing.moves(paper)}
    for name, move in movable.items():
        (x, y), radius = pointing.standing(paper, name)
        shape = shapes.marker(move.seat, radius + max(5, 0.25 * radius))
        yield Element(f"halo-{name}", "ground", x, y + 2, shape, look="halo")


def _pieces(paper: IslandPaper, picture: _LudoPicture, track: Track) -> Iterator[Element]:
    known = {move.name: move for move in pointing.moves(paper)}
    for name, cell in paper.cells.items():
        seat, move = NAMES.index(name[0]), known.get(name)
        look = f"seat-{seat}" + " last" * (name in picture.changed) + " win" * (seat in picture.state.winners)
        label, stamps = f"marker {name} on {track.cells[cell].text}", track.marked(cell, name)
        label += f": {paper.roll} × {move.place} is {move.product}, {' '.join(move.outcome(paper))}" if move else ""
        (x, y), radius = pointing.standing(paper, name)
        body, glyph = (shapes.marker(seat, size) for size in (radius, 0.5 * radius))
        under = shapes.marker(seat, radius, 0.17 * radius)
        yield Element(f"marker-{name}", "piece", x, y, body, glyph, look=look, label=label, stamps=stamps, under=under)


def _touches(state: State) -> Iterator[Touch]:
    """Yield the touches; a marker that would go back to 1 has no target."""
    paper = IslandPaper(Picture(state))
    for seat in paper.to_move:
        ends = {
            move.marker: (
                f"marker-{move.name}",
                paper.where(seat, move.place),
                paper.where(seat, move.product) if move.product <= paper.goal else "",
            )
            for move in pointing.moves(paper)
        }
        yield from parts.move_touches(seat, ends)


def finale(picture: _LudoPicture) -> Finale:
    """Return the road from 1 to the goal by which the last marker has come, and the markers that stand there."""
    paper, winners, (place, roll, seat) = IslandPaper(picture), picture.state.winners, picture.came
    own = [f"marker-{name}" for name in paper.cells if NAMES.index(name[0]) in winners]
    notes = [rays(*paper.island.stones[paper.goal], 74, winners[0])]
    if seat in winners and (way := [*paper.island.way(1, place), *paper.island.way(place, roll)[1:]]):
        notes = [along(shapes.line(way), seat), *notes]
    kept = ["summit-number", *(f"home-{NAMES[seat]}-owner" for seat in winners)]
    return Finale(winners, tuple(own), tuple(notes), f"start-{NAMES[0]}", tuple(kept))


def highlights(picture: _LudoPicture) -> Iterator[Highlight]:
    """Yield what pointing at markers and stones shows."""
    drawn = scene(picture)
    ways = {touch.elements[0]: touch.action for touch in drawn.touches}
    return pointing.highlights(IslandPaper(picture), ways, {element.id for element in drawn.elements})


def refusals(picture: _LudoPicture) -> Iterator[tuple[str, int, int | str]]:
    """Yield the markers, stones and rafts that stand for a move that is not legal now."""
    paper = IslandPaper(picture)
    if not pointing.moves(paper):
        return
    seat, used = paper.to_move[0], {touch.elements[0] for touch in _touches(picture.state)}
    for name in paper.cells:
        if f"marker-{name}" not in used:
            yield f"marker-{name}", seat, int(name[1:]) - 1 if name[0] == NAMES[seat] else name
    for place in (*paper.island.stones, *paper.island.rafts):
        if f"cell-{place}" not in used and place not in (1, paper.goal):
            yield f"cell-{place}", seat, str(place)


def _caption(state: State) -> str:
    v = state.vector
    if not state.actors:
        won = "".join(f"{NAMES[seat]} won: " for seat in state.winners)
        return f"{won}{state.ending}"
    if v[MOVER] == NOBODY:
        return "Drawing who begins"
    name = NAMES[v[MOVER]]
    what = f"{name} rolled {v[ROLL]} and is to move" if v[ROLL] else f"{name} to roll"
    return what + near_limit(int(state.game.tables[LIMIT] - v[TURN]))
