"""`ludarium study`: a page and its data; nothing is lost by an interruption."""

import json
from pathlib import Path

import pytest

from ludarium.study import parts
from ludarium.study.journal import Runner
from tests.cli.conftest import Refused, Run

SHORT = "vortex(board=square3,tokens=2)"
COUNTS = "games=2,ladder=2,top=1,options=0,solve=300,learn=0,look=10"
WORDS = ("study", SHORT, "--counts", COUNTS, "--player", "random", "--workers", 1)


def test_a_study_is_written_and_its_command_makes_it_again(ludarium_command: Run, tmp_path: Path) -> None:
    out = tmp_path / "one"
    shown = ludarium_command(*WORDS, "--site", "https://example.org/", "--out", out).stdout
    command = f"ludarium study '{SHORT}' --player random --counts {COUNTS} --seed 0 --site https://example.org"
    assert f"{SHORT}: this is {command}\n" in shown
    page = (out / "index.html").read_text("utf-8")
    assert 'href="https://example.org/games/vortex"' in page
    assert "https://example.org/analysis/board?game=vortex" in page
    assert json.loads((out / "study.json").read_text("utf-8"))["command"] == command
    again = tmp_path / "two"
    ludarium_command(*WORDS, "--site", "https://example.org", "--out", again)
    assert (again / "index.html").read_text("utf-8") == page


def test_minutes_choose_counts_that_are_printed(ludarium_command: Run, tmp_path: Path) -> None:
    shown = ludarium_command(
        "study", SHORT, "--minutes", 0.001, "--player", "random", "--workers", 1, "--out", tmp_path / "o"
    )
    assert "--player random --counts games=2," in shown.stdout
    assert shown.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["orio"], "did you mean orion?"),
        ([SHORT, "--player", "hrad"], "did you mean hard?"),
        ([SHORT, "--counts", "game=3"], "did you mean games?"),
        ([SHORT, "--minutes", "0"], "0.0 is not in the range 0<x<=100000"),
        (
            [SHORT, "--site", "example.org"],
            "example.org is no address of a site: expected one that begins with https://",
        ),
        ([SHORT, "--out", "."], ". exists already, and holds no study; name a new folder"),
        ([SHORT, "--executor", "proceses"], "did you mean processes?"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(refused: Refused, arguments: list[str], sentence: str) -> None:
    assert sentence in refused("study", *arguments)


def test_an_interrupted_study_leaves_a_page_of_what_is_done_and_goes_on(
    ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "vortex"
    with monkeypatch.context() as patch:
        patch.setattr(parts, "climb", interrupted)
        stopped = ludarium_command(*WORDS, "--out", out)
    assert stopped.exit_code == 2
    assert f"stopped; {out} keeps " in stopped.stderr
    assert "finished jobs, and the same command goes on from there" in stopped.stderr
    page = (out / "index.html").read_text("utf-8")
    assert "Not finished:</strong> the ladder of skill, options, small boards, positions, a learnt player are" in page
    assert "How a game goes" in page
    played = list[str]()
    usual = Runner.run

    def run(self: Runner, part: str, work: object, jobs: object) -> object:
        before = len(self.journal.done)
        found = usual(self, part, work, jobs)  # type: ignore[arg-type]  # passed on as they come
        played.extend([part] * (len(self.journal.done) - before))
        return found

    monkeypatch.setattr(Runner, "run", run)
    assert ludarium_command(*WORDS, "--out", out).exit_code == 0
    assert played
    assert "games" not in played
    assert "Not finished" not in (out / "index.html").read_text("utf-8")
