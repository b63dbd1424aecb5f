"""A bot that plays from an opening book as long as the book knows enough, and then as another bot.

The spec `orion.book` names a file that `ludarium book` has written, and plays on as the champion of the game;
`orion.book:hard` plays on as the bot behind the colon.

**The rule.** A turn is known if the book has at least `LEAST` games of it. Where two turns or more are known, the
book's choice is the one after which its seat has got most on average, of equal ones that with more games, and of these
one that the seed draws. Where fewer are known there is no choice, as one turn alone has been compared with nothing; nor
is there where all seats choose at once.
"""

import re
from functools import lru_cache
from pathlib import Path

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.rng import generator
from ludarium.core.text import shorten
from ludarium.match.book import Book, BookTurn
from ludarium.search.bot import Bot
from ludarium.search.learned import find_player
from ludarium.search.player import levels, make_bot

LEAST = 30
"""Games without which a turn is not known."""
_LARGEST = 200_000_000
_BOOK = re.compile(r"\s*(.+?\.book)(?::(.+))?\s*")


class BookBot(Bot):
    """Plays by the rule of a `book`, and where it has no choice as the bot `beyond`."""

    def __init__(self, book: Book, beyond: Bot, seed: int) -> None:
        self._book, self._beyond, self._rng = book, beyond, generator(seed)
        self._next: State | None = None
        self._rest: tuple[int, ...] = ()
        self.threads = beyond.threads

    def choose(self, state: State, seat: int) -> int:
        """Return the next action of the book's turn, or what the other bot chooses."""
        if state != self._next:
            self._rest = () if state.in_turn else self._turn(state)
        if not self._rest:
            return self._ask(state, seat)
        action, *rest = self._rest
        self.info, self._rest, self._next = None, tuple(rest), state.play(action) if rest else None
        return action

    def _turn(self, state: State) -> tuple[int, ...]:
        """Return the actions of the book's turn; none where it has no choice."""
        if len(state.actors) != 1:
            return ()
        (seat,) = state.actors

        def result(one: BookTurn) -> tuple[float, int]:
            return one.mean(seat), one.games

        known = [one for one in self._book.turns(state) if one.games >= LEAST]
        if len(known) < 2:
            return ()
        most = max(map(result, known))
        best = [one for one in known if result(one) == most]
        return state.parse_turn(best[int(self._rng.integers(len(best)))].turn)

    def _ask(self, state: State, seat: int) -> int:
        """Return what the other bot chooses, within the same limits."""
        self._beyond.time_limit, self._beyond.clock = self.time_limit, self.clock
        self._beyond.threads, self._beyond.give_way = self.threads, self.give_way
        action = self._beyond.choose(state, seat)
        self.info = self._beyond.info
        return action

    def trim(self) -> int:
        """Free what only a running search of the other bot needs."""
        return self._beyond.trim()


def make_book_bot(spec: str, game: Game, seed: int) -> BookBot | None:
    """Return the bot of a spec such as `orion.book:hard`; None for a spec that names no book.

    Raises `ParseError` for a file that is no book of this game, and what `make_bot` raises for the other bot.
    """
    found = _BOOK.fullmatch(spec)
    if not found:
        return None
    path, beyond = Path(found[1]), found[2] or [*levels(game)][-1]
    bot = make_bot(beyond, game, seed, read=find_player)
    try:
        book = _read(path, path.stat().st_mtime_ns)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ParseError(f"the book {shorten(found[1])} cannot be read: {why}") from None
    if book.game != game:
        raise ParseError(f"{shorten(found[1])} is a book of {book.game.spec}, and not of {game.spec}")
    return BookBot(book, bot, seed)


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> Book:
    """Return the book in a file, read again only when the file has changed."""
    with path.open("rb") as file:
        text = file.read(_LARGEST).decode("utf-8")
    try:
        return Book.parse(text)
    except LudariumError as error:
        raise ParseError(f"{shorten(str(path))}: {error}") from None
