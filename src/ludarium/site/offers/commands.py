"""The commands about offers: what each is asked for with, and what it does in the lobby."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.match.clock import DAY
from ludarium.match.commitment import parse_nonce
from ludarium.match.orders import is_simultaneous
from ludarium.site.act import Command
from ludarium.site.begin.new_match import in_turn_order, new_match
from ludarium.site.ground.values import OutboxMessage, Person, SeatAssignment
from ludarium.site.match.transactions import Transactions
from ludarium.site.offers.beginning import (
    MOST_WAITING,
    NoSuchOffer,
    acquaintance,
    answer_to,
    begin,
    pair,
    waiting_with,
)
from ludarium.site.offers.pairing import Acquaintance, OfferGroup, Term, fit, gather, terms_of, waits_for
from ludarium.site.offers.reading import (
    DAYS,
    HERE,
    MOST_DAYS,
    MOST_USES,
    TICKS,
    check_quota,
    clock_and_tick,
    is_slow_tempo,
    parse_begins,
    parse_games,
    parse_number,
    parse_rating,
    parse_tempo,
    parse_tempos,
    seeker_of,
    suits,
    tempos_now,
)
from ludarium.site.offers.rows import OpenOffer
from ludarium.site.people.standing import barred, require_offers, require_rated
from ludarium.site.repositories import UnitOfWork
from ludarium.site.store import Store

ANNOUNCEMENT = "announcement"
"""The kind of the messages in the outbox that announce offers."""
_BEGUN = "A match has begun."


class OfferDone(NamedTuple):
    """The effect of a command, as a sentence; the offer that it was about, and the match that has begun, if any."""

    said: str
    offer: str = ""
    match: str | None = None


@dataclass(frozen=True)
class AskedOfLobby:
    """A person who asks for something in the lobby.

    | field       | content                                                                                |
    |-------------|----------------------------------------------------------------------------------------|
    | `matches`   | the matches of the site                                                                |
    | `level_for` | returns the level of bots that suits a person in a game                                |
    | `person`    | who asks                                                                               |
    | `origin`    | the network from which they ask                                                        |
    | `key`       | the id of the offer to make, so that one that was made before is not made again        |
    | `announces` | whether an offer that waits is put into the outbox                                     |
    """

    matches: Transactions
    level_for: Callable[[str | None, str], str]
    person: Person
    origin: str | None = None
    key: str = ""
    announces: bool = False

    @property
    def store(self) -> Store:
        """The database."""
        return self.matches.store

    @property
    def now(self) -> float:
        """The time in seconds since 1970."""
        return self.matches.now()

    def begin(self, tx: UnitOfWork, group: OfferGroup, bots: tuple[str, ...] = ()) -> str:
        """Begin the match of a group, and return its id."""
        return begin(tx, self.matches, group, self.person.id, self.origin, bots).id


class OfferCommand(Command):
    """What is asked for in the lobby; `carry_out` returns an `OfferDone`."""


class OfferToMake(OfferCommand):
    """What makes an offer, of which the matches begin for which it fits."""

    def offered(self, person: Person, now: float) -> OpenOffer:
        """Return the offer that is asked for, or raise a `LudariumError` for what offers cannot say."""
        raise NotImplementedError

    def with_rating(self, tx: UnitOfWork, offer: OpenOffer, now: float) -> OpenOffer:
        """Return an offer of rated matches as its person may make it now, or raise `Sanctioned`."""
        require_rated(tx, offer.person.id, (), now)
        return offer

    def carry_out(self, asked: AskedOfLobby) -> OfferDone:
        """Insert the offer and begin the matches for which it fits; say which was the first."""
        now, person, key = asked.now, asked.person, asked.key
        offer = self.offered(person, now)
        offer = replace(offer, id=key or offer.id)
        for spec in offer.games:
            load(spec).initial()  # before anybody waits for the transaction
        with asked.store.write() as tx:
            tx.offers.touch()
            if key and tx.offers.load(key):
                uses = tx.offer_uses.since(0.0, offer=key)
                return self._done(key, uses[0].match_id if uses else None)
            check_quota(tx, person, now)
            require_offers(tx, person.id, now)
            offer = self.with_rating(tx, offer, now) if offer.rated else offer
            tx.offers.add(offer, seen_at=offer.seen_at)
            begun = pair(tx, asked.matches, offer, person.id, asked.origin) if offer.listed else []
            if asked.announces and offer.listed and len(begun) < offer.uses:
                tx.outbox.send(announcement(offer.id, now))
        return self._done(offer.id, begun[0] if begun else None)

    def _done(self, offer: str, match: str | None) -> OfferDone:
        return OfferDone(_BEGUN if match else self.done, offer, match)


class MakeOffer(OfferToMake, tag="offer"):
    """Make an offer; empty fields have their defaults.

    `games` are specs with semicolons between them, `tempos` have commas; `only_link` and those after it are yes or
    empty.
    """

    done = "Your offer waits."
    games: str
    tempos: str
    begins: str = "any"
    lowest: str = ""
    highest: str = ""
    rated: str = ""
    computers: str = ""
    bots_fill: str = ""
    again: str = ""
    only_link: str = ""
    uses: str = ""
    days: str = ""
    nonce: str = ""

    def offered(self, person: Person, now: float) -> OpenOffer:
        """Return the offer that is asked for."""
        games, tempos = parse_games(self.games), parse_tempos(self.tempos)
        for spec in games:
            if not any(suits(load(spec), tempo) for tempo in tempos):
                raise ParseError(
                    f"{load(spec).definition.title} is not played at any of these tempos: choose another one"
                )
        lowest, highest = (parse_rating(text) for text in (self.lowest, self.highest))
        if lowest is not None and highest is not None and lowest > highest:
            raise ParseError(f"no rating is from {lowest} to {highest}: expected the lower one first")
        if self.rated and not person.is_account:
            raise ParseError(
                "only people with an account play rated matches: make an account first, or offer unrated ones"
            )
        is_live = not all(map(is_slow_tempo, tempos))
        return OpenOffer(
            secrets.token_urlsafe(12),
            seeker_of(person),
            games,
            tempos,
            created_at=now,
            ends_at=now + parse_number(self.days, "days", DAYS, MOST_DAYS) * DAY,
            seen_at=now,
            here_until=now + HERE if is_live else 0.0,
            begins=parse_begins(self.begins),
            lowest=lowest,
            highest=highest,
            rated=bool(self.rated),
            computers=bool(self.computers),
            bots_fill=bool(self.bots_fill),
            again=bool(self.again),
            listed=not self.only_link,
            nonce=parse_nonce(self.nonce),
            uses=parse_number(self.uses, "uses", 1, MOST_USES),
        )


class PlayNow(OfferToMake, tag="now"):
    """Offer to play games now, at a `tempo`, or else at all their live ones.

    Of a live one, games whose turns come together have their own. With `bot` a bot plays until somebody comes.
    """

    done = "Your offer waits."
    games: str
    tempo: str = ""
    bot: str = ""
    rated: str = ""
    nonce: str = ""

    def offered(self, person: Person, now: float) -> OpenOffer:
        """Return the offer of a person who wants to play at once, or, at a tempo by correspondence, of who waits."""
        games, chosen = parse_games(self.games), parse_tempo(self.tempo)
        tempos = tuple(dict.fromkeys(tempo for spec in games for tempo in tempos_now(load(spec), chosen)))
        is_live = not all(map(is_slow_tempo, tempos))
        return OpenOffer(
            secrets.token_urlsafe(12),
            seeker_of(person),
            games,
            tempos,
            created_at=now,
            ends_at=now + (DAY if is_live else DAYS * DAY),
            seen_at=now,
            here_until=now + HERE if is_live else 0.0,
            bot=bool(self.bot) and is_live,
            rated=bool(self.rated) and person.is_account,
            nonce=parse_nonce(self.nonce),
        )

    def with_rating(self, tx: UnitOfWork, offer: OpenOffer, now: float) -> OpenOffer:
        """Return the offer, unrated if its person may begin no rated matches."""
        return replace(offer, rated=not barred(tx, [offer.person.id], now))


class AcceptOffer(OfferCommand, tag="accept"):
    """Accept an offer for one of its games and tempos; those that are empty are the first that fit."""

    done = "You have accepted."
    offer: str
    game: str = ""
    tempo: str = ""
    nonce: str = ""

    def carry_out(self, asked: AskedOfLobby) -> OfferDone:
        """Begin the match, or join those who wait for more people."""
        now, person, nonce = asked.now, asked.person, parse_nonce(self.nonce)
        _waiting(asked.store.offers.load(self.offer), self.offer)  # who comes too late holds nobody up
        with asked.store.write() as tx:
            tx.offers.touch()
            require_offers(tx, person.id, now)
            offer = _waiting(tx.offers.load(self.offer), self.offer)
            answer = OpenOffer(
                "", seeker_of(person), (), (), now, now + DAY, now, now + HERE,
                rated=person.is_account, computers=True, bots_fill=offer.bots_fill, again=True, nonce=nonce,
            )  # fmt: skip
            known = acquaintance(tx, [offer.person.id, person.id], now)
            term = self._chosen(offer, answer, known, now)
            answer = answer_to(offer, term, answer)
            if term.seats == 2:
                _check_fit(offer, answer, term, known)
                return OfferDone(_BEGUN, offer.id, asked.begin(tx, OfferGroup(term, (offer, answer))))
            answer = replace(answer, id=secrets.token_urlsafe(12), computers=offer.computers, rated=offer.rated)
            if is_slow_tempo(term.tempo):  # they need not stay here, and wait for as long as the offer that they join
                answer = replace(answer, ends_at=offer.ends_at, here_until=0.0)
            return _joined(asked, tx, offer, answer, term)

    def _chosen(self, offer: OpenOffer, answer: OpenOffer, known: Acquaintance, now: float) -> Term:
        """Return the match for which somebody accepts an offer: the one that was named, or one by lot.

        Where three or more play, the first: the lobby names those who wait for it.
        """
        terms = [term for term in terms_of(offer, now) if self.game in ("", term.game)]
        named = [term for term in terms if self.tempo in ("", term.tempo)]
        if not terms or self.tempo not in ("", *offer.tempos):
            raise NoSuchOffer(f"the offer of {offer.person.name} does not wait for this match any more")
        if not named:
            title = load(terms[0].game).definition.title
            raise ParseError(f"{title} is not played at this pace: expected {', '.join(term.tempo for term in terms)}")
        if any(term.seats > 2 for term in named):
            return named[0]
        return secrets.choice([term for term in named if known.welcomes(offer, answer, term)] or named)


class WithdrawOffer(OfferCommand, tag="withdraw"):
    """Withdraw one's own offer; without an id, all of them."""

    done = "Your offer is withdrawn."
    offer: str = ""

    def carry_out(self, asked: AskedOfLobby) -> OfferDone:
        """End the offer, or all."""
        with asked.store.write() as tx:
            tx.offers.touch()
            if not tx.offers.end(asked.person.id, self.offer or None, asked.now) and self.offer:
                raise NoSuchOffer("this offer is not yours, or has ended")
        return OfferDone(self.done)


