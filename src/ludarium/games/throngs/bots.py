"""Bots of Throngs: an evaluation by territory and influence."""

from ludarium.core.bits import count_bits
from ludarium.core.elementary import exp
from ludarium.core.game import State
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.games.throngs.kernel import ADDED, COUNTS, FIRST, HAND, HOW, POINTS, SECOND, SETS, TURN, WIDTH, WORDS

_TERRITORY, _STONES, _INFLUENCE, _CAPTURES, _TEMPO = (0.0, 0.4), (0.25, 0.45), (0.17, 0.3), (0.9, 0.5), (1.2, -0.4)
"""Weights in units of the log-odds of winning: at the start, and the change after twenty turns.

They are for one more site, stone, site of influence and possible capture, and for being to move. They were fitted to
the results of 240 games between searches.
"""
_TWENTY, _LATE = 20.0, 40


@rule()
def outnumbered(v, w, seat):
    """Return the sites of word w where the seat has more neighbours than the other, and where it has three more."""
    at, other = SETS + WIDTH * w + COUNTS + 3 * seat, SETS + WIDTH * w + COUNTS + 3 * (1 - seat)
    (p0, p1, p2), (q0, q1, q2) = (v[at], v[at + 1], v[at + 2]), (v[other], v[other + 1], v[other + 2])
    borrow0 = q0 & ~p0
    borrow1 = q1 & borrow0 | (q1 | borrow0) & ~p1
    behind = q2 & borrow1 | (q2 | borrow1) & ~p2
    d0, d1, d2 = p0 ^ q0, p1 ^ q1 ^ borrow0, p2 ^ q2 ^ borrow1
    return (d0 | d1 | d2) & ~behind, (d2 | d1 & d0) & ~behind


@rule()
def interpolated(weight, late):
    """Return a weight at this stage of the game, 0 at the start and 1 after twenty turns."""
    return weight[0] + weight[1] * late


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Fill every seat's expected payoff, from territory, stones, influence, possible captures and the move."""
    stones, influence, captures = 0, 0, 0
    for w in range(t[WORDS]):
        black, white = v[SETS + WIDTH * w], v[SETS + WIDTH * w + 1]
        (more, takes), (less, loses) = outnumbered(v, w, 0), outnumbered(v, w, 1)
        stones += count_bits(black) - count_bits(white)
        influence += count_bits(more & ~(black | white)) - count_bits(less & ~(black | white))
        captures += count_bits(takes & white) - count_bits(loses & black)
    late = min(v[TURN], _LATE) / _TWENTY
    ahead = interpolated(_TERRITORY, late) * (v[POINTS] - v[POINTS + 1]) + interpolated(_STONES, late) * stones
    ahead += interpolated(_INFLUENCE, late) * influence + interpolated(_CAPTURES, late) * captures
    tempo = interpolated(_TEMPO, late) * (2 - v[SECOND]) / 2
    ahead += -tempo if (v[TURN] + v[FIRST]) & 1 else tempo
    out[0] = 1.0 / (1.0 + exp(-ahead))
    out[1] = 1.0 - out[0]
    return 0


def taught(state: State, seat: int, action: int) -> bool:
    """Return whether an action is what the first lesson teaches: to add a stone that may travel, and to let it."""
    if state.vector[HAND] >= 0:
        return state.vector[HOW] == ADDED and action != state.vector[HAND]
    after = state.play_unchecked(action).vector
    return bool(after[HAND] >= 0 and after[HOW] == ADDED)


LEVELS = {
    "easy": "mcts(simulations=200,explore=0.1)",
    "medium": "mcts(simulations=800,explore=0.2,widen=0.5)",
    "hard": "mcts(simulations=6000,explore=0.2,widen=0.5)",
    "champion": "mcts(simulations=100000,threads=2,explore=0.2,widen=0.5)",
}
LEARNED_LEVELS = {"champion": "mcts(simulations=40000,threads=2,explore=0.1,widen=1,evaluate=learned)"}
"""With the player in the folder `players`, for the options that it has learnt; it takes as long as the search above."""
