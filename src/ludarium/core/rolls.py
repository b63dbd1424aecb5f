"""Whose roll a roll was: rules let chance act without saying for whom, but the turns that may follow tell."""

from functools import lru_cache

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE


@lru_cache(maxsize=20_000)
def roller(state: State) -> int:
    """Return the seat that a chance action is for: the only one that may act after it, whatever the outcome.

    Outcomes after which chance acts again or the game is over do not count. Returns `CHANCE` if it is for nobody, such
    as a draw of who begins.

    >>> import ludarium
    >>> start = ludarium.load("ludo").initial()
    >>> roller(start), roller(start.move("first B"))
    (-1, 1)
    """
    if state.actors != (CHANCE,):
        return CHANCE
    after = {state.play_unchecked(action).actors for action in state.legal(CHANCE)} - {(), (CHANCE,)}
    return next(iter(after))[0] if len(after) == 1 and len(next(iter(after))) == 1 else CHANCE


def describe_turn(state: State, text: str) -> str:
    """Return the text of a turn from this state as lists of turns show it: a roll with the name of its seat.

    >>> import ludarium
    >>> describe_turn(ludarium.load("ludo").initial().move("first B"), "roll 4")
    'B rolled 4'
    """
    seat = roller(state)
    if seat == CHANCE:
        return text
    name = state.game.setup.seat_names[seat]
    return f"{name} rolled {text.removeprefix('roll ')}" if text.startswith("roll ") else f"{name}: {text}"
