"""What can be attained at all against a bot: the best reply to it in a small game.

`python -m studies.best_reply "ludo(markers=2)" --against auto120` lists every position that the best reply can meet,
asks the bot once for its action in each (`random` plays all actions with the same chance), and computes what the best
reply to these actions gets, in each seat. Perfect play is something else: it is safe against everybody, and does not
know the bot. A rule that the game's solver leaves out, such as a limit of turns, is left out here, too.
"""

import argparse
from array import array

import numpy as np

import ludarium
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.search.player import make_bot, plays_at_random
from ludarium.solve.canonical import CanonicalForm

_STILL, _MOST_SWEEPS = 1e-9, 20_000


class Graph:
    """Every position that a seat can meet against a bot, and what may follow each.

    A position is one of three kinds: `over`, with a payoff; `drawn`, where chance or the bot acts; `chosen`.
    """

    def __init__(self, game: Game, bot: str, mine: int) -> None:
        self._game, self._mine = game, mine
        self._canonical = CanonicalForm.of(game).function
        self._bot = None if plays_at_random(bot, game) else make_bot(bot, game, 1)
        self._numbers, self._states = dict[bytes, int](), list[State]()
        self.payoffs, self.is_chosen, self.firsts = array("d"), array("b"), array("q")
        self.after, self.chances = array("q"), array("d")
        self.start = self._number(game.initial())
        here = 0
        while here < len(self._states):  # the list grows
            self._add(self._states[here])
            here += 1
        self.firsts.append(len(self.after))
        self._states.clear()

    def _number(self, state: State) -> int:
        """Return the number of a position; a new one is put down."""
        v = state.vector
        self._canonical(self._game.tables, v)
        key = v.tobytes()
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._states.append(self._game.state(v))
        return self._numbers[key]

    def _add(self, state: State) -> None:
        """Note what may follow a position."""
        self.firsts.append(len(self.after))
        self.payoffs.append(state.payoffs[self._mine] if state.payoffs else 0.0)
        self.is_chosen.append(state.actors == (self._mine,))
        for action, chance in self._actions(state).items():
            self.after.append(self._number(state.play_unchecked(action)))
            self.chances.append(chance)

    def _actions(self, state: State) -> dict[int, float]:
        """Return the actions that may be taken, with their chances."""
        if not state.actors:
            return {}
        (actor,) = state.actors
        if actor == CHANCE:
            return dict(state.chance_outcomes())
        if actor == self._mine or self._bot is None:
            legal = state.legal()
            return dict.fromkeys(legal, 1 / len(legal))
        return {self._bot.choose(state, actor): 1.0}

    def value(self) -> float:
        """Return what the seat gets from the start with the best reply."""
        firsts, after, chances = (np.array(numbers) for numbers in (self.firsts, self.after, self.chances))
        open_ = np.flatnonzero(np.diff(firsts))
        chosen, values = np.array(self.is_chosen, bool)[open_], np.array(self.payoffs)
        for _ in range(_MOST_SWEEPS):
            follow = values[after]
            best = np.maximum.reduceat(follow, firsts[open_])
            mean = np.add.reduceat(follow * chances, firsts[open_])
            found = np.where(chosen, best, mean)
            change = np.abs(found - values[open_]).max()
            values[open_] = found
            if change < _STILL:
                break
        return float(values[self.start])


def main() -> None:
    """Compute, and print the line of the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--against", nargs="+", default=["random"])
    given = parser.parse_args()
    game = ludarium.load(given.game)
    print(f"| game | against | positions | {' | '.join(game.setup.seat_names)} | mean |")
    print("| --- " * (game.seats + 4) + "|")
    for bot in given.against:
        graphs = [Graph(game, bot, seat) for seat in range(game.seats)]
        values = [graph.value() for graph in graphs]
        seats = " | ".join(f"{value:.4f}" for value in values)
        print(f"| {game.spec} | `{bot}` | {len(graphs[0].payoffs):,} | {seats} | {np.mean(values):.4f} |", flush=True)


if __name__ == "__main__":
    main()
