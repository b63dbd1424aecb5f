"""Moves in the picture of Vortex while a token or a place is pointed at: where it goes and whom it bumps."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.games.vortex.paper import BoardPaper, PlacedToken, chevron, letter_path
from ludarium.games.vortex.rules import NAMES, bumped
from ludarium.scenes.parts import disc
from ludarium.scenes.scene import Element, Highlight, Touch


class TokenMove(NamedTuple):
    """A move that is possible now: its action, the number where it ends, and the seat whose token it bumps, if any."""

    seat: int
    action: int
    target: int
    rival: int | None

    def label(self, paper: BoardPaper) -> str:
        """Describe the move."""
        came = f"from {paper.named(self.seat, self.action)}" if self.action else "a token from the start"
        return f"move {came} to {self.goes_to(paper)}"

    def goes_to(self, paper: BoardPaper) -> str:
        """Describe the end of the move."""
        bumps = "" if self.rival is None else f", bumping {NAMES[self.rival]}"
        return f"{paper.named(self.seat, self.target)}{bumps}"


def moves(paper: BoardPaper) -> list[TokenMove]:
    """Return the moves that are possible now."""
    return [
        TokenMove(seat, action, action + paper.roll, bumped(paper.t, paper.v, seat, action))
        for seat, action in paper.moves
    ]


def ways(paper: BoardPaper) -> Iterator[Element]:
    """Draw the way of each move: it lies below the tokens, and its cells are counted."""
    for move in moves(paper):
        line = paper.line(move.seat, move.action, move.target)
        look = f"way curve seat-{move.seat} pointed"
        yield Element(f"way-{move.action}", "ground", *paper.middle, glyph=line, look=look, under=line)
        for count in range(1, paper.roll):
            at = paper.at(paper.cell(move.seat, move.action + count))
            shape = disc(round(min(21, 0.16 * paper.size), 1))
            name = f"bead-{move.action}-{count}"
            yield Element(name, "ground", *at, shape, look="bead pointed", text=str(count))
        border = paper.facing(move.seat, move.target - 0.5) if move.target > 1 else None
        head = chevron(*border[0], border[1], 0.15 * paper.size) if border else ""
        yield Element(f"head-{move.action}", "ground", *paper.middle, glyph=head, look="head pointed", under=head)


def outcomes(paper: BoardPaper, drawn: Sequence[PlacedToken]) -> Iterator[Element]:
    """Say in the mover's yard where each move goes, and show in a rival's yard the token that it bumps."""
    for move in moves(paper):
        words = f"{paper.named(move.seat, move.action)} → {paper.named(move.seat, move.target)}".replace("the ", "")
        yield Element(
            f"says-{move.action}", "label", *paper.in_yard(move.seat, 20, -27), text=words,
            look=f"news size-25 pointed {paper.outer(move.seat)}",
        )  # fmt: skip
        if move.rival is None:
            continue
        place = next(one.place for one in drawn if (one.seat, one.number) == (move.rival, _bumped_on(paper, move)))
        spot, sign = paper.spot(move.rival, place), letter_path(move.rival, 19)
        yield Element(f"back-{move.action}", "ground", *spot, disc(25), look="strike pointed")
        look = f"seat-{move.rival} back pointed"
        yield Element(f"home-{move.action}", "label", *spot, disc(19), sign, look=look)
        at = paper.in_yard(move.rival, 271, 17)
        yield Element(f"gone-{move.action}", "label", *at, look="size-22 news pointed", text="bumped")


def touches(paper: BoardPaper, drawn: Sequence[PlacedToken]) -> Iterator[Touch]:
    """Yield the touches: a move is chosen by the token or its cell, or by the cell where it goes and what it bumps."""
    known = moves(paper)
    sources = {paper.cell(move.seat, move.action) for move in known if move.action}
    for move in known:
        target = paper.cell(move.seat, move.target)
        names = [f"to-{move.action}", *_on(drawn, move.seat, move.action)]
        names += _on(drawn, move.rival, _bumped_on(paper, move)) if move.rival is not None else []
        names += [f"cell-{paper.cell(move.seat, move.action)}"] if move.action else []
        names += [f"cell-{target}"] if target not in sources else []
        yield from (Touch(move.seat, move.action, (name,)) for name in names)


def _on(drawn: Sequence[PlacedToken], seat: int, number: int) -> list[str]:
    """Return the names of a seat's tokens on a cell of its path."""
    return [one.name for one in drawn if (one.seat, one.number) == (seat, number)]


def _bumped_on(paper: BoardPaper, move: TokenMove) -> int:
    """Return the number of the cell where a move bumps a token, on the path of that token."""
    return paper.board.seen(paper.cell(move.seat, move.target), paper.corners[move.rival or 0])


def highlights(paper: BoardPaper, drawn: Sequence[PlacedToken]) -> Iterator[Highlight]:
    """Yield what pointing shows: of a move its way and its end, of a rival's token the path to the eye."""
    lit = {move.action: tuple(_shown(paper, drawn, move)) for move in moves(paper)}
    touched = {touch.elements[0]: touch.action for touch in touches(paper, drawn)}
    yield from (Highlight(name, lit[action]) for name, action in touched.items())
    for token in drawn:
        if token.name not in touched and token.seat != paper.viewer and token.number != paper.board.last:
            letter, rings = NAMES[token.seat], range(len(paper.board.rings))
            yield Highlight(token.name, (f"flow-{letter}", *(f"path-{letter}{ring}" for ring in rings)))


def _shown(paper: BoardPaper, drawn: Sequence[PlacedToken], move: TokenMove) -> Iterator[str]:
    """Yield the elements that light up when a move is pointed at."""
    yield from (f"{part}-{move.action}" for part in ("way", "head", "says", "to"))
    yield from (f"bead-{move.action}-{count}" for count in range(1, paper.roll))
    yield from (name.replace("token", "halo") for name in _on(drawn, move.seat, move.action))
    if move.rival is not None:
        yield from (f"{part}-{move.action}" for part in ("back", "home", "gone"))


def refusals(paper: BoardPaper, drawn: Sequence[PlacedToken]) -> Iterator[tuple[str, int, int]]:
    """Yield the tokens and cells that stand for no move: an element, the mover and the cell of its path."""
    if paper.mover is None:
        return
    seat, used = paper.mover, {name for touch in touches(paper, drawn) for name in touch.elements}
    own = {one.number for one in drawn if one.seat == seat}
    for cell in range(1, paper.board.last + 1):
        name, number = f"cell-{cell}", paper.board.seen(cell, paper.corners[seat])
        if name not in used and (number < paper.board.last or number in own):
            yield name, seat, number
    for token in drawn:
        number = paper.board.seen(paper.cell(token.seat, token.number), paper.corners[seat]) if token.number else 0
        if token.name not in used and (token.seat == seat or number not in (0, paper.board.last)):
            yield token.name, seat, number
