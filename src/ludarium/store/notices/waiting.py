"""The turns, challenges and notices that wait for a person, in one query, since every page has them."""

from typing import NamedTuple

from sqlalchemy import Connection, Double, String, bindparam, distinct, func, select, true

from ludarium.store.begin.challenges import waits_for
from ludarium.store.notices.notices import BEGUN, CHALLENGE, OF_TURNS, revision_of
from ludarium.store.prepared import Prepared
from ludarium.store.tables import notices, open_offers, seats, tournament_entries, tournaments


class Waiting(NamedTuple):
    """The turns, challenges and notices that wait for a person.

    | field     | content                                                                         |
    |-----------|---------------------------------------------------------------------------------|
    | `awaited` | the number of matches in which they must choose a turn, and challenges to answer |
    | `unread`  | the number of unread notices of anything but these: of no turn and no challenge  |
    | `unseen`  | the number of all unread notices                                                 |
    | `offers`  | the number of their offers that wait for a live match now                        |
    | `tournaments` | the ids of the live tournaments in which they are, and which go on or begin soon |
    | `revision` | that of their notices, as `NoticeTable.fetch_revisions` returns it |
    | `begun`   | the number of matches that have begun, which they have not seen                 |
    """

    awaited: int = 0
    unread: int = 0
    unseen: int = 0
    offers: int = 0
    tournaments: tuple[str, ...] = ()
    revision: int = 0
    begun: int = 0


_PERSON = bindparam("person", type_=String)
_TURNS = select(func.count(distinct(seats.c.match_id))).where(seats.c.person == _PERSON, seats.c.awaited == true())
_CHALLENGES = select(func.count()).where(waits_for(_PERSON, bindparam("since", type_=Double)))
_UNSEEN = select(func.count(notices.c.id)).where(notices.c.person == _PERSON, notices.c.read_at.is_(None))
_UNREAD = _UNSEEN.where(notices.c.kind.not_in((*OF_TURNS, CHALLENGE)))
_BEGUN = _UNSEEN.where(notices.c.kind == BEGUN)
_LATEST = select(func.max(notices.c.created_at)).where(notices.c.person == _PERSON, notices.c.read_at.is_(None))
_OFFERS = select(func.count(open_offers.c.id)).where(
    open_offers.c.person == _PERSON,
    open_offers.c.ended_at.is_(None),
    open_offers.c.here_until > bindparam("now", type_=Double),
)
_SOON = 1800.0
"""Seconds before a live tournament begins from which on the pages of its players ask whether it has."""
_MOST_TOURNAMENTS = 10
_NEXT = (
    select(tournaments.c.id)
    .join(tournament_entries, tournament_entries.c.tournament_id == tournaments.c.id)
    .where(
        tournament_entries.c.person == _PERSON,
        tournament_entries.c.left_at.is_(None),
        tournaments.c.state.in_(("open", "running")),
        tournaments.c.tempo.not_like("%/%"),
        tournaments.c.begins_at < bindparam("now", type_=Double) + _SOON,
    )
    .order_by(tournaments.c.begins_at, tournaments.c.id)
    .limit(_MOST_TOURNAMENTS)
    .subquery()
)
_TOURNAMENTS = select(func.aggregate_strings(_NEXT.c.id, ","))
_WAITING = Prepared(
    select(
        _TURNS.scalar_subquery() + _CHALLENGES.scalar_subquery(),
        *(count.scalar_subquery() for count in (_UNREAD, _UNSEEN, _OFFERS, _TOURNAMENTS, _LATEST, _BEGUN)),
    )
)


def fetch_waiting(connection: Connection, person_id: str, since: float, now: float) -> Waiting:
    """Return the counts of what waits for a person; challenges made before `since` have expired."""
    [(awaited, unread, unseen, offers, ids, latest, begun)] = _WAITING.all(
        connection, {"person": person_id, "since": since, "now": now}
    )
    tournaments = tuple(ids.split(",")) if ids else ()
    return Waiting(awaited, unread, unseen, offers, tournaments, revision_of(latest or 0.0), begun)
