"""The opponents of a learner in many games side by side: random play, or the turn with the best evaluation."""

from typing import NamedTuple

from ludarium.core.bits import single_actor
from ludarium.core.errors import InvalidOption
from ludarium.core.first_turn import first_turn
from ludarium.core.game import Game
from ludarium.core.kernel import INTS, Vector, named_tuple, rule, types
from ludarium.core.spec import parse_options, parse_spec
from ludarium.core.text import shorten, to_text
from ludarium.search.evaluators import draw_evaluator, find_evaluator, has_evaluation
from ludarium.search.greedy import GREEDY, LONGEST_TURN, best_action
from ludarium.search.learned import Learned
from ludarium.search.network import EVALUATOR, Evaluator
from ludarium.search.playout import play_chance


class Opponents(NamedTuple):
    """The players of the seats that are not the learner's.

    | field       | type      | holds                                                            |
    | ----------- | --------- | ---------------------------------------------------------------- |
    | `greedy`    | int64     | 1 for the turn with the best evaluation, 0 for random play       |
    | `evaluator` | Evaluator | the evaluation, or the network of a learnt player                |
    | `tables`    | int64     | the tables for it and for the kernel                             |
    """

    greedy: int
    evaluator: Evaluator
    tables: Vector


OPPONENTS = named_tuple(Opponents, types.int64, EVALUATOR, INTS)
"""The type of opponents as an argument of drivers."""


def parse_opponents(game: Game, spec: str | Learned) -> Opponents:
    """Return the opponents of a spec: `random`, `greedy`, `greedy(evaluate=learned)`, or the player of a file.

    Raises `InvalidOption` for other bots, and for a game that `greedy` cannot play here; `ParseError` for no spec.
    """
    if not isinstance(spec, str | Learned):
        raise InvalidOption(f"opponent is {shorten(to_text(spec))}: expected random, greedy, or a learnt player")
    if isinstance(spec, str) and spec.strip() == "random":
        return Opponents(0, draw_evaluator(game), game.tables)
    evaluate: str | Learned = spec
    if isinstance(spec, str):
        name, given = parse_spec(spec)
        if name != "greedy":
            raise InvalidOption(
                f"in games that are stepped in one call the opponents are random or greedy, not {shorten(spec)}"
            )
        evaluate = str(parse_options(name, GREEDY.options, given)["evaluate"])
    if len(first_turn(game).actors) > 1:
        raise InvalidOption(f"{game.name} has simultaneous turns, in which greedy opponents cannot play here")
    if not has_evaluation(game, evaluate):
        raise InvalidOption(f"{game.name} has no evaluation, and a greedy opponent needs one")
    return Opponents(1, *find_evaluator(game, evaluate))


@rule()
def play_greedily(kernel, opponents, t, v, awaited, action, scratch, rng):
    """Play v until a seat of the bit set `awaited` must act, or to the end, by the turns that `greedy` would play.

    If an awaited seat must act at once, `action` is its action in the first step; otherwise `action` is -1. Random
    numbers decide between turns of the same value, and for chance.
    """
    seats, num_ids = len(scratch.payoffs), len(scratch.ids)
    who = kernel.actors(t, v)
    while who and (action >= 0 or who & awaited == 0):
        if who == 1:
            play_chance(kernel, t, v, scratch, rng)
        else:
            scratch.chosen[0] = action
            if action < 0:
                seat = single_actor(who)
                best, _ = best_action(
                    kernel, opponents.evaluator, opponents.tables, v, seat, seats, num_ids, LONGEST_TURN, rng
                )
                scratch.chosen[0] = int(best)
            kernel.apply(t, v, scratch.chosen)
        action = -1
        who = kernel.actors(t, v)
