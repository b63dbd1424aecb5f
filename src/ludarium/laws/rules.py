"""Laws of the rules: who acts, what is legal, and how games end."""

import copy
import math
import pickle
from itertools import islice, pairwise, product

import numpy as np

from ludarium.core.errors import GameOver, IllegalMove, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.observe import observe
from ludarium.core.registry import load
from ludarium.laws.broken import LawBroken
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample, action_ids

_STEPS = 200
"""The number of legal steps of a state that are tested; a simultaneous turn may have many more."""
_SEARCH = 10_000
"""The number of states that are searched for the end of a turn."""


def legal_actions_are_ids_in_order(sample: Sample) -> None:
    """Every actor has legal actions, whose ids ascend, in the range of seats or of chance; chance acts alone."""
    for state in sample.states:
        must(
            CHANCE not in state.actors or len(state.actors) == 1,
            f"{state.actors} act at once, one of them chance",
            state,
        )
        for seat in state.actors:
            legal = state.legal(seat)
            must(legal, f"seat {seat} must act and has no legal action", state)
            ids = action_ids(sample.game, seat)
            must(set(legal).issubset(ids), f"{legal} are not all from 0 to {len(ids) - 1}", state)
            must(all(a < b for a, b in pairwise(legal)), f"{legal} do not ascend", state)


def every_turn_can_be_completed(sample: Sample) -> None:
    """After every legal action the game is over or an actor has a legal action, and every turn can be completed."""
    for state in sample.states:
        for step in _steps(state):
            after = state.play_unchecked(*step)
            must(
                all(after.legal(seat) for seat in after.actors), f"{step} leads to a state without legal actions", state
            )
            must(completes(after), f"{step} begins a turn that cannot be completed", state)


def play_is_play_unchecked_with_a_check(sample: Sample) -> None:
    """`play` gives what `play_unchecked` gives for legal actions; for all others it raises and changes nothing."""
    for state in sample.states:
        before, refusal = state.data, IllegalMove if state.actors else GameOver
        for step in _steps(state):
            must(state.play(*step) == state.play_unchecked(*step), f"play and play_unchecked differ on {step}", state)
        for step in _wrong_steps(state):
            try:
                state.play(*step)
            except refusal as error:
                must("\n" not in str(error) and str(error), f"the error for {step} is not a sentence: {error!r}", state)
            else:
                must(False, f"{step} was played and is not legal", state)
        must(state.data == before, "the state has changed", state)


def chance_outcomes_match_the_legal_actions(sample: Sample) -> None:
    """The probabilities of chance are positive, one for each legal action, and sum to 1."""
    for state in sample.states:
        outcomes = state.chance_outcomes()
        must(
            bool(outcomes) == (state.actors == (CHANCE,)),
            f"{state.actors} act, and the chance outcomes are {outcomes}",
            state,
        )
        if outcomes:
            must(
                all(probability > 0 for probability in outcomes.values()),
                f"not all probabilities are positive: {outcomes}",
                state,
            )
            must(
                math.isclose(sum(outcomes.values()), 1, abs_tol=1e-12),
                f"the probabilities sum to {sum(outcomes.values())}",
                state,
            )


def points_winners_and_payoffs_agree(sample: Sample) -> None:
    """Only a game that is over has winners, payoffs and an ending; of teams, winners have the most points."""
    for state in sample.states:
        points, winners, over = state.points, state.winners, not state.actors
        must(all(math.isfinite(number) for number in points), f"the points are {points}", state)
        must(over or not winners, f"{winners} have won a game that is not over", state)
        must(bool(state.ending) == over, f"the ending is {state.ending!r}", state)
        must((state.payoffs is not None) == over, f"the payoffs are {state.payoffs}", state)
        best = {team for seat, team in enumerate(sample.game.teams) if points[seat] == max(points)}
        must(all(sample.game.teams[seat] in best for seat in winners), f"{winners} won with the points {points}", state)
        must(
            set(state.winner_points) <= set(winners),
            f"{state.winner_points} were earned, and the winners are {winners}",
            state,
        )


def payoffs_are_as_declared(sample: Sample) -> None:
    """Payoffs are numbers in their range, with the declared sum; the seats of a team win and are paid alike."""
    declared, teams = sample.game.payoff_range, sample.game.teams
    must(len(teams) == sample.game.seats, f"{len(teams)} teams are named for {sample.game.seats} seats")
    for state in sample.states:
        paid, winners = state.payoffs, state.winners
        if paid is None:
            continue
        must(all(map(math.isfinite, paid)), f"the payoffs are {paid}", state)
        must(declared.covers(paid), f"the payoffs {paid} do not match {declared}", state)
        for seat, team in enumerate(teams):
            first = teams.index(team)
            alike = paid[seat] == paid[first] and (seat in winners) == (first in winners)
            must(alike, f"seats {first} and {seat} are a team, the payoffs are {paid} and the winners {winners}", state)


