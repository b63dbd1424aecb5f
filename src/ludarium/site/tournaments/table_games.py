"""The games at tables that have fewer players than seats, and the pace of live tournaments."""

from collections.abc import Sequence

from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.offers.reading import clock_and_tick
from ludarium.site.tournaments.rows.values import StoredTournament

PAUSE = 60.0
"""Seconds between two rounds of a live tournament."""
REMINDED = 600.0
"""Seconds before a live tournament begins at which its players hear of it."""


def first_due(tempo: str, begins_at: float, now: float) -> float:
    """Return when there is something to do for a tournament that waits: its reminder if it is live, or its beginning.

    >>> first_due("600+5", 10_000.0, 0.0), first_due("600+5", 10_000.0, 9_500.0), first_due("4d+2d/4d", 10_000.0, 0.0)
    (9400.0, 10000.0, 10000.0)
    """
    return begins_at - REMINDED if is_live(tempo) and now < begins_at - REMINDED else begins_at


def arena_ends_at(tournament: StoredTournament) -> float | None:
    """Return when an arena pairs nobody any more; None for one that has not begun, and for other tournaments."""
    if tournament.minutes is None or tournament.begun_at is None:
        return None
    return tournament.begun_at + 60.0 * tournament.minutes


def lets_in(tournament: StoredTournament, now: float) -> bool:
    """Return whether people can enter an arena that goes on, and come back to it."""
    ends_at = arena_ends_at(tournament)
    return tournament.state == "running" and ends_at is not None and now < ends_at


def takes_back(tournament: StoredTournament, now: float) -> bool:
    """Return whether who has left can play again: in an arena, and in later rounds of a Swiss tournament."""
    ends_at = arena_ends_at(tournament)
    return tournament.state == "running" and tournament.of_kind.takes_back and (ends_at is None or now < ends_at)


def is_live(tempo: str) -> bool:
    """Return whether a tempo is that of live matches.

    >>> [is_live(tempo) for tempo in ("600+5", "live 2", "4d+2d/4d no vacation")]
    [True, True, False]
    """
    clock, _ = clock_and_tick(tempo)
    return clock is None or not clock.is_correspondence


_OPTION = "players"


def game_for(spec: str, players: int) -> Game | None:
    """Return a game for a number of players: itself, or with its option for their number; None if it allows neither.

    >>> [game and game.spec for game in (game_for("ludo(players=4, die=8)", number) for number in (4, 3, 1))]
    ['ludo(players=4,die=8)', 'ludo(players=3,die=8)', None]

    Raises a `LudariumError` for what is no game.
    """
    game = load(spec)
    allowed = next((option.values for option in game.definition.options if option.name == _OPTION), ())
    if game.seats != players and players in allowed:
        game = Game(game.definition, game.options | {_OPTION: players})
    return game if game.seats == players else None


def game_of(tournament: StoredTournament, players: int) -> Game | None:
    """Return the game of a match of so many players in a tournament; None if there is none any more.

    Raises a `LudariumError` for what is no game.
    """
    return load(tournament.game) if tournament.of_kind.alone else game_for(tournament.game, players)


def with_opponent(
    tournament: StoredTournament, encounter: int, players: Sequence[SeatAssignment]
) -> list[SeatAssignment]:
    """Return who plays a match, by seat; the bot of a duplicate has the first seat in every other game."""
    if not tournament.opponent:
        return [*players]
    bot = SeatAssignment("bot", tournament.opponent)
    return [bot, *players] if encounter % 2 else [*players, bot]


def fewest_players(game: Game) -> int:
    """Return the least number of players, from two on, that a table of a game may have."""
    fewest = game.seats
    while fewest > 2 and game_for(game.spec, fewest - 1):
        fewest -= 1
    return fewest


def seats_words(seats: int, fewest: int) -> str:
    """Return how many players a table has, in words.

    >>> seats_words(4, 2), seats_words(3, 3)
    ('4 players, or fewer', '3 players')
    """
    return counted(seats, "player") + (", or fewer" if fewest < seats else "")
