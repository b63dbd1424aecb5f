"""Offers of people to play: each is a set of matches, and begins as many of them as it says.

A transaction that changes offers holds the one row of the lobby until it ends, so what is read after `touch` stays
true until then: no offer is used twice. The row counts the changes, by which open pages know that they must ask again.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from sqlalchemy import ColumnElement, and_, case, func, insert, or_, select, update

from ludarium.site.ground.changes import LobbyChange
from ludarium.site.ground.database import lock
from ludarium.site.ground.mapping import Part, Values
from ludarium.site.ground.tables import lobby, offer_uses, open_offers, people, reply_addresses, sessions

OfferBegins = Literal["any", "first", "later"]
OFFER_BEGINS: tuple[OfferBegins, ...] = get_args(OfferBegins)
_row, _use = open_offers.c, offer_uses.c
_one, _other = offer_uses.alias(), offer_uses.alias()
_MET = select(_one.c.person, _other.c.person).join(
    _other, and_(_one.c.match_id == _other.c.match_id, _one.c.person < _other.c.person)
)
_BROWSED = select(func.max(sessions.c.seen_at)).where(sessions.c.person == _row.person).scalar_subquery()
_MAILED = select(func.max(reply_addresses.c.used_at)).where(reply_addresses.c.person == _row.person).scalar_subquery()


class Seeker(NamedTuple):
    """The person of an offer; `program` tells whether the account is that of a program."""

    id: str
    name: str
    is_account: bool
    program: bool = False


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer to play one of some games, at one of some tempos, with the people who fit.

    | field               | content                                                                        |
    |---------------------|--------------------------------------------------------------------------------|
    | `games`             | their specs                                                                    |
    | `tempos`            | clocks, and ticks as in `live 0.5`                                             |
    | `begins`            | whether the person has the first turn                                          |
    | `lowest`, `highest` | the ratings of others who fit; None for any                                    |
    | `rated`             | whether the match is rated, if all want that                                   |
    | `computers`         | whether programs may take part                                                 |
    | `bot`               | whether a bot plays with the person until somebody comes                       |
    | `bots_fill`         | whether bots may take the seats that are left                                  |
    | `again`             | whether it is also for people whom the person has met twice today              |
    | `listed`            | whether the lobby shows it; otherwise it is found by its link alone            |
    | `nonce`             | what the person adds to the dice                                               |
    | `uses`, `used`      | how many matches it may begin, and has begun                                   |
    | `seen_at`           | when the person was last seen                                                  |
    | `here_until`        | until when the person counts as being here, for live matches                   |
    | `ended_at`          | when it was withdrawn or used up                                               |
    | `bot_match`         | the match with a bot that was begun beside it                                  |
    """

    id: str
    person: Seeker
    games: tuple[str, ...]
    tempos: tuple[str, ...]
    created_at: float
    ends_at: float
    seen_at: float
    here_until: float = 0.0
    begins: OfferBegins = "any"
    lowest: int | None = None
    highest: int | None = None
    rated: bool = False
    computers: bool = False
    bot: bool = False
    bots_fill: bool = False
    again: bool = False
    listed: bool = True
    nonce: str = ""
    uses: int = 1
    used: int = 0
    ended_at: float | None = None
    bot_match: str | None = None


class OfferUse(NamedTuple):
    """A person of a match that was begun from offers; `offer` is empty for one who has accepted somebody's."""

    match_id: str
    person: str
    offer: str
    game: str
    tempo: str
    waited: float
    met_at: float


def _latest(*times: float | None) -> float:
    return max(time or 0.0 for time in times)


