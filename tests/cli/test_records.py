"""Commands on records: match, show, verify; and files that are none."""

import resource
from pathlib import Path

import pytest

import ludarium
from ludarium.core.record import LARGEST
from tests.cli.conftest import Refused, Run

RECORD = '[Game "orion"]\n[X "Ann"]\n[O "Bob"]\n[Result "0-1"]\n[Ending "resignation"]\n\n1. u+\n2. a--\n'


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD, "utf-8")
    return path


def test_show_prints_players_result_turns_and_board(ludarium_command: Run, record: Path) -> None:
    shown = ludarium_command("show", record).stdout
    for part in ("orion: Ann (X), Bob (O)", "0-1, resignation", "1. u+  2. a--", "( a )", "X to move"):
        assert part in shown


def test_show_goes_back_to_any_turn(ludarium_command: Run, record: Path) -> None:
    first, second = (ludarium_command("show", record, "--at", number).stdout for number in (0, 1))
    assert "no turn has been played yet" in first
    assert "1. u+\n" in second
    assert "X to move" in first
    assert "O to move" in second


def test_show_draws_the_position(ludarium_command: Run, record: Path, tmp_path: Path) -> None:
    ludarium_command("show", record, "--svg", tmp_path / "picture.svg")
    drawn = (tmp_path / "picture.svg").read_text("utf-8")
    assert drawn.startswith("<svg")
    for part in (">Orion: Hydra</text>", ">Ann (X), Bob (O): 0-1, resignation</text>", "2.\xa0a--</text>"):
        assert part in drawn
    again = ludarium_command("show", record, "--at", "0", "--svg", tmp_path / "picture.svg")
    assert again.exit_code == 2
    assert "exists already" in again.stderr
    assert (tmp_path / "picture.svg").read_text("utf-8") == drawn


def test_show_writes_a_page_that_plays_the_record(ludarium_command: Run, record: Path, tmp_path: Path) -> None:
    shown = ludarium_command("show", record, "--replay", tmp_path / "match.html").stdout
    assert shown.endswith(f"{tmp_path / 'match.html'} is written\n")
    page = (tmp_path / "match.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "Orion: Hydra, Ann (X), Bob (O), 0-1, resignation, 2 turns" in page


@pytest.mark.parametrize("command", ["show", "verify"])
def test_an_endless_file_is_no_record(refused: Refused, command: str) -> None:
    assert refused(command, "/dev/zero") == "/dev/zero is not a record: a record has at most 8,000,000 bytes"


@pytest.mark.parametrize("digits", [4000, 5000])
def test_an_endless_number_is_cut_in_the_error(refused: Refused, record: Path, digits: int) -> None:
    said = refused("show", record, "--at", "9" * digits)
    assert "99..." in said
    assert len(said) < 300


@pytest.mark.parametrize("at", [-1, 3, 10**9])
def test_show_refuses_a_turn_that_was_not_played(refused: Refused, record: Path, at: int) -> None:
    assert "--at takes a number from 0 to 2" in refused("show", record, "--at", at)


def test_show_says_where_a_picture_cannot_be_written(ludarium_command: Run, record: Path) -> None:
    result = ludarium_command("show", record, "--svg", record / "picture.svg")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_a_failed_write_does_not_block_the_next(ludarium_command: Run, record: Path, tmp_path: Path) -> None:
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, usual[1]))
    try:
        result = ludarium_command("show", record, "--replay", tmp_path / "match.html")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert result.exit_code == 2
    assert "match.html cannot be written: File too large" in result.stderr
    assert ludarium_command("show", record, "--replay", tmp_path / "match.html").exit_code == 0


def test_verify_confirms_true_records(ludarium_command: Run, record: Path) -> None:
    result = ludarium_command("verify", record)
    assert result.stdout == f"{record}: orion, 2 turns, 0-1, resignation: correct\n"
    assert result.exit_code == 0


def test_verify_goes_on_after_a_false_record(ludarium_command: Run, record: Path, tmp_path: Path) -> None:
    false = tmp_path / "false.txt"
    false.write_text(RECORD.replace("a--", "z--"), "utf-8")
    result = ludarium_command("verify", false, record)
    assert result.exit_code == 2
    assert result.stdout.endswith("correct\n")
    assert result.stderr.startswith(f"{false}: turn 2: ")


