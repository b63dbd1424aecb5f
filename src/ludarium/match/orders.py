"""What a seat means to do in turns that several take at once: an action by its name, or a plan for some turns.

A plan is names with numbers of turns, as in `n3e2`; it can be written where the names are made of letters alone.
"""

from collections.abc import Mapping

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.opening import format_opening, parse_opening
from ludarium.core.text import nearest, shorten


def parse_order(state: State, seat: int, text: str) -> str:
    """The order that a text names, in its usual form.

    Raises `IllegalMove` for one that does not begin with what the seat may do here.
    """
    order, known = " ".join(text.split()), actions(state, seat)
    if order in known:
        return order
    try:
        return format_opening(parse_opening(order, known))
    except ParseError:
        some = ", ".join(list(known)[:8]) + (", ..." if len(known) > 8 else "")
        raise IllegalMove(f"{shorten(text)} cannot be chosen here{nearest(order, known)} (there is {some})") from None


def first_of(state: State, seat: int, order: str) -> tuple[int | None, str]:
    """What an order says for this turn, None where that is not allowed here; and the order for the turns after it."""
    known = actions(state, seat)
    if order in known:
        return known[order], ""
    try:
        (word, turns), *rest = parse_opening(order, known)
    except ParseError:
        return None, ""
    return known[word], format_opening((*(((word, turns - 1),) if turns > 1 else ()), *rest))


def actions(state: State, seat: int) -> Mapping[str, int]:
    """The actions that a seat may choose, by name."""
    return {state.action_name(action, seat): action for action in state.legal(seat)}


def joint(game: Game) -> bool:
    """Whether the seats of a game decide at once, so that it can be played live.

    >>> import ludarium
    >>> joint(ludarium.load("grid")), joint(ludarium.load("orion"))
    (True, False)
    """
    state = game.initial()
    while state.actors == (CHANCE,):
        state = state.play(state.legal()[0])
    return len(state.actors) > 1
