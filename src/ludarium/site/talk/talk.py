"""Talk in a match, between its players, and between its spectators in a room of their own.

It is stored with the match, and no record has it. `rules` decides who may write what.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from ludarium.site.act import Done, act
from ludarium.site.ground.values import Person
from ludarium.site.match.closed import require_open
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.people.accounts import NeedsAccount
from ludarium.site.people.following import Blocks
from ludarium.site.people.people import RequireUsable
from ludarium.site.people.standing import Sanctioned, require_talk
from ludarium.site.quotas import QuotaLimiter
from ludarium.site.talk.commands import AskedOfTalk, TalkCommand
from ludarium.site.talk.rows import Room, TalkMessage
from ludarium.site.talk.rules import GREETINGS, LONGEST, PLAYERS, check_links, printable, rooms_of

SHOWN = 100
"""Messages that are read at once."""
_RECORDED = 10
"""So many times `SHOWN` messages a record has at most."""


@dataclass(frozen=True, slots=True)
class TalkView:
    """The talk of a match as a person sees it.

    | field       | content                                                                            |
    |-------------|------------------------------------------------------------------------------------|
    | `rooms`     | the rooms that the person may read; nobody hears anything without one              |
    | `messages`  | the last messages of these rooms, in their order                                   |
    | `number`    | that of the last message of the match, whether the person hears it or not          |
    | `unread`    | how many of `messages` others have said since the person has read them             |
    | `muted`     | whether the person hears nothing of others                                         |
    | `greetings` | whether the person sends nothing but greetings                                     |
    | `earlier`   | the number before which there are more messages; None if there are none            |
    | `silenced`  | why the person may write to nobody now; empty if they may                          |
    """

    match: str
    rooms: tuple[Room, ...] = ()
    messages: tuple[TalkMessage, ...] = field(default=())
    number: int = 0
    unread: int = 0
    muted: bool = False
    greetings: bool = False
    earlier: int | None = None
    silenced: str = ""


class Talk:
    """The talk in the matches of a site; `now` returns the time in seconds since 1970."""

    def __init__(
        self,
        matches: Transactions,
        blocks: Blocks,
        quotas: QuotaLimiter,
        require_usable: RequireUsable,
        now: Callable[[], float],
    ) -> None:
        self._matches, self._blocks, self._quotas, self._now = matches, blocks, quotas, now
        self._require_usable, self._store = require_usable, matches.store

    def view(self, person: Person | None, view: MatchView, before: int | None = None) -> TalkView:
        """Return the talk of a match as a person sees it: the last messages, or the last ones before a number."""
        rooms = rooms_of(person, view)
        if person is None or not rooms:
            return TalkView(view.id)
        number, read, muted = self._store.talk.state(view.id, person.id)
        found = self._store.talk.last(view.id, person.id, rooms, SHOWN + 1, before) if number else ()
        messages = found[-SHOWN:]
        unread = sum(each.number > read and each.person != person.id for each in messages)
        earlier = messages[0].number if len(found) > SHOWN else None
        return TalkView(view.id, rooms, messages, number, unread, muted, person.is_bot, earlier, self._silenced(person))

    def _silenced(self, person: Person) -> str:
        try:
            require_talk(self._store, person.id, self._now())
        except Sanctioned as error:
            return str(error)
        return ""

    def act(self, person: Person | None, match_id: str, command: TalkCommand, origin: str | None = None) -> Done:
        """Carry out a person's command about the talk of a match, or about their notes on it.

        Raises `NoSuchMatch`, `NeedsAccount` for a stranger, `MayNotTalk`, `Sanctioned`, `QuotaExceeded`, and
        `ParseError` for a text that cannot be said.
        """
        view = require_open(self._matches.look(match_id), person.id if person else None)
        if person is None:
            raise NeedsAccount(command.stranger)
        self._require_usable(person)
        act(command, self._asked(person, view, origin))
        return Done(command.done, match_id)

    def _asked(self, person: Person, view: MatchView, origin: str | None = None) -> AskedOfTalk:
        return AskedOfTalk(self._store, self._blocks, self._quotas, person, view, self._now(), origin)

    def say_by_mail(
        self, person: Person, view: MatchView, text: str, key: str, mailed: Collection[str]
    ) -> frozenset[str]:
        """Write a mailed text in the players' room; return those of the people to be `mailed` whom it may reach.

        With the same `key` it is said once. What is too long is shortened, since the mail has all of it. Somebody who
        has no seat any more says nothing, and is heard as before.

        Raises `MayNotTalk`, `Sanctioned` and `QuotaExceeded`.
        """
        if PLAYERS not in rooms_of(person, view):
            return frozenset(mailed)
        heard = frozenset(mailed) - self._store.talk_mutes.people(view.id)
        if said := printable(text):
            asked = self._asked(person, view)
            room = asked.room(PLAYERS, is_greeting=False)
            said = said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
            check_links(person, text, self._store.talk.count_finished(person.id))
            asked.say(room, text=said, key=key, mailed=heard)
        return heard

    def require_public(self, person: Person, text: str) -> None:
        """Raise `Sanctioned` or `MayNotTalk` unless a person may write a text that everybody can read."""
        require_talk(self._store, person.id, self._now())
        check_links(person, text, self._store.talk.count_finished(person.id))

    def read(self, person: Person, view: TalkView) -> None:
        """Record that a person has read the talk of a match."""
        if view.unread:
            with self._store.write() as tx:
                tx.talk_read.read(view.match, person.id, view.number)

    def find(self, message_id: str) -> TalkMessage | None:
        """Return the message of an id, for moderators, who may not read its room; None if it is gone."""
        return self._store.talk.load(message_id)

    def of_person(self, person: Person) -> tuple[TalkMessage, ...]:
        """Return all messages of a person, the oldest first."""
        return self._store.talk.find(person=person.id)

    def tags(self, person: Person | None, view: MatchView) -> dict[str, str]:
        """Return what a person hears in a match as tags of its record, the latest messages of very many.

        Each has the number of lines that the record had then, who spoke, and the words.
        """
        messages: tuple[TalkMessage, ...] = ()
        before, pages = None, 0
        while pages < _RECORDED:
            heard = self.view(person, view, before)
            messages, before, pages = (*heard.messages, *messages), heard.earlier, pages + 1
            if before is None:
                break
        return {f"Talk-{number}": _in_record(each) for number, each in enumerate(messages, 1)}


def _in_record(message: TalkMessage) -> str:
    words = GREETINGS.get(message.greeting, message.greeting) if message.greeting else message.text
    room = "" if message.room == PLAYERS else f" ({message.room})"
    return " ".join(f"{message.turn} {message.name}{room}: {words}".split())
