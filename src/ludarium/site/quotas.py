"""Quotas: how much one person, and everybody from one network, may begin and keep running.

They are counted in the rows of the database, in the transaction that adds one, so they hold for any number of
processes.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.text import counted
from ludarium.site.ground.values import MatchRevision
from ludarium.site.match.rows.tallies import HOUR, Tallies, Tally, TallyTable
from ludarium.site.people.rows.accounts import AttemptTable

_SOON = 60.0
"""Seconds after which to try again where nobody can know when it will be possible."""
_MINUTE = 60
_WHO = {"person": "you have", "network": "people from your network have"}
_TRIALS_WAITING = {"person": 3, "network": 20}
"""Matches of the workshop that may wait at once."""
_GUESTS_PART = 4
"""Guests may say so many times less than people with an account."""
_COUNTED = {
    "guests": "come here {} times for the first time within an hour",
    "mails": "asked for {} mails within an hour",
    "accounts": "made {} accounts within an hour",
    "talk": "sent {} messages within an hour",
}


class QuotaExceeded(LudariumError):
    """A person or a network has reached a limit of the site; it may be possible again in `retry_after` seconds."""

    status = 429
    kind = "quota"

    def __init__(self, message: str, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = math.ceil(retry_after)


class Quota(NamedTuple):
    """The most that a person, and a network, may have; 0 means no limit."""

    person: int = 0
    network: int = 0


class Quotas(NamedTuple):
    """The limits for a person and a network.

    | field      | what it limits                                                               |
    |------------|------------------------------------------------------------------------------|
    | `begun`    | matches that begin within an hour                                            |
    | `running`  | matches that are not over; those without a turn for a week do not count      |
    | `live`     | live matches that are running                                                |
    | `searches` | turns that bots must choose when a match with bots begins                    |
    | `analyses` | reviews and hints that wait for bots                                         |
    | `guests`   | guests who are made within an hour, of a network alone                       |
    | `mails`    | mails to sign in that are asked for within an hour, of a network alone       |
    | `accounts` | accounts that are made by a passkey within an hour, of a network alone       |
    | `trials`   | matches of the workshop that are asked for within an hour                    |
    | `talk`     | messages that are said in matches within an hour; of guests a quarter        |
    | `uploads`  | WebAssembly programs that are uploaded within an hour, by a person alone     |
    | `names`    | other names that are taken within an hour, by a person alone                 |
    | `positions` | positions that bots are asked about on the board to analyse on within an hour |
    """

    begun: Quota = Quota()
    running: Quota = Quota()
    live: Quota = Quota()
    searches: Quota = Quota()
    analyses: Quota = Quota()
    guests: Quota = Quota()
    mails: Quota = Quota()
    accounts: Quota = Quota()
    trials: Quota = Quota()
    talk: Quota = Quota()
    uploads: Quota = Quota()
    names: Quota = Quota()
    positions: Quota = Quota()


USUAL = Quotas(
    Quota(60, 300), Quota(200, 2000), Quota(4, 40), Quota(20, 80), Quota(3, 40),
    guests=Quota(0, 100), mails=Quota(0, 40), accounts=Quota(0, 40), trials=Quota(120, 600), talk=Quota(120, 1200),
    uploads=Quota(20, 0), names=Quota(10, 0), positions=Quota(240, 1200),
)  # fmt: skip
"""The quotas of a site whose settings name no others; a school has one address for all."""


class QuotaLimiter:
    """Refuses requests that exceed the quotas; `now` returns the time in seconds since 1970."""

    def __init__(self, tallies: TallyTable, attempts: AttemptTable, quotas: Quotas, now: Callable[[], float]) -> None:
        self._tallies, self._attempts, self._quotas, self._now = tallies, attempts, quotas, now

    def check(self, tallies: Tallies, *, live: bool) -> None:
        """Check tallies that count a new match already.

        Raises `QuotaExceeded`.
        """
        for kind, tally in tallies.items():
            for allowed, found, text, retry_after in self._rules(kind, tally):
                if allowed and found > allowed:
                    raise QuotaExceeded(text, retry_after)
            if live:
                self._check_live(kind, tally)

    def check_network(self, origin: str | None) -> None:
        """Check whether a stranger from a network may begin a match.

        Raises `QuotaExceeded`.
        """
        now = self._now()
        for kind, tally in self._tallies.of(None, origin, now).items():
            after = tally._replace(begun=(now, *tally.begun), running=tally.running + 1)
            self.check({kind: after}, live=False)

    def count(self, kind: Literal["guests", "mails", "accounts", "talk"], origin: str | None) -> None:
        """Count a guest or an account that is made, a mail that is asked for, or a message, in a network.

        Raises `QuotaExceeded`.
        """
        now, allowed = self._now(), getattr(self._quotas, kind).network
        if allowed and origin and not self._attempts.add(kind, origin, now, now - HOUR, allowed):
            raise QuotaExceeded(f"{_WHO['network']} {_COUNTED[kind].format(allowed)}: try again in an hour", HOUR)

    def check_live(self, view: MatchRevision) -> None:
        """Check whether a live match may run beside the others of its host, and of the network where it was begun.

        Raises `QuotaExceeded`.
        """
        if any(self._quotas.live):
            origin = self._tallies.origin(view.id)
            for kind, tally in self._tallies.of(view.host, origin, self._now()).items():
                self._check_live(kind, tally)

    def check_analyses(self, waiting: Mapping[str, int]) -> None:
        """Check whether another review or hint may wait beside those of a person and of a network.

        Raises `QuotaExceeded`.
        """
        for kind, count in waiting.items():
            allowed = getattr(self._quotas.analyses, kind)
            if allowed and count >= allowed:
                text = f"{_WHO[kind]} {allowed} of reviews and hints waiting: ask again as soon as one has been made"
                raise QuotaExceeded(text, _SOON)

    def check_talk(self, said: int, *, is_guest: bool) -> None:
        """Check whether a person who has said so much within an hour may say more.

        Raises `QuotaExceeded`.
        """
        allowed = self._quotas.talk.person
        if is_guest and allowed:
            allowed = max(1, allowed // _GUESTS_PART)
        if allowed and said >= allowed:
            text = f"{_WHO['person']} {_COUNTED['talk'].format(allowed)}: try again later"
            raise QuotaExceeded(text, HOUR)

    def check_trials(self, waiting: Mapping[str, int], asked: Mapping[str, int]) -> None:
        """Check whether another match of the workshop may wait beside those of a person and of a network.

        Raises `QuotaExceeded`.
        """
        for kind, count in waiting.items():
            if count >= (most := _TRIALS_WAITING[kind]):
                text = f"{_WHO[kind]} {most} matches of the workshop waiting: try again as soon as one has been played"
                raise QuotaExceeded(text, _SOON)
        for kind, count in asked.items():
            allowed = getattr(self._quotas.trials, kind)
            if allowed and count >= allowed:
                text = f"{_WHO[kind]} asked for {allowed} matches of the workshop within an hour: try again later"
                raise QuotaExceeded(text, HOUR)

    def count_upload(self, attempts: AttemptTable, person: str) -> None:
        """Count a program that a person uploads, among the attempts of its transaction.

        Raises `QuotaExceeded`.
        """
        now, allowed = self._now(), self._quotas.uploads.person
        if allowed and not attempts.add("upload", person, now, now - HOUR, allowed):
            text = f"{_WHO['person']} uploaded {allowed} programs within an hour: try again later"
            raise QuotaExceeded(text, HOUR)

    def count_name(self, person: str) -> None:
        """Count another name that a person takes, which all their matches show.

        Raises `QuotaExceeded`.
        """
        now, allowed = self._now(), self._quotas.names.person
        if allowed and not self._attempts.add("name", person, now, now - HOUR, allowed):
            text = f"{_WHO['person']} taken {allowed} other names within an hour: try again later"
            raise QuotaExceeded(text, HOUR)

    def count_position(self, attempts: AttemptTable, person: str | None, origin: str | None) -> None:
        """Count a position that a bot is asked about, among the attempts of its transaction.

        Raises `QuotaExceeded`.
        """
        now = self._now()
        for kind, who, allowed in self._askers(person, origin):
            if not attempts.add("position", who, now, now - HOUR, allowed):
                text = f"{_WHO[kind]} asked bots about {counted(allowed, 'position')} within an hour: try again later"
                raise QuotaExceeded(text, HOUR)

    def positions_left(self, person: str | None, origin: str | None) -> int | None:
        """Return about how many positions a person may still ask bots about within this hour; None without a limit."""
        since = self._now() - HOUR
        left = [
            allowed - self._attempts.made("position", who, since) for _, who, allowed in self._askers(person, origin)
        ]
        return max(0, min(left)) if left else None

    def _askers(self, person: str | None, origin: str | None) -> Iterator[tuple[str, str, int]]:
        """Yield for a person and a network, as far as they are limited, the kind, the id and the limit."""
        allowed = self._quotas.positions
        for kind, who, most in (("person", person, allowed.person), ("network", origin, allowed.network)):
            if who and most:
                yield kind, who, most

    def _rules(self, kind: str, tally: Tally) -> Iterator[tuple[int, int, str, float]]:
        begun, running, _, searches, *_ = (getattr(quota, kind) for quota in self._quotas)
        you = _WHO[kind]
        if begun and len(tally.begun) > begun:
            left = tally.begun[begun] + HOUR - self._now()  # the first is the new one
            text = f"{you} begun {counted(begun, 'match')} within an hour: the next one can begin in {_minutes(left)}"
            yield begun, len(tally.begun), text, left
        text = f"{you} {counted(running, 'match')} in progress: another can begin as soon as one of them is over"
        yield running, tally.running, text, _SOON
        text = (
            f"{you} {counted(searches, 'turn')} of bots waiting: another match can begin as soon as one has been played"
        )
        yield searches, tally.searches, text, _SOON

    def _check_live(self, kind: str, tally: Tally) -> None:
        allowed = getattr(self._quotas.live, kind)
        if allowed and tally.live >= allowed:
            running = counted(allowed, "live match")
            text = f"{_WHO[kind]} {running} running: another can run as soon as one of them is paused or over"
            raise QuotaExceeded(text, _SOON)


def _minutes(seconds: float) -> str:
    return counted(max(1, math.ceil(seconds / _MINUTE)), "minute")
