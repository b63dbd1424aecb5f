"""The evaluators of searches: a game's evaluation, or the network of a learnt player."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import OBSERVE, Singles, Vector, rule
from ludarium.core.spec import Option
from ludarium.core.text import shorten, to_text
from ludarium.search.bot import Evaluation, evaluate_nothing, evaluation, hook
from ludarium.search.learned import ENDING, BadPlayer, Learned, read_player, shipped_player
from ludarium.search.network import SIZE, Evaluator, values_of

_NO_WEIGHTS = np.zeros(0, np.float32)
_NO_NETWORK = np.zeros(4, np.int64)
_NO_PLACES = np.zeros(0, np.int64)
_NO_PARTS = np.zeros((0, 2), np.int64)


@rule(OBSERVE)
def _see_nothing(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Observe nothing, where an evaluation reads the position."""


def plain_evaluator(game: Game, evaluate: Evaluation) -> Evaluator:
    """Return the evaluator of a compiled evaluation."""
    scale = game.payoff_range.scale(game.seats)
    return Evaluator(
        evaluate, _see_nothing, _NO_NETWORK, _NO_PLACES, _NO_PARTS, _NO_WEIGHTS, _NO_WEIGHTS, scale, _NO_WEIGHTS,
        _NO_PLACES,
    )  # fmt: skip


def draw_evaluator(game: Game) -> Evaluator:
    """Return the evaluator that takes every position for a draw, for games without an evaluation."""
    return plain_evaluator(game, evaluate_nothing)._replace(shape=_NO_PLACES)


def network_evaluator(game: Game, learned: Learned) -> Evaluator:
    """Return the evaluator of a learnt player, with a memory of its own: a thread needs one for itself.

    Raises `BadPlayer` if the player has learnt another game.
    """
    learned.check(game)
    if learned.shape[SIZE] != int(np.prod(game.observation.shape)):
        raise BadPlayer("the player's file is damaged: its parts do not fit together")
    parts = learned.inputs[:, 1:] if learned.inputs[:, 1].any() else _NO_PARTS
    found = Evaluator(
        evaluate_nothing, game.observation.function, learned.shape, np.ascontiguousarray(learned.inputs[:, 0]),
        np.ascontiguousarray(parts), learned.scales, learned.weights,
        game.payoff_range.scale(game.seats), _NO_WEIGHTS, _NO_PLACES,
    )  # fmt: skip
    return found.renewed(game.seats)


def has_evaluation(game: Game, evaluate: str | Learned) -> bool:
    """Return whether this choice of an evaluation needs no rollouts.

    Raises `InvalidOption` for the evaluation of a game that has none, and for a text that names none.
    """
    named = evaluate if isinstance(evaluate, Learned) else to_text(evaluate)
    if isinstance(named, str) and named not in _NAMED and not named.endswith(ENDING):
        expected = f"one of {', '.join(_NAMED)}, or a player's file, such as ada{ENDING}"
        raise InvalidOption(f"{shorten(named)} is no evaluation: expected {expected}")
    written = hook(game, "evaluate") is not None
    if evaluate == "heuristic" and not written:
        raise InvalidOption(f"{game.name} has no evaluation; expected evaluate=default or evaluate=rollout")
    if evaluate == "learned" and shipped_player(game):
        return True
    return isinstance(evaluate, Learned) or evaluate.endswith(ENDING) or (evaluate != "rollout" and written)


def find_evaluator(game: Game, evaluate: str | Learned = "default") -> tuple[Evaluator, Vector]:
    """Return the evaluator of a choice, and the tables for it and for the kernel.

    `learned` is the player that comes with the game; without one, and for `default`, it is the game's evaluation, or a
    draw where there is none. A text that ends in `.player` is the file of a learnt player.

    Raises `BadPlayer` for a file that cannot be read, or has learnt another game.
    """
    if isinstance(evaluate, str) and evaluate.endswith(ENDING):
        evaluate = read_player(Path(evaluate))
    learned = shipped_player(game) if evaluate == "learned" else evaluate
    if isinstance(learned, Learned):
        return network_evaluator(game, learned), game.tables
    found = evaluation(game)
    return (plain_evaluator(game, found[0]), found[1]) if found else (draw_evaluator(game), game.tables)


CHOICES = ("default", "heuristic", "learned")
"""The evaluations that the option `evaluate` of a search can name."""
_NAMED = (*CHOICES, "rollout")
_HELP = (
    "How a new position is valued: heuristic is the game's evaluation; learned the learnt player that comes with the "
    "game, if there is one; default: the evaluation, if the game has one. On your own computer also a player's file, "
    "such as ada.player"
)
EVALUATE = Option("evaluate", "default", CHOICES, f"{_HELP}.")
"""The option of a search that can be given an evaluation."""
EVALUATE_OR_ROLL_OUT = Option(
    "evaluate",
    "default",
    _NAMED,
    f"{_HELP}, or a function of a Python file, such as net.py:evaluate. rollout is a random game.",
)
"""The same, for a search that can also play random games."""


def expected_payoffs(state: State, evaluate: str | Learned = "default") -> tuple[float, ...]:
    """Return the payoff that every seat can expect, by an evaluation; at the end of a game its payoffs.

    `evaluate` is what the option of a search takes: `default` for the game's own evaluation, or a draw where it has
    none, `learned` for the player that comes with the game, a file such as `ada.player`, or a `Learned`.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> expected_payoffs(start), expected_payoffs(start.move("p+"))[0] > 0.5
    ((0.5, 0.5), True)

    Raises `InvalidOption` for a text that names no evaluation, `BadPlayer` for a file that cannot be read, or has
    learnt another game.
    """
    if state.payoffs is not None:
        return state.payoffs
    has_evaluation(state.game, evaluate)
    evaluator, tables = find_evaluator(state.game, evaluate)
    out = np.zeros(state.game.seats)
    values_of(evaluator, tables, state.vector, out)
    return tuple(out.tolist())
