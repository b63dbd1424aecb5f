"""The tempos of offers: few, so that two people find the same one."""

from collections.abc import Mapping
from functools import cache

from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.registry import definition, game_names, load
from ludarium.core.spec import format_spec
from ludarium.core.text import shorten
from ludarium.match.clock import Clock
from ludarium.match.orders import is_simultaneous

TICK = "live "
"""What begins a tempo whose turns come with ticks; the seconds of a tick follow."""
LIVE_CLOCKS = ("180+2", "600+5", "1800+30")
TICKS = ("live 2", "live 1", "live 0.5")
SLOW = ("2d+1d/2d", "10d+36h/10d", "4d+2d/4d", "6d+3d/6d", "14d+7d/14d")
USUAL_SLOW = "4d+2d/4d"
"""The tempo by correspondence where none is named."""
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
