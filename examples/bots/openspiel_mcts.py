"""OpenSpiel's tree search as a bot for every game without simultaneous turns; the argument is its simulations."""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import ludarium.adapters.openspiel  # noqa: F401  # it registers the games

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ludarium":
        print("ready 1 legal", flush=True)
    elif word == "game":
        spec, _, seat, _, seed = rest.rsplit(" ", 4)
        game, random = pyspiel.load_game(f"ludarium_{spec}"), np.random.RandomState(int(seed) % 2**32)
        if game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            print("error this search plays no simultaneous turns", flush=True)
            break
        rollouts = mcts.RandomRolloutEvaluator(1, random)
        bot = mcts.MCTSBot(game, 1.4, int(sys.argv[1]), rollouts, random_state=random)
    elif word == "ping":
        print("pong", rest, flush=True)
    elif word == "state":
        state = game.state_at(rest)
    elif word == "go":
        print("action", state.action_to_string(int(seat), bot.step(state)), flush=True)
