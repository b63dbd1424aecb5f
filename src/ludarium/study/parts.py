"""A study: its parts in their order, each written as soon as it is done, and the data that the page is drawn from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

from ludarium import __version__
from ludarium.analysis.measuring.measures import measure, steps_of
from ludarium.analysis.measuring.played import COURSE, PlayedGame, Task, line_of, read_game
from ludarium.core.game import Game
from ludarium.learn.meeting import even_share
from ludarium.study.changes import compare_options
from ludarium.study.counts import Counts, names_clock
from ludarium.study.exact import small_boards
from ludarium.study.journal import Runner
from ludarium.study.ladder import climb
from ludarium.study.moments import worth_looking_at
from ludarium.study.taught import teach
from ludarium.study.watching import Json, together, watch

PARTS = {
    "chosen": "games between equal players",
    "measures": "measures",
    "ladder": "the ladder of skill",
    "options": "options",
    "exact": "small boards",
    "moments": "positions",
    "learnt": "a learnt player",
}
"""The parts of a study in their order, with what a progress bar calls them."""


@dataclass
class Study:
    """A study of a game: what is to be done, where it is kept, and the parts that are finished.

    | field     | meaning                                                      |
    | --------- | ------------------------------------------------------------ |
    | `player`  | the player whose games with itself are observed              |
    | `counts`  | how much is done                                             |
    | `folder`  | where the journal is, and what has been learnt               |
    | `site`    | the address of a site on which the game can be played, or "" |
    | `parts`   | the finished parts, as JSON has them                         |
    """

    game: Game
    player: str
    counts: Counts
    seed: int
    folder: Path
    site: str = ""
    parts: dict[str, Json] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """The command line that makes the same study again."""
        words = ["ludarium", "study", quote(self.game.spec), "--player", quote(self.player), "--counts",
                 str(self.counts), "--seed", str(self.seed)]  # fmt: skip
        return " ".join([*words, *(["--site", quote(self.site)] if self.site else [])])

    def data(self) -> dict[str, Json]:
        """Return the study as JSON has it, with the parts that are finished."""
        about = self.game.definition
        is_usual = self.game.spec == about.name  # a tagline may name a number that an option changes
        return {
            "game": self.game.spec, "title": about.title,
            "tagline": about.tagline if is_usual else f"{about.title} with other options than usual.",
            "changed": [
                [option.help, str(self.game.options[option.name]), str(option.default)]
                for option in about.options
                if self.game.options[option.name] != option.default
            ],
            "seats": self.game.seats, "even": round(even_share(self.game), 6),
            "player": self.player, "by_clock": names_clock(self.game, self.player), "seed": self.seed,
            "counts": self.counts._asdict(), "version": __version__, "command": self.command, "site": self.site,
            "parts": {name: self.parts[name] for name in PARTS if name in self.parts},
        }  # fmt: skip

    def json(self) -> str:
        """Return the study as JSON."""
        return json.dumps(self.data(), indent=1, ensure_ascii=False, allow_nan=False)

    def run(self, runner: Runner, begin: Callable[[str], object]) -> Iterator[str]:
        """Do the parts one after another, and yield the name of each when it is finished.

        `begin` is called with a name when its part begins. Everything is in the runner's journal as soon as it is
        done, so that a study that is interrupted goes on from there.
        """
        for name in PARTS:
            begin(name)
            self.parts[name] = getattr(self, f"_{name}")(runner)
            yield name

    def _chosen(self, runner: Runner) -> Json:
        return together([one["seen"] for one in self._watched(runner)])

    def _watched(self, runner: Runner) -> list[Json]:
        jobs = [(number,) for number in range(self.counts.games)]
        return runner.run("games", partial(_watch, self.game, self.player, self.seed), jobs)

    def _measures(self, runner: Runner) -> Json:
        kept = _KeptGames(runner, (one["played"] for one in self._watched(runner)), self.game.seats)
        made = measure(
            self.game, self.counts.games, self.player, self.seed, executor=runner.executor, workers=runner.workers,
            journal=kept, progress=lambda: runner.progress(1),
        )  # fmt: skip
        return json.loads(made.json())

    def _ladder(self, runner: Runner) -> Json:
        return climb(self.game, self.counts.ladder, self.counts.top, self.seed, runner)

    def _options(self, runner: Runner) -> Json:
        return compare_options(self.game, self.counts.options, self.seed, runner)

    def _exact(self, runner: Runner) -> Json:
        return small_boards(self.game, self.counts.solve, runner)

    def _moments(self, runner: Runner) -> Json:
        moments = [one["seen"]["moments"] for one in self._watched(runner)]
        return worth_looking_at(self.game, moments, self.counts.look, self.seed, runner)

    def _learnt(self, runner: Runner) -> Json:
        duels = min(self.counts.games, 2 * self.counts.ladder)
        return teach(self.game, self.counts.learn, duels, self.seed, self.folder, runner)


class _KeptGames:
    """The games of a measure, of which the journal of a study holds all lines."""

    def __init__(self, runner: Runner, watched: Iterable[Json], seats: int) -> None:
        known = [one for (part, _), one in runner.journal.done.items() if part == "measure"]
        self._journal = runner.journal
        self.games: dict[Task, PlayedGame] = {}
        for line in (*watched, *known):
            played = read_game(line, seats)
            self.games[played.task] = played

    def add(self, games: Iterable[PlayedGame]) -> None:
        """Store games; they are on the disk when this returns."""
        added = [*games]
        self._journal.add("measure", ((f"{one.task.part} {one.task.number}", _as_read(line_of(one))) for one in added))
        self.games |= {one.task: one for one in added}


def _as_read(line: Any) -> Json:
    """Return a line as it will be read back."""
    return json.loads(json.dumps(line))


def _watch(game: Game, player: str, seed: int, job: tuple[int]) -> Json:
    """Play a game and return its course, as a measure keeps it, and what was seen."""
    course, seen = watch(game, player, seed, job[0])
    return _as_read({"played": line_of(PlayedGame(Task(COURSE, job[0]), course)), "seen": seen})


def jobs_of(game: Game, name: str, counts: Counts) -> int | None:
    """Return how many jobs a part has; None where that is not known before."""
    if name == "chosen":
        return counts.games
    return steps_of(game, counts.games) if name == "measures" else None
