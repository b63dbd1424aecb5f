"""Cached arrays are computed once, and again if the file cannot be trusted."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from ludarium.core.kernel import Floats
from ludarium.search.cache import cache_folder, cached_arrays


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def ask(times: list[int], name: str = "squares") -> Floats:
    def compute() -> dict[str, Floats]:
        times.append(1)
        return {"squares": np.arange(4.0) ** 2}

    return cached_arrays(name, {"squares": 4}, compute)["squares"]


def test_it_is_computed_once(cache: Path) -> None:
    times: list[int] = []
    assert [ask(times).tolist() for _ in range(2)] == [[0, 1, 4, 9]] * 2
    assert len(times) == 1
    assert [path.name for path in cache.iterdir()] == ["squares.npz"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-40]),
        lambda path: path.write_bytes(path.read_bytes().replace(np.float64(4).tobytes(), np.float64(5).tobytes())),
        lambda path: path.write_text("squares: 0, 1, 4, 9"),
        lambda path: np.savez(path, squares=np.arange(3.0)),
        lambda path: np.savez(path, squares=np.arange(4)),
        lambda path: np.savez(path, cubes=np.arange(4.0)),
        lambda path: np.savez(path, squares=np.array([{}] * 4, object)),
        lambda path: (path.unlink(), path.mkdir()),
    ],
    ids=["empty", "cut", "a changed number", "text", "size", "type", "name", "objects", "folder"],
)
def test_a_corrupt_or_different_file_is_recomputed(cache: Path, spoil: Callable[[Path], object]) -> None:
    times: list[int] = []
    ask(times)
    spoil(cache / "squares.npz")
    assert ask(times).tolist() == [0, 1, 4, 9]
    assert len(times) == 2
    assert not list(cache.glob("*.part"))


def test_without_a_writable_folder_it_is_computed_in_every_run(cache: Path) -> None:
    cache.write_text("in the way")
    times: list[int] = []
    assert [ask(times).tolist() for _ in range(2)] == [[0, 1, 4, 9]] * 2
    assert len(times) == 2


def test_the_folder_is_the_users_cache_unless_configured(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() == cache
    monkeypatch.delenv("LUDARIUM_CACHE")
    assert cache_folder().name == "ludarium"
