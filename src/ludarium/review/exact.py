"""What a table of exact values tells of the turns and rolls of a match, without any search."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import roller
from ludarium.solve.table import Table

_LEAST_LOSS = 0.0001
"""The part of the range of payoffs that a turn must give away to be an error."""


class ExactChange(NamedTuple):
    """The change by one line of a record for a seat, of the payoffs from 0 to 1: one of the two is known.

    `loss` is what its turn has given away. `luck` is what its roll has given it: how much more the seat can expect than
    on average over all rolls.
    """

    seat: int
    loss: float | None = None
    luck: float | None = None


def known_loss(loss: float, gap: float) -> float:
    """Return a loss, or 0 where it is no more than the values of the table, which has this gap, may be wrong by.

    >>> known_loss(0.02, 1e-7), known_loss(0.02, 0.01), known_loss(-0.02, 1e-7)
    (0.02, 0.0, 0.0)
    """
    return loss if loss > max(2 * gap, _LEAST_LOSS) else 0.0


def exact_changes(table: Table, states: Sequence[State]) -> Iterator[ExactChange]:
    """Yield what is known of the lines of a record, in their order, from the states between them.

    A roll after which nobody has a choice counts as well. Draws of who begins, throws for all and simultaneous turns
    are nobody's. The last line of a match is left out where the table leaves out a rule, which may have ended it.
    """
    values = [_values(table, state) for state in states]
    span = table.game.payoff_range.greatest - table.game.payoff_range.least
    for (state, before), (next_state, after) in pairwise(zip(states, values, strict=True)):
        if table.left_out and not next_state.actors:
            continue
        seat = roller(state) if state.actors == (CHANCE,) else state.actors[0] if len(state.actors) == 1 else CHANCE
        if seat == CHANCE or before is None or after is None:
            continue
        gained = after[seat] - before[seat]
        if math.isnan(gained):
            continue
        if state.actors == (CHANCE,):
            yield ExactChange(seat, luck=gained)
        else:
            yield ExactChange(seat, loss=known_loss(-gained, table.gap / span))


def _values(table: Table, state: State) -> tuple[float, ...] | None:
    """Return what every seat can expect, as parts of the range of payoffs; None where the table does not tell."""
    payoffs = table.payoffs(state)
    return None if payoffs is None else table.game.payoff_range.parts(payoffs)
