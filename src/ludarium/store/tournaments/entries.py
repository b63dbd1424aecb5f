"""Who has entered the tournaments of a database."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import func, or_

from ludarium.store.mapping import Values
from ludarium.store.tables import people, tournament_entries
from ludarium.store.tournaments.rows import TournamentEntry

_entry = tournament_entries.c
_former = people.alias()


class TournamentEntryTable(
    Values[TournamentEntry],
    table=tournament_entries,
    value=TournamentEntry,
    computed={
        "person": _entry.player_id,
        "name": func.coalesce(_entry.bot_name, people.c.name),
        "closed_at": people.c.closed_at,
        "is_bot": or_(people.c.owner_id.is_not(None), _entry.bot.is_not(None)),
        "bot": func.coalesce(_entry.bot, ""),
        "former_name": func.coalesce(_former.c.name, ""),
    },
    joined=tournament_entries.outerjoin(people, people.c.id == _entry.person).outerjoin(
        _former, _former.c.id == _entry.former
    ),
    order=(_entry.place,),
):
    """Who has entered which tournament, in the order of entry."""

    def of(self, tournament_id: str) -> tuple[TournamentEntry, ...]:
        """Return who has entered."""
        return self.find(tournament_id=tournament_id)

    def enter(self, tournament_id: str, person_id: str, now: float, team: int | None = None) -> None:
        """Enter a person, after all others; in a team match for a team."""
        self._enter(tournament_id, TournamentEntry(person_id, "", 0, now, team=team), person=person_id)

    def enter_bot(self, tournament_id: str, entry: TournamentEntry) -> None:
        """Enter a bot of the site, after all others."""
        self._enter(tournament_id, entry, bot=entry.bot, bot_name=entry.name)

    def _enter(self, tournament_id: str, entry: TournamentEntry, **values: object) -> None:
        place = self.next(_entry.place, tournament_id=tournament_id)
        self.add(replace(entry, place=place), tournament_id=tournament_id, **values)

    def enter_all(self, tournament_id: str, entries: Sequence[TournamentEntry]) -> None:
        """Enter people with their seed numbers."""
        self.insert(*(self.row(one) | {"tournament_id": tournament_id, "person": one.person} for one in entries))

    def leave(self, tournament_id: str, ids: Collection[str]) -> None:
        """Remove players who leave before the start."""
        self.remove(tournament_id=tournament_id, player_id=ids)

    def set_left(self, tournament_id: str, ids: Collection[str], left_at: float | None) -> None:
        """Record when people have left a tournament that has begun; None if they have come back."""
        self.set(_entry.tournament_id == tournament_id, _entry.player_id.in_(ids), left_at=left_at)

    def replace(self, tournament_id: str, former: str, substitute: str) -> None:
        """Let somebody play from now on in the place of another one; when that one left is kept."""
        left = {"former_left": _entry.left_at, "left_at": None}
        self.set((tournament_id, former), player_id=substitute, person=substitute, former=former, **left)

    def number(self, tournament_id: str, numbered: Sequence[tuple[str, int]], first: int = 0) -> None:
        """Give seed numbers from `first` on to players, with their ratings, in this order."""
        for number, (person_id, rating) in enumerate(numbered, first):
            self.set((tournament_id, person_id), number=number, rating=rating)
