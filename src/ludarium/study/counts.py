"""The budget of a study, counted in games and positions, so that a seed repeats it; time only chooses the counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from ludarium.analysis.measuring.courses import ANALYST
from ludarium.analysis.measuring.duels import LADDER, has_duels, ladder_bot
from ludarium.analysis.measuring.effects import variants
from ludarium.core.errors import InvalidOption, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.core.text import nearest, shorten
from ludarium.players.table import play_match
from ludarium.search.learned import find_player
from ludarium.search.player import levels, make_bot
from ludarium.search.playout import random_step
from ludarium.study.watching import spread, watch

_MOST = {"games": 100_000, "ladder": 100_000, "top": 65_536, "options": 100_000, "solve": 10**9, "learn": 10**8,
         "look": 10**7}  # fmt: skip
"""The most of each count; the least is 0, and 2 games."""
_SHARES = {"games": 0.35, "ladder": 0.25, "options": 0.2, "learn": 0.1}
"""The parts of the time; what is left is for exact values, positions, and what was estimated too low."""
_FEWEST_GAMES, _FEWEST, _TRIED, _PAIRS = 40, 4, 4, 12
_SOLVED_IN_A_SECOND, _LEARNT_IN_A_SECOND = 20_000, 1000
"""Positions that are solved, and choices from which is learnt, as a rule."""
_LOOKED_AT = 30


class Counts(NamedTuple):
    """How much a study does.

    | field     | meaning                                                                    |
    | --------- | -------------------------------------------------------------------------- |
    | `games`   | games of the player with itself, and of each duel of `ludarium measure`    |
    | `ladder`  | games between two rungs of the ladder of skill                             |
    | `top`     | simulations a turn of its strongest player, at most                        |
    | `options` | games between searches for each value of an option                         |
    | `solve`   | positions that are looked at to solve a small board                        |
    | `learn`   | games from which a player learns; 0: none is made                          |
    | `look`    | simulations for each position that may be worth looking at                 |
    """

    games: int = 40
    ladder: int = 30
    top: int = 256
    options: int = 20
    solve: int = 100_000
    learn: int = 500
    look: int = 1000

    def __str__(self) -> str:
        return ",".join(f"{name}={count}" for name, count in self._asdict().items())

    @classmethod
    def parse(cls, text: str) -> Counts:
        """Return the counts of a text such as `games=20,learn=0`; what it does not name is as by default.

        >>> Counts.parse("games=20,learn=0").learn
        0

        Raises `ParseError` for another name or form, `InvalidOption` for a number out of range.
        """
        given: dict[str, int] = {}
        for pair in filter(None, text.split(",")):
            name, _, number = (word.strip() for word in pair.partition("="))
            if name not in _MOST:
                known = ", ".join(_MOST)
                raise ParseError(f"{shorten(name)} is no count{nearest(name, _MOST)} (expected some of {known})")
            if name in given:
                raise ParseError(f"{name} is given twice; expected once")
            least = 2 if name == "games" else 1 if name in ("top", "look") else 0
            if not (number.isascii() and number.isdecimal() and least <= int(number[:12]) <= _MOST[name]):
                raise InvalidOption(f"{name} is {shorten(number)}: expected a number from {least:,} to {_MOST[name]:,}")
            given[name] = int(number)
        return cls(**given)


def fitting(game: Game, minutes: float, workers: int, player: str = "") -> tuple[str, Counts]:
    """Return a player and counts with which a study takes about so many minutes of each worker, after a short trial.

    Without a `player` it is the strongest level up to `hard` with which enough games fit.
    """
    seconds, choices = 60 * minutes * workers, choices_of(game)
    duels = _duels(game, choices)
    doublings = sum(duels.seconds(more) for more in LADDER[1:]) if has_duels(game) else 0.0
    room = _SHARES["games"] * seconds
    for spec in [player] if player else [name for name in ("hard", "medium", "easy") if name in levels(game)]:
        player, own = spec, _observed_seconds(game, spec, choices)
        games = int(room / (1.5 * own + doublings))  # of which a half for the duel against random play
        if games >= _FEWEST_GAMES:
            break
    top = 32
    while top < 4096 and duels.climbs(2 * top, _SHARES["ladder"] * seconds) >= _FEWEST_GAMES:
        top *= 2
    changed = max(1, sum(1 for _ in variants(game)))
    each = _observed_seconds(game, option_bot(), choices)
    options = int(_SHARES["options"] * seconds / (changed * each * _LONGER))
    learn = int(_SHARES["learn"] * 60 * minutes * _LEARNT_IN_A_SECOND / choices)
    look = int(0.05 * seconds / (_LOOKED_AT * max(1e-6, choice_seconds(game, ladder_bot(64)) / 64)))
    # what has no room for a few games is left out, so that the time is kept
    return player, Counts(
        _within(games, 2, 2000), _or_none(duels.climbs(top, _SHARES["ladder"] * seconds)), top, _or_none(options),
        _within(int(0.05 * 60 * minutes * _SOLVED_IN_A_SECOND), 1000, 5_000_000), _within(learn, 0, 100_000),
        _within(look, 100, 20_000),
    )  # fmt: skip


class _Duels(NamedTuple):
    """The seconds of a game of a duel: without a search, and for each simulation a turn of the stronger player."""

    least: float
    each: float

    def seconds(self, simulations: int) -> float:
        """Return the seconds of a game against a search with half as many simulations."""
        return self.least + self.each * simulations

    def climbs(self, top: int, seconds: float) -> int:
        """Return how many games of each pair fit into the time, up to a rung."""
        return int(seconds / max(1e-9, sum(self.seconds(2**power) for power in range(top.bit_length()))))


def _duels(game: Game, choices: float) -> _Duels:
    """Return the seconds of duels, after a game between weak players."""
    searched = choices * choice_seconds(game, ladder_bot(64)) * 0.75 / 64
    return _Duels(_seconds(lambda: play_match(game, ["random"] * game.seats, 1)), searched)


def _observed_seconds(game: Game, spec: str, choices: float) -> float:
    """Return the seconds of a game of a player with itself that is observed: what it searches, and what is drawn."""
    searched = choice_seconds(game, spec) + (0.0 if reports(game, spec) else choice_seconds(game, ANALYST))
    return _seconds(lambda: watch(game, _WEAK, 1, 0)) + choices * searched


def _seconds(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that something takes; what is short is done twice, as it may compile."""
    for _ in range(2):
        before = time.process_time()
        work()
        taken = time.process_time() - before
        if taken > _LONG:
            break
    return taken


