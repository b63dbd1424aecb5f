"""A new game's folder: it installs, plays, obeys every law, and its tests say what is to be written."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludarium.cli.main import app
from tests.cli.conftest import Refused, Run
from tests.installed import as_installed, python_path

MODULES = ("__init__", "bots", "kernel", "notation", "observation", "options", "rules", "view")
PARTS = {"README.md", "tutorial.toml", *(f"{module}.py" for module in MODULES)}
pytestmark = pytest.mark.long

Made = tuple[Path, Callable[..., subprocess.CompletedProcess[str]]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A new game, and what runs a module in a Python where it is installed."""
    home = tmp_path_factory.mktemp("new")
    assert CliRunner().invoke(app, ["new", "pebbles", "--into", str(home)]).exit_code == 0
    game = home / "pebbles"
    return game, as_installed(game, home / "installed")


def test_the_folder_has_every_part(made: Made) -> None:
    game, _ = made
    assert {path.name for path in (game / "src" / "pebbles").iterdir() if path.is_file()} == PARTS
    assert {path.name for path in (game / "tests").glob("*.py")} == {"test_game.py", "test_rules.py"}


def test_it_has_the_form_of_our_own_games(made: Made) -> None:
    game, _ = made
    page = (game / "src" / "pebbles" / "README.md").read_text("utf-8")
    assert re.findall(r"^### §(\d+) ", page, re.MULTILINE) == ["1", "2", "3"]
    levels = re.search(
        r"^LEVELS = (\{.*?\})", (game / "src" / "pebbles" / "bots.py").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert levels
    assert list(ast.literal_eval(levels[1])) == ["easy", "medium", "hard", "champion"]


def test_it_can_be_played(made: Made) -> None:
    _, python = made
    assert "pebbles" in python("ludarium", "games").stdout
    result = python("ludarium", "match", "pebbles", "easy", "hard", "--games", "2")
    assert result.returncode == 0
    notice = "compiling what is new or has changed; after an installation that takes a minute or two"
    assert result.stderr in ("", f"{notice}\n")


def test_it_obeys_every_law_and_its_tests_say_what_is_to_be_written(made: Made) -> None:
    _, python = made
    shown = python("pytest", "-q", "-p", "no:cacheprovider").stdout
    failed = re.findall(r"^FAILED (\S+)::(\w+)(.*)", shown, re.MULTILINE)
    assert "test_law" not in {name for _, name, _ in failed}
    assert {name for _, name, _ in failed} == {
        "test_the_rules_page_is_written",
        "test_facts_are_written",
        "test_the_tagline_is_written",
        "test_a_golden_game_was_read",
        "test_1_a_turn",
        "test_2_what_a_turn_may_not_do",
        "test_3_the_end",
    }
    failures = re.findall(r"^E +(?:Failed|AssertionError): (.*)", shown, re.MULTILINE)
    assert len(failures) == len(failed)
    assert all("to be written" in failure.lower() for failure in failures)


def test_it_follows_the_style_of_this_project(made: Made) -> None:
    _, python = made
    for words in (["check", "--select", "B,E,F,I,RUF,UP"], ["format", "--check"]):
        result = python("ruff", *words, "--isolated", "--line-length", "120", ".")
        assert result.returncode == 0, result.stdout


KINDS = {
    "counters": [],
    "racers": ["--dice"],
    "squares": ["--board", "square"],
    "hexagons": ["--board", "hex"],
    "triangles": ["--board", "triangle"],
}
"""The games that `new` can begin with: the options by the name of a game."""


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with a new game of every kind."""
    home = tmp_path_factory.mktemp("kinds")
    for name, words in KINDS.items():
        assert CliRunner().invoke(app, ["new", name, *words, "--into", str(home)]).exit_code == 0
    return home


@pytest.fixture(scope="module")
def python(kinds: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what runs a module in one Python where the games of all kinds are installed, without a compiler.

    Plain Python is fast enough for small games.
    """
    *others, last = KINDS
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("NUMBA_DISABLE_JIT", "1")
        for name in others:
            patched.setenv("PYTHONPATH", python_path(kinds / name, kinds / "installed" / name))
        return as_installed(kinds / last, kinds / "installed" / last)


def test_every_kind_obeys_every_law(kinds: Path, python: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    result = python("ludarium", "laws", *KINDS, "--games", "1")
    assert result.returncode == 0, result.stdout
    tested = re.findall(r"^(\w+), 1 random game$", result.stdout, re.MULTILINE)
    assert tested == [*KINDS]
    tests = [f"{name}/tests/test_game.py" for name in KINDS]
    chosen = ("-k", "option or observation or explained", "--import-mode=importlib", "-rA")
    unwritten = python("pytest", "-q", "-p", "no:cacheprovider", *tests, *chosen, cwd=kinds).stdout
    assert " failed" not in unwritten, unwritten
    assert (
        unwritten.count("PASSED ")
        >= unwritten.count("test_the_rules_page_has_the_table_of_the_observation")
        == len(KINDS)
    )


def test_the_text_of_a_board_names_the_cells_that_a_turn_can_name(
    tmp_path: Path, python: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    turns = {"squares": "b2", "hexagons": "e3", "triangles": "f6"}
    code = f"import ludarium\nfor name, turn in {turns}.items():\n    state = ludarium.load(name).initial()\n"
    code += "    print('==', *map(state.action_name, state.legal()))\n"
    code += "    for shown in (state, state.move(turn)):\n        print('--', shown.text(), sep='\\n')\n"
    (tmp_path / "shown.py").write_text(code, "utf-8")
    printed = python("shown", cwd=tmp_path).stdout.split("== ")[1:]
    for turn, text in zip(turns.values(), printed, strict=True):
        names, before, after = (part.split() for part in text.split("--\n"))
        assert before == names
        assert after == ["X" if cell == turn else cell for cell in names]


def test_positions_of_stones_on_a_board_are_set_up_by_touching(
    tmp_path: Path, python: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    code = "import ludarium\nfrom ludarium.scenes.editor import editor_of, touch\n"
    code += f"for name in {[*KINDS]}:\n    start = ludarium.load(name).initial()\n"
    code += "    print(touch(start, 'cell-a1', 'X') if editor_of(start.game) else 'typed')\n"
    (tmp_path / "touched.py").write_text(code, "utf-8")
    touched = python("touched", cwd=tmp_path).stdout.split()
    assert touched == ["typed", "typed", "X4/5/5/5/5", "X2/4/5/4/3", "X/2/3/4/5/6"]


def test_a_notation_that_does_not_explain_is_noticed(
    kinds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    names = ("counters", "racers")
    for name in names:
        shutil.copytree(kinds / name, tmp_path / name)
        notation = tmp_path / name / "src" / name / "notation.py"
        notation.write_text(re.sub(r", words=_\w+", "", notation.read_text("utf-8")), "utf-8")
    monkeypatch.setenv("PYTHONPATH", python_path(tmp_path / names[0], tmp_path / "installed" / names[0]))
    python = as_installed(tmp_path / names[1], tmp_path / "installed" / names[1])
    tests = [f"{name}/tests/test_game.py" for name in names]
    chosen = ("--import-mode=importlib", "-k", "explained")
    shown = python("pytest", "-q", "-p", "no:cacheprovider", *tests, *chosen, cwd=tmp_path).stdout
    assert all(f"{name}/notation.py: parse_names needs words=" in shown for name in names), shown


def test_the_command_for_a_golden_game_names_a_player_for_every_seat(
    kinds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    shutil.copytree(kinds / "counters", tmp_path / "counters")
    rules = tmp_path / "counters" / "src" / "counters" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace('NAMES = ("X", "O")', 'NAMES = ("X", "O", "Z")'), "utf-8")
    python = as_installed(tmp_path / "counters", tmp_path / "installed")
    shown = python("pytest", "-q", "-p", "no:cacheprovider", "tests/test_game.py", "-k", "golden").stdout
    assert "ludarium match counters easy hard easy --games 1 --out DIR" in shown


def test_every_kind_is_typed_and_formatted(kinds: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed, so new games are not type-checked")
    sources = [str(kinds / name / "src") for name in KINDS]
    environment = {**os.environ, "MYPYPATH": os.pathsep.join([*sources, str(Path("src").resolve())])}
    words = ["--strict", "--cache-dir", str(kinds / "types"), *(word for name in KINDS for word in ("-p", name))]
    typed = subprocess.run(
        [sys.executable, "-m", "mypy", *words], check=False, capture_output=True, text=True, cwd=kinds, env=environment
    )
    assert typed.returncode == 0, typed.stdout
    for words in (["check", "--select", "B,E,F,I,RUF,UP"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *words, "--isolated", "--line-length", "120", *KINDS]
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=kinds)
        assert done.returncode == 0, done.stdout


def test_the_notation_and_the_picture_of_a_dice_race_are_short(kinds: Path) -> None:
    parts = [kinds / "racers" / "src" / "racers" / f"{part}.py" for part in ("notation", "view")]
    assert sum(len(part.read_text("utf-8").splitlines()) for part in parts) < 150


def test_options_that_exclude_each_other_are_refused(refused: Refused, tmp_path: Path) -> None:
    assert "choose one of them" in refused("new", "pebbles", "--dice", "--board", "hex", "--into", tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "x", "Hex", "my-game", "../x", "_a", "a" * 40, "héx", "9lives", "a b"])
def test_an_invalid_name_is_refused(refused: Refused, tmp_path: Path, name: str) -> None:
    assert "is not a valid name for a game" in refused("new", name, "--into", tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["os", "numpy", "ludarium", "orion", "class"])
def test_a_name_that_is_taken_is_refused(refused: Refused, tmp_path: Path, name: str) -> None:
    assert "choose another" in refused("new", name, "--into", tmp_path)


def test_existing_files_are_kept(ludarium_command: Run, refused: Refused, tmp_path: Path) -> None:
    assert ludarium_command("new", "pebbles", "--into", tmp_path).exit_code == 0
    readme = tmp_path / "pebbles" / "README.md"
    readme.write_text("mine", "utf-8")
    said = refused("new", "pebbles", "--into", tmp_path)
    assert said.endswith("exists already; choose another name, or another folder by --into")
    assert readme.read_text("utf-8") == "mine"
