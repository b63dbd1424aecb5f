"""Players of Throngs: an evaluation by territory and influence, and who plays with it."""

import math

from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.games.throngs.kernel import COUNTS, FIRST, SCORE, SECOND, SETS, TURN, WIDTH, WORDS
from ludarium.search.bot import BotKind
from ludarium.search.greedy import Greedy

_TERRITORY, _STONE, _INFLUENCE, _TEMPO = 0.36, 0.18, 0.24, 0.9
"""What a site more of each is worth, and to have the move, in units of the log odds of winning."""


@rule()
def size(word):
    """How many sites are in a word."""
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@rule()
def balance(v, w):
    """In how many more sites of word w black's neighbours outnumber white's than the other way round."""
    at = SETS + WIDTH * w + COUNTS
    more, less = 0, 0
    for bit in range(2, -1, -1):  # the highest bit in which the counts differ decides
        black, white = v[at + bit], v[at + 3 + bit]
        open_yet = ~(more | less)
        more |= black & ~white & open_yet
        less |= white & ~black & open_yet
    return size(more) - size(less)


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Every player's expected share, by territory, stones, influence and who is to move."""
    ahead = _TERRITORY * (v[SCORE] - v[SCORE + 1])
    for w in range(t[WORDS]):
        stones = size(v[SETS + WIDTH * w]) - size(v[SETS + WIDTH * w + 1])
        ahead += _STONE * stones + _INFLUENCE * balance(v, w)
    tempo = _TEMPO * (2 - v[SECOND]) / 2
    ahead += -tempo if (v[TURN] + v[FIRST]) & 1 else tempo
    out[0] = 1.0 / (1.0 + math.exp(-ahead))
    out[1] = 1.0 - out[0]
    return 0


BOTS = {"greedy": BotKind(Greedy, "looks at every way to play the turn, and takes the one with the best prospects")}
LEVELS = {
    "easy": "mcts(playouts=200,explore=0.1)",
    "medium": "mcts(playouts=5000,explore=0.1)",
    "hard": "mcts(playouts=50000,explore=0.1)",
    "champion": "mcts(playouts=200000,threads=2,explore=0.1)",
}
