"""The games at tables of a tournament that have fewer players than its game has seats."""

from collections.abc import Sequence

from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.tournaments.rows.values import StoredTournament

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
