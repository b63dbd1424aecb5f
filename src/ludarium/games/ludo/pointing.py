"""Moves in the picture of Multiplication Ludo: lit roads at rest, and the whole sum when a move is pointed at."""

from collections.abc import Iterator
from typing import NamedTuple

from ludarium.games.ludo import shapes
from ludarium.games.ludo.island import SUM, Point
from ludarium.games.ludo.island_view import YARD, IslandPaper
from ludarium.games.ludo.rules import NAMES, markers
from ludarium.scenes import parts
from ludarium.scenes.scene import Element, Highlight


class MarkerMove(NamedTuple):
    """A move that is possible now: its action, where the marker is, the product, and whose markers it bumps."""

    seat: int
    marker: int
    place: int
    product: int
    bumped: tuple[tuple[int, int], ...]

    @property
    def name(self) -> str:
        """The marker's name."""
        return f"{NAMES[self.seat]}{self.marker + 1}"

    def outcome(self, paper: IslandPaper) -> tuple[str, str]:
        """Return what happens, in two short lines."""
        goal = paper.goal
        if self.product > goal:
            return f"over {goal}", "back to 1"
        if self.product == goal:
            return "home", "at the top"
        if self.bumped:
            return f"bumps {NAMES[self.bumped[0][0]]}", "back to 1"
        if self.product in paper.island.rafts:
            return "off the road", f"no way to {goal}"
        return f"to {self.product}", "which is empty" if not self._is_shared(paper) else "beside your own"

    def _is_shared(self, paper: IslandPaper) -> bool:
        return self.product in markers(paper.t, paper.v, self.seat)


def moves(paper: IslandPaper) -> list[MarkerMove]:
    """Return the moves that are possible now."""
    found = []
    for seat in paper.to_move if paper.roll else ():
        for marker in paper.state.legal(seat):
            place = markers(paper.t, paper.v, seat)[marker]
            product = place * paper.roll
            bumped = tuple(
                (other, number)
                for other in range(paper.seats)
                for number, there in enumerate(markers(paper.t, paper.v, other))
                if other != seat and there == product != paper.goal
            )
            found.append(MarkerMove(seat, marker, place, product, bumped))
    return found


def _once(paper: IslandPaper) -> list[MarkerMove]:
    """Return one of the moves from each position, for what is the same of all of them."""
    return list({move.place: move for move in reversed(moves(paper))}.values())[::-1]


def roads(paper: IslandPaper) -> Iterator[Element]:
    """Light the way of each marker that can move: at rest narrow, a hint; when pointed at wide."""
    for move in _once(paper):
        way = paper.island.way(move.place, paper.roll)
        if way:
            look, drawn = f"lit-road curve seat-{move.seat}", shapes.line(way)
            yield Element(f"road-{move.place}", "ground", 0, 0, glyph=drawn, look=f"{look} hint", under=drawn)
            yield Element(f"way-{move.place}", "ground", 0, 0, glyph=drawn, look=f"{look} wide pointed", under=drawn)
            arrows = shapes.chevrons(way, 9)
            yield Element(f"arrows-{move.place}", "ground", 0, 0, glyph=arrows, look="flow arrows hint")
    for place in paper.island.stones:
        ends = [place * prime for prime in (2, 3, 5) if place * prime in paper.island.stones]
        if ends:
            out = "".join(shapes.line([paper.island.stones[place], paper.island.stones[end]]) for end in ends)
            yield Element(f"out-{place}", "ground", 0, 0, glyph=out, look="road out pointed")


