"""What is known already of turns from a position: from an installed table, else from the champion's search of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.review.advice import of_100
from ludarium.review.lines import Line
from ludarium.site.analysis.rows import Search
from ludarium.solve.canonical import CanonicalForm
from ludarium.solve.installed import installed_table
from ludarium.solve.table import Table


class Worth(NamedTuple):
    """What the seat that chooses can expect after a turn, as a part of the range of payoffs.

    `gap` is what the value is wrong by at most if it is from a table of exact values; None if a search says it.
    """

    value: float
    gap: float | None = None

    @property
    def share(self) -> str:
        """The value as games of 100.

        >>> Worth(0.50339, 5e-7).share, Worth(0.50339).share
        ('50.34', '50')
        """
        return of_100(self.value, self.gap)


def worths(state: State, turns: Sequence[str], search: Search | None) -> Mapping[str, Worth]:
    """Return what is known of legal turns from a state, without any search; nothing where several choose at once.

    `search` is what the champion has said of the position, if it was asked or has looked at it by itself.
    """
    if len(state.actors) != 1 or not turns:
        return {}
    [seat], found = state.actors, dict[str, Worth]()
    table, lines, form = installed_table(state.game), _lines(state, search), CanonicalForm.of(state.game)
    for turn in turns:
        after = state.move(turn)
        worth = _exact(table, after, seat) if table else None
        if worth or (worth := lines.get(form.position(after))):
            found[turn] = worth
    return found


def _exact(table: Table, after: State, seat: int) -> Worth | None:
    payoffs = table.payoffs(after)
    if payoffs is None:
        return None
    span = table.game.payoff_range.greatest - table.game.payoff_range.least
    return Worth(table.game.payoff_range.parts(payoffs)[seat], table.gap / span)


def _lines(state: State, search: Search | None) -> Mapping[State, Worth]:
    """Return what a search says of turns, by the position after each: several turns may lead to one."""
    found, form = dict[State, Worth](), CanonicalForm.of(state.game)
    content = search.content if search and search.content else {}
    for line in map(Line.from_json, [*content.get("played", ()), *content.get("lines", ())]):
        try:
            found[form.position(state.move(line.turn))] = Worth(line.value, line.gap)
        except LudariumError:  # what came before the position forbids it, as a repetition does
            continue
    return found
