"""Offers: a person offers a set of matches to all who fit, and they begin by themselves.

An offer waits until it is withdrawn or used up, its time is over, or its person is gone: for live matches when the
last open page is closed, by correspondence after 14 days unseen. Two that fit begin a match in the transaction that
makes, or accepts, the later one; the rules are those of `pairing`. Every transaction that changes offers holds the
lobby, so none is used more often than it says, with any number of processes.
"""

import secrets
from collections.abc import Callable

from ludarium.match.clock import DAY
from ludarium.site.act import act
from ludarium.site.ground.values import Person
from ludarium.site.match.transactions import Transactions
from ludarium.site.offers.beginning import MOST_WAITING, NoSuchOffer, acquaintance, pair
from ludarium.site.offers.commands import AskedOfLobby, OfferCommand, OfferDone
from ludarium.site.offers.pairing import find_group, terms_of
from ludarium.site.offers.reading import HERE
from ludarium.site.people.people import RequireUsable

_KEPT = 60 * DAY
_AGAIN = 300.0
"""Seconds between two looks for offers that have come to fit, as a day has passed or a person has come back."""


class Offers:
    """The offers of a site; `level_for` returns the level of bots that suits a person in a game.

    Where the site `announces` them, each that waits is put into the outbox.
    """

    def __init__(
        self,
        matches: Transactions,
        level_for: Callable[[str | None, str], str],
        require_usable: RequireUsable,
        *,
        announces: bool = False,
    ) -> None:
        self._announces = announces
        self._require_usable = require_usable
        self._matches = matches
        self._store = matches.store
        self._level_for = level_for
        self._looked_at = 0.0

    def act(self, person: Person, command: OfferCommand, origin: str | None = None, *, key: str = "") -> OfferDone:
        """Carry out a person's command; `origin` is the network from which they ask.

        With a `key`, the id of the offer, one that was made before is not made again.

        Raises `NoSuchOffer` for an offer that does not wait any more or is not for this person, `QuotaExceeded`, or
        another `LudariumError` for what cannot be offered.
        """
        if person.closed_at is not None:
            raise NoSuchOffer("this account is closed")
        self._require_usable(person)
        asked = AskedOfLobby(self._matches, self._level_for, person, origin, key, self._announces)
        done: OfferDone = act(command, asked)
        return done

    def stay(self, *people: str) -> None:
        """Record that people, given by id, are online, with a page open, so that their live offers wait."""
        now = self._matches.now()
        self._store.offers.stay(people, now, now + HERE)

    def pair_again(self) -> None:
        """Begin the matches of offers that fit only now, at most every few minutes, and forget old offers."""
        now = self._matches.now()
        if 0 <= now - self._looked_at < _AGAIN:
            return
        self._looked_at = now
        self._store.offers.forget(now - _KEPT)
        waiting = [one for one in self._store.offers.waiting(now, MOST_WAITING) if one.listed and terms_of(one, now)]
        known = acquaintance(self._store, [one.person.id for one in waiting], now)
        for offer in waiting:  # what is read here may be out of date, so it is read again if it promises a match
            others = [one for one in waiting if one.person.id != offer.person.id]
            if find_group(offer, others, known, now, secrets.choice):
                with self._store.write() as tx:
                    tx.offers.touch()
                    pair(tx, self._matches, offer, "", None)
