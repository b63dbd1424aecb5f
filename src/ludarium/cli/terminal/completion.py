"""Completion by the Tab key at a prompt: turns, action by action, and commands."""

from collections.abc import Callable, Sequence
from functools import cache

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.match.orders import actions_by_name


def candidates(state: State, seat: int | None, typed: str, commands: Sequence[str] = ()) -> list[str]:
    """Return the lines that continue a line: commands, and turns of the seat with one action more.

    >>> import ludarium
    >>> state = ludarium.load("orion(clicks=2)").initial().move("p+")
    >>> candidates(state, 1, "f+g"), candidates(state, None, "res", ["resign", "rematch"])
    (['f+g+', 'f+g-'], ['resign'])
    """
    turns = _turns(state, seat, typed) if seat is not None else []
    return [*(command for command in commands if command.startswith(typed)), *turns]


def _turns(state: State, seat: int, typed: str) -> list[str]:
    if len(state.actors) > 1:
        return [name for name in actions_by_name(state, seat) if name.startswith(typed)]
    for end in range(len(typed), -1, -1):  # the longest beginning that is a turn, or a part of one
        try:
            actions = state.parse_turn(typed[:end]) if end else ()
        except LudariumError:
            continue
        for count in range(len(actions), -1, -1):  # the last action may end the turn, which could go on
            after = state.play_actions(actions[:count])
            if not count or (after.in_turn and after.actors == (seat,)):
                longer = {state.format_turn((*actions[:count], action)): None for action in after.legal(seat)}
                if found := [turn for turn in longer if turn.startswith(typed)]:
                    return found
    return []


def complete_by(continued: Callable[[str], Sequence[str]]) -> None:
    """Let the Tab key complete lines with the results of a function, if Python has line editing."""
    try:
        import readline  # here, because some builds of Python have none
    except ImportError:
        return
    remembered = cache(continued)  # it is asked for one candidate after the other

    def candidate(typed: str, number: int) -> str | None:
        found = remembered(typed)
        return found[number] if number < len(found) else None

    readline.set_completer(candidate)
    readline.set_completer_delims("")  # a line is completed as a whole
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
