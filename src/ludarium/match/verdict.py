"""Who has won a match and what it pays, in words."""

from __future__ import annotations

from collections.abc import Container

from ludarium.core.record import format_payoff
from ludarium.match.match import Match


def short_name(match: Match, seat: int) -> str:
    """Return a player's name, with the seat where another player has the same name.

    >>> from ludarium.core.registry import load
    >>> [short_name(Match.begin(load("orion"), names), 1) for names in (("Ann", "Bob"), ("easy", "easy"))]
    ['Bob', 'easy (O)']
    """
    name = match.players[seat]
    return match.display_name(seat) if match.players.count(name) > 1 else name


def describe_winners(match: Match, you: Container[int] = ()) -> str:
    """Return who has won, as the beginning of a sentence.

    A player alone is addressed if the reader has that seat: `you` holds the reader's seats.

    >>> from ludarium.core.registry import load
    >>> match = Match.begin(load("orion"), ["Ann", "Bob"])
    >>> describe_winners(match.resign(0))
    'Bob won'
    >>> describe_winners(Match.begin(load("vortex(players=1)"), ["Ann"]).resign(0), you=[0])
    'You lost'
    """
    game, winners = match.game, match.winners
    if len(set(game.teams)) == 1:
        alone = "You" if 0 in you else short_name(match, 0)
        return f"{alone if game.seats == 1 else 'All'} {'won' if winners else 'lost'}"
    if len(winners) in (0, game.seats):
        return "Draw"
    return f"{' and '.join(short_name(match, seat) for seat in winners)} won"


def describe_payoffs(match: Match) -> str:
    """Return what every seat is paid; empty while the match goes on, and where the winners alone say it.

    >>> from ludarium.core.registry import load
    >>> describe_payoffs(Match.begin(load("vortex(tokens=1,objective=points)"), ["Ann", "Bob"]).resign(1))
    'Ann 2500, Bob -2500'
    """
    payoffs = match.payoffs
    if payoffs is None or match.game.setup.payoff_range is None or {*payoffs} <= {0, 1}:
        return ""
    return ", ".join(f"{short_name(match, seat)} {format_payoff(payoff)}" for seat, payoff in enumerate(payoffs))
