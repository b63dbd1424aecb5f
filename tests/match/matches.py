"""Matches to test with."""

from collections.abc import Mapping

import ludarium
from ludarium.core.game import Game
from ludarium.match.clock import Clock
from ludarium.match.dice import SYSTEM
from ludarium.match.match import Match

ORION = ludarium.load("orion(turn_limit=12)")


def begin(
    game: Game = ORION,
    *,
    position: str | None = None,
    clock: Clock | None = None,
    dice: str = SYSTEM,
    tags: Mapping[str, str] | None = None,
) -> Match:
    """Return a match that waits for a player: the first dice are rolled."""
    players = [f"player {seat}" for seat in range(game.seats)]
    return Match.begin(game, players, position=position, clock=clock, dice=dice, tags=tags).roll()
