"""Games come from entry points, and the rules start without players, pictures or servers."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from types import SimpleNamespace
from typing import Any

import pytest

from ludarium.core import registry
from ludarium.core.errors import BrokenGame, UnknownGame
from ludarium.core.registry import definition, game_names, load


def test_the_error_for_an_unknown_game_suggests_a_similar_name() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'orin' is installed; did you mean orion\? \(Installed: .*orion"):
        load("orin")


def test_the_same_spec_is_the_same_game() -> None:
    assert load("orion") is load("orion")
    assert load("orion(clicks=3)") == load("orion")
    assert load("orion(clicks=2)") != load("orion")
    assert definition("orion") is load("orion").definition


_LIGHT = ("ludarium._public", "ludarium.core", "ludarium.boards", "ludarium.games")


def test_the_rules_start_without_players_pictures_and_servers() -> None:
    code = "import sys, ludarium; ludarium.load('orion').initial().move('u+'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith(("ludarium.", "click", "rich", "sqlalchemy"))}
    assert not {name for name in loaded if not name.startswith(_LIGHT)}


def _fail() -> object:
    raise RuntimeError("no engine")


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Install more entry points, each with the name of its package."""
    added: list[SimpleNamespace] = []

    def installed(group: str) -> list[Any]:  # entry points, and objects like them
        return [*entry_points(group=group), *added]

    def forget() -> None:
        for cached in (registry.entries, registry.game_names, registry.definition, registry.load):
            cached.cache_clear()

    def install_entry(name: str, package: str, load_entry: Callable[[], object]) -> None:
        added.append(SimpleNamespace(name=name, load=load_entry, dist=SimpleNamespace(name=package), value=name))
        forget()

    monkeypatch.setattr(registry, "entry_points", installed)
    yield install_entry
    added.clear()
    forget()


@pytest.mark.parametrize(
    ("load_entry", "cause"),
    [
        (_fail, r"cannot be imported \('RuntimeError: no engine'; at core/test_registry.py:"),
        (lambda: 7, "has no GameDefinition"),
        (lambda: definition("orion"), "defines it as orion"),
    ],
)
def test_a_broken_package_is_left_out_and_named(
    install: Callable[..., None], caplog: pytest.LogCaptureFixture, load_entry: Callable[[], object], cause: str
) -> None:
    names = game_names()
    install("chess", "cardboard", load_entry)
    assert game_names() == names
    assert "the game chess is unavailable: the package cardboard" in caplog.text
    with pytest.raises(BrokenGame, match=cause):
        load("chess")
    assert load("orion").name == "orion"


def test_two_packages_with_one_game_are_both_named(install: Callable[..., None]) -> None:
    install("orion", "cardboard", lambda: None)
    with pytest.raises(BrokenGame, match="the package cardboard and the package ludarium: uninstall all but one"):
        load("orion")
    assert "orion" not in game_names()
