"""The comparison of two players: rounds with seats exchanged, until a sequential test says who is stronger.

In a round a player has every seat once, after the same opening and with the same dice; its worth is the mean of what
the player gets. With dice the luck of all rolls is subtracted, by the values of an exact table or of the network that
comes with the game: on average it is nothing, for all players and whatever the network believes
(`ludarium.learn.luck`), so the test is shorter and as right. Rounds count in their order, so the answer does not depend
on who plays how many of them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ludarium.core.arguments import check_whole
from ludarium.core.errors import InvalidOption
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.learn.meeting import OPENING, Meeting, Side, make_side
from ludarium.learn.method import has_dice
from ludarium.learn.sprt import SequentialTest, Verdict
from ludarium.search.learned import shipped_player
from ludarium.solve.installed import open_table
from ludarium.tournament.journal_file import BadJournal, JournalFile
from ludarium.tournament.side_by_side import in_batches

_DIGITS = 12
"""To which worths of rounds are rounded, so that equal ones are counted together."""
_LEAST = 8
"""Rounds before the first answer: fewer say little of how much rounds differ."""
_WAVE = 10
_PERCENT = 100


class Round(NamedTuple):
    """A round to be played: specs of the two players and seconds for a turn of each, 0 for what the specs say.

    The seconds are those of the processor. `table` names the table by which luck is subtracted, in place of the
    network that comes with the game; every process that plays opens it. The round begins with `opening` random steps of
    each seat.
    """

    game: str
    players: tuple[str, str]
    seconds: tuple[float, float]
    seed: int
    number: int
    luck: bool
    table: str = ""
    opening: int = OPENING


class Played(NamedTuple):
    """A round that was played: what each of its games was worth to the first player, and the luck in it."""

    number: int
    points: tuple[float, ...]


def play_round(job: Round) -> Played:
    """Play a round.

    >>> play_round(Round("orion(turn_limit=10)", ("easy", "random"), (0.0, 0.0), 1, 0, luck=True)).number
    0
    """
    meeting = _meeting(job.game, job.seed, job.table, job.opening, luck=job.luck)
    one, other = (
        Side(spec, None, seconds, processor=True) for spec, seconds in zip(job.players, job.seconds, strict=True)
    )
    return Played(job.number, tuple(meeting.play_round(one, other, job.number)))


@lru_cache(maxsize=4)
def _meeting(game: str, seed: int, table: str, opening: int, *, luck: bool) -> Meeting:
    loaded = load(game)
    if table and luck:
        return Meeting(loaded, seed, open_table(table, loaded), opening)
    return Meeting(loaded, seed, shipped_player(loaded) if luck else None, opening)


class ComparisonJournal(JournalFile):
    """The rounds of a comparison in a folder, by number; one that was interrupted continues.

    Raises `BadJournal` or `ParseError` if the folder holds something else.
    """

    def __init__(self, folder: Path, header: Mapping[str, object]) -> None:
        self.rounds: dict[int, Played] = {}
        self._header = dict(header)
        super().__init__(folder, {"comparison": header}, f"the comparison in {folder} is made by another process")

    def check_header(self, header: Mapping[str, Any]) -> None:
        """Raise `BadJournal` if the journal is one of other players or another test."""
        found = header["comparison"]
        for key in {**self._header, **found}:
            if found.get(key) != self._header.get(key):
                was, now = found.get(key), self._header.get(key)
                raise BadJournal(f"{self.path.parent} holds a comparison whose {key} is {was}, not {now}")

    def read_line(self, values: Any) -> None:
        """Store a round."""
        number, points = values
        self.rounds[int(number)] = Played(int(number), tuple(map(float, points)))

    def add(self, rounds: Iterable[Played]) -> None:
        """Append rounds; they are on the disk when this returns.

        Raises `BadJournal` if the disk is full.
        """
        added = [*rounds]
        self.append([one.number, list(one.points)] for one in added)
        self.rounds |= {one.number: one for one in added}


@dataclass
class Comparison:
    """The comparison of two players of a game, each given as a spec, and what is known of it so far.

    | field     | meaning                                                                      |
    |-----------|------------------------------------------------------------------------------|
    | `seconds` | of the processor, for a turn of each player; 0 for what their specs say      |
    | `luck`    | whether the luck of dice is subtracted where the game has a network          |
    | `table`   | the table by which it is subtracted instead; empty if there is none          |
    | `opening` | the random steps of each seat with which a round begins                      |
    | `most`    | the number of rounds after which it ends without an answer                   |
    | `rounds`  | what was played, by number                                                   |
    | `counts`  | by their worth how many of the first `used` rounds there were                |

    >>> comparison = Comparison.of("orion(turn_limit=10)", ("easy", "random"), margin=0.2)
    >>> comparison.run(), comparison.used < 100
    ('equal', True)
    """

    game: str
    players: tuple[str, str]
    test: SequentialTest
    seed: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)
    luck: bool = True
    table: str = ""
    opening: int = OPENING
    most: int = 20_000
    rounds: dict[int, Played] = field(default_factory=dict)
    counts: Counter[float] = field(default_factory=Counter)
    used: int = 0
    verdict: Verdict = ""

    @classmethod
    def of(
        cls,
        game: str,
        players: tuple[str, str],
        *,
        margin: float = 0.02,
        alpha: float = 0.05,
        beta: float = 0.05,
        **options: Any,  # Any: the other fields
    ) -> Comparison:
        """Return a comparison that has not begun.

        Raises a `LudariumError` for a game, a player or a number that is none.
        """
        loaded = load(game)
        for spec in players:
            make_side(spec, loaded, 0)
        test = SequentialTest(Meeting(loaded, 0).even, margin, alpha, beta)
        test.check()
        check_whole("most", options.get("most", 1), 1)
        check_whole("opening", options.get("opening", 0), 0)
        if table := options.get("table"):
            if not options.get("luck", True):
                raise InvalidOption(f"luck is subtracted by {shorten(table)} or not at all: leave one of them out")
            open_table(table, loaded)
            if not has_dice(loaded):
                raise InvalidOption(f"{loaded.name} has no dice, so {shorten(table)} has no luck to subtract")
        return cls(loaded.spec, players, test, **options)

    @property
    def header(self) -> dict[str, object]:
        """What a journal must agree with."""
        opening = f"{self.opening} steps" if self.opening != OPENING else ""
        clock = "processor" if any(self.seconds) else ""
        later = {"table": self.table, "clock": clock, "opening": opening}  # not in older journals
        return {
            "game": self.game, "players": list(self.players), "seed": self.seed, "seconds": list(self.seconds),
            "luck": self.luck, **{key: value for key, value in later.items() if value},
        }  # fmt: skip

    @property
    def mean(self) -> float:
        """What a round was worth on average."""
        return sum(value * count for value, count in self.counts.items()) / max(1, self.used)

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite before the second round."""
        if self.used < 2:
            return math.inf
        squares = sum((value - self.mean) ** 2 * count for value, count in self.counts.items())
        return math.sqrt(squares / (self.used - 1) / self.used)

    def run(
        self,
        executor: Executor | None = None,
        workers: int = 1,
        journal: ComparisonJournal | None = None,
        tell: Callable[[], object] = lambda: None,
    ) -> Verdict:
        """Play rounds until the test has an answer, or the most are played; return the answer.

        `tell` is called whenever rounds were played.
        """
        if journal:
            self.rounds = journal.rounds
        while not self._advance():
            for played in in_batches(play_round, self._wave(workers), executor, workers):
                if journal:
                    journal.add(played)
                self.rounds |= {one.number: one for one in played}
                tell()
        return self.verdict

    def _wave(self, workers: int) -> list[Round]:
        """Return the next rounds: enough for all workers, and few more than an answer may need."""
        last = min(self.most, self.used + max(_LEAST, 2 * workers, self.used // _WAVE))
        numbers = (number for number in range(self.used, last) if number not in self.rounds)
        return [
            Round(self.game, self.players, self.seconds, self.seed, number, self.luck, self.table, self.opening)
            for number in numbers
        ]

    def _advance(self) -> bool:
        """Count the rounds that follow in their order; return whether nothing more is to be played."""
        while not self.verdict and self.used < self.most and self.used in self.rounds:
            points = self.rounds[self.used].points
            self.counts[round(sum(points) / len(points), _DIGITS)] += 1
            self.used += 1
            if self.used >= _LEAST and self.used % max(1, self.used // _PERCENT) == 0:
                self.verdict = self.test.verdict(self.counts)
        return bool(self.verdict) or self.used >= self.most
