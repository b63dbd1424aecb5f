"""Reading the fields of an offer, from a form or a mail: they are parsed, and their values limited.

The tempos of offers: few, so that two people find the same one.
"""

from collections.abc import Mapping
from functools import cache

from ludarium.core.errors import ParseError
from ludarium.core.first_turn import check_first_turn
from ludarium.core.game import Game
from ludarium.core.registry import definition, game_names, load
from ludarium.core.spec import format_spec
from ludarium.core.text import shorten
from ludarium.match.clock import HOUR, Clock
from ludarium.match.orders import is_simultaneous
from ludarium.site.begin.rows import USUAL_LIVE, USUAL_SLOW
from ludarium.site.ground.values import Person
from ludarium.site.offers.rows import OFFER_BEGINS, OfferBegins, Seeker
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.repositories import UnitOfWork

TICK = "live "
"""What begins a tempo whose turns come with ticks; the seconds of a tick follow."""
LIVE_CLOCKS = ("180+2", USUAL_LIVE, "1800+30")
TICKS = ("live 2", "live 1", "live 0.5")
SLOW = ("2d+1d/2d", "10d+36h/10d", USUAL_SLOW, "6d+3d/6d", "14d+7d/14d")
USUAL_TEMPOS = ("180+2", USUAL_LIVE, TICKS[0], USUAL_SLOW, "6d+3d/6d")
"""Those that a form has in sight; it folds the others."""
TEMPOS = (*LIVE_CLOCKS, *TICKS, *SLOW)
PLAYERS = "players"


def is_slow_tempo(tempo: str) -> bool:
    """Return whether a tempo is one for correspondence."""
    return tempo in SLOW


def live_tempos(game: Game) -> tuple[str, ...]:
    """Return the tempos at which a game is played live."""
    return TICKS if is_simultaneous(game) else LIVE_CLOCKS


def suits(game: Game, tempo: str) -> bool:
    """Return whether a game can be played at a tempo."""
    return is_slow_tempo(tempo) or tempo in live_tempos(game)


def tempos_now(game: Game, chosen: str = "") -> tuple[str, ...]:
    """Return the tempos at which a game is played with somebody who has chosen one, or any live one.

    A game whose turns come together has no clocks: who has chosen one plays it at any pace of its own.

    >>> tempos_now(load("orion"), "600+5"), tempos_now(load("grid"), "600+5") == TICKS
    (('600+5',), True)

    Raises `ParseError` for a tempo at which the game is not played.
    """
    if not chosen or (chosen in LIVE_CLOCKS and live_tempos(game) == TICKS):
        return live_tempos(game)
    if not suits(game, chosen):
        raise ParseError(f"{game.definition.title} is not played at this pace: expected one of its own")
    return (chosen,)


def clock_and_tick(tempo: str) -> tuple[Clock | None, float | None]:
    """Return the clock or the seconds of a tick of a tempo.

    >>> clock_and_tick("live 2"), str(clock_and_tick("600+5")[0])
    ((None, 2.0), '600+5')
    """
    if tempo.startswith(TICK):
        return None, float(tempo.removeprefix(TICK))
    return Clock.parse(tempo), None


def parse_tempos(text: str) -> tuple[str, ...]:
    """Return the tempos that a text names, with commas between them.

    >>> parse_tempos("600+5, live 2")
    ('600+5', 'live 2')

    Raises `ParseError`.
    """
    found = tuple(dict.fromkeys(" ".join(part.split()) for part in text[:500].split(",") if part.strip()))
    for tempo in found:
        if tempo not in TEMPOS:
            raise ParseError(f"{shorten(tempo)} is no tempo of an offer: expected some of {', '.join(TEMPOS)}")
    return found


def parse_tempo(text: str) -> str:
    """Return the tempo that a text names, empty for any live one, or raise `ParseError`."""
    found = parse_tempos(text)
    if len(found) > 1:
        raise ParseError(f"{shorten(text)} are several tempos: expected one, or nothing for any live one")
    return "".join(found)


@cache
def offered_games() -> Mapping[str, tuple[str, ...]]:
    """Return the specs that offers may name, by game: with its usual options, for any number of players from 2 on.

    >>> offered_games()["ludo"]
    ('ludo', 'ludo(players=3)', 'ludo(players=4)')
    """
    return {name: tuple(_specs(name)) for name in game_names()}


def _specs(name: str) -> list[str]:
    usual, options = load(name), {option.name: option for option in definition(name).options}
    others = options[PLAYERS].values if PLAYERS in options else ()
    specs = [load(format_spec(name, {PLAYERS: number})).spec for number in others if str(number) > "2"]
    return [usual.spec, *(spec for spec in specs if spec != usual.spec)]


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


def parse_games(text: str) -> tuple[str, ...]:
    """Return the specs that a text names, with semicolons between them.

    >>> parse_games("orion; ludo(players=3)")
    ('orion', 'ludo(players=3)')

    Raises a `LudariumError`.
    """
    named = [part.strip() for part in text[:2000].split(";") if part.strip()]
    if not named:
        titles = ", ".join(definition(name).title for name in offered_games())
        raise ParseError(f"no game was named: choose at least one of {titles}")
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


def parse_begins(text: str) -> OfferBegins:
    """Return who begins, by default anybody, or raise `ParseError`."""
    for begins in OFFER_BEGINS:
        if begins == (text or "any"):
            return begins
    raise ParseError(f"{shorten(text)} does not say who begins: expected one of {', '.join(OFFER_BEGINS)}")


def parse_number(text: str, name: str, usual: int, most: int) -> int:
    """Return a number of an offer from 1 on, or raise `ParseError`."""
    if not text.strip():
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= most):
        raise ParseError(f"the {name} of an offer are {shorten(text)}: expected a number from 1 to {most}")
    return int(text)


def parse_rating(text: str) -> int | None:
    """Return a limit of ratings, None for none, or raise `ParseError`."""
    if not text.strip():
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) in _RATINGS):
        raise ParseError(f"{shorten(text)} is no rating: expected a number below {_RATINGS.stop}, such as 1500")
    return int(text)
