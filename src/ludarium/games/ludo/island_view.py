"""The island of Multiplication Ludo as a picture: its shore and heights, roads, stones, yards and rafts."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from ludarium.core.cached import cached_property
from ludarium.core.kernel import CHANCE
from ludarium.games.ludo import shapes
from ludarium.games.ludo.island import MIDDLE, PRIMES, WIDTH, Island, Point
from ludarium.games.ludo.kernel import DIE, GOAL, MOVER, NOBODY, ROLL
from ludarium.games.ludo.rules import NAMES, board, markers
from ludarium.scenes import parts
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element

YARD = 116
_SOCKET, _APART = 24, 54
_WAVE = "q11-11 22 0t22 0"


class IslandPaper:
    """A picture and the geometry of its drawing; places are ids of cells, as `cell-20`, `start-A` and `home-A`."""

    def __init__(self, picture: Picture) -> None:
        self.state = picture.state
        self.t, self.v = self.state.game.tables, self.state.vector
        self.goal, self.roll = int(self.t[GOAL]), int(self.v[ROLL])
        self.seats = self.state.game.seats
        self.known = board(self.goal, int(self.t[DIE]))
        self.island = Island.of(self.known, self.seats)
        self.mover = int(self.v[MOVER]) if self.v[MOVER] != NOBODY else None
        self.to_move = [seat for seat in self.state.actors if seat != CHANCE]

    @property
    def stone(self) -> Point:
        """The half width and height of a stone."""
        return (37, 27) if self.island.crowded else (45, 31)

    @property
    def is_adrift(self) -> bool:
        """Whether a marker stands where no product leads to the goal, or can move there."""
        standing = {place for seat in range(self.seats) for place in markers(self.t, self.v, seat)}
        moved = {self.roll * place for seat in self.to_move for place in markers(self.t, self.v, seat)}
        return not self.island.rafts.keys().isdisjoint(standing | moved)

    def where(self, seat: int, place: int) -> str:
        """Return the id of the cell for a seat's marker on this position."""
        if place == 1:
            return f"start-{NAMES[seat]}"
        return f"home-{NAMES[seat]}" if place == self.goal else f"cell-{place}"

    @cached_property
    def cells(self) -> dict[str, str]:
        """The id of every marker's cell, by the marker's name."""
        return {
            f"{NAMES[seat]}{number}": self.where(seat, place)
            for seat in range(self.seats)
            for number, place in enumerate(markers(self.t, self.v, seat), 1)
        }

    def at(self, cell: str) -> Point:
        """Return the centre of a cell."""
        kind, name = cell.split("-")
        if kind == "cell":
            return self.island.stones.get(int(name)) or self.island.rafts[int(name)]
        return (self.island.starts if kind == "start" else self.island.homes)[NAMES.index(name)]

    def stand(self, cell: str, number: int, count: int = 1, nth: int = 0) -> tuple[Point, float]:
        """Return where a marker stands and its radius: in its socket of a yard, or beside the others on a stone."""
        x, y = self.at(cell)
        if not cell.startswith("cell"):
            right, down = parts.quadrant(number - 1, _APART, _APART)
            return (x + right, y + down), _SOCKET
        if int(cell[5:]) in self.island.rafts:
            up, radius = (29, 14) if self.island.tight else (42, 20)
            return (x + (nth - (count - 1) / 2) * 14, y - up), radius
        up, radius = (32, (22, 21, 20, 18)[count - 1]) if self.island.crowded else (42, (28, 25, 22, 20)[count - 1])
        return (x + (nth - (count - 1) / 2) * 1.15 * radius, y - up), radius


