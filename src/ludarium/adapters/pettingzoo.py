"""PettingZoo environments of every installed game: an agent in every seat; the environment plays for chance.

The agents are `player_0`, `player_1`, ... by seat. An observation is a dictionary of what the agent observes
("observation") and its mask of legal actions ("action_mask"), which is in its info as well. An illegal action raises
`IllegalMove`, and nothing changes.

>>> from ludarium.adapters.pettingzoo import env
>>> ludo = env("ludo", markers=1)
>>> ludo.reset(seed=7)
>>> for agent in ludo.agent_iter(max_iter=3):
...     observation, reward, termination, truncation, info = ludo.last()
...     ludo.step(observation["action_mask"].argmax())
>>> saved = ludo.state_bytes()
>>> ludo.step(ludo.last()[0]["action_mask"].argmax())
>>> ludo.restore(saved)
>>> ludo.agent_selection
'player_0'
"""

from typing import Any

import numpy as np

from ludarium.adapters import parse_action
from ludarium.core.errors import IllegalMove, InvalidOption, LudariumError
from ludarium.core.extras import extra
from ludarium.core.kernel import Singles
from ludarium.core.observe import observe
from ludarium.core.spec import Value
from ludarium.core.text import shorten

with extra("pettingzoo", "this adapter"):
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from ludarium.adapters.episode import Observation, PettingZooGame
    from ludarium.adapters.learner import load_game
    from ludarium.adapters.rendering import RENDER_MODES, Frame, parse_render_mode


def env(name: str, **options: Any) -> "GameEnv":
    """Return an environment in which one agent acts after another (PettingZoo's AEC interface).

    In a simultaneous turn the actions are sealed until all agents have chosen. `render_mode` is "ansi", "rgb_array" or
    "human"; after `max_cycles` actions of one agent the game is truncated; other options are those of the game.

    Raises `ParseError` or `InvalidOption`, as `load` does.
    """
    return GameEnv(raw_env(name, **options))


def parallel_env(name: str, **options: Any) -> "ParallelGameEnv":
    """Return an environment in which all agents act at once, with the options of `env`.

    Raises `LudariumError` for a game whose seats take turns.
    """
    return ParallelGameEnv(name, **options)


