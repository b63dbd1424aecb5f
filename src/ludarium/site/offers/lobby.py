"""The lobby: the offers that a person sees, and how long people usually wait."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.match.clock import DAY
from ludarium.site.ground.changes import LobbyChange, MatchChange
from ludarium.site.ground.values import Person
from ludarium.site.offers.beginning import MOST_WAITING, NoSuchOffer, acquaintance, why_never_rated
from ludarium.site.offers.pairing import Acquaintance, Term, fit, gather, terms_of
from ludarium.site.offers.reading import HERE, seeker_of
from ludarium.site.offers.rows import OfferUse, OpenOffer, Seeker
from ludarium.site.store import Store
from ludarium.site.ttl_cache import TtlCache

MOST_ROWS = 50
_ENOUGH = 3
"""The least number of matches from which a usual wait is computed."""
_FIGURES = 30 * DAY
_FRESH = 60.0
"""Seconds for which figures are not counted again."""
_LATELY = 300.0
"""Seconds for which an open page leads to a match that has begun elsewhere."""
_STRANGER = Person("", "", named=False, created_at=0.0)


class ListedOffer(NamedTuple):
    """An offer as the lobby lists it.

    | field      | content                                                                          |
    |------------|----------------------------------------------------------------------------------|
    | `terms`    | the matches for which it waits now; for somebody else those that this person may accept |
    | `fits`     | whether the person may accept it                                                 |
    | `is_here`  | whether its person is here now                                                   |
    | `together` | the names of those who wait for the first of the matches together                |
    | `rated`    | whether the match is rated if the person accepts it                              |
    """

    offer: OpenOffer
    terms: tuple[Term, ...]
    fits: bool
    is_here: bool
    together: tuple[str, ...]
    rated: bool = False


class Figures(NamedTuple):
    """The waiting times of offers in the last 30 days, in seconds: the median by tempo, None under three matches.

    Of the offers of a match the one that had waited longest counts.
    """

    live: float | None
    correspondence: float | None
    matches: int


class LastDay(NamedTuple):
    """The offers that were made in the last day, how many of them were answered, and the median of their waits."""

    made: int = 0
    answered: int = 0
    waited: float = 0.0


class LobbyView(NamedTuple):
    """The offers that somebody sees, those that fit first, then their own; and when they changed last."""

    revision: int
    offers: tuple[ListedOffer, ...]
    mine: tuple[ListedOffer, ...]
    figures: Figures
    last_day: LastDay = LastDay()


class Lobby:
    """The lobby of a site; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._cached: dict[str, tuple[int, float, Figures]] = {}
        self._last_day: tuple[int, float, LastDay] = (-1, 0.0, LastDay())
        self._of_strangers = TtlCache[LobbyView](store.notifier.counter(LobbyChange, MatchChange), now)

    def view(self, person: Person | None, game: str = "", limit: int = MOST_ROWS) -> LobbyView:
        """Return the lobby as a person, or a stranger, sees it, for all games, or for one, given by its name.

        All strangers see the same, which is asked once a second.
        """
        if person:
            return self._look(person, game, limit)
        return self._of_strangers.get((game, limit), lambda: self._look(_STRANGER, game, limit))

    def _look(self, me: Person, game: str, limit: int) -> LobbyView:
        revision, now = self._store.offers.revision(), self._now()
        waiting = [offer for offer in self._store.offers.waiting(now, MOST_WAITING) if terms_of(offer, now)]
        known = self._known(waiting, me)
        public = [offer for offer in waiting if offer.listed]
        own = tuple(self._listed(offer, public, me, known) for offer in waiting if offer.person.id == me.id)
        others = [
            self._listed(offer, public, me, known)
            for offer in public
            if offer.person.id != me.id and frozenset((offer.person.id, me.id)) not in known.blocked
        ]
        if game:
            others = [left for one in others if (left := _for_game(one, game)).terms]
        others.sort(key=lambda one: (not one.fits, not one.is_here))
        return LobbyView(revision, tuple(_once(others)[:limit]), own, self.figures(game), self.last_day())

    def find(self, person: Person | None, offer_id: str) -> ListedOffer:
        """Return an offer by its link; one that has ended is for its own person alone.

        Raises `NoSuchOffer`.
        """
        now, offer, me = self._now(), self._store.offers.load(offer_id), person or _STRANGER
        if offer is None or (offer.person.id != me.id and not terms_of(offer, now)):
            raise NoSuchOffer(f"there is no offer {shorten(offer_id)}, or it has ended")
        waiting = [one for one in self._store.offers.waiting(now, MOST_WAITING) if terms_of(one, now)]
        known = self._known([*waiting, offer], me)
        if frozenset((offer.person.id, me.id)) in known.blocked:
            raise NoSuchOffer(f"there is no offer {shorten(offer_id)}, or it has ended")
        return self._listed(offer, [one for one in waiting if one.listed], me, known)

    def beside(self, person: Person, listed: ListedOffer) -> tuple[ListedOffer, ...]:
        """Return the live offers of others that a person may accept who waits here for one of their games.

        They have not met by themselves, as the two want another pace or turn.
        """
        if not listed.is_here or listed.offer.ended_at is not None:
            return ()
        wanted = {term.game for term in _live(listed)}
        found = [
            one._replace(terms=tuple(term for term in _live(one) if term.game in wanted))
            for one in self.view(person).offers
            if one.fits and one.is_here
        ]
        return tuple(one for one in found if one.terms)

    def begun(self, offer_id: str) -> tuple[OfferUse, ...]:
        """Return the matches that an offer has begun, the latest first."""
        return self._store.offer_uses.since(0.0, offer=offer_id)

    def last_of(self, person: Person) -> OpenOffer | None:
        """Return the offer that a person has made last, which may have ended; None for who has made none lately."""
        return self._store.offers.last_of(person.id)

    def begun_lately(self, person_id: str) -> OfferUse | None:
        """Return the live match that an offer of a person has begun in the last minutes, or None."""
        uses = self._store.offer_uses.since(self._now() - _LATELY, person=person_id)
        return next((use for use in uses if use.tempo == "live"), None)

    def revision(self) -> int:
        """Return how many times the offers have changed."""
        return self._store.offers.revision()

    def figures(self, game: str = "") -> Figures:
        """Return how long offers have waited lately, or those for a game; it is asked once a minute and change."""
        at, revision = self._now(), self._store.offers.revision()
        cached = self._cached.get(game)
        if cached is None or cached[0] != revision or not 0 <= at - cached[1] < _FRESH:
            cached = self._cached[game] = revision, at, self._measure(game)
        return cached[2]

    def last_day(self) -> LastDay:
        """Return how the offers of the last day were answered; it is asked once a minute and change."""
        at, revision = self._now(), self._store.offers.revision()
        if self._last_day[0] != revision or not 0 <= at - self._last_day[1] < _FRESH:
            made, answered = self._store.offers.answered_since(at - DAY)
            waits = [use.waited for use in self._store.offer_uses.since(at - DAY) if use.offer]
            self._last_day = revision, at, LastDay(made, answered, median(waits) if waits else 0.0)
        return self._last_day[2]

    def _measure(self, game: str) -> Figures:
        longest = defaultdict[tuple[str, str], float](float)
        for use in self._store.offer_uses.since(self._now() - _FIGURES):
            if game in ("", use.game):
                longest[use.tempo, use.match_id] = max(longest[use.tempo, use.match_id], use.waited)
        waits = {tempo: [longest[key] for key in longest if key[0] == tempo] for tempo in ("live", "correspondence")}
        live, slow = (median(found) if len(found) >= _ENOUGH else None for found in waits.values())
        return Figures(live, slow, len(longest))

    def _known(self, offers: Sequence[OpenOffer], me: Person) -> Acquaintance:
        if not offers:
            return Acquaintance()
        people = [*(offer.person.id for offer in offers), me.id]
        return acquaintance(self._store, people, self._now())

    def _listed(self, offer: OpenOffer, waiting: Sequence[OpenOffer], me: Person, known: Acquaintance) -> ListedOffer:
        now, terms = self._now(), terms_of(offer, self._now())
        if offer.person.id != me.id:
            answer = _answer(seeker_of(me), now)
            welcome = tuple(term for term in terms if fit([offer, answer], term, known))
            fits, terms = bool(welcome), welcome or terms
        else:
            fits = False
        together: tuple[str, ...] = (offer.person.name,)
        if terms and terms[0].seats > 2:
            others = [one for one in waiting if one.id != offer.id]
            together = tuple(one.person.name for one in gather([offer], others, terms[0], known, now).offers)
        rated = offer.rated and me.is_account and me.id not in known.barred
        rated = rated and not all(map(why_never_rated, terms))
        return ListedOffer(offer, terms, fits, offer.here_until > now, together, rated)


def _live(listed: ListedOffer) -> list[Term]:
    return [term for term in listed.terms if term.kind == "live"]


def _for_game(listed: ListedOffer, game: str) -> ListedOffer:
    """Return an offer with those of its matches that are of a game, given by its name."""
    return listed._replace(terms=tuple(term for term in listed.terms if load(term.game).name == game))


def _once(offers: Sequence[ListedOffer]) -> list[ListedOffer]:
    """Return offers, only one of each group that waits together."""
    found = dict[object, ListedOffer]()
    for one in offers:
        alone = len(one.together) == 1
        found.setdefault(one.offer.id if alone else (one.terms[0], frozenset(one.together)), one)
    return [*found.values()]


def _answer(me: Seeker, now: float) -> OpenOffer:
    """Return the offer of a person who would accept any match."""
    return OpenOffer("", me, (), (), now, now + DAY, now, now + HERE, computers=True, again=True)
