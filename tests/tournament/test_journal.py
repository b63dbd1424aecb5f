"""A tournament's journal: no game is lost, and none is played twice."""

import errno
import json
import os
import resource
from dataclasses import replace
from pathlib import Path

import pytest

from ludarium.core.errors import LudariumError
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.journal import NAME, Journal
from ludarium.tournament.journal_verification import check_folder
from ludarium.tournament.report.tables import standings
from ludarium.tournament.results import Results
from ludarium.tournament.tournament import Tournament

CONFIG = TournamentConfig.make(game="orion(turn_limit=10)", players=["random", "easy", "random"], games=2, seed=3)


def play(folder: Path, stop: int | None = None) -> tuple[Tournament, list[int]]:
    """Continue in a folder until `stop` games are played; return the tournament and the numbers of these games."""
    cup, now = Tournament(CONFIG), list[int]()
    with Journal(folder, CONFIG.to_dict()) as journal:
        cup.results |= journal.results
        for results in cup.play(save=journal.add):
            now += [result.number for result in results]
            if stop is not None and len(now) >= stop:
                break
    return cup, now


@pytest.fixture
def whole(tmp_path: Path) -> Tournament:
    return play(tmp_path / "whole")[0]


def same(cup: Tournament, other: Tournament) -> bool:
    return [result.record for _, result in cup.played()] == [result.record for _, result in other.played()]


def test_a_tournament_that_goes_on_plays_the_missing_games(tmp_path: Path, whole: Tournament) -> None:
    _, first = play(tmp_path / "cup", stop=2)
    cup, then = play(tmp_path / "cup")
    assert sorted(first + then) == list(range(6))
    assert same(cup, whole)
    assert play(tmp_path / "cup")[1] == []


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_line_that_is_torn_is_played_again(tmp_path: Path, whole: Tournament, cut: int) -> None:
    play(tmp_path / "cup")
    path = tmp_path / "cup" / NAME
    path.write_bytes(path.read_bytes()[:-cut])
    cup, then = play(tmp_path / "cup")
    assert then == [5]
    assert same(cup, whole)
    assert len(path.read_bytes().splitlines()) == 7


def test_a_journal_with_half_a_header_starts_again(tmp_path: Path, whole: Tournament) -> None:
    play(tmp_path / "cup", stop=1)
    path = tmp_path / "cup" / NAME
    path.write_bytes(path.read_bytes()[:20])
    assert same(play(tmp_path / "cup")[0], whole)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    play(tmp_path / "cup")
    path = tmp_path / "cup" / NAME
    lines = path.read_bytes().splitlines(keepends=True)
    for damaged in (b"{}\n", b"garbage\n", b"[1]\n", b"9" * 5000 + b"\n", b"[" * 100_000 + b"\n", b"\xff\n"):
        path.write_bytes(b"".join([*lines[:3], damaged, *lines[4:]]))
        with pytest.raises(LudariumError, match="line 4 is damaged"):
            Journal(tmp_path / "cup", CONFIG.to_dict())
    for damaged in (b"garbage\n", b"7\n", b'{"tournament": 7}\n', b'{"tournament": ["a"]}\n'):
        path.write_bytes(b"".join([damaged, *lines[1:]]))
        with pytest.raises(LudariumError, match="line 1 is damaged; name another folder"):
            Journal(tmp_path / "cup", CONFIG.to_dict())


@pytest.mark.parametrize(
    "edited",
    [
        {"payoffs": [1]},
        {"payoffs": [7, -3]},
        {"seat_seconds": [1]},
        {"seconds": "long"},
        {"turns": 10_000},
        {"turns": -1},
        {"ending": "time"},
        {"record": "no record"},
        {"record": None},
        {"number": 1e999},
        {"number": "one"},
        {"number": -1},
        {"number": 1.5},
        {"seconds": 10**400},
    ],
)
def test_a_line_that_contradicts_itself_is_damaged(tmp_path: Path, edited: dict[str, object]) -> None:
    play(tmp_path)
    path = tmp_path / NAME
    first, second, *rest = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([first, json.dumps({**json.loads(second), **edited}), *rest, ""]), "utf-8")
    with pytest.raises(LudariumError, match=f"{NAME}: line 2 is damaged; remove it to play its game again"):
        Journal(tmp_path, CONFIG.to_dict())


@pytest.mark.parametrize(("key", "value"), [("seed", 4), ("games", 4), ("players", {"easy": "easy"})])
def test_another_config_is_refused(tmp_path: Path, key: str, value: object) -> None:
    play(tmp_path, stop=1)
    with pytest.raises(LudariumError, match=f"whose {key} is .*; name another folder"):
        Journal(tmp_path, {**CONFIG.to_dict(), key: value})


def test_two_do_not_play_in_one_folder(tmp_path: Path) -> None:
    with (
        Journal(tmp_path, CONFIG.to_dict()),
        pytest.raises(LudariumError, match="being played by another process"),
    ):
        Journal(tmp_path, CONFIG.to_dict())


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LudariumError, match="cannot be written: Not a directory"):
        Journal(tmp_path / "file" / "cup", CONFIG.to_dict())


def test_a_journal_that_cannot_be_begun_is_a_sentence(tmp_path: Path) -> None:
    """Closing the file writes what is left of the header, and fails once more."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(LudariumError, match=f"{NAME} cannot be written: File too large$"):
            Journal(tmp_path, CONFIG.to_dict())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: Tournament) -> None:
    play(tmp_path, stop=2)

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(LudariumError, match=f"{NAME} cannot be written: No space left on device$"):
            play(tmp_path)
    assert same(play(tmp_path)[0], whole)


def test_a_journal_of_version_2_goes_on_with_the_seats_that_it_had(tmp_path: Path) -> None:
    config = TournamentConfig.make(game="orion(turn_limit=10)", players=["random", "easy", "random", "easy"], games=1)
    with Journal(tmp_path, config.to_dict()) as journal:
        assert journal.even
    path = tmp_path / NAME
    path.write_text(path.read_text("utf-8").replace('"format": 3', '"format": 2'), "utf-8")
    with Journal(tmp_path, config.to_dict()) as journal:
        cup = Tournament(replace(config, even=journal.even))
        for batch in cup.play():
            journal.add(batch)
    assert all(pairing.seating[0] < pairing.seating[1] for pairing in cup.pairings)
    (tmp_path / "standings.csv").write_bytes(standings(Results.of(cup)).write_csv().encode())
    assert check_folder(tmp_path).faults == []
    path.write_text(path.read_text("utf-8").replace('"format": 2', '"format": 3'), "utf-8")
    assert check_folder(tmp_path).faults != []
