"""The games of a measure: what is played, what each shows, and the journal from which an interrupted measure continues.

A game depends on the seed, its part and its number alone, so a measure with more games begins with the same ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from ludarium import __version__
from ludarium.analysis.measuring.courses import Course, observe_game
from ludarium.analysis.measuring.duels import LADDER, duel, has_duels, ladder_bot
from ludarium.analysis.measuring.traits import NOTHING_SEEN, read_traits
from ludarium.core.game import Game
from ludarium.core.rng import derive
from ludarium.tournament.journal_file import BadJournal, JournalFile

COURSE, SKILL = "course", "skill"
"""The parts of a measure beside the steps of the ladder, which are called by their simulations."""
WEAKEST = "random"
"""The player that measures what skill is worth."""


class Task(NamedTuple):
    """A game to be played: its part of the measure, and its number there, from 0."""

    part: str
    number: int


class PlayedGame(NamedTuple):
    """The result of a game: its course, or the part of the payoffs that the stronger player got."""

    task: Task
    course: Course | None = None
    score: float = math.nan


def tasks_of(game: Game, games: int) -> Iterator[Task]:
    """Yield the games of a measure: those of equal players, and if there are rivals, the duels.

    All parts go on side by side, so the games of a measure that is stopped are all those of a smaller one.

    >>> import ludarium
    >>> sorted({task.part for task in tasks_of(ludarium.load("orion"), 2)})
    ['100', '200', '400', 'course', 'skill']
    """
    duels = [*map(str, LADDER[1:]), SKILL] if has_duels(game) else []
    return (Task(part, number) for number in range(games) for part in [COURSE, *duels])


def play_task(game: Game, player: str, seed: int, task: Task) -> PlayedGame:
    """Play a game of the measure of `player` with this seed.

    Raises what `make_bot` raises.
    """
    if task.part == COURSE:
        return PlayedGame(task, observe_game(game, player, derive(seed, 1, task.number)))
    if task.part == SKILL:
        return PlayedGame(task, score=duel(game, player, WEAKEST, derive(seed, 3), task.number))
    more = int(task.part)
    [fewer] = (one for one, other in pairwise(LADDER) if other == more)
    return PlayedGame(task, score=duel(game, ladder_bot(more), ladder_bot(fewer), derive(seed, 2, more), task.number))


class GamesJournal(Protocol):
    """What a measure needs of a journal: the games that were played, by their tasks, and a place for more."""

    games: dict[Task, PlayedGame]

    def add(self, games: Iterable[PlayedGame]) -> None:
        """Store games."""


class MeasureJournal(JournalFile):
    """The journal of a measure in a folder; `games` are those that were played, by their tasks.

    Raises `BadJournal` or `ParseError` if the journal cannot be used or is of another measure.
    """

    def __init__(self, folder: Path, game: Game, player: str, seed: int) -> None:
        self.games: dict[Task, PlayedGame] = {}
        self._seats = game.seats
        self._header = {"game": game.spec, "player": player, "seed": seed, "version": __version__}
        super().__init__(folder, {"measure": self._header}, f"another process writes the measures in {folder}")

    def add(self, games: Iterable[PlayedGame]) -> None:
        """Append games; they are on the disk when this returns.

        Raises `BadJournal` if the disk is full.
        """
        added = [*games]
        self.append(line_of(played) for played in added)
        self.games |= {played.task: played for played in added}

    def check_header(self, header: Mapping[str, Any]) -> None:
        """Raise `BadJournal` if the journal is of another measure."""
        found = header["measure"]
        for key, now in self._header.items():
            if found[key] != now:
                raise BadJournal(
                    f"{self.path.parent} holds a measure whose {key} is {found[key]}, not {now}; name another folder"
                )

    def read_line(self, values: Any) -> None:
        """Store a game."""
        played = read_game(values, self._seats)
        self.games[played.task] = played


def read_game(values: Mapping[str, Any], seats: int) -> PlayedGame:
    """Return the game that `line_of` has written.

    Raises `ValueError`, `TypeError` or `KeyError` if it is damaged.
    """
    task, course = Task(str(values["part"]), int(values["number"])), None
    if task.part == COURSE:
        rows = np.array(values["values"], float).reshape(-1, seats)
        final = np.array(values["final"], float).reshape(seats)
        traits = read_traits(values["traits"]) if "traits" in values else NOTHING_SEEN
        course = Course(rows, final, bool(values["won"]), int(values["first"]), int(values["turns"]), traits)
    return PlayedGame(task, course, math.nan if course else float(values["score"]))


def line_of(played: PlayedGame) -> dict[str, object]:
    """Return a game as JSON has it."""
    fields: dict[str, Any] = {"score": played.score}
    if played.course:
        fields = asdict(played.course) | {"traits": played.course.traits.to_json()}
    return played.task._asdict() | {
        key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in fields.items()
    }
