"""Races: the same values as through the rules, in every encoding, and nothing lost when a run is stopped."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.solve.race.certificate import Proof
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.lanes import Table as LayerTable
from ludarium.solve.race.lanes import Writing
from ludarium.solve.race.layers import LayerSolver, Sweep
from ludarium.solve.race.plan import SolveStep
from ludarium.solve.race.race import Race
from ludarium.solve.race.table import race_layout
from ludarium.solve.race.words import Encoding
from ludarium.solve.race_solution import RaceSolution, solve_race
from ludarium.solve.solution import solve
from ludarium.solve.table import Table
from ludarium.solve.tablefile import BadTable

SPEC = "ludo(markers=2,goal=24)"
DIES_IN_A_LAYER = """
import os, signal, sys
from pathlib import Path
import ludarium
from ludarium.solve.race import approach as race_approach
from ludarium.solve import race_solution
from ludarium.solve.race.table import race_layout

race_approach.CHECKPOINT = 0.0
game = ludarium.load(sys.argv[1])
found = race_solution.solve_race(game, race_layout(game), Path(sys.argv[2]), memory=1e9, bits=32)

def die(step, sweep):
    if step == found.plan.steps[-1] and sweep.number == 5:
        os.kill(os.getpid(), signal.SIGKILL)

found.run(1e-7, die)
"""


def plan(spec: str, folder: Path | None = None, bits: int | None = None, memory: float = 1e9) -> RaceSolution:
    """Return the solution of a game's race, not yet run."""
    game = ludarium.load(spec)
    layout = race_layout(game)
    assert layout is not None
    return solve_race(game, layout, folder, memory=memory, bits=bits)


def run(spec: str, folder: Path | None = None, bits: int | None = None) -> RaceSolution:
    """Return the solution of a game's race."""
    found = plan(spec, folder, bits)
    found.run(1e-7)
    return found


def positions(game: Game, games: int) -> list[State]:
    """Return the positions of random games in which the die is thrown."""
    rng, found = generator(5), list[State]()
    for _ in range(games):
        state = game.initial().play(0)
        while state.actors:
            if state.actors == (CHANCE,):
                found.append(state)
            state = state.play_unchecked(int(rng.choice(state.legal())))
    return found


@cache
def solved(spec: str, bits: int | None = None) -> RaceSolution:
    """Return the solution of a game's race, which tests share: they change nothing of it."""
    return run(spec, bits=bits)


@pytest.fixture(scope="module")
def proved() -> RaceSolution:
    return solved(SPEC)


@pytest.mark.parametrize("spec", [SPEC, "vortex(board=square3,tokens=2,die=3)"])
def test_proved_values_are_those_found_through_the_rules(spec: str) -> None:
    found, game = solved(spec), ludarium.load(spec)
    assert found.gap is not None
    assert found.gap < 2e-6
    expected, table = solve(game, tolerance=1e-7).table(), found.table()
    for state in positions(game, 5):
        assert table.value(state) == pytest.approx(expected.value(state), abs=2 * found.gap)


@pytest.mark.parametrize(("bits", "error"), [(32, 5e-6), (16, 2e-3)])
def test_values_of_fewer_bits_are_proved_to_be_near_the_others(proved: RaceSolution, bits: int, error: float) -> None:
    found = run(SPEC, bits=bits)
    assert found.gap is not None
    assert proved.gap is not None
    assert found.gap < error
    one, other = found.table(), proved.table()
    states = positions(found.game, 20)
    differences = np.array([(one.value(state) or 0) - (other.value(state) or 0) for state in states])
    assert np.abs(differences).max() < found.gap + proved.gap
    assert abs(differences.mean()) < found.gap / 10


def test_the_positions_of_a_race_are_counted_before_it_is_solved() -> None:
    assert plan("ludo(markers=1)").plan.positions == 1_191
    assert plan("ludo(markers=2)").plan.positions == 398_722


