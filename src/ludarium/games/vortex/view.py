"""The picture of Vortex: a whirlpool, a yard for each seat in a corner, the tokens and the die.

What can be touched has a gold ring; pointing at it shows its way (see `pointing.py`). In text `.` is a cell, `*` a safe
cell, a small letter the first cell of a player, `@` the centre; below is a line for each player.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ludarium.core.game import State
from ludarium.core.text import near_limit
from ludarium.games.vortex import board_view, kernel, pointing
from ludarium.games.vortex.kernel import DIE, FIRST, LIMIT, ROLL, SEATS, TURNS
from ludarium.games.vortex.paper import WIDTH, BoardPaper, PlacedToken, letter_path
from ludarium.games.vortex.rules import NAMES, bumped, points, tokens
from ludarium.scenes.finale import along, rays
from ludarium.scenes.parts import die, disc, quadrant
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Finale, Highlight, Scene, Stamp

_YARD = 21.0
"""The radius of a token in its yard."""


@dataclass(frozen=True)
class _VortexPicture(Picture):
    """The state that pictures carry forward.

    `moved` is the name of the token that moved last, `move` its seat and the numbers from which and to which; `rolls`
    counts all rolls, `last` is the seat and the number of the last one, and `lost` are those since the last move with
    which no token could move.
    """

    tokens: tuple[PlacedToken, ...]
    moved: str = ""
    move: tuple[int, int, int] = (0, 0, 0)
    rolls: int = 0
    last: tuple[int, int] = (0, 0)
    lost: tuple[tuple[int, int], ...] = ()


def begin(state: State) -> _VortexPicture:
    """Return the picture of a first state; the tokens are named in the order of their cells."""
    t, v = state.game.tables, state.vector
    tokens_ = (
        PlacedToken(f"token-{NAMES[seat]}{place + 1}", seat, place, number)
        for seat in range(state.game.seats)
        for place, number in enumerate(tokens(t, v, seat))
    )
    return _VortexPicture(state, tuple(tokens_))


def advance(picture: _VortexPicture, state: State, step: Sequence[int]) -> _VortexPicture:
    """Move a token and the one that it bumps, or note a roll."""
    (action,), t, v = step, state.game.tables, picture.state.vector
    seat, roll = int(kernel.mover(t, v)), int(v[ROLL])
    if not roll:
        if v[FIRST] < 0:
            return replace(picture, state=state)
        lost = picture.lost if state.vector[ROLL] else (*picture.lost, (seat, action))
        return replace(picture, state=state, rolls=picture.rolls + 1, last=(seat, action), lost=lost)
    moved = next(one for one in picture.tokens if (one.seat, one.number) == (seat, action))
    numbers = {moved: action + roll}
    if (rival := bumped(t, v, seat, action)) is not None:
        (gone,) = Counter(tokens(t, v, rival)) - Counter(tokens(t, state.vector, rival))
        numbers[next(one for one in picture.tokens if (one.seat, one.number) == (rival, gone))] = 0
    now = tuple(replace(one, number=numbers.get(one, one.number)) for one in picture.tokens)
    return replace(picture, state=state, tokens=now, moved=moved.name, move=(seat, action, action + roll), lost=())


def scene(picture: _VortexPicture) -> Scene:
    """Draw the board, the tokens with their risks, the points and the die, and mark the last move."""
    paper, (seat, *ends) = BoardPaper(picture), picture.move
    passed = {paper.cell(seat, number) for number in ends if number}
    parts = (
        board_view.ground(paper), board_view.cells(paper, passed), board_view.currents(paper),
        board_view.islets(paper), board_view.yards(paper), board_view.legend(paper), _scores(paper),
        _die(paper, picture), pointing.ways(paper), _halos(paper, picture), _targets(paper), _pieces(paper, picture),
        board_view.numbers(paper), _risks(paper, picture), pointing.outcomes(paper, picture.tokens),
    )  # fmt: skip
    elements = tuple(element for part in parts for element in part)
    touches = tuple(pointing.touches(paper, picture.tokens))
    return Scene(WIDTH, paper.height, elements, touches, caption=_caption(paper, picture))


def _scores(paper: BoardPaper) -> Iterator[Element]:
    """Write what decides for each seat, its tokens at home or its points; who moves has a longer word there at times.

    The points are said where the yard is pointed at, in any case.
    """
    decides = paper.state.game.options["objective"] == "points"
    for seat, count in enumerate(points(paper.t, paper.v)):
        letter, cells = NAMES[seat], tokens(paper.t, paper.v, seat)
        numbers = "".join(f"{number:4}" for number in cells)
        stamps = (Stamp(paper.legend + seat, 0, f"{letter} {numbers} {count:6} points"),)
        home = f"{sum(number == paper.board.last for number in cells)} of {paper.each} home"
        label, at = f"{letter} has {home}, and {_sum(count, cells)}", paper.in_yard(seat, 20, -27)
        look = f"size-25 {paper.outer(seat)}" + " unpointed" * (seat == paper.mover)
        text = f"{letter}  {f'{count} points' if decides else home}"
        yield Element(f"yard-{letter}", "label", *at, look=look, text=text, label=label, stamps=stamps)


def _sum(count: int, cells: Sequence[int]) -> str:
    """Return in words how many points there are, and why.

    >>> _sum(93, [14])
    '93 points: 140 for the cells moved, less 47 for rolls that could bump a token'
    >>> _sum(50, [5]), _sum(0, [0])
    ('50 points for the cells moved', '0 points')
    """
    moved = 10 * sum(cells)
    if moved == count:
        return f"{count} points" + " for the cells moved" * bool(count)
    return f"{count} points: {moved} for the cells moved, less {moved - count} for rolls that could bump a token"


def _die(paper: BoardPaper, picture: _VortexPicture) -> Iterator[Element]:
    """Draw the die in the yard and in the colour of the mover, until the game ends; every roll is a new element."""
    seat, roll = picture.last
    if not paper.state.actors:
        return
    if paper.mover is not None:
        seat, roll = paper.mover, paper.roll
    column = 18 + 4 * paper.each
    stamps = (Stamp(paper.legend + seat, column, f"rolled {roll}"),) if roll else ()
    at, label = paper.in_yard(seat, 270, 0), f"{NAMES[seat]} rolled {roll}" if roll else "the die"
    name, look = f"die-{picture.rolls}", f"seat-{seat}" if roll else "blank"
    yield die(name, at, roll, look=look, label=label, size=72, role="ground", stamps=stamps)


def _halos(paper: BoardPaper, picture: _VortexPicture) -> Iterator[Element]:
    """Draw a gold ring behind each token that can move."""
    for token in picture.tokens:
        if (token.seat, token.number) in paper.moves:
            (x, y), radius = _place(paper, picture, token)
            name, ring = token.name.replace("token", "halo"), disc(round(radius + max(5, 0.25 * radius), 1))
            yield Element(name, "ground", x, y + 0.06 * radius, ring, look="halo")


def _pieces(paper: BoardPaper, picture: _VortexPicture) -> Iterator[Element]:
    for token in picture.tokens:
        seat, look = token.seat, f"seat-{token.seat}" + " last" * (token.name == picture.moved)
        (x, y), radius = _place(paper, picture, token)
        label, stamps, body = _described(paper, token), tuple(_letter(paper, token)), disc(round(radius, 1))
        sign, under = letter_path(seat, radius), _lowered(radius)
        yield Element(token.name, "piece", x, y, body, sign, look=look, label=label, stamps=stamps, under=under)


def _lowered(radius: float) -> str:
    """Return a disc that lies a little below, which makes the one above it thick."""
    r, down = f"{radius:.1f}", f"{0.14 * radius:.1f}"
    return f"M{r} {down}A{r} {r} 0 1 1-{r} {down}A{r} {r} 0 1 1 {r} {down}Z"


def _place(paper: BoardPaper, picture: _VortexPicture, token: PlacedToken) -> tuple[tuple[float, float], float]:
    """Return the centre and the radius of a token; tokens that share a cell are placed by seat."""
    if token.number == 0:
        return paper.spot(token.seat, token.place), _YARD
    cell = paper.cell(token.seat, token.number)
    if cell == paper.board.last:
        return paper.rest(token.seat, token.place), 0.085 * paper.size
    (x, y), (right, down) = paper.at(cell), quadrant(token.seat, 0.42 * paper.size, 0.42 * paper.size)
    shared = any(one != token and one.number and paper.cell(one.seat, one.number) == cell for one in picture.tokens)
    return ((x + right, y + down), 0.19 * paper.size) if shared else ((x, y), paper.alone)


def _letter(paper: BoardPaper, token: PlacedToken) -> Iterator[Stamp]:
    """Return a token of the text picture; on safe cells and in the centre the players have columns of their own."""
    if token.number:
        cell = paper.cell(token.seat, token.number)
        shared = cell == paper.board.last or cell in paper.board.safe
        yield paper.stamp(NAMES[token.seat], cell, right=(-2, -1, 1, 2)[token.seat] if shared else 0)


def _described(paper: BoardPaper, token: PlacedToken) -> str:
    """Describe a token in words; a rival's also by the number that its own player counts."""
    letter, risk = NAMES[token.seat], _risk(paper, token)
    found = (move for move in pointing.moves(paper) if (move.seat, move.action) == (token.seat, token.number))
    goes = "".join(f", moves to {move.goes_to(paper)}" for move in found)
    if token.number in (0, paper.board.last):
        return f"{letter}'s token {'in the centre' if token.number else 'at the start'}{goes}"
    seen = paper.named(token.seat, token.number)
    own = f" ({token.number} on {letter}'s own path)" if seen != str(token.number) else ""
    danger = f"at risk {risk} in {paper.t[DIE]}" if risk else "not at risk"
    return f"{letter}'s token on {seen}{own}, {danger}{goes}"


