"""Orders: what a seat will do in simultaneous turns; the name of an action, or names with numbers of turns (`n3e2`).

The second form exists where the names of actions consist of letters.
"""

from collections.abc import Mapping

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.first_turn import first_turn
from ludarium.core.game import Game, State
from ludarium.core.opening import format_opening, parse_opening
from ludarium.core.text import nearest, shorten


def parse_order(state: State, seat: int, text: str) -> str:
    """Return an order in its canonical form.

    Raises `IllegalMove` unless it begins with an action that the seat may choose now.
    """
    order, known = " ".join(text.split()), actions_by_name(state, seat)
    if order in known:
        return order
    try:
        return format_opening(parse_opening(order, known))
    except ParseError:
        some = ", ".join(list(known)[:8]) + (", ..." if len(known) > 8 else "")
        raise IllegalMove(
            f"{shorten(text)} cannot be chosen here{nearest(order, known)} (expected one of {some})"
        ) from None


def next_action(state: State, seat: int, order: str) -> tuple[int | None, str]:
    """Return the order's action for this turn, None if it is not allowed now, and the order for the turns after it."""
    known = actions_by_name(state, seat)
    if order in known:
        return known[order], ""
    try:
        (word, turns), *rest = parse_opening(order, known)
    except ParseError:
        return None, ""
    return known[word], format_opening((*(((word, turns - 1),) if turns > 1 else ()), *rest))


def actions_by_name(state: State, seat: int) -> Mapping[str, int]:
    """Return the actions that a seat may choose, by name."""
    return {state.action_name(action, seat): action for action in state.legal(seat)}


def actions_of_turn(state: State, seat: int, text: str) -> tuple[int, ...]:
    """Return the actions of a seat's turn: of a simultaneous one the action of that seat, given by its name.

    >>> import ludarium
    >>> start = ludarium.load("grid").initial()
    >>> actions_of_turn(start, 1, "s"), actions_of_turn(ludarium.load("orion").initial(), 0, "u+")
    ((2,), (40,))
    """
    return (actions_by_name(state, seat)[text],) if len(state.actors) > 1 else state.parse_turn(text)


def is_simultaneous(game: Game) -> bool:
    """Return whether several seats act at once in the first turn; such games can be played live.

    >>> import ludarium
    >>> is_simultaneous(ludarium.load("grid")), is_simultaneous(ludarium.load("orion"))
    (True, False)
    """
    return len(first_turn(game).actors) > 1
