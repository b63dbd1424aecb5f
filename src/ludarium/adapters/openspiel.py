"""Every installed game as a game of OpenSpiel; `load` gives OpenSpiel's games to Ludarium's players.

Importing this module registers `ludarium_orion` and so on; the parameters are the options of the game.

>>> import pyspiel
>>> import ludarium.adapters.openspiel
>>> game = pyspiel.load_game("ludarium_vortex(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), game.num_players(), len(state.chance_outcomes())
(True, 3, 3)
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ludarium.adapters import rewards, to_rewards
from ludarium.adapters.spiel import load
from ludarium.core import registry
from ludarium.core.extras import extra
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.observe import observe
from ludarium.core.rng import generator
from ludarium.core.spec import Option, Value, format_spec

with extra("openspiel", "this adapter"):
    import pyspiel

__all__ = ["load"]

_PROBE_STEPS = 500
"""Steps of a random game that show whether a game has simultaneous nodes."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of Ludarium's with OpenSpiel's interface."""

    name: str

    def __init__(self, params: Mapping[str, Value] | None = None) -> None:
        given = dict(params or {})
        self.game = registry.load(format_spec(self.name, given))
        super().__init__(_game_type(self.game, _range_of_seats(self.name)), _game_info(self.game), given)

    def new_initial_state(self) -> "SpielState":
        """Return the initial state."""
        return SpielState(self)

    def state_at(self, position: str) -> "SpielState":
        """Return the state of a position as text, as the line protocol sends it.

        It can be copied and searched, but not serialized: OpenSpiel does so by the actions from the initial state.

        Raises what the position's notation raises.
        """
        state = SpielState(self)
        state._state = state._before = self.game.parse_position(position)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return an observer; both arguments are ignored, because all information is public."""
        return Observer(self.game)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of one of Ludarium's games with OpenSpiel's interface."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._state = self._before = game.game.initial()

    @property
    def ludarium_state(self) -> State:
        """The same position as a state of Ludarium's."""
        return self._state

    def current_player(self) -> int:
        """Return the seat that acts, or OpenSpiel's id of chance, of a simultaneous node or of the end."""
        actors = self._state.actors
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        if len(actors) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(pyspiel.PlayerId.CHANCE) if actors[0] == CHANCE else actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._state.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return list(self._state.chance_outcomes().items())

    def _apply_action(self, action: int) -> None:
        self._before, self._state = self._state, self._state.play(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self._before, self._state = self._state, self._state.play(*(actions[seat] for seat in self._state.actors))

    def _action_to_string(self, player: int, action: int) -> str:
        return self._state.action_name(action, CHANCE if player == pyspiel.PlayerId.CHANCE else player)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self._state.actors

    def rewards(self) -> list[float]:
        """Return what every seat has earned in the last step."""
        return list(rewards(self._state, self._before))

    def returns(self) -> list[float]:
        """Return the reward of every seat: its payoff, or for equal shares 1 for a win and in all 0."""
        return list(rewards(self._state))

    def __str__(self) -> str:
        return str(self._state)


class Observer:
    """The observation of a seat: `tensor` is a flat float32 vector, `dict["observation"]` the same data in shape."""

    def __init__(self, game: Game) -> None:
        shape = game.observation.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player observes in a state."""
        self.dict["observation"][:] = observe(state.ludarium_state, max(player, 0))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position as text; every player observes all of it."""
        return str(state)


def _game_type(game: Game, seats: range) -> pyspiel.GameType:
    kinds, chance = pyspiel.GameType, pyspiel.GameType.ChanceMode
    return kinds(
        short_name=f"ludarium_{game.name}",
        long_name=game.definition.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if _is_simultaneous(game) else kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if game.max_chance_outcomes else chance.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=_utility(game),
        reward_model=kinds.RewardModel.REWARDS if game.observation.earned else kinds.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: _default(option) for option in game.definition.options},
    )


def _utility_sum(game: Game) -> float | None:
    """Return the sum of the rewards of all seats, None if it differs from game to game."""
    total = game.payoff_range.total
    return None if total is None else sum(to_rewards(game, (total / game.seats,) * game.seats))


def _utility(game: Game) -> pyspiel.GameType.Utility:
    """Return how the rewards of the seats depend on each other."""
    total = _utility_sum(game)
    if game.seats > 1 and len(set(game.teams)) == 1:
        return pyspiel.GameType.Utility.IDENTICAL
    if total is None:
        return pyspiel.GameType.Utility.GENERAL_SUM
    return pyspiel.GameType.Utility.CONSTANT_SUM if total else pyspiel.GameType.Utility.ZERO_SUM


def _game_info(game: Game) -> pyspiel.GameInfo:
    least, greatest = to_rewards(game, (game.payoff_range.least, game.payoff_range.greatest))
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=game.max_chance_outcomes,
        num_players=game.seats,
        min_utility=least,
        max_utility=greatest,
        utility_sum=_utility_sum(game),
        max_game_length=game.max_steps,
    )


def _default(option: Option) -> Value:
    """Return an option's default in the type of its parameter: text where the values have several types."""
    numbers = isinstance(option.values, range) or all(isinstance(value, int) for value in option.values)
    return option.default if numbers else str(option.default)


@cache
def _is_simultaneous(game: Game) -> bool:
    """Return whether several seats act at once in a random game."""
    state, rng = game.initial(), generator(0)
    for _ in range(_PROBE_STEPS):
        if len(state.actors) != 1:
            break
        state = state.play_unchecked(int(rng.choice(state.legal())))
    return len(state.actors) > 1


def _range_of_seats(name: str) -> range:
    """Return the range of the numbers of seats that the options of a game allow, one option changed at a time."""
    default = registry.load(name)
    seats = {default.seats}
    for option in default.definition.options:
        values = option.values
        ends = (values[0], values[-1]) if isinstance(values, range) else values
        seats |= {registry.load(format_spec(name, {option.name: value})).seats for value in ends}
    return range(min(seats), max(seats) + 1)


for _name in registry.game_names():
    _kind = type(f"Spiel{_name.title()}", (SpielGame,), {"name": _name, "__module__": __name__})
    globals()[_kind.__name__] = _kind  # pickle looks for it there
    pyspiel.register_game(_game_type(registry.load(_name), _range_of_seats(_name)), _kind)
