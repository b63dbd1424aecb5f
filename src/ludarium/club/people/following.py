"""Following people, whose offers and finished games are then listed, and private notes about people."""

from collections.abc import Callable
from typing import NamedTuple

from ludarium.club.act import Command, act
from ludarium.club.people.blocks import Blocks
from ludarium.club.people.people import Person
from ludarium.club.people.texts import read_text
from ludarium.club.quotas import QuotaExceeded
from ludarium.core.errors import ParseError
from ludarium.match.clock import DAY
from ludarium.store.store import Store

MOST = 200
LONGEST_NOTE = 2000


class AskedOfPerson(NamedTuple):
    """A person who asks for something about an `other` one."""

    store: Store
    blocks: Blocks
    person: Person
    other: Person
    now: float


class PersonCommand(Command):
    """What is asked for about another person."""

    refused = ParseError

    def refusal(self, asked: AskedOfPerson) -> str:
        """Return that nothing of this is for oneself."""
        return "this is your own page" if asked.person.id == asked.other.id else ""


class Follow(PersonCommand, tag="follow"):
    """Follow a person."""

    def refusal(self, asked: AskedOfPerson) -> str:
        """Return why a person cannot be followed."""
        if refusal := super().refusal(asked):
            return refusal
        if not asked.other.is_account or asked.other.closed_at is not None:
            return f"{asked.other.name} has no account: only accounts can be followed"
        return f"you cannot follow {asked.other.name}" if asked.blocks.are_between(asked.person, asked.other) else ""

    def carry_out(self, asked: AskedOfPerson) -> None:
        """Follow them, or raise `QuotaExceeded`."""
        if len(asked.store.follows.find(person=asked.person.id)) >= MOST:
            raise QuotaExceeded(f"you follow {MOST} people: unfollow some of them first", DAY)
        asked.store.follows.insert_once(person=asked.person.id, followed=asked.other.id, created_at=asked.now)


class Unfollow(PersonCommand, tag="unfollow"):
    """Stop following a person."""

    def carry_out(self, asked: AskedOfPerson) -> None:
        """Follow them no more."""
        asked.store.follows.remove((asked.person.id, asked.other.id))


class BlockPerson(PersonCommand, tag="block"):
    """Block a person."""

    def carry_out(self, asked: AskedOfPerson) -> None:
        """Block them."""
        asked.blocks.add(asked.person, asked.other.name)


class UnblockPerson(PersonCommand, tag="unblock"):
    """End a block."""

    def carry_out(self, asked: AskedOfPerson) -> None:
        """End it."""
        asked.blocks.remove(asked.person, asked.other.id)


class NotePerson(PersonCommand, tag="note"):
    """Replace one's private note about a person."""

    text: str

    def carry_out(self, asked: AskedOfPerson) -> None:
        """Save the note."""
        note = read_text(self.text, LONGEST_NOTE, "note")
        asked.store.person_notes.save(asked.person.id, asked.other.id, note, asked.now)


class Following:
    """The following and the private notes of a site's people; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, blocks: Blocks, now: Callable[[], float]) -> None:
        self._store = store
        self._table = store.follows
        self._blocks = blocks
        self._now = now

    def act(self, person: Person, other: Person, command: PersonCommand) -> None:
        """Carry out a person's command about another one.

        Raises `ParseError` for oneself, for people without an account, and where one has blocked the other;
        `QuotaExceeded`.
        """
        act(command, AskedOfPerson(self._store, self._blocks, person, other, self._now()))

    def of_person(self, person: Person) -> tuple[Person, ...]:
        """Return the people whom a person follows, by name, without those of whom one has blocked the other."""
        found = self._table.find(person=person.id)
        blocked = self._store.blocks.among([person.id, *(one.id for one in found)]) if found else frozenset()
        return tuple(one for one in found if frozenset((person.id, one.id)) not in blocked)

    def follows(self, person: Person, other: Person) -> bool:
        """Return whether a person follows another."""
        return self._table.has((person.id, other.id))

    def note(self, person: Person, other: Person) -> str:
        """Return a person's note about another one."""
        return self._store.person_notes.note(person.id, other.id)

    def notes_of(self, person: Person) -> tuple[tuple[str, str], ...]:
        """Return all notes of a person, each with the name of the person whom it is about."""
        return self._store.person_notes.of_person(person.id)
