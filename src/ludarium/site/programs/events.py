"""The events that programs receive: turns that wait for a person, offers, challenges, and matches that have ended.

A `turn` is whole, so that a program needs no second request to choose it. Ids grow with time: a stream that is resumed
after an id has all that is newer, and perhaps repeats what is a few seconds older, which does no harm.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.record import format_result
from ludarium.core.text import shorten
from ludarium.site.begin.challenges import Challenges
from ludarium.site.begin.rows import Challenge
from ludarium.site.ground.values import Person
from ludarium.site.match.queries import Queries
from ludarium.site.match.views import MatchView
from ludarium.site.talk.talk import TalkView

MOST_LEGAL = 500
"""Turns that an event lists."""
_LATE = 10.0
"""Seconds before an id from which on events are sent again, as changes may become visible late."""


class Turn(Struct, frozen=True, tag_field="event", tag="turn"):
    """A seat of the person must choose a turn. Times are in seconds.

    | field       | content                                                                                  |
    |-------------|------------------------------------------------------------------------------------------|
    | `id`        | by which a stream is resumed                                                             |
    | `match`     | the id of the match, and `number` the number by which people call it                     |
    | `revision`  | what the answer names, so that it is played once                                         |
    | `game`      | the spec of the game                                                                     |
    | `seat`      | the seat that must choose, from 0 on                                                     |
    | `acting`    | all seats that must choose now: several in a simultaneous turn                           |
    | `players`   | the names of all players, by seat                                                        |
    | `turns`     | how many turns have been played, rolls of dice among them                                |
    | `record`    | the record so far; null if `since` says from where on the new turns are sent              |
    | `since`     | how many turns the stream has sent before `new`; null with a record                      |
    | `new`       | the turns after those                                                                    |
    | `position`  | the position, as text                                                                    |
    | `clock`     | the time control; null without one                                                       |
    | `left`      | the seconds left to the seat; null without a clock                                       |
    | `rated`     | whether the match counts for the ratings                                                 |
    | `legal`     | whole turns that may be played, at most 500; null unless asked for                       |
    """

    id: str
    match: str
    number: int
    revision: int
    game: str
    seat: int
    acting: list[int]
    players: list[str]
    turns: int
    record: str | None
    since: int | None
    new: list[str]
    position: str
    clock: str | None
    left: float | None
    rated: bool
    legal: list[str] | None = None


class OfferMade(Struct, frozen=True, tag_field="event", tag="offer"):
    """Another seat has made an offer that waits for the person's answer: `accept` or `decline`."""

    id: str
    match: str
    number: int
    revision: int
    seat: int
    kind: str


class OfferEnded(Struct, frozen=True, tag_field="event", tag="offer-ended"):
    """An offer in a match that goes on is open no longer: it has `lapsed` by a turn, or else was answered or withdrawn.

    `seat` is the one that had made it.
    """

    id: str
    match: str
    number: int
    revision: int
    seat: int
    kind: str
    lapsed: bool


class Over(Struct, frozen=True, tag_field="event", tag="over"):
    """A match of the person is over: its result, payoff by payoff, how it ended, and its record."""

    id: str
    match: str
    number: int
    revision: int
    game: str
    seats: list[int]
    players: list[str]
    result: str
    ending: str
    record: str


class Challenged(Struct, frozen=True, tag_field="event", tag="challenge"):
    """A challenge waits for the person's answer: to one with times, in seconds since 1970, one of them is chosen."""

    id: str
    challenge: str
    challenger: str
    game: str
    begins: str
    clock: str | None
    tick: float | None
    position: str | None
    rated: bool
    computers: bool
    message: str
    times: list[float] = []


class Talked(Struct, frozen=True, tag_field="event", tag="talk"):
    """Another player has said something in a match of the person: a `greeting`, by its word, or a `text`."""

    id: str
    match: str
    message: str
    person: str
    name: str
    greeting: str
    text: str
    turn: int


class Ping(Struct, frozen=True, tag_field="event", tag="ping"):
    """A sign of life."""