class OfferTable(
    Values[OpenOffer],
    table=open_offers,
    value=OpenOffer,
    computed={
        "person": Part(
            Seeker,
            {
                "id": _row.person,
                "name": people.c.name,
                "is_account": people.c.account_since.is_not(None),
                "program": people.c.owner_id.is_not(None),
            },
        ),
        "seen_at": Part(_latest, {"offered": _row.seen_at, "browsed": _BROWSED, "mailed": _MAILED}),
    },
    joined=open_offers.join(people),
    order=(_row.created_at, _row.id),
):
    """The offers of one database, the oldest first; those that have ended are not changed any more."""

    def touch(self) -> None:
        """Lock the lobby until the transaction ends, and count a change of it."""
        with self.database.begin() as connection:
            lock(connection, "lobby")
            changed = update(lobby).values(revision=lobby.c.revision + 1).returning(lobby.c.revision)
            revision = connection.execute(changed).scalar()
            if revision is None:
                connection.execute(insert(lobby).values(id=1, revision=1))
            self.database.changes.append(LobbyChange("", revision or 1))

    def revision(self) -> int:
        """Return how many times the offers have changed."""
        with self.database.connect() as connection:
            return connection.execute(select(lobby.c.revision)).scalar() or 0

    def waiting(self, now: float, limit: int) -> tuple[OpenOffer, ...]:
        """Return the offers that have not ended."""
        return self.find(_is_open(now), limit=limit)

    def of_person(self, person_id: str, now: float) -> tuple[OpenOffer, ...]:
        """Return the offers of a person that have not ended."""
        return self.find(_is_open(now), person=person_id, limit=1000)

    def last_of(self, person_id: str) -> OpenOffer | None:
        """Return the offer that a person has made last, which may have ended; None for none that is kept."""
        found = self.find(person=person_id, order=(_row.created_at.desc(),), limit=1)
        return found[0] if found else None

    def made_since(self, person_id: str, since: float) -> int:
        """Return how many offers a person has made since a time."""
        return self.count(_row.created_at >= since, person=person_id)

    def answered_since(self, since: float) -> tuple[int, int]:
        """Return how many offers were made since a time, and how many of these were answered."""
        made = _row.created_at >= since
        return self.count(made), self.count(made, _row.used > 0)

    def use(self, offer_id: str, now: float) -> bool:
        """Count a match that an offer begins, and end it with the last; return False if it may begin none."""
        left = and_(_row.ended_at.is_(None), _row.used < _row.uses)
        ended_at = case((_row.used + 1 >= _row.uses, now))
        return self.set(offer_id, left, used=_row.used + 1, ended_at=ended_at) == 1

    def end(self, person_id: str, offer_id: str | None, now: float) -> int:
        """End an offer of a person, or all of them; return how many have ended by it."""
        one = [] if offer_id is None else [_row.id == offer_id]
        return self.set(_row.person == person_id, _row.ended_at.is_(None), *one, ended_at=now)

    def stay(self, ids: Collection[str], now: float, until: float) -> None:
        """Prolong the live offers of people who are online; those whose person had gone wait no more."""
        waits = and_(_is_open(now), _row.here_until >= now)
        if theirs := {*ids}.intersection(self.pick(_row.person, waits)):  # of all, since few offers wait
            self.set(waits, _row.person.in_(theirs), here_until=until)

    def leave(self, ids: Collection[str]) -> None:
        """End the wait of these people's offers for a live match, since one has begun."""
        self.set(_row.person.in_(ids), here_until=0.0)

    def forget(self, before: float) -> None:
        """Delete the offers that ended before a time."""
        ended = or_(_row.ended_at < before, _row.ends_at < before)
        if self.has(ended):
            self.remove(ended)


class OfferUses(Values[OfferUse], table=offer_uses, value=OfferUse, order=(_use.met_at.desc(),)):
    """The people of matches that were begun from offers, the latest first."""

    def since(self, since: float, **same: str) -> tuple[OfferUse, ...]:
        """Return the uses since a time: of an `offer`, of a `person` or all."""
        return self.find(_use.met_at >= since, *self.conditions((), same))

    def meetings(self, ids: Collection[str], since: float) -> Counter[frozenset[str]]:
        """Return how many times any two of these people have met by offers since a time."""
        chosen = _MET.where(_one.c.met_at >= since, _one.c.person.in_(ids), _other.c.person.in_(ids))
        with self.database.connect() as connection:
            return Counter(frozenset(row) for row in connection.execute(chosen))


def _is_open(now: float) -> ColumnElement[bool]:
    return and_(_row.ended_at.is_(None), _row.ends_at > now)
