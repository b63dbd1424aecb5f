"""Measure a learnt player in a search against a search without it.

`python -m studies.learned orion ada.player --search "mcts(explore=0.2,widen=1)" --seconds 0.02 --games 400` plays the
search with the player's network against the same search with what the game comes with, or against `--against`. With
`--seconds` each of them gets as many simulations a turn as take it so much processor time, measured on positions of
random games and then corrected by some games that do not count; without, both play as their specs say. The players
change seats from game to game, and begin after two random steps of each seat, the same for each of them. The line of
the table also says how much processor time the first needed for each second of the second.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import ludarium
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import derive, generator
from ludarium.learn.meeting import opened, play_game
from ludarium.search.bot import Bot
from ludarium.search.learned import Learned, read_player
from ludarium.search.player import levels, make_bot
from ludarium.search.playout import random_step
from ludarium.tournament.series import Score

_POSITIONS, _DEEPEST, _SIMULATIONS = 9, 30, 3000
_APART, _OPENING = 10**6, 2
_BALANCING = (2, 4, 8, 8)
"""Games for each seat after which the numbers of simulations are corrected."""
HEADING = (
    "| game | learnt player | against | games | score | 95 % interval | processor time |\n"
    "| --- | --- | --- | --- | --- | --- | --- |"
)


class Timed(Bot):
    """A bot that adds up the processor time of its choices in `spent`, at an index."""

    def __init__(self, bot: Bot, spent: list[float], index: int) -> None:
        self._bot, self._spent, self._index = bot, spent, index

    def choose(self, state: State, seat: int) -> int:
        """Return the bot's choice."""
        started = time.process_time()
        chosen = self._bot.choose(state, seat)
        self._spent[self._index] += time.process_time() - started
        return chosen


def positions(game: Game) -> list[State]:
    """Return positions of random games in which a turn with a choice begins."""
    rng, found = generator(0), list[State]()
    while len(found) < _POSITIONS:
        state = game.initial()
        for _ in range(int(rng.integers(2, _DEEPEST))):
            if state.actors:
                state = random_step(state, rng)
        if state.actors not in ((), (CHANCE,)) and len(state.legal()) > 1 and not state.in_turn:
            found.append(state)
    return found


def with_simulations(spec: str, count: int) -> str:
    """Return the spec of a search with so many simulations.

    >>> with_simulations("mcts(widen=1)", 50), with_simulations("mcts", 50)
    ('mcts(widen=1,simulations=50)', 'mcts(simulations=50)')
    """
    return f"{spec.removesuffix(')')}{',' if '(' in spec else '('}simulations={count})"


def simulations(game: Game, spec: str, learned: Learned | None, seconds: float) -> int:
    """Return how many simulations of a search take so much processor time: the median over some positions."""
    speeds = []
    for state in positions(game):
        for _ in range(2):  # the first may compile
            bot = make_bot(with_simulations(spec, _SIMULATIONS), game, 1, learned=learned)
            started = time.process_time()
            bot.choose(state, state.actors[0])
            spent = time.process_time() - started
        assert bot.info is not None
        speeds.append(bot.info.visits / spent)
    return max(1, int(sorted(speeds)[len(speeds) // 2] * seconds))


def opening(game: Game, number: int, seed: int) -> State:
    """Return the position in which a game of a match begins: as many games have the same as there are seats."""
    return opened(game, _OPENING * game.seats, derive(seed, number // game.seats, _APART))


def compare(
    game: Game, learned: Learned, specs: tuple[str, str], games: int, seed: int, limit: float = float("inf")
) -> tuple[Score, float]:
    """Return the score of the first search, with the player's network, against the second; and the ratio of their time.

    Ends after `limit` seconds with the games played so far.
    """
    score, spent, started = Score(specs[1]), [0.0, 1e-9], time.monotonic()
    for number in range(games):
        mine, bots = number % game.seats, list[Bot]()
        start = opening(game, number, seed)
        for seat in range(game.seats):
            other = int(seat != mine)
            bot = make_bot(specs[other], game, derive(seed, number, seat), learned=None if other else learned)
            bots.append(Timed(bot, spent, other))
        score = score.add(game.payoff_range.parts(play_game(start, bots, derive(seed, number)))[mine])
        if time.monotonic() - started > limit:
            break
    return score, spent[0] / spent[1] * (game.seats - 1)


def balanced(game: Game, learned: Learned, specs: tuple[str, str], seconds: float, seed: int) -> tuple[str, str]:
    """Return two searches with so many simulations that both take about the same processor time in their games."""
    pairs = zip(specs, (learned, None), strict=True)
    counts = [simulations(game, spec, one, seconds) for spec, one in pairs]
    for number, games in enumerate(_BALANCING):
        tried = with_simulations(specs[0], counts[0]), with_simulations(specs[1], counts[1])
        _, ratio = compare(game, learned, tried, games * game.seats, derive(seed, _APART, number))
        part = min(2.0, max(0.5, ratio)) ** 0.5
        counts = [max(1, int(counts[0] / part)), max(1, int(counts[1] * part))]
    return with_simulations(specs[0], counts[0]), with_simulations(specs[1], counts[1])


def row(game: Game, specs: tuple[str, str], score: Score, ratio: float) -> str:
    """Return the line of the table."""
    low, high = score.interval
    mean = score.points / score.games
    names = f"{game.spec} | {specs[0]} | {specs[1]}"
    return f"| {names} | {score.games:,} | {mean:.3f} | {low:.3f} to {high:.3f} | {ratio:.2f} |"


def main(words: Sequence[str] | None = None) -> None:
    """Play the games and print the line of the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--search", help="the search with the player; by default the one that its file names")
    parser.add_argument("--against", help="a level or a search; by default the same search without the player")
    parser.add_argument("--seconds", type=float, default=0.0, help="processor time a turn; 0: as the specs say")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=float("inf"), help="end after so many seconds")
    given = parser.parse_args(words)
    game, learned = ludarium.load(given.game), read_player(given.file)
    search = given.search or learned.about.bot
    against = levels(game).get(given.against, given.against) if given.against else search
    specs = (search, against)
    if given.seconds:
        specs = balanced(game, learned, specs, given.seconds, given.seed)
    print(HEADING)
    print(row(game, specs, *compare(game, learned, specs, given.games, given.seed, given.limit)))


if __name__ == "__main__":
    main()
