"""OpenSpiel's rules as a kernel of ours: the states of a game are kept by their histories, and asked.

v holds how many actions there were, and then the actions, nature's included; of a joint step one for each who acts.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numba
from numba import objmode

from ludarium.core.errors import LudariumError, ParseError, UnknownGame
from ludarium.core.extras import extra
from ludarium.core.kernel import ACTORS, APPLY, CHANCE, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector
from ludarium.core.text import nearest, shorten

with extra("openspiel", "this adapter"):
    import pyspiel

_KEPT = 100_000
"""So many states are kept by their histories, and then all are forgotten."""


class Table:
    """One of OpenSpiel's games, and the states of it that were met."""

    number: int
    """The only constant of the kernel: the place in `TABLES`."""

    def __init__(self, spec: str) -> None:
        name = spec.partition("(")[0].strip()
        if name not in pyspiel.registered_names():
            raise UnknownGame(f"OpenSpiel has no game {shorten(name)}{nearest(name, pyspiel.registered_names())}")
        try:
            self.game = pyspiel.load_game(spec)
        except pyspiel.SpielError as error:
            raise ParseError(f"OpenSpiel cannot load {shorten(spec)}: {str(error).splitlines()[0]}") from error
        if self.game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise LudariumError(f"{spec} does not tell its odds, and our players want them")
        if self.game.get_type().dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
            raise LudariumError(f"{spec} is a game of crowds, in which nobody has a seat")
        self.spec, self.seats = spec, int(self.game.num_players())
        self.met: dict[bytes, Any] = {}
        self.number = len(TABLES)
        TABLES.append(self)

    def state(self, v: Vector) -> Any:
        """The state that a history leads to; it is shared, so nobody may play it on."""
        actions = v[1 : 1 + v[0]]
        found = self.met.get(actions.tobytes())
        if found is None:
            found = self.replay(actions.tolist())
            self.keep(actions, found)
        return found

    def keep(self, actions: Vector, state: Any) -> None:
        """Remember the state that these actions lead to."""
        if len(self.met) >= _KEPT:
            self.met.clear()
        self.met[actions.tobytes()] = state

    def replay(self, actions: Iterable[int], *, checked: bool = False) -> Any:
        """The state after these actions, those of a joint step in the order of the seats.

        Raises `ParseError` where `checked` actions are not legal.
        """
        state, left = self.game.new_initial_state(), list(actions)
        while left:
            actors = actors_of(state)
            step, left = left[: len(actors)], left[len(actors) :]
            if checked:
                legal = [self.legal(state, seat) for seat in actors]
                if not actors or len(step) < len(actors) or any(map(_is_missing, step, legal)):
                    raise ParseError(f"in {self.spec} {shorten(str(step))} cannot follow upon {state.history()}")
            state = self.play(state, step)
        return state

    def play(self, state: Any, step: Sequence[int]) -> Any:
        """The state after one step."""
        after, actors = state.clone(), actors_of(state)
        if state.is_simultaneous_node():
            orders = dict(zip(actors, step, strict=True))
            after.apply_actions([orders.get(seat, 0) for seat in range(self.seats)])
        else:
            after.apply_action(step[0])
        return after

    def legal(self, state: Any, seat: int) -> list[int]:
        """The legal actions of a seat, or of nature."""
        if seat == CHANCE:
            return sorted(action for action, _ in state.chance_outcomes())
        return sorted(state.legal_actions(seat))

    def name(self, state: Any, seat: int, action: int) -> str:
        """What OpenSpiel calls an action, in one line."""
        player = pyspiel.PlayerId.CHANCE if seat == CHANCE else seat
        return " ".join(str(state.action_to_string(player, action)).split())


TABLES: list[Table] = []


def _is_missing(action: int, legal: Sequence[int]) -> bool:
    return action not in legal


def actors_of(state: Any) -> list[int]:
    """Who must act."""
    if state.is_terminal():
        return []
    if state.is_chance_node():
        return [CHANCE]
    if state.is_simultaneous_node():
        return [seat for seat in range(state.num_players()) if state.legal_actions(seat)]
    return [int(state.current_player())]


def _actors(t: Vector, v: Vector) -> int:
    return sum(1 << seat + 1 for seat in actors_of(TABLES[t[0]].state(v)))


def _legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    table = TABLES[t[0]]
    found = table.legal(table.state(v), seat)
    out[: len(found)] = found
    return len(found)


def _odds(t: Vector, v: Vector, out: Floats) -> int:
    chance_outcomes = sorted(TABLES[t[0]].state(v).chance_outcomes())
    out[: len(chance_outcomes)] = [chance for _, chance in chance_outcomes]
    return len(chance_outcomes)


def _apply(t: Vector, v: Vector, actions: Vector) -> None:
    table, length = TABLES[t[0]], int(v[0])
    before = table.state(v)
    step = [int(action) for action in actions[: len(actors_of(before))]]
    v[1 + length : 1 + length + len(step)] = step
    v[0] += len(step)
    history = v[1 : 1 + v[0]]
    if history.tobytes() not in table.met:
        table.keep(history, table.play(before, step))


def _scores(t: Vector, v: Vector, out: Floats) -> int:
    """The returns; the winners are those with the most, unless all have as much."""
    state = TABLES[t[0]].state(v)
    out[:] = state.returns()
    best = out.max()
    if not state.is_terminal() or (out == best).all():
        return 0
    return sum(1 << seat for seat in range(len(out)) if out[seat] == best)


@cache
def kernel() -> Kernel:
    """The five functions, compiled around what they call; Numba keeps no such code on disk.

    Nothing may be returned from within `objmode`, so the results have names.
    """

    @numba.njit(ACTORS)
    def actors(t, v):
        with objmode(found="int64"):
            found = _actors(t, v)
        return found  # noqa: RET504  objmode wants a name

    @numba.njit(LEGAL)
    def legal(t, v, seat, out):
        with objmode(count="int64"):
            count = _legal(t, v, seat, out)
        return count  # noqa: RET504  objmode wants a name

    @numba.njit(CHANCE_OUTCOMES)
    def chance_outcomes(t, v, out):
        with objmode(count="int64"):
            count = _odds(t, v, out)
        return count  # noqa: RET504  objmode wants a name

    @numba.njit(APPLY)
    def apply(t, v, actions):
        with objmode():
            _apply(t, v, actions)

    @numba.njit(RESULTS)
    def results(t, v, out):
        with objmode(winners="int64"):
            winners = _scores(t, v, out)
        return winners  # noqa: RET504  objmode wants a name

    return Kernel(actors, legal, chance_outcomes, apply, results)
