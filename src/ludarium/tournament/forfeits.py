"""Games that a player lost outside the rules: by a forfeit or on time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from ludarium.match.data import FORFEIT, TIME
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.side_by_side import GameResult

_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")


def forfeit_cause(result: GameResult) -> str:
    """Return why a game ended outside the rules: `time`, or the text after `forfeit:`; empty if it did not."""
    kind, _, cause = result.ending.partition(":")
    if kind == TIME:
        return kind
    return cause.strip() or FORFEIT if kind == FORFEIT else ""


def forfeiting_player(pairing: Pairing, result: GameResult) -> int | None:
    """Return the player who lost the game outside the rules; None if nobody did."""
    return pairing.seating[result.payoffs.index(min(result.payoffs))] if forfeit_cause(result) else None


def count_forfeits(played: Iterable[tuple[Pairing, GameResult]]) -> Mapping[tuple[int, str], int]:
    """Count the games that each player lost outside the rules, by player and cause.

    Causes that differ only in quoted text, such as the refused turn, are counted together under the first of them.
    """
    first_causes: dict[tuple[int, str], str] = {}
    counts = Counter[tuple[int, str]]()
    for pairing, result in played:
        player = forfeiting_player(pairing, result)
        if player is not None:
            cause = forfeit_cause(result)
            counts[player, first_causes.setdefault((player, _QUOTED.sub("", cause)), cause)] += 1
    return counts
