"""How our search fares against OpenSpiel's on a game of OpenSpiel's, with as many simulations each.

`python -m studies.openspiel --game connect_four --playouts 200 --games 100 --seed 1 --out FILE` plays our `mcts`
against their `MCTSBot`, written in C++: both value a leaf by one random game, and change seats from game to game.
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
"""Their constant of exploration; it counts in returns from -1 to 1, and ours in shares from 0 to 1."""


def play(game: Game, playouts: int, seed: int, ours: int) -> float:
    """One game, in which our search has the seat `ours`; what it made of it, as a share of the win."""
    theirs = pyspiel.load_game(game.name)
    rollouts = pyspiel.RandomRolloutEvaluator(1, derive(seed, 0) % 2**31)
    bot = pyspiel.MCTSBot(theirs, rollouts, EXPLORE, playouts, 1000, True, derive(seed, 1) % 2**31, False)
    mine = make_bot(f"mcts(simulations={playouts})", game, derive(seed, 2))
    state, there = game.initial(), theirs.new_initial_state()
    while state.actors:
        (seat,) = state.actors
        action = mine.choose(state, seat) if seat == ours else bot.step(there)
        state = state.play(action)
        there.apply_action(action)
    assert state.payoffs is not None
    return state.payoffs[ours]


def main() -> None:
    """Play, and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    game, standing = load(given.game), Score("ours")
    for number in range(given.games):
        standing = standing.add(play(game, given.playouts, derive(given.seed, number), number % 2))
        low, high = standing.interval
        mean = standing.points / standing.games
        line = f"Ours made {mean:.1%} of {standing.games} games (95 %: {low:.1%} to {high:.1%})."
        print(line, flush=True)
    if given.out:
        command = f"python -m studies.openspiel --game {given.game} --playouts {given.playouts} --games {given.games}"
        heading = f"# Our search and OpenSpiel's at {given.game}\n\n`{command} --seed {given.seed}`\n\n"
        text = f"Both had {given.playouts} simulations a move, each valued by one random game.\n{line}\n"
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(heading + text, "utf-8")


if __name__ == "__main__":
    main()
