"""The ending and the picture of a match, as the commands print them."""

from ludarium.core.record import format_result
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.scenes.scene import Scene, draw


def format_ending(match: Match) -> str:
    """Return the result and the ending, as in `1-0, resignation`."""
    return format_result(match.payoffs) + (f", {match.ending}" if match.ending else "")


def draw_match(match: Match, turn: int) -> Scene:
    """Draw the position after `turn` turns, with the changes of the last turn marked."""
    states = all_states(match)
    if not turn:
        return draw(states[0])
    return draw(states[turn], states[turn - 1], states[turn - 1].parse_turn(match.turns[turn - 1].text))
