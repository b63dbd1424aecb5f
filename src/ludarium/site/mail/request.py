"""A mailed command with its context: the sender, the match, and the club."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import Times, shorten
from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.mail.acts import is_turn
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.command_line import ALL, Command
from ludarium.site.mail.typography import undo
from ludarium.site.match.commands import from_mail
from ludarium.site.match.views import MatchView
from ludarium.site.people.passwords import SHORTEST
from ludarium.site.service import Service

_BOARD = re.compile(r"#?([0-9]{1,9})(?:#([0-9]{1,6}))?", re.ASCII)
_NUMBERED = re.compile(r"(.*)#([0-9]{1,6})", re.ASCII | re.DOTALL)


Words = Sequence[str]
IsOpen = Callable[[Words], bool]
"""Returns whether words that follow a userid say what is wanted, so that none of them is a password."""


class Unproven(LudariumError):
    """The command changes something, and nothing proves its sender: the owner of the account, `person`, is asked.

    `line` is the command as its owner confirms it.
    """

    def __init__(self, person: Person, line: str) -> None:
        super().__init__(f"no password follows {shorten(person.name)}: expected one, since anybody can write a name")
        self.person = person
        self.line = line


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a command: the answer, and messages to others.

    `open` are the words of a command without a password, of which none is one, even where a password may stand.
    """

    answer: MailAnswer
    messages: tuple[OutboxMessage, ...] = ()
    open: frozenset[str] = frozenset()


