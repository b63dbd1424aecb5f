"""Helpers for messages."""

import pytest

from ludarium.core.text import counted, nearest, shorten


def test_quoted_text_is_short_and_printable() -> None:
    assert shorten("\n" * 100).isprintable()
    assert len(shorten("x" * 1000)) == 62
    assert shorten("x" * 60) == repr("x" * 60)
    assert shorten("x" * 61).endswith("...'")


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0 turns"), (1, "1 turn"), (2, "2 turns"), (12_345, "12,345 turns")]
)
def test_a_number_has_its_noun(number: int, expected: str) -> None:
    assert counted(number, "turn") == expected


def test_a_mistyped_word_gets_a_suggestion() -> None:
    assert nearest("clicsk", ["clicks", "rows"]) == "; did you mean clicks?"


@pytest.mark.parametrize("word", ["", "quite another thing", "clicks" * 10_000])
def test_without_a_similar_word_nothing_is_suggested(word: str) -> None:
    assert nearest(word, ["clicks", "rows"]) == ""
    assert nearest(word, []) == ""
