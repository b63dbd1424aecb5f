"""The public interface: what `import ludarium` offers, for programs, for `dir` and for type checkers."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium.core.game import Game

SOURCE = ast.parse(Path(ludarium.__file__).read_text("utf-8"))


def typed() -> dict[str, str]:
    """Return what type checkers see: the module of every name that is imported under `if TYPE_CHECKING`."""
    (block,) = (node for node in SOURCE.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def test_all_dir_types_and_what_can_be_imported_agree() -> None:
    assert set(ludarium.__all__) == typed().keys()
    assert {name for name in dir(ludarium) if not name.startswith("_")} == set(ludarium.__all__)
    for name, module in typed().items():
        assert getattr(ludarium, name) is getattr(sys.modules[module], name)


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
    assert not {name for name in done.stdout.split() if name.startswith(("ludarium.", "numba", "numpy"))}


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
