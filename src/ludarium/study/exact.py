"""The values of small boards: variants of a game with lesser numbers as options, the smallest first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from ludarium.analysis.measuring.effects import alternatives
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.core.rng import generator
from ludarium.core.spec import Option, format_spec
from ludarium.search.profile import profile
from ludarium.solve.proof_solution import ProofSolution
from ludarium.solve.sides import Sides
from ludarium.solve.solution import solve
from ludarium.solve.table import Table
from ludarium.study.journal import Runner
from ludarium.study.watching import Json

_MEMORY, _SAMPLE, _TRIED, _FAILED, _SHOWN = 2e9, 50, 12, 2, 6
"""Bytes; random games that tell how large a variant is; variants that are tried, may fail, and are shown."""
_TOLERANCE = 1e-6
_LIMIT = "turn_limit"
"""The option whose values make no smaller board, and which solving may leave out."""


class TooManyPositions(LudariumError):
    """A game has more positions than the budget allows."""


class Unproved(LudariumError):
    """A game is not one whose value is proved without all its positions."""


def small_boards(game: Game, positions: int, runner: Runner) -> Json:
    """Return the values of the game and its smaller variants that are solved with so many positions, the largest last.

    It gives up after two variants that cannot be solved so.
    """
    if not positions:
        return None
    found, failed = list[Json](), list[Json]()
    for small in sorted(_smaller(game), key=lambda one: (_size(one), one.spec))[:_TRIED]:
        [value] = runner.run("exact", partial(_solved, small), [(small.spec, positions)])
        chance = small.max_chance_outcomes > 0
        (found if "value" in value else failed).append({"spec": small.spec, "chance": chance, **value})
        if len(failed) >= _FAILED:
            break
    return {"positions": positions, "solved": found[-_SHOWN:], "failed": failed}


def _smaller(game: Game) -> list[Game]:
    """Return the game, and variants of it with smaller numbers as options, each once."""
    found = {game.spec: game}
    numbers = [one for one in game.definition.options if isinstance(one.values, range) and one.name != _LIMIT]
    for options in (*_single(game), *_all_less(game, numbers)):
        with suppress(LudariumError):  # these options do not go together
            small = load(format_spec(game.name, {**game.options, **options}))
            found.setdefault(small.spec, small)
    return [small for small in found.values() if small.seats == game.seats]


def _single(game: Game) -> Iterator[dict[str, object]]:
    """Yield other values of one option alone."""
    for option in game.definition.options:
        if option.name == _LIMIT:
            continue
        for value in alternatives(option, game.options[option.name]):
            yield {option.name: value}


def _all_less(game: Game, numbers: list[Option]) -> Iterator[dict[str, object]]:
    """Yield options in which each number is the least, then all are, then a step above the least, and so on."""
    for step in range(6):
        less: dict[str, object] = {}
        for option in numbers:
            assert isinstance(option.values, range)
            now = int(game.options[option.name])
            less[option.name] = min(now, option.values[min(step, len(option.values) - 1)])
            yield {option.name: less[option.name]}
        yield less


def _size(game: Game) -> float:
    """Return the logarithm of the number of games, at least, by some random games."""
    return round(float(profile(game, _SAMPLE, generator(3)).surprise.mean()), 9)


def _solved(game: Game, job: tuple[str, int]) -> Json:
    """Return the value of a variant and of its first turns, or why it is not solved."""
    _, positions = job

    def check(count: int, *_: int) -> None:
        if count > positions:
            raise TooManyPositions(f"more than {positions:,} positions")

    start = game.initial()
    try:
        if not game.max_chance_outcomes and len(start.actors) == 1:
            with suppress(Unproved):
                return _by_proof(game, start, check)
        return _by_positions(game, check)
    except LudariumError as error:
        return {"why": str(error)}


def _by_positions(game: Game, check: Any) -> Json:
    found = solve(
        game, tolerance=_TOLERANCE, memory=_MEMORY,
        progress=lambda what, done, of: check(done) if what == "positions" else None,
    )  # fmt: skip
    check(found.positions.count)
    parts = game.payoff_range.parts(found.value)
    first = {}
    start = game.initial()
    if len(found.bounds) == 1 and len(start.actors) == 1 and start.actors != (CHANCE,):
        table = found.table()
        first = {start.action_name(action): _payoff(game, table.payoffs(start.play_unchecked(action)))
                 for action in start.legal()}  # fmt: skip
    known = {name: one for name, one in first.items() if one is not None}
    begins = _of_who_begins(start, found.table()) if len(found.bounds) == 1 and start.actors == (CHANCE,) else None
    return {
        "value": [round(part, 6) for part in parts], "first": known, "count": found.positions.count,
        "left_out": found.left_out, **({} if begins is None else {"begins": round(begins, 6)}),
    }  # fmt: skip


def _of_who_begins(start: State, table: Table) -> float | None:
    """Return what the seat can expect that a draw lets begin, as a part of the range; None if the table does not tell.

    It is the only one that chooses after the draw, or after a roll that follows it and forfeits no turn.
    """
    value = 0.0
    for action, weight in start.chance_outcomes().items():
        drawn = start.play_unchecked(action)
        rolled = [drawn.play_unchecked(roll) for roll in drawn.chance_outcomes()] or [drawn]
        choosing = {state.actors for state in rolled if state.actors and state.actors != (CHANCE,)}
        payoffs = table.payoffs(drawn)
        if payoffs is None or len(choosing) != 1 or len(actors := choosing.pop()) != 1:
            return None
        value += weight * start.game.payoff_range.parts(payoffs)[actors[0]]
    return value


def _payoff(game: Game, payoffs: tuple[float, ...] | None) -> float | None:
    """Return the payoff of the seat that begins, as a part of the range."""
    return None if payoffs is None else round(game.payoff_range.parts(payoffs)[game.initial().actors[0]], 6)


def _by_proof(game: Game, start: State, check: Any) -> Json:
    try:
        found = ProofSolution.begin(game, _MEMORY, check)
        value = found.value(start)
    except TooManyPositions:
        raise
    except LudariumError as error:
        raise Unproved(str(error)) from None
    seat = start.actors[0]
    names = {action: start.action_name(action) for action in start.legal()}
    own = {names[action]: _own(found.value(start.play_unchecked(action)), seat) for action in names}
    count = found.wins.positions.count + found.draws.positions.count
    values = game.payoff_range.parts(Sides.of(game).payoffs(value))
    return {"value": [*values], "first": own, "count": count, "left_out": found.canonical.left_out}


def _own(value: float, seat: int) -> float:
    return value if seat == 0 else 1 - value
