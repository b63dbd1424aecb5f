"""The picture of Vortex: the board, a yard for each player in a corner, the tokens and the die.

In text `.` is a cell, `*` a safe cell, a small letter the first cell of a player, `@` the centre; below is a
line for each player.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ludarium.core.game import State
from ludarium.games.vortex import kernel
from ludarium.games.vortex.board_view import ALONE, HOME, Paper, cells, ground, letter_path
from ludarium.games.vortex.kernel import DIE, FIRST, ROLL, TURNS
from ludarium.games.vortex.rules import NAMES, bumped, points, tokens
from ludarium.scenes.parts import die, disc, quadrant
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Highlight, Scene, Stamp, Touch

_SHARED = 19.0
"""The radius of a token that shares a cell or is in its yard."""


@dataclass(frozen=True)
class _Token:
    """A token: a constant `name`, and its cell on its seat's path, `number`."""

    name: str
    seat: int
    place: int
    number: int


@dataclass(frozen=True)
class _VortexPicture(Picture):
    """What is carried forward.

    `moved` is the name of the token that moved last, `move` its seat and the numbers from which and to which; `rolls`
    counts all rolls, `last` is the seat and the number of the last one, and `lost` are those since the last move with
    which no token could move.
    """

    tokens: tuple[_Token, ...]
    moved: str = ""
    move: tuple[int, int, int] = (0, 0, 0)
    rolls: int = 0
    last: tuple[int, int] = (0, 0)
    lost: tuple[tuple[int, int], ...] = ()


