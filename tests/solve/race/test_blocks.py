"""Layers that are solved elsewhere: the same bits, in any order, and nothing damaged is stored."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ludarium.solve import race_solution as solution
from ludarium.solve.race.blocks import Block, SolvedBlock
from ludarium.solve.race.folder import name_of
from ludarium.solve.race_solution import RaceSolution, solve_block
from ludarium.solve.tablefile import BadTable
from tests.solve.race.test_race import SPEC, plan


def values(found: RaceSolution) -> dict[str, np.ndarray]:
    names = [name_of(layer) for step in found.plan.steps for layer in step.layers]
    tables = {name: found.folder.load(name) for name in names}
    return {name: table for name, table in tables.items() if table is not None}


@pytest.mark.parametrize("bits", [64, 32, 16])
def test_layers_that_are_solved_elsewhere_have_the_same_bits(bits: int) -> None:
    here, there = plan(SPEC, bits=bits), plan(SPEC, bits=bits)
    here.run(1e-7)
    with ThreadPoolExecutor(1) as executor:
        there.run(1e-7, executor=executor)
    assert len(values(here)) == len(here.solver.groups.pairs) + sum(len(pair) - 1 for pair in here.solver.groups.pairs)
    assert values(here).keys() == values(there).keys()
    assert all(np.array_equal(table, values(there)[name]) for name, table in values(here).items())
    assert (there.gaps, there.changes, there.claim) == (here.gaps, here.changes, here.claim)


def test_finished_layers_are_sent_and_not_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = list[str]()

    def stopping(block: Block) -> SolvedBlock:
        if len(solved) == 2:
            raise KeyboardInterrupt
        solved.append(name_of(block.step.layers[0]))
        return solve_block(block)

    monkeypatch.setattr(solution, "solve_block", stopping)
    begun = plan(SPEC, tmp_path)
    with ThreadPoolExecutor(1) as executor, pytest.raises(KeyboardInterrupt):
        begun.run(1e-7, executor=executor)
    monkeypatch.setattr(solution, "solve_block", solve_block)
    again, whole = plan(SPEC, tmp_path), plan(SPEC)
    assert 0 < len(again.left) < len(again.plan.steps)
    with ThreadPoolExecutor(1) as executor:
        again.run(1e-7, executor=executor)
    whole.run(1e-7)
    assert all(np.array_equal(table, values(again)[name]) for name, table in values(whole).items())


@pytest.mark.parametrize("back", [False, True])
def test_what_changes_on_its_way_is_refused(back: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaging(block: Block) -> SolvedBlock:
        if not back:
            for table in block.needed.tables.values():
                table[0] += 0.25
        done = solve_block(block)
        if back:
            done.layers.tables[block.step.layers[0]][0] += 0.25
        return done

    monkeypatch.setattr(solution, "solve_block", damaging)
    found = plan(SPEC)
    with ThreadPoolExecutor(1) as executor, pytest.raises(BadTable, match="has changed on its way between machines"):
        found.run(1e-7, executor=executor)
    assert len(found.left) == len(found.plan.steps) - (0 if back else 1)
