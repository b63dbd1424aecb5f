"""`ludarium compare`."""

from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from ludarium.cli import compare as _compare
from ludarium.cli.main import app
from ludarium.learn.comparison import Comparison
from tests.cli.conftest import Refused


@pytest.mark.parametrize(
    ("players", "code", "said"),
    [
        (("easy", "random"), 0, "easy is stronger than random, after"),
        (("random", "easy"), 4, "random is weaker than easy, after"),
        (("random", "random"), 3, "random and random are equal within 0.2, after"),
    ],
)
def test_the_exit_code_is_the_answer(players: tuple[str, str], code: int, said: str) -> None:
    done = CliRunner().invoke(app, ["compare", "vortex", *players, "--margin", "0.2", "--workers", "1"])
    assert (done.exit_code, done.output.startswith(said)) == (code, True), done.output
    assert "where 0.5 is even; error rates 0.05 and 0.05" in done.output


def test_a_comparison_goes_on_in_its_folder(tmp_path: Path) -> None:
    command = [
        "compare",
        "vortex",
        "easy",
        "random",
        "--out",
        str(tmp_path / "cup"),
        "--workers",
        "1",
        "--margin",
        "0.2",
    ]
    short = CliRunner().invoke(app, [*command, "--most", "8"])
    assert short.exit_code == 5
    assert "it is not clear who is stronger of easy and random, after 8 rounds" in short.output
    assert CliRunner().invoke(app, command).exit_code == 0


def test_rounds_begin_at_the_start_where_that_is_asked_for(tmp_path: Path) -> None:
    command = ["compare", "vortex", "easy", "random", "--out", str(tmp_path), "--workers", "1", "--most", "8"]
    assert CliRunner().invoke(app, [*command, "--opening", "0"]).exit_code in (0, 5)
    other = CliRunner().invoke(app, command)
    assert other.exit_code == 2
    assert "a comparison whose opening is 0 steps, not None" in other.output


@pytest.mark.parametrize(
    "wrong", [["orion", "easy", "none"], ["orion", "easy", "easy", "--margin", "0"], ["x", "a", "b"]]
)
def test_mistakes_are_one_sentence(wrong: list[str]) -> None:
    done = CliRunner().invoke(app, ["compare", *wrong])
    assert done.exit_code == 2
    assert len(done.output.strip().splitlines()) == 1


def test_what_is_known_so_far_is_shown_on_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(file=StringIO(), force_terminal=True, width=100)
    monkeypatch.setattr(_compare, "errors", screen)
    shown = list[str]()
    monkeypatch.setattr("rich.status.Status.update", lambda status, text: shown.append(str(text)))
    CliRunner().invoke(app, ["compare", "vortex", "easy", "random", "--margin", "0.2", "--workers", "1"])
    assert shown[:2] == ["comparing: 1 round", "comparing: 2 rounds"]
    assert ", score 0." in shown[-1]


def test_who_stops_it_reads_what_is_known_so_far(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    advance = Comparison._advance

    def interrupted(comparison: Comparison) -> bool:
        if advance(comparison) or comparison.used:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(Comparison, "_advance", interrupted)
    said = refused("compare", "vortex", "easy", "random", "--margin", 0.2, "--workers", 1)
    assert said.startswith("stopped: 8 rounds, score 0.")
    assert said.endswith("; with --out they would be kept")