class _BaseEnv:
    """The common base of the environments of both interfaces."""

    def __init__(
        self, name: str, *, render_mode: str | None = None, max_cycles: int | None = None, **options: Value
    ) -> None:
        if max_cycles is not None and max_cycles < 1:
            raise InvalidOption(f"max_cycles is a whole number from 1, not {shorten(str(max_cycles))}")
        self.episode = PettingZooGame(load_game(self, name, options))
        self.render_mode, self.max_cycles = parse_render_mode(render_mode), max_cycles
        self.metadata = {
            "name": f"ludarium_{self.episode.game.name}_v{self.episode.game.observation.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents, self.agents = self.episode.agents[:], list[str]()
        observation = self.episode.game.observation
        self.state_space = spaces.Box(observation.low, observation.high, dtype=np.float32)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.episode.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.episode.action_spaces[agent]

    def state(self) -> Singles:
        """Return the whole board, as the first agent observes it."""
        return observe(self.episode.state, 0)

    def render(self) -> Frame | None:
        """Return the board as text ("ansi") or as pixels ("rgb_array"), or print it ("human")."""
        return self.episode.render(self.render_mode)

    def close(self) -> None:
        """Do nothing."""

    def _infos(self) -> dict[str, dict[str, Any]]:
        masks = map(self.episode.action_mask, range(len(self.possible_agents)))
        return {agent: {"action_mask": mask} for agent, mask in zip(self.possible_agents, masks, strict=True)}


class raw_env(_BaseEnv, AECEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801  untyped; PettingZoo's name
    """A game in which one agent acts after another, without the check that `reset` is called first."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.episode.reset(seed)
        self._sealed: dict[int, int] = {}
        self._reset_agents()

    def step(self, action: int | None) -> None:
        """Play the selected agent's action; in a simultaneous turn, when the last agent has chosen.

        Raises `IllegalMove`, and then nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode, seat = self.episode, self.possible_agents.index(agent)
        chosen = parse_action(action)
        if chosen not in episode.state.legal(seat):
            raise IllegalMove(episode.state.explain(seat, chosen))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        sealed = {**self._sealed, seat: chosen}
        if len(sealed) == len(episode.state.actors):
            episode.play(*(sealed[actor] for actor in episode.state.actors))
            sealed = {}
        else:
            episode.rewards = (0.0,) * len(self.possible_agents)
        self._sealed = sealed
        self._update()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what an agent observes, with its action mask."""
        return self.episode.observe(self.possible_agents.index(agent))

    def state_bytes(self) -> bytes:
        """Return the game for `restore`, with sealed actions; the state of the random generator is not part of it."""
        return self.episode.save(self._sealed)

    def restore(self, saved: bytes) -> None:
        """Continue from a game that `state_bytes` returned.

        Raises `ParseError` for anything else.
        """
        self._sealed = self.episode.restore(saved)
        self._reset_agents()

    def _reset_agents(self) -> None:
        """Make all agents active, with rewards of 0."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._update()
        self._accumulate_rewards()

    def _update(self) -> None:
        """Set the agents' terminations, truncations, rewards and infos, and select the agent that acts next."""
        episode, (terminated, truncated) = self.episode, self.episode.status(self.max_cycles)
        self.terminations, self.truncations = (dict.fromkeys(self.agents, flag) for flag in (terminated, truncated))
        self.rewards = dict(zip(self.possible_agents, episode.rewards, strict=True))
        waiting = [seat for seat in episode.state.actors if seat not in self._sealed]
        if waiting:
            self.agent_selection = self.possible_agents[waiting[0]]
        self.infos = self._infos()
        if terminated or truncated:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()


class GameEnv(OrderEnforcingWrapper[str, Observation, int]):  # type: ignore[misc]  # PettingZoo is untyped
    """A game in which one agent acts after another; it must begin with `reset` or `restore`."""

    def state_bytes(self) -> bytes:
        """Return the game for `restore`, with sealed actions; the state of the random generator is not part of it.

        Raises `ResetNeeded` before the first game.
        """
        if not self._has_reset:
            raise ResetNeeded("no game has begun: call reset first")
        return bytes(self.env.state_bytes())

    def restore(self, saved: bytes) -> None:
        """Continue from a game that `state_bytes` returned, in this environment or another.

        Raises `ParseError` for anything else.
        """
        self.env.restore(saved)
        self._has_reset = True


class ParallelGameEnv(_BaseEnv, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo is untyped
    """A game in which all agents act at once; actions of agents that need not act are ignored."""

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(name, **options)
        self.episode.reset(None)
        if len(self.episode.state.actors) < 2:
            raise LudariumError(f"in {name} one seat acts after another: use env, not parallel_env")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game; returns the observations and the infos."""
        self.episode.reset(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play an action of every agent; returns observations, rewards, terminations, truncations and infos.

        Raises `IllegalMove` or `GameOver`, and then nothing has changed.
        """
        episode = self.episode
        acting = [self.possible_agents[seat] for seat in episode.state.actors]
        if missing := [agent for agent in acting if agent not in actions]:
            raise IllegalMove(f"{missing[0]} has no action: expected one of every agent")
        episode.play(*(parse_action(actions[agent]) for agent in acting))
        (terminated, truncated), agents = episode.status(self.max_cycles), self.agents
        earned = dict(zip(self.possible_agents, episode.rewards, strict=True))
        if self.render_mode == "human":
            self.render()
        self.agents = [] if terminated or truncated else agents
        terminations, truncations = dict.fromkeys(agents, terminated), dict.fromkeys(agents, truncated)
        return self._observations(), earned, terminations, truncations, self._infos()

    def state_bytes(self) -> bytes:
        """Return the game for `restore`; the state of the random generator is not part of it."""
        return self.episode.save({})

    def restore(self, saved: bytes) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Continue from a game that `state_bytes` returned; returns the observations and the infos.

        Raises `ParseError` for anything else.
        """
        self.episode.restore(saved)
        self.agents = [] if any(self.episode.status(self.max_cycles)) else self.possible_agents[:]
        return self._observations(), self._infos()

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.episode.observe(seat) for seat, agent in enumerate(self.possible_agents)}
