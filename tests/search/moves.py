"""What is played, learnt and solved, as lines of text: `python -m tests.search.moves orion ludo` prints those of games.

Numbers are written to the last bit, so that two processors that print the same have computed the same.
"""

import hashlib
import re
import sys
from collections.abc import Collection

import numpy as np

import ludarium
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.search.learned import shipped_player
from ludarium.search.player import levels, make_bot
from ludarium.search.playout import random_outcome, random_step
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.lanes import Table
from ludarium.solve.race.layers import LayerSolver
from ludarium.solve.race.table import race_layout
from ludarium.solve.race.words import Encoding
from tests.tiny import BIDS, GAMMON, PENNIES, STONES

GAMES = {
    "orion": "orion",
    "throngs": "throngs",
    "vortex": "vortex",
    "ludo": "ludo(markers=2,goal=24)",
    "grid": "grid(width=9,height=7)",
}
LEARNT = {
    "play": (GAMMON, Method(first=20, second=6)),
    "turns": (PENNIES, Method(first=20, second=6)),
    "search": (STONES, Method(first=20, second=6, targets="search", before=1000)),
    "plans": (BIDS, Method(first=20, second=6, targets="plans", passes=2)),
}
"""What is learnt: by play, in simultaneous turns, from a search, and by plans."""
_STEPS, _OPENING, _SIMULATIONS = 3, 8, 60


def bots(game: Game) -> dict[str, str]:
    """Return the specs of the bots that play, with fewer simulations than people are offered."""
    found = {"rollouts": f"mcts(simulations={_SIMULATIONS},evaluate=rollout)"}
    found |= {"evaluation": f"mcts(simulations={_SIMULATIONS})"}
    if shipped_player(game):
        found["learned"] = f"mcts(simulations={_SIMULATIONS},evaluate=learned)"
    if game.name == "grid":
        found["beam"] = "beam"
    for level in ("hard", "champion"):
        found[level] = re.sub(r"simulations=\d+", f"simulations={_SIMULATIONS}", levels(game)[level])
    return found


def positions(game: Game) -> list[State]:
    """Return the start, and a position after some random steps."""
    state, dice = game.initial(), generator(3)
    for _ in range(_OPENING):
        state = random_step(state, dice)
    return [game.initial(), state]


def played(game: Game, spec: str, state: State) -> list[str]:
    """Return what a bot chooses in the next steps, and what it says each position is worth."""
    dice, lines, choices = generator(5), [], 0
    players = [make_bot(spec, game, seat) for seat in range(game.seats)]
    while state.actors and choices < _STEPS:
        if state.actors == (CHANCE,):
            state = state.play(random_outcome(state, dice))
            continue
        actions = [players[seat].choose(state, seat) for seat in state.actors]
        infos = [players[seat].info for seat in state.actors]
        values = [info.value.hex() for info in infos if info is not None]
        lines.append(f"{state} {actions} {values}")
        state, choices = state.play(*actions), choices + 1
    return lines


def learnt(game: Game, method: Method, rounds: int = 3) -> str:
    """Return a hash of all that a learner has after some rounds."""
    learner = Learner(game, method)
    losses = [learner.learn() for _ in range(rounds)]
    weights = [getattr(learner.weights, name).tobytes() for name in ("now", "average", "mean", "square")]
    return hashlib.sha256(b"".join([*weights, np.array(losses).tobytes()])).hexdigest()


def solved(game: Game, bits: int) -> str:
    """Return a hash of the values of a whole race."""
    layout = race_layout(game)
    assert layout
    groups, encoding = Groups(layout.race), Encoding.of(bits)
    solver, known = LayerSolver(groups), dict[Layer, Table]()
    for pair in groups.pairs:
        tables = {layer: solver.first_guess(layer, encoding) for layer in pair}
        solver.approach(pair, tables, known, encoding, 1e-6)
        known |= tables
    return hashlib.sha256(b"".join(table.tobytes() for table in known.values())).hexdigest()


def lines(name: str) -> list[str]:
    """Return what is played in a game, or what is learnt or solved in small ones; after a blank, one kind of it alone.

    So `vortex learned` is what one of the bots of Vortex plays.
    """
    name, _, only = name.partition(" ")
    if name in GAMES:
        game = ludarium.load(GAMES[name])
        return [
            f"{kind} {number} {line}"
            for kind, spec in bots(game).items()
            if only in ("", kind)
            for number, state in enumerate(positions(game))
            for line in played(game, spec, state)
        ]
    if name == "solving":
        solves = {str(bits): bits for bits in (16, 64)}
        return [f"{kind} bits {solved(ludarium.load(GAMES['ludo']), solves[kind])}" for kind in _chosen(solves, only)]
    assert name == "learning"
    return [f"{kind} {learnt(*LEARNT[kind])}" for kind in _chosen(LEARNT, only)]


def _chosen(kinds: Collection[str], only: str) -> list[str]:
    return [kind for kind in kinds if only in ("", kind)]


if __name__ == "__main__":
    sys.stdout.write("\n".join(line for name in sys.argv[1:] for line in lines(name)))
