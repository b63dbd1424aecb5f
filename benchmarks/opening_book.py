"""Make an opening book of games in which a bot plays on from turns that are drawn.

`python -m benchmarks.opening_book orion hard --games 600 --drawn 1 --out orion.book` plays games of a bot against
itself. The first turns are drawn among the legal actions, so that every turn is followed by play that is as good, and
none is judged by who has chosen it. The book tells of these turns alone. The seed gives the same book,
whatever the number of workers; a bot that searches with several threads or by a clock plays otherwise each time.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import accumulate
from pathlib import Path

import numpy as np

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.core.rng import derive, generator
from ludarium.match.book import Book, BookTurn, merged, played
from ludarium.search.bot import Bot
from ludarium.search.player import make_bot
from ludarium.search.playout import random_action, random_outcome


def next_turn(state: State, bot: Bot | None, rng: np.random.Generator) -> str:
    """Return the next turn as text: a roll, a turn of a bot, or one that is drawn if no bot is given."""
    if state.actors == (CHANCE,):
        return state.format_turn((random_outcome(state, rng),))
    (seat,), now, actions = state.actors, state, list[int]()
    while now.actors == (seat,) and (now.in_turn or not actions):
        actions.append(bot.choose(now, seat) if bot else random_action(now, seat, rng))
        now = now.play_unchecked(actions[-1])
    return state.format_turn(actions)


def play_game(number: int, spec: str, bot: str, seed: int, drawn: int) -> dict[tuple[str, str], BookTurn]:
    """Play a game, and return what it adds to a book."""
    game, seed = load(spec), derive(seed, number)
    bots, rng = [make_bot(bot, game, derive(seed, seat)) for seat in range(game.seats)], generator(seed)
    state, turns, chosen, first = game.initial(), list[str](), 0, 0
    while state.actors:
        is_drawn = chosen < drawn
        turns.append(next_turn(state, None if is_drawn else bots[state.actors[0]], rng))
        chosen += state.actors != (CHANCE,)
        first += is_drawn
        state = state.move(turns[-1])
    assert state.payoffs is not None
    states = accumulate(turns[:first], State.move, initial=game.initial())
    return played(states, turns[:first], state.payoffs)


def main() -> None:
    """Play the games, and write the book."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("bot")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--drawn", type=int, default=1, help="turns that are drawn, without rolls")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    job = partial(play_game, spec=given.game, bot=given.bot, seed=given.seed, drawn=given.drawn)
    with ProcessPoolExecutor(given.workers) as pool:
        found = merged(pool.map(job, range(given.games), chunksize=4))
    book = Book(load(given.game))
    for (key, turn), one in found.items():
        book.positions.setdefault(key, {})[turn] = one
    given.out.write_text(f"{book}\n", encoding="utf-8")
    start = book.game.initial()
    print(f"{len(book.positions)} positions of {given.games} games")
    for one in book.turns(start):
        print(f"{one.games:>6}  {one.turn:<12} {one.mean(start.actors[0]):.3f}")


if __name__ == "__main__":
    main()
