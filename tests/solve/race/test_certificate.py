"""Certificates of races: they hold where bounds from both ends are known, and no wrong value gets one."""

import shutil
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import Floats
from ludarium.solve.race import certificate
from ludarium.solve.race.certificate import Attempt, Proof, certify
from ludarium.solve.race.folder import Folder, name_of
from ludarium.solve.race.groups import Groups, Layer
from ludarium.solve.race.layers import LayerSolver, Sweep
from ludarium.solve.race.plan import SolvePlan, SolveStep, rate
from ludarium.solve.race.sweep import drivers
from ludarium.solve.race.table import race_layout
from ludarium.solve.race.words import Encoding, to_payoffs, to_words
from ludarium.solve.race_solution import RaceSolution, solve_race
from ludarium.solve.race_verify import verify_race
from ludarium.solve.tablefile import BadTable, read_table, write_table

SPEC = "ludo(markers=2,goal=24)"


def test_what_sweeps_and_what_proves_is_compiled_once_for_all_processes() -> None:
    for function in cast(tuple[Any, ...], (certificate._raise, drivers(np.dtype(np.float64)).sweep)):
        function.ensure_compiled()
        assert function._cache.has(function.signature, function.targetctx), function


def begin(game: Game, folder: Path | None = None, bits: int | None = None, memory: float = 1e9) -> RaceSolution:
    """Return the solution of a game's race, not yet run."""
    layout = race_layout(game)
    assert layout is not None
    return solve_race(game, layout, folder, memory=memory, bits=bits)


@cache
def solved(spec: str, bits: int) -> RaceSolution:
    """Return the solution of a game's race, which tests share: they change nothing of it."""
    found = begin(ludarium.load(spec), bits=bits)
    found.run(2e-7 if bits == 64 else 1e-7)
    return found


@pytest.fixture(scope="module")
def game() -> Game:
    return ludarium.load(SPEC)


@pytest.fixture(scope="module")
def truth() -> RaceSolution:
    """The values between bounds from both ends."""
    return solved(SPEC, 64)


