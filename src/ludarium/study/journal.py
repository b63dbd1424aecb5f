"""The journal of a study: every finished job, so that what was interrupted goes on, on any executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ludarium import __version__
from ludarium.core.game import Game
from ludarium.tournament.journal_file import BadJournal, JournalFile
from ludarium.tournament.side_by_side import in_batches

Job = TypeVar("Job", bound="tuple[Any, ...]")
Found = Any
"""The result of a job, as JSON has it."""


class StudyJournal(JournalFile):
    """The finished jobs of a study in a folder: `done` has the result of each by its part and its key.

    Raises `BadJournal` or `ParseError` if the journal cannot be used or is of another study.
    """

    def __init__(self, folder: Path, game: Game, player: str, seed: int) -> None:
        self.done: dict[tuple[str, str], Found] = {}
        self._header = {"game": game.spec, "player": player, "seed": seed, "version": __version__}
        super().__init__(folder, {"study": self._header}, f"another process writes the study in {folder}")

    def add(self, part: str, found: Iterable[tuple[str, Found]]) -> None:
        """Append the results of jobs by their keys; they are on the disk when this returns.

        Raises `BadJournal` if the disk is full.
        """
        added = [*found]
        self.append({"part": part, "key": key, "found": one} for key, one in added)
        self.done |= {(part, key): one for key, one in added}

    def check_header(self, header: Mapping[str, Any]) -> None:
        """Raise `BadJournal` if the journal is of another study."""
        for key, now in self._header.items():
            if header["study"][key] != now:
                raise BadJournal(
                    f"{self.path.parent} holds a study whose {key} is {header['study'][key]}, not {now}; "
                    "name another folder"
                )

    def read_line(self, values: Any) -> None:
        """Store a job."""
        self.done[str(values["part"]), str(values["key"])] = values["found"]


@dataclass
class Runner:
    """Does the jobs of a study, each once: where, how many at once, and what is called after each.

    A result must be what its JSON reads back, and depend on the job alone.
    """

    journal: StudyJournal
    executor: Executor | None = None
    workers: int = 1
    progress: Callable[[int], object] = lambda jobs: None

    def run(self, part: str, work: Callable[[Job], Found], jobs: Iterable[Job]) -> list[Found]:
        """Return the results of jobs in their order; those in the journal are not done again."""
        keys = {_key(job): job for job in jobs}
        missing = [job for key, job in keys.items() if (part, key) not in self.journal.done]
        self.progress(len(keys) - len(missing))
        for batch in in_batches(partial(_work, work), missing, self.executor, self.workers):
            self.journal.add(part, batch)
            self.progress(len(batch))
        return [self.journal.done[part, key] for key in keys]


def _key(job: tuple[Any, ...]) -> str:
    return " ".join(map(str, job))


def _work(work: Callable[[Any], Found], job: tuple[Any, ...]) -> tuple[str, Found]:
    return _key(job), work(job)
