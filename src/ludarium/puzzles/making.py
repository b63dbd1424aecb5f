"""Make puzzles: look through games for positions that make one, name their themes, and let solvers try them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import msgspec

from ludarium.core.concepts import CONCEPTS
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.rng import derive
from ludarium.laws.concepts import CHANGES, places_of
from ludarium.match.orders import is_simultaneous
from ludarium.puzzles import duels, tables, wins
from ludarium.puzzles.positions import Played
from ludarium.puzzles.puzzle import DuelProof, Puzzle, TableProof, TooMany, WinProof
from ludarium.scenes.picture import begin, draw, follow
from ludarium.tournament.ratings import START, Rating, rate_game

PER_GAME = 2
"""The most puzzles of one game, so that they differ."""
STRENGTHS = (20.0, 25.0, 30.0)
"""The strengths that solvers are taken to have, weakest first, on the scale of `tournament.ratings`."""
_CERTAIN = 1.0
_LAST_CHANCES = 40
"""Positions of a game, counted from its end, that are looked at for proved wins."""
_NOT_THEMES = {"draws", "repetition", "turn limit"}


class Limits(NamedTuple):
    """Bounds of proved wins: in how many turns the game ends, and how many positions the proof of a value may search.
    """

    turns: int = wins.TURNS
    positions: int = 20_000


Solver = Callable[[str, int], bool]
"""Returns whether a bot, by its spec and seed, solves a puzzle."""
Unrated = tuple[Puzzle, Solver]


def kind_of(game: Game) -> str:
    """Return the kind of a game's puzzles: `duel`, `table` or `win`.

    >>> from ludarium.core.registry import load
    >>> [kind_of(load(name)) for name in ("grid", "ludo", "orion")]
    ['duel', 'table', 'win']

    Raises `LudariumError` for a game of which nothing can be proved.
    """
    if is_simultaneous(game):
        return "duel"
    if tables.has_table(game):
        return "table"
    if game.max_chance_outcomes or game.seats != 2 or game.setup.payoff_range is not None:
        raise LudariumError(
            f"nothing can be proved of positions of {game.spec}: expected a game with a table, one of two seats "
            "without chance that is won or lost, or one with simultaneous turns"
        )
    return "win"


def make(game: Game, played: Iterable[Played], count: int, limits: Limits, seed: int = 0) -> Iterator[Puzzle]:
    """Yield up to so many puzzles of a game, none twice, from games in their order.

    The seeds of the solvers follow from `seed`.
    Raises `LudariumError` if nothing can be proved of the game.
    """
    look = {"duel": _duels, "table": _tables, "win": _wins}[kind_of(game)]
    unlike = _unlike(found for one in played for found in islice(look(one, limits), PER_GAME))
    for number, (puzzle, solves) in enumerate(islice(unlike, count)):
        yield _tried(puzzle, solves, derive(seed, number))


def _unlike(found: Iterable[Unrated]) -> Iterator[Unrated]:
    """Yield puzzles whose position, without its last word, the number of the turn, has not been seen before."""
    seen = set[tuple[str, ...]]()
    for puzzle, solves in found:
        like = puzzle.source.game, *puzzle.position.rsplit(" ", 1)[:1]
        if like not in seen:
            seen.add(like)
            yield puzzle, solves


def _tables(played: Played, limits: Limits) -> Iterator[Unrated]:
    table = tables.exact_table(played.states[0].game)
    for at, state in played.choices():
        seat = state.actors[0]
        found = tables.examine(state, seat, table)
        if found and tables.misses(state, seat, found):
            puzzle = _puzzle(played, at, state, seat, found.accept, found.proof)
            yield puzzle, lambda bot, seed, s=state, f=found: not tables.misses(s, s.actors[0], f, bot, seed)


def _wins(played: Played, limits: Limits) -> Iterator[Unrated]:
    for at, state in list(played.choices())[-_LAST_CHANCES:]:
        short = wins.shortened(state, at, limits.turns)
        if short is None:
            continue
        seat, prover = short.actors[0], wins.Prover(short.game, limits.positions)
        try:
            found = wins.examine(short, seat, prover, limits.turns)
        except TooMany:
            continue
        if found:
            yield _puzzle(played, at, short, seat, found.accept, found.proof), _win_solver(short, prover)


def _win_solver(state: State, prover: wins.Prover) -> Solver:
    return lambda bot, seed: not wins.misses(state, state.actors[0], prover, bot, seed)


def _duels(played: Played, limits: Limits) -> Iterator[Unrated]:
    states = played.states
    if len(states[-1].winners) != 1 or len(played.players) != 2:
        return
    seat = states[-1].winners[0]
    for back in sorted(duels.TURNS, key=lambda turns: (turns * 7 + played.source.number * 5) % len(duels.TURNS)):
        at = len(states) - 1 - back
        if at <= 0:
            continue
        seed = derive(played.source.seed, played.source.number) % 1000
        found = duels.examine(states, played.turns, at, seat, played.players[1 - seat], seed)
        if found:
            puzzle = _puzzle(played, at, states[at], seat, found.accept, found.proof)
            yield puzzle, lambda bot, s, at=at, f=found: not duels.misses(states[at], seat, f.proof, bot, s)


def _puzzle(
    played: Played, at: int, state: State, seat: int, accept: tuple[str, ...], proof: TableProof | WinProof | DuelProof
) -> Puzzle:
    themes = themes_of(state, accept[0], proof)
    return Puzzle(state.game.spec, str(state), seat, accept, proof, themes, played.at(at))


def themes_of(state: State, turn: str, proof: TableProof | WinProof | DuelProof) -> tuple[str, ...]:
    """Return the concepts that the game's facts name and a right turn shows, by the pictures before and after it.

    A puzzle that ends the game shows how the game ends, too.
    """
    shown = {"passing"} if "pass" in turn.split() else set[str]()
    if isinstance(proof, DuelProof):
        shown |= {"simultaneous turns"}
    else:
        picture = begin(state)
        before, after = (places_of(draw(one)) for one in (picture, follow(picture, state.parse_turn(turn))))
        shown |= {name for name, change in CHANGES.items() if change(before, after)}
    if not isinstance(proof, TableProof):
        shown |= {name for name, concept in CONCEPTS.items() if concept.group == "End"} - _NOT_THEMES
    return tuple(name for name in state.game.definition.facts.concepts if name in shown)


def solvers_of(puzzle: Puzzle) -> tuple[str, str, str]:
    """Return the levels that try a puzzle, weakest first; by tables `hard` has missed all already."""
    return ("easy", "medium", "champion" if isinstance(puzzle.proof, TableProof) else "hard")


def _tried(puzzle: Puzzle, solves: Solver, seed: int) -> Puzzle:
    """Return a puzzle with what its solvers achieved, and its first rating by that."""
    tried = {bot: solves(bot, derive(seed, number) % 10**9) for number, bot in enumerate(solvers_of(puzzle))}
    return msgspec.structs.replace(puzzle, tried=tried, rating=first_rating(tuple(tried.values())))


def first_rating(solved: tuple[bool, ...]) -> tuple[float, float]:
    """Return a puzzle's first rating, by openskill: each solver of a known strength has played one game against it.

    >>> first_rating((False, False, False))[0] > first_rating((False, True, True))[0] > first_rating((True,) * 3)[0]
    True
    """
    rating = START
    for strength, right in zip(STRENGTHS, solved, strict=True):
        rating, _ = rate_game([rating, Rating(strength, _CERTAIN)], (0.0, 1.0) if right else (1.0, 0.0))
    return round(rating.strength, 2), round(rating.error, 2)
