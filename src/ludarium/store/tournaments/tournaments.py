"""Tournaments in the database.

Every transaction that changes a tournament first raises its revision, in the revision that it has seen: so each change
is made once, whichever process makes it, and what was read before stays true until the transaction ends.
"""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, and_, case, exists, func, insert, not_, or_, select, update

from ludarium.store.changes import TournamentChange
from ludarium.store.conditions import is_of_game
from ludarium.store.database import Repository, lock
from ludarium.store.tables import matches, people, tournament_boards, tournament_entries, tournaments
from ludarium.store.tournaments.rows import State, StoredTournament

_row, _entry, _board = tournaments.c, tournament_entries.c, tournament_boards.c
_SAME = (
    "id", "name", "game", "tempo", "kind", "rounds", "games", "rated", "computers", "most", "seed", "state", "revision",
    "created_at", "begins_at", "begun_at", "ended_at", "due_at", "league_id", "season", "division", "ends_at",
    "warned_at", "ties", "seats", "fewest", "first_turn", "teams", "resumes_at", "rests_until", "minutes", "streaks",
    "published", "opponent", "failing_since", "reminded_at", "pairing",
)  # fmt: skip
_RUNNING_ON = and_(_board.how.in_(("forfeit", "annulled")), matches.c.result == "*")
_UNDECIDED = and_(_board.how == "", matches.c.result != "*", _board.judged_turns.is_(None))


