"""A match at the terminal, as it is typed."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import pytest

import ludarium
from ludarium.match.verify import verify
from tests.cli.conftest import Refused, Run
from tests.players.programs import ANY

GAME = "orion(turn_limit=10)"
ALONE = ["play", GAME, "--against", "random", "--seed", 1]
BOTH = ["play", GAME, "--seat", "you", "--seat", "you"]


class Table(Protocol):
    """Runs the command with these words, types the lines, and returns what is printed."""

    def __call__(self, words: Sequence[object], *lines: str) -> str: ...


@pytest.fixture
def table(ludarium_command: Run) -> Table:
    """What is printed when these lines are typed."""

    def run(words: Sequence[object], *lines: str) -> str:
        result = ludarium_command(*words, typed="\n".join(lines) + "\n")
        assert result.exit_code == 0
        assert result.stderr == ""
        return result.stdout

    return run


def test_the_board_is_shown_and_a_seat_is_asked(table: Table) -> None:
    shown = table(ALONE, "quit")
    assert "( a )" in shown
    assert "Turn 1. X to move: turn a rotor once" in shown
    assert shown.endswith("you (X)> ")


def test_a_turn_is_played_and_the_bot_answers(table: Table) -> None:
    shown = table(ALONE, "u+", "moves", "quit")
    (answer,) = re.findall(r"random \(O\): (\S+)", shown)
    assert f"1. u+  2. {answer}\n" in shown
    assert "Turn 3. X to move" in shown


def test_an_impossible_turn_is_explained_and_changes_nothing(table: Table) -> None:
    shown = table(ALONE, "a+", "hello", "", "u+u+", "moves", "quit")
    assert "holds no piece of X" in shown
    assert "'hello' is not a turn" in shown
    assert "'u+u+' has 2 clicks" in shown
    assert "no turn has been played yet" in shown


def test_help_names_every_word(table: Table) -> None:
    shown = table(ALONE, "help", "quit")
    for word in ("legal", "hint", "undo", "preview TURN", "board", "moves", "position", "save FILE", "resign", "quit"):
        assert f"\n  {word} " in shown


def test_legal_lists_what_can_be_chosen(table: Table) -> None:
    start = ludarium.load(GAME).initial()
    assert {start.action_name(action) for action in start.legal()} <= set(table(ALONE, "legal", "quit").split())


def test_a_hint_is_a_turn_that_can_be_played(table: Table) -> None:
    said = table(BOTH, "hint", "quit")
    (hint,) = re.findall(r"> (\S+) \(expected payoff [0-9.]+\)", said)
    assert re.search(r"^visits: \S+ [0-9]+, ", said, re.MULTILINE)
    assert ludarium.load(GAME).initial().move(hint).actors


def test_a_turn_is_previewed_before_it_is_played(table: Table) -> None:
    shown = table(BOTH, "preview u+", "preview", "preview zz", "moves", "board", "quit")
    assert [shown.count(caption) for caption in ("Turn 1. X to move", "\nO to move")] == [2, 1]
    for told in ("'preview' needs a turn", "'zz' is not a turn", "no turn has been played yet"):
        assert told in shown


def test_position_reads_back(table: Table) -> None:
    shown = table(BOTH, "u+", "position", "quit")
    assert str(ludarium.load(GAME).initial().move("u+")) in shown


def test_undo_takes_back_ones_own_turn_and_the_answer(table: Table) -> None:
    shown = table(ALONE, "undo", "u+", "undo", "moves", "quit")
    assert "no turn that could be taken back" in shown
    assert "no turn has been played yet" in shown


def test_two_people_play_at_one_screen(table: Table) -> None:
    shown = table(BOTH, "u+", "a--", "moves", "quit")
    assert "you (O)> " in shown
    assert "1. u+  2. a--" in shown


def test_alone_a_player_wins_or_loses(table: Table) -> None:
    shown = table(["play", "vortex(players=1,tokens=1)", "--seat", "you", "--seed", 1], "resign", "quit")
    assert "0: resignation\nYou lost." in shown


def test_the_rolls_are_told(table: Table) -> None:
    shown = table(["play", "ludo(goal=24)", "--seat", "you", "--seat", "you", "--seed", 1], "quit")
    assert re.search(r"^first [AB]\n[AB] rolls [1-6]$", shown, re.MULTILINE)


def test_a_player_who_resigns_loses(table: Table) -> None:
    shown = table(BOTH, "u+", "resign", "quit")
    assert "1-0: resignation" in shown


def test_a_match_goes_on_to_the_end_of_the_rules(table: Table) -> None:
    shown = table(BOTH, *["pass"] * 6, "quit")
    assert "1/2-1/2: a draw: the position came up for the third time" in shown


def test_bots_alone_play_to_the_end(table: Table) -> None:
    shown = table(["play", GAME, "--seat", "random", "--seat", "random", "--seed", 2], "quit")
    assert re.search(r"^[01/2]+-[01/2]+: ", shown, re.MULTILINE)


def test_a_match_is_saved_and_resumed(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    shown = table(BOTH, "save", "u+", f"save {path}", "a--", f"save {path}", "quit")
    assert "needs the name of a file" in shown
    assert [entry.text for entry in verify(ludarium.Record.parse(path.read_text("utf-8"))).turns] == ["u+", "a--"]
    assert "1. u+  2. a--" in table(["play", "--resume", path], "moves", "quit")


def test_the_people_of_an_imported_match_play_on_this_device(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text('[Game "orion"]\n[X "Ann"]\n[O "random"]\n\n1. u+\n2. pass\n', "utf-8")
    assert table(["play", "--resume", path], "quit").endswith("Ann (X)> ")


def test_a_finished_match_can_be_saved(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    table(BOTH, "resign", f"save {path}", "quit")
    assert ludarium.Record.parse(path.read_text("utf-8")).ending == "resignation"


def test_an_existing_file_is_not_overwritten(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann", "utf-8")
    assert "exists already" in table(BOTH, f"save {path}", "quit")
    assert path.read_text("utf-8") == "Dear Ann"


def test_the_end_of_the_input_ends_the_match(table: Table) -> None:
    assert table(BOTH, "u+").endswith("you (O)> \n")


@pytest.mark.parametrize(("words", "sentence"), [
    (["play"], "name a game"),
    (["play", "onion"], "did you mean orion"),
    (["play", "orion", "--against", "grandmaster"], "has no bot 'grandmaster'"),
    (["play", "orion", "--seat", "you", "--seat", "you", "--seat", "you"], "2 seats, but 3 players were given"),
    (["play", "orion", "--position", "nowhere"], "is not a position"),
    (["play", "--resume", "/dev/null"], "needs the tag"),
])  # fmt: skip
def test_invalid_arguments_are_refused(refused: Refused, words: Sequence[object], sentence: str) -> None:
    assert sentence in refused(*words)


def test_a_match_that_is_over_is_not_resumed(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text('[Game "orion"]\n[X "you"]\n[O "you"]\n[Result "1-0"]\n[Ending "resignation"]\n', "utf-8")
    assert refused("play", "--resume", path) == "the match is over: resignation"


def test_a_match_with_an_impossible_turn_is_reported_with_its_file(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text('[Game "orion"]\n1. a+\n', "utf-8")
    assert refused("play", "--resume", path).startswith(f"{path}: turn 1: ")


def test_a_saved_match_starts_no_program_that_its_file_names(
    ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text("open('mark', 'w').close()\ndef think(state, seat): return 'u+'\n", "utf-8")
    Path("game.txt").write_text(f'[Game "{GAME}"]\n[X "./bot.py:think"]\n[O "random"]\n[Result "*"]\n', "utf-8")
    words = ["play", "--resume", "game.txt"]
    assert ludarium_command(*words, typed="quit\n").exit_code == 0
    assert not Path("mark").exists()
    shown = ludarium_command(*words, "--against", "./bot.py:think", typed="quit\n").stdout
    assert "./bot.py:think (X): u+" in shown
    assert Path("mark").exists()


def test_a_program_with_a_long_name_is_played_against(table: Table) -> None:
    shown = table(["play", GAME, "--against", ANY], "u+", "moves", "quit")
    assert "program:" in shown
    assert "1. u+  2. " in shown
