"""Names that people may choose."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludarium.club.people.names import LONGEST_NAME, choose_name, guest_name, parse_name
from ludarium.core.errors import ParseError
from ludarium.core.registry import game_names, load
from ludarium.search import personas
from ludarium.search.personas import bot_personas, known_levels
from ludarium.search.player import levels


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\nLee ", "Ann Lee"),
        ("Jo\u0308rg", "J\u00f6rg"),
        ("\u5c71\u7530", "\u5c71\u7530"),
        ("\u0416\u0443\u043a", "\u0416\u0443\u043a"),
        ("Ann \U0001f600", "Ann \U0001f600"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_a_name_is_read_with_single_spaces_and_composed_letters(typed: str, name: str) -> None:
    assert parse_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("\u0410nn", "mixes alphabets"),  # a Cyrillic A
        ("p\u0430ypal", "mixes alphabets"),
        ("Ann\u200b", "can be seen"),  # a space of no width
        ("\u202eAnn", "can be seen"),  # letters from right to left
        ("\u3164", "can be seen"),  # a filler
        ("\u2800", "at least one letter"),  # a pattern of no dots
        ("", "is not a name"),
        (" ", "is not a name"),
        ("...", "at least one letter"),
        ("x" * (LONGEST_NAME + 1), "longer than"),
        ("x" * 100_000, "longer than"),
        ("\udc80", "can be seen"),
    ],
)
def test_a_name_that_looks_like_another_is_refused(typed: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        parse_name(typed)


def test_guests_have_names_that_differ() -> None:
    names = {guest_name() for _ in range(100)}
    assert len(names) > 80
    assert all(re.fullmatch("Guest [0-9A-F]{3}", name) for name in names)


@pytest.mark.parametrize(
    "name",
    [
        "Administrator", " the  ADMIN", "admin-2", "Site M0derator", "Moderator 7", "mod", "Staff", "Ludarium",
        "Guest", "guest 4F2", "Guest4F2", "GUEST of honour", "Former player", "Open  seat", "Web_Postmaster 1",
    ],
)  # fmt: skip
def test_nobody_takes_the_name_of_an_office_or_of_a_guest(name: str) -> None:
    with pytest.raises(ParseError, match="somebody else than a player"):
        choose_name(name)


@pytest.mark.parametrize(
    "name", ["Adam Inistrator", "Modesta", "Guesthouse", "Rooter", "Supporter", "Gustav", "Badminton"]
)
def test_other_names_are_free(name: str) -> None:
    assert choose_name(name) == name


@pytest.mark.parametrize("name", ["Ada", "Ben", "CLEO", "dara"])
def test_a_person_may_be_called_as_a_bot_is(name: str) -> None:
    assert choose_name(name) == name


@pytest.mark.parametrize("name", ["easy", " Champion", "Hard", "exact"])
def test_the_strengths_of_bots_are_nobodys_names(name: str) -> None:
    with pytest.raises(ParseError, match="is a strength of bots, or looks like it: choose another"):
        choose_name(name)
    assert parse_name(name)  # who had the name before finds their account
    assert choose_name(f"{name} Two")


def test_no_level_of_a_game_is_missed() -> None:
    for name in game_names():
        game = load(name)
        assert {*levels(game)} <= known_levels()
        assert known_levels().isdisjoint(persona.name for persona in bot_personas(game).values())


@pytest.mark.usefixtures("tiny")
def test_a_game_in_a_single_file_names_no_bots() -> None:
    assert personas._read_levels.__wrapped__() >= {"easy", "exact"}


def test_only_one_thread_at_a_time_reads_the_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, most = list[int](), list[int]()

    def read(_: str) -> Iterator[str]:
        reading.append(1)
        most.append(len(reading))
        time.sleep(0.01)
        reading.pop()
        yield "slow"

    monkeypatch.setattr(personas, "_written_levels", read)
    personas._read_levels.cache_clear()
    try:
        with ThreadPoolExecutor(4) as threads:
            found = [threads.submit(known_levels) for _ in range(4)]
        assert all("slow" in each.result() for each in found)
        assert {*most} == {1}
    finally:
        personas._read_levels.cache_clear()
