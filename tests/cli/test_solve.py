"""`ludarium solve`: what it prints and writes, and what it refuses."""

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from ludarium.solve.tablefile import BadTable, read_table, write_table
from tests.cli.conftest import Refused, Run

GAME = "ludo(goal=24,markers=1)"


def test_it_prints_what_was_proved_and_writes_a_player(ludarium_command: Run, tmp_path: Path) -> None:
    table = tmp_path / "ludo.table"
    result = ludarium_command("solve", GAME, "--out", table, "--check", 20)
    assert result.exit_code == 0
    assert result.stdout.startswith("ludo(markers=1,goal=24): 183 positions, 2.9 kB of memory, 1.5 kB of disk\n")
    assert "values of 183 positions are proved within" in result.stdout
    assert "after first A: A 0.5" in result.stdout
    assert "checked: " in result.stdout
    played = ludarium_command("match", GAME, table, "random", "--games", 4)
    assert played.exit_code == 0
    assert "ludo.table" in played.stdout


def test_a_table_is_verified(ludarium_command: Run, refused: Refused, tmp_path: Path) -> None:
    table, wrong = tmp_path / "ludo.table", tmp_path / "wrong.table"
    assert ludarium_command("solve", GAME, "--bits", 32, "--out", table, "--check", 0).exit_code == 0
    result = ludarium_command("solve", GAME, "--verify", table)
    assert result.exit_code == 0
    assert "183 values; none is wrong by more than" in result.stdout
    file = read_table(table)
    arrays = {name: np.array(array) for name, array in file.arrays.items()}
    arrays["layer-0-1-1"][7] = 0.25
    write_table(wrong, {k: v for k, v in file.header.items() if k not in ("format", "arrays")}, arrays)
    said = refused("solve", GAME, "--verify", wrong)
    assert "proved, and a value differs by 2.9e-01 from those that may follow" in said


def test_values_without_a_proof_pass_the_check(ludarium_command: Run, tmp_path: Path) -> None:
    table = tmp_path / "ludo.table"
    result = ludarium_command("solve", GAME, "--bits", 32, "--no-proof", "--out", table, "--check", 20)
    assert result.exit_code == 0
    assert "values of 183 positions are computed, not proved" in result.stdout
    assert "checked: " in result.stdout
    assert 3e-8 < read_table(table).header["gap"] < 5e-8


def test_too_little_disk_is_an_error_before_anything_is_solved(
    ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=100))
    result = ludarium_command("solve", GAME, "--out", tmp_path / "ludo.table", "--check", 0)
    assert "kB of disk, of which only 1" in result.stdout.splitlines()[0]


def test_positions_can_be_found_through_the_rules(ludarium_command: Run) -> None:
    result = ludarium_command("solve", GAME, "--method", "positions", "--check", 0)
    assert "without the limit of turns: 2,225 positions" in result.stdout


