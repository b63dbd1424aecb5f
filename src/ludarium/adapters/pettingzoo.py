"""Every installed game for PettingZoo: an agent in every seat, and the environment throws the dice.

Agents are called `player_0` and so on, by seat. An observation holds what the agent sees and its mask of legal
actions, which is in its info as well; an illegal action raises, and nothing changes.

>>> from ludarium.adapters.pettingzoo import env
>>> ludo = env("ludo", markers=1)
>>> ludo.reset(seed=7)
>>> for agent in ludo.agent_iter(max_iter=3):
...     seen, reward, terminated, truncated, info = ludo.last()
...     ludo.step(seen["action_mask"].argmax())
>>> kept = ludo.state_bytes()
>>> ludo.step(ludo.last()[0]["action_mask"].argmax())
>>> ludo.restore(kept)
>>> ludo.agent_selection
'player_0'
"""

from typing import Any

import numpy as np

from ludarium.adapters import read_action, rewards
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

    from ludarium.adapters.pictures import MODES, Frame, read_mode
    from ludarium.adapters.table import Seen, Table


def env(name: str, **options: Any) -> "GameEnv":
    """A game in which one agent acts after another; the orders of a joint step stay sealed until all are given.

    `render_mode` is "ansi", "rgb_array" or "human"; after `max_cycles` actions of one agent the game is cut off; the
    other options are the game's own. Raises what `load` raises.
    """
    return GameEnv(raw_env(name, **options))


def parallel_env(name: str, **options: Any) -> "JointEnv":
    """A game in which all agents act at once, with the options of `env`.

    Raises `LudariumError` for a game whose seats take turns.
    """
    return JointEnv(name, **options)


class _Env:
    """What the environments of both kinds offer."""

    def __init__(
        self, name: str, *, render_mode: str | None = None, max_cycles: int | None = None, **options: Value
    ) -> None:
        if max_cycles is not None and max_cycles < 1:
            raise InvalidOption(f"max_cycles is a whole number from 1, not {shorten(str(max_cycles))}")
        self.table = Table(name, options)
        self.render_mode, self.max_cycles = read_mode(render_mode), max_cycles
        self.metadata = {
            "name": f"ludarium_{self.table.game.name}_v{self.table.game.observation.version}",
            "render_modes": list(MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents, self.agents = self.table.agents[:], list[str]()
        seen = self.table.game.observation
        self.state_space = spaces.Box(seen.low, seen.high, dtype=np.float32)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees, as a space."""
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """An agent's actions, as a space."""
        return self.table.action_spaces[agent]

    def state(self) -> Singles:
        """The whole board, as the first agent sees it."""
        return observe(self.table.state, 0)

    def render(self) -> Frame | None:
        """The board: as text, as pixels, or shown to people in the terminal."""
        return self.table.picture(self.render_mode)

    def close(self) -> None:
        """Nothing is held that would have to be given back."""

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self.table.mask(seat)} for seat, agent in enumerate(self.possible_agents)}


class raw_env(_Env, AECEnv[str, Seen, int]):  # type: ignore[misc]  # noqa: N801  untyped there; the usual name
    """A game in which one agent acts after another, with no check of the order in which it is used."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.table.begin(seed)
        self._orders: dict[int, int] = {}
        self._deal()

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is; where all act at once, when the last has chosen.

        Raises `IllegalMove`, and then nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table, seat = self.table, self.possible_agents.index(agent)
        chosen = read_action(action)
        if chosen not in table.state.legal(seat):
            raise IllegalMove(table.state.explain(seat, chosen))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        orders = {**self._orders, seat: chosen}
        if len(orders) == len(table.state.actors):
            table.play(*(orders[actor] for actor in table.state.actors))
            orders = {}
        self._orders = orders
        self._tell()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and may do."""
        return self.table.seen(self.possible_agents.index(agent))

    def state_bytes(self) -> bytes:
        """The game to be kept and restored, sealed orders included; the dice yet to be thrown are no part of it."""
        return self.table.keep(self._orders)

    def restore(self, kept: bytes) -> None:
        """Go on from a game that was kept.

        Raises `ParseError` where it is none.
        """
        self._orders = self.table.restore(kept)
        self._deal()

    def _deal(self) -> None:
        """Seat all agents again."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._tell()
        self._accumulate_rewards()

    def _tell(self) -> None:
        """Tell every agent how things stand, and whose turn it is."""
        table, (ended, cut) = self.table, self.table.over(self.max_cycles)
        self.terminations, self.truncations = dict.fromkeys(self.agents, ended), dict.fromkeys(self.agents, cut)
        self.rewards = dict(zip(self.possible_agents, rewards(table.state), strict=True))
        waiting = [seat for seat in table.state.actors if seat not in self._orders]
        if waiting:
            self.agent_selection = self.possible_agents[waiting[0]]
        self.infos = self._infos()
        if ended or cut:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()


class GameEnv(OrderEnforcingWrapper[str, Seen, int]):  # type: ignore[misc]  # PettingZoo is untyped
    """A game in which one agent acts after another, and nothing before it has begun: by `reset`, or by `restore`."""

    def state_bytes(self) -> bytes:
        """The game to be kept and restored, as `raw_env` does.

        Raises `ResetNeeded` where none has begun.
        """
        if not self._has_reset:
            raise ResetNeeded("no game has begun: call reset first")
        kept: bytes = self.env.state_bytes()
        return kept

    def restore(self, kept: bytes) -> None:
        """Go on from a game that was kept, in this environment or another.

        Raises `ParseError` where it is none.
        """
        self.env.restore(kept)
        self._has_reset = True


class JointEnv(_Env, ParallelEnv[str, Seen, int]):  # type: ignore[misc]  # PettingZoo is untyped
    """A game in which all agents act at once; what an agent says that need not act any more is not heard."""

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(name, **options)
        self.table.begin(None)
        if len(self.table.state.actors) < 2:
            raise LudariumError(f"in {name} one seat acts after another: env plays it, and parallel_env does not")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play an action of every agent.

        Raises `IllegalMove` or `GameOver`, and then nothing has changed.
        """
        table = self.table
        acting = [self.possible_agents[seat] for seat in table.state.actors]
        if missing := [agent for agent in acting if agent not in actions]:
            raise IllegalMove(f"{missing[0]} has chosen nothing, and all act at once")
        table.play(*(read_action(actions[agent]) for agent in acting))
        agents, (ended, cut) = self.agents, table.over(self.max_cycles)
        earned = dict(zip(self.possible_agents, rewards(table.state), strict=True))
        if self.render_mode == "human":
            self.render()
        self.agents = [] if ended or cut else agents
        return self._seen(), earned, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), self._infos()

    def state_bytes(self) -> bytes:
        """The game to be kept and restored; the dice yet to be thrown are no part of it."""
        return self.table.keep({})

    def restore(self, kept: bytes) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Go on from a game that was kept.

        Raises `ParseError` where it is none.
        """
        self.table.restore(kept)
        self.agents = [] if any(self.table.over(self.max_cycles)) else self.possible_agents[:]
        return self._seen(), self._infos()

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.table.seen(seat) for seat, agent in enumerate(self.possible_agents)}
