"""Trials: matches of the workshop that a person asks for, and a worker plays; only that person sees them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from threading import Event
from typing import Any, NamedTuple

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.text import shorten, well_formed
from ludarium.match.clock import DAY, HOUR
from ludarium.players.sandbox.trial import Trial, TrialSeat
from ludarium.search.personas import offered_bots
from ludarium.site.ground.values import Person
from ludarium.site.programs.modules import Program
from ludarium.site.programs.rows import AskedTrial
from ludarium.site.quotas import QuotaLimiter
from ludarium.site.store import Store

LONGEST_SOURCE = 64 << 10
"""Bytes of a script."""
KEPT = 7 * DAY
"""Seconds after which a trial is deleted."""
MINE = "your bot"
MOST_COMPARED = 20
"""Matches of a comparison."""


class NoSuchTrial(LudariumError):
    """There is no such trial, or it is somebody else's."""

    status = 404
    kind = "no-trial"


class Comparison(NamedTuple):
    """The score of a version against another: won, drawn and lost matches, and those that were not played to an end."""

    version: int
    other: int
    won: int
    drawn: int
    lost: int
    stopped: int = 0

    @property
    def played(self) -> int:
        """The matches that count."""
        return self.won + self.drawn + self.lost


class TrialView(NamedTuple):
    """A trial as its person sees it: whether it waits, and its outcome.

    `seat` is that of the person's program; `source` is the text of a script, and `module` the digest of a WebAssembly
    program.
    """

    id: str
    game: str
    kind: str
    source: str
    opponent: str
    seat: int
    waits: bool
    trial: Trial | None = None
    comparison: Comparison | None = None
    problem: str = ""
    bot_id: str | None = None
    version: int | None = None
    module: str = ""


