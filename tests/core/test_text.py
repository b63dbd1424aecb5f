"""Helpers for messages."""

import pytest

from ludarium.core.text import counted, is_printable, nearest, plain, printable, prose, shorten, to_text


def test_quoted_text_is_short_and_printable() -> None:
    assert shorten("\n" * 100).isprintable()
    assert len(shorten("x" * 1000)) == 62
    assert shorten("x" * 60) == repr("x" * 60)
    assert shorten("x" * 61).endswith("...'")


@pytest.mark.parametrize("text", ["\u0634\u0631\u06cc\u200c\u0641", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"])
def test_joiners_belong_to_the_words_of_languages_that_write_them(text: str) -> None:
    assert is_printable(text)
    assert printable(f"{text}\x1b") == text


@pytest.mark.parametrize("text", ["Ann\u200d", "A\u200cnn", "\u200c", "\u0634\u200c\u200c\u0641", "\u202eAnn"])
def test_what_cannot_be_seen_elsewhere_is_dropped(text: str) -> None:
    assert not is_printable(text)
    assert printable(text).isprintable()


@pytest.mark.parametrize(
    "text", ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\U0001f469\u200d\U0001f680", "Spiel\u00adfeld"]
)
def test_free_text_has_joiners_everywhere_and_nothing_that_turns_it(text: str) -> None:
    assert prose(text) == text
    assert prose(f"\u202e{text}\u2066\x07\u200b") == text


@pytest.mark.parametrize("word", ["ORION", "Orion", "oRION"])
def test_a_word_that_differs_in_case_alone_is_suggested(word: str) -> None:
    assert nearest(word, ["vortex", "orion"]) == "; did you mean orion?"


def test_plain_text_has_no_characters_that_control_a_terminal() -> None:
    everything = "".join(map(chr, range(0x300)))
    assert plain(everything).isprintable()
    assert len(plain(everything)) == len(everything)
    assert plain("Ann v \u738b \u00bd") == "Ann v \u738b \u00bd"
    assert plain("a\nb\x9b", keep="\n") == "a\nb\ufffd"


def test_values_with_numbers_that_python_does_not_print_have_a_text() -> None:
    assert to_text({"seed": 7}) == "{'seed': 7}"
    assert to_text([10**5000]) == to_text(-(10**5000)) == "a number of thousands of digits"


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
