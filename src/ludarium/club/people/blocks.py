"""Blocks: an account keeps another one out of the matches that it hosts or plays."""

from collections.abc import Callable

from ludarium.club.match.views import MatchView
from ludarium.club.people.people import Person
from ludarium.core.errors import ParseError
from ludarium.store.rows import Act
from ludarium.store.store import Store


class Blocks:
    """The blocks between the accounts of a database."""

    def __init__(self, store: Store, find: Callable[[str], Person], now: Callable[[], float]) -> None:
        self._store = store
        self._table = store.blocks
        self._find = find
        self._now = now

    def add(self, person: Person, name: str) -> None:
        """Block the account of a name.

        Raises `NoSuchPerson`, or `ParseError` for people without an account, and for oneself.
        """
        if not person.is_account:
            raise ParseError("only people with an account can block others: make an account first")
        blocked = self._find(name.strip())
        if blocked.id == person.id:
            raise ParseError("this is your own name: expected the name of somebody else")
        now = self._now()
        with self._store.write() as tx:
            if tx.blocks.insert_once(person=person.id, blocked=blocked.id, created_at=now):
                tx.acts.add(Act(now, person.id, "block", blocked.id))
                tx.challenges.end_between(person.id, blocked.id, now)
                tx.follows.remove((person.id, blocked.id))
                tx.follows.remove((blocked.id, person.id))

    def remove(self, person: Person, blocked_id: str) -> None:
        """End a block."""
        with self._store.write() as tx:
            if tx.blocks.remove((person.id, blocked_id)):
                tx.acts.add(Act(self._now(), person.id, "unblock", blocked_id))

    def of_person(self, person: Person) -> tuple[Person, ...]:
        """Return the accounts that a person has blocked, by name."""
        return self._table.find(person=person.id)

    def are_between(self, person: Person, other: Person) -> bool:
        """Return whether one of two people has blocked the other."""
        return self._table.has((other.id, person.id)) or self._table.has((person.id, other.id))

    def keep_out(self, person: Person, view: MatchView) -> bool:
        """Return whether the host or a player of a match has blocked a person."""
        others = {view.host, *(seat.person for seat in view.seats)} - {None, person.id}
        return self._table.has(blocked=person.id, person=[other for other in others if other])
