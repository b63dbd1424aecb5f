"""The measures of a game: C. Browne's criteria and what Ludii calls concepts, from random games and equal players."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ludarium import __version__
from ludarium.analysis.measuring.courses import Course
from ludarium.analysis.measuring.effects import Effect, effect, variants
from ludarium.analysis.measuring.estimates import Estimate, score_of
from ludarium.analysis.measuring.played import COURSE, SKILL, GamesJournal, PlayedGame, Task, play_task, tasks_of
from ludarium.analysis.measuring.values import of_courses, of_skill, of_tree
from ludarium.core.arguments import check_games, check_seed, check_whole, check_workers
from ludarium.core.game import Game
from ludarium.core.html import section, table
from ludarium.core.kernel import Floats
from ludarium.core.measures import MEANINGS, format_interval, format_measure
from ludarium.core.registry import load_game
from ludarium.core.rng import generator
from ludarium.core.text import counted
from ludarium.scenes.charts import lines
from ludarium.search.learned import find_player
from ludarium.search.player import make_bot
from ludarium.search.profile import Profile, profile
from ludarium.tournament.side_by_side import in_batches

if TYPE_CHECKING:
    from rich.table import Table

_RANDOM = 50
"""Random games for each game between players."""
_MOST = 1_000_000
"""Games of a measure."""
_POINTS, _TIMES = 60, 41
"""The choices whose branching, and the times at which the winner's expectation, is written as JSON."""
_NUMBERS = re.compile(r"\[\s+([^\[\]{}]+?)\s+\]")
"""A list of numbers in JSON, which is written on one line."""


