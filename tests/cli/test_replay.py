"""The command replay: a script plays the turns of a record again, and stops where it fails or differs."""

from pathlib import Path

import pytest

from ludarium.players.sandbox.trial import TrialSeat, play_trial
from tests.cli.conftest import Refused, Run

CODE = """this.n = (this.n || 0) + 1;
if (this.n === 2) console.log("second");
const names = api.legal();
api.play(names[Math.floor(Math.random() * names.length)]);
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a match that the script has played as B."""
    (tmp_path / "mine.js").write_text(CODE, "utf-8")
    path = tmp_path / "game.txt"
    path.write_text(
        play_trial("ludo", [TrialSeat("easy", None, "easy"), TrialSeat("mine", CODE)], 5, 60).record, "utf-8"
    )
    return path


def test_the_same_script_plays_the_same_turns(ludarium_command: Run, record: Path, tmp_path: Path) -> None:
    said = ludarium_command("replay", record, "--bot", tmp_path / "mine.js", "--seat", "2").stdout
    assert ": second\n" in said
    assert "mine.js plays the same " in said.replace("\n", " ")


def test_it_stops_where_another_script_differs_or_fails(ludarium_command: Run, record: Path, tmp_path: Path) -> None:
    (tmp_path / "other.js").write_text(CODE + "if (this.n === 3) api.play(nothing.at)", "utf-8")
    done = ludarium_command("replay", record, "--bot", tmp_path / "other.js", "--seat", "2")
    assert done.exit_code == 1
    assert "nothing is not defined (line 5)" in done.stdout
    (tmp_path / "first.js").write_text("api.play(api.legal()[0])", "utf-8")
    done = ludarium_command("replay", record, "--bot", tmp_path / "first.js", "--seat", "2")
    assert done.exit_code == 1
    assert "the bot plays" in done.stdout
    assert "and the record has" in done.stdout


def test_a_record_without_such_a_seat_or_seed_is_refused(refused: Refused, record: Path, tmp_path: Path) -> None:
    assert "there is no seat 3" in refused("replay", record, "--bot", tmp_path / "mine.js", "--seat", "3")
    record.write_text(record.read_text("utf-8").replace("[Seed ", "[Seeds "), "utf-8")
    assert "names no seed: expected --seed" in refused("replay", record, "--bot", tmp_path / "mine.js", "--seat", "2")


@pytest.mark.parametrize("bot", ["none.js", "bot.py", "js:mine.js", "easy"])
def test_what_is_no_file_of_a_bot_is_refused_before_a_turn(refused: Refused, record: Path, bot: str) -> None:
    (record.parent / "bot.py").write_text("def choose(state): ...", "utf-8")
    said = refused("replay", record, "--bot", record.parent / bot, "--seat", "2")
    assert f"{bot} is no file of a bot: expected a script in JavaScript, or a WebAssembly program" in said
