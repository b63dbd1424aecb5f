"""Laws of the rules: who acts, what is allowed, and how it ends."""

import copy
import math
import pickle
from itertools import islice, pairwise, product

import numpy as np

from ludarium.core.errors import GameOver, IllegalMove
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.observe import observe
from ludarium.core.registry import load
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample

_JOINT = 200
"""So many of the joint choices of a step are looked at."""
_SEARCH = 10_000
"""So many states are looked at for the end of a turn."""


def legal_actions_are_ids_in_order(sample: Sample) -> None:
    """Whoever must act has legal actions: ids in range, ascending; nature acts alone."""
    ids = set(range(sample.game.num_actions))
    for state in sample.states:
        must(CHANCE not in state.actors or len(state.actors) == 1, f"{state.actors} act with nature", state)
        for seat in state.actors:
            legal = state.legal(seat)
            must(legal, f"seat {seat} must act and has no legal action", state)
            must(ids.issuperset(legal), f"{legal} are not all ids", state)
            must(all(a < b for a, b in pairwise(legal)), f"{legal} do not ascend", state)


def every_turn_can_be_completed(sample: Sample) -> None:
    """After every legal action the game is over or somebody can act, and a turn that has begun can be ended."""
    for state in sample.states:
        for step in _steps(state):
            after = state.play_unchecked(*step)
            must(all(after.legal(seat) for seat in after.actors), f"{step} leads to a dead end", state)
            must(completes(after), f"{step} begins a turn that cannot be ended", state)


def play_is_play_unchecked_with_a_check(sample: Sample) -> None:
    """`play` does what `play_unchecked` does for legal actions, and for all others raises and changes nothing."""
    for state in sample.states:
        before, refusal = state.data, IllegalMove if state.actors else GameOver
        for step in _steps(state):
            must(state.play(*step) == state.play_unchecked(*step), f"play and play_unchecked differ on {step}", state)
        for step in _wrong_steps(state):
            try:
                state.play(*step)
            except refusal as error:
                must("\n" not in str(error) and str(error), f"{step} is refused with no sentence: {error!r}", state)
            else:
                must(False, f"{step} was played, which is not legal", state)
        must(state.data == before, "the state has changed", state)


def odds_are_those_of_the_legal_rolls(sample: Sample) -> None:
    """Nature's odds are positive, one for each of its legal ids, and sum to one."""
    for state in sample.states:
        chance_outcomes = state.chance_outcomes()
        must(
            bool(chance_outcomes) == (state.actors == (CHANCE,)),
            f"{state.actors} act, and the odds are {chance_outcomes}",
            state,
        )
        if chance_outcomes:
            must(
                all(chance > 0 for chance in chance_outcomes.values()),
                f"not all the odds are positive: {chance_outcomes}",
                state,
            )
            must(
                math.isclose(sum(chance_outcomes.values()), 1, abs_tol=1e-12),
                f"the odds sum to {sum(chance_outcomes.values())}",
                state,
            )


def scores_and_outcome_agree(sample: Sample) -> None:
    """Only a game that is over has winners, an outcome and an ending; winners have most points, and prizes."""
    for state in sample.states:
        scores, winners, over = state.points, state.winners, not state.actors
        must(all(math.isfinite(points) for points in scores), f"the scores are {scores}", state)
        must(over or not winners, f"{winners} have won a game that goes on", state)
        must(bool(state.ending) == over, f"the ending is {state.ending!r}", state)
        must((state.payoffs is not None) == over, f"the outcome is {state.payoffs}", state)
        must(all(scores[seat] == max(scores) for seat in winners), f"{winners} won with scores {scores}", state)
        must(
            set(state.winner_points) <= set(winners),
            f"{state.winner_points} were earned where {winners} have won",
            state,
        )
        if state.payoffs is not None:
            must(math.isclose(sum(state.payoffs), 1), f"the shares {state.payoffs} do not sum to one", state)


def random_games_end(sample: Sample) -> None:
    """No game takes more steps than the game promises."""
    for play in sample.plays:
        must(
            len(play.steps) <= sample.game.max_steps, f"a game took over {sample.game.max_steps} steps", play.states[-1]
        )
        must(not play.states[-1].actors, f"a game stopped after {len(play.steps)} steps", play.states[-1])


