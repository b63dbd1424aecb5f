"""The public interface: what `import ludarium` offers, for programs, for `dir` and for type checkers."""

import ast
import importlib
import pydoc
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import ludarium
from ludarium.core.compiling.fingerprint import _text
from ludarium.core.game import Game

FACES = [f"ludarium{part}" for part in ("", ".authoring", ".search", ".solve", ".learn", ".tournament", ".analysis")]


def typed(face: str) -> set[str]:
    """Return what type checkers see: the names that a package imports, or sets, under `if TYPE_CHECKING`."""
    source = ast.parse(Path(str(importlib.import_module(face).__file__)).read_text("utf-8"))
    block = next(node for node in source.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    imported = {a.asname for node in block.body if isinstance(node, ast.ImportFrom) for a in node.names if a.asname}
    named = {ast.unparse(node.targets[0]) for node in block.body if isinstance(node, ast.Assign)}
    return {name for name in imported | named if not name.startswith("_")}


@pytest.mark.parametrize("face", FACES)
def test_all_dir_types_and_what_can_be_imported_agree(face: str) -> None:
    package = importlib.import_module(face)
    assert set(package.__all__) == typed(face)
    assert {name for name in dir(package) if not name.startswith("_")} == set(package.__all__)
    for name in package.__all__:
        value = getattr(package, name)
        assert not isinstance(value, ModuleType) or value.__name__ in (
            "ludarium.scenes.parts",
            "ludarium.scenes.replay",
            "ludarium.boards.hexagonal",
        )


def test_no_public_name_is_that_of_a_module_beside_it() -> None:
    for face in FACES:  # such a module would take the place of the name as soon as it is imported
        folder = Path(str(importlib.import_module(face).__file__)).parent
        modules = {path.stem for path in folder.glob("*.py")} | {
            path.parent.name for path in folder.glob("*/__init__.py")
        }
        assert not modules & set(importlib.import_module(face).__all__), face


def test_a_star_import_brings_all() -> None:
    names: dict[str, object] = {}
    exec("from ludarium import *", names)
    assert names.keys() - {"__builtins__"} == set(ludarium.__all__)


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ludarium.nothing  # type: ignore[attr-defined]  # noqa: B018  looking it up is the test


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys, ludarium; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {name for name in done.stdout.split() if name.startswith(("ludarium.", "numba", "numpy"))} - {
        "ludarium._public"
    }


def test_a_session_needs_no_other_import() -> None:
    game = ludarium.load("orion")
    assert isinstance(game, Game)
    bot = ludarium.make_bot("easy", game, 1)
    state = game.initial().move("u+")
    state = state.play(bot.choose(state, 1))
    assert state.text().count("\n") > 5
    assert state.svg().startswith("<svg ")
    assert "<style>" in state.svg()
    record = ludarium.play_match("orion", ["random", "random"], seed=1)
    assert ludarium.verify(record).state == record.final()
    with pytest.raises(ludarium.IllegalMove):
        game.initial().move("u+ u-")


def test_help_says_what_chance_is() -> None:
    said = pydoc.plain(pydoc.render_doc(ludarium.CHANCE))
    assert "The actor that rolls dice and draws cards" in said
    assert (ludarium.CHANCE, repr(ludarium.CHANCE), f"{ludarium.CHANCE}") == (-1, "-1", "-1")


def test_compiled_code_that_names_chance_is_cached_as_with_a_number() -> None:
    assert _text(ludarium.CHANCE) == _text(-1)
