"""Tournaments in the database.

Every transaction that changes a tournament first raises its revision, in the revision that it has seen: so each change
is made once, whichever process makes it, and what was read before stays true until the transaction ends.
"""

from collections.abc import Collection, Mapping

from sqlalchemy import and_, case, exists, func, not_, or_, select, update

from ludarium.store.changes import TournamentChange
from ludarium.store.mapping import Revised
from ludarium.store.table import is_of_game
from ludarium.store.tables import matches, people, tournament_boards, tournament_entries, tournaments
from ludarium.store.tournaments.rows import State, StoredTournament

_row, _entry, _board = tournaments.c, tournament_entries.c, tournament_boards.c
_exhibitor = people.alias()
_RUNNING_ON = and_(_board.how.in_(("forfeit", "annulled")), matches.c.result == "*")
_UNDECIDED = and_(_board.how == "", matches.c.result != "*", _board.judged_turns.is_(None))


class TournamentTable(
    Revised[StoredTournament],
    table=tournaments,
    value=StoredTournament,
    computed={
        "organiser_name": people.c.name,
        "exhibitor_name": func.coalesce(_exhibitor.c.name, ""),
        "entered": select(func.count())
        .where(_entry.tournament_id == _row.id, or_(_entry.bot.is_(None), not_(_row.by_site)))
        .scalar_subquery(),
    },
    joined=tournaments.join(people, people.c.id == _row.organiser).outerjoin(
        _exhibitor, _exhibitor.c.id == _row.exhibitor
    ),
    order=(_row.created_at, _row.id),
):
    """The tournaments of one database."""

    def in_state(self, states: Collection[State], limit: int, game: str = "") -> tuple[StoredTournament, ...]:
        """Return tournaments in these states, the next to begin first, or else the latest first; `game` is a name.

        Divisions of leagues are not among them.
        """
        order = _row.begins_at.asc() if "open" in states else _row.begun_at.desc().nulls_last()
        of_game = [is_of_game(_row.game, game)] if game else []
        return self.find(*of_game, state=states, league_id=None, order=(order, _row.id), limit=limit)

    def of_person(self, person_id: str, states: Collection[State]) -> tuple[StoredTournament, ...]:
        """Return the tournaments in these states that a person has entered and not left."""
        entered = exists().where(_entry.tournament_id == _row.id, _entry.person == person_id, _entry.left_at.is_(None))
        return self.find(entered, state=states, order=(_row.begins_at, _row.id), limit=100)

    def organised_by(self, person_id: str, states: Collection[State], since: float = 0.0) -> int:
        """Return how many tournaments in these states a person has organised since a time."""
        return self.count(_row.created_at >= since, organiser=person_id, state=states, league_id=None, by_site=False)

    def find_published(self, game: str) -> str | None:
        """Return the id of the published tournament of a game that is there and not cancelled, or None.

        Until the transaction ends, no other one makes it.
        """
        self.lock(f"{game}, published")
        there = and_(_row.published, _row.state != "cancelled")
        return next(iter(self.pick(_row.id, there, game=game, order=(_row.created_at,), limit=1)), None)

    def of_league(self, league_id: str, season: int) -> tuple[StoredTournament, ...]:
        """Return the divisions of a season, the highest first."""
        return self.find(league_id=league_id, season=season, order=(_row.division, _row.id), limit=100)

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the ids of tournaments in which there is something to do: first those whose time has come.

        In one that goes on and is failing, there is something to do when it is tried again, and not before.
        """
        of_match = select(_board.tournament_id).join(matches, matches.c.id == _board.match_id)
        closed = (
            select(_entry.tournament_id)
            .join(people, people.c.id == _entry.person)
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
        return self.pick(_row.id, something, order=(order.nulls_last(), _row.id), limit=limit)

    def save(self, key: str, revision: int, **values: object) -> bool:
        """Change a tournament, and lock it until the transaction ends; return False if it has changed meanwhile."""
        saved = super().save(key, revision, **values)
        if saved:
            self.database.changes.append(TournamentChange(key, revision + 1))
        return saved

    def touch(self, key: str) -> None:
        """Count a change of a tournament, and lock it until the transaction ends."""
        changed = update(tournaments).where(_row.id == key).values(revision=_row.revision + 1).returning(_row.revision)
        with self.database.begin() as connection:
            later = connection.execute(changed).scalar()
        if later is not None:
            self.database.changes.append(TournamentChange(key, later))

    def fetch_revisions(self, ids: Collection[str]) -> Mapping[str, int]:
        """Return how often these tournaments have changed, by id."""
        return dict(self.pairs(_row.id, _row.revision, _row.id.in_(ids)))
