"""The command puzzles: it makes a file, and proves it again."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

import ludarium
from ludarium.puzzles import making
from ludarium.puzzles.journal import Journal
from ludarium.puzzles.making import Looked
from tests.cli.conftest import Refused, Run

SMALL = "vortex(board=square3,tokens=2)"


@pytest.fixture
def made(ludarium_command: Run, tmp_path: Path) -> Path:
    """A file of two puzzles."""
    out = tmp_path / "made.jsonl"
    done = ludarium_command(
        "puzzles", SMALL, "--count", 2, "--seed", 3, "--player", "random", "--workers", 1, "--out", out
    )
    assert done.stdout == f"{out}: 2 puzzles of vortex\n"
    return out


def test_a_file_names_its_command_which_makes_it_again(made: Path, ludarium_command: Run, tmp_path: Path) -> None:
    header = json.loads(made.read_text("utf-8").splitlines()[0])
    assert header["commands"] == [f"ludarium puzzles '{SMALL}' --count 2 --seed 3 --player random"]
    again = tmp_path / "again.jsonl"
    ludarium_command("puzzles", SMALL, "--count", 2, "--seed", 3, "--player", "random", "--workers", 1, "--out", again)
    assert again.read_text("utf-8") == made.read_text("utf-8")


def test_a_file_is_proved_again_and_a_wrong_puzzle_is_named(made: Path, ludarium_command: Run) -> None:
    assert (
        ludarium_command("puzzles", "vortex", "--verify", made, "--workers", 1).stdout
        == f"{made}: 2 puzzles, none wrong\n"
    )
    lines = made.read_text("utf-8").splitlines()
    wrong = json.loads(lines[2])
    wrong["seat"] = 1 - wrong["seat"]
    made.write_text("\n".join([*lines[:2], json.dumps(wrong), ""]), "utf-8")
    done = ludarium_command("puzzles", "vortex", "--verify", made, "--workers", 1)
    assert done.exit_code == 1
    assert f"puzzle 2: seat {wrong['seat']} is not to choose" in done.stderr
    assert done.stdout == f"{made}: 2 puzzles, 1 wrong\n"


def test_records_are_looked_through(ludarium_command: Run, tmp_path: Path) -> None:
    record, out = tmp_path / "game.txt", tmp_path / "made.jsonl"
    record.write_text(str(ludarium.play_match(SMALL, ["random", "random"], 3)), "utf-8")
    done = ludarium_command("puzzles", SMALL, "--records", record, "--count", 50, "--workers", 1, "--out", out)
    assert "fewer than 50" in done.stdout
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) > 1
    assert all(json.loads(line)["source"]["record"] == "game.txt" for line in lines[1:])
    assert "--records game.txt" in json.loads(lines[0])["commands"][0]


def test_what_cannot_be_done_is_refused_in_a_sentence(refused: Refused, made: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text('[Game "orion"]\n', "utf-8")
    new = tmp_path / "new.jsonl"
    assert "--out is missing" in refused("puzzles", SMALL)
    assert "exists already" in refused("puzzles", SMALL, "--out", made)
    assert "are several games" in refused("puzzles", "orion", "ludo", "--workers", 1, "--out", new)
    assert "it is a record of orion" in refused("puzzles", SMALL, "--records", record, "--workers", 1, "--out", new)
    assert "has no bot 'nobody'" in refused("puzzles", SMALL, "--player", "nobody", "--workers", 1, "--out", new)
    assert "294,131,900 positions are too many" in refused("puzzles", "vortex", "--workers", 1, "--out", new)
    assert "nothing can be proved" in refused("puzzles", "ludo(players=3)", "--workers", 1, "--out", new)
    assert "puzzles of 'vortex', and not of orion" in refused("puzzles", "orion", "--verify", made, "--workers", 1)
    assert "line 1 is not the first line" in refused("puzzles", "orion", "--verify", record)
    assert "cannot be read" in refused("puzzles", "orion", "--verify", tmp_path / "none.jsonl")
    assert not new.exists()


def test_a_command_that_was_stopped_goes_on_to_the_same_file(
    ludarium_command: Run, refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["puzzles", SMALL, SMALL, "--seed", 3, "--player", "random", "--per-game", 1, "--missed", "--workers", 1]
    whole, out, part = tmp_path / "whole.jsonl", tmp_path / "out.jsonl", tmp_path / "out.jsonl.part"
    ludarium_command(*words, "--count", 6, "--out", whole)

    for stopped_after in (2, 3):  # games, each time
        with monkeypatch.context() as patched:
            patched.setattr(making, "look_through", partial(_stop, making.look_through, stopped_after))
            assert f"{part} holds" in refused(*words, "--count", 4, "--out", out)
        assert not out.exists()
        with part.open("a", encoding="utf-8") as opened:
            opened.write('{"options":1,"looked":{"puz')  # as by a process that was killed
    before = part.read_bytes()
    assert before.count(b"\n") == 1 + 2 + 3
    assert "expected the same command" in refused(*words, "--inside", "--count", 6, "--out", out)
    assert part.read_bytes() == before

    looked: list[int] = []
    monkeypatch.setattr(making, "look_through", partial(_count, making.look_through, looked))
    ludarium_command(*words, "--count", 6, "--out", out)
    assert out.read_bytes() == whole.read_bytes()
    assert looked[0] == 5  # games that were not looked through again
    assert not part.exists()


def test_games_without_a_puzzle_write_nothing_and_go_on_with_more_of_them(
    ludarium_command: Run, refused: Refused, tmp_path: Path
) -> None:
    words = ["puzzles", SMALL, "--seed", 8, "--player", "random", "--missed", "--workers", 1, "--count", 1]
    out, part = tmp_path / "out.jsonl", tmp_path / "out.jsonl.part"
    said = refused(*words, "--games", 1, "--out", out)
    assert said.startswith(f"no puzzle in 1 game, so {out} is not written; the same command with more games")
    assert (out.exists(), part.exists()) == (False, True)
    assert ludarium_command(*words, "--games", 1000, "--out", out).stdout == f"{out}: 1 puzzle of vortex\n"


def _stop(look: Callable[..., Iterator[Looked]], after: int, *args: object, **options: object) -> Iterator[Looked]:
    yield from islice(look(*args, **options), after)
    raise KeyboardInterrupt


def _count(look: Callable[..., Iterator[Looked]], found: list[int], *args: object, before: Sequence[Looked],
           **options: object) -> Iterator[Looked]:  # fmt: skip
    found.append(len(before))
    yield from look(*args, before=before, **options)


def test_a_journal_that_is_none_is_refused_and_left_as_it_is(refused: Refused, made: Path, tmp_path: Path) -> None:
    out, part = tmp_path / "new.jsonl", tmp_path / "new.jsonl.part"
    for content, sentence in (
        (b"my notes\n", "was begun by 'my notes'"),
        (b'"ludarium puzzles vortex"\n', "remove the file to begin anew"),
        (f"\"ludarium puzzles '{SMALL}'\"\n{{}}\n".encode(), "line 2 is no game that was looked through"),
        (b"\xff\xfe\n", "was begun by"),
    ):
        part.write_bytes(content)
        assert sentence in refused("puzzles", SMALL, "--workers", 1, "--out", out)
        assert part.read_bytes() == content
    part.unlink()
    part.mkdir()
    assert "new.jsonl.part cannot be written: Is a directory" in refused("puzzles", SMALL, "--out", out)


def test_two_commands_do_not_write_one_journal(refused: Refused, tmp_path: Path) -> None:
    part = tmp_path / "new.jsonl.part"
    with Journal(part, "ludarium puzzles"):
        assert "another process looks for puzzles for" in refused("puzzles", SMALL, "--out", tmp_path / "new.jsonl")
    assert part.exists()
