"""The command review: values by a table are marked, those of a bot are not."""

import re
from pathlib import Path

import ludarium
from tests.cli.conftest import Refused, Run
from tests.conftest import EXACT_LUDO


def test_a_review_by_a_table_marks_values_and_says_what_turns_gave_away(
    ludarium_command: Run, tables: Path, tmp_path: Path
) -> None:
    record = ludarium.play_match(EXACT_LUDO, ["random", "exact"], seed=1)
    (tmp_path / "game.txt").write_text(str(record), "utf-8")
    said = ludarium_command("review", tmp_path / "game.txt").stdout
    rows = [line.split() for line in said.splitlines() if line[0].isdigit() and " exact " in line]
    assert len(rows) >= 10
    assert any(row[-2] != "0.00" for row in rows if row[1] == "A")
    assert all(row[-2] == "0.00" for row in rows if row[1] == "B")
    assert all(row[-1][0] in "+-" for row in rows)
    assert "the dice gave " in said
    assert f"exact (B) gave away 0.00 of 100 games a turn, in {sum(row[1] == 'B' for row in rows)} turns" in said
    assert "exact values leave out the limit of turns" in said


def test_a_review_takes_a_table_that_is_not_installed(
    ludarium_command: Run, refused: Refused, ludo_table: Path, tmp_path: Path
) -> None:
    record = ludarium.play_match(EXACT_LUDO, ["random", "random"], seed=1)
    (tmp_path / "game.txt").write_text(str(record), "utf-8")
    said = ludarium_command("review", tmp_path / "game.txt", "--table", ludo_table).stdout
    assert sum(" exact " in line for line in said.splitlines()) >= 10
    assert "what is not exact" not in said
    (tmp_path / "other.txt").write_text('[Game "orion"]\n\n1. u+\n', "utf-8")
    assert f"is a table of {EXACT_LUDO}: expected one of orion" in refused(
        "review", tmp_path / "other.txt", "--table", ludo_table
    )


def test_a_fault_of_any_record_is_told_before_one_is_reviewed(refused: Refused, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text('[Game "orion"]\n\n1. u+\n', "utf-8")
    bad.write_text('[Game "orion"]\n\n1. nothing\n', "utf-8")
    assert f"{bad}: " in refused("review", good, bad, "--workers", 1)


def test_a_review_by_a_bot_marks_nothing_and_says_how_sure_it_is_of_losses(
    ludarium_command: Run, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text('[Game "orion"]\n\n1. u+\n2. a--\n', "utf-8")
    said = ludarium_command("review", tmp_path / "game.txt", "--seconds", "0.01").stdout
    *rows, unit, note, lost_by_x, lost_by_o = said.splitlines()[2:]
    assert "exact" not in "".join(rows)
    assert [line.split()[:2] for line in rows] == [["1", "X"], ["2", "O"], ["3", "X"]]
    assert all(re.search(r" \d+\.\d( ± \d+\.\d)?$", line.rstrip()) for line in rows[:2])
    assert rows[2].rstrip().endswith(" -")  # nothing was played there
    assert unit == "what a seat can expect, what it gave away and its luck are games of 100; a draw is half a win"
    for line, name in ((lost_by_x, "X"), (lost_by_o, "O")):
        assert re.fullmatch(rf"\? \({name}\) gave away \d+\.\d (± \d+\.\d )?of 100 games a turn, in 1 turn", line)
    assert note == "what is not exact is what Dara (champion) expects after 0.01 seconds for a position"


def test_a_hint_by_a_table_is_marked_exact(ludarium_command: Run, tables: Path) -> None:
    position = "1,1/1,1 A 4 1"
    said = ludarium_command(
        "play", EXACT_LUDO, "--seat", "you", "--seat", "easy", "--position", position, typed="hint\nquit\n"
    ).stdout
    assert "A1 1x4=4 (expected payoff 0." in said
    assert ", exact)" in said
    assert "exact: A1 1x4=4 0." in said


def test_a_review_by_a_bot_tells_the_luck_of_rolls_also_of_those_that_leave_no_choice(
    ludarium_command: Run, tmp_path: Path
) -> None:
    record = ludarium.play_match(EXACT_LUDO, ["random", "random"], seed=1)
    (tmp_path / "game.txt").write_text(str(record), "utf-8")
    said = ludarium_command("review", tmp_path / "game.txt", "--seconds", "0.01").stdout
    rows = [line.split() for line in said.splitlines()[2:] if line[0].isdigit()]
    assert "luck" in said.splitlines()[1]
    assert all(re.fullmatch(r"[+-]\d+", row[-1]) for row in rows)
    assert [row for row in rows if "roll" in row]
    counts = [sum(row[1] == seat for row in rows) for seat in "AB"]
    for seat, count in zip("AB", counts, strict=True):
        assert f"the dice gave random ({seat}) " in said
        assert f" of 100 games in {count} rolls" in said