_WEAK = ladder_bot(1)
"""A player whose games take hardly more than observing them."""
_LONG = 5
"""Seconds of a trial that is not repeated."""
_LONGER = 2
"""How much longer games with other options are, as a rule."""
_OPTION_SIMULATIONS = 64


def option_bot() -> str:
    """Return the spec of the search that plays a game with other options."""
    return ladder_bot(_OPTION_SIMULATIONS)


def _or_none(games: int) -> int:
    """Return a number of games that tells something, or 0.

    >>> _or_none(3), _or_none(47)
    (0, 47)
    """
    return _within(games, 0, 1000) if games >= _FEWEST else 0


def _within(number: int, low: int, high: int) -> int:
    """Return the number with two significant digits at most, between these bounds.

    >>> _within(1234, 2, 2000), _within(1, 2, 9)
    (1200, 2)
    """
    step: int = 10 ** max(0, len(str(abs(number))) - 2)
    return min(max(number // step * step, low), high)


def choices_of(game: Game) -> float:
    """Return the mean number of choices of a random game, of all seats together."""
    found = []
    for number in range(_TRIED):
        state, rng, choices = game.initial(), generator(1, number), 0
        while state.actors:
            choices += sum(seat != CHANCE for seat in state.actors)
            state = random_step(state, rng)
        found.append(choices)
    return max(1.0, float(np.mean(found)))


def choice_seconds(game: Game, spec: str) -> float:
    """Return the mean seconds of a choice by this player, in positions of a random game."""
    bot, taken = make_bot(spec, game, 1, read=find_player), list[float]()
    for state in _positions(game)[:_PAIRS]:
        seat = state.actors[0]
        before = time.process_time()
        bot.choose(state, seat)
        taken.append(time.process_time() - before)
        if sum(taken) > 5 and len(taken) > 2:
            break
    return float(np.mean(taken[1:] or taken)) if taken else 1e-6  # the first one may compile


def reports(game: Game, spec: str) -> bool:
    """Return whether a player reports what it expects.

    >>> import ludarium
    >>> reports(ludarium.load("orion"), "easy"), reports(ludarium.load("orion"), "random")
    (True, False)
    """
    bot = make_bot(spec, game, 1, read=find_player)
    for state in _positions(game)[:1]:
        bot.choose(state, state.actors[0])
    return bot.info is not None


def _positions(game: Game) -> list[State]:
    """Return positions of one random game in which somebody must choose, spread over it."""
    state, rng, found = game.initial(), generator(2), list[State]()
    while state.actors:
        if state.actors != (CHANCE,):
            found.append(state)
        state = random_step(state, rng)
    return [found[place] for place in spread(len(found), _PAIRS)]


def names_clock(game: Game, player: str) -> bool:
    """Return whether a player looks at the clock, so that a seed does not repeat its games.

    >>> import ludarium
    >>> names_clock(ludarium.load("orion"), "mcts(seconds=1)"), names_clock(ludarium.load("orion"), "hard")
    (True, False)
    """
    known: Mapping[str, str] = levels(game)
    spec = known.get(player.strip(), player)
    return "seconds" in spec or spec in ("mcts", "expectimax", "alphabeta")
