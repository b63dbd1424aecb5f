"""Prove puzzles again: what a puzzle says is computed anew, and every difference is a fault.

Nothing that made a puzzle is trusted but the rules and the solvers: its position is played from its seed again, tables
are computed again, every turn's win is proved again, and duels are played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeVar

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.registry import load
from ludarium.puzzles import duels, tables, wins
from ludarium.puzzles.making import CHAMPION, HARD, first_rating, solvers_of
from ludarium.puzzles.positions import replay
from ludarium.puzzles.proofs import themes_of
from ludarium.puzzles.puzzle import DuelProof, Puzzle, TableProof, WinProof

MOST_SEARCHED = 2_000_000
"""Positions that the proof of one value may search."""
_NEAR = 1e-8
"""How far stored values may be from those that are computed again, beyond the proved error."""
_T = TypeVar("_T")


def faults(puzzle: Puzzle, *, replays: bool = True) -> list[str]:
    """Return what is wrong with a puzzle, in sentences; empty if it is right.

    Unless it `replays`, the game from which the position comes is not played again, which takes as long as the proofs.

    >>> from ludarium.puzzles.puzzle import Source
    >>> proof = TableProof(0.6, 1e-6, "", {"A1 1x4=4": 0.0})
    >>> faults(Puzzle("ludo(markers=1,goal=24)", "1/1 A 4 1", 1, ("A1 1x4=4",), proof, (), Source(played=1)))
    ['seat 1 is not to choose in 1/1 A 4 1']
    """
    try:
        state = puzzle.state()
        if str(state) != puzzle.position or state.game.spec != puzzle.game:
            return [f"{puzzle.position} is written otherwise: {state.game.spec} {state}"]
        if puzzle.seat not in state.actors:
            return [f"seat {puzzle.seat} is not to choose in {state}"]
        if not puzzle.accept:
            return ["no turn is right"]
        sources = _of_source(puzzle) if replays else ()
        return [*sources, *_PROVE[type(puzzle.proof)](puzzle, state), *_of_words(puzzle, state)]
    except LudariumError as error:
        return [str(error)]


def _of_source(puzzle: Puzzle) -> Iterator[str]:
    """Play the game of the source again."""
    source = puzzle.source
    if source.record:
        return
    played = replay(load(source.game), source.players, source.seed, source.number)
    if str(played.after(source.played, source.steps)) != puzzle.position:
        yield f"turn {source.played} of game {source.number} with seed {source.seed} leads to another position"
    elif (begun := played.begun(source.played, source.steps)) != source.begun:
        yield f"{source.begun or 'nothing'} is begun of its turn: expected {begun or 'nothing'}"
    if load(source.game).name != load(puzzle.game).name:
        yield f"it is from another game, {source.game}"


def _of_words(puzzle: Puzzle, state: State) -> Iterator[str]:
    """Compare themes, and the rating with what solvers achieved."""
    themes = themes_of(state, puzzle.seat, puzzle.accept[0], puzzle.proof)
    if themes != puzzle.themes:
        yield f"its themes are {', '.join(themes)}"
    solvers = solvers_of(puzzle, hard_missed=CHAMPION in puzzle.tried)
    if puzzle.tried and tuple(puzzle.tried) != solvers:
        yield f"it was tried by {', '.join(puzzle.tried)}: expected {', '.join(solvers)}"
    elif puzzle.tried and first_rating(tuple(puzzle.tried.values())) != puzzle.rating:
        yield "its rating is not that of its tries"


def _by_table(puzzle: Puzzle, state: State) -> Iterator[str]:
    proof = _is(puzzle.proof, TableProof)
    table = tables.exact_table(state.game)
    found = tables.examine(state, puzzle.seat, table)
    if found is None:
        yield f"no turn leads by {tables.LEAST_LEAD}, or all are right"
        return
    if set(found.accept) != set(puzzle.accept) or len(set(puzzle.accept)) < len(puzzle.accept):
        yield f"right are {', '.join(found.accept)}, and not {', '.join(puzzle.accept)}"
    near = 2 * max(proof.gap, found.proof.gap) + _NEAR
    if found.proof.losses.keys() != proof.losses.keys():
        yield f"the legal turns are {', '.join(found.proof.losses)}"
    elif any(abs(loss - proof.losses[turn]) > near for turn, loss in found.proof.losses.items()):
        yield f"the turns give away {found.proof.losses}"
    if abs(found.proof.value - proof.value) > near:
        yield f"the best turn is worth {found.proof.value}"
    if proof.gap < found.proof.gap or proof.left_out != found.proof.left_out:
        yield f"values are proved within {found.proof.gap} without {found.proof.left_out or 'leaving anything out'}"
    if not tables.misses(state, puzzle.seat, found):
        yield "the bot hard finds a right turn"


def _by_proof(puzzle: Puzzle, state: State) -> Iterator[str]:
    proof, seat = _is(puzzle.proof, WinProof), puzzle.seat
    prover = _prover(state.game)
    right = wins.right_turns(state, seat, prover)
    if not right:
        yield "nothing wins by force, one obvious step does, or too many turns do"
        return
    named = [state.move(turn) for turn in puzzle.accept]
    if set(named) != set(right) or len(set(named)) < len(named):
        yield f"right are {', '.join(map(state.format_turn, right.values()))}, and not {', '.join(puzzle.accept)}"
    if (proof.turns > 2 or proof.answers) and not wins.is_answered(named[0], seat, proof.answers):
        yield f"after {puzzle.accept[0]} no answer of {', '.join(proof.answers) or 'none'} wins after some reply"
    if proof.turns != (wins.longest(state) if wins.is_limited(state.game) else 0):
        yield f"the game does not end after {proof.turns} turns"
    if CHAMPION in puzzle.tried and not wins.is_missed(state, seat, prover, (HARD,)):
        yield "the bot hard finds a right turn"
    for turn, reply in proof.replies.items():
        after = state.move(turn)
        if after in right or prover.is_won(after.move(reply), seat):
            yield f"{reply} does not refute {turn}"


@lru_cache(maxsize=1)
def _prover(game: Game) -> wins.Prover:
    """Return what proves wins in a game; puzzles of the same options that follow each other share what it has found."""
    return wins.Prover(game, MOST_SEARCHED)


def _by_duel(puzzle: Puzzle, state: State) -> Iterator[str]:
    proof, seat = _is(puzzle.proof, DuelProof), puzzle.seat
    if len(state.actors) < 2 or proof.turns not in duels.TURNS:
        yield f"it is no duel of {duels.TURNS[0]} to {duels.TURNS[-1]} turns"
        return
    for answer in puzzle.accept:
        if not duels.is_won(state, seat, answer, proof):
            yield f"{answer} does not win within {proof.turns} turns against {proof.opponent}"
    ends = {held: duels.play(state, seat, held, proof) for held in duels.obvious(state, seat)}
    if any(played.last.winners == (seat,) for played in ends.values()):
        yield "it is won by holding one action"
    if {held: duels.describe_end(played) for held, played in ends.items()} != proof.ends:
        yield "wrong answers end otherwise"


def _is(proof: object, kind: type[_T]) -> _T:
    assert isinstance(proof, kind)
    return proof


_PROVE: dict[type, Callable[[Puzzle, State], Iterator[str]]] = {
    TableProof: _by_table,
    WinProof: _by_proof,
    DuelProof: _by_duel,
}