@pytest.fixture(scope="module")
def made(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of values of 32 bits, with its certificate."""
    found = begin(game, bits=32)
    found.run(1e-7)
    path = tmp_path_factory.mktemp("tables") / "ludo.table"
    found.write(path)
    return path


def layers_of(found: RaceSolution) -> dict[Layer, Floats]:
    """Return the values of all layers."""
    tables = {layer: found.folder.load(name_of(layer)) for layer in found.gaps}
    return {layer: to_payoffs(table) for layer, table in tables.items() if table is not None}


def check_gaps(found: RaceSolution, truth: RaceSolution) -> None:
    """Check that no value is wrong by more than its layer's gap."""
    values, expected = layers_of(found), layers_of(truth)
    for layer, gap in found.gaps.items():
        sure = truth.gaps[layer]
        assert gap is not None
        assert sure is not None
        assert np.abs(values[layer] - expected[layer]).max() <= gap + sure


@pytest.mark.parametrize("spec", [SPEC, "vortex(board=square3,tokens=2,die=3)"])
@pytest.mark.parametrize("bits", [32, 16])
def test_no_value_is_wrong_by_more_than_the_certificate_says(spec: str, bits: int) -> None:
    near, exact = solved(spec, bits), solved(spec, 64)
    assert near.gap is not None
    check_gaps(near, exact)
    assert near.gap < (1e-5 if bits == 32 else 3e-3)


@pytest.mark.parametrize("bits", [32, 16])
def test_a_gap_is_that_of_the_values_that_are_kept_not_of_the_words_that_are_proved(bits: int) -> None:
    found = solved(SPEC, bits)
    pair = found.plan.steps[0].layers
    kept = [found.folder.load(name_of(layer)) for layer in pair]
    words = {layer: to_words(table) for layer, table in zip(pair, kept, strict=True) if table is not None}
    rounded = max(np.abs(to_payoffs(words[layer]) - layers_of(found)[layer]).max() for layer in pair)
    proved = certify(found.solver, pair, {}, 0.0, Attempt(words))
    assert proved is not None
    for layer in pair:
        gap = found.gaps[layer]
        assert gap is not None
        assert gap >= proved + rounded


def test_values_that_agree_with_each_other_and_not_with_the_end_get_no_better_certificate(truth: RaceSolution) -> None:
    solver, values = truth.solver, layers_of(truth)
    pair = truth.plan.steps[0].layers
    for wrong in (0.0, 1e-3, 0.02):
        words = {layer: to_words(np.minimum(values[layer] + wrong, 1.0)) for layer in pair}
        found = certify(solver, pair, {}, 0.0, Attempt(words))
        assert found is None or found >= wrong


def test_a_table_is_verified_from_its_values_alone(game: Game, made: Path) -> None:
    found = verify_race(game, made, memory=1e9)
    assert found.passed
    assert found.error == pytest.approx(read_table(made).header["gap"], rel=0.5)
    assert found.positions == sum(len(a) for n, a in read_table(made).arrays.items() if n.startswith("layer"))


def tampered(made: Path, path: Path, change: float) -> Path:
    """Write a table with one wrong value, whose sums are right; return its path."""
    file = read_table(made)
    arrays = {name: np.array(array) for name, array in file.arrays.items()}
    arrays["layer-0-2-2"][1234] += change
    header = {name: value for name, value in file.header.items() if name not in ("format", "arrays")}
    write_table(path, header, arrays)
    return path


@pytest.mark.parametrize("change", [-0.3, -0.001, 0.001, 0.3])
def test_a_table_with_a_wrong_value_fails(game: Game, made: Path, tmp_path: Path, change: float) -> None:
    found = verify_race(game, tampered(made, tmp_path / "wrong.table", change), memory=1e9)
    assert not found.passed
    assert found.error is None or found.error >= abs(change) / 2


def test_a_damaged_table_is_a_sentence(game: Game, made: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.table"
    shutil.copy(made, damaged)
    with damaged.open("r+b") as file:
        file.seek(-100, 2)
        file.write(b"\x55")
    with pytest.raises(BadTable, match="is damaged: expected the sum"):
        verify_race(game, damaged, memory=1e9)
    with pytest.raises(BadTable, match=r"is a table of ludo\(markers=2,goal=24\): expected one of ludo"):
        verify_race(ludarium.load("ludo"), made, memory=1e9)


def interrupt(game: Game, folder: Path, bits: int, number: int, kind: type[Sweep | Proof]) -> None:
    """Stop the last layer of a run at one of its sweeps, or of its proof's."""
    found = begin(game, folder, bits)

    def stop(step: SolveStep, done: Sweep | Proof) -> None:
        if step == found.plan.steps[-1] and isinstance(done, kind) and done.number == number:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found.run(1e-7, stop)


def test_a_proof_that_was_stopped_goes_on_where_it_was(game: Game, tmp_path: Path) -> None:
    interrupt(game, tmp_path / "layers", 32, 8, Proof)
    again, sweeps = begin(game, tmp_path / "layers", bits=32), list[Sweep | Proof]()
    again.run(1e-7, lambda step, done: sweeps.append(done))
    assert {type(done) for done in sweeps} == {Proof}
    assert again.gap is not None
    assert again.gap < 1e-5
    assert not list((tmp_path / "layers").glob("words-*"))


@pytest.mark.parametrize(("before", "after"), [(32, 16), (16, 32)])
def test_a_proof_that_goes_on_with_other_bits_is_one_of_the_values_that_are_kept(
    game: Game, truth: RaceSolution, tmp_path: Path, before: int, after: int
) -> None:
    """It is stopped once more among its sweeps, where what is kept of the old proof no longer fits the values."""
    interrupt(game, tmp_path / "layers", before, 4, Proof)
    if after == 16:
        interrupt(game, tmp_path / "layers", after, 1, Sweep)
    found = begin(game, tmp_path / "layers", after)
    found.run(1e-7)
    check_gaps(found, truth)


def test_without_room_for_a_proof_values_are_computed_only(game: Game) -> None:
    layout = race_layout(game)
    assert layout is not None
    groups = Groups(layout.race)
    tight = SolvePlan.of(groups, SolvePlan.of(groups, 1e9, 16).memory - 1.0, 16)
    assert [step.proof for step in tight.steps] == [True, True, False]
    assert not any(step.proof for step in SolvePlan.of(groups, 1e9, 16, proves=False).steps)
    found = RaceSolution(game, layout, LayerSolver(groups), tight, Folder(None))
    found.run(1e-7)
    assert found.gap is None


def test_fewer_bits_never_need_more_memory(truth: RaceSolution) -> None:
    """Also where the layers that are read are larger than those that are computed."""
    groups = truth.solver.groups
    plans = [SolvePlan.of(groups, 1e9, bits, proves=False) for bits in (64, 32, 16)]
    assert plans[0].memory == 4 * plans[1].memory == 8 * plans[2].memory


def test_too_little_memory_for_a_proof_is_a_sentence(game: Game, made: Path) -> None:
    with pytest.raises(LudariumError, match=r"the proof of 1 against 1 needs 0\.000 GB: expected at most 0\.000 GB"):
        verify_race(game, made, memory=1)


def test_the_speed_of_a_layer_is_measured(truth: RaceSolution, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.solve.race.plan._TRIAL", 0.0)
    (layer,) = truth.plan.steps[-1].layers
    assert rate(truth.solver, layer, Encoding.of(16)) > 0
