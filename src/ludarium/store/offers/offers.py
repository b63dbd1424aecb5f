"""Offers of people to play: each is a set of matches, and begins as many of them as it says.

A transaction that changes offers holds the one row of the lobby until it ends, so what is read after `touch` stays
true until then: no offer is used twice. The row counts the changes, by which open pages know that they must ask again.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from sqlalchemy import ColumnElement, RowMapping, and_, case, delete, exists, func, insert, or_, select, update

from ludarium.store.changes import LobbyChange
from ludarium.store.database import Repository, lock
from ludarium.store.tables import lobby, offer_uses, open_offers, people, reply_addresses, sessions

OfferBegins = Literal["any", "first", "later"]
OFFER_BEGINS: tuple[OfferBegins, ...] = get_args(OfferBegins)
_row, _use = open_offers.c, offer_uses.c
_SAME = (
    "id", "begins", "lowest", "highest", "rated", "computers", "bot", "bots_fill", "again", "listed", "nonce", "uses",
    "used", "created_at", "ends_at", "here_until", "ended_at", "bot_match",
)  # fmt: skip
_one, _other = offer_uses.alias(), offer_uses.alias()
_MET = select(_one.c.person_id, _other.c.person_id).join(
    _other, and_(_one.c.match_id == _other.c.match_id, _one.c.person_id < _other.c.person_id)
)
_BROWSED = select(func.max(sessions.c.seen_at)).where(sessions.c.person_id == _row.person_id)
_MAILED = select(func.max(reply_addresses.c.used_at)).where(reply_addresses.c.person == _row.person_id)


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


class OfferTable(Repository):
    """The offers of one database; those that have ended are not changed any more."""

    def touch(self) -> None:
        """Hold the lobby until the transaction ends, and count a change of it."""
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

    def insert(self, offer: OpenOffer) -> None:
        """Insert an offer."""
        values = {name: getattr(offer, name) for name in (*_SAME, "seen_at")}
        values |= {"person_id": offer.person.id, "games": list(offer.games), "tempos": list(offer.tempos)}
        with self.database.begin() as connection:
            connection.execute(insert(open_offers).values(**values))

    def load(self, offer_id: str) -> OpenOffer | None:
        """Return the offer of an id, or None."""
        found = self._find(_row.id == offer_id, 1) if offer_id.isprintable() else ()
        return found[0] if found else None

    def waiting(self, now: float, limit: int) -> tuple[OpenOffer, ...]:
        """Return the offers that have not ended, the oldest first."""
        return self._find(_is_open(now), limit)

    def of_person(self, person_id: str, now: float) -> tuple[OpenOffer, ...]:
        """Return the offers of a person that have not ended, the oldest first."""
        return self._find(and_(_is_open(now), _row.person_id == person_id), 1000)

    def made_since(self, person_id: str, since: float) -> int:
        """Return how many offers a person has made since a time."""
        chosen = select(func.count()).where(_row.person_id == person_id, _row.created_at >= since)
        with self.database.connect() as connection:
            return connection.execute(chosen).scalar_one()

    def use(self, offer_id: str, now: float) -> bool:
        """Count a match that an offer begins, and end it with the last; return False if it may begin none."""
        left = and_(_row.id == offer_id, _row.ended_at.is_(None), _row.used < _row.uses)
        used = {"used": _row.used + 1, "ended_at": case((_row.used + 1 >= _row.uses, now))}
        with self.database.begin() as connection:
            return connection.execute(update(open_offers).where(left).values(**used)).rowcount == 1

    def end(self, person_id: str, offer_id: str | None, now: float) -> int:
        """End an offer of a person, or all of them; return how many have ended by it."""
        theirs = and_(_row.person_id == person_id, _row.ended_at.is_(None))
        theirs = theirs if offer_id is None else and_(theirs, _row.id == offer_id)
        with self.database.begin() as connection:
            return connection.execute(update(open_offers).where(theirs).values(ended_at=now)).rowcount

    def stay(self, ids: Collection[str], now: float, until: float) -> None:
        """Prolong the live offers of people who are online; those whose person had gone wait no more."""
        waits, here = and_(_is_open(now), _row.here_until >= now), {*ids}
        with self.database.connect() as connection:  # asks for all, since few offers wait, and many people may be here
            theirs = here.intersection(connection.execute(select(_row.person_id).where(waits)).scalars())
        if theirs:
            with self.database.begin() as connection:
                prolonged = update(open_offers).where(waits, _row.person_id.in_(theirs))
                connection.execute(prolonged.values(here_until=until))

    def leave(self, ids: Collection[str]) -> None:
        """End the wait of these people's offers for a live match, since one has begun."""
        with self.database.begin() as connection:
            connection.execute(update(open_offers).where(_row.person_id.in_(ids)).values(here_until=0.0))

    def set_bot_match(self, offer_id: str, match_id: str) -> None:
        """Record the match with a bot that was begun beside an offer."""
        with self.database.begin() as connection:
            connection.execute(update(open_offers).where(_row.id == offer_id).values(bot_match=match_id))

    def add_uses(self, uses: Sequence[OfferUse]) -> None:
        """Record the people of a match that was begun from offers."""
        with self.database.begin() as connection:
            connection.execute(insert(offer_uses), [dict(zip(_USE, use, strict=True)) for use in uses])

    def uses(self, condition: Literal["offer", "person", "all"], value: str, since: float) -> tuple[OfferUse, ...]:
        """Return the uses of an offer, of a person or of all since a time, the latest first."""
        chosen = select(*(_use[name] for name in _USE)).where(_use.met_at >= since).order_by(_use.met_at.desc())
        if condition != "all":
            chosen = chosen.where(_use[f"{condition}_id"] == value)
        with self.database.connect() as connection:
            return tuple(OfferUse(*row) for row in connection.execute(chosen))

    def meetings(self, ids: Collection[str], since: float) -> Counter[frozenset[str]]:
        """Return how many times any two of these people have met by offers since a time."""
        chosen = _MET.where(_one.c.met_at >= since, _one.c.person_id.in_(ids), _other.c.person_id.in_(ids))
        with self.database.connect() as connection:
            return Counter(frozenset(row) for row in connection.execute(chosen))

    def forget(self, before: float) -> None:
        """Delete the offers that ended before a time."""
        ended = or_(_row.ended_at < before, _row.ends_at < before)
        with self.database.connect() as connection:
            if not connection.execute(select(exists().where(ended))).scalar():
                return
        with self.database.begin() as connection:
            connection.execute(delete(open_offers).where(ended))

    def _find(self, chosen: ColumnElement[bool], limit: int) -> tuple[OpenOffer, ...]:
        columns = select(
            open_offers,
            people.c.name.label("person_name"),
            people.c.account_since,
            people.c.owner_id,
            _BROWSED.scalar_subquery().label("browsed_at"),
            _MAILED.scalar_subquery().label("replied_at"),
        )
        found = columns.join(people).where(chosen).order_by(_row.created_at, _row.id).limit(limit)
        with self.database.connect() as connection:
            return tuple(_offer(row) for row in connection.execute(found).mappings())


_USE = ("match_id", "person_id", "offer_id", "game", "tempo", "waited", "met_at")


def _is_open(now: float) -> ColumnElement[bool]:
    return and_(_row.ended_at.is_(None), _row.ends_at > now)


def _offer(row: RowMapping) -> OpenOffer:
    is_account, is_bot = row["account_since"] is not None, row["owner_id"] is not None
    return OpenOffer(
        person=Seeker(row["person_id"], row["person_name"], is_account, is_bot),
        games=tuple(row["games"]),
        tempos=tuple(row["tempos"]),
        seen_at=max(row["seen_at"], row["browsed_at"] or 0.0, row["replied_at"] or 0.0),
        **{name: row[name] for name in _SAME},
    )
