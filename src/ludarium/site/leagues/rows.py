"""Leagues in the database, and who plays in their next seasons; the divisions of a season are tournaments.

Every transaction that changes a league first raises its revision, in the revision that it has seen: so each season
begins once and ends once, whichever process does it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import and_, exists, func, or_, select

from ludarium.site.ground.changes import LeagueChange
from ludarium.site.ground.mapping import Revised, Values
from ludarium.site.ground.table import is_of_game
from ludarium.site.ground.tables import (
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


class LeagueTable(
    Revised[StoredLeague],
    table=leagues,
    value=StoredLeague,
    computed={
        "organiser_name": people.c.name,
        "entered": select(func.count()).where(_entry.league_id == _row.id).scalar_subquery(),
    },
    joined=leagues.join(people),
    order=(_row.created_at, _row.id),
):
    """The leagues of one database."""

    change = LeagueChange

    def in_state(self, states: Collection[LeagueState], limit: int, game: str = "") -> tuple[StoredLeague, ...]:
        """Return leagues in these states, the oldest first; `game` is a name."""
        return self.find(*([is_of_game(_row.game, game)] if game else []), state=states, limit=limit)

    def of_person(self, person_id: str) -> tuple[StoredLeague, ...]:
        """Return the leagues whose next season a person has entered."""
        entered = exists().where(_entry.league_id == _row.id, _entry.person == person_id)
        return self.find(_row.state != "over", entered, limit=100)

    def organised_by(self, person_id: str, since: float | None = None) -> int:
        """Return how many leagues of a person are not over, or how many were made since a time."""
        return self.count(_row.state != "over" if since is None else _row.created_at >= since, organiser=person_id)

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the ids of leagues in which there is something to do: a season begins, or all divisions are over."""
        something = or_(_row.due_at <= now, and_(_row.state == "running", ~_GOES_ON))
        return self.pick(_row.id, something, order=(_row.due_at.nulls_last(), _row.id), limit=limit)

    def players(self, league_id: str, season: int) -> frozenset[str]:
        """Return who plays or has played in a season."""
        chosen = select(tournament_entries.c.person, tournament_entries.c.former).join(
            tournaments, _season.id == tournament_entries.c.tournament_id
        )
        with self.database.connect() as connection:
            rows = connection.execute(chosen.where(_season.league_id == league_id, _season.season == season)).all()
        return frozenset(person for row in rows for person in row if person)

    def seen_at(self, ids: Collection[str]) -> Mapping[str, float]:
        """Return when people were last seen: in a browser, by mail or by a program, if they ever were."""
        last = (
            (sessions.c.person, sessions.c.seen_at),
            (tokens.c.person, tokens.c.used_at),
            (reply_addresses.c.person, reply_addresses.c.used_at),
        )
        found: dict[str, float] = {}
        with self.database.connect() as connection:
            for person, at in last:
                chosen = select(person, func.max(at)).where(person.in_(ids), at.is_not(None)).group_by(person)
                for person_id, seen_at in connection.execute(chosen):
                    found[person_id] = max(seen_at, found.get(person_id, 0.0))
        return found


class LeagueEntries(
    Values[LeagueEntry],
    table=league_entries,
    value=LeagueEntry,
    computed={
        "name": people.c.name,
        "closed_at": people.c.closed_at,
        "suspended_until": people.c.suspended_until,
        "is_bot": people.c.owner_id.is_not(None),
    },
    joined=league_entries.join(people),
    order=(_entry.place,),
):
    """Who has entered the next seasons, in the order of entry."""

    def enter(self, league_id: str, person_id: str, now: float) -> None:
        """Enter a person for the next season, after all others."""
        place = self.next(_entry.place, league_id=league_id)
        self.insert({"league_id": league_id, "person": person_id, "place": place, "entered_at": now})

    def offer_to_stand_in(self, league_id: str, person_id: str, stands_in: bool) -> bool:
        """Record whether a person who has entered stands in; return False if that was so before."""
        theirs = (league_id, person_id)
        return self.set(theirs, _entry.stands_in.is_not(stands_in), stands_in=stands_in) == 1

    def clear_stand_ins(self, league_id: str) -> None:
        """Forget who offered to stand in, as a season begins in which they play."""
        self.set(_entry.league_id == league_id, stands_in=False)
