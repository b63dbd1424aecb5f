"""`ludarium learn`: a player's file if it wins, a checkpoint if it is interrupted, a sentence if it cannot begin."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.cli import learn as learning
from ludarium.learn import learner as learner_module
from ludarium.learn import session
from ludarium.learn.learner import Learner
from ludarium.learn.meeting import Meeting
from ludarium.learn.method import Method
from ludarium.learn.trial_score import TrialScore
from ludarium.search.learned import Learned, read_player
from tests.cli.conftest import Refused, Run

GAME = "vortex(tokens=1)"


@pytest.fixture(autouse=True)
def judge(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Decide the match at the end beforehand: by the points of ten games."""
    decided: dict[str, Any] = {"points": 7.0, "met": ()}

    def decide(meeting: Meeting, learned: Learned, specs: tuple[str, str], *rest: object) -> Iterator[TrialScore]:
        decided["met"], decided["player"] = specs, learned
        yield TrialScore(specs[1], meeting.even, games=10, rounds=5, points=decided["points"])

    monkeypatch.setattr(session, "decide", decide)
    return decided


@pytest.mark.long
def test_a_player_is_written_and_plays(tmp_path: Path, ludarium_command: Run, judge: dict[str, Any]) -> None:
    out = tmp_path / "ada.player"
    judge["points"] = 9.0
    result = ludarium_command("learn", GAME, "--games", 40, "--hidden", 8, "--out", out)
    assert result.exit_code == 0
    assert "undecided" not in result.output
    assert "0.900 (0.596 to 0.982) against expectimax, 10 games" in result.output
    about = read_player(out).about
    assert (about.game, about.bot, judge["met"]) == (GAME, "expectimax", ("expectimax", "expectimax"))
    assert about.made["games"] >= 40
    assert [one["against"] for one in about.results] == ["random", "its own evaluation", "expectimax"]
    assert not (tmp_path / "ada.player.part").exists()
    played = ludarium_command("match", GAME, out, f"expectimax(evaluate={out},depth=2)", "--games", 2)
    assert played.exit_code == 0
    assert str(out) in played.output


@pytest.mark.long
def test_a_long_game_of_simultaneous_turns_is_learnt_by_plans(tmp_path: Path, ludarium_command: Run) -> None:
    out, spec = tmp_path / "ada.player", "grid(width=9,height=8,turn_limit=150)"
    assert ludarium_command("learn", spec, "--games", 1, "--hidden", 4, "--out", out).exit_code == 0
    about = read_player(out).about
    assert (about.made["method"]["targets"], about.bot) == ("plans", "rolling")
    assert ludarium_command("match", spec, out, "random", "--games", 1).exit_code == 0


def test_a_pipe_gets_a_line_of_progress(tmp_path: Path, ludarium_command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "SECONDS", 0.0)
    result = ludarium_command("learn", GAME, "--games", 40, "--hidden", 8, "--out", tmp_path / "ada.player")
    assert re.search(r"^\d+\.\d of 30 min, [\d,]+ games, loss \d\.\d{4}, .*against random", result.output, re.MULTILINE)


def test_waiting_is_no_time_of_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "process_time", lambda: 5.0)
    found = session.Session(ludarium.load(GAME), Method(first=8, second=4), tmp_path / "ada.part", 60, games=1)
    monkeypatch.setattr(session, "measure", lambda *rest: [])
    found.run()
    assert found.progress.seconds == 0


def test_the_same_seed_and_games_give_the_same_player(tmp_path: Path, ludarium_command: Run) -> None:
    for name in ("one", "other"):
        ludarium_command("learn", GAME, "--games", 40, "--hidden", 8, "--out", tmp_path / f"{name}.player")
    one, other = (read_player(tmp_path / f"{name}.player") for name in ("one", "other"))
    assert (one.weights == other.weights).all()


def test_the_best_of_the_players_on_the_way_is_written(
    tmp_path: Path, ludarium_command: Run, judge: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learner_module, "_FIRST_APART", 1)

    def choose(meeting: object, players: list[Learned], *rest: object) -> Iterator[list[int]]:
        judge["among"] = len(players)
        yield [0]

    monkeypatch.setattr(session, "choose", choose)
    words = ("--hidden", 8, "--out")
    result = ludarium_command("learn", GAME, "--games", 90, *words, tmp_path / "ada.player")
    best = read_player(tmp_path / "ada.player")
    first, games = best.about.made["games"], best.about.made["of_games"]
    assert 0 < first < games
    assert judge["among"] > 1
    assert f"the best player was that after {first:,} of {games:,} games" in result.output
    ludarium_command("learn", GAME, "--games", first, *words, tmp_path / "again.player")
    assert (judge["player"].weights == best.weights).all()


