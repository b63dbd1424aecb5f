"""Whether people may now write to others, begin rated matches, and make offers."""

from collections.abc import Callable, Collection, Sequence

from ludarium.core.errors import LudariumError
from ludarium.match.clock import DAY
from ludarium.site.ground.values import Person
from ludarium.site.moderation.rows import Sanction, SanctionKind
from ludarium.site.people.reasons import REASONS
from ludarium.site.repositories import Repositories

NEVER_BEGUN, MONTH, REST = 3, 30 * DAY, 7 * DAY
"""So many matches within a month that ended as a first turn never came rest a person's offers for a week."""
WHY_RESTING = f"{NEVER_BEGUN} matches of yours ended within a month because your first turn never came"
FOREVER = 1e12
"""When a suspension ends that has no end, in seconds since 1970."""


class Sanctioned(LudariumError):
    """A moderator's decision, or a rule of the site, does not allow this to the person now."""

    status = 403
    kind = "sanctioned"


def muted(tables: Repositories, person_id: str, now: float) -> Sanction | None:
    """Return the decision in force that forbids a person to write to others, or None."""
    return tables.sanctions.in_force([person_id], "mute", now).get(person_id)


def require_talk(tables: Repositories, person_id: str, now: float) -> None:
    """Raise `Sanctioned` unless a person may write to others now."""
    _require(tables, person_id, "mute", now, "you may not write to others")


def require_rated(tables: Repositories, asker: str, ids: Collection[str], now: float) -> None:
    """Raise `Sanctioned` unless all these people may begin a rated match now; the one who asks learns why not."""
    _require(tables, asker, "bar", now, "you may not begin rated matches")
    if barred(tables, ids, now):
        raise Sanctioned("the other person plays no rated matches now: expected an unrated one")


def barred(tables: Repositories, ids: Collection[str], now: float) -> frozenset[str]:
    """Return those of some people who may not begin rated matches now."""
    return frozenset(tables.sanctions.in_force(ids, "bar", now))


def require_listed(tables: Repositories, match_id: str, now: float) -> None:
    """Raise `Sanctioned` if a moderator has removed a match from the lists."""
    if tables.sanctions.of_match_in_force(match_id, "remove", now):
        raise Sanctioned("a moderator has removed this match from the lists")


def require_offers(tables: Repositories, person_id: str, now: float) -> None:
    """Raise `Sanctioned` while a person's offers rest."""
    until = resting_until(tables.evidence.never_begun(person_id, now - MONTH - REST), now)
    if until is not None:
        raise Sanctioned(
            f"your offers rest{until_words(until, tables.times_of(person_id))}: {WHY_RESTING}; challenges and "
            "invitations are as before"
        )


def resting_until(times: Sequence[float], now: float) -> float | None:
    """Return until when offers rest after matches that ended at these times without a first turn; None if they do not.

    >>> resting_until([0 * DAY, 20 * DAY, 29 * DAY], 30 * DAY) / DAY
    36.0
    >>> resting_until([0 * DAY, 20 * DAY, 31 * DAY], 32 * DAY), resting_until([0, 1, 2], 7 * DAY + 2)
    (None, None)
    """
    last = (
        later + REST for first, later in zip(times, times[NEVER_BEGUN - 1 :], strict=False) if later - first <= MONTH
    )
    return max((until for until in last if now < until), default=None)


def require_not_suspended(tables: Repositories, person: Person, now: float, objection: Callable[[], str]) -> None:
    """Raise `Sanctioned` with the reason, and how to object, if the account of a person cannot be used now."""
    if not person.is_suspended(now):
        return
    whose = person.owner_id or person.id
    found = tables.sanctions.in_force([whose], "suspend", now).get(whose)
    why = f": {_why(found)}" if found else ""
    refusal = f"this account is suspended{until_words(person.suspended_until, tables.times_of(whose))}{why}".rstrip(".")
    raise Sanctioned(f"{refusal}. {objection()}".rstrip(" ."))


def until_words(ends_at: float | None, say: Callable[[float], str]) -> str:
    """Return until when something lasts, as the end of a sentence.

    >>> from ludarium.core.text import Times
    >>> until_words(1_800_000_000, Times()), until_words(None, Times())
    (' until Friday 15 January 2027, 08:00 UTC', '')
    """
    return "" if ends_at is None or ends_at >= FOREVER else f" until {say(ends_at)}"


def _require(tables: Repositories, person_id: str, kind: SanctionKind, now: float, refusal: str) -> None:
    found = tables.sanctions.in_force([person_id], kind, now).get(person_id)
    if found:
        raise Sanctioned(
            f"{refusal}{until_words(found.ends_at, tables.times_of(person_id))}: a moderator has decided so. "
            f"{_why(found)}".rstrip(".")
        )


def _why(sanction: Sanction) -> str:
    return " ".join(filter(None, (REASONS[sanction.reason].stated, sanction.words)))