class Gone(Struct, frozen=True, tag_field="event", tag="gone"):
    """The token was ended: nothing more is sent, and connecting again is of no use."""


Event = Turn | OfferMade | OfferEnded | Over | Challenged | Talked | Ping | Gone


@dataclass
class Subscription:
    """The request of a program, and the events that it has received.

    | field     | content                                                                                     |
    |-----------|---------------------------------------------------------------------------------------------|
    | `after`   | the time from which on matches that are over are sent; None for those that end from now on  |
    | `legal`   | whether turns list what may be played                                                       |
    | `brief`   | whether a record is sent once, and later the new turns                                      |
    | `turns`   | by match: how many turns the program knows                                                  |
    | `events`  | what it has received: turns by match, seat and revision, and so on                          |
    """

    after: float | None
    legal: bool = False
    brief: bool = False
    turns: dict[str, int] = field(default_factory=dict)
    events: set[tuple[str, ...]] = field(default_factory=set)
    offers: dict[str, tuple[str, int, int]] = field(default_factory=dict)

    def first(self, *key: object) -> bool:
        """Return whether an event has not been sent yet, and note that it is now."""
        known = tuple(map(str, key))
        if known in self.events:
            return False
        self.events.add(known)
        return True

    def forget(self, match_id: str) -> None:
        """Forget the events of a match that is over, except that it is."""
        self.turns.pop(match_id, None)
        self.offers.pop(match_id, None)
        self.events = {key for key in self.events if key[1] != match_id} | {("over", match_id)}


class ProgramEvents:
    """Finds the events for a person's programs."""

    def __init__(
        self,
        queries: Queries,
        view: Callable[[Person, str], MatchView],
        challenges: Challenges,
        talk: Callable[[Person, MatchView], TalkView],
    ) -> None:
        self._queries, self._view, self._challenges, self._talk = queries, view, challenges, talk

    def waiting(self, person: Person, subscription: Subscription) -> Iterator[Event]:
        """Yield all that waits for a person now, by the time left, and what has ended since `subscription.after`."""
        mine = self._queries.of_person(person.id)
        for match in (*mine.my_turn, *mine.waiting):
            yield from self.of_match(person, match.id, subscription)
        for match in reversed(mine.finished):
            if subscription.after is None:
                subscription.first("over", match.id)
            elif match.updated_at >= subscription.after:
                yield from self.of_match(person, match.id, subscription)
        yield from self.challenged(person, subscription)

    def of_match(self, person: Person, match_id: str, subscription: Subscription) -> Iterator[Event]:
        """Yield the events of a match for a person now, without those that were sent."""
        view = self._view(person, match_id)
        mine = [seat for seat, assignment in enumerate(view.seats) if assignment.person == person.id]
        if view.match.over:
            if subscription.first("over", view.id):
                subscription.forget(view.id)
                yield _over(view, mine)
            return
        for seat in mine:
            if (
                seat in view.awaited
                and not view.open_seats
                and subscription.first("turn", view.id, seat, view.answerable_since)
            ):
                yield self._turn(view, seat, subscription)
        yield from self._offers(view, mine, subscription)

    def _offers(self, view: MatchView, mine: Sequence[int], subscription: Subscription) -> Iterator[Event]:
        """Yield that an offer which the programs know is open no longer, and that a new one waits for their answer."""
        offer, turns = view.match.offer, len(view.match.turns)
        known = subscription.offers.get(view.id)
        if known and (offer is None or known[:2] != offer[:2]):
            kind, maker, then = subscription.offers.pop(view.id)
            yield OfferEnded(_id(view.updated_at), view.id, view.number, view.revision, maker, kind, turns > then)
        if offer is None:
            return
        is_new = view.id not in subscription.offers
        subscription.offers[view.id] = (offer.kind, offer.seat, turns)
        for seat in mine if is_new else ():
            if seat != offer.seat and seat not in offer.accepted:
                yield OfferMade(_id(view.updated_at), view.id, view.number, view.revision, seat, offer.kind)

    def challenged(self, person: Person, subscription: Subscription) -> Iterator[Challenged]:
        """Yield the challenges that wait for a person's answer, without those that have been sent."""
        for challenge in reversed(self._challenges.of_person(person).received):
            if subscription.first("challenge", challenge.id):
                yield challenge_event(challenge)

    def said(self, person: Person, messages: Iterable[tuple[str, str]], subscription: Subscription) -> Iterator[Talked]:
        """Yield those of some messages, each with its match, that a person hears, without those that have been sent."""
        of_match = defaultdict[str, set[str]](set)
        for match_id, message_id in messages:
            of_match[match_id].add(message_id)
        for match_id, ids in of_match.items():
            for message in self._talk(person, self._view(person, match_id)).messages:
                if message.id in ids and subscription.first("talk", message.id):
                    yield Talked(
                        _id(message.said_at), match_id, message.id, message.person, message.name, message.greeting,
                        message.text, message.turn,
                    )  # fmt: skip

    def _turn(self, view: MatchView, seat: int, subscription: Subscription) -> Turn:
        match, known = view.match, subscription.turns.get(view.id) if subscription.brief else None
        state, left = match.state, self._queries.time_left(view)
        whole = known is None or known > len(match.turns)
        subscription.turns[view.id] = len(match.turns)
        return Turn(
            id=_id(view.updated_at),
            match=view.id,
            number=view.number,
            revision=view.revision,
            game=match.game.spec,
            seat=seat,
            acting=list(state.actors),
            players=list(view.displayed.players),
            turns=len(match.turns),
            record=str(match.record()) if whole else None,
            since=None if whole else known,
            new=[] if whole else [entry.text for entry in match.turns[known:]],
            position=str(state),
            clock=str(match.clock) if match.clock else None,
            left=left.get(seat),
            rated=view.rated,
            legal=legal_turns(state, seat) if subscription.legal else None,
        )