def test_a_player_that_does_not_win_is_written_with_its_worth_and_can_go_on(
    tmp_path: Path, ludarium_command: Run, judge: dict[str, Any]
) -> None:
    out, undecided_text = tmp_path / "ada.player", "undecided: 10 games do not tell whether it is stronger or weaker"
    words = ("learn", GAME, "--games", 40, "--hidden", 8, "--out", out)
    for judge["points"] in (1.0, 5.0):
        lost = ludarium_command(*words)
        assert lost.exit_code == 0
        assert "it does not beat expectimax at equal time, where 0.5 would be even: the same command" in lost.output
        assert (undecided_text in lost.output) == (judge["points"] == 5.0)
        assert read_player(out).about.results[-1]["against"] == "expectimax"
    judge["points"] = 6.0
    undecided = ludarium_command(*words)
    assert undecided.exit_code == 0
    assert "does not beat" not in undecided.output
    assert "exists already" in ludarium_command(*words).stderr
    assert f"{undecided_text} than expectimax" in undecided.output
    assert [one["against"] for one in read_player(out).about.results] == ["random", "its own evaluation", "expectimax"]


def test_an_interruption_keeps_what_was_learnt(
    tmp_path: Path, ludarium_command: Run, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, learn = tmp_path / "ada.player", Learner.learn
    words = ("learn", GAME, "--games", 90, "--hidden", 8, "--out", out)

    def interrupted(learner: Learner) -> float:
        if learner.rounds == 2:
            raise KeyboardInterrupt
        return learn(learner)

    monkeypatch.setattr(Learner, "learn", interrupted)
    assert "ada.player.part holds" in refused(*words)
    monkeypatch.setattr(Learner, "learn", learn)
    assert ludarium_command(*words).exit_code == 0
    whole = tmp_path / "whole.player"
    ludarium_command(*words[:-1], whole)
    assert (read_player(out).weights == read_player(whole).weights).all()


def test_the_first_round_which_may_compile_takes_nothing_of_the_time(tmp_path: Path) -> None:
    begun = session.Session(ludarium.load(GAME), Method(first=8), tmp_path / "ada.player.part", seconds=1e-9)
    begun.run()
    assert begun.learner.rounds == 2


_ENDLESS = """
from ludarium.cli.main import app
from ludarium.learn import session
session._CHECKPOINT_SECONDS = 0.0  # after every round, so that the kill is likely to come while one is written
app()
"""


def test_a_learner_that_is_killed_has_lost_nothing_that_it_had_saved(tmp_path: Path) -> None:
    checkpoint, game, method = tmp_path / "ada.player.part", ludarium.load(GAME), Method(seed=3, first=8)
    words = ("learn", GAME, "--seed", "3", "--hidden", "8", "--out", str(tmp_path / "ada.player"))
    with subprocess.Popen([sys.executable, "-c", _ENDLESS, *words]) as process:
        while not checkpoint.exists() and process.poll() is None:
            time.sleep(0.01)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    resumed = session.Session(game, method, checkpoint, 1.0).learner
    assert [path.name for path in tmp_path.iterdir()] == [checkpoint.name]
    unbroken = Learner(game, method)
    while unbroken.rounds < resumed.rounds:
        unbroken.learn()
    assert resumed.learn() == unbroken.learn()
    assert (resumed.weights.now == unbroken.weights.now).all()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("learn", "vortex", "--minutes", "0", "--out", "a.player"), "0.0 is not in the range 0<x<=100000"),
        (("learn", "vortex", "--out", "a.txt"), "a.txt should end in .player"),
        (("learn", "nogame", "--out", "a.player"), "no game 'nogame' is installed"),
        (("learn", "vortex"), "missing option '--out'"),
    ],
)
def test_invalid_arguments_are_refused_in_a_sentence(
    words: tuple[str, ...], error: str, tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert error in refused(*words).lower()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_exists_is_not_replaced(tmp_path: Path, refused: Refused) -> None:
    out = tmp_path / "ada.player"
    out.write_text("precious")
    assert "exists already" in refused("learn", GAME, "--out", out)
    assert out.read_text() == "precious"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("# nothing\n\n", "has no positions: expected one a line"),
        ("5/6 x 1\n", "is not a board"),
        ("5/X5/5/X5/5/X5/5/X5/5/X5/5 o 2\n", "the game is over in"),
    ],
)
def test_starts_that_cannot_be_played_are_refused(text: str, error: str, tmp_path: Path, refused: Refused) -> None:
    starts, out = tmp_path / "starts.txt", tmp_path / "ada.player"
    starts.write_text(text)
    assert error in refused("learn", "orion", "--starts", starts, "--out", out)
    assert not out.exists()
