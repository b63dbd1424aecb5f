"""Wrong puzzles are found: each is a right one in which one thing was changed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from ludarium.core.registry import load
from ludarium.core.rng import generator
from ludarium.puzzles.check import faults
from ludarium.puzzles.file import shipped
from ludarium.puzzles.puzzle import DuelProof, Puzzle, TableProof, WinProof, whole_turns

GAMES = {"table": "vortex", "win": "orion", "duel": "grid"}
Change = Callable[[Puzzle], Puzzle]


def right(kind: str) -> Puzzle:
    """Return a right puzzle of a kind."""
    return shipped(GAMES[kind])[0]


def table(puzzle: Puzzle) -> TableProof:
    assert isinstance(puzzle.proof, TableProof)
    return puzzle.proof


def win(puzzle: Puzzle) -> WinProof:
    assert isinstance(puzzle.proof, WinProof)
    return puzzle.proof


def duel(puzzle: Puzzle) -> DuelProof:
    assert isinstance(puzzle.proof, DuelProof)
    return puzzle.proof


def wrong_turn(puzzle: Puzzle) -> str:
    """Return a legal turn that is not right."""
    state = puzzle.state()
    accepted = {state.move(turn) for turn in puzzle.accept}
    return next(state.format_turn(actions) for after, actions in whole_turns(state).items() if after not in accepted)


def another(puzzle: Puzzle) -> Puzzle:
    """Return another puzzle of the same options."""
    return next(found for found in shipped(load(puzzle.game).name)[1:] if found.position != puzzle.position)


def near(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle whose position has turns that are all about as good, or in which nothing is to choose."""
    state, rng = load(puzzle.game).initial(), generator(1)
    while state.actors in ((), (-1,)) or len(state.legal()) < 2:
        state = state.play(int(rng.choice(state.legal()))) if state.actors else state.game.initial()
    turns = {state.format_turn(actions): 0.0 for actions in whole_turns(state).values()}
    first = next(iter(turns))
    return replace(
        puzzle, position=str(state), seat=state.actors[0], accept=(first,), proof=replace(table(puzzle), losses=turns)
    )


def losing(puzzle: Puzzle) -> dict[str, float]:
    """Return what the turns give away, as if a wrong one gave away nothing."""
    return dict.fromkeys(table(puzzle).losses, 0.0)


WRONG: dict[str, tuple[str, Change]] = {
    "a wrong turn is accepted": ("table", lambda p: replace(p, accept=(*p.accept, wrong_turn(p)))),
    "only a wrong turn is accepted": ("table", lambda p: replace(p, accept=(wrong_turn(p),))),
    "no turn is accepted": ("table", lambda p: replace(p, accept=())),
    "an illegal turn is accepted": ("table", lambda p: replace(p, accept=(*p.accept, "99-100"))),
    "a turn is accepted twice": ("table", lambda p: replace(p, accept=p.accept * 2)),
    "a loss is too small": ("table", lambda p: replace(p, proof=replace(table(p), losses=losing(p)))),
    "a turn has no loss": ("table", lambda p: replace(p, proof=replace(table(p), losses={p.accept[0]: 0.0}))),
    "the value is wrong": ("table", lambda p: replace(p, proof=replace(table(p), value=1 - table(p).value / 2))),
    "the error is too small": ("table", lambda p: replace(p, proof=replace(table(p), gap=1e-12))),
    "what is left out is not said": ("table", lambda p: replace(p, proof=replace(table(p), left_out=""))),
    "the lead is too small": ("table", near),
    "the position is another": ("table", lambda p: replace(p, position=another(p).position)),
    "the position is no position": ("table", lambda p: replace(p, position="nothing")),
    "the seat is another": ("table", lambda p: replace(p, seat=1 - p.seat)),
    "the options are others": ("table", lambda p: replace(p, game="vortex(board=square3)")),
    "there is no such game": ("table", lambda p: replace(p, game="vertex")),
    "the seed is another": ("table", lambda p: replace(p, source=replace(p.source, seed=p.source.seed + 1))),
    "the game of the seed is another": ("win", lambda p: replace(p, source=replace(p.source, number=10**6))),
    "the turn is another": ("duel", lambda p: replace(p, source=replace(p.source, played=p.source.played + 1))),
    "the turn begins otherwise": ("win", lambda p: replace(p, source=replace(p.source, begun="pass"))),
    "the players are others": ("table", lambda p: replace(p, source=replace(p.source, players=("random",)))),
    "a right turn is missing": ("win", lambda p: replace(p, accept=p.accept[1:] or (wrong_turn(p),))),
    "a turn that does not win is accepted": ("win", lambda p: replace(p, accept=(*p.accept, wrong_turn(p)))),
    "the proof has no answers": ("win", lambda p: replace(p, proof=replace(win(p), answers=()))),
    "an answer is not legal": ("win", lambda p: replace(p, proof=replace(win(p), answers=("pass", "nonsense")))),
    "the reply does not refute": ("win", lambda p: replace(p, proof=replace(win(p), replies={p.accept[0]: "pass"}))),
    "the game ends earlier": ("win", lambda p: replace(p, proof=replace(win(p), turns=2))),
    "the table proves a win": ("win", lambda p: replace(p, proof=table(right("table")))),
    "the answer does not win": ("duel", lambda p: replace(p, accept=("n1",))),
    "the answer is no answer": ("duel", lambda p: replace(p, accept=("upwards",))),
    "there are too few turns": ("duel", lambda p: replace(p, proof=replace(duel(p), turns=duel(p).turns - 1))),
    "the opponent is another": ("duel", lambda p: replace(p, proof=replace(duel(p), opponent="general"))),
    "there is no such opponent": ("duel", lambda p: replace(p, proof=replace(duel(p), opponent="nobody"))),
    "wrong answers end otherwise": ("duel", lambda p: replace(p, proof=replace(duel(p), ends={}))),
    "the rating is another": ("table", lambda p: replace(p, rating=(50.0, 1.0))),
    "the themes are others": ("table", lambda p: replace(p, themes=("connection",))),
}


@pytest.mark.parametrize("kind", GAMES)
def test_what_is_changed_was_right(kind: str) -> None:
    assert faults(right(kind)) == []


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_puzzle_is_found(wrong: str) -> None:
    kind, change = WRONG[wrong]
    changed = change(right(kind))
    assert changed != right(kind)
    assert faults(changed)


def test_a_puzzle_runs_no_program_and_reads_no_file(tmp_path: Path) -> None:
    puzzle, ran = right("table"), tmp_path / "ran"
    for player in (f"program:touch {ran}", f"{tmp_path}/bot.py", "js:bot.js"):
        assert faults(replace(puzzle, source=replace(puzzle.source, players=(player, player))))
    started = replace(duel(right("duel")), opponent=f"program:touch {ran}")
    assert faults(replace(right("duel"), proof=started))
    assert not ran.exists()


def test_at_least_twenty_are_planted() -> None:
    assert len(WRONG) >= 20