def every_option_can_be_set(sample: Sample) -> None:
    """Every value of every option makes a game that begins."""
    definition, options = sample.game.definition, sample.game.options
    for option in definition.options:
        values = option.values if len(option.values) <= 20 else (option.values[0], option.values[-1])
        for value in values:
            game = Game(definition, {**options, option.name: option.parse(value)})
            must(game.initial().actors, f"{game.spec} is over before it begins")
            must(game.max_steps > 0 and game.num_actions > 0 and game.seats > 0, f"{game.spec} has nothing to play")


def observations_are_what_they_are_said_to_be(sample: Sample) -> None:
    """What a seat sees has the shape that is told of it, and every number is of its type and in its range."""
    seen = sample.game.observation
    low, high = seen.low, seen.high
    whole = np.repeat([part.whole for part in seen.parts], [part.size for part in seen.parts])
    for state in sample.states:
        for seat in range(sample.game.seats):
            found = observe(state, seat)
            outside = np.argwhere(~((low <= found) & (found <= high)))
            must(not len(outside), f"seat {seat} sees numbers out of their range at {outside[:3].tolist()}", state)
            broken = found[whole] % 1 != 0
            must(not broken.any(), f"seat {seat} sees fractions in a part of whole numbers", state)


def states_are_values(sample: Sample) -> None:
    """A state is equal to its copies, and hashes alike."""
    for state in sample.states:
        reference = (State(state.game, bytes(bytearray(state.data))), copy.copy(state))
        must(
            all(reference == state and hash(reference) == hash(state) for reference in reference),
            "a copy is not equal",
            state,
        )


def states_can_be_pickled(sample: Sample) -> None:
    """A state comes back from a pickle, and so does its game."""
    for state in sample.states:
        must(pickle.loads(pickle.dumps(state)) == state, "it comes back from a pickle as another", state)  # noqa: S301  our own
        must(copy.deepcopy(state) == state, "a deep copy is not equal", state)


def the_spec_is_the_game(sample: Sample) -> None:
    """`load` reads the game's spec back to the game, and that of the same game with any one option changed."""
    for option in sample.game.definition.options:
        for value in (option.default, option.values[0], option.values[-1]):
            game = Game(sample.game.definition, {**sample.game.options, option.name: option.parse(value)})
            again = load(game.spec)
            must(again == game and again.options == game.options, f"{game.spec} reads back as {again.spec}")
            must(again.spec == game.spec, f"{game.spec} is written {again.spec} when it has been read back")


LAWS = (
    Law(legal_actions_are_ids_in_order),
    Law(every_turn_can_be_completed),
    Law(play_is_play_unchecked_with_a_check),
    Law(odds_are_those_of_the_legal_rolls),
    Law(scores_and_outcome_agree),
    Law(random_games_end),
    Law(every_option_can_be_set),
    Law(observations_are_what_they_are_said_to_be),
    Law(states_are_values),
    Law(states_can_be_pickled, installed=True),
    Law(the_spec_is_the_game, installed=True),
)


def _steps(state: State) -> list[tuple[int, ...]]:
    """The legal steps, or many of them where seats choose together."""
    if not state.actors:
        return []
    return list(islice(product(*(state.legal(seat) for seat in state.actors)), _JOINT))


def _wrong_steps(state: State) -> list[tuple[int, ...]]:
    """Steps that are not legal: too few or too many actions, and every id that is not."""
    legal = [state.legal(seat) for seat in state.actors]
    if not legal:
        return [(), (0,)]
    right = tuple(ids[0] for ids in legal)
    wrong = [(), right[1:], (*right, right[0])]
    for place, ids in enumerate(legal):
        others = set(range(-1, state.game.num_actions + 1)) | {-(2**70), 2**70}
        wrong += [(*right[:place], action, *right[place + 1 :]) for action in sorted(others.difference(ids))]
    return wrong


def completes(state: State) -> bool:
    """Whether some walk leads from here to the end of the turn."""
    seen, todo = {state}, [state]
    while todo and len(seen) < _SEARCH:
        here = todo.pop()
        if not here.actors or not here.in_turn:
            return True
        after = [here.play_unchecked(*step) for step in _steps(here)]
        todo += [state for state in after if state not in seen]
        seen.update(after)
    return False
