"""The how-to pages on tournaments: their file is one, and their commands answer as they say."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludarium.cli.main import app
from ludarium.tournament.config import _KEYS, SYSTEMS, TournamentConfig

PAGE = Path("docs/how-to/tournament.md").read_text("utf-8")
(FILE,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^```console\n\$ ludarium (.*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SEVERAL = Path("docs/how-to/several-games.md").read_text("utf-8")
CLUSTER = Path("docs/how-to/cluster.md").read_text("utf-8")


def words_of(command: str) -> list[str]:
    """Return the words of a command, which plays in threads here: no process has to start for it."""
    words = shlex.split(command)
    return words if "--verify" in words or "--executor" in words else [*words, "--executor", "threads"]


def test_the_file_is_a_tournament() -> None:
    assert [*TournamentConfig.parse(FILE).players] == ["Ann", "Bob", "Cid", "Dot"]


def test_every_key_and_every_system_is_documented() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == set(_KEYS)
    assert all(f"**`{system}`**" in PAGE for system in SYSTEMS)


def test_the_page_on_several_games_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file is one of several games, and its two commands, one after the other, answer as it says."""
    (file,) = re.findall(r"^```toml\n(.*?)^```$", SEVERAL, re.MULTILINE | re.DOTALL)
    (block,) = re.findall(r"^```console\n(.*?)^```$", SEVERAL, re.MULTILINE | re.DOTALL)
    for name in ("RuleBot.java", "openspiel_mcts.py"):
        lines = len(Path(f"examples/bots/{name}").read_text("utf-8").splitlines())
        assert re.search(rf"{re.escape(name)}\), (?:Java 17, )?{lines} lines", SEVERAL)
    monkeypatch.chdir(tmp_path)
    Path("all.toml").write_text(file, "utf-8")
    for command, answer in re.findall(r"^\$ ludarium (.*?)\n(.*?)(?=^\$|\Z)", block, re.MULTILINE | re.DOTALL):
        result = CliRunner().invoke(app, words_of(command))
        assert result.exit_code == 0, result.stderr
        shown = "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())
        pattern = re.escape(answer).replace(re.escape("\n...\n"), "\n(?:.*\n)+").replace(re.escape(" ... "), " .* ")
        assert re.fullmatch(pattern, shown), shown


@pytest.mark.parametrize(("command", "answer"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_commands_answer_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, answer: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text(FILE, "utf-8")
    result = CliRunner().invoke(app, words_of(command))
    assert result.exit_code == 0
    shown = "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())
    expected = re.escape(answer).replace(re.escape(" ...\n"), ".*\n").replace(re.escape("...\n"), "(?:.*\n)+")
    assert re.fullmatch(expected, shown), shown


def test_the_example_is_worth_seeing() -> None:
    """The ratings that the page shows differ, and few games are drawn."""
    rows = re.findall(r"^(Ann|Bob|Cid|Dot) +6 +(\d) +(\d) +(\d) .* (\d+\.\d) ± ", PAGE, re.MULTILINE)
    ratings = [float(rating) for *_, rating in rows]
    assert ratings == sorted(ratings, reverse=True)
    assert len(set(ratings)) == 4
    assert sum(int(drawn) for _, _, drawn, *_ in rows) <= 6


@pytest.mark.parametrize("command", re.findall(r"^ludarium (tournament .*)$", CLUSTER, re.MULTILINE))
def test_the_command_of_a_cluster_fails_only_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ludarium.tournament.executors._PATIENCE", 0.5)
    Path("cup.toml").write_text(FILE, "utf-8")
    result = CliRunner().invoke(app, shlex.split(command.replace("192.168.1.10", "127.0.0.1").replace("8786", "1")))
    assert result.exit_code == 2
    assert "no Dask scheduler answers at '127.0.0.1:1'" in result.stderr
