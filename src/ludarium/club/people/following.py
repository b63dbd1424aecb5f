"""Following people, whose offers and finished games are then listed, and private notes about people."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.club.match.commands import Fields, form_reader
from ludarium.club.people.blocks import Blocks
from ludarium.club.people.people import Person
from ludarium.club.people.texts import read_text
from ludarium.club.quotas import QuotaExceeded
from ludarium.core.errors import ParseError
from ludarium.match.clock import DAY
from ludarium.store.match.repository import Store

MOST = 200
LONGEST_NOTE = 2000


@dataclass(frozen=True, slots=True)
class Follow:
    """Follow a person."""


@dataclass(frozen=True, slots=True)
class Unfollow:
    """Stop following a person."""


@dataclass(frozen=True, slots=True)
class BlockPerson:
    """Block a person."""


@dataclass(frozen=True, slots=True)
class UnblockPerson:
    """End a block."""


@dataclass(frozen=True, slots=True)
class NotePerson:
    """Replace one's private note about a person."""

    text: str


PersonCommand = Follow | Unfollow | BlockPerson | UnblockPerson | NotePerson


class PersonRow(NamedTuple):
    """A command about another person: its values, and the `do` of its form and of JSON."""

    command: type
    word: str


PERSON_COMMANDS = (
    PersonRow(Follow, "follow"),
    PersonRow(Unfollow, "unfollow"),
    PersonRow(BlockPerson, "block"),
    PersonRow(UnblockPerson, "unblock"),
    PersonRow(NotePerson, "note"),
)
person_command_from_form: Callable[[Fields], PersonCommand] = form_reader(PERSON_COMMANDS)
"""Returns the command of a form."""


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
        if person.id == other.id:
            raise ParseError("this is your own page")
        match command:
            case Follow():
                self._follow(person, other)
            case Unfollow():
                self._table.remove(person.id, other.id)
            case BlockPerson():
                self._blocks.add(person, other.name)
            case UnblockPerson():
                self._blocks.remove(person, other.id)
            case NotePerson(text):
                note = read_text(text, LONGEST_NOTE, "note")
                self._table.save_note(person.id, other.id, note, self._now())

    def of_person(self, person: Person) -> tuple[Person, ...]:
        """Return the people whom a person follows, by name, without those of whom one has blocked the other."""
        found = self._table.of_person(person.id)
        blocked = self._store.blocks.among([person.id, *(one.id for one in found)]) if found else frozenset()
        return tuple(one for one in found if frozenset((person.id, one.id)) not in blocked)

    def follows(self, person: Person, other: Person) -> bool:
        """Return whether a person follows another."""
        return any(one.id == other.id for one in self._table.of_person(person.id))

    def note(self, person: Person, other: Person) -> str:
        """Return a person's note about another one."""
        return self._table.note(person.id, other.id)

    def notes_of(self, person: Person) -> tuple[tuple[str, str], ...]:
        """Return all notes of a person, each with the name of the person whom it is about."""
        return self._table.notes_of(person.id)

    def _follow(self, person: Person, other: Person) -> None:
        if not other.is_account or other.closed_at is not None:
            raise ParseError(f"{other.name} has no account: only accounts can be followed")
        if self._blocks.are_between(person, other):
            raise ParseError(f"you cannot follow {other.name}")
        if len(self._table.of_person(person.id)) >= MOST:
            raise QuotaExceeded(f"you follow {MOST} people: unfollow some of them first", DAY)
        self._table.insert(person.id, other.id, self._now())