def begin(state: State) -> _VortexPicture:
    """Return the picture of a first state; the tokens are named in the order of their cells."""
    t, v = state.game.tables, state.vector
    tokens_ = (
        _Token(f"token-{NAMES[seat]}{place + 1}", seat, place, number)
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
    paper, (seat, *ends) = Paper(picture.state), picture.move
    passed = {paper.cell(seat, number) for number in ends if number}
    parts = (
        ground(paper), cells(paper, passed), _yards(paper, picture), _die(paper, picture),
        _links(paper, picture), _pieces(paper, picture), _risks(paper, picture), _targets(paper),
    )  # fmt: skip
    elements = tuple(element for part in parts for element in part)
    touches = tuple(_touches(paper, picture))
    return Scene(paper.width, paper.height, elements, touches, caption=_caption(paper, picture))


def _yards(paper: Paper, picture: _VortexPicture) -> Iterator[Element]:
    for seat, count in enumerate(points(paper.t, paper.v)):
        letter, numbers = NAMES[seat], "".join(f"{number:4}" for number in tokens(paper.t, paper.v, seat))
        stamps = (Stamp(paper.legend + seat, 0, f"{letter} {numbers} {count:6} points"),)
        label, at = f"{letter} has {count} points", paper.yard(seat, 90, 20)
        yield Element(f"yard-{letter}", "label", *at, text=f"{letter}  {count}", label=label, stamps=stamps)
    for token in picture.tokens:
        spot = paper.yard(token.seat, 23 + 42 * token.place, 70)
        yield Element(f"spot-{NAMES[token.seat]}{token.place + 1}", "ground", *spot, disc(_SHARED))


def _die(paper: Paper, picture: _VortexPicture) -> Iterator[Element]:
    """Draw the die in the yard and in the colour of the mover, until the game ends; every roll is a new element."""
    seat, roll = picture.last
    if not paper.state.actors:
        return
    if paper.mover is not None:
        seat, roll = paper.mover, int(paper.v[ROLL])
    column = 18 + 4 * int(paper.t[kernel.EACH])
    stamps = (Stamp(paper.legend + seat, column, f"rolled {roll}"),) if roll else ()
    at, label = paper.yard(seat, 170, 24), f"{NAMES[seat]} rolled {roll}" if roll else "the die"
    name, look = f"die-{picture.rolls}", f"seat-{seat}" if roll else ""
    yield die(name, at, roll, look=look, label=label, size=48, pips=False, role="ground", stamps=stamps)


def _pieces(paper: Paper, picture: _VortexPicture) -> Iterator[Element]:
    crowd = Counter(paper.cell(one.seat, one.number) for one in picture.tokens if one.number)
    for token in picture.tokens:
        seat, look = token.seat, f"seat-{token.seat}" + " last" * (token.name == picture.moved)
        (x, y), radius = _place(paper, token, crowd)
        label, path, stamps = _described(paper, token), disc(radius), tuple(_letter(paper, token))
        yield Element(token.name, "piece", x, y, path, letter_path(seat, radius), look=look, label=label, stamps=stamps)


def _place(paper: Paper, token: _Token, crowd: Counter[int]) -> tuple[tuple[float, float], float]:
    """Return the centre and the radius of a token; tokens that share a cell are placed by seat."""
    if token.number == 0:
        return paper.yard(token.seat, 23 + 42 * token.place, 70), _SHARED
    cell = paper.cell(token.seat, token.number)
    x, y = paper.at(cell)
    if cell == paper.board.last:
        return paper.rest(token.seat, token.place), HOME
    right, down = quadrant(token.seat, 42, 42)
    return ((x + right, y + down), _SHARED) if crowd[cell] > 1 else ((x, y), ALONE)


def _letter(paper: Paper, token: _Token) -> Iterator[Stamp]:
    """Return a token of the text picture; on safe cells and in the centre the players have columns of their own."""
    if token.number:
        cell = paper.cell(token.seat, token.number)
        shared = cell == paper.board.last or cell in paper.board.safe
        yield paper.stamp(NAMES[token.seat], cell, right=(-2, -1, 1, 2)[token.seat] if shared else 0)


def _described(paper: Paper, token: _Token) -> str:
    """Describe a token in words."""
    letter, risk = NAMES[token.seat], _risk(paper, token)
    if token.number in (0, paper.board.last):
        return f"{letter}'s token {'in the centre' if token.number else 'at the start'}"
    return f"{letter}'s token on {token.number}, " + (f"at risk {risk} in {paper.t[DIE]}" if risk else "not at risk")


def _risk(paper: Paper, token: _Token) -> int:
    """§8: return how many rolls of rivals could now bump a token."""
    return int(kernel.threats(paper.t, paper.v, token.seat, token.number, kernel.REAL))


def _risks(paper: Paper, picture: _VortexPicture) -> Iterator[Element]:
    """Write a fraction beside each token that a rival could bump now."""
    for token in picture.tokens:
        if risk := _risk(paper, token):
            x, y = paper.at(paper.cell(token.seat, token.number))
            name, text = token.name.replace("token", "risk"), f"{risk}/{paper.t[DIE]}"
            yield Element(name, "label", x + 22, y + 27, look="hint", text=text)


def _links(paper: Paper, picture: _VortexPicture) -> Iterator[Element]:
    """Join each token that can move with the cell where it goes."""
    for seat, action in paper.moves:
        token = next(one for one in picture.tokens if (one.seat, one.number) == (seat, action))
        crowd = Counter(paper.cell(one.seat, one.number) for one in picture.tokens if one.number)
        (x, y), _ = _place(paper, token, crowd)
        to_x, to_y = paper.at(paper.cell(seat, action + int(paper.v[ROLL])))
        across, down = to_x - x, to_y - y
        bend = f"M0 0Q{across / 2 - down / 6:.1f} {down / 2 + across / 6:.1f} {across:.1f} {down:.1f}"
        yield Element(f"link-{action}", "ground", x, y, glyph=bend, look="link")


def _targets(paper: Paper) -> Iterator[Element]:
    """Draw a ghost of the token to touch on every cell where one may go, or a ring around the token that it bumps."""
    for seat, action in paper.moves:
        target, rival = action + int(paper.v[ROLL]), bumped(paper.t, paper.v, seat, action)
        label = f"move {f'from {action}' if action else 'a token from the start'} to "
        label += "the centre" if target == paper.board.last else str(target)
        label += "" if rival is None else f", bumping {NAMES[rival]}"
        at, glyph = paper.at(paper.cell(seat, target)), letter_path(seat, ALONE) if rival is None else ""
        shape, look = disc(ALONE if rival is None else 36), f"seat-{seat} ghost" if rival is None else "strike"
        yield Element(f"to-{action}", "handle", *at, shape, glyph, look=look, label=label)


def _touches(paper: Paper, picture: _VortexPicture) -> Iterator[Touch]:
    """Return the touches: a move is chosen by the token, or by the cell where it goes."""
    for seat, action in paper.moves:
        yield Touch(seat, action, (f"to-{action}",))
        for token in picture.tokens:
            if (token.seat, token.number) == (seat, action):
                yield Touch(seat, action, (token.name,))


def highlights(picture: _VortexPicture) -> Iterator[Highlight]:
    """Yield the way that each token still has to the centre, with the cell where it stands."""
    paper = Paper(picture.state)
    for token in picture.tokens:
        way = range(max(1, token.number), paper.board.last + 1)
        yield Highlight(token.name, tuple(f"cell-{paper.cell(token.seat, number)}" for number in way))


def _caption(paper: Paper, picture: _VortexPicture) -> str:
    state, turns = paper.state, int(paper.v[TURNS])
    if not state.actors:
        return f"{state.ending}, after {turns // state.game.seats} turns each"
    if paper.v[FIRST] < 0:
        return "Drawing who begins"
    lost = "".join(f"{NAMES[seat]} could not move by {roll}; " for seat, roll in picture.lost)
    whose = NAMES[kernel.mover(paper.t, paper.v)]
    return f"{lost}{whose} to {f'move by {paper.v[ROLL]}' if paper.v[ROLL] else 'roll'}, turn {turns + 1}"
