"""Following people, whose offers and finished games are then listed, blocks, and private notes about people."""

from collections.abc import Callable
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.match.clock import DAY
from ludarium.site.act import Command, act
from ludarium.site.ground.values import Act, Person
from ludarium.site.match.views import MatchView
from ludarium.site.people.texts import read_text
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.store import Store


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

    def around(self, person: Person) -> frozenset[str]:
        """Return the ids of those whom a person has blocked, and of those who have blocked them."""
        return self._table.around(person.id)

    def keep_out(self, person: Person, view: MatchView) -> bool:
        """Return whether the host or a player of a match has blocked a person."""
        others = {view.host, *(seat.person for seat in view.seats)} - {None, person.id}
        return self._table.has(blocked=person.id, person=[other for other in others if other])


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

    done = "You follow this person now."

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

    done = "You follow this person no more."

    def carry_out(self, asked: AskedOfPerson) -> None:
        """Follow them no more."""
        asked.store.follows.remove((asked.person.id, asked.other.id))


class BlockPerson(PersonCommand, tag="block"):
    """Block a person."""

    done = "This person is blocked, cannot join your matches or challenge you, and is not notified of it."

    def refusal(self, asked: AskedOfPerson) -> str:
        """Return why a person cannot be blocked."""
        closed = f"the account of {asked.other.name} is closed" if asked.other.closed_at is not None else ""
        return super().refusal(asked) or closed

    def carry_out(self, asked: AskedOfPerson) -> None:
        """Block them."""
        asked.blocks.add(asked.person, asked.other.name)


class UnblockPerson(PersonCommand, tag="unblock"):
    """End a block."""

    done = "This person is blocked no more."

    def carry_out(self, asked: AskedOfPerson) -> None:
        """End it."""
        asked.blocks.remove(asked.person, asked.other.id)


class NotePerson(PersonCommand, tag="note"):
    """Replace one's private note about a person."""

    done = "Your note is saved."

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
