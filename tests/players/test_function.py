"""Functions in a file as players."""

import re
from pathlib import Path
from typing import Protocol

import pytest

import ludarium
from ludarium.core.errors import LudariumError, ParseError
from ludarium.match.verify import verify
from ludarium.players.external.specs import check_player, make_player
from tests.tiny import PENNIES, STONES

SHORT = "orion(clicks=1,turn_limit=10)"


class WriteFile(Protocol):
    """Writes a file with this code; returns the spec of its function `think`."""

    def __call__(self, code: str, name: str = "bot.py") -> str: ...


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WriteFile:
    monkeypatch.chdir(tmp_path)

    def write(code: str, name: str = "bot.py") -> str:
        Path(name).write_text(code, "utf-8")
        return f"./{name}:think"

    return write


def ending(spec: str) -> str:
    record = ludarium.play_match(SHORT, [spec, "random"])
    verify(record)
    return record.ending


@pytest.mark.parametrize("answer", [
    "state.legal(seat)[0]",
    "state.format_turn(state.legal(seat)[:1])",
    "__import__('numpy').int64(state.legal()[0])",
])  # fmt: skip
def test_an_action_or_a_turns_text_is_played(written: WriteFile, answer: str) -> None:
    record = ludarium.play_match(SHORT, [written(f"def think(state, seat):\n    return {answer}\n"), "random"])
    assert not record.ending.startswith("forfeit")


def test_turns_of_several_actions_are_asked_for_one_by_one(written: WriteFile) -> None:
    record = ludarium.play_match(STONES, [written("def think(state, seat):\n    return state.legal(seat)[-1]\n")] * 2)
    assert not record.ending.startswith("forfeit")


@pytest.mark.parametrize("answer", ["1", "'tails'"])
def test_a_choice_in_a_simultaneous_turn_is_an_action_or_its_name(written: WriteFile, answer: str) -> None:
    record = ludarium.play_match(PENNIES, [written(f"def think(state, seat):\n    return {answer}\n"), "random"])
    assert not record.ending.startswith("forfeit")


@pytest.mark.parametrize(("body", "cause"), [
    ("    return None", "answered 'None' where an action or a turn's text was expected"),
    ("    return 1.5", "answered '1.5' where"),
    ("    return 999", "chose 999: 999 is not an action of orion: expected 0 to 50"),
    ("    return 10**5000", "chose a number of thousands of digits: this number is not an action of orion"),
    ("    return 'hello'", "played 'hello': 'hello' is not a turn"),
    ("    return 1 / 0", "failed with ZeroDivisionError: 'division by zero' (line 2)"),
    ("    import sys; sys.exit(1)", "failed with SystemExit: '1' (line 2)"),
    ("    return think(state, seat)", "failed with RecursionError"),
])  # fmt: skip
def test_a_function_that_fails_loses_with_the_cause_in_the_record(written: WriteFile, body: str, cause: str) -> None:
    assert cause in ending(written(f"def think(state, seat):\n{body}\n"))


def test_an_illegal_choice_in_a_simultaneous_turn_loses(written: WriteFile) -> None:
    record = ludarium.play_match(PENNIES, [written("def think(state, seat):\n    return 7\n"), "random"])
    assert record.ending.endswith("chose 7: expected one of 0, 1")


def test_the_file_is_read_again_for_every_match(written: WriteFile) -> None:
    spec = written("calls = []\ndef think(state, seat):\n    calls.append(1)\n    return str(len(calls))\n")
    assert ending(spec) == ending(spec)
    assert "played '1': " in ending(spec)


def test_a_file_may_import_what_lies_beside_it(written: WriteFile) -> None:
    written("FIRST = 0\n", "beside.py")
    spec = written("from beside import FIRST\ndef think(state, seat):\n    return state.legal(seat)[FIRST]\n")
    assert not ending(spec).startswith("forfeit")


@pytest.mark.parametrize(("code", "cause"), [
    ("def think(", "cannot be imported: it failed with SyntaxError: \"'(' was never closed"),
    ("\nimport no_such_thing\n", "ModuleNotFoundError: \"No module named 'no_such_thing'\" (line 2)"),
    ("open('/no/such')\n", "cannot be imported: it failed with FileNotFoundError"),
    ("raise SystemExit\n", "cannot be imported: it failed with SystemExit"),
    ("def thinks(state, seat): pass\n", "is not a function: the file does not define it; did you mean thinks"),
    ("think = 7\n", "is not a function: the file defines it as something else"),
])  # fmt: skip
def test_a_file_that_is_no_player_is_refused_in_a_sentence_and_begins_no_match(
    written: WriteFile, code: str, cause: str
) -> None:
    spec = written(code)
    with pytest.raises(LudariumError) as refused:
        check_player(spec, ludarium.load("orion"))
    assert str(refused.value).startswith(spec)
    assert "\n" not in str(refused.value)
    assert cause in str(refused.value)
    with pytest.raises(LudariumError, match=re.escape(cause.partition(":")[0])):
        ending(spec)


def test_a_file_without_the_name_of_a_function_is_refused() -> None:
    with pytest.raises(ParseError, match=r"^'.*bot\.py' needs the name of its function, as in bot\.py:think$"):
        make_player("./bot.py", ludarium.load("orion"), 0)
