"""Every installed game for OpenSpiel, and OpenSpiel's games for our players.

Importing this registers `ludarium_orion` and the like, with the game's own options for parameters; `load` goes the
other way.

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

from ludarium.adapters import rewards
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

_PROBE = 500
"""So many steps of a random game show whether chance plays a part, and whether several seats act at once."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our games, as OpenSpiel sees a game."""

    name: str

    def __init__(self, params: Mapping[str, Value] | None = None) -> None:
        given = dict(params or {})
        self.game = registry.load(format_spec(self.name, given))
        super().__init__(_game_type(self.game, _range_of_seats(self.name)), _game_info(self.game), given)

    def new_initial_state(self) -> "SpielState":
        """The state in which play begins."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a player sees."""
        return Observer(self.game)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of one of our games, as OpenSpiel sees a state."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._state = game.game.initial()

    @property
    def ours(self) -> State:
        """The same position as a state of our own."""
        return self._state

    def current_player(self) -> int:
        """The seat that acts, or OpenSpiel's number for nature, several seats or the end."""
        actors = self._state.actors
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        if len(actors) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(pyspiel.PlayerId.CHANCE) if actors[0] == CHANCE else actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._state.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Nature's actions with their probabilities."""
        return list(self._state.chance_outcomes().items())

    def _apply_action(self, action: int) -> None:
        self._state = self._state.play(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self._state = self._state.play(*(actions[seat] for seat in self._state.actors))

    def _action_to_string(self, player: int, action: int) -> str:
        return self._state.action_name(action, CHANCE if player == pyspiel.PlayerId.CHANCE else player)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._state.actors

    def returns(self) -> list[float]:
        """What every seat has earned: 1 for a win, and in all nothing."""
        return list(rewards(self._state))

    def __str__(self) -> str:
        return str(self._state)


class Observer:
    """What a seat sees, as OpenSpiel asks for it: a tensor, and the same by name."""

    def __init__(self, game: Game) -> None:
        shape = game.observation.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state."""
        self.dict["observation"][:] = observe(state.ours, max(player, 0))

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text: everybody sees all of it."""
        return str(state)


def _game_type(game: Game, seats: range) -> pyspiel.GameType:
    dice, joint = _shape(game)
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"ludarium_{game.name}",
        long_name=game.definition.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if joint else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if dice else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if game.seats == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: _default(option) for option in game.definition.options},
    )


def _game_info(game: Game) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=game.num_actions if _shape(game)[0] else 0,
        num_players=game.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=None if game.seats == 1 else 0.0,
        max_game_length=game.max_steps,
    )


def _default(option: Option) -> Value:
    """An option's usual value, of the type that its parameter has: choices of several types are text."""
    numbers = isinstance(option.values, range) or all(isinstance(value, int) for value in option.values)
    return option.default if numbers else str(option.default)


@cache
def _shape(game: Game) -> tuple[bool, bool]:
    """Whether chance plays a part, and whether several seats act at once, as a random game shows."""
    dice, joint, state, rng = False, False, game.initial(), generator(0)
    for _ in range(_PROBE):
        actors = state.actors
        if not actors:
            break
        dice, joint = dice or actors == (CHANCE,), joint or len(actors) > 1
        state = state.play_unchecked(*(int(rng.choice(state.legal(seat))) for seat in actors))
    return dice, joint


def _range_of_seats(name: str) -> range:
    """The fewest and the most seats that a single option of the game makes."""
    usual = registry.load(name)
    seats = {usual.seats}
    for option in usual.definition.options:
        values = option.values
        ends = (values[0], values[-1]) if isinstance(values, range) else values
        seats |= {registry.load(format_spec(name, {option.name: value})).seats for value in ends}
    return range(min(seats), max(seats) + 1)


for _name in registry.game_names():
    _kind = type(f"Spiel{_name.title()}", (SpielGame,), {"name": _name, "__module__": __name__})
    globals()[_kind.__name__] = _kind  # where pickle looks for it
    pyspiel.register_game(_game_type(registry.load(_name), _range_of_seats(_name)), _kind)
