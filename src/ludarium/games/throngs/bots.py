"""Players of Throngs: an evaluation by territory and influence, and who plays with it."""

import math

from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.games.throngs.kernel import COUNTS, FIRST, SCORE, SECOND, SETS, TURN, WIDTH, WORDS
from ludarium.search.bot import BotKind
from ludarium.search.greedy import Greedy

_TERRITORY, _STONES, _INFLUENCE, _CAPTURES, _TEMPO = (0.0, 0.4), (0.25, 0.45), (0.17, 0.3), (0.9, 0.5), (1.2, -0.4)
"""What one more of each is worth, and to have the move, in units of the log odds of winning: at the start, and how much
more after twenty turns. These weights tell best who won 240 games of search against search."""
_TWENTY, _LATE = 20.0, 40


@rule()
def size(word):
    """How many sites are in a word."""
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@rule()
def outnumbered(v, w, seat):
    """The sites of word w where the seat has more neighbours than the other, and those where it has three more."""
    at, other = SETS + WIDTH * w + COUNTS + 3 * seat, SETS + WIDTH * w + COUNTS + 3 * (1 - seat)
    (p0, p1, p2), (q0, q1, q2) = (v[at], v[at + 1], v[at + 2]), (v[other], v[other + 1], v[other + 2])
    borrow0 = q0 & ~p0
    borrow1 = q1 & borrow0 | (q1 | borrow0) & ~p1
    behind = q2 & borrow1 | (q2 | borrow1) & ~p2
    d0, d1, d2 = p0 ^ q0, p1 ^ q1 ^ borrow0, p2 ^ q2 ^ borrow1
    return (d0 | d1 | d2) & ~behind, (d2 | d1 & d0) & ~behind


@rule()
def worth(weight, late):
    """A weight as it is so far into the game."""
    return weight[0] + weight[1] * late


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Every player's expected share, by territory, stones, influence, what can be captured and who is to move."""
    stones, influence, captures = 0, 0, 0
    for w in range(t[WORDS]):
        black, white = v[SETS + WIDTH * w], v[SETS + WIDTH * w + 1]
        (more, takes), (less, loses) = outnumbered(v, w, 0), outnumbered(v, w, 1)
        stones += size(black) - size(white)
        influence += size(more & ~(black | white)) - size(less & ~(black | white))
        captures += size(takes & white) - size(loses & black)
    late = min(v[TURN], _LATE) / _TWENTY
    ahead = worth(_TERRITORY, late) * (v[SCORE] - v[SCORE + 1]) + worth(_STONES, late) * stones
    ahead += worth(_INFLUENCE, late) * influence + worth(_CAPTURES, late) * captures
    tempo = worth(_TEMPO, late) * (2 - v[SECOND]) / 2
    ahead += -tempo if (v[TURN] + v[FIRST]) & 1 else tempo
    out[0] = 1.0 / (1.0 + math.exp(-ahead))
    out[1] = 1.0 - out[0]
    return 0


BOTS = {"greedy": BotKind(Greedy, "looks at every way to play the turn, and takes the one with the best prospects")}
LEVELS = {
    "easy": "mcts(simulations=200,explore=0.1)",
    "medium": "mcts(simulations=800,explore=0.2,widen=0.5)",
    "hard": "mcts(simulations=6000,explore=0.2,widen=0.5)",
    "champion": "mcts(simulations=100000,threads=2,explore=0.2,widen=0.5)",
}
