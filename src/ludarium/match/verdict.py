"""The winners and payoffs of a match, in words."""

from __future__ import annotations

from collections.abc import Container

from ludarium.core.record import format_payoff
from ludarium.match.data import CALLED_OFF, LEFT_TOURNAMENT
from ludarium.match.match import Match

_HOW = {
    "resignation": " by resignation",
    "time": " on time",
    "agreement": " by agreement",
    "absence": ", as nobody was there",
}
"""The phrase for an ending in a sentence about the result; all other endings follow a colon."""

BROKEN_OFF = "Broken off"
"""How a match has ended that nobody has won, since not everybody had made two turns."""
NOBODY_WON = "Nobody won, because not everybody made two turns."
_LOST = {"resignation": "You resigned", "time": "You lost on time"}
"""What the player reads who has ended a match of two that way."""


def short_name(match: Match, seat: int) -> str:
    """Return a player's name, with the seat where another player has the same name.

    >>> from ludarium.core.registry import load
    >>> [short_name(Match.begin(load("orion"), names), 1) for names in (("Ann", "Bob"), ("easy", "easy"))]
    ['Bob', 'easy (O)']
    """
    name = match.players[seat]
    return name if match.players.count(name) == 1 else match.display_name(seat)


def describe_winners(match: Match, you: Container[int] = ()) -> str:
    """Return who has won, as the beginning of a sentence.

    `you` holds the reader's seats: the reader is addressed, unless the same person plays all seats.

    >>> from ludarium.core.registry import load
    >>> match = Match.begin(load("orion"), ["Ann", "Bob"]).resign(0)
    >>> describe_winners(match), describe_winners(match, you=[1]), describe_winners(match, you=[0, 1])
    ('Bob won', 'You won', 'Bob won')
    >>> describe_winners(Match.begin(load("vortex(players=1)"), ["Ann"]).resign(0), you=[0])
    'You lost'
    """
    game, winners = match.game, match.winners
    mine = {seat for seat in range(game.seats) if seat in you}
    mine = mine if game.seats == 1 or len(mine) < game.seats else set()
    if len(set(game.teams)) == 1:
        alone = "You" if mine else match.players[0]
        return f"{alone if game.seats == 1 else 'All'} {'won' if winners else 'lost'}"
    if len(winners) in (0, game.seats):
        return "Draw"
    others = [short_name(match, seat) for seat in winners if seat not in mine]
    names = ["You", *others] if mine & {*winners} else others
    return f"{' and '.join(names)} won"


def _has_lost(match: Match, you: Container[int]) -> bool:
    """Return whether others have won against the reader, who plays some seats of the match and not all of them."""
    game, winners = match.game, match.winners
    mine = {seat for seat in range(game.seats) if seat in you}
    return bool(winners) and 0 < len(mine) < game.seats and len(set(game.teams)) > 1 and not mine & {*winners}


def describe_outcome(match: Match, you: Container[int] = (), *, counts: bool = False) -> str:
    """Return how a match has ended for the reader, as the beginning of a sentence; who is not among them who has won.

    If it `counts` in any case, as in a tournament, who breaks it off has lost it.

    >>> from ludarium.core.registry import load
    >>> begun = Match.begin(load("orion"), ["Ann", "Bob"])
    >>> match = begun.submit(0, "u+").submit(1, "a--").submit(0, "w+").submit(1, "pass").resign(0)
    >>> describe_outcome(match), describe_outcome(match, you=[0]), describe_outcome(match, you=[1])
    ('Bob won', 'You lost', 'You won')
    >>> describe_outcome(begun.resign(0))
    'Broken off'
    >>> describe_outcome(begun.resign(0), counts=True)
    'Bob won'
    """
    if match.is_broken_off and not counts:
        return BROKEN_OFF
    if match.ending == CALLED_OFF:
        return CALLED_OFF.capitalize()
    return "You lost" if _has_lost(match, you) else describe_winners(match, you)


def describe_ending(ending: str, loser: str = "a player") -> str:
    """Return how a match has ended, to be put after who has won; `loser` is who has left, if one has.

    >>> describe_ending("resignation"), describe_ending("a draw: no turns left")
    (' by resignation', ': no turns left')
    >>> describe_ending("forfeit: left the tournament", loser="you")
    ': you had left the tournament'
    """
    if ending == LEFT_TOURNAMENT:
        return f": {loser} had left the tournament"
    said = ending.removeprefix("a draw: ").removeprefix("a tie: ")
    return _HOW.get(said, f": {said}")


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


def _what_ended(match: Match, you: Container[int], more: str) -> str:
    """Return who has won and how; who has lost reads that first, and how, if they resigned or their time ran out."""
    has_lost, losers = _has_lost(match, you), [seat for seat in range(match.game.seats) if seat not in match.winners]
    loser = short_name(match, losers[0]) if len(losers) == 1 else "a player"
    who, ending = describe_winners(match, you), f"{describe_ending(match.ending, 'you' if has_lost else loser)}{more}"
    if not has_lost:
        return f"{who}{ending}."
    if match.game.seats > 2:
        return f"You lost{more}. {who}{describe_ending(match.ending)}."
    lost = _LOST.get(match.ending)
    return f"{lost}: {who}{more}." if lost else f"You lost{ending}."


def describe_result(
    match: Match, you: Container[int] = (), more: str = "", *, counts: bool = False, rated: bool = False
) -> str:
    """Return how a match that is over has ended, in sentences; `you` are the reader's seats.

    `more` is put at the end of the first sentence, after a dot in the middle of its line. If the match `counts` in any
    case, as in a tournament, who breaks it off has lost it; a match that was to be `rated` is not rated then.

    >>> from ludarium.core.registry import load
    >>> begun = Match.begin(load("orion"), ["Ann", "Bob"])
    >>> describe_result(begun.resign(0), you=[1])
    'Broken off by resignation. Nobody won, because not everybody made two turns.'
    >>> describe_result(begun.resign(0), you=[1], counts=True)
    'You won by resignation.'
    >>> describe_result(begun.resign(0), you=[1], counts=True, rated=True)
    'You won by resignation. It is not rated, because not everybody made two turns.'
    >>> match = begun.submit(0, "u+").submit(1, "a--").submit(0, "w+").submit(1, "pass").resign(0)
    >>> describe_result(match, you=[0], more="1488 (-12)")
    'You resigned: Bob won · 1488 (-12).'
    >>> describe_result(match, you=[0])
    'You resigned: Bob won.'
    """
    if match.ending == CALLED_OFF:
        return f"{CALLED_OFF.capitalize()}: the match has not begun."
    if match.is_broken_off and not counts:
        return f"{BROKEN_OFF}{describe_ending(match.ending)}. {NOBODY_WON}"
    paid = describe_payoffs(match)
    sentences = [_what_ended(match, you, f" · {more}" if more else "")]
    if paid:
        sentences.append(f"Payoffs: {paid}.")
    if match.is_broken_off and rated:
        sentences.append("It is not rated, because not everybody made two turns.")
    elif match.clock is not None and match.clock.is_correspondence and match.is_void:
        sentences.append("The match does not count, because not everybody made two turns.")
    return " ".join(sentences)
