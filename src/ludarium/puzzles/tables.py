"""Puzzles by tables of exact values: the best turn leads clearly, and the bot `hard` misses it.

A table that is installed is used; else that of a small dice race is computed here, with its proof. All turns within
twice the proved error of the best are right.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.players.bot_player import choose_turn
from ludarium.puzzles.puzzle import TableProof, whole_turns
from ludarium.search.player import make_bot
from ludarium.solve.installed import installed_table
from ludarium.solve.race.table import count_positions, race_layout
from ludarium.solve.race_solution import solve_race
from ludarium.solve.table import Table

LEAST_LEAD = 0.02
"""The part of the range of payoffs by which the right turns lead the others."""
MOST_POSITIONS = 6_000_000
"""Positions of a race that are solved where no table is installed: some ten seconds of a processor."""
_TOLERANCE, _MEMORY, _DIGITS = 2e-7, 2e9, 9


class Found(NamedTuple):
    """The right turns of a position, and the proof."""

    accept: tuple[str, ...]
    proof: TableProof


def has_table(game: Game) -> bool:
    """Return whether a table of the game is installed, or its values can be computed here."""
    return installed_table(game) is not None or race_layout(game) is not None


@lru_cache(maxsize=2)
def exact_table(game: Game) -> Table:
    """Return the installed table of a game, or the values of a small dice race, computed now and proved.

    Raises `LudariumError` if no table is installed and the race is too large.
    """
    table, layout = installed_table(game), race_layout(game)
    if table is not None and table.is_proved:
        return table
    count = count_positions(game) if layout else None
    if layout is None or count is None or count > MOST_POSITIONS:
        said = f"{count:,}" if count else "many"
        raise LudariumError(
            f"no proved table of {game.spec} is installed, and its {said} positions are too many to be "
            f"solved here: expected a table by ludarium solve, or options with at most {MOST_POSITIONS:,} positions"
        )
    solution = solve_race(game, layout, memory=_MEMORY)
    solution.run(_TOLERANCE)
    return solution.table()


def examine(state: State, seat: int, table: Table, least: float = LEAST_LEAD) -> Found | None:
    """Return the right turns of a position and what each turn gives away; None if it makes no puzzle.

    It makes none if the table does not tell the value of a turn, if all turns are right, or if a wrong one is less
    than that part of the payoffs behind the best.
    """
    values, game = dict[str, float](), state.game
    for after, actions in whole_turns(state).items():
        payoffs = table.payoffs(after)
        if payoffs is None:
            return None
        values[state.format_turn(actions)] = game.payoff_range.parts(payoffs)[seat]
    best = max(values.values())
    error = 2 * table.gap / (game.payoff_range.greatest - game.payoff_range.least)
    losses = {turn: round(best - value, _DIGITS) for turn, value in values.items()}
    accept = tuple(turn for turn, loss in losses.items() if loss <= error)
    wrong = [loss for turn, loss in losses.items() if turn not in accept]
    if not wrong or min(wrong) < max(least, error):
        return None
    return Found(accept, TableProof(round(best, _DIGITS), error / 2, table.left_out, losses))


def misses(state: State, seat: int, found: Found, level: str = "hard", seed: int = 0) -> bool:
    """Return whether the bot of a level plays a wrong turn here."""
    return choose_turn(make_bot(level, state.game, seed), state, seat) not in found.accept