def random_games_end(sample: Sample) -> None:
    """No game takes more than `max_steps` steps."""
    for play in sample.plays:
        must(
            len(play.steps) <= sample.game.max_steps,
            f"a game took more than {sample.game.max_steps} steps",
            play.states[-1],
        )
        must(not play.states[-1].actors, f"a game stopped after {len(play.steps)} steps", play.states[-1])


def every_option_can_be_set(sample: Sample) -> None:
    """Every value of every option gives a game that can begin."""
    definition, options = sample.game.definition, sample.game.options
    for option in definition.options:
        values = option.values if len(option.values) <= 20 else (option.values[0], option.values[-1])
        for value in values:
            game = Game(definition, {**options, option.name: option.parse(value)})
            must(game.initial().actors, f"{game.spec} is over at its start")
            must(
                game.max_steps > 0 and game.num_actions > 0 and game.seats > 0,
                f"{game.spec} has no steps, actions or seats",
            )


def observations_match_their_format(sample: Sample) -> None:
    """An observation has the declared shape, and every number has the declared type and range."""
    seen = sample.game.observation
    low, high = seen.low, seen.high
    whole = np.repeat([part.whole for part in seen.parts], [part.size for part in seen.parts])
    for state in sample.states:
        for seat in range(sample.game.seats):
            found = observe(state, seat)
            outside = np.argwhere(~((low <= found) & (found <= high)))
            must(not len(outside), f"seat {seat} sees numbers out of range at {outside[:3].tolist()}", state)
            broken = found[whole] % 1 != 0
            must(not broken.any(), f"seat {seat} sees fractions where whole numbers are declared", state)


def states_are_values(sample: Sample) -> None:
    """A state is equal to its copies and has the same hash."""
    for state in sample.states:
        for other in (State(state.game, bytes(bytearray(state.data))), copy.copy(state)):
            must(other == state and hash(other) == hash(state), "a copy is not equal", state)


def states_can_be_pickled(sample: Sample) -> None:
    """A state that is pickled and loaded again is equal, and so is its game."""
    for state in sample.states:
        must(pickle.loads(pickle.dumps(state)) == state, "after pickling it is not equal", state)  # noqa: S301  the pickle is our own
        must(copy.deepcopy(state) == state, "a deep copy is not equal", state)


def the_spec_identifies_the_game(sample: Sample) -> None:
    """`load` returns the game from its spec, also with any one option changed."""
    for option in sample.game.definition.options:
        try:
            option.parse(option.default)
        except LudariumError as error:
            raise LawBroken(f"the default of the option {option.name} is not one of its values: {error}") from error
        for value in (option.default, option.values[0], option.values[-1]):
            game = Game(sample.game.definition, {**sample.game.options, option.name: option.parse(value)})
            again = load(game.spec)
            must(again == game and again.options == game.options, f"{game.spec} is parsed as {again.spec}")
            must(again.spec == game.spec, f"{game.spec} is parsed and then written as {again.spec}")


LAWS = (
    Law(legal_actions_are_ids_in_order),
    Law(every_turn_can_be_completed),
    Law(play_is_play_unchecked_with_a_check),
    Law(chance_outcomes_match_the_legal_actions),
    Law(points_winners_and_payoffs_agree),
    Law(payoffs_are_as_declared),
    Law(random_games_end),
    Law(every_option_can_be_set),
    Law(observations_match_their_format),
    Law(states_are_values),
    Law(states_can_be_pickled, installed=True),
    Law(the_spec_identifies_the_game, installed=True),
)


def _steps(state: State) -> list[tuple[int, ...]]:
    """Return the legal steps; where several seats act, at most `_STEPS` of them."""
    if not state.actors:
        return []
    return list(islice(product(*(state.legal(seat) for seat in state.actors)), _STEPS))


def _wrong_steps(state: State) -> list[tuple[int, ...]]:
    """Return illegal steps: with too few or too many actions, and with every illegal id."""
    legal = [state.legal(seat) for seat in state.actors]
    if not legal:
        return [(), (0,)]
    right = tuple(ids[0] for ids in legal)
    wrong = [(), right[1:], (*right, right[0])]
    for place, ids in enumerate(legal):
        others = set(range(-1, state.game.num_ids + 1)) | {-(2**70), 2**70}
        wrong += [(*right[:place], action, *right[place + 1 :]) for action in sorted(others.difference(ids))]
    return wrong


def completes(state: State) -> bool:
    """Return whether some actions lead from here to the end of the turn."""
    seen, todo = {state}, [state]
    while todo and len(seen) < _SEARCH:
        here = todo.pop()
        if not here.actors or not here.in_turn:
            return True
        after = [here.play_unchecked(*step) for step in _steps(here)]
        todo += [state for state in after if state not in seen]
        seen.update(after)
    return False
