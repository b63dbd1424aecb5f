"""Tournaments of several games: which of them are drawn for each round, and who then plays whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ludarium.core.errors import InvalidOption, ParseError
from ludarium.core.game import Game
from ludarium.core.registry import game_names, load
from ludarium.core.rng import derive
from ludarium.core.text import shorten, to_text
from ludarium.tournament.pairing import Pairing, PairingSystem, Standings, seating

ALL = "all"
"""In place of the games' specs: every installed game that the players can play."""
MOST = 1000
"""The maximum number of games."""


def find_games(value: object, players: int) -> list[Game]:
    """Return the games that a list of specs, or `all`, names for so many players.

    Raises a `LudariumError` for what is no game, and for a game that these players cannot play.
    """
    if value == ALL:
        found = [game for game in map(load, game_names()) if 2 <= game.seats <= players]
        if not found:
            raise ParseError(f"no installed game is for 2 to {players} players")
        return found
    if not isinstance(value, Sequence) or not all(isinstance(spec, str) for spec in value):
        raise InvalidOption(f"game must be a text in quotes, or a list of such texts, not {shorten(to_text(value))}")
    if not 1 <= len(value) <= MOST:
        raise InvalidOption(f"game lists {len(value)} games: expected 1 to {MOST}")
    games: list[Game] = []
    for spec in value:
        game = load(spec)
        if any(game.spec == other.spec for other in games):
            raise InvalidOption(f"{game.spec} is listed twice among the games")
        if game.seats == 1:
            raise InvalidOption(f"{game.spec} has one seat: in a tournament of several games players meet each other")
        if game.seats > players:
            raise ParseError(f"{game.spec} has {game.seats} seats, so name {game.seats} players or more")
        games.append(game)
    return games


def draw_games(seed: int, games: int, number: int, round_: int) -> list[int]:
    """Return the `number` of so many games that are drawn for a round, in their order in the list.

    Each game has a number that follows from the seed, the round (from 0) and its place; the lowest numbers are drawn.

    >>> [draw_games(7, games=5, number=2, round_=number) for number in range(3)]
    [[3, 4], [0, 1], [0, 1]]
    """
    lots = sorted(range(games), key=lambda place: derive(seed, round_, place))
    return sorted(lots[:number])


def several_games(players: int, seats: Sequence[int], drawn: Sequence[Sequence[int]], games: int) -> PairingSystem:
    """Pair everybody with everybody else in every game that is drawn for a round.

    `seats` has the seats of each game, and `drawn` the games of each round. An encounter has `games` games, or as many
    more as it takes until everybody has had each seat equally often.
    """
    standings = Standings(players)
    for number, places in enumerate(drawn):
        tables = [(place, table) for place in places for table in combinations(range(players), seats[place])]
        pairings = [
            Pairing(number, encounter, seating(table, turn), game=place)
            for encounter, (place, table) in enumerate(tables)
            for turn in range(-(-games // seats[place]) * seats[place])
        ]
        standings.add(pairings, (yield pairings))
    return standings.ranking()
