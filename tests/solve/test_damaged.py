"""Tables whose headers claim what is not there: refused, before anything else can happen."""

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.solve.solution import solve
from ludarium.solve.table import Table
from ludarium.solve.tablefile import BadTable, read_table, write_table
from tests.conftest import EXACT_LUDO

SMALL = "ludo(markers=1,goal=24)"
Header = dict[str, Any]


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table of the positions of a small game."""
    path = tmp_path_factory.mktemp("solved") / "small.table"
    solve(SMALL).write(path)
    return path


def changed(path: Path, folder: Path, change: Callable[[Header], object]) -> Path:
    """Return a copy of a table with another header."""
    content = path.read_bytes()
    size = struct.unpack_from("<Q", content, 16)[0]
    header = json.loads(content[24 : 24 + size])
    change(header)
    text = json.dumps(header).encode()
    head = content[:16] + struct.pack("<Q", len(text)) + text
    found = folder / "changed.table"
    found.write_bytes(head + bytes(-len(head) % 64) + content[-(-(24 + size) // 64) * 64 :])
    return found


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "O"}, {"dtype": "|O"}, {"dtype": "i4,"}, {"dtype": 8}, {"shape": [2**62, 4]}, {"shape": [-1]},
        {"shape": [10**25]}, {"shape": [0.5]}, {"offset": -64}, {"offset": 2**70}, {"offset": 4}, {"crc32": "x"},
        {"crc32": []}, {"name": 7}, {"name": None},
    ],
)  # fmt: skip
def test_an_array_that_no_table_has_is_refused(entry: Header, positions: Path, tmp_path: Path) -> None:
    path = changed(positions, tmp_path, lambda header: header["arrays"][0].update(entry))
    with pytest.raises(BadTable, match="cut short"):
        read_table(path)


def test_an_array_without_a_sum_is_refused(positions: Path, tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="damaged or cut short"):
        read_table(changed(positions, tmp_path, lambda header: header["arrays"][2].pop("crc32")))


def test_a_header_that_is_nested_deeply_is_refused(positions: Path, tmp_path: Path) -> None:
    text = b"[" * 100_000
    (tmp_path / "deep.table").write_bytes(positions.read_bytes()[:16] + struct.pack("<Q", len(text)) + text)
    with pytest.raises(BadTable, match="damaged or cut short"):
        read_table(tmp_path / "deep.table")


@pytest.mark.parametrize("name", ["hashes", "keys", "widths", "values"])
@pytest.mark.parametrize("change", ["shape", "dtype"])
def test_arrays_that_do_not_fit_together_are_refused(name: str, change: str, positions: Path, tmp_path: Path) -> None:
    def change_it(header: Header) -> None:
        entry = next(each for each in header["arrays"] if each["name"] == name)
        if change == "shape":
            entry["shape"][-1] -= 1
        else:
            entry["dtype"] = {"<u8": "<f8", "|u1": "|i1", "<i8": "<f8", "<f8": "<i8"}[entry["dtype"]]

    with pytest.raises(BadTable, match="its parts do not fit together"):
        Table.open(changed(positions, tmp_path, change_it), load(SMALL))


def test_a_word_of_too_many_bytes_is_refused(positions: Path, tmp_path: Path) -> None:
    file = read_table(positions)
    widths = file.arrays["widths"].copy()
    widths[:2] = 9, widths[0] + widths[1] - 9
    header = {name: value for name, value in file.header.items() if name not in ("format", "arrays")}
    write_table(tmp_path / "wide.table", header, {**file.arrays, "widths": widths})
    with pytest.raises(BadTable, match="its parts do not fit together"):
        Table.open(tmp_path / "wide.table", load(SMALL))


@pytest.mark.parametrize("gap", [float("nan"), float("inf"), 10**400, [], "x"])
def test_an_error_bound_that_is_no_number_is_refused(gap: object, positions: Path, tmp_path: Path) -> None:
    path = changed(positions, tmp_path, lambda header: header.update(gap=gap))
    with pytest.raises(BadTable, match="is damaged"):
        Table.open(path, load(SMALL))


def test_a_value_that_is_no_number_is_refused_when_it_is_looked_up(positions: Path, tmp_path: Path) -> None:
    file = read_table(positions)
    header = {name: value for name, value in file.header.items() if name not in ("format", "arrays")}
    values = np.full_like(file.arrays["values"], np.nan)
    write_table(tmp_path / "nan.table", header, {**file.arrays, "values": values})
    game = load(SMALL)
    with pytest.raises(BadTable, match="it has nan as a value"):
        Table.open(tmp_path / "nan.table", game).value(game.initial())


@pytest.fixture
def race() -> Game:
    return load(EXACT_LUDO)


def cut_layer(header: Header) -> None:
    """Cut the arrays of each layer to one value."""
    for entry in header["arrays"]:
        entry["shape"] = [1]


def test_a_layer_that_has_not_all_its_values_is_found_when_it_is_asked(
    race: Game, ludo_table: Path, tmp_path: Path
) -> None:
    table = Table.open(changed(ludo_table, tmp_path, cut_layer), race)
    state = race.parse_position("1,1/1,6 A - 2")
    with pytest.raises(BadTable, match="has not all its values"):
        table.value(state)


@pytest.mark.parametrize("name", ["layer-0-0-9", "layer-0-0", "layer-0--1-0", "layer-0-0-00"])
def test_a_layer_that_no_race_has_is_refused(name: str, race: Game, ludo_table: Path, tmp_path: Path) -> None:
    def rename(header: Header) -> None:
        first = header["arrays"][0]["name"]
        for entry in header["arrays"]:
            if entry["name"].endswith(first):
                entry["name"] = entry["name"].replace(first, name)

    with pytest.raises(BadTable, match="its parts do not fit together"):
        Table.open(changed(ludo_table, tmp_path, rename), race)


def test_a_layer_of_another_form_is_refused(race: Game, ludo_table: Path, tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="its parts do not fit together"):
        Table.open(changed(ludo_table, tmp_path, lambda header: header["arrays"][0].update(shape=[1, 1])), race)
