"""Payoffs at the end of a game, compiled, for the drivers of this package."""

from ludarium.core.kernel import rule


@rule()
def fill_payoffs(results, t, v, seats, points, payoffs):
    """Fill in the points and the payoff of every seat at the end of a game; returns the winners as bits.

    `points` and `payoffs` are float64 vectors of length `seats`, and may be the same one if points are not needed.
    """
    winners, winning = results(t, v, points), 0
    for seat in range(seats):
        winning += winners >> seat & 1
    for seat in range(seats):
        payoffs[seat] = 1.0 / seats if winning == 0 else (winners >> seat & 1) / winning
    return winners


@rule()
def payoff(results, t, v, seats, seat, points):
    """Return the payoff of one seat at the end of a game; `points` is a scratch vector of length `seats`."""
    winners, winning = results(t, v, points), 0
    for other in range(seats):
        winning += winners >> other & 1
    return 1.0 / seats if winning == 0 else (winners >> seat & 1) / winning
