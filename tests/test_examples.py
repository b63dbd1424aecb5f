"""The examples run as they are: a game in a package, which a how-to explains; bots; and a notebook."""

import json
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludarium
from ludarium.cli.main import app
from tests.installed import Answer, as_installed, several_commands

Ludarium = Callable[..., list[Answer]]
"""Runs several commands."""
Row = dict[str, Any]  # JSON
EXAMPLE = Path("examples/hex")
BOTS = Path("examples/bots")
HOW_TO = Path("docs/how-to/add-a-game.md").read_text("utf-8")
EXCERPTS = re.findall(r"^`([^`\n]+)`\n\n```\w+\n(.*?)^```$", HOW_TO, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^```console\n\$ ludarium (.*?)\n(.*?)^```$", HOW_TO, re.MULTILINE | re.DOTALL)
pytestmark = pytest.mark.long


def test_the_example_passes_its_own_tests_with_none_skipped(tmp_path: Path) -> None:
    shown = as_installed(EXAMPLE, tmp_path)("pytest", "-q", "-p", "no:cacheprovider").stdout
    assert re.search(r"^\d+ passed in [^,]+$", shown, re.MULTILINE), shown


def test_the_second_example_passes_its_own_tests_with_none_skipped(tmp_path: Path) -> None:
    shown = as_installed(Path("examples/connect_four"), tmp_path)("pytest", "-q", "-p", "no:cacheprovider").stdout
    assert re.search(r"^\d+ passed in [^,]+$", shown, re.MULTILINE), shown


def test_the_games_with_published_figures_pass_their_own_tests_with_none_skipped(tmp_path: Path) -> None:
    shown = as_installed(Path("examples/classics"), tmp_path)("pytest", "-q", "-p", "no:cacheprovider").stdout
    assert re.search(r"^\d+ passed in [^,]+$", shown, re.MULTILINE), shown


def test_the_how_to_shows_code_and_commands_and_no_other_blocks() -> None:
    kinds = re.findall(r"^```(\w+)$", HOW_TO, re.MULTILINE)
    others = {"sh": 1, "text": 1}  # what begins a game, and the files that are then there
    assert len(kinds) == len(EXCERPTS) + len(COMMANDS) + sum(others.values())
    assert min(len(EXCERPTS), len(COMMANDS)) >= 5


@pytest.mark.parametrize(("name", "code"), EXCERPTS)
def test_the_code_of_the_how_to_is_that_of_the_example(name: str, code: str) -> None:
    assert f"\n{code}" in (EXAMPLE / name).read_text("utf-8")


def test_the_commands_of_the_how_to_answer_as_it_says(tmp_path: Path) -> None:
    first = ["perft", "hex(size=3)", "1"]  # or the first of the others would say that it compiles
    _, *answers = several_commands(EXAMPLE, tmp_path)(first, *(shlex.split(command) for command, _ in COMMANDS))
    for (command, expected), result in zip(COMMANDS, answers, strict=True):
        shown = "".join(f"{line.rstrip()}\n" for line in result.stdout.strip().splitlines())
        assert result.stderr == "", command
        assert re.fullmatch(re.escape(expected).replace(re.escape("...\n"), "(?:.*\n)+"), shown), shown


def test_a_command_of_the_how_to_answers_the_same_in_a_process_of_its_own(tmp_path: Path) -> None:
    command, expected = next(each for each in COMMANDS if each[0].startswith("perft"))
    result = as_installed(EXAMPLE, tmp_path)("ludarium", *shlex.split(command), cwd=Path())
    assert result.returncode == 0
    assert result.stdout.split() == expected.split()


def test_the_how_to_lists_the_files_that_new_writes(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["new", "pebbles", "--into", str(tmp_path)]).exit_code == 0
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    shown = re.search(r"^```text\n(hex/.*?)^```$", HOW_TO, re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert set(shown[1].replace("hex", "pebbles").split()) == written


def test_the_bot_of_the_notebook_learns_to_beat_auto120() -> None:
    made = runpy.run_path("examples/notebook/learn_ludo.py")
    assert made["score"].games == 100
    assert made["low"] > 0.5
    assert set(made["places"][:8]) > {20, 24, 30, 40, 60}  # from which one roll leads home: it has found that out


def test_the_bot_of_the_readme_is_the_example_and_beats_random_play() -> None:
    code = (BOTS / "my_bot.py").read_text("utf-8").partition("\n\n")[2]
    assert f"```python\n{code}```" in Path("README.md").read_text("utf-8")
    record = ludarium.play_match("orion(turn_limit=60)", [f"{BOTS}/my_bot.py:think", "random"], seed=1)
    assert record.payoffs == (1.0, 0.0)


@pytest.fixture
def programs(tmp_path: Path) -> list[str]:
    """Return the specs of the bots that are programs."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        pytest.skip("no C compiler is installed, so the bot in C is not tried")
    made = tmp_path / "pipe_bot"
    subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", made, BOTS / "pipe_bot.c"], check=True)
    return [f"program:{made}", f"program:{shlex.quote(sys.executable)} {BOTS}/pipe_bot.py"]


def test_the_bots_in_c_and_python_play_every_game(programs: list[str]) -> None:
    for game in ("grid(turn_limit=20)", "ludo", "orion(turn_limit=20)", "throngs(turn_limit=20)", "vortex(players=2)"):
        record = ludarium.play_match(game, programs, seed=2)
        assert not record.ending.startswith("forfeit")
    assert "ludarium" not in re.findall(r"import (\w+)", (BOTS / "pipe_bot.py").read_text("utf-8"))


@pytest.fixture
def rule_bot(tmp_path: Path) -> str:
    """Return the spec of the bot in Java."""
    if shutil.which("javac") is None:
        pytest.skip("no Java compiler is installed, so the bot in Java is not tried")
    code = BOTS / "RuleBot.java"
    quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]  # for programs that run for less than a second
    javac = ["javac", *(f"-J{option}" for option in quick)]
    subprocess.run([*javac, "--release", "17", "-Xlint:all", "-Werror", "-d", tmp_path, code], check=True)
    return f"program:java {shlex.join(quick)} -cp {shlex.quote(str(tmp_path))} RuleBot"


def here(*commands: Sequence[str]) -> list[Answer]:
    """Run commands in this process, which finds no package that is not installed."""
    done = [CliRunner().invoke(app, words) for words in commands]
    return [Answer(each.exit_code, each.stdout, each.stderr) for each in done]


def league(run: Ludarium, folder: Path, games: Sequence[str], players: Sequence[str]) -> tuple[str, list[Row]]:
    """Play a tournament of several games; return what it prints, and the rows of its games."""
    words = [word for game in games for word in ("--game", game)]
    words += [word for player in players for word in ("--player", player)]
    words += ["--draw", str(len(games)), "--rounds", "1", "--games", "1", "--seed", "5"]
    words += ["--executor", "threads", "--out", str(folder)]
    done, checked = run(["tournament", *words], ["tournament", "--verify", str(folder)])
    assert done.exit_code == 0, done.stderr
    assert checked.stdout.rstrip().endswith("correct"), checked.stderr
    return done.stdout, json.loads((folder / "results.json").read_text("utf-8"))["games"]


def test_the_bot_in_java_plays_a_league_of_all_games_with_one_of_another_package(rule_bot: str, tmp_path: Path) -> None:
    games = ["hex(size=3)", "grid(turn_limit=10)", "ludo(players=3,turn_limit=20)"]
    players = [rule_bot, f"program:{shlex.quote(sys.executable)} {BOTS}/pipe_bot.py", "random"]
    said, rows = league(several_commands(EXAMPLE, tmp_path), tmp_path / "league", games, players)
    assert {row["spec"] for row in rows} == set(games)
    assert not [row for row in rows if row["forfeit_by"]]
    assert all(f"\n{game}\n" in said for game in games)
    assert len((BOTS / "RuleBot.java").read_text("utf-8").splitlines()) <= 60


def test_the_search_of_openspiel_plays_a_league_and_says_which_game_it_does_not_play(tmp_path: Path) -> None:
    games = ["orion(clicks=1,turn_limit=10)", "vortex(tokens=1)"]
    search = f"program:{shlex.quote(sys.executable)} {BOTS}/openspiel_mcts.py 2"
    _, rows = league(here, tmp_path / "league", games, [search, "random"])
    assert {row["spec"] for row in rows} == set(games)
    assert not [row for row in rows if row["forfeit_by"]]
    assert len((BOTS / "openspiel_mcts.py").read_text("utf-8").splitlines()) <= 30
    words = ("--game", "grid", "--game", "orion", "--player", search, "--player", "random", "--out", f"{tmp_path}/no")
    [refused] = here(["tournament", *words])
    assert refused.exit_code == 2
    assert refused.stderr.startswith("in grid: program:")
    assert "reported an error: 'this search plays no simultaneous turns'" in refused.stderr
    assert not (tmp_path / "no").exists()


def test_engines_play_through_the_protocol() -> None:
    made = subprocess.run([sys.executable, BOTS / "drive.py"], check=True, capture_output=True, text=True)
    assert re.match(r"\d+ turns: ", made.stdout)
    assert int(made.stdout.split()[0]) in range(1, 21)


def test_the_script_for_grid_game_runs_without_an_error() -> None:
    record = ludarium.play_match("grid(turn_limit=500)", [f"js:{BOTS}/beam.js", "easy"])
    assert not record.ending.startswith("forfeit")
    assert "Remarks" not in record.tags


def test_a_policy_learns_by_self_play_to_beat_random_play() -> None:
    example = runpy.run_path("examples/learning/self_play.py")
    assert example["score"](example["learn"](300, 100), 300) > 0.3


def test_the_evaluation_in_the_how_to_plays_and_beats_random_play() -> None:
    spec = f"mcts(simulations=40,batch=8,evaluate={BOTS / 'ludo_net.py'}:evaluate)"
    assert spec.partition("evaluate=")[2].rstrip(")") in Path("docs/how-to/write-a-bot.md").read_text("utf-8")
    records = [ludarium.play_match("ludo", [spec, "random"], seed=seed) for seed in range(10)]
    assert not any(record.ending.startswith("forfeit") for record in records)
    assert sum(record.payoffs == (1.0, 0.0) for record in records) >= 8
