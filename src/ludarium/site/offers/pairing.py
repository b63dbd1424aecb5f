"""The rules by which offers begin a match together; they are pure functions.

1. All name the same game and tempo, and wait for it now: for a live match their people are here, for one by
   correspondence they were seen within 14 days.
2. No two are of one person, or of people of whom one has blocked the other.
3. At most one wants the first turn, and not all want a later one.
4. Everybody's rating in the game and tempo fits the others' offers; somebody without one counts as a new player.
5. Two people meet at most twice a day, unless the offers of both say otherwise.
6. Programs take part only where all the others allow it.

Among several the one that has waited longest comes first, by the minute, then the one of the nearest rating.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from ludarium.core.registry import load
from ludarium.core.spec import name_in_spec
from ludarium.match.clock import DAY
from ludarium.site.offers.reading import is_slow_tempo, suits
from ludarium.site.offers.rows import OpenOffer
from ludarium.site.ratings.ratings import NEW, display_rating
from ludarium.site.ratings.rows import Belief, tempo_of

UNSEEN = 14 * DAY
"""Seconds after which an offer by correspondence does not wait any more, if its person was not seen."""
MEETINGS = 2
"""How many times two people meet in a day, unless both ask for more."""
_MINUTE = 60.0


class Term(NamedTuple):
    """One of the matches that an offer is for."""

    game: str
    tempo: str

    @property
    def kind(self) -> str:
        """The tempo whose ratings count: live or correspondence."""
        return "correspondence" if is_slow_tempo(self.tempo) else tempo_of(None)

    @property
    def seats(self) -> int:
        """The number of people that the match needs."""
        return load(self.game).seats


@dataclass(frozen=True)
class Acquaintance:
    """Facts about people who may meet: ratings by person, game and tempo, blocks, and meetings within a day.

    Those who are `barred` may begin no rated matches.
    """

    ratings: Mapping[tuple[str, str, str], Belief] = field(default_factory=dict)
    blocked: frozenset[frozenset[str]] = frozenset()
    meetings: Mapping[frozenset[str], int] = field(default_factory=dict)
    barred: frozenset[str] = frozenset()

    def rating(self, person: str, term: Term) -> int:
        """Return the rating of a person for a match; that of a new player without one."""
        return display_rating(self.ratings.get((person, name_in_spec(term.game), term.kind), NEW)).number

    def may_meet(self, one: OpenOffer, other: OpenOffer, term: Term) -> bool:
        """Return whether the people of two offers may meet in a match."""
        pair = frozenset((one.person.id, other.person.id))
        often = self.meetings.get(pair, 0) >= MEETINGS and not (one.again and other.again)
        return (
            len(pair) == 2
            and pair not in self.blocked
            and not often
            and self.welcomes(one, other, term)
            and self.welcomes(other, one, term)
        )

    def welcomes(self, offer: OpenOffer, other: OpenOffer, term: Term) -> bool:
        """Return whether an offer is for the person of another one, whatever that one's conditions are."""
        rating = self.rating(other.person.id, term)
        fits = (offer.lowest is None or rating >= offer.lowest) and (offer.highest is None or rating <= offer.highest)
        return fits and (offer.computers or not other.person.program)


class OfferGroup(NamedTuple):
    """Offers that fit each other, for one match; it can begin when there are as many as the match has seats."""

    term: Term
    offers: tuple[OpenOffer, ...]

    @property
    def is_full(self) -> bool:
        """Whether every seat has its person."""
        return len(self.offers) == self.term.seats


def waits_for(offer: OpenOffer, term: Term, now: float) -> bool:
    """Return whether an offer waits for a match now."""
    if offer.ended_at is not None or offer.used >= offer.uses or offer.ends_at <= now:
        return False
    if term.game not in offer.games or term.tempo not in offer.tempos or not suits(load(term.game), term.tempo):
        return False
    return offer.seen_at > now - UNSEEN if is_slow_tempo(term.tempo) else offer.here_until > now


def terms_of(offer: OpenOffer, now: float) -> tuple[Term, ...]:
    """Return the matches for which an offer waits now."""
    every = (Term(game, tempo) for game in offer.games for tempo in offer.tempos)
    return tuple(term for term in every if waits_for(offer, term, now))


def fit(offers: Sequence[OpenOffer], term: Term, known: Acquaintance) -> bool:
    """Return whether offers that wait for a match can begin it together, or with more people."""
    begins = [offer.begins for offer in offers]
    if begins.count("first") > 1 or begins.count("later") > term.seats - 1:
        return False
    return all(known.may_meet(one, other, term) for one, other in combinations(offers, 2))


def gather(
    first: Sequence[OpenOffer], others: Iterable[OpenOffer], term: Term, known: Acquaintance, now: float
) -> OfferGroup:
    """Return a group of some offers that fit each other, and those of the others that fit, at most one a seat."""
    group = [*first]
    rating = known.rating(group[0].person.id, term)

    def order(offer: OpenOffer) -> tuple[float, float, float, str]:
        distance = abs(known.rating(offer.person.id, term) - rating)
        return offer.created_at // _MINUTE, distance, offer.created_at, offer.id

    for other in sorted((offer for offer in others if waits_for(offer, term, now)), key=order):
        if len(group) == term.seats:
            break
        if fit([*group, other], term, known):
            group.append(other)
    return OfferGroup(term, tuple(group))


def find_group(
    new: OpenOffer,
    others: Sequence[OpenOffer],
    known: Acquaintance,
    now: float,
    choose: Callable[[Sequence[OfferGroup]], OfferGroup],
) -> OfferGroup | None:
    """Return the full group in which an offer begins a match now, or None.

    A live match goes first, then the one whose people have waited longest; `choose` decides among equals.
    """
    found = [group for term in terms_of(new, now) if (group := gather([new], others, term, known, now)).is_full]
    if not found:
        return None

    def order(group: OfferGroup) -> tuple[bool, float, float]:
        waited = min(offer.created_at for offer in group.offers[1:]) // _MINUTE
        ratings = [known.rating(offer.person.id, group.term) for offer in group.offers]
        return is_slow_tempo(group.term.tempo), waited, max(ratings) - min(ratings)

    best = min(map(order, found))
    return choose([group for group in found if order(group) == best])