def parse_source(text: str) -> str:
    """Return the text of a script, with the line ends of Unix.

    Raises `ParseError` if it is empty, too long, or no text.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        size = len(plain.encode())
    except UnicodeEncodeError:
        raise ParseError("this is not a script: it has signs that are no text") from None
    if size > LONGEST_SOURCE:
        raise ParseError(f"this script has {size:,} bytes: expected at most {LONGEST_SOURCE:,} (64 KiB)")
    if not plain.strip():
        raise ParseError("there is no code: expected a script that calls api, as the example does")
    if "\0" in plain:
        raise ParseError("this is not a script: it has a character that is no text")
    return plain


def trial_seat(name: str, program: Program) -> TrialSeat:
    """Return the seat of a program in a trial.

    Raises as `parse_source` does.
    """
    if program.module:
        return TrialSeat(name, module=program.module)
    return TrialSeat(name, parse_source(program.source))


def passes(content: Mapping[str, Any] | None) -> bool:
    """Return whether a program has played a match of its test to the end without a failure or a fault."""
    if content is None or content.get("payoffs") is None or content.get("failed_seat") is not None:
        return False
    return not any(turn[3] for turn in content.get("turns", ()))


class Trials:
    """The trials of a site; `asked` is set when one is asked for, and `now` returns seconds since 1970."""

    def __init__(self, store: Store, quotas: QuotaLimiter, now: Callable[[], float]) -> None:
        self._store, self._quotas, self._now = store, quotas, now
        self.asked = Event()

    def ask(
        self,
        person: Person,
        origin: str | None,
        game: Game,
        program: Program,
        opponent: tuple[str, Program | None],
        seat: int,
        *,
        kind: str = "try",
        version: tuple[str, int] | None = None,
    ) -> str:
        """Ask for a match of a program; return the id of the trial.

        `opponent` is the name of a bot that is offered, or a name and another program.

        Raises `ParseError` for a script, an opponent or a seat that cannot be; `QuotaExceeded`.
        """
        name, other = opponent
        if other is None and name not in offered_bots(game):
            expected = ", ".join(offered_bots(game))
            raise ParseError(f"{shorten(name)} plays no trials: expected one of {expected}")
        if not 0 <= seat < game.seats:
            raise ParseError(f"there is no such seat: expected 0 to {game.seats - 1}")
        mine, others = (
            trial_seat(MINE, program),
            TrialSeat(name, None, name) if other is None else trial_seat(name, other),
        )
        seats = [mine if number == seat else others for number in range(game.seats)]
        job = {"seats": [list(each) for each in seats], "seed": secrets.randbits(31), "seat": seat, "opponent": name}
        return self._insert(person, origin, game, kind, job, version)

    def compare(
        self,
        person: Person,
        origin: str | None,
        game: Game,
        programs: Sequence[Program],
        versions: tuple[str, int, int],
        matches: int,
    ) -> str:
        """Ask for matches of two programs, which are two versions of a bot; return the id of the trial.

        Raises `ParseError`, `QuotaExceeded`.
        """
        if not 2 <= matches <= MOST_COMPARED or matches % 2:
            raise ParseError(f"a comparison has an even number of matches: expected 2 to {MOST_COMPARED}")
        bot_id, number, other = versions
        job: dict[str, Any] = {"scripts": [each.source for each in programs]}
        job |= {
            "modules": [each.module for each in programs],
            "matches": matches,
            "seed": secrets.randbits(31),
            "other": other,
        }
        return self._insert(person, origin, game, "compare", job, (bot_id, number))

    def view(self, person: Person | None, trial_id: str) -> TrialView:
        """Return a trial of a person.

        Raises `NoSuchTrial`.
        """
        found = self._store.trials.load(trial_id)
        if found is None or person is None or found.person != person.id:
            raise NoSuchTrial("there is no such trial: it was deleted after a week, or is somebody else's")
        return _view(found)

    def goal(self, person: Person | None, game: Game) -> str:
        """Return the level that a person should beat next: the first from `medium` on that no try of theirs has beaten.

        It is the last of them if all are beaten.
        """
        levels = [*offered_bots(game)]
        levels = levels[levels.index("medium") :] if "medium" in levels else levels
        results = self._store.trials.results(person.id, game.spec) if person else []
        beaten = {
            opponent
            for opponent, seat, payoffs in results
            if payoffs and payoffs[seat] > max((paid for one, paid in enumerate(payoffs) if one != seat), default=0)
        }
        return next((level for level in levels if level not in beaten), levels[-1])

    def comparisons(self, bot_id: str) -> tuple[TrialView, ...]:
        """Return the last comparisons of a bot, the newest first."""
        return tuple(_view(found) for found in self._store.trials.find(bot_id=bot_id, kind="compare", limit=10))

    def _insert(
        self,
        person: Person,
        origin: str | None,
        game: Game,
        kind: str,
        job: Mapping[str, Any],
        version: tuple[str, int] | None,
    ) -> str:
        now, (bot_id, number) = self._now(), version or (None, None)
        trial = AskedTrial(
            secrets.token_urlsafe(12), person.id, game.spec, kind, dict(job), now, bot_id=bot_id, version=number
        )
        with self._store.write() as tx:
            tx.trials.lock(person.id)
            self._quotas.check_trials(
                tx.trials.waiting(person.id, origin), tx.trials.asked_since(person.id, origin, now - HOUR)
            )
            tx.trials.forget(now - KEPT)
            tx.trials.ask(trial, origin)
        self.asked.set()
        return trial.id


def _view(found: AskedTrial) -> TrialView:
    job, content = found.job, well_formed(found.content)  # earlier versions stored what a script printed as it was
    seat = int(job.get("seat", 0))
    mine = None if found.kind == "compare" else TrialSeat(*job["seats"][seat])
    source, module = (mine.script or "", mine.module) if mine else (job["scripts"][0], job.get("modules", [""])[0])
    view = TrialView(
        found.id, found.game, found.kind, source, str(job.get("opponent", "")), seat, found.made_at is None,
        bot_id=found.bot_id, version=found.version, module=module,
    )  # fmt: skip
    if found.made_at is None:
        return view
    if content is None:
        return view._replace(problem="the match could not be played: try it again")
    if "problem" in content:
        return view._replace(problem=str(content["problem"]))
    if found.kind == "compare":
        return view._replace(comparison=Comparison(found.version or 0, int(job["other"]), **content))
    whose = {name: content[name] for name in ("seat", "opponent") if name in content}  # of a test, they are drawn
    return view._replace(trial=Trial.from_json(content), **whose)
