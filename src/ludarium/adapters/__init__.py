"""Our games in the tools that others learn with: one generic file a tool, in which no game is named."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludarium.core.errors import LudariumError
from ludarium.core.state import State


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around imports of packages that an extra of ours brings: where one is missing, the error names the extra."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("ludarium"):
            raise
        raise LudariumError(
            f"{missing.name} is missing; this adapter needs pip install 'ludarium[{extra}]'"
        ) from missing


def rewards(state: State) -> tuple[float, ...]:
    """What every seat has earned: nothing while the game goes on; then 1 for a win, and in all nothing again.

    What is won is lost by the others in equal parts, and a tie shares; who plays alone earns 1 or -1.

    >>> import ludarium
    >>> rewards(ludarium.load("vortex(tokens=1)").read("25/3 X 3"))
    (1.0, -1.0)
    """
    seats, outcome = state.game.seats, state.outcome
    if outcome is None:
        return (0.0,) * seats
    if seats == 1:
        return (1.0,) if state.winners else (-1.0,)
    return tuple((seats * share - 1) / (seats - 1) for share in outcome)
