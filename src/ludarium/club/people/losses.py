"""What people give away a turn, by the tables of exact values that are installed, and what the dice have given them.

It is counted once for each match, after its end, together with the throws, if a table of its game is installed then.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from ludarium.club.match.views import MatchView
from ludarium.core.game import State
from ludarium.core.spec import name_in_spec
from ludarium.review.exact import exact_changes
from ludarium.solve.installed import installed_table
from ludarium.store.people.losses import Losses

_Z = NormalDist().inv_cdf(0.975)
"""Standard errors on each side of a 95 % confidence interval."""
MOST_LINES = 4000
"""Lines of a record that are looked up in a table; a longer match is left out."""


class GivenAway(NamedTuple):
    """The payoff that a person gives away a turn in a game, and that the dice gave, as parts of the range of payoffs.

    `low` and `high` bound the mean loss with 95 % confidence; they are None for one turn, of which nothing follows.
    """

    game: str
    turns: int
    loss: float
    low: float | None
    high: float | None
    rolls: int
    luck: float

    @classmethod
    def of(cls, game: str, sums: Losses) -> "GivenAway":
        """Return what follows from sums with at least one turn.

        >>> GivenAway.of("ludo", Losses(4, 0.4, 0.04, 5, 0.25))
        GivenAway(game='ludo', turns=4, loss=0.1, low=0.1, high=0.1, rolls=5, luck=0.25)
        """
        mean, low, high = sums.lost / sums.turns, None, None
        if sums.turns > 1:
            variance = max(0.0, sums.squares - sums.turns * mean * mean) / (sums.turns - 1)
            error = _Z * sqrt(variance / sums.turns)
            low, high = max(0.0, mean - error), mean + error
        return cls(game, sums.turns, mean, low, high, sums.rolls, sums.luck)


def losses_of(view: MatchView, states: Sequence[State], people: Mapping[int, str]) -> Mapping[tuple[str, str], Losses]:
    """Return the sums of the people at these seats of a match, whose states are known, by person and game."""
    game, found = view.match.game, dict[tuple[str, str], Losses]()
    table = installed_table(game) if people and len(states) <= MOST_LINES else None
    if table is None:
        return found
    for change in exact_changes(table, states):
        if change.seat not in people:
            continue
        key = people[change.seat], name_in_spec(game.spec)
        turns, rolls = ([each] if each is not None else [] for each in (change.loss, change.luck))
        found[key] = found.get(key, Losses()).plus(turns, rolls)
    return found