def test_impossible_pairs_take_no_room() -> None:
    """No marker stands where one of the other side stands, except on 1."""
    layout = race_layout(ludarium.load(SPEC))
    assert layout is not None
    groups = Groups(layout.race)
    twos = groups.all[2].places.tolist()
    possible = sum(not (set(one) & set(other)) - {0} for one in twos for other in twos)
    (layer,) = groups.pairs[-1]
    assert groups.positions(layer) == possible


def test_too_little_memory_is_a_sentence() -> None:
    with pytest.raises(
        LudariumError, match=r"has 355,811 positions and needs 0\.\d+ GB of memory: expected at most 0\.000"
    ):
        plan("ludo(markers=2)", memory=4e5)


def test_the_layer_that_needs_most_memory_is_the_one_that_is_printed() -> None:
    with pytest.raises(LudariumError, match=r"the layer 2 against 2 has 355,811 positions"):
        plan("ludo(markers=2)", memory=1e4)


def test_a_sweep_ends_a_part_of_the_work() -> None:
    for bits in (16, 32, 64):
        (*_, step) = plan("ludo(markers=2)", bits=bits).plan.steps
        sweeps = [step.work_until(Sweep(number, 0.1, 0.0)) for number in range(1, 400)]
        proof = [step.work_until(Proof(number, 1, 0.1)) for number in range(1, 40)] if bits < 64 else []
        assert sweeps + proof == sorted(sweeps + proof)
        assert 0 < sweeps[0] < sweeps[20] < step.work
        assert max(sweeps + proof) == step.work


def test_a_game_for_points_is_no_race() -> None:
    assert race_layout(ludarium.load("vortex(objective=points)")) is None
    assert race_layout(ludarium.load("ludo(players=3)")) is None
    assert race_layout(ludarium.load("orion")) is None


def test_a_table_is_written_and_read_and_the_layers_are_removed(proved: RaceSolution, tmp_path: Path) -> None:
    found = run(SPEC, tmp_path / "layers")
    found.write(tmp_path / "ludo.table")
    assert [path.name for path in tmp_path.iterdir()] == ["ludo.table"]
    after, expected = Table.open(tmp_path / "ludo.table", found.game), proved.table()
    assert after.gap == proved.gap
    for state in positions(found.game, 3):
        assert after.value(state) == expected.value(state)


def test_layers_of_another_game_are_refused(tmp_path: Path) -> None:
    run(SPEC, tmp_path / "layers", 32)
    for _ in range(2):  # and stay those of that game
        with pytest.raises(BadTable, match=r"holds layers of ludo\(markers=2,goal=24\) with other rules"):
            run("ludo(markers=2,goal=30)", tmp_path / "layers")


def test_a_run_that_was_killed_goes_on_where_it_was(proved: RaceSolution, tmp_path: Path) -> None:
    folder = tmp_path / "layers"
    killed = subprocess.run([sys.executable, "-c", DIES_IN_A_LAYER, SPEC, str(folder)], check=False)
    assert killed.returncode == -signal.SIGKILL
    found, seen = plan(SPEC, folder, 32), list[int]()
    found.run(1e-7, lambda step, sweep: seen.append(found.plan.steps.index(step)))
    assert set(seen) == {len(found.plan.steps) - 1}
    one, other = found.table(), proved.table()
    for state in positions(found.game, 3):
        assert one.value(state) == pytest.approx(other.value(state), abs=1e-5)


def test_ctrl_c_leaves_a_checkpoint(tmp_path: Path) -> None:
    found = plan(SPEC, tmp_path / "layers", 32)

    def stop(step: SolveStep, sweep: Sweep | Proof) -> None:
        if step == found.plan.steps[-1]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found.run(1e-7, stop)
    assert list((tmp_path / "layers").glob("checkpoint-*.npy"))


