"""Proofs: the values of a full search, and players that follow them."""

from pathlib import Path

import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.rng import generator
from ludarium.search.table_bot import TableBot
from ludarium.solve.proof_solution import ProofSolution
from ludarium.solve.table import Table
from tests.solve.refused import REFUSED
from tests.tiny import STONES


def begin(memory: float = 1e9) -> ProofSolution:
    """Return a solution of Nim that knows nothing yet."""
    return ProofSolution.begin(STONES, memory, lambda count: None)


def wins_by_the_sum_of_nim(state: State) -> bool:
    """Return whether seat 0 wins Nim from the beginning of a turn, by the theorem of Bouton."""
    a, b, c = state.vector[:3].tolist()
    return bool(a ^ b ^ c) == (state.actors == (0,))


def test_proofs_are_those_of_the_theory_of_nim() -> None:
    found, rng = begin(), generator(3)
    for _ in range(40):
        state = STONES.initial()
        while state.actors:
            if not state.in_turn:
                assert found.value(state) == wins_by_the_sum_of_nim(state)
            state = state.play(int(rng.choice(state.legal())))


def test_a_best_line_keeps_the_value_to_the_end() -> None:
    found = begin()
    start = STONES.initial()
    value, state = found.value(start), start
    for turn in found.line(start):
        state = state.move(turn)
    assert state.payoffs is not None
    assert state.payoffs[0] == value


def test_a_table_of_a_proof_beats_every_player_from_a_won_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.solve.solution.rules_digest", lambda game: "nim")
    monkeypatch.setattr("ludarium.solve.table.rules_digest", lambda game: "nim")
    found, rng = begin(), generator(4)
    start = STONES.initial()
    winner = 0 if found.value(start) == 1 else 1
    found.write(tmp_path / "nim.table")
    bot = TableBot(Table.open(tmp_path / "nim.table", STONES))
    for _ in range(20):
        state = start
        while state.actors:
            seat = state.actors[0]
            state = state.play(bot.choose(state, seat) if seat == winner else int(rng.choice(state.legal())))
        assert state.winners == (winner,)


def test_after_an_error_of_the_other_the_bot_proves_what_the_table_does_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.solve.solution.rules_digest", lambda game: "nim")
    monkeypatch.setattr("ludarium.solve.table.rules_digest", lambda game: "nim")
    found = begin()
    found.value(STONES.initial())
    found.write(tmp_path / "nim.table")
    bot, rng = TableBot(Table.open(tmp_path / "nim.table", STONES)), generator(5)
    loser = 1 if found.value(STONES.initial()) == 1 else 0
    for _ in range(20):
        state, erred = STONES.initial(), False
        while state.actors:
            seat = state.actors[0]
            erred = erred or (seat == loser and not state.in_turn and wins_by_the_sum_of_nim(state) == (loser == 0))
            state = state.play(bot.choose(state, seat) if seat == loser else int(rng.choice(state.legal())))
        assert not erred or state.winners == (loser,)


@REFUSED
def test_what_cannot_be_proved_is_refused(game: ludarium.Game, sentence: str) -> None:
    with pytest.raises(LudariumError, match=sentence):
        ProofSolution.begin(game, 1e9, lambda count: None).value(game.initial())


def test_too_little_memory_is_a_sentence() -> None:
    game = ludarium.load("orion")
    with pytest.raises(LudariumError, match=r"needs more than 0\.0 GB: [\d,]+ positions were found"):
        ProofSolution.begin(game, 3e7, lambda count: None).value(game.initial())
