"""Notes on the positions of a match, which nobody but their writer sees."""

from collections.abc import Mapping

from ludarium.club.match.views import MatchView
from ludarium.club.people.people import Person
from ludarium.store.store import Store
from ludarium.store.talk.notes import PositionNote


class PositionNotes:
    """The notes of the people of a site."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, person: Person | None, view: MatchView) -> Mapping[int, str]:
        """Return a person's notes on a match, by the number of turns before the position."""
        return self._store.position_notes.of(view.id, person.id) if person else {}

    def of_person(self, person: Person) -> tuple[PositionNote, ...]:
        """Return all notes of a person."""
        return self._store.position_notes.find(person=person.id)
