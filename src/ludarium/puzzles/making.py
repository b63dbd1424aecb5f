"""Make puzzles: look through games for positions that make one, name their themes, and let solvers try them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import count, islice
from typing import NamedTuple

import msgspec

from ludarium.core.game import Game, State
from ludarium.core.rng import derive
from ludarium.players.bot_player import choose_turn
from ludarium.puzzles import duels, tables, wins
from ludarium.puzzles.positions import Played
from ludarium.puzzles.proofs import kind_of, themes_of
from ludarium.puzzles.puzzle import DuelProof, Puzzle, Source, TableProof, TooMany, WinProof
from ludarium.search.player import bot_kinds, make_bot
from ludarium.tournament.ratings import START, Rating, rate_game
from ludarium.tournament.side_by_side import in_order

STRENGTHS = (20.0, 25.0, 30.0)
"""The strengths that solvers are taken to have, weakest first, on the scale of `tournament.ratings`."""
HARD, CHAMPION = "hard", "champion"
"""The level that tries puzzles last, and the one that does so after it where all of them were missed by it."""
_CERTAIN = 1.0
_LAST_TURNS = 40
"""Turns of a game, counted from its end, that are looked at for proved wins."""


PLAYERS = {"table": ("random", "easy", "medium"), "win": ("easy", "random"), "duel": ("hard", "medium")}
"""Who plays the games that positions are taken from, if nobody is named, by the kind of the game's puzzles."""


class Limits(NamedTuple):
    """Bounds of what is looked for.

    In proved wins the game ends in so many `turns`, the proof of a value may search so many `positions`, and with
    `inside` positions within a turn are taken, too. So many puzzles are taken `per_game`. With `missed` those are left
    out that all solvers find, and with `greedy_misses` those proved wins that a greedy bot finds. A proved win that a
    bot of `missed_by` finds is no puzzle, nor one with more than so many `right` turns; with `first` only positions
    before that turn are looked at.
    """

    turns: int = wins.TURNS
    positions: int = 20_000
    inside: bool = False
    per_game: int = 2
    missed: bool = False
    greedy_misses: bool = False
    missed_by: tuple[str, ...] = ()
    right: int = wins.MOST_LISTED
    first: int = 0


Games = Iterable[Callable[[], Played]]
"""Functions that return a game each; other processes and machines can call them."""


class Looked(msgspec.Struct, frozen=True):
    """A game that was looked through: its puzzles, each tried, and those that were left out as too easy."""

    puzzles: tuple[Puzzle, ...]
    easy: tuple[Puzzle, ...]


def make(
    game: Game, games: Games, most: int, limits: Limits, seed: int = 0, *, executor: Executor | None = None,
    workers: int = 1,
) -> Iterator[Puzzle]:  # fmt: skip
    """Yield up to so many puzzles of a game, none twice, from games in their order.

    The seeds of the solvers follow from `seed`. The executor plays and looks through so many games at once, which
    changes no puzzle. Raises `LudariumError` if nothing can be proved of the game.
    """
    looked = look_through(game, games, limits, seed, executor=executor, workers=workers)
    yield from islice((puzzle for one in looked for puzzle in one.puzzles), most)


def look_through(
    game: Game, games: Games, limits: Limits, seed: int = 0, *, before: Sequence[Looked] = (),
    executor: Executor | None = None, workers: int = 1,
) -> Iterator[Looked]:  # fmt: skip
    """Yield what each game gives, in their order, after those that were looked through `before`.

    What comes is the same as without the interruption. Else as `make`.
    """
    look = partial(_look, {"duel": _duels, "table": _tables, "win": _wins}[kind_of(game)], limits)
    tried = [puzzle for one in before for puzzle in (*one.puzzles, *one.easy)]
    numbers, seen = count(len(tried)), set(map(_likeness, tried))
    jobs = (
        [(puzzle, derive(seed, next(numbers))) for puzzle in _unlike(found, seen)]
        for found in in_order(look, islice(games, len(before), None), executor, workers)
    )
    yield from in_order(partial(_try, limits), jobs, executor, workers)


def _look(find: Callable[[Played, Limits], Iterator[Puzzle]], limits: Limits, played: Callable[[], Played],
) -> list[Puzzle]:  # fmt: skip
    """Return the puzzles of a game."""
    return list(islice(find(played(), limits), limits.per_game))


def _try(limits: Limits, jobs: Sequence[tuple[Puzzle, int]]) -> Looked:
    """Return puzzles with what their solvers achieved, and their first ratings by that, apart from those too easy."""
    puzzles, easy = list[Puzzle](), list[Puzzle]()
    for puzzle, seed in jobs:
        solvers = solvers_of(puzzle, hard_missed=HARD in limits.missed_by)
        tried = {bot: solves(puzzle, bot, derive(seed, place) % 10**9) for place, bot in enumerate(solvers)}
        found = msgspec.structs.replace(puzzle, tried=tried, rating=first_rating(tuple(tried.values())))
        greedy = limits.greedy_misses and isinstance(puzzle.proof, WinProof) and solves(puzzle, "greedy", 0)
        (easy if greedy or (limits.missed and all(tried.values())) else puzzles).append(found)
    return Looked(tuple(puzzles), tuple(easy))