@dataclass(slots=True)
class Request:
    """A command, and its sender if a token has proven that.

    | field        | content                                                                              |
    |--------------|--------------------------------------------------------------------------------------|
    | `words`      | the words of the command that have not been read yet                                 |
    | `body`       | the text of the mail that belongs to the command                                     |
    | `address`    | to which it is answered                                                              |
    | `person`     | who has sent it, if that is proven without a password                                |
    | `pin`        | given a revision, returns the one in which the command acts, now and when it is      |
    |              | carried out again                                                                    |
    | `begun`      | whether a process that has died had begun the command: it has called `pin`           |
    | `reader`     | who reads the answer: who has sent the command, as is proven, or has this address    |
    | `proven`     | whether it is known who has sent it, as no word of theirs is a password any more       |
    | `names`      | the sender's name, as the mail has it                                                |
    | `author`     | the address in the mail itself, which proves nothing                                 |
    | `key`        | an id for what the command begins, the same when it is carried out again             |
    """

    service: Service
    command: Command
    body: str
    address: str
    now: float
    person: Person | None = None
    pin: Callable[[int], int] = int
    begun: bool = False
    key: str = ""
    names: tuple[str, ...] = ()
    author: str = ""
    words: list[str] = field(init=False)
    reader: Person | None = field(init=False)
    proven: bool = field(init=False)

    def __post_init__(self) -> None:
        self.words = list(self.command.words)
        self.reader = self.person
        self.proven = self.person is not None

    def next(self, expected: str) -> str:
        """Return the next word.

        Raises `ParseError` if there is none.
        """
        if not self.words:
            raise ParseError(f"the command {self.command.verb} is not complete: expected {expected}")
        return self.words.pop(0)

    def rest(self, expected: str) -> str:
        """Return all words that are left, of which there must be one.

        Raises `ParseError`.
        """
        text = " ".join([self.next(expected), *self.words])
        self.words.clear()
        return text

    def end(self) -> None:
        """Raise `ParseError` if words are left."""
        if self.words:
            raise ParseError(f"{shorten(self.words[0])} was not expected at the end of the command {self.command.verb}")

    def who(self, least: int = 0, is_open: IsOpen = lambda words: not words) -> Person:
        """Return the sender of the command: as a token has proven, or by the next words, a userid and its password.

        At least so many words follow the password. A word is tried as one only if it stands in its place: where
        `is_open` says that all words say what is wanted, the owner is asked instead.

        Raises `WrongPassword`, `ParseError`, or `Unproven` without a password.
        """
        if self.person:
            return self.person
        place = len(self.command.words) - len(self.words)
        name = self.next("a userid and its password")
        if is_open(self.words):
            words = [*self.command.words[:place], *self.command.words[place + 1 :]]
            raise Unproven(self.find(name), write_line(self.command, words))
        if len(self.words) <= least:
            raise ParseError(f"the command {self.command.verb} is not complete: expected a password, and more after it")
        return self.check(name, self.words.pop(0))

    def check(self, name: str, password: str) -> Person:
        """Return the account of a name, whose password this is.

        Raises `WrongPassword`.
        """
        person = self.service.passwords.check(name, password, self.address)
        self.reader, self.proven = person, True
        take_mail_again(self.service, person, self.address)
        return person

    def clock(self) -> Callable[[float], str]:
        """Return what says a time in the zone of who reads the answer, or in UTC if it is not known who that is."""
        reader = self.reader or self.service.accounts.of_email(self.address)
        return self.service.notices.times_of(reader.id) if reader else Times()

    def message_id(self, number: int = 0) -> str:
        """Return an id for a message that the command causes, the same when it is carried out again."""
        return sha256(f"{self.key}\n{number}".encode()).hexdigest()[:24]

    def find(self, name: str) -> Person:
        """Return the account of a name.

        Raises `NoSuchPerson`.
        """
        return self.service.accounts.find(name)

    def board(self, reader: Person | None = None) -> tuple[MatchView, int | None]:
        """Return the match of the next word, such as `17` or `17#5`, as the reader sees it, and the number.

        A private match is found by its own people alone: by the `reader`, or the proven person.

        Raises `ParseError`, `NoSuchMatch`.
        """
        number, at = self._board_number()
        return self._match(number, reader or self.person), at

    def own_board(self, least: int = 0, is_open: IsOpen | None = None) -> tuple[Person, MatchView, int | None]:
        """Return the sender of the command, the match of the word before as they see it, and the number.

        By default the words that follow may be a turn of theirs, without a password. Raises what `board` and `who`
        raise, and `NotYourSeat` if they have no seat in the match.
        """
        number, at = self._board_number()
        name = self.words[0] if self.words else ""
        person = self.who(least, is_open or (lambda words: self._is_turn(number, name, words)))
        view = self._match(number, person)
        self.service.seat_of(person, view)
        return person, view, at

    def _is_turn(self, number: int, name: str, words: Words) -> bool:
        """Return whether words are a turn of somebody, or too short to be a password."""
        text = split_number(undo(" ".join(words)))[0]
        if from_mail(text) or (len(words) == 1 and len(text) < SHORTEST):
            return True
        with suppress(LudariumError):
            person = self.find(name)
            view = self._match(number, person)
            return bool(text) and is_turn(view, self.service.seat_of(person, view), text)
        return False

    def _board_number(self) -> tuple[int, int | None]:
        word = self.next("the number of a board")
        found = _BOARD.fullmatch(word)
        if found is None:
            raise ParseError(f"{shorten(word)} is not the number of a board: expected one as in 17")
        return int(found[1]), None if found[2] is None else int(found[2])

    def _match(self, number: int, reader: Person | None) -> MatchView:
        view = self.service.view(reader, self.service.queries.by_number(number, reader.id if reader else None))
        game = view.match.game.name
        if self.command.game not in ("", ALL, game):
            raise ParseError(f"game {number} is one of {game}, not of {self.command.game}")
        return view


def take_mail_again(service: Service, person: Person, address: str) -> None:
    """Send mail again to an address of a person that has refused mail, since a mail has now come from there."""
    if address in service.accounts.addresses(person):
        service.notices.accept(address)


def write_line(command: Command, words: Words) -> str:
    """Return a command with these words as a line."""
    options = [f"-{key}={value}" for key, value in command.options.items()]
    terms = [f"--{key}={value}" for key, value in command.terms.items()]
    quoted = [f'"{word}"' if " " in word or not word else word for word in words]
    return " ".join([*filter(None, (command.game, command.verb)), *options, *terms, *quoted])


def split_number(text: str) -> tuple[str, int | None]:
    """Return a turn and the number after it, if there is one.

    >>> split_number("a+b-#5"), split_number("a+b-")
    (('a+b-', 5), ('a+b-', None))
    """
    found = _NUMBERED.fullmatch(text)
    return (found[1].strip(), int(found[2])) if found else (text, None)
