"""What has changed, as values, and their announcement within one process, which comes after the commit."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from msgspec import Struct

from ludarium.site.ground.values import StoredMatch

Topic = tuple[type["Change"], str]
"""What is watched: a kind of change, and the id of what changes."""


class Change(Struct, frozen=True, array_like=True):
    """A change of something that has an id, by whose `revision` open pages see whether they must ask again."""

    id: str
    revision: int

    @property
    def topic(self) -> Topic:
        """What has changed."""
        return type(self), self.id


class LobbyChange(Change, frozen=True, tag="lobby"):
    """A change of the offers of people to play, which are one thing without an id."""


class TalkChange(Change, frozen=True, tag="talk"):
    """A change of the talk of a match: the number of its last message, and neither text nor room."""


class TournamentChange(Change, frozen=True, tag="tournament"):
    """A change of a tournament."""


class LeagueChange(Change, frozen=True, tag="league"):
    """A change of a league: of who has entered, or of its seasons; those of its divisions are of tournaments."""


class PersonChange(Change, frozen=True, tag="person"):
    """A change of the notices of a person."""


class MatchChange(Change, frozen=True, tag="match"):
    """The state of a match after a change, as far as open pages need it to know whether they must ask again.

    `due` tells the bot workers of the process that makes the change whether a bot must choose a turn. `going_on` is
    whether the match was saved and has not ended: lists of what has ended stay as they are. `people` are the ids of
    those who have a seat, for programs that act for them, and are empty where nobody needs them.
    """

    answerable_since: int
    turns: int
    live: bool
    due: bool = False
    going_on: bool = False
    people: tuple[str, ...] = ()

    @classmethod
    def of(cls, row: StoredMatch) -> "MatchChange":
        """Return the state of a match that is stored."""
        return cls(
            row.id,
            row.revision,
            row.answerable_since,
            len(row.match.turns),
            row.live is not None,
            bool(row.due),
            not row.match.over,
            tuple(row.seated),
        )


AnyChange = LobbyChange | TalkChange | TournamentChange | LeagueChange | PersonChange | MatchChange
"""The kinds of changes, by which other processes read them."""
Listener = Callable[[Change], object]


class Notifier:
    """The listeners of one process, and the number of changes so far, by kind. Notifications are not stored."""

    def __init__(self) -> None:
        self._counts = Counter[type[Change] | None]()
        self._lock = Lock()
        self._listeners: list[Listener] = []

    def notify(self, change: Change) -> None:
        """Call all listeners."""
        goes_on = isinstance(change, MatchChange) and change.going_on
        with self._lock:
            self._counts[None if goes_on else type(change)] += 1
            listeners = list(self._listeners)
        for listener in listeners:
            listener(change)

    def counter(self, *kinds: type[Change]) -> Callable[[], int]:
        """Return what counts the changes so far of some kinds, without those of matches that go on, or of all."""
        if not kinds:
            return self._counts.total
        return lambda: sum(map(self._counts.__getitem__, kinds))

    @contextmanager
    def subscribe(self, listener: Listener) -> Iterator[None]:
        """Call a function after every change, in the thread that makes the change."""
        with self._lock:
            self._listeners.append(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)
