"""Laws of the kernel: it writes only where it may, and compiled code agrees with plain Python."""

import hashlib
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from ludarium.core.compiling.waiting import DISABLED
from ludarium.core.error_places import describe_error
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats, Kernel, Vector
from ludarium.core.observe import observe
from ludarium.core.registry import load
from ludarium.laws.broken import LawBroken
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample, Step

_FENCE = 256
"""The number of marked words on each side of a fenced vector."""
_MARK = 77
_COMPARED = 100
"""The number of steps of each random game that are repeated in plain Python, which is slow."""


class _Fenced:
    """A vector with marked words on both sides."""

    def __init__(self, values: Any) -> None:
        self.whole = np.full(len(values) + 2 * _FENCE, _MARK, values.dtype)
        self.inside = self.whole[_FENCE:-_FENCE]
        self.inside[:] = values
        self.before = self.whole.copy()

    @property
    def is_intact(self) -> bool:
        """Whether the marked words are unchanged."""
        return bool((self.whole[:_FENCE] == _MARK).all() and (self.whole[-_FENCE:] == _MARK).all())

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing was written at all."""
        return bool((self.whole == self.before).all())


def the_kernel_writes_only_inside_its_vectors(sample: Sample) -> None:
    """Only `apply` changes the position, nothing changes the constants, and nothing is written outside a vector."""
    game, kernel = sample.game, sample.game.kernel
    for state in sample.states:
        ids, probabilities = np.zeros(game.num_ids, np.int64), np.zeros(game.num_ids)
        _try(state, "actors", lambda t, v, out: kernel.actors(t, v), ids)
        _try(state, "results", kernel.results, np.zeros(game.seats, np.float64))
        if not state.actors:
            winners = sum(1 << seat for seat in state.winners)
            _try(state, "payoffs", partial(_pay, kernel, winners), np.array(state.points))
        seen = np.zeros(math.prod(game.observation.shape), np.float32)
        for seat in range(game.seats):
            _try(state, "observe", lambda t, v, out, seat=seat: game.observation.function(t, v, seat, out), seen)
        for seat in state.actors:
            _try(state, "legal", lambda t, v, out, seat=seat: kernel.legal(t, v, seat, out), ids)
        if state.chance_outcomes():
            _try(state, "chance_outcomes", kernel.chance_outcomes, probabilities)
        if state.actors:
            step = np.array([state.legal(seat)[-1] for seat in state.actors], np.int64)
            _try(state, "apply", kernel.apply, step)


def _pay(kernel: Kernel, winners: int, t: Vector, v: Vector, out: Floats) -> None:
    kernel.payoffs(t, v, winners, out)


def _try(state: State, name: str, function: Callable[..., object], last: Any) -> None:
    t, v, out = _Fenced(state.game.tables), _Fenced(state.vector), _Fenced(last)
    function(t.inside, v.inside, out.inside)
    must(t.is_unchanged, f"{name} writes into the constants", state)
    must(v.is_intact, f"{name} writes outside the position", state)
    must(name == "apply" or v.is_unchanged, f"{name} changes the position", state)
    must(out.is_intact if name != "apply" else out.is_unchanged, f"{name} writes outside its output", state)


def results_do_not_depend_on_the_content_of_the_output(sample: Sample) -> None:
    """The output of `legal`, `results` and `observe` does not depend on the previous content of its vector."""
    game = sample.game
    for state in sample.states:
        for seat in state.actors:
            found = []
            for content in (-1, 99):
                out = np.full(game.num_ids, content, np.int64)
                found.append(out[: game.kernel.legal(game.tables, state.vector, seat, out)].tolist())
            must(found[0] == found[1], f"legal gives {found[0]} or {found[1]}", state)
        points = [np.full(game.seats, before) for before in (-1.0, 99.0)]
        for seats in points:
            game.kernel.results(game.tables, state.vector, seats)
        must((points[0] == points[1]).all(), f"results gives {points[0]} or {points[1]}", state)
        for seat in range(game.seats):
            rest = np.full(math.prod(game.observation.shape), 99, np.float32)
            game.observation.function(game.tables, state.vector, seat, rest)
            must(
                (rest == observe(state, seat).ravel()).all(),
                f"observe leaves some numbers of seat {seat} unwritten",
                state,
            )


def the_inputs_of_an_observation_are_all_that_it_tells(sample: Sample) -> None:
    """What an observation declares to be fixed, filled or unused is so everywhere; a symmetry moves every cell."""
    game, observation = sample.game, sample.game.observation
    size, plane, fixed = math.prod(observation.board), 0, dict[str, bytes]()
    unused = [cell for cell in range(size) if observation.cells and cell not in observation.cells]
    for cells in observation.symmetries:
        must(sorted(cells) == list(range(size)), "a symmetry of the observation does not move every cell once")
        must(
            not observation.cells or {cells[cell] for cell in observation.cells} == set(observation.cells),
            "a symmetry of the observation moves a cell that is used to one that is not",
        )
    seen = [(state, observe(state, seat).reshape(-1, size)) for state in sample.states for seat in range(game.seats)]
    for part in observation.parts:
        for state, planes in seen:
            found = planes[plane : plane + part.size]
            if part.fixed:
                before = fixed.setdefault(part.name, found.tobytes())
                must(before == found.tobytes(), f"the part {part.name} is declared fixed and changes", state)
            elif part.filled:
                must((found == found[:, :1]).all(), f"the part {part.name} is declared filled and is not", state)
            else:
                must(not found[:, unused].any(), f"the part {part.name} holds something in an unused cell", state)
        plane += part.size


def what_is_earned_on_the_way_is_the_payoff_at_the_end(sample: Sample) -> None:
    """Where an observation says what seats have been paid so far, the game declares its payoffs, and they agree."""
    game, pay = sample.game, sample.game.observation.earned
    if pay is None:
        return
    must(game.setup.payoff_range is not None, "a game that pays on the way declares no payoffs")
    for state in sample.states:
        found = []
        for content in (-1.0, 99.0):
            out = np.full(game.seats, content)
            pay(game.tables, state.vector, out)
            found.append(tuple(out.tolist()))
        must(found[0] == found[1], f"earned gives {found[0]} or {found[1]}", state)
        paid = state.payoffs
        must(paid is None or np.allclose(found[0], paid), f"seats have earned {found[0]} and are paid {paid}", state)


def compiled_and_plain_kernels_agree(sample: Sample) -> None:
    """Compiled and in plain Python, the kernel gives the same results after the same steps, from all parts of games."""
    compare_with_plain_python([sample])


def compare_with_plain_python(samples: Sequence[Sample], most: int = _COMPARED) -> None:
    """Test that compiled and plain kernels agree on several samples, by one process of plain Python for all of them.

    At most `most` steps of each random game are repeated.

    Raises `LawBroken`.
    """
    if DISABLED:
        return
    chosen = [sample.steps(most) for sample in samples]
    asked = [
        {"spec": sample.game.spec, "steps": [(state.data.hex(), step) for state, step in steps]}
        for sample, steps in zip(samples, chosen, strict=True)
    ]
    done = subprocess.run(
        [sys.executable, "-m", "ludarium.laws.machine"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    if done.returncode:
        raise LawBroken(f"in plain Python the kernel fails: {done.stderr.strip().rpartition(chr(10))[2]}")
    for sample, steps, theirs in zip(samples, chosen, json.loads(done.stdout), strict=True):
        states = after(sample.game, steps)
        for state, other in zip(states, theirs, strict=True):
            must(_fingerprint(state) == other, "compiled code and plain Python give different results", state)


def after(game: Game, steps: Sequence[tuple[State, Step]]) -> list[State]:
    """Return the first state of a game, and the state after each of these steps."""
    return [game.initial(), *(state.play_unchecked(*step) for state, step in steps)]


def answer(spec: str, steps: Sequence[tuple[str, Step]]) -> list[str]:
    """Return the fingerprints of `after` for states that are given as hexadecimal digits.

    Raises `LawBroken` if the game raises anything, with the place in its files and the state.
    """
    game, found = load(spec), list[str]()
    begun = [(game.initial(), None), *((State(game, bytes.fromhex(at)), step) for at, step in steps)]
    for state, step in begun:
        try:
            found.append(_fingerprint(state if step is None else state.play_unchecked(*step)))
        except Exception as error:
            raise LawBroken(describe_error(error, game.definition.package), state, law="") from error
    return found


def _fingerprint(state: State) -> str:
    legal = [state.legal(seat) for seat in state.actors]
    found = repr((state.actors, legal, state.chance_outcomes(), state.points, state.winners, state.payoffs))
    seen = b"".join(observe(state, seat).tobytes() for seat in range(state.game.seats))
    return hashlib.blake2b(found.encode() + state.data + seen, digest_size=12).hexdigest()


LAWS = (
    Law(the_kernel_writes_only_inside_its_vectors),
    Law(results_do_not_depend_on_the_content_of_the_output),
    Law(the_inputs_of_an_observation_are_all_that_it_tells),
    Law(what_is_earned_on_the_way_is_the_payoff_at_the_end),
    Law(compiled_and_plain_kernels_agree, installed=True),
)

if __name__ == "__main__":
    try:
        json.dump([answer(**asked) for asked in json.load(sys.stdin)], sys.stdout)
    except LawBroken as broken:
        sys.exit(str(broken).removeprefix(": "))