class TournamentTable(Repository):
    """The tournaments of one database."""

    def insert(self, made: StoredTournament) -> None:
        """Insert a tournament."""
        values = {name: getattr(made, name) for name in _SAME} | {
            "organiser_id": made.organiser,
            "exhibitor_id": made.exhibitor,
        }
        with self.database.begin() as connection:
            connection.execute(insert(tournaments).values(**values))

    def load(self, tournament_id: str) -> StoredTournament | None:
        """Return the tournament of an id, or None."""
        found = self._find(_row.id == tournament_id, limit=1) if tournament_id.isprintable() else ()
        return found[0] if found else None

    def in_state(self, states: Collection[State], limit: int, game: str = "") -> tuple[StoredTournament, ...]:
        """Return tournaments in these states, the next to begin first, or else the latest first; `game` is a name.

        Divisions of leagues are not among them.
        """
        chosen = and_(_row.state.in_(states), _row.league_id.is_(None))
        if game:
            chosen = and_(chosen, is_of_game(_row.game, game))
        order = _row.begins_at.asc() if "open" in states else _row.begun_at.desc().nulls_last()
        return self._find(chosen, order, limit=limit)

    def of_person(self, person_id: str, states: Collection[State]) -> tuple[StoredTournament, ...]:
        """Return the tournaments in these states that a person has entered and not left."""
        entered = exists().where(
            _entry.tournament_id == _row.id, _entry.person_id == person_id, _entry.left_at.is_(None)
        )
        return self._find(and_(_row.state.in_(states), entered), _row.begins_at, limit=100)

    def organised_by(self, person_id: str, states: Collection[State], since: float = 0.0) -> int:
        """Return how many tournaments in these states a person has organised since a time."""
        chosen = select(func.count()).where(
            _row.organiser_id == person_id, _row.state.in_(states), _row.created_at >= since, _row.league_id.is_(None)
        )
        with self.database.connect() as connection:
            return connection.execute(chosen).scalar_one()

    def find_published(self, game: str) -> str | None:
        """Return the id of the published tournament of a game that is there and not cancelled, or None.

        Until the transaction ends, no other one makes it.
        """
        chosen = select(_row.id).where(_row.published, _row.game == game, _row.state != "cancelled")
        with self.database.begin() as connection:
            lock(connection, f"published tournament of {game}")
            return connection.execute(chosen.order_by(_row.created_at).limit(1)).scalar()

    def of_league(self, league_id: str, season: int) -> tuple[StoredTournament, ...]:
        """Return the divisions of a season, the highest first."""
        return self._find(and_(_row.league_id == league_id, _row.season == season), _row.division, limit=100)

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the ids of tournaments in which there is something to do: first those whose time has come.

        In one that goes on and is failing, there is something to do when it is tried again, and not before.
        """
        of_match = select(_board.tournament_id).join(matches, matches.c.id == _board.match_id)
        closed = (
            select(_entry.tournament_id)
            .join(people, people.c.id == _entry.person_id)
            .where(_entry.left_at.is_(None), people.c.closed_at.is_not(None))
        )
        is_failing = and_(_row.state == "running", _row.failing_since.is_not(None))
        is_open = or_(_row.id.in_(of_match.where(_UNDECIDED)), _row.id.in_(closed))
        something = or_(
            _row.due_at <= now,
            and_(_row.state == "running", is_open, not_(is_failing)),
            and_(_row.id.in_(of_match.where(_RUNNING_ON)), not_(is_failing)),
        )
        order = case((_row.due_at <= now, _row.due_at), (_row.state == "running", now))
        with self.database.connect() as connection:
            found = select(_row.id).where(something).order_by(order.nulls_last(), _row.id).limit(limit)
            return tuple(connection.execute(found).scalars())

    def hold(self, tournament_id: str, revision: int, **values: Any) -> bool:  # Any: the columns that change
        """Change a tournament, and hold it until the transaction ends; return False if it has changed meanwhile."""
        seen = and_(_row.id == tournament_id, _row.revision == revision)
        with self.database.begin() as connection:
            changed = update(tournaments).where(seen).values(revision=revision + 1, **values)
            held = connection.execute(changed).rowcount == 1
        if held:
            self.database.changes.append(TournamentChange(tournament_id, revision + 1))
        return held

    def touch(self, tournament_id: str) -> None:
        """Count a change of a tournament, and hold it until the transaction ends."""
        with self.database.begin() as connection:
            changed = update(tournaments).where(_row.id == tournament_id)
            later = connection.execute(changed.values(revision=_row.revision + 1).returning(_row.revision)).scalar()
        if later is not None:
            self.database.changes.append(TournamentChange(tournament_id, later))

    def fetch_revisions(self, ids: Collection[str]) -> Mapping[str, int]:
        """Return how often these tournaments have changed, by id."""
        with self.database.connect() as connection:
            found = connection.execute(select(_row.id, _row.revision).where(_row.id.in_(ids)))
            return {row[0]: row[1] for row in found}

    def hold_person(self, person_id: str) -> None:
        """Lock the tournaments of a person until the transaction ends."""
        with self.database.begin() as connection:
            lock(connection, f"tournaments of {person_id}")

    def set_due(self, tournament_id: str, due_at: float | None, **values: Any) -> None:  # Any: the columns that change
        """Change a tournament that is held, and when there is something to do."""
        with self.database.begin() as connection:
            connection.execute(update(tournaments).where(_row.id == tournament_id).values(due_at=due_at, **values))

    def _find(
        self, chosen: ColumnElement[bool], order: ColumnElement[Any] | None = None, *, limit: int
    ) -> tuple[StoredTournament, ...]:
        entered = select(func.count()).where(_entry.tournament_id == _row.id).scalar_subquery().label("entered")
        exhibitor = people.alias()
        names = (people.c.name.label("organiser_name"), exhibitor.c.name.label("exhibitor_name"))
        found = select(tournaments, *names, entered).join(people, people.c.id == _row.organiser_id)
        found = found.outerjoin(exhibitor, exhibitor.c.id == _row.exhibitor_id).where(chosen)
        found = found.order_by(_row.created_at if order is None else order, _row.id).limit(limit)
        with self.database.connect() as connection:
            return tuple(_tournament(row) for row in connection.execute(found).mappings())


def _tournament(row: RowMapping) -> StoredTournament:
    return StoredTournament(
        organiser=row["organiser_id"],
        organiser_name=row["organiser_name"],
        exhibitor=row["exhibitor_id"],
        exhibitor_name=row["exhibitor_name"] or "",
        entered=row["entered"],
        **{name: row[name] for name in _SAME},
    )
