"""Measure what evaluations know, by a table of exact values.

`python -m studies.ruler vortex.table vortex ada.player --choices 3000 --seed 1` lets the table play against itself, and
at every choice among two or more actions asks the learnt player, and the game's own evaluation, for the value of the
position after each. Each line says how wrong these values are (the root of the mean square), and what the payoff of
the seat would lose if it took the action with the highest. All evaluations are asked about the same positions.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np

import ludarium
from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE, Floats, Vector
from ludarium.core.rng import generator
from ludarium.search.bot import hook
from ludarium.search.evaluators import find_evaluator
from ludarium.search.learned import Learned, read_player
from ludarium.search.network import values_of
from ludarium.solve.table import Table

HEADING = (
    "| evaluation | choices | error of a value | wrong choices | a choice loses | standard error |\n"
    "| --- | --- | --- | --- | --- | --- |"
)
_NOTHING = 1e-6
"""A loss that is no more than the error of a table."""


class Choice(NamedTuple):
    """A choice: who has it, the position after each action, and what the seat can expect there."""

    seat: int
    after: list[Vector]
    exact: Floats


class Found(NamedTuple):
    """What an evaluation is worth, see the heading of the table; `deviation` is the standard error of `loss`."""

    choices: int
    error: float
    wrong: float
    loss: float
    deviation: float


def draw_choices(table: Table, count: int, seed: int) -> list[Choice]:
    """Return choices in perfect games among at least two actions, none of which ends the game."""
    game, rng, found = table.game, generator(seed), list[Choice]()
    while len(found) < count:
        state = game.initial()
        while state.actors:
            if state.actors == (CHANCE,):
                chances = state.chance_outcomes()
                state = state.play_unchecked(int(rng.choice(list(chances), p=list(chances.values()))))
                continue
            seat = state.actors[0]
            after = [state.play_unchecked(action) for action in state.legal()]
            payoffs = [table.payoffs(one) for one in after]
            exact = np.array([payoff[seat] for payoff in payoffs if payoff])
            assert len(exact) == len(after), f"the table does not tell what follows {state}"
            if len(after) > 1 and all(one.actors for one in after):
                found.append(Choice(seat, [one.vector for one in after], exact))
            state = after[int(exact.argmax())]
    return found[:count]


def measure(game: Game, choices: list[Choice], evaluate: str | Learned) -> Found:
    """Return what an evaluation is worth at these choices."""
    evaluator, tables = find_evaluator(game, evaluate)
    out, squares, losses = np.empty(game.seats), list[float](), np.empty(len(choices))
    for number, (seat, after, exact) in enumerate(choices):
        values = np.empty(len(after))
        for i, vector in enumerate(after):
            values_of(evaluator, tables, vector, out)
            values[i] = out[seat]
        squares += ((values - exact) ** 2).tolist()
        losses[number] = exact.max() - exact[values.argmax()]
    error, wrong = float(np.mean(squares)) ** 0.5, float((losses > _NOTHING).mean())
    return Found(len(losses), error, wrong, float(losses.mean()), float(losses.std()) / len(losses) ** 0.5)


def row(name: str, found: Found) -> str:
    """Return the line of the table."""
    return (
        f"| {name} | {found.choices:,} | {found.error:.4f} | {found.wrong:.1%} | {found.loss:.5f} "
        f"| {found.deviation:.5f} |"
    )


def main() -> None:
    """Draw the choices, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("table", type=Path)
    parser.add_argument("game")
    parser.add_argument("players", type=Path, nargs="*")
    parser.add_argument("--choices", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = ludarium.load(given.game)
    choices = draw_choices(Table.open(given.table, game), given.choices, given.seed)
    print(HEADING)
    if hook(game, "evaluate") is not None:
        print(row("the game's own", measure(game, choices, "heuristic")))
    for path in given.players:
        print(row(path.name, measure(game, choices, read_player(path))), flush=True)


if __name__ == "__main__":
    main()