@dataclass(frozen=True)
class Measures:
    """The measures of a game.

    | field       | content                                                                        |
    | ----------- | ------------------------------------------------------------------------------ |
    | `game`      | the game                                                                       |
    | `player`    | the player whose games with itself were observed                               |
    | `games`     | how many of them                                                               |
    | `seed`      | the random seed                                                                |
    | `estimates` | the measures, by the names in `MEANINGS`; those that a game has not are unknown |
    | `profile`   | the random games' choices, surprises and positions                             |
    | `courses`   | the courses of the observed games                                              |
    | `doublings` | the scores of each search of the ladder against the one before                 |
    | `effects`   | random games as the game is, and with each option changed                      |
    """

    game: Game
    player: str
    games: int
    seed: int
    estimates: dict[str, Estimate]
    profile: Profile
    courses: tuple[Course, ...]
    doublings: dict[int, Estimate]
    effects: tuple[Effect, ...]

    def __str__(self) -> str:
        from ludarium.analysis.printed import as_text  # here, since measures need no terminal

        return as_text(self.printed())

    def printed(self) -> list[str | Table]:
        """Return the measures and the effects of options as a terminal shows them, with tables of the library rich."""
        from ludarium.analysis.printed import table  # here, as above

        title = f"{self.game.spec}: {counted(self.games, 'game')} of {self.player} with itself, seed {self.seed}\n"
        measures = table("measure", "value", "95 % interval", words=1)
        measures.add_column("meaning")
        for name, found in self.estimates.items():
            meaning = MEANINGS[name]
            measures.add_row(meaning.title, *_format(name, found), meaning.says)
        options = table("option", "turns", "95 % interval", "first seat", "drawn", "branching", words=1)
        for one in self.effects:
            (turns, interval), (first, _), (drawn, _) = (
                _format(name, getattr(one, name)) for name in ("turns", "first", "drawn")
            )
            name = f"{one.option}={one.value}" if one.option else "as it is, random games"
            options.add_row(name, turns, interval, first, drawn, format_measure("branching", one.branching))
        return [title, measures, "", options]

    def __repr__(self) -> str:
        return f"<Measures of {self.game.spec}: {counted(self.games, 'game')} of {self.player}, seed {self.seed}>"

    def branching(self) -> Floats:
        """Return the average number of legal actions of the first, second, ... choice, in random games.

        It ends where fewer than a tenth of the games came so far.
        """
        reached, actions = self.profile.offered.T
        reached_by_many = reached >= max(1, len(self.profile.surprise) // 10)
        return np.asarray(actions[reached_by_many] / reached[reached_by_many])

    def winner(self, times: int) -> Floats:
        """Return what the later winner could expect, at so many times from the first turn to the last.

        The rows are the lower quartile of the games, the median and the upper quartile; there are none if nobody won.

        Raises `InvalidOption` unless there is a time.
        """
        check_whole("times", times, 1, 1_000_000)
        along = np.linspace(0, 1, times)
        rows = [
            np.interp(along, np.linspace(0, 1, len(course.values)), course.values[:, int(course.final.argmax())])
            for course in self.courses
            if course.won and len(course.values)
        ]
        return np.quantile(np.array(rows), [0.25, 0.5, 0.75], axis=0) if rows else np.zeros((0, times))

    def _repr_html_(self) -> str:
        """Return the table and charts that a notebook shows."""
        rows = [
            (MEANINGS[name].title, found.value, f"{found.low:.3g} to {found.high:.3g}", MEANINGS[name].says)
            for name, found in self.estimates.items()
            if found.known
        ]
        expected = self.winner(_TIMES)
        return section(
            self.game.definition.title,
            f"{counted(self.games, 'game')} of {self.game.spec} between {self.player}, seed {self.seed}",
            table(("measure", "value", "95 % interval", "meaning"), rows),
            lines({"legal actions": self.branching().tolist()}, "choices of a game", "Legal actions of every choice"),
            lines({"median": expected[1].tolist()}, "from the first turn to the last", "What the winner could expect")
            if len(expected)
            else "",
        )

    def json(self) -> str:
        """Return the measures as JSON: how they were made, and each with its interval; `null` for unknown.

        What pictures need is among them: the branching at some choices, and the winner's expectation on the way.
        """
        branching = self.branching()
        at = np.unique(np.linspace(0, len(branching) - 1, min(_POINTS, len(branching))).round().astype(int))
        made = {
            "game": self.game.spec, "player": self.player, "games": self.games, "seed": self.seed,
            "version": __version__,
            "measures": {name: _rounded(estimate) for name, estimate in self.estimates.items()},
            "branching": [[int(choice) + 1, round(float(branching[choice]), 4)] for choice in at],
            "winner": self.winner(_TIMES).round(4).tolist(),
            "doublings": {more: _rounded(score) for more, score in self.doublings.items()},
            "options": [
                {"option": one.option, "value": str(one.value), "branching": round(one.branching, 4),
                 **{name: _rounded(getattr(one, name)) for name in ("turns", "first", "drawn")}}
                for one in self.effects
            ],
        }  # fmt: skip
        return _NUMBERS.sub(lambda found: f"[{' '.join(found[1].split())}]", json.dumps(made, indent=1))


def _rounded(estimate: Estimate) -> list[float | None] | None:
    """Return an estimate as JSON has it."""
    return [round(bound, 6) if math.isfinite(bound) else None for bound in estimate] if estimate.known else None


def measure(
    game: str | Game,
    games: int = 200,
    player: str = "hard",
    seed: int = 0,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    journal: GamesJournal | None = None,
    progress: Callable[[], object] = lambda: None,
) -> Measures:
    """Measure a game; `progress` is called `steps_of` times.

    Games that are in the journal are not played again; all others are added to it.

    >>> import ludarium
    >>> made = measure(ludarium.load("orion(turn_limit=10)"), 2, "easy", seed=1)
    >>> made.estimates["turns"].value, made.estimates["timeouts"].value, len(made.branching())
    (10.0, 1.0, 27)

    Raises `InvalidOption` for a number of games or a seed out of range, what `make_bot` raises, and `BadJournal` if
    the disk is full.
    """
    game = load_game(game)
    check_games(games, _MOST)
    check_seed(seed)
    check_workers(workers)
    make_bot(player, game, seed, read=find_player)
    played = dict(journal.games) if journal else {}
    missing = []
    for task in tasks_of(game, games):
        if task in played:
            progress()
        else:
            missing.append(task)
    for batch in in_batches(partial(play_task, game, player, seed), missing, executor, workers):
        if journal:
            journal.add(batch)
        for one in batch:
            played[one.task] = one
            progress()
    random = profile(game, games * _RANDOM, generator(seed, 0))
    progress()
    changed = []
    for variant in variants(game):
        changed.append(effect(variant, games * 5, seed))
        progress()
    return _measures(game, player, games, seed, played, random, tuple(changed))


def steps_of(game: Game, games: int) -> int:
    """Return how often `measure` calls `progress`."""
    return sum(1 for _ in tasks_of(game, games)) + 1 + sum(1 for _ in variants(game))


def _measures(
    game: Game, player: str, games: int, seed: int, played: Mapping[Task, PlayedGame], random: Profile,
    changed: tuple[Effect, ...],
) -> Measures:  # fmt: skip
    """Return the measures that the games show."""
    by_part: dict[str, list[PlayedGame]] = {}
    for task in tasks_of(game, games):
        by_part.setdefault(task.part, []).append(played[task])
    courses = tuple(one.course for one in by_part.pop(COURSE) if one.course)
    scores = {part: np.array([one.score for one in ones]) for part, ones in by_part.items()}
    skill = scores.pop(SKILL, np.zeros(0))
    doublings = {int(part): found for part, found in scores.items()}
    estimates = of_tree(game, random) | of_courses(game, courses) | of_skill(game, skill, doublings)
    return Measures(
        game, player, games, seed, {name: estimates[name] for name in MEANINGS}, random, courses,
        {more: score_of(parts) for more, parts in doublings.items()}, changed,
    )  # fmt: skip


def _format(name: str, found: Estimate) -> tuple[str, str]:
    """Return a measure and its interval as text."""
    return format_measure(name, found.value), format_interval(name, *found)
