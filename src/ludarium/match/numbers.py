"""The numbers by which people call the turns of a match: a roll is part of the turn that it begins.

Counted are the turns that were played in the match, from 1 on. A match that begins from a position has its own first
turn, however many were played before the position; captions of positions therefore have no number, and
`number_caption` adds it.
"""

from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import number_turns
from ludarium.core.text import counted
from ludarium.match.match import Match
from ludarium.match.progress import all_states


def next_number(match: Match) -> int:
    """Return the number of the turn that is played next.

    >>> from ludarium.core.registry import load
    >>> next_number(Match.begin(load("orion"), ["Ann", "Bob"]).submit(0, "u+"))
    2
    """
    return match.count.number + (match.count.rolled_by not in match.to_act)  # it may have begun with its roll


AT_THE_END = "The board at the end"
"""The caption of the last position of a match that has ended by other means than the rules, such as a resignation."""


def number_caption(match: Match, caption: str) -> str:
    """Return the caption of the current position with the number of the turn that is played next, while there is one.

    >>> from ludarium.core.registry import load
    >>> match = Match.begin(load("vortex"), ["Ann", "Bob"], position="0,0,0,5/0,0,0,0 X 30 4")
    >>> number_caption(match, "X to move by 4"), number_caption(match.resign(0), "X to move by 4")
    ('Turn 1. X to move by 4', 'The board at the end')
    """
    return final_caption(match, caption) if match.over else f"Turn {next_number(match)}. {caption}"


def final_caption(match: Match, caption: str) -> str:
    """Return the caption of the current position; of a match that has ended, one in which nobody is to move."""
    return AT_THE_END if match.over and match.state.actors else caption


def has_begun(match: Match) -> bool:
    """Return whether the last turn is only a roll, after which its seat has played nothing; it may be over so.

    >>> from ludarium.core.registry import load
    >>> match = Match.begin(load("vortex"), ["Ann", "Bob"], position="5,0,0,0/0,0,0,0 X 3").roll()
    >>> has_begun(match), has_begun(match.resign(0))
    (True, True)
    """
    return match.count.rolled_by != CHANCE and match.count.rolled_by in match.state.actors


def played_after(match: Match, number: int) -> int:
    """Return how many lines of the record have been played after the turn of a number; after turn 0, none.

    Raises `ParseError` if the match has no such turn.
    """
    last = match.count.number
    if not 0 <= number <= last:
        raise ParseError(f"the match has {counted(last, 'turn')} so far, so it has no turn {number}")
    numbered = number_turns(all_states(match), (entry.text for entry in match.turns))
    return next((turn.played for turn in numbered if turn.number == number), 0)


def state_after(match: Match, number: int | None) -> State:
    """Return the state after the turn of a number, the current one without a number.

    Raises `ParseError` if the match has no such turn.
    """
    return match.state if number is None else all_states(match)[played_after(match, number)]
