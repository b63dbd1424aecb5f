"""Compare Ludarium's tree search with OpenSpiel's, with the same number of simulations.

`python -m studies.openspiel --game connect_four --simulations 200 --games 100 --seed 1 --out FILE` plays Ludarium's
`mcts` against OpenSpiel's `MCTSBot`, which is written in C++, on a game of OpenSpiel's. Both value a leaf by one
rollout, and they change seats from game to game.
"""

import argparse
from pathlib import Path

import pyspiel

from ludarium.adapters.openspiel import load
from ludarium.core.game import Game
from ludarium.core.rng import derive
from ludarium.search.player import make_bot
from ludarium.tournament.series import Score

EXPLORE = 2.0
"""OpenSpiel's exploration constant, for returns from -1 to 1; Ludarium's is for payoffs from 0 to 1."""


def play(game: Game, simulations: int, seed: int, ours: int) -> float:
    """Play a game in which Ludarium's search has the seat `ours`; returns its payoff."""
    theirs = pyspiel.load_game(game.name)
    rollouts = pyspiel.RandomRolloutEvaluator(1, derive(seed, 0) % 2**31)
    bot = pyspiel.MCTSBot(theirs, rollouts, EXPLORE, simulations, 1000, True, derive(seed, 1) % 2**31, False)
    mine = make_bot(f"mcts(simulations={simulations})", game, derive(seed, 2))
    state, there = game.initial(), theirs.new_initial_state()
    while state.actors:
        (seat,) = state.actors
        action = mine.choose(state, seat) if seat == ours else bot.step(there)
        state = state.play(action)
        there.apply_action(action)
    assert state.payoffs is not None
    return state.payoffs[ours]


def main() -> None:
    """Play the games, and print and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    game, score = load(given.game), Score("Ludarium")
    for number in range(given.games):
        score = score.add(play(game, given.simulations, derive(given.seed, number), number % 2))
        low, high = score.interval
        mean = score.points / score.games
        line = f"Ludarium scored {mean:.1%} of {score.games} games (95 % interval: {low:.1%} to {high:.1%})."
        print(line, flush=True)
    if given.out:
        command = (
            f"python -m studies.openspiel --game {given.game} --simulations {given.simulations} --games {given.games}"
        )
        heading = f"# Ludarium's search and OpenSpiel's at {given.game}\n\n`{command} --seed {given.seed}`\n\n"
        text = f"Both had {given.simulations} simulations a move, each valued by one rollout.\n{line}\n"
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(heading + text, "utf-8")


if __name__ == "__main__":
    main()
