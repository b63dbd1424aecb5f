"""Offers: a person offers a set of matches to all who fit, and they begin by themselves.

An offer waits until it is withdrawn or used up, its time is over, or its person is gone: for live matches when the
last open page is closed, by correspondence after 14 days unseen. Two that fit begin a match in the transaction that
makes, or accepts, the later one; the rules are those of `pairing`. Every transaction that changes offers holds the
lobby, so none is used more often than it says, with any number of processes.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.match.clock import DAY
from ludarium.match.commitment import parse_nonce
from ludarium.match.orders import is_simultaneous
from ludarium.site.begin.new_match import in_turn_order, new_match
from ludarium.site.ground.values import OutboxMessage, Person, SeatAssignment
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.offers.beginning import NoSuchOffer, acquaintance, answer_to, begin
from ludarium.site.offers.commands import (
    AcceptOffer,
    FillWithBots,
    MakeOffer,
    OfferCommand,
    PlayBot,
    PlayNow,
    WithdrawOffer,
)
from ludarium.site.offers.pairing import Acquaintance, OfferGroup, Term, find_group, fit, gather, terms_of, waits_for
from ludarium.site.offers.reading import (
    HERE,
    TICKS,
    check_quota,
    clock_and_tick,
    is_slow_tempo,
    new_offer,
    offer_for_now,
    seeker_of,
)
from ludarium.site.offers.rows import OpenOffer
from ludarium.site.people.people import RequireUsable
from ludarium.site.people.standing import barred, require_offers, require_rated
from ludarium.site.repositories import UnitOfWork

MOST_WAITING = 500
"""How many offers are compared with a new one, the oldest first."""
_KEPT = 60 * DAY
_AGAIN = 300.0
"""Seconds between two looks for offers that have come to fit, as a day has passed or a person has come back."""


ANNOUNCEMENT = "announcement"
"""The kind of the messages in the outbox that announce offers."""


class OfferDone(NamedTuple):
    """The effect of a command, as a sentence; the offer that it was about, and the match that has begun, if any."""

    said: str
    offer: str = ""
    match: str | None = None


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
        said = command.done
        match command:
            case MakeOffer() | PlayNow():
                offer, match = self._make(person, command, origin, key)
                return OfferDone("A match has begun." if match else said, offer, match)
            case AcceptOffer():
                return self._accept(person, command, origin)
            case WithdrawOffer(offer):
                self._withdraw(person, offer)
                return OfferDone(said)
            case FillWithBots(offer):
                return OfferDone(said, offer, self._fill(person, offer, origin))
            case _:
                assert isinstance(command, PlayBot)
                offer = command.offer
                return OfferDone(said, offer, self._play_bot(person, offer, origin))

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
                    self._pair(tx, offer, "", None)

    def _make(
        self, person: Person, command: MakeOffer | PlayNow, origin: str | None, key: str
    ) -> tuple[str, str | None]:
        """Insert an offer and begin the matches for which it fits; return its id, and that of the first match."""
        now = self._matches.now()
        offer = (
            new_offer(person, command, now) if isinstance(command, MakeOffer) else offer_for_now(person, command, now)
        )
        offer = replace(offer, id=key or offer.id)
        for spec in offer.games:
            load(spec).initial()  # before anybody waits for the transaction
        with self._store.write() as tx:
            tx.offers.touch()
            if key and tx.offers.load(key):
                uses = tx.offer_uses.since(0.0, offer=key)
                return key, uses[0].match_id if uses else None
            check_quota(tx, person, now)
            require_offers(tx, person.id, now)
            if offer.rated and isinstance(command, PlayNow):
                offer = replace(offer, rated=not barred(tx, [person.id], now))
            elif offer.rated:
                require_rated(tx, person.id, (), now)
            tx.offers.add(offer, seen_at=offer.seen_at)
            begun = self._pair(tx, offer, person.id, origin) if offer.listed else []
            if self._announces and offer.listed and len(begun) < offer.uses:
                tx.outbox.send(announcement(offer.id, now))
        return offer.id, begun[0] if begun else None

    def _pair(self, tx: UnitOfWork, offer: OpenOffer, actor: str, origin: str | None) -> list[str]:
        """Begin all matches for which an offer fits now, each with other people; return their ids."""
        begun, met = list[str](), set[str]()
        while len(begun) < offer.uses:
            now = self._matches.now()
            current, others = self._others(tx, offer.id, now)
            if current is None:
                break
            known = self._known(tx, [current, *others])
            left = [other for other in others if other.person.id not in met]
            group = find_group(current, left, known, now, secrets.choice)
            if group is None:
                break
            begun.append(begin(tx, self._matches, group, actor, origin).id)
            met |= {one.person.id for one in group.offers}
        return begun

    def _others(self, tx: UnitOfWork, offer_id: str, now: float) -> tuple[OpenOffer | None, list[OpenOffer]]:
        """Return an offer as it is now, and the others in the lobby that wait."""
        found = {one.id: one for one in tx.offers.waiting(now, MOST_WAITING) if terms_of(one, now)}
        current = found.pop(offer_id, None) or tx.offers.load(offer_id)
        if current is None or not current.listed or not terms_of(current, now):
            return None, []
        return current, [one for one in found.values() if one.listed and one.person.id != current.person.id]

    def _known(self, tx: UnitOfWork, offers: Sequence[OpenOffer]) -> Acquaintance:
        return acquaintance(tx, [offer.person.id for offer in offers], self._matches.now())

    def _accept(self, person: Person, command: AcceptOffer, origin: str | None) -> OfferDone:
        """Accept an offer: begin the match, or join those who wait for more people."""
        now, nonce = self._matches.now(), parse_nonce(command.nonce)
        _waiting(self._store.offers.load(command.offer), command.offer)  # who comes too late holds nobody up
        with self._store.write() as tx:
            tx.offers.touch()
            require_offers(tx, person.id, now)
            offer = _waiting(tx.offers.load(command.offer), command.offer)
            answer = OpenOffer(
                "", seeker_of(person), (), (), now, now + DAY, now, now + HERE,
                rated=person.is_account, computers=True, bots_fill=offer.bots_fill, again=True, nonce=nonce,
            )  # fmt: skip
            known = self._known(tx, [offer, answer])
            term = _chosen(offer, answer, command, known, now)
            answer = answer_to(offer, term, answer)
            if term.seats == 2:
                _check_fit(offer, answer, term, known)
                view = begin(tx, self._matches, OfferGroup(term, (offer, answer)), person.id, origin)
                return OfferDone("A match has begun.", offer.id, view.id)
            answer = replace(answer, id=secrets.token_urlsafe(12), computers=offer.computers, rated=offer.rated)
            if is_slow_tempo(term.tempo):  # they need not stay here, and wait for as long as the offer that they join
                answer = replace(answer, ends_at=offer.ends_at, here_until=0.0)
            return self._join(tx, person, offer, answer, term, origin)

    def _join(
        self, tx: UnitOfWork, person: Person, offer: OpenOffer, answer: OpenOffer, term: Term, origin: str | None
    ) -> OfferDone:
        """Wait together with others for a match of three or more; begin it when every seat has its person."""
        now = self._matches.now()
        check_quota(tx, person, now)
        waiting = [one for one in tx.offers.waiting(now, MOST_WAITING) if one.listed and one.id != offer.id]
        known = self._known(tx, [offer, answer, *waiting])
        _check_fit(offer, answer, term, known)
        own = [one for one in waiting if one.person.id == person.id and waits_for(one, term, now)]
        if own:
            raise NoSuchOffer("you wait for this match already")
        tx.offers.add(answer, seen_at=answer.seen_at)
        group = gather([offer, answer], waiting, term, known, now)
        if not group.is_full:
            return OfferDone("You wait together for the others.", answer.id)
        view = begin(tx, self._matches, group, person.id, origin)
        return OfferDone("A match has begun.", answer.id, view.id)

    def _withdraw(self, person: Person, offer_id: str) -> None:
        with self._store.write() as tx:
            tx.offers.touch()
            if not tx.offers.end(person.id, offer_id or None, self._matches.now()) and offer_id:
                raise NoSuchOffer("this offer is not yours, or has ended")

    def _fill(self, person: Person, offer_id: str, origin: str | None) -> str:
        """Begin the match of an offer and of those who wait with it, with bots in the other seats."""
        now = self._matches.now()
        with self._store.write() as tx:
            tx.offers.touch()
            offer, others = self._others(tx, offer_id, now)
            if offer is None or offer.person.id != person.id or not offer.bots_fill:
                raise NoSuchOffer("this offer is not one of yours that bots may complete")
            known = self._known(tx, [offer, *others])
            willing = [other for other in others if other.bots_fill]
            groups = [gather([offer], willing, term, known, now) for term in terms_of(offer, now)]
            groups = [group for group in groups if group.term.seats > 2] or groups
            group = max(groups, key=lambda group: len(group.offers))
            game = load(group.term.game)
            level = self._level_for(person.id, game.name)
            bots = [level] * (group.term.seats - len(group.offers))
            return begin(tx, self._matches, group, person.id, origin, bots).id

    def _play_bot(self, person: Person, offer_id: str, origin: str | None) -> str:
        """Begin a match with a bot of like strength beside an offer, or return the one that was begun."""
        offer = _existing(self._store.offers.load(offer_id), offer_id)
        if offer.person.id != person.id:
            raise NoSuchOffer("this offer is not yours")
        if offer.bot_match:
            return offer.bot_match
        game = load(secrets.choice(offer.games))
        bots = [SeatAssignment("bot", self._level_for(person.id, game.name))] * (game.seats - 1)
        tempo = next((tempo for tempo in offer.tempos if tempo in TICKS), TICKS[0])
        tick = clock_and_tick(tempo)[1] if is_simultaneous(game) else None
        people = [SeatAssignment("person", person.name, person.id, nonce=offer.nonce), *bots]
        view: MatchView = new_match(
            self._matches.now(), game.spec, in_turn_order(game.initial(), people), tick=tick, host=person.id
        )
        with self._store.write() as tx:
            tx.offers.touch()
            current = tx.offers.load(offer_id)
            if current and current.bot_match:
                return current.bot_match
            tx.offers.set(offer_id, bot_match=view.id)
            self._matches.insert(tx, view, origin)
        return view.id


def announcement(offer_id: str, now: float) -> OutboxMessage:
    """Return the message that announces an offer, once."""
    return OutboxMessage(f"offer {offer_id}", ANNOUNCEMENT, None, ANNOUNCEMENT, {"offer": offer_id}, now)


def _existing(offer: OpenOffer | None, offer_id: str) -> OpenOffer:
    if offer is None:
        raise NoSuchOffer(f"there is no offer {shorten(offer_id)}")
    return offer


def _waiting(found: OpenOffer | None, offer_id: str) -> OpenOffer:
    offer = _existing(found, offer_id)
    if offer.ended_at is not None:
        raise NoSuchOffer(f"the offer of {offer.person.name} does not wait any more")
    return offer


def _chosen(offer: OpenOffer, answer: OpenOffer, command: AcceptOffer, known: Acquaintance, now: float) -> Term:
    """Return the match for which somebody accepts an offer: the one that was named, or one by lot.

    Where three or more play, the first: the lobby names those who wait for it.
    """
    terms = [term for term in terms_of(offer, now) if command.game in ("", term.game)]
    named = [term for term in terms if command.tempo in ("", term.tempo)]
    if not terms or command.tempo not in ("", *offer.tempos):
        raise NoSuchOffer(f"the offer of {offer.person.name} does not wait for this match any more")
    if not named:
        title = load(terms[0].game).definition.title
        raise ParseError(f"{title} is not played at this pace: expected {', '.join(term.tempo for term in terms)}")
    if any(term.seats > 2 for term in named):
        return named[0]
    return secrets.choice([term for term in named if known.welcomes(offer, answer, term)] or named)


def _check_fit(offer: OpenOffer, answer: OpenOffer, term: Term, known: Acquaintance) -> None:
    """Raise a `LudariumError` unless an offer is for the person who accepts it."""
    if offer.person.id == answer.person.id:
        raise IllegalMove("this offer is yours")
    if frozenset((offer.person.id, answer.person.id)) in known.blocked:
        raise NoSuchOffer("there is no such offer")
    if not known.welcomes(offer, answer, term):
        raise LudariumError(f"{offer.person.name} looks for other ratings than yours")
    if not fit([offer, answer], term, known):
        raise LudariumError(f"you have met {offer.person.name} twice today: this offer is for others until tomorrow")