def parse_id(text: str) -> float:
    """Return the time from which on a stream that is resumed after an event has the matches that have ended.

    Raises `ParseError`.

    >>> parse_id("1000.5")
    990.5
    """
    digits = text.replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit() and len(text) < 30):
        raise ParseError(f"{shorten(text)} is not the id of an event: expected one that the stream has sent")
    return float(text) - _LATE


def legal_turns(state: State, seat: int, most: int = MOST_LEGAL) -> list[str]:
    """Return whole turns that a seat may play, at most so many.

    >>> import ludarium
    >>> legal_turns(ludarium.load("orion(clicks=1)").initial(), 0, 3)
    ['p+', 'p-', 'q+']
    """
    if len(state.actors) > 1:
        return [state.action_name(action, seat) for action in state.legal(seat)][:most]
    found: dict[str, None] = {}
    begun: list[tuple[State, tuple[int, ...]]] = [(state, ())]
    while begun and len(found) < most:
        at, played = begun.pop()
        longer = []
        for action in at.legal(seat):
            after, actions = at.play_unchecked(action), (*played, action)
            if after.in_turn:
                longer.append((after, actions))
            elif len(found) < most:
                found[state.format_turn(actions)] = None
        begun += reversed(longer)
    return list(found)


def _over(view: MatchView, mine: list[int]) -> Over:
    match = view.match
    return Over(
        id=_id(view.updated_at),
        match=view.id,
        number=view.number,
        revision=view.revision,
        game=match.game.spec,
        seats=mine,
        players=list(view.displayed.players),
        result=format_result(match.payoffs),
        ending=match.ending,
        record=str(match.record()),
    )


def challenge_event(challenge: Challenge) -> Challenged:
    """Return the event of a challenge."""
    terms = challenge.terms
    return Challenged(
        id=_id(challenge.created_at),
        challenge=challenge.id,
        challenger=challenge.challenger.name,
        game=terms.game,
        begins=terms.begins,
        clock=terms.clock,
        tick=terms.tick,
        position=terms.position,
        rated=terms.rated,
        computers=terms.computers,
        message=challenge.message,
        times=list(terms.times),
    )


def _id(time: float) -> str:
    return f"{time:.6f}"