@pytest.mark.parametrize(("content", "sentence"), [
    (b"\x7fELF\x80\xff", "not text in UTF-8"),
    (RECORD.encode("utf-16"), "not text in UTF-8"),
    (b"", "needs the tag"),
    (b"hello", "line 1: expected a tag"),
    (b"\0" * 100, "line 1: expected a tag"),
    (b"\n" * (LARGEST + 1), "a record has at most 2,000,000"),
    (b"\n" * (4 * LARGEST + 1), "a record has at most 8,000,000 bytes"),
    (RECORD.replace("orion", "onion").encode(), "did you mean orion"),
    (RECORD.replace("a--", "u--").encode(), "turn 2: click 1, u-, is not allowed"),
    (RECORD.replace("2. a--", "3. a--").encode(), "turn 2"),
    (RECORD.replace("[X", "[Position \"nowhere\"]\n[X").encode(), "is not a position"),
])  # fmt: skip
@pytest.mark.parametrize("command", ["show", "verify"])
def test_a_file_that_is_no_record_is_refused_in_one_sentence(
    refused: Refused, tmp_path: Path, command: str, content: bytes, sentence: str
) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(content)
    assert sentence in refused(command, path)


@pytest.mark.parametrize("place", ["Ann", "Bob", "resignation", "u", "u+", "orion", "0-1", "Ending", "X"])
@pytest.mark.parametrize("code", ["\x1b[31m", "\x07", "\x9b2J", "\u202e", "\x1f"])
def test_a_record_prints_no_characters_that_control_a_terminal(
    ludarium_command: Run, tmp_path: Path, place: str, code: str
) -> None:
    path = tmp_path / f"game{code}.txt"
    path.write_text(f'[Note "{code}"]\n{RECORD.replace(place, place + code, 1)}', "utf-8")
    for command in ("show", "verify"):
        result = ludarium_command(command, path)
        assert (result.stdout + result.stderr).replace("\n", "").isprintable()
        assert result.stdout + result.stderr


@pytest.mark.parametrize("command", ["show", "verify"])
def test_a_file_that_cannot_be_read_is_named(refused: Refused, tmp_path: Path, command: str) -> None:
    assert refused(command, tmp_path / "none.txt").endswith("none.txt cannot be read: No such file or directory")
    said = refused(command, tmp_path)
    expected = "is a folder without records: expected .txt files in it" if command == "verify" else "Is a directory"
    assert said.endswith(expected)


def test_match_counts_and_keeps_records_that_are_true(ludarium_command: Run, tmp_path: Path) -> None:
    words = ["match", "orion(turn_limit=30)", "random", "mcts(simulations=5)", "--games", 4, "--seed", 7]
    result = ludarium_command(*words, "--out", tmp_path / "games")
    assert result.exit_code == 0
    assert "random" in result.stdout
    assert result.stderr == ""
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["1.txt", "2.txt", "3.txt", "4.txt"]
    assert ludarium_command("verify", *files).exit_code == 0
    ludarium_command(*words, "--out", tmp_path / "again")
    assert [file.read_text("utf-8") for file in sorted((tmp_path / "again").iterdir())] == [
        file.read_text("utf-8") for file in files
    ]
    seats = [ludarium.Record.parse(file.read_text("utf-8")).tags["X"] for file in files]
    assert seats == ["random", "mcts(simulations=5)"] * 2


def test_match_leaves_a_folder_with_files_alone(refused: Refused, record: Path, tmp_path: Path) -> None:
    assert "not an empty folder" in refused("match", "orion", "random", "random", "--out", tmp_path)
    assert list(tmp_path.iterdir()) == [record]


@pytest.mark.parametrize(("bots", "sentence"), [
    (["random"], "orion has 2 seats, so name 2 bots, not 1"),
    (["random", "randon"], "did you mean random"),
    (["random", "mcts(hurry=1)"], "has no option 'hurry'"),
])  # fmt: skip
def test_match_refuses_bots_that_do_not_fit(refused: Refused, bots: list[str], sentence: str) -> None:
    assert sentence in refused("match", "orion", *bots)


def test_match_runs_programs_and_says_why_they_lost(ludarium_command: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def think(state, seat):\n    return 'hello'\n", "utf-8")
    spec = f"{tmp_path}/bot.py:think"
    shown = ludarium_command("match", "orion", spec, "random", "--games", 2, "--clock", "60+1").stdout
    assert "2 games lost: " in shown
    assert "bot.py:think played 'hello': 'hello' is not a turn" in " ".join(shown.split())


@pytest.mark.parametrize(("spec", "sentence"), [
    ("./none.py:think", "./none.py:think cannot be read: the file does not exist"),
    ("program:false", "program:false exited with code 1"),
    ("js:none.js", "js:none.js cannot be read: No such file or directory"),
])  # fmt: skip
def test_match_refuses_invalid_programs_before_it_plays(refused: Refused, spec: str, sentence: str) -> None:
    assert sentence in refused("match", "orion", spec, "random")


def test_the_records_of_a_folder_are_verified(ludarium_command: Run, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    for name in ("b.txt", "a.txt"):
        (tmp_path / "games" / name).write_text(RECORD, "utf-8")
    said = ludarium_command("verify", tmp_path).stdout.replace("\n", "")
    assert said.count(": correct") == 2
    assert said.index("a.txt") < said.index("b.txt")
