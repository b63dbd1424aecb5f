"""OpenSpiel's rules as a kernel: the states of a game are cached by their histories.

The tables `t` are one word, the index of the game in `GAMES`. The position `v` is a history:

| index      | meaning                                                                                  |
| ---------- | ---------------------------------------------------------------------------------------- |
| 0          | the number n of actions                                                                  |
| 1 to n     | the actions in order, those of chance included; of a simultaneous step one a seat        |
"""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any

from numba import objmode

from ludarium.core.errors import LudariumError, ParseError, UnknownGame
from ludarium.core.extras import extra
from ludarium.core.kernel import (
    ACTORS,
    APPLY,
    CHANCE,
    CHANCE_OUTCOMES,
    LEGAL,
    RESULTS,
    Floats,
    Kernel,
    Vector,
    compiled,
    pay_points,
)
from ludarium.core.text import nearest, shorten

with extra("openspiel", "this adapter"):
    import pyspiel

_CACHE_SIZE = 100_000
"""States in the cache; when it is full, it is cleared."""


class SpielStates:
    """One of OpenSpiel's games with a cache of its states; `number` is its index in `GAMES`."""

    number: int

    def __init__(self, spec: str) -> None:
        name = spec.partition("(")[0].strip()
        if name not in pyspiel.registered_names():
            raise UnknownGame(f"OpenSpiel has no game {shorten(name)}{nearest(name, pyspiel.registered_names())}")
        try:
            self.game = pyspiel.load_game(spec)
        except pyspiel.SpielError as error:
            raise ParseError(f"OpenSpiel cannot load {shorten(spec)}: {str(error).splitlines()[0]}") from error
        if self.game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise LudariumError(f"{spec} does not give the probabilities of chance, which Ludarium's players need")
        if self.game.get_type().dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
            raise LudariumError(f"{spec} is a mean field game, which has no seats")
        self.spec, self.seats = spec, int(self.game.num_players())
        self.cache: dict[bytes, Any] = {}
        self.number = len(GAMES)
        GAMES.append(self)

    def state(self, v: Vector) -> Any:
        """Return the state that a history leads to; it is shared, and must not be changed."""
        actions = v[1 : 1 + v[0]]
        found = self.cache.get(actions.tobytes())
        if found is None:
            found = self.replay(actions.tolist())
            self.store(actions, found)
        return found

    def store(self, actions: Vector, state: Any) -> None:
        """Add the state that these actions lead to to the cache."""
        if len(self.cache) >= _CACHE_SIZE:
            self.cache.clear()
        self.cache[actions.tobytes()] = state

    def replay(self, actions: Iterable[int], *, checked: bool = False) -> Any:
        """Return the state after these actions, those of a simultaneous step in the order of the seats.

        Raises `ParseError` if `checked` and an action is not legal.
        """
        state, left = self.game.new_initial_state(), list(actions)
        while left:
            actors = actors_of(state)
            step, left = left[: len(actors)], left[len(actors) :]
            if checked:
                legal = [self.legal(state, seat) for seat in actors]
                if not actors or len(step) < len(actors) or any(map(_is_missing, step, legal)):
                    raise ParseError(f"in {self.spec} {shorten(str(step))} is not legal after {state.history()}")
            state = self.play(state, step)
        return state

    def play(self, state: Any, step: Sequence[int]) -> Any:
        """Return the state after one step; the given one does not change."""
        after, actors = state.clone(), actors_of(state)
        if state.is_simultaneous_node():
            orders = dict(zip(actors, step, strict=True))
            after.apply_actions([orders.get(seat, 0) for seat in range(self.seats)])
        else:
            after.apply_action(step[0])
        return after

    def legal(self, state: Any, seat: int) -> list[int]:
        """Return the legal actions of a seat or of chance, ascending."""
        if seat == CHANCE:
            return sorted(action for action, _ in state.chance_outcomes())
        return sorted(state.legal_actions(seat))

    def name(self, state: Any, seat: int, action: int) -> str:
        """Return OpenSpiel's name of an action, in one line."""
        player = pyspiel.PlayerId.CHANCE if seat == CHANCE else seat
        return " ".join(str(state.action_to_string(player, action)).split())


GAMES: list[SpielStates] = []
"""The games that are loaded; kernels refer to them by index."""


def _is_missing(action: int, legal: Sequence[int]) -> bool:
    return action not in legal


def actors_of(state: Any) -> list[int]:
    """Return the seats that must act, or `CHANCE`."""
    if state.is_terminal():
        return []
    if state.is_chance_node():
        return [CHANCE]
    if state.is_simultaneous_node():
        return [seat for seat in range(state.num_players()) if state.legal_actions(seat)]
    return [int(state.current_player())]


def _actors(t: Vector, v: Vector) -> int:
    return sum(1 << seat + 1 for seat in actors_of(GAMES[t[0]].state(v)))


def _legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    states = GAMES[t[0]]
    found = states.legal(states.state(v), seat)
    out[: len(found)] = found
    return len(found)


def _chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    outcomes = sorted(GAMES[t[0]].state(v).chance_outcomes())
    out[: len(outcomes)] = [chance for _, chance in outcomes]
    return len(outcomes)


def _apply(t: Vector, v: Vector, actions: Vector) -> None:
    states, length = GAMES[t[0]], int(v[0])
    before = states.state(v)
    step = [int(action) for action in actions[: len(actors_of(before))]]
    v[1 + length : 1 + length + len(step)] = step
    v[0] += len(step)
    history = v[1 : 1 + v[0]]
    if history.tobytes() not in states.cache:
        states.store(history, states.play(before, step))


def _results(t: Vector, v: Vector, out: Floats) -> int:
    """Fill in the returns as points; the winners are the seats with the most, unless all have the same."""
    state = GAMES[t[0]].state(v)
    out[:] = state.returns()
    best = out.max()
    if not state.is_terminal() or (out == best).all():
        return 0
    return sum(1 << seat for seat in range(len(out)) if out[seat] == best)


@cache
def kernel() -> Kernel:
    """Return the compiled functions, which call the Python functions above; Numba cannot cache them on disk."""
    in_python = partial(compiled, cache=False, nogil=False)

    @in_python(ACTORS)
    def actors(t, v):
        with objmode(found="int64"):
            found = _actors(t, v)
        return found  # noqa: RET504  nothing can be returned from within objmode

    @in_python(LEGAL)
    def legal(t, v, seat, out):
        with objmode(count="int64"):
            count = _legal(t, v, seat, out)
        return count  # noqa: RET504  nothing can be returned from within objmode

    @in_python(CHANCE_OUTCOMES)
    def chance_outcomes(t, v, out):
        with objmode(count="int64"):
            count = _chance_outcomes(t, v, out)
        return count  # noqa: RET504  nothing can be returned from within objmode

    @in_python(APPLY)
    def apply(t, v, actions):
        with objmode():
            _apply(t, v, actions)

    @in_python(RESULTS)
    def results(t, v, out):
        with objmode(winners="int64"):
            winners = _results(t, v, out)
        return winners  # noqa: RET504  nothing can be returned from within objmode

    return Kernel(actors, legal, chance_outcomes, apply, results, pay_points)
