"""Leagues in the database, and who plays in their next seasons; the divisions of a season are tournaments.

Every transaction that changes a league first raises its revision, in the revision that it has seen: so each season
begins once and ends once, whichever process does it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, RowMapping, and_, delete, exists, func, insert, or_, select, update

from ludarium.store.conditions import is_of_game
from ludarium.store.database import Repository, lock
from ludarium.store.tables import (
    league_entries,
    leagues,
    people,
    reply_addresses,
    sessions,
    tokens,
    tournament_entries,
    tournaments,
)

LeagueState = Literal["open", "running", "over"]
_row, _entry, _season = leagues.c, league_entries.c, tournaments.c
_SAME = (
    "id", "name", "game", "tempo", "rated", "computers", "season_days", "seed", "state", "revision", "season",
    "is_last", "created_at", "begins_at", "ended_at", "due_at", "failing_since",
)  # fmt: skip
_GOES_ON = exists().where(
    _season.league_id == _row.id, _season.season == _row.season, _season.state.in_(("open", "running"))
)


@dataclass(frozen=True, slots=True)
class StoredLeague:
    """A league.

    | field         | content                                                                |
    |---------------|------------------------------------------------------------------------|
    | `tempo`       | a clock, which says whether vacations count                            |
    | `computers`   | whether programs may take part                                         |
    | `season_days` | after how many days a season ends                                      |
    | `seed`        | decides lots; it is published                                          |
    | `state`       | `open` between seasons, `running`, `over`                              |
    | `season`      | the last one that has begun, from 1; 0 before                          |
    | `is_last`     | whether no season follows                                              |
    | `begins_at`   | before which the next season does not begin                            |
    | `due_at`      | when there is something to do, besides ending a season                 |
    | `failing_since` | since when the next season cannot begin; None if it can              |
    | `entered`     | how many have entered for the next season                              |
    """

    id: str
    name: str
    game: str
    tempo: str
    organiser: str
    organiser_name: str
    created_at: float
    begins_at: float
    rated: bool = False
    computers: bool = False
    season_days: int = 120
    seed: int = 0
    state: LeagueState = "open"
    revision: int = 0
    season: int = 0
    is_last: bool = False
    ended_at: float | None = None
    due_at: float | None = None
    failing_since: float | None = None
    entered: int = 0


@dataclass(frozen=True, slots=True)
class LeagueEntry:
    """A player of the next season; `place` is the order of entry, `stands_in` whether they play for a leaver."""

    person: str
    name: str
    place: int
    entered_at: float
    closed_at: float | None = None
    suspended_until: float | None = None
    is_bot: bool = False
    stands_in: bool = False


class LeagueTable(Repository):
    """The leagues of one database."""

    def insert(self, made: StoredLeague) -> None:
        """Insert a league."""
        values = {name: getattr(made, name) for name in _SAME} | {"organiser_id": made.organiser}
        with self.database.begin() as connection:
            connection.execute(insert(leagues).values(**values))

    def load(self, league_id: str) -> StoredLeague | None:
        """Return the league of an id, or None."""
        found = self._find(_row.id == league_id, limit=1) if league_id.isprintable() else ()
        return found[0] if found else None

    def in_state(self, states: Collection[LeagueState], limit: int, game: str = "") -> tuple[StoredLeague, ...]:
        """Return leagues in these states, the oldest first; `game` is a name."""
        chosen: ColumnElement[bool] = _row.state.in_(states)
        return self._find(and_(chosen, is_of_game(_row.game, game)) if game else chosen, limit=limit)

    def of_person(self, person_id: str) -> tuple[StoredLeague, ...]:
        """Return the leagues whose next season a person has entered."""
        entered = exists().where(_entry.league_id == _row.id, _entry.person_id == person_id)
        return self._find(and_(_row.state != "over", entered), limit=100)

    def organised_by(self, person_id: str, since: float | None = None) -> int:
        """Return how many leagues of a person are not over, or how many were made since a time."""
        chosen = _row.state != "over" if since is None else _row.created_at >= since
        with self.database.connect() as connection:
            found = select(func.count()).where(_row.organiser_id == person_id, chosen)
            return connection.execute(found).scalar_one()

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the ids of leagues in which there is something to do: a season begins, or all divisions are over."""
        something = or_(_row.due_at <= now, and_(_row.state == "running", ~_GOES_ON))
        with self.database.connect() as connection:
            found = select(_row.id).where(something).order_by(_row.due_at.nulls_last(), _row.id).limit(limit)
            return tuple(connection.execute(found).scalars())

    def hold(self, league_id: str, revision: int, **values: Any) -> bool:  # Any: the columns that change
        """Change a league, and hold it until the transaction ends; return False if it has changed meanwhile."""
        seen = and_(_row.id == league_id, _row.revision == revision)
        with self.database.begin() as connection:
            changed = update(leagues).where(seen).values(revision=revision + 1, **values)
            return connection.execute(changed).rowcount == 1

    def touch(self, league_id: str) -> None:
        """Count a change of a league, and hold it until the transaction ends."""
        with self.database.begin() as connection:
            connection.execute(update(leagues).where(_row.id == league_id).values(revision=_row.revision + 1))

    def set(self, league_id: str, **values: Any) -> None:  # Any: the columns that change
        """Change a league that is held."""
        with self.database.begin() as connection:
            connection.execute(update(leagues).where(_row.id == league_id).values(**values))

    def hold_person(self, person_id: str) -> None:
        """Lock the leagues of a person until the transaction ends."""
        with self.database.begin() as connection:
            lock(connection, f"leagues of {person_id}")

    def entries(self, league_id: str) -> tuple[LeagueEntry, ...]:
        """Return the players who have entered the next season, in the order of entry."""
        columns = (people.c.name, people.c.closed_at, people.c.suspended_until, people.c.owner_id)
        chosen = select(league_entries, *columns).join(people)
        chosen = chosen.where(_entry.league_id == league_id).order_by(_entry.place)
        names = ("name", "place", "entered_at", "closed_at", "suspended_until", "stands_in")
        with self.database.connect() as connection:
            return tuple(
                LeagueEntry(row["person_id"], is_bot=row["owner_id"] is not None, **{name: row[name] for name in names})
                for row in connection.execute(chosen).mappings()
            )

    def enter(self, league_id: str, person_id: str, now: float) -> None:
        """Enter a person for the next season, after all others."""
        places = select(func.coalesce(func.max(_entry.place) + 1, 0)).where(_entry.league_id == league_id)
        with self.database.begin() as connection:
            place = connection.execute(places).scalar_one()
            values = {"league_id": league_id, "person_id": person_id, "place": place, "entered_at": now}
            connection.execute(insert(league_entries).values(**values))

    def offer_to_stand_in(self, league_id: str, person_id: str, stands_in: bool) -> bool:
        """Record whether a person who has entered stands in; return False if that was so before."""
        theirs = and_(_entry.league_id == league_id, _entry.person_id == person_id, _entry.stands_in.is_not(stands_in))
        with self.database.begin() as connection:
            changed = update(league_entries).where(theirs).values(stands_in=stands_in)
            return connection.execute(changed).rowcount == 1

    def clear_stand_ins(self, league_id: str) -> None:
        """Forget who offered to stand in, as a season begins in which they play."""
        with self.database.begin() as connection:
            connection.execute(update(league_entries).where(_entry.league_id == league_id).values(stands_in=False))

    def players(self, league_id: str, season: int) -> frozenset[str]:
        """Return who plays or has played in a season."""
        of_season = and_(_season.league_id == league_id, _season.season == season)
        chosen = select(tournament_entries.c.person_id, tournament_entries.c.former_id).join(
            tournaments, _season.id == tournament_entries.c.tournament_id
        )
        with self.database.connect() as connection:
            rows = connection.execute(chosen.where(of_season)).all()
        return frozenset(person for row in rows for person in row if person)

    def remove(self, league_id: str, ids: Collection[str]) -> None:
        """Remove people from the next season."""
        theirs = and_(_entry.league_id == league_id, _entry.person_id.in_(ids))
        with self.database.begin() as connection:
            connection.execute(delete(league_entries).where(theirs))

    def seen_at(self, ids: Collection[str]) -> Mapping[str, float]:
        """Return when people were last seen: in a browser, by mail or by a program, if they ever were."""
        last = (
            (sessions.c.person_id, sessions.c.seen_at),
            (tokens.c.person_id, tokens.c.used_at),
            (reply_addresses.c.person, reply_addresses.c.used_at),
        )
        found: dict[str, float] = {}
        with self.database.connect() as connection:
            for person, at in last:
                chosen = select(person, func.max(at)).where(person.in_(ids), at.is_not(None)).group_by(person)
                for person_id, seen_at in connection.execute(chosen):
                    found[person_id] = max(seen_at, found.get(person_id, 0.0))
        return found

    def _find(self, chosen: ColumnElement[bool], *, limit: int) -> tuple[StoredLeague, ...]:
        entered = select(func.count()).where(_entry.league_id == _row.id).scalar_subquery().label("entered")
        found = select(leagues, people.c.name.label("organiser_name"), entered)
        found = found.join(people, people.c.id == _row.organiser_id).where(chosen)
        found = found.order_by(_row.created_at, _row.id).limit(limit)
        with self.database.connect() as connection:
            return tuple(_league(row) for row in connection.execute(found).mappings())


def _league(row: RowMapping) -> StoredLeague:
    return StoredLeague(
        organiser=row["organiser_id"],
        organiser_name=row["organiser_name"],
        entered=row["entered"],
        **{name: row[name] for name in _SAME},
    )
