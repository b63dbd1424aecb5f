"""Reading the fields of an offer, from a form or a mail: they are parsed, and their values limited."""

import secrets

from ludarium.club.offers.commands import MakeOffer, PlayNow
from ludarium.club.offers.tempos import is_slow_tempo, live_tempos, offered_games, parse_tempos, suits
from ludarium.club.people.people import Person
from ludarium.club.quotas import QuotaExceeded
from ludarium.core.errors import ParseError
from ludarium.core.first_turn import check_first_turn
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.match.clock import DAY, HOUR
from ludarium.match.commitment import parse_nonce
from ludarium.store.offers.offers import OFFER_BEGINS, OfferBegins, OpenOffer, Seeker
from ludarium.store.repositories import UnitOfWork

HERE = 45.0
"""Seconds for which a person counts as being here after the last sign."""
DAYS, MOST_DAYS = 14, 60
MOST_USES, MOST_GAMES = 50, 20
MOST_OPEN, MOST_HOURLY = 20, 60
"""How many offers of a person may wait, and how many a person may make within an hour."""
_RATINGS = range(4000)


def seeker_of(person: Person) -> Seeker:
    """Return the person of an offer."""
    return Seeker(person.id, person.name, person.is_account, person.is_bot)


def new_offer(person: Person, command: MakeOffer, now: float) -> OpenOffer:
    """Return the offer that a person asks for.

    Raises a `LudariumError` for what offers cannot say.
    """
    games, tempos = parse_games(command.games), parse_tempos(command.tempos)
    for spec in games:
        if not any(suits(load(spec), tempo) for tempo in tempos):
            raise ParseError(f"{load(spec).definition.title} is not played at any of these tempos: choose another one")
    lowest, highest = (_rating(text) for text in (command.lowest, command.highest))
    if lowest is not None and highest is not None and lowest > highest:
        raise ParseError(f"no rating is from {lowest} to {highest}: expected the lower one first")
    if command.rated and not person.is_account:
        raise ParseError("only people with an account play rated matches: make an account first, or offer unrated ones")
    is_live = not all(map(is_slow_tempo, tempos))
    return OpenOffer(
        secrets.token_urlsafe(12),
        seeker_of(person),
        games,
        tempos,
        created_at=now,
        ends_at=now + _number(command.days, "days", DAYS, MOST_DAYS) * DAY,
        seen_at=now,
        here_until=now + HERE if is_live else 0.0,
        begins=_begins(command.begins),
        lowest=lowest,
        highest=highest,
        rated=bool(command.rated),
        computers=bool(command.computers),
        bots_fill=bool(command.bots_fill),
        again=bool(command.again),
        listed=not command.only_link,
        nonce=parse_nonce(command.nonce),
        uses=_number(command.uses, "uses", 1, MOST_USES),
    )


def offer_for_now(person: Person, command: PlayNow, now: float) -> OpenOffer:
    """Return the offer of a person who wants to play at once.

    Raises a `LudariumError` for what offers cannot say.
    """
    games = parse_games(command.games)
    tempos = tuple(dict.fromkeys(tempo for spec in games for tempo in live_tempos(load(spec))))
    return OpenOffer(
        secrets.token_urlsafe(12),
        seeker_of(person),
        games,
        tempos,
        created_at=now,
        ends_at=now + DAY,
        seen_at=now,
        here_until=now + HERE,
        bot=bool(command.bot),
        rated=bool(command.rated) and person.is_account,
        nonce=parse_nonce(command.nonce),
    )


def parse_games(text: str) -> tuple[str, ...]:
    """Return the specs that a text names, with semicolons between them.

    >>> parse_games("orion; ludo(players=3)")
    ('orion', 'ludo(players=3)')

    Raises a `LudariumError`.
    """
    named = [part.strip() for part in text[:2000].split(";") if part.strip()]
    if not named:
        raise ParseError(f"no game was named: expected one of {', '.join(offered_games())}")
    if len(named) > MOST_GAMES:
        raise ParseError(f"{len(named)} games were named: expected at most {MOST_GAMES}")
    games = [load(name) for name in named]
    if alone := next((game for game in games if game.seats < 2), None):
        raise ParseError(f"{alone.spec} is played alone: expected a game for two or more")
    for game in games:
        check_first_turn(game)
    return tuple(dict.fromkeys(game.spec for game in games))


def check_quota(tx: UnitOfWork, person: Person, now: float) -> None:
    """Raise `QuotaExceeded` if a person may make no more offers."""
    if len(tx.offers.of_person(person.id, now)) >= MOST_OPEN:
        raise QuotaExceeded(f"{MOST_OPEN} offers of yours wait: withdraw some first", HOUR)
    if tx.offers.made_since(person.id, now - HOUR) >= MOST_HOURLY:
        raise QuotaExceeded(f"you have made {MOST_HOURLY} offers within an hour", HOUR)


def _begins(text: str) -> OfferBegins:
    for begins in OFFER_BEGINS:
        if begins == (text or "any"):
            return begins
    raise ParseError(f"{shorten(text)} does not say who begins: expected one of {', '.join(OFFER_BEGINS)}")


def _number(text: str, name: str, usual: int, most: int) -> int:
    if not text.strip():
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= most):
        raise ParseError(f"the {name} of an offer are {shorten(text)}: expected a number from 1 to {most}")
    return int(text)


def _rating(text: str) -> int | None:
    if not text.strip():
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) in _RATINGS):
        raise ParseError(f"{shorten(text)} is no rating: expected a number below {_RATINGS.stop}, such as 1500")
    return int(text)
