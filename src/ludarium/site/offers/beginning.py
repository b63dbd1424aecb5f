"""Beginning a match from offers, in one transaction with the changes of the offers."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace

from ludarium.core.errors import IllegalMove, LudariumError
from ludarium.core.registry import load
from ludarium.core.spec import name_in_spec
from ludarium.match.clock import DAY
from ludarium.site.begin.new_match import in_turn_order, new_match
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.changes import is_slow, match_path
from ludarium.site.notices.rows.notices import BEGUN, Notice
from ludarium.site.offers.pairing import Acquaintance, OfferGroup, Term, find_group, terms_of
from ludarium.site.offers.reading import clock_and_tick, is_slow_tempo
from ludarium.site.offers.rows import OfferBegins, OfferUse, OpenOffer
from ludarium.site.people.standing import barred
from ludarium.site.ratings.ratings import check_rated
from ludarium.site.repositories import Repositories, UnitOfWork

MOST_WAITING = 500
"""How many offers are compared with a new one, the oldest first."""


class NoSuchOffer(LudariumError):
    """No offer has this id, or it does not wait any more, or is not for this person."""

    status = 404
    kind = "no-offer"


def acquaintance(tx: Repositories, people: Collection[str], now: float) -> Acquaintance:
    """Return the ratings, blocks and meetings of people who may meet."""
    known = set(people)
    meetings = tx.offer_uses.meetings(known, now - DAY)
    return Acquaintance(tx.ratings.current(known), tx.blocks.among(known), meetings, barred(tx, known, now))


def begin(
    tx: UnitOfWork,
    matches: Transactions,
    group: OfferGroup,
    actor: str,
    origin: str | None = None,
    bots: Sequence[str] = (),
) -> MatchView:
    """Begin the match of a group, with `bots` in the seats that are left; the others than the actor hear of it.

    Without an actor all of them do.

    Offers without an id are those of people who accept another one. Raises `NoSuchOffer` if one is used up, and what
    `Transactions.insert` raises.
    """
    now, term, people = matches.now(), group.term, [offer.person.id for offer in group.offers]
    for offer in group.offers:
        if offer.id and not tx.offers.use(offer.id, now):
            raise NoSuchOffer("this offer is used up")
    clock, tick = clock_and_tick(term.tempo)
    game = load(term.game)
    order = [*_in_order(group.offers), *(SeatAssignment("bot", name) for name in bots)]
    rated = not bots and _is_rated(group) and not barred(tx, people, now)
    seats = in_turn_order(game.initial(), order)
    view = new_match(now, term.game, seats, clock=clock, tick=tick, host=actor or people[0], rated=rated)
    view = replace(view, computers=any(offer.person.program for offer in group.offers))
    view = matches.insert(tx, view, origin)
    tx.offer_uses.add(*(_use(offer, term, view, now) for offer in group.offers))
    if not is_slow_tempo(term.tempo):
        tx.offers.leave(people)
    if not (is_slow(view) and actor):  # of which a match tells all but its host itself
        for person in people:
            if person != actor:
                tx.notices.add(Notice(person, BEGUN, match_path(view.id), now, view.id))
    return view


def _in_order(offers: Sequence[OpenOffer]) -> list[SeatAssignment]:
    """Return the people of offers in the order of their turns: chance decides where they have no preference."""
    drawn = [*offers]
    secrets.SystemRandom().shuffle(drawn)
    rank = {"first": 0, "any": 1, "later": 2}
    drawn.sort(key=lambda offer: rank[offer.begins])
    return [SeatAssignment("person", offer.person.name, offer.person.id, nonce=offer.nonce) for offer in drawn]


def _is_rated(group: OfferGroup) -> bool:
    """Return whether the match is rated: all want that, and have accounts, and it is one that can be."""
    return all(offer.rated and offer.person.is_account for offer in group.offers) and not why_never_rated(group.term)


def why_never_rated(term: Term) -> str:
    """Return why a match is rated for nobody, as the end of a sentence; empty for one that can be rated."""
    clock, tick = clock_and_tick(term.tempo)
    try:
        check_rated(Terms(term.game, clock=str(clock) if clock else None, tick=tick))
    except IllegalMove as error:
        return str(error).partition(":")[0]
    return ""


def _use(offer: OpenOffer, term: Term, view: MatchView, now: float) -> OfferUse:
    waited = max(0.0, now - offer.created_at) if offer.id else 0.0
    return OfferUse(view.id, offer.person.id, offer.id, name_in_spec(term.game), term.kind, waited, now)


def answer_to(offer: OpenOffer, term: Term, answer: OpenOffer) -> OpenOffer:
    """Return the offer of a person who accepts another one: for that match alone, with the turn that is left."""
    begins: OfferBegins = "later" if offer.begins == "first" else "any"
    return replace(answer, games=(term.game,), tempos=(term.tempo,), begins=begins)


def pair(tx: UnitOfWork, matches: Transactions, offer: OpenOffer, actor: str, origin: str | None) -> list[str]:
    """Begin all matches for which an offer fits now, each with other people; return their ids."""
    begun, met = list[str](), set[str]()
    while len(begun) < offer.uses:
        now = matches.now()
        current, others = waiting_with(tx, offer.id, now)
        if current is None:
            break
        known = acquaintance(tx, [one.person.id for one in (current, *others)], now)
        left = [other for other in others if other.person.id not in met]
        group = find_group(current, left, known, now, secrets.choice)
        if group is None:
            break
        begun.append(begin(tx, matches, group, actor, origin).id)
        met |= {one.person.id for one in group.offers}
    return begun


def waiting_with(tx: UnitOfWork, offer_id: str, now: float) -> tuple[OpenOffer | None, list[OpenOffer]]:
    """Return an offer as it is now, and the others in the lobby that wait."""
    found = {one.id: one for one in tx.offers.waiting(now, MOST_WAITING) if terms_of(one, now)}
    current = found.pop(offer_id, None) or tx.offers.load(offer_id)
    if current is None or not current.listed or not terms_of(current, now):
        return None, []
    return current, [one for one in found.values() if one.listed and one.person.id != current.person.id]
