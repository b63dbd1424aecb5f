"""The kernel and the reference agree on thousands of random positions: what is legal, who has won, how it ended."""

import random
from collections.abc import Iterator

import ludarium
from ludarium.core.game import State
from tests.games.agreement import compare
from tests.games.orion.reference import Board, Pieces, Reference

SEEN_AT_LEAST = {
    "usual start": 250,
    "scattered": 1250,
    "within a turn": 500,
    "reversal in force": 500,
    "click refused": 5,
    "end refused": 5,
    "won by the mover": 8,
    "won by the other": 3,
    "two chains": 3,
    "drawn": 5,
    "smaller board": 500,
}
"""What must come up among the positions, or the agreement says little."""


def test_the_kernel_agrees_with_the_reference() -> None:
    compare(play_at_random, agree, kinds, SEEN_AT_LEAST)


def agree(reference: Reference, state: State) -> None:
    """Assert that kernel and reference find the same."""
    assert {state.action_name(action) for action in state.legal()} == reference.legal
    assert state.actors == (() if reference.over else ("XO".index(reference.mover),))
    assert state.winners == (("XO".index(reference.winner),) if reference.winner else ())
    assert state.payoffs == {"X": (1, 0), "O": (0, 1), "": (0.5, 0.5) if reference.drawn else None}[reference.winner]
    assert state.in_turn == reference.begun
    if not reference.begun:
        assert str(state).split()[:3] == position(reference.board, reference.pieces, reference.turn, short=True).split()


def play_at_random(dice: random.Random) -> Iterator[tuple[Reference, State]]:
    """A game from the usual or another position, in both engines; it often turns back what was turned."""
    clicks, reversal, turn_limit = dice.randint(1, 6), dice.random() < 0.2, dice.choice((10, 25, 500))
    allowed = "allowed" if reversal else "forbidden"
    board = Board(dice.randint(3, 5), dice.randint(3, 5)) if dice.random() < 0.4 else Board()
    size = f"rows={board.rows},columns={board.columns}"
    game = ludarium.load(f"orion({size},clicks={clicks},reversal={allowed},turn_limit={turn_limit})")
    reference, state = Reference(clicks, reversal, turn_limit, board.usual(), board=board), game.initial()
    if dice.random() < 0.9:
        pieces, turn = scattered(dice, board), dice.randint(1, 9)
        reference = Reference(clicks, reversal, turn_limit, pieces, turn, board)
        state = game.parse_position(position(board, pieces, turn))
    yield reference, state
    made: list[str] = []
    for _ in range(dice.choice((6, 20, 60))):
        if reference.over:
            return
        ways = sorted(reference.legal)
        back = made[-1][0] + "+-"[made[-1][1] == "+"] if made else ""
        way = back if back in ways and dice.random() < 0.4 else dice.choice(ways)
        if way == back:
            made.pop()
        elif way in board.clicks:
            made.append(way)
        reference.play(way)
        state = state.play(board.clicks.index(way) if way in board.clicks else len(board.clicks))
        yield reference, state


def scattered(dice: random.Random, board: Board) -> Pieces:
    """Pieces anywhere: a few, many, whole rotors of one player's, or nearly a chain for each."""
    kind = dice.randrange(4)
    if kind == 0:
        return dict(zip(dice.sample(board.slots, dice.choice((2, 4))), "XOXO", strict=False))
    if kind == 1:
        each = 3 * board.columns + 1
        return dict(zip(dice.sample(board.slots, 2 * each), "XO" * each, strict=True))
    if kind == 2:
        blocks = dice.sample(board.letters, 4)
        return {slot: player for letter, player in zip(blocks, "XXOO", strict=True) for slot in board.orbits[letter]}
    pieces: Pieces = {}
    for player in "XO":
        column = dice.randrange(board.columns + 1)
        for row in range(board.rows):
            pieces[(row, column), (row + 1, column)] = player
            step = dice.choice((-1, 0, 1))
            if step and 0 <= column + step <= board.columns and len(pieces) < 4 * board.columns:
                ends = sorted((column, column + step))
                pieces[(row + 1, ends[0]), (row + 1, ends[1])] = player
                column += step
    for slot in dice.sample(sorted(pieces), dice.randrange(4)):
        del pieces[slot]
    return pieces


def position(board: Board, pieces: Pieces, turn: int, *, short: bool = False) -> str:
    """The position as text; short where empty slots are counted together."""
    line = "".join(pieces.get(slot, ".") for slot in board.slots)
    rows = []
    for row in range(2 * board.rows + 1):
        width = board.columns + row % 2
        cells, line = line[:width], line[width:]
        for empty in range(6, 0, -1):
            cells = cells.replace("." * empty, str(empty) if short else "1" * empty)
        rows.append(cells)
    return f"{'/'.join(rows)} {'ox'[turn % 2]} {turn}"


def kinds(reference: Reference) -> Iterator[str]:
    """What is worth counting about a position."""
    legal, board = reference.legal, reference.board
    if board.rows < 5 or board.columns < 5:
        yield "smaller board"
    yield (
        "usual start"
        if len(reference.pieces) == 2 * (3 * board.columns + 1) and reference.starts[0][2] == 1
        else "scattered"
    )
    if reference.over:
        chains = [player for player in "XO" if reference.chains[player]]
        yield (
            "drawn"
            if reference.drawn
            else "won by the mover"
            if reference.winner == reference.other
            else "won by the other"
        )
        if len(chains) == 2:
            yield "two chains"
        return
    if reference.begun:
        yield "within a turn"
    if reference.forbidden is not None:
        yield "reversal in force"
        if not legal & {"pass", "done"}:
            yield "end refused"
        carried = {click for click in board.clicks if reference.carried & set(board.orbits[click[0]])}
        if carried - legal:
            yield "click refused"