def test_a_full_disk_is_a_sentence_and_keeps_what_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, replaced = plan(SPEC, tmp_path / "layers", 32), os.rename

    def replace(self: Path, target: Path) -> None:
        if "layer-0-2-2" in self.name:
            raise OSError(28, "No space left on device")
        replaced(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(BadTable, match="No space left on device; finished layers stay there"):
        found.run(1e-7)
    assert (tmp_path / "layers" / "layer-0-1-1.npy").exists()
    assert not list((tmp_path / "layers").glob("*.part"))


def test_threads_that_share_a_layer_find_the_same(proved: RaceSolution, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.solve.race.layers._WORTH_THREADS", 1)
    found = plan(SPEC, bits=32)
    found.solver.threads = 3
    found.run(1e-7)
    one, other = found.table(), proved.table()
    for state in positions(found.game, 3):
        assert one.value(state) == pytest.approx(other.value(state), abs=1e-5)


def test_after_ctrl_c_in_a_thread_the_same_solver_works_on_all_parts(
    proved: RaceSolution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.solve.race.layers._WORTH_THREADS", 1)
    solver, seen = LayerSolver(proved.solver.groups, threads=2), list[range]()
    layer, table = proved.plan.steps[-1].layers[0], np.zeros(0, np.uint32)

    def stop(part: int, writing: Writing, buffer: LayerTable) -> None:
        raise KeyboardInterrupt

    def work(part: int, writing: Writing, buffer: LayerTable) -> None:
        seen.append(range(writing.first, writing.last))

    with pytest.raises(KeyboardInterrupt):
        solver.divide(layer, stop, table)
    solver.divide(layer, work, table)
    assert sorted(other for columns in seen for other in columns) == list(
        range(len(proved.solver.groups.all[layer.theirs].numbers))
    )


def test_places_that_are_too_many_for_a_word_change_no_value() -> None:
    """With 50 more places, which nobody reaches, no mask tells pairs apart that cannot be on one board."""
    layout = race_layout(ludarium.load(SPEC))
    assert layout is not None
    race, more = layout.race, 50
    goal = race.places - 1
    number = np.append(np.arange(goal), goal + more)
    steps = np.full((race.places + more, race.steps.shape[1]), goal + more, np.int32)
    steps[-1] = -1
    steps[number] = np.where(race.steps < 0, -1, number[race.steps])
    meets = np.arange(race.places + more, dtype=np.int32)
    meets[[0, -1]] = -1
    wide = Race(race.pieces, steps, np.tile(meets, (2, 2, 1)))
    few, many = values(race, range(race.places)), values(wide, number.tolist())
    assert len(few) == len(many) > 500
    for position, value in few.items():
        assert many[position] == pytest.approx(value, abs=1e-3)


def values(race: Race, places: Sequence[int]) -> dict[tuple[tuple[int, ...], ...], float]:
    """Return the values of a race with at most three pieces under way, all on some places.

    The keys are the indices of these places, those of the mover and those of the other side.
    """
    groups, known, encoding = Groups(race), dict[Layer, LayerTable](), Encoding.of(64)
    solver, found, index = (
        LayerSolver(groups),
        dict[tuple[tuple[int, ...], ...], float](),
        {p: i for i, p in enumerate(places)},
    )
    for pair in groups.pairs[:2]:
        tables = {layer: solver.first_guess(layer, encoding) for layer in pair}
        solver.approach(pair, tables, known, encoding, 1e-5)
        known |= tables
    for layer, table in known.items():
        movers, others = groups.all[layer.mine], groups.all[layer.theirs]
        for row in np.flatnonzero(np.isin(movers.places, places).all(axis=1)):
            beside = np.flatnonzero((movers.closes[row] & others.stands) == 0)
            apart = np.isin(others.places[beside], places).all(axis=1)
            for at in np.flatnonzero(apart):
                mine, theirs = (
                    tuple(index[p] for p in v.tolist()) for v in (movers.places[row], others.places[beside[at]])
                )
                if not set(mine) & set(theirs) - {0, len(places) - 1}:
                    found[mine, theirs] = float(table[int(solver.starts(layer)[row]) + at])
    return found
