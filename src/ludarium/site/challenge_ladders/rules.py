"""The rules of challenge ladders: who may challenge whom, how long an answer may take, and when the idle sink."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.match.clock import DAY
from ludarium.site.begin.rows import USUAL_SLOW
from ludarium.site.challenge_ladders.rows import LadderPlace, PlaceChallenge
from ludarium.site.ground.values import Interval

TEMPO = USUAL_SLOW
TEMPOS = (TEMPO, "6d+3d/6d", "10d+36h/10d")
"""The tempos of which who accepts a challenge may choose one, the usual one first."""
REACH = 3
"""Places above one's own that may be challenged."""
ANSWER = 3 * DAY
"""Time to answer, which vacation prolongs."""
MOST_MADE, MOST_RECEIVED = 2, 2
"""Challenges by a person, and to a person, that may be open at once: from the challenge to the end of the match."""
AGAIN = 7 * DAY
"""Time after a challenge that did not succeed in which the challenger cannot challenge the same person."""
IDLE, SINK = 30 * DAY, 14 * DAY
"""Time without a ladder match after which a person sinks a place, and after which another one."""
BACK = DAY
"""Time after leaving in which a person cannot join again."""
MOST_PLACES, MOST_LADDERS = 256, 10
"""Places of a ladder, and ladders of a person."""


@dataclass(frozen=True, slots=True)
class LadderFacts:
    """What decides who may challenge whom, as far as one person is concerned.

    | field       | content                                                     |
    |-------------|-------------------------------------------------------------|
    | `places`    | all places, the first at first                              |
    | `open`      | all challenges that have not ended                          |
    | `lately`    | those by the person that have ended within `AGAIN`          |
    | `blocked`   | people who have blocked the person, or are blocked by them  |
    | `away`      | people in reach who are on vacation                         |
    | `unrated`   | people who may not begin rated matches now                  |
    """

    places: tuple[LadderPlace, ...]
    open: tuple[PlaceChallenge, ...]
    now: float
    lately: tuple[PlaceChallenge, ...] = ()
    blocked: frozenset[str] = frozenset()
    away: frozenset[str] = frozenset()
    unrated: frozenset[str] = field(default_factory=frozenset)

    def place(self, person: str) -> LadderPlace | None:
        """Return the place of a person, or None."""
        return next((place for place in self.places if place.person == person), None)

    def between(self, person: str, other: str) -> PlaceChallenge | None:
        """Return the open challenge between two people, or None."""
        both = {person, other}
        return next((one for one in self.open if {one.challenger, one.challenged} == both), None)


def challenge_refusal(facts: LadderFacts, person: str, other: str) -> str:
    """Return why a person may not challenge another one, as a sentence without its end; empty if they may."""
    mine, theirs = facts.place(person), facts.place(other)
    if mine is None:
        return "only those on the ladder may challenge"
    if theirs is None:
        return "this person is not on the ladder"
    if theirs.place >= mine.place:
        return "only those above you can be challenged"
    if mine.place - theirs.place > REACH:
        return f"more than {REACH} places above you"
    if facts.between(person, other):
        return "a challenge between you is open"
    own = sum(one.challenger == person for one in facts.open)
    if own >= MOST_MADE:
        return f"{own} challenges of yours are open, the most at once"
    if other in facts.blocked or theirs.is_out(facts.now):
        return "takes no challenge from you"
    if person in facts.unrated:
        return "you may not begin rated matches now"
    if other in facts.unrated:
        return "plays no rated matches now"
    if other in facts.away:
        return "on vacation"
    if sum(one.challenged == other for one in facts.open) >= MOST_RECEIVED:
        return f"has {MOST_RECEIVED} challenges to play already"
    if any(one.challenged == other and one.outcome in ("defended", "cancelled", "withdrawn") for one in facts.lately):
        return f"you challenged this person less than {AGAIN / DAY:.0f} days ago"
    return ""


def read_tempo(text: str) -> str:
    """Return the tempo that a text names; the usual one where it is empty.

    Raises `ParseError`.
    """
    if text and text not in TEMPOS:
        raise ParseError(f"{shorten(text)} is no tempo of a challenge ladder: expected one of {', '.join(TEMPOS)}")
    return text or TEMPO


def answer_by(made_at: float, vacations: Sequence[Interval]) -> float:
    """Return until when a challenge may be answered: vacations, in order, do not count.

    >>> answer_by(0.0, [(-DAY, DAY), (2 * DAY, 4 * DAY), (90 * DAY, 91 * DAY)]) / DAY
    6.0
    """
    until = made_at + ANSWER
    for begins_at, ends_at in vacations:
        if begins_at < until and ends_at > made_at:
            until += ends_at - max(begins_at, made_at)
    return until


def sinks_later(now: float, vacations: Sequence[Interval], busy: bool) -> float | None:
    """Return when to look at an idle person again who does not sink now: during vacation and a while after it.

    >>> sinks_later(20 * DAY, [(0.0, 10 * DAY)], False) / DAY, sinks_later(30 * DAY, [(0.0, 10 * DAY)], False)
    (24.0, None)
    """
    last = max((ends_at for begins_at, ends_at in vacations if begins_at <= now), default=None)
    if last is not None and now < last + SINK:
        return last + SINK
    return now + SINK if busy else None


def busy(open_challenges: Collection[PlaceChallenge], person: str) -> bool:
    """Return whether a person has a challenge that is open."""
    return any(person in (one.challenger, one.challenged) for one in open_challenges)