def ghosts(paper: IslandPaper) -> Iterator[Element]:
    """Draw where each marker would stand, or a ring around those that it would bump; a sign where it goes nowhere."""
    for move in _once(paper):
        target = paper.where(move.seat, move.product) if move.product <= paper.goal else ""
        own = target in [cell for name, cell in paper.cells.items() if name[0] == NAMES[move.seat]]
        if move.bumped:
            (x, y), radius = paper.stand(target, 1)
            yield Element(f"to-{move.place}", "ground", x, y, parts.disc(round(1.42 * radius)), look="strike")
        elif target and (not own or move.product == paper.goal):
            (x, y), radius = paper.stand(target, move.marker + 1)
            body, glyph = (shapes.marker(move.seat, size) for size in (radius - 2, 0.45 * radius))
            yield Element(f"to-{move.place}", "ground", x, y, body, glyph, look=f"seat-{move.seat} ghost hint")
    for move in moves(paper):
        sign = shapes.OVER if move.product > paper.goal else shapes.WAVES if move.product in paper.island.rafts else ""
        if sign and move.place > 1:
            (x, y), radius = standing(paper, move.name)
            at = x - 0.85 * radius, y - 0.85 * radius
            yield Element(f"sign-{move.name}", "label", *at, shapes.BACK, sign, look="sign hint")


def standing(paper: IslandPaper, name: str) -> tuple[Point, float]:
    """Return where a marker stands, and its radius."""
    cell = paper.cells[name]
    beside = [other for other, there in paper.cells.items() if there == cell]
    return paper.stand(cell, int(name[1:]), len(beside), beside.index(name))


def written(name: str, seat: int, place: int, product: int, look: str) -> Iterator[Element]:
    """Write the marker's number and the product into the sum."""
    body, size = shapes.marker(seat, 38), 46 if place < 100 else 32
    look_of = f"seat-{seat} size-{size}{look}"
    yield Element(f"factor-{name}", "label", 84, SUM, body, look=look_of, text=str(place))
    size = 54 if product < 1000 else 46
    yield Element(f"product-{name}", "label", 356, SUM, look=f"size-{size}{look}", text=str(product))


def sums(paper: IslandPaper) -> Iterator[Element]:
    """Write the sum of each move and its outcome, and show in its yard who goes back to 1."""
    for move in _once(paper):
        first, second = move.outcome(paper)
        yield from written(f"{move.place}", move.seat, move.place, move.product, " pointed")
        yield Element(f"first-{move.place}", "label", 572, 62, look="size-28 news pointed", text=first)
        yield Element(f"second-{move.place}", "label", 572, 98, look="size-25 pointed", text=second)
        back = list(move.bumped)
        if move.product > paper.goal:
            back.append((move.seat, move.marker))
        for seat, number in back:
            cell = f"start-{NAMES[seat]}"
            (x, y), radius = paper.stand(cell, number + 1)
            shape, look = shapes.marker(seat, radius), f"seat-{seat} back pointed"
            yield Element(f"back-{move.place}-{NAMES[seat]}{number + 1}", "label", x, y, shape, look=look)
        for seat in sorted({seat for seat, _ in back}):
            edge = parts.rounded(YARD + 6, YARD + 6, 20)
            at = paper.at(f"start-{NAMES[seat]}")
            yield Element(f"return-{move.place}-{NAMES[seat]}", "ground", *at, edge, look="strike pointed")


def highlights(paper: IslandPaper, ways: dict[str, int], drawn: set[str]) -> Iterator[Highlight]:
    """Yield what pointing shows: the sum of a move, and of an empty stone its roads with the products at their ends.

    `ways` has the marker that each element chooses; `drawn` are all elements.
    """
    known = {move.marker: move for move in moves(paper)}
    for name, marker in ways.items():
        move = known[marker]
        parts_ = ("way", "arrows", "to", "factor", "product", "first", "second")
        lit = [f"{part}-{move.place}" for part in parts_] + [f"halo-{move.name}", f"sign-{move.name}"]
        lit += [one for one in drawn if one.startswith((f"back-{move.place}-", f"return-{move.place}-"))]
        if move.product in paper.island.rafts:
            lit.append(f"cell-{move.product}")
        yield Highlight(name, tuple(sorted(drawn.intersection(lit))))
    for place in paper.island.stones:
        name = f"cell-{place}"
        if name in drawn and name not in ways:
            ends = [f"cell-{place * roll}" for roll in range(2, 7) if place * roll in paper.island.stones]
            yield Highlight(name, tuple(one for one in (f"out-{place}", *ends) if one in drawn))
