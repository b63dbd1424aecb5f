"""What every command in the talk of a match is given, and how a message is said."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ludarium.club.match.views import MatchView
from ludarium.club.notices.changes import match_path
from ludarium.club.people.following import Blocks
from ludarium.club.people.people import Person
from ludarium.club.people.standing import require_talk
from ludarium.club.quotas import QuotaLimiter
from ludarium.club.talk.rules import PLAYERS, MayNotTalk, check_may_say
from ludarium.store.notices.notices import MAILED, TALK, Notice
from ludarium.store.repositories import UnitOfWork
from ludarium.store.store import Store
from ludarium.store.talk.notes import PositionNote
from ludarium.store.talk.talk import Room
from ludarium.store.tallies import HOUR


@dataclass(frozen=True)
class AskedOfTalk:
    """A person who asks for something in the talk of a match, and the network from which they ask."""

    store: Store
    blocks: Blocks
    quotas: QuotaLimiter
    person: Person
    view: MatchView
    now: float
    origin: str | None = None

    def room(self, room: str, *, is_greeting: bool) -> Room:
        """Return the room in which the person may write now; every message passes this check."""
        require_talk(self.store, self.person.id, self.now)
        return check_may_say(self.person, self.view, room, is_greeting=is_greeting)

    def say(
        self, room: Room, *, greeting: str = "", text: str = "", key: str = "", mailed: Collection[str] = ()
    ) -> None:
        """Write a message, once with the same `key`, and a notice for others; those who are `mailed` get it by mail."""
        person, view = self.person, self.view
        others = view.seated - {person.id} if room == PLAYERS else frozenset()
        if others and all(self._is_apart(other) for other in others):
            raise MayNotTalk("nobody here takes messages from you; nothing was said")
        self.quotas.count("talk", self.origin)
        with self.store.write() as tx:
            self.quotas.check_talk(tx.talk.count_since(person.id, self.now - HOUR), is_guest=not person.is_account)
            inserted = tx.talk.say(
                view.id, room, person.id, len(view.match.turns), self.now, greeting=greeting, text=text, key=key
            )
            if inserted and text:
                self._notify(tx, text, others, mailed)

    def _notify(self, tx: UnitOfWork, text: str, others: Collection[str], mailed: Collection[str]) -> None:
        """Write a notice for each of the others who has not muted the match; greetings have none."""
        person, view = self.person, self.view
        for other in sorted(set(others) - tx.talk_mutes.people(view.id)):
            data = {"name": person.name, "text": text} | ({MAILED: "yes"} if other in mailed else {})
            turns = len(view.match.turns)
            tx.notices.add(Notice(other, TALK, match_path(view.id), self.now, view.id, turns, person.id, data))

    def _is_apart(self, other_id: str) -> bool:
        """Return whether the person has blocked another one, or is blocked by them."""
        other = self.store.people.load(other_id)
        return other is not None and self.blocks.are_between(self.person, other)


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