class FillWithBots(OfferCommand, tag="fill"):
    """Begin a match of one's own offer with bots in the seats that are left, if all want that."""

    done = "Bots have taken the seats that were left."
    offer: str

    def carry_out(self, asked: AskedOfLobby) -> OfferDone:
        """Begin the match of an offer and of those who wait with it, with bots in the other seats."""
        now, person = asked.now, asked.person
        with asked.store.write() as tx:
            tx.offers.touch()
            offer, others = waiting_with(tx, self.offer, now)
            if offer is None or offer.person.id != person.id or not offer.bots_fill:
                raise NoSuchOffer("this offer is not one of yours that bots may complete")
            known = acquaintance(tx, [one.person.id for one in (offer, *others)], now)
            willing = [other for other in others if other.bots_fill]
            groups = [gather([offer], willing, term, known, now) for term in terms_of(offer, now)]
            groups = [group for group in groups if group.term.seats > 2] or groups
            group = max(groups, key=lambda group: len(group.offers))
            level = asked.level_for(person.id, load(group.term.game).name)
            return OfferDone(
                self.done, self.offer, asked.begin(tx, group, (level,) * (group.term.seats - len(group.offers)))
            )


class PlayBot(OfferCommand, tag="bot"):
    """Play a bot until somebody accepts one's own offer."""

    done = "A bot plays with you, and your offer waits."
    offer: str

    def carry_out(self, asked: AskedOfLobby) -> OfferDone:
        """Begin a match with a bot of like strength beside an offer, unless one was begun."""
        offer, person = _existing(asked.store.offers.load(self.offer), self.offer), asked.person
        if offer.person.id != person.id:
            raise NoSuchOffer("this offer is not yours")
        if offer.bot_match:
            return OfferDone(self.done, self.offer, offer.bot_match)
        game = load(secrets.choice(offer.games))
        bots = [SeatAssignment("bot", asked.level_for(person.id, game.name))] * (game.seats - 1)
        tempo = next((tempo for tempo in offer.tempos if tempo in TICKS), TICKS[0])
        tick = clock_and_tick(tempo)[1] if is_simultaneous(game) else None
        people = [SeatAssignment("person", person.name, person.id, nonce=offer.nonce), *bots]
        view = new_match(asked.now, game.spec, in_turn_order(game.initial(), people), tick=tick, host=person.id)
        with asked.store.write() as tx:
            tx.offers.touch()
            current = tx.offers.load(self.offer)
            if current and current.bot_match:
                return OfferDone(self.done, self.offer, current.bot_match)
            tx.offers.set(self.offer, bot_match=view.id)
            asked.matches.insert(tx, view, asked.origin)
        return OfferDone(self.done, self.offer, view.id)


def _joined(asked: AskedOfLobby, tx: UnitOfWork, offer: OpenOffer, answer: OpenOffer, term: Term) -> OfferDone:
    """Wait together with others for a match of three or more; begin it when every seat has its person."""
    now, person = asked.now, asked.person
    check_quota(tx, person, now)
    waiting = [one for one in tx.offers.waiting(now, MOST_WAITING) if one.listed and one.id != offer.id]
    known = acquaintance(tx, [one.person.id for one in (offer, answer, *waiting)], now)
    _check_fit(offer, answer, term, known)
    if any(one.person.id == person.id and waits_for(one, term, now) for one in waiting):
        raise NoSuchOffer("you wait for this match already")
    tx.offers.add(answer, seen_at=answer.seen_at)
    group = gather([offer, answer], waiting, term, known, now)
    if not group.is_full:
        return OfferDone("You wait together for the others.", answer.id)
    return OfferDone(_BEGUN, answer.id, asked.begin(tx, group))


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