def _risk(paper: BoardPaper, token: PlacedToken) -> int:
    """§8: return how many rolls of rivals could now bump a token."""
    return int(kernel.threats(paper.t, paper.v, token.seat, token.number, kernel.REAL))


def _risks(paper: BoardPaper, picture: _VortexPicture) -> Iterator[Element]:
    """Write a fraction beside each token of the person who looks that a rival could bump now; onlookers see all."""
    for token in picture.tokens:
        if (not paper.viewers or token.seat in paper.viewers) and (risk := _risk(paper, token)):
            name, text = token.name.replace("token", "risk"), f"{risk}/{paper.t[DIE]}"
            at = paper.beside(paper.cell(token.seat, token.number), *board_view.PILL_SIZE)
            yield Element(name, "label", *at, board_view.PILL, look="hint pill", text=text)


def _targets(paper: BoardPaper) -> Iterator[Element]:
    """Draw a ghost of the token to touch on every cell where one may go, or a ring around the token that it bumps."""
    for move in pointing.moves(paper):
        (x, y), radius = paper.at(paper.cell(move.seat, move.target)), paper.alone
        glyph, look = letter_path(move.seat, radius), f"seat-{move.seat} ghost"
        if move.rival is not None:
            radius, glyph, look = 1.32 * radius, "", "strike"
        shape, label = disc(round(radius, 1)), move.label(paper)
        yield Element(f"to-{move.action}", "handle", x, y, shape, glyph, look=look, label=label)


