"""A small live arena of each game every week, which the site makes by itself where its settings say when.

The next one of a game is open to enter as soon as the last one has begun. Bots of the site fill in: they play with who
would wait alone, unrated, and nobody else. An arena that no person enters is not played, and one of a week in which no
server ran is never made.
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import game_names, load
from ludarium.core.text import shorten
from ludarium.match.clock import DAY, HOUR
from ludarium.site.ground.values import Person
from ludarium.site.match.transactions import Transactions
from ludarium.site.offers.reading import live_tempos
from ludarium.site.tournaments.pace import first_due
from ludarium.site.tournaments.reading import MakeTournament, new_tournament
from ludarium.site.tournaments.rows.values import StoredTournament
from ludarium.site.tournaments.site_bots import fillers

MINUTES, MOST = 45, 64
"""How long an arena goes on, and the players that it takes with its bots."""
_CLOCK = "180+2"
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_FIRST_MONDAY = 4 * DAY
_log = logging.getLogger(__name__)


class WeeklyPlan(NamedTuple):
    """When the first arena of a week begins: a day from 0, Monday, and a minute of it, in UTC.

    Those of the other games follow, an hour after each other.

    >>> plan = WeeklyPlan.parse("saturday 18:00")
    >>> plan, str(plan)
    (WeeklyPlan(day=5, minute=1080), 'Saturday 18:00 UTC')
    >>> [datetime.fromtimestamp(plan.next(0.0, after), UTC).strftime("%A %d, %H:%M") for after in (0, 7)]
    ['Saturday 03, 18:00', 'Sunday 04, 01:00']
    """

    day: int
    minute: int

    @classmethod
    def parse(cls, text: str) -> "WeeklyPlan | None":
        """Return the plan of a setting, as in `saturday 18:00`; None for `off` or nothing.

        Raises `ParseError`.
        """
        if text.strip().lower() in ("", "off"):
            return None
        found = re.fullmatch(r"([a-z]+) ([01][0-9]|2[0-3]):([0-5][0-9])", " ".join(text.lower().split()), re.ASCII)
        if not found or found[1] not in _DAYS:
            expected = "a day of the week and a time in UTC, such as saturday 18:00, or off"
            raise ParseError(f"LUDARIUM_WEEKLY_ARENAS is {shorten(text)}: expected {expected}")
        return cls(_DAYS.index(found[1]), 60 * int(found[2]) + int(found[3]))

    def __str__(self) -> str:
        """Return when the first arena begins, in words."""
        return f"{_DAYS[self.day].capitalize()} {self.minute // 60:02}:{self.minute % 60:02} UTC"

    def next(self, now: float, after: int) -> float:
        """Return when the next arena begins of the game that comes so many hours after the first one."""
        first = _FIRST_MONDAY + self.day * DAY + self.minute * 60.0 + after * HOUR
        return first + ((now - first) // (7 * DAY) + 1) * 7 * DAY

    def week(self, begins_at: float, after: int) -> str:
        """Return the week of an arena by ISO 8601, whatever day its hours lead to."""
        monday = begins_at - after * HOUR - self.day * DAY - self.minute * 60.0
        year, week, _ = datetime.fromtimestamp(monday, UTC).isocalendar()
        return f"{year}-w{week:02}"


class WeeklyArenas:
    """Makes the arenas of a plan; without a plan it does nothing."""

    def __init__(self, matches: Transactions, plan: WeeklyPlan | None) -> None:
        self._matches, self.plan = matches, plan
        self._refused = set[str]()

    def work(self) -> int:
        """Make the arenas that come next, unless they are there; return how many were made."""
        organisers = self._matches.store.accounts.administrators() if self.plan else ()
        return sum(self._make(organisers[0], arena) for arena in self._next(organisers[0])) if organisers else 0

    def _next(self, organiser: Person) -> Iterator[StoredTournament]:
        """Yield the next arena of each game that can have one and has none yet."""
        assert self.plan
        now = self._matches.now()
        for after, name in enumerate(game_names()):
            begins_at = self.plan.next(now, after)
            key = f"{name[:20]}-{self.plan.week(begins_at, after)}"
            if name in self._refused or self._matches.store.tournaments.has(key):
                continue
            try:
                yield replace(_arena(name, organiser, begins_at, now), id=key)
            except LudariumError as error:  # such as a game for one, or of a package that is damaged
                self._refused.add(name)
                _log.info("%s has no weekly arena: %s", name, error)

    def _make(self, organiser: Person, arena: StoredTournament) -> bool:
        with self._matches.store.write() as tx:
            tx.tournaments.lock(f"{organiser.id}, weekly")
            if tx.tournaments.has(arena.id):
                return False
            tx.tournaments.add(arena)
            for entry in fillers(arena):
                tx.tournament_entries.enter_bot(arena.id, entry)
        return True


def _arena(name: str, organiser: Person, begins_at: float, now: float) -> StoredTournament:
    """Return the arena of a game; raise a `LudariumError` if there cannot be one."""
    game = load(name)
    tempos = live_tempos(game)
    tempo = _CLOCK if _CLOCK in tempos else tempos[0]
    command = MakeTournament(
        game.spec,
        "arena",
        tempo,
        f"Weekly arena of {game.definition.title}",
        minutes=str(MINUTES),
        rated="yes",
        most=str(MOST),
    )
    made = new_tournament(organiser, command, now)
    return replace(made, begins_at=begins_at, due_at=first_due(tempo, begins_at, now), by_site=True)