def ground(paper: IslandPaper) -> Iterator[Element]:
    """Draw the sea, the island with its heights, and the roads."""
    island = paper.island
    yield replace(parts.board(WIDTH, island.height), look="board sea")
    rows = range(int(island.sea[0] - 250) // 92)
    waves = [(68 + 60 * (row % 2) + side, 180 + 92 * row) for row in rows for side in (0, 540)]
    glyph = "".join(f"M{x} {y}{_WAVE}" for x, y in waves)
    yield Element("waves", "ground", 0, 0, glyph=glyph, look="sea-line")
    outlines = island.contours()
    for number, outline in enumerate(outlines):
        look = f"height at-{number}"
        yield Element(f"height-{number}", "ground", 0, 0, outline, look=look, under=outline if number == 0 else "")
    roads = "".join(shapes.line([island.stones[one], island.stones[other]]) for one, other in island.roads())
    yield Element("roads", "ground", 0, 0, glyph=roads, look="road", under=roads)
    if island.rafts:
        top, bottom = island.sea
        panel = parts.rounded(WIDTH - 32, bottom - top, 20)
        yield Element("sea", "ground", MIDDLE, (top + bottom) / 2, panel, look="deep-sea")
        words = f"No product leads from here to {paper.goal}" if paper.is_adrift else ""
        yield Element("adrift", "label", MIDDLE, top + (20 if island.tight else 28), look="size-24 adrift", text=words)


def compass(paper: IslandPaper) -> Iterator[Element]:
    """Show in which direction the road of every prime leads."""
    x, y, long = 590, 102, 54
    used = [prime for prime in PRIMES if prime in paper.island.stones]
    arrows = ""
    for prime in used:
        turn_x, turn_y = paper.island.direction(prime)
        across, down = long * turn_x, long * turn_y
        arrows += f"M0 0L{across:.1f} {down:.1f}" + "".join(
            f"M{across:.1f} {down:.1f}l{-11 * turn_x + sign * 8 * turn_y:.1f} {-11 * turn_y - sign * 8 * turn_x:.1f}"
            for sign in (-1, 1)
        )
        at = x + across + 18 * turn_x, y + down + 16 * turn_y - 4
        yield Element(f"compass-{prime}", "label", *at, look="size-24 unpointed", text=f"×{prime}")
    yield Element("compass", "ground", x, y, parts.disc(8), arrows, look="compass unpointed")


def stones(paper: IslandPaper, cells: Mapping[str, Element], last: Collection[str]) -> Iterator[Element]:
    """Draw the stones and the rafts with their numbers, the yards and the homes; `cells` have their words."""
    wide, high = paper.stone
    for name, cell in cells.items():
        look, at = "last" * (name in last), paper.at(name)
        kind, place = name.split("-")
        if kind != "cell":
            yield from _yard(paper, replace(cell, x=at[0], y=at[1]), look, is_home=kind == "home")
        elif int(place) in paper.island.stones:
            near = "stone near" if int(place) in paper.known.penultimate else "stone"
            under = shapes.side(wide, high, 9)
            yield replace(
                cell, x=at[0], y=at[1], path=shapes.stone(wide, high), look=f"{near} {look}".strip(), under=under
            )
            yield _number(name, at[0], at[1] + 8, place, "size-32" if wide > 40 else "size-28")
        else:
            shape = shapes.SMALL_RAFT if paper.island.tight else shapes.RAFT
            yield replace(cell, x=at[0], y=at[1], path=shape, look=f"raft dim {look}".strip())
            size = 25 if paper.island.tight or len(place) > 2 else 28
            yield _number(name, *at, place, f"size-{size} adrift")
    yield from _ends(paper)


def _number(name: str, x: float, y: float, text: str, look: str) -> Element:
    return Element(f"{name}-number", "label", x, y, look=look, text=text)


def _ends(paper: IslandPaper) -> Iterator[Element]:
    """Draw the harbour and the summit."""
    (x, y), (top_x, top_y) = paper.island.stones[1], paper.island.stones[paper.goal]
    yield Element("harbour", "ground", x, y, shapes.stone(50, 34), look="stone", under=shapes.side(50, 34, 9))
    yield Element("harbour-number", "label", x, y + 8, look="size-32", text="1")
    yield Element("summit", "ground", top_x, top_y, shapes.SUMMIT, look="summit")
    yield Element("snow", "ground", top_x, top_y, shapes.SNOW, look="snow")
    yield Element("flag", "ground", top_x, top_y, shapes.FLAG, look="flag")
    yield Element("summit-number", "label", top_x, top_y + 14, look="size-46", text=str(paper.goal))


def _yard(paper: IslandPaper, cell: Element, look: str, *, is_home: bool) -> Iterator[Element]:
    """Draw a seat's yard or home: a socket for each marker, and the seat's letter at the top edge."""
    seat = NAMES.index(cell.id[-1])
    shape = parts.rounded(YARD, YARD, 18)
    yield replace(cell, path=shape, look=f"yard {look}".strip())
    for number in range(1, len(markers(paper.t, paper.v, seat)) + 1):
        (x, y), radius = paper.stand(cell.id, number)
        kind = "socket filled" if is_home else "socket"
        yield Element(f"{cell.id}-{number}", "ground", x, y, shapes.marker(seat, radius), look=f"{kind} seat-{seat}")
    yield Element(
        f"{cell.id}-owner", "label", cell.x, cell.y - YARD / 2 - 6, parts.disc(17),
        look=f"size-24 badge seat-{seat}", text=NAMES[seat],
    )  # fmt: skip


def pennants(paper: IslandPaper) -> Iterator[Element]:
    """Draw a pennant with the roll on every stone that is one roll from the goal."""
    for place in sorted(paper.known.penultimate):
        x, y = paper.island.stones[place]
        wide = paper.stone[0]
        at, text = (x + wide - 5, y - 36), f"×{paper.goal // place}"
        yield Element(f"cell-{place}-pole", "ground", *at, glyph="M0-22V28", look="hint pole")
        cloth = parts.rounded(46, 30, 3)
        yield Element(f"cell-{place}-hint", "label", at[0] + 23, at[1] - 7, cloth, look="hint pennant", text=text)