def finale(picture: _VortexPicture) -> Finale:
    """Return the winners' ways from their yards to the eye, and their tokens: those that are home last."""
    paper, winners = BoardPaper(picture), picture.state.winners
    own = sorted((one for one in picture.tokens if one.seat in winners), key=lambda one: (one.number, one.place))
    ways = [replace(along(paper.line(seat, 0, paper.board.last), seat), x=paper.middle[0], y=paper.middle[1])
            for seat in winners]  # fmt: skip
    shine = rays(*paper.middle, 0.72 * paper.size, winners[0])
    kept = [f"yard-{NAMES[seat]}" for seat in winners]
    return Finale(winners, tuple(one.name for one in own), (*ways, shine), picture.tokens[0].name, tuple(kept))


def highlights(picture: _VortexPicture) -> Iterator[Highlight]:
    """Yield what pointing at tokens and places shows, and the yards, which say what their seats have."""
    yield from pointing.highlights(BoardPaper(picture), picture.tokens)
    yield from (Highlight(f"yard-{NAMES[seat]}") for seat in range(picture.state.game.seats))


def refusals(picture: _VortexPicture) -> Iterator[tuple[str, int, int]]:
    """Yield the tokens and cells that stand for a move that is not legal now."""
    return pointing.refusals(BoardPaper(picture), picture.tokens)


def _caption(paper: BoardPaper, picture: _VortexPicture) -> str:
    state = paper.state
    if not state.actors:
        return state.ending
    if paper.v[FIRST] < 0:
        return "Drawing who begins"
    lost = "".join(f"{NAMES[seat]} could not move by {roll}; " for seat, roll in picture.lost)
    whose = NAMES[kernel.mover(paper.t, paper.v)]
    last = near_limit(int(paper.t[LIMIT] * paper.t[SEATS] - paper.v[TURNS]))
    return f"{lost}{whose} to {f'move by {paper.v[ROLL]}' if paper.v[ROLL] else 'roll'}{last}"
