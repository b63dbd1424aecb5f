"""Compare Ludarium's search with OpenSpiel's at equal processor time, on a game that both have.

`python -m studies.footing "hex(size=7,swap=off)" "hex(board_size=7)" --search "mcts(explore=0.2,widen=1)" --player
hex.player --seconds 0.02 --games 400` plays Ludarium's search against OpenSpiel's `MCTSBot`, which is written in C++
and values a leaf by one rollout. Each game is played by its own library's rules, and their actions must have the same
numbers. OpenSpiel has as many simulations a move as take it so much processor time at the start, where its rollouts
are longest, and Ludarium as many as take it as long as OpenSpiel in some games that do not count; they change seats
from game to game. The table also says how much processor time Ludarium needed for each second of OpenSpiel's.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import pyspiel

import ludarium
from ludarium.core.game import Game
from ludarium.core.rng import derive
from ludarium.search.learned import Learned, read_player
from ludarium.search.player import make_bot
from ludarium.tournament.series import Score
from studies.learned import HEADING, row, simulations, with_simulations
from studies.openspiel import EXPLORE

_SIMULATIONS, _SEARCHES, _MEGABYTES = 3000, 5, 1000
_APART = 10**6
"""What keeps the seeds of games that do not count apart from those of games that do."""
_BALANCING = (4, 8, 16, 16)
"""Games after which Ludarium's number of simulations is corrected."""


def their_bot(theirs: pyspiel.Game, count: int, seed: int) -> pyspiel.MCTSBot:
    """Return OpenSpiel's search with so many simulations."""
    rollouts = pyspiel.RandomRolloutEvaluator(1, derive(seed, 0) % 2**31)
    return pyspiel.MCTSBot(theirs, rollouts, EXPLORE, count, _MEGABYTES, True, derive(seed, 1) % 2**31, False)


def their_simulations(theirs: pyspiel.Game, seconds: float) -> int:
    """Return how many simulations of OpenSpiel's search take so much processor time: the median of some searches.

    They begin at the start, since the search ends early, and does not say when, where it can solve a position.
    """
    speeds = []
    for number in range(_SEARCHES):
        started = time.process_time()
        their_bot(theirs, _SIMULATIONS, number).step(theirs.new_initial_state())
        speeds.append(_SIMULATIONS / (time.process_time() - started))
    return max(1, int(sorted(speeds)[_SEARCHES // 2] * seconds))


def play(
    game: Game, theirs: pyspiel.Game, spec: str, learned: Learned | None, count: int, seed: int, ours: int
) -> tuple[float, float, float]:
    """Return the payoff of Ludarium, which has the seat `ours`, and the processor time of Ludarium and OpenSpiel."""
    bot, mine = their_bot(theirs, count, seed), make_bot(spec, game, derive(seed, 2), learned=learned)
    state, there, spent = game.initial(), theirs.new_initial_state(), [0.0, 0.0]
    while state.actors:
        (seat,) = state.actors
        started = time.process_time()
        action = mine.choose(state, seat) if seat == ours else bot.step(there)
        spent[seat != ours] += time.process_time() - started
        state = state.play(action)
        there.apply_action(action)
    assert state.payoffs is not None
    assert state.payoffs[0] == (there.returns()[0] + 1) / 2, "the two libraries do not agree who has won"
    return state.payoffs[ours], spent[0], spent[1]


def compare(
    game: Game, theirs: pyspiel.Game, spec: str, learned: Learned | None, count: int, games: int, seed: int,
    limit: float = float("inf"),
) -> tuple[Score, float]:  # fmt: skip
    """Return Ludarium's score, and its processor time for each second of OpenSpiel's.

    Ends after `limit` seconds with the games played so far.
    """
    score, ours, others, began = Score("Ludarium"), 0.0, 1e-9, time.monotonic()
    for number in range(games):
        payoff, mine, other = play(game, theirs, spec, learned, count, derive(seed, number), number % 2)
        score, ours, others = score.add(payoff), ours + mine, others + other
        if time.monotonic() - began > limit:
            break
    return score, ours / others


def balanced(
    game: Game, theirs: pyspiel.Game, search: str, learned: Learned | None, count: int, mine: int, seed: int
) -> str:
    """Return Ludarium's search with as many simulations as take it as long as OpenSpiel's in their games."""
    for number, games in enumerate(_BALANCING):
        spec = with_simulations(search, mine)
        _, ratio = compare(game, theirs, spec, learned, count, games, derive(seed, _APART, number))
        mine = max(1, int(mine / min(2.0, max(0.5, ratio))))
    return with_simulations(search, mine)


def main(words: Sequence[str] | None = None) -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("theirs")
    parser.add_argument("--search", default="mcts")
    parser.add_argument("--player", type=Path, help="the learnt player with which Ludarium's search values a leaf")
    parser.add_argument("--seconds", type=float, default=0.02, help="processor time a move")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=float("inf"), help="end after so many seconds")
    given = parser.parse_args(words)
    game, theirs = ludarium.load(given.game), pyspiel.load_game(given.theirs)
    learned = read_player(given.player) if given.player else None
    count = their_simulations(theirs, given.seconds)
    mine = simulations(game, given.search, learned, given.seconds)
    spec = balanced(game, theirs, given.search, learned, count, mine, given.seed)
    score, ratio = compare(game, theirs, spec, learned, count, given.games, given.seed, given.limit)
    print(HEADING)
    print(row(game, (spec, f"OpenSpiel's MCTSBot with {count} simulations"), score, ratio))


if __name__ == "__main__":
    main()
