"""Who has entered the tournaments of a database."""

from collections.abc import Collection, Sequence

from sqlalchemy import and_, delete, func, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import people, tournament_entries
from ludarium.store.tournaments.rows import TournamentEntry

_entry = tournament_entries.c


class TournamentEntryTable(Repository):
    """Who has entered which tournament."""

    def of(self, tournament_id: str) -> tuple[TournamentEntry, ...]:
        """Return who has entered, in the order of entry."""
        names = ("place", "entered_at", "number", "rating", "left_at", "former_left", "bye_round", "team")
        former = people.alias()
        columns = (people.c.name, people.c.closed_at, people.c.owner_id, former.c.name.label("former_name"))
        chosen = select(tournament_entries, *columns).outerjoin(people, people.c.id == _entry.person_id)
        chosen = chosen.outerjoin(former, former.c.id == _entry.former_id)
        chosen = chosen.where(_entry.tournament_id == tournament_id).order_by(_entry.place)
        with self.database.connect() as connection:
            return tuple(
                TournamentEntry(
                    row["player_id"],
                    row["bot_name"] or row["name"],
                    closed_at=row["closed_at"],
                    is_bot=row["owner_id"] is not None or row["bot"] is not None,
                    bot=row["bot"] or "",
                    former=row["former_id"],
                    former_name=row["former_name"] or "",
                    **{name: row[name] for name in names},
                )
                for row in connection.execute(chosen).mappings()
            )

    def enter(self, tournament_id: str, person_id: str, now: float, team: int | None = None) -> None:
        """Enter a person, after all others; in a team match for a team."""
        self._enter(tournament_id, now, player_id=person_id, person_id=person_id, team=team)

    def enter_bot(self, tournament_id: str, entry: TournamentEntry) -> None:
        """Enter a bot of the site, after all others."""
        values = {"player_id": entry.person, "bot": entry.bot, "bot_name": entry.name, "team": entry.team}
        self._enter(tournament_id, entry.entered_at, **values)

    def _enter(self, tournament_id: str, now: float, **values: object) -> None:
        places = select(func.coalesce(func.max(_entry.place) + 1, 0)).where(_entry.tournament_id == tournament_id)
        with self.database.begin() as connection:
            place = connection.execute(places).scalar_one()
            made = {"tournament_id": tournament_id, "place": place, "entered_at": now, **values}
            connection.execute(insert(tournament_entries).values(**made))

    def set_team(self, tournament_id: str, person_id: str, team: int) -> None:
        """Let a player play for another team."""
        theirs = and_(_entry.tournament_id == tournament_id, _entry.player_id == person_id)
        with self.database.begin() as connection:
            connection.execute(update(tournament_entries).where(theirs).values(team=team))

    def add(self, tournament_id: str, entries: Sequence[TournamentEntry]) -> None:
        """Enter people with their seed numbers."""
        names = ("place", "entered_at", "number", "rating")
        rows = [
            {
                "tournament_id": tournament_id,
                "player_id": one.person,
                "person_id": one.person,
                **{name: getattr(one, name) for name in names},
            }
            for one in entries
        ]
        with self.database.begin() as connection:
            connection.execute(insert(tournament_entries), rows)

    def remove(self, tournament_id: str, ids: Collection[str]) -> None:
        """Remove players who leave before the start."""
        with self.database.begin() as connection:
            connection.execute(
                delete(tournament_entries).where(_entry.tournament_id == tournament_id, _entry.player_id.in_(ids))
            )

    def set_left(self, tournament_id: str, ids: Collection[str], left_at: float | None) -> None:
        """Record when people have left a tournament that has begun; None if they have come back."""
        theirs = and_(_entry.tournament_id == tournament_id, _entry.player_id.in_(ids))
        with self.database.begin() as connection:
            connection.execute(update(tournament_entries).where(theirs).values(left_at=left_at))

    def set_bye(self, tournament_id: str, person_id: str, number: int | None) -> None:
        """Record the round in which a person does not play, as they have asked; None for no such round."""
        theirs = and_(_entry.tournament_id == tournament_id, _entry.player_id == person_id)
        with self.database.begin() as connection:
            connection.execute(update(tournament_entries).where(theirs).values(bye_round=number))

    def replace(self, tournament_id: str, former: str, substitute: str) -> None:
        """Let somebody play from now on in the place of another one; when that one left is kept."""
        theirs = and_(_entry.tournament_id == tournament_id, _entry.player_id == former)
        with self.database.begin() as connection:
            values = {"player_id": substitute, "person_id": substitute, "former_id": former}
            left = {"former_left": _entry.left_at, "left_at": None}
            connection.execute(update(tournament_entries).where(theirs).values(**values, **left))

    def number(self, tournament_id: str, numbered: Sequence[tuple[str, int]], first: int = 0) -> None:
        """Give seed numbers from `first` on to players, with their ratings, in this order."""
        with self.database.begin() as connection:
            for number, (person_id, rating) in enumerate(numbered, first):
                theirs = and_(_entry.tournament_id == tournament_id, _entry.player_id == person_id)
                connection.execute(update(tournament_entries).where(theirs).values(number=number, rating=rating))