def test_ctrl_c_says_where_the_same_command_goes_on(
    ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, solver = tmp_path / "ludo.table", "ludarium.solve.race.layers.LayerSolver"
    with monkeypatch.context() as patch:
        patch.setattr(f"{solver}.bound", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        stopped = ludarium_command("solve", GAME, "--out", table)
    assert stopped.exit_code == 130
    assert stopped.stderr.strip().endswith("keeps what is finished, and the same command goes on with it")
    assert ludarium_command("solve", GAME, "--out", table, "--check", 0).exit_code == 0
    assert table.exists()


def test_ctrl_c_where_nothing_is_kept_says_so(ludarium_command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.solve.solution.iterate", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    stopped = ludarium_command("solve", GAME, "--method", "positions")
    assert stopped.exit_code == 130
    assert stopped.stderr.strip() == "stopped: nothing is saved, since only a dice race can be continued"


def test_too_little_memory_is_a_sentence_and_keeps_what_is_finished(
    ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise MemoryError("Unable to allocate 9. GiB")

    table = tmp_path / "ludo.table"
    with monkeypatch.context() as patch:
        patch.setattr("ludarium.solve.race.approach.certify", full)
        stopped = ludarium_command("solve", GAME, "--bits", 32, "--out", table)
    assert stopped.exit_code == 2
    first, second = stopped.stderr.splitlines()
    assert first.endswith("keeps what is finished, and the same command goes on with it")
    assert second == "there is not enough memory: Unable to allocate 9. GiB"
    assert sorted(file.name for file in tmp_path.glob("*.layers/proof-*")) == ["proof-layer-0-1-1.npy"]
    assert ludarium_command("solve", GAME, "--bits", 32, "--out", table, "--check", 0).exit_code == 0


def test_a_table_that_cannot_be_written_leaves_what_is_finished(
    ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise BadTable("it cannot be written: No space left on device")

    table = tmp_path / "ludo.table"
    with monkeypatch.context() as patch:
        patch.setattr("ludarium.solve.race_solution.write_table", full)
        stopped = ludarium_command("solve", GAME, "--out", table)
    assert stopped.exit_code == 2
    assert "after first A: A 0.5" in stopped.stdout
    assert "No space left on device; " in stopped.stderr
    assert stopped.stderr.strip().endswith("keeps what is finished, and the same command goes on with it")
    again = ludarium_command("solve", GAME, "--out", table, "--check", 0)
    assert "183 positions are finished" in again.stdout
    assert table.exists()


def test_it_tells_what_it_takes_and_what_is_not_proved(ludarium_command: Run) -> None:
    result = ludarium_command("solve", GAME, "--bits", 16, "--no-proof", "--check", 0)
    cost = re.fullmatch(
        r"about a second or less with 1 thread, at [0-9.]+ million values a second, as measured; "
        r"183 are computed without a proof; values of 16 bits, rounded by 8e-06 or more, and no proof",
        result.stdout.splitlines()[1],
    )
    assert cost, result.stdout
    assert "values of 183 positions are computed, not proved" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "room", "cost"),
    [
        (
            ("ludo(markers=1,goal=24)", "--method", "positions"),
            r"at most 100\.0 MB of memory, room for [0-9,]+ positions of [0-9]+ bytes, no disk",
            r"about a second or less: 2,225 positions at .*; values of 64 bits, both bounds, to be proved within 1e-09",
        ),
        (
            ("orion(rows=3,columns=3,turn_limit=10)", "--method", "proof"),
            r"at most 100\.0 MB of memory, room for [0-9,]+ positions of [0-9]+ bytes, no disk",
            r"about .* positions a second, as measured; values of two bits, a win, a draw or a loss, without any error",
        ),
        (
            ("orion(rows=3,columns=3,turn_limit=10)", "--method", "alphabeta"),
            r"at most 100\.0 MB of memory, no disk",
            r"a.* positions a second, as measured; values of two bits, a win, a draw or a loss, without any error",
        ),
    ],
)
def test_every_method_says_what_it_takes_before_it_begins(
    ludarium_command: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], room: str, cost: str
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ludarium.cli.solve._all_or_nothing", stopped)  # in which every method solves
    result = ludarium_command("solve", *arguments, "--memory", 0.1)
    first, second = result.stdout.splitlines()[:2]
    assert re.fullmatch(rf"{re.escape(arguments[0])}: {room}", first), first
    assert re.fullmatch(cost, second), second


def test_the_disk_of_a_table_is_said_before_it_is_full(
    ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.cli._solved.disk_usage", lambda _: SimpleNamespace(free=100))
    result = ludarium_command("solve", GAME, "--method", "positions", "--out", tmp_path / "a.table", "--check", 0)
    assert "at most 49.0 kB of disk, of which only 100 bytes are free" in result.stdout.splitlines()[0]


def test_a_file_that_exists_is_kept(refused: Refused, tmp_path: Path) -> None:
    table = tmp_path / "ludo.table"
    table.write_text("mine")
    assert refused("solve", GAME, "--out", table) == f"{table} exists already; name another file"
    assert table.read_text() == "mine"


def test_too_little_memory_is_noticed_after_the_needs_are_printed(ludarium_command: Run) -> None:
    result = ludarium_command("solve", "orion", "--memory", 0.02)
    assert result.exit_code == 2
    assert result.stdout.startswith("orion: at most 20.0 MB of memory, room for ")
    assert "needs more than 0.0 GB" in result.stderr


def test_it_refuses_in_a_sentence(refused: Refused, tmp_path: Path) -> None:
    assert "simultaneous turns" in refused("solve", "grid")
    assert "only the layers of a dice race" in refused("solve", "orion", "--workers", 2)
    for words in (("--threads", 2), ("--verify", tmp_path / "x.table")):
        assert "expected an executor alone" in refused("solve", GAME, "--executor", "processes:2", *words)
    assert "is not an executor" in refused("solve", GAME, "--executor", "nobody")
    assert refused("solve", GAME, "--out", tmp_path / "x.bin").endswith("should end in .table")
    assert "cannot be read: No such file" in refused("match", GAME, tmp_path / "none.table", "random")
    assert "ludo has chance: expected a game without" in refused("solve", "ludo", "--method", "alphabeta")
    assert "writes no table" in refused("solve", "orion", "--method", "alphabeta", "--out", tmp_path / "x.table")