def solves(puzzle: Puzzle, bot: str, seed: int) -> bool:
    """Return whether a bot, by its spec and seed, solves a puzzle; one that the game does not have solves none."""
    state, seat = puzzle.state(), puzzle.seat
    match puzzle.proof:
        case TableProof():
            return not tables.misses(state, seat, tables.Found(puzzle.accept, puzzle.proof), bot, seed)
        case DuelProof():
            return not duels.misses(state, seat, puzzle.proof, bot, seed)
        case WinProof():  # all turns that win are known: nothing is proved again
            if bot == "greedy" and bot not in bot_kinds(state.game):
                return False
            return puzzle.is_right(state.parse_turn(choose_turn(make_bot(bot, state.game, seed), state, seat)))


def _unlike(found: Iterable[Puzzle], seen: set[tuple[str, ...]]) -> Iterator[Puzzle]:
    """Yield puzzles that are unlike those that have been seen, and add them to these."""
    for puzzle in found:
        if (like := _likeness(puzzle)) not in seen:
            seen.add(like)
            yield puzzle


def _likeness(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the position without its last word, the number of the turn."""
    return puzzle.source.game, *puzzle.position.rsplit(" ", 1)[:1]


def _tables(played: Played, limits: Limits) -> Iterator[Puzzle]:
    table = tables.exact_table(played.states[0].game)
    for source, state in played.choices(len(played.turns)):
        seat = state.actors[0]
        found = tables.examine(state, seat, table)
        if found and tables.misses(state, seat, found):
            yield _puzzle(source, state, seat, found)


def _wins(played: Played, limits: Limits) -> Iterator[Puzzle]:
    game = played.states[0].game
    turns = limits.turns if wins.is_limited(game) else 0
    choices = list(played.choices(_LAST_TURNS, inside=limits.inside))
    if limits.first:
        choices = [(source, state) for source, state in choices if source.played < limits.first]
    prover = None if turns else wins.whole_prover(game, limits.positions)
    for source, state in choices if turns else reversed(choices):  # without a limit the later ones prove the others
        short = wins.shortened(state, source.played, turns)
        if short is None:
            continue
        if prover is None or prover.game != short.game:  # positions within a turn share what was proved
            prover = wins.Prover(short.game, limits.positions)
        seat = short.actors[0]
        try:
            found = wins.examine(short, seat, prover, turns, limits.missed_by, limits.right)
        except TooMany:
            if turns:
                continue
            return  # so would those before
        if found:
            yield _puzzle(source, short, seat, found)


def _duels(played: Played, limits: Limits) -> Iterator[Puzzle]:
    states = played.states
    if len(states[-1].winners) != 1 or len(played.source.players) != 2:
        return
    seat = states[-1].winners[0]
    for back in sorted(duels.TURNS, key=lambda turns: (turns * 7 + played.source.number * 5) % len(duels.TURNS)):
        at = len(states) - 1 - back
        if at <= 0:
            continue
        seed = derive(played.source.seed, played.source.number) % 1000
        found = duels.examine(states, played.turns, at, seat, played.source.players[1 - seat], seed)
        if found:
            source = msgspec.structs.replace(played.source, played=at)
            yield _puzzle(source, states[at], seat, found)


def _puzzle(source: Source, state: State, seat: int, found: tables.Found | wins.Found | duels.Found) -> Puzzle:
    themes = themes_of(state, seat, found.accept[0], found.proof)
    return Puzzle(state.game.spec, str(state), seat, found.accept, found.proof, themes, source)


def solvers_of(puzzle: Puzzle, *, hard_missed: bool = False) -> tuple[str, str, str]:
    """Return the levels that try a puzzle, weakest first.

    The last is `champion` if `hard` has missed the puzzle already, as it has those by tables, else `hard`.
    """
    return ("easy", "medium", CHAMPION if hard_missed or isinstance(puzzle.proof, TableProof) else HARD)


def first_rating(solved: tuple[bool, ...]) -> tuple[float, float]:
    """Return a puzzle's first rating, by openskill: each solver of a known strength has played one game against it.

    >>> first_rating((False, False, False))[0] > first_rating((False, True, True))[0] > first_rating((True,) * 3)[0]
    True
    """
    rating = START
    for strength, right in zip(STRENGTHS, solved, strict=True):
        rating, _ = rate_game([rating, Rating(strength, _CERTAIN)], (0.0, 1.0) if right else (1.0, 0.0))
    return round(rating.strength, 2), round(rating.error, 2)
