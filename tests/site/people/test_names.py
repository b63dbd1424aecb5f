"""Names that people may choose."""

import re
import time
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import pytest

from ludarium.core.errors import ParseError
from ludarium.core.registry import game_names, load
from ludarium.search import personas
from ludarium.search.personas import bot_personas, known_levels
from ludarium.search.player import levels
from ludarium.site.people.names import LONGEST_NAME, choose_name, guest_name, name_key, name_keys, parse_name
from tests.cases import each


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


NAMES = {
    "Amharic": "አበበ ቢቂላ",
    "Arabic": "محمد عبد الله",
    "Armenian": "Հայկ Աբրահամյան",
    "Bengali": "রবীন্দ্রনাথ ঠাকুর",
    "Burmese": "အောင်ဆန်း",
    "Catalan": "Gal·la Sert",
    "Cherokee": "ᏣᎳᎩ",
    "Chinese": "王小明",
    "Chinese of Xinjiang": "阿卜杜拉·艾尔肯",
    "Chinese with Bopomofo": "陳ㄅㄆ",
    "Chinese with Latin": "陳大文 Peter",
    "Czech": "Antonín Dvořák",
    "French": "Jean-François d’Alembert",
    "Georgian": "გიორგი მაისურაძე",
    "Greek": "Γιώργος Παπαδόπουλος",
    "Gujarati": "મોહનદાસ ગાંધી",
    "Hawaiian": "Kaʻahumanu",
    "Hebrew": "ז׳בוטינסקי שרה",
    "Hebrew with points": "יִשְׂרָאֵל",
    "Hindi": "क्षितिज शर्मा",
    "Icelandic": "Þór Guðmundsson",
    "Irish": "Seán O’Neill",
    "Japanese": "山田たろう",
    "Japanese with an iteration mark": "佐々木アキラ",
    "Japanese with a long vowel": "ケーキ屋さん",
    "Japanese with a middle dot": "ジョン・スミス",
    "Japanese with a small kana": "霞ヶ関",
    "Japanese with Latin": "田中Ken",
    "Khmer": "សុខា ចាន់",
    "Korean": "김철수",
    "Korean with Han": "金철수",
    "Korean with Latin": "김Tom",
    "Lao": "ສົມສັກ",
    "Malayalam": "മോഹൻലാൽ",
    "Occitan": "Des·hèr",
    "Persian": "علی\u200cرضا",
    "Polish": "Łukasz Żółć",
    "Punjabi": "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Russian": "Алексей Ёлкин",
    "Salish": "ʔəy\u0313",
    "Serbian": "Љубиша Ђорђевић",
    "Sinhala": "ශ්\u200dරී ලංකා",
    "Syriac": "ܐܪܡ",
    "Tamil": "தமிழ்ச்செல்வி",
    "Telugu": "తెలుగు",
    "Thai": "สมชาย ใจดี",
    "Tibetan": "བསྟན་འཛིན",
    "Turkish": "İpek Şahin Yıldız",
    "Ukrainian": "Мар’яна Ґудзь",
    "Urdu": "عائشہ",
    "Vietnamese": "Nguyễn Thị Hương",
    "Yoruba": "Ẹ̀kọ́ Ọlá",
}


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@each("name", NAMES.values())
def test_people_have_their_names_as_they_write_them(name: str, form: Literal["NFC", "NFD"]) -> None:
    taken = choose_name(unicodedata.normalize(form, name))
    assert unicodedata.normalize("NFC", taken) == taken == unicodedata.normalize("NFC", name)
    assert name_key(taken) == name_key(taken.upper()), "one account, however it is typed"


@pytest.mark.parametrize(
    "name",
    [
        "p\u0430ypal",  # a Cyrillic a
        "Ann\u043e",  # a Cyrillic o
        "\u0391nn",  # a Greek A
        "山田\u0430",  # a Cyrillic a
        "田中K\u0435n",  # a Cyrillic e
        "김T\u043em",  # a Cyrillic o
        "Tom\u3007",  # a Chinese zero, like an O
        "\u4e28an",  # a Chinese stroke, like an I
        "한ア",  # Korean and Japanese
        "ㄅア",  # Chinese and Japanese letters
        "\u13daam",  # a Cherokee S
        "B\u0665b",  # an Arabic five, like an o
        "Ann\u0967",  # a digit of Devanagari
        "Ann\u064b",  # an Arabic mark
        "Иван V",
        "한\u0e01",  # Korean and Thai, of which no letters look alike
    ],
)
def test_alphabets_that_are_not_written_together_are_refused(name: str) -> None:
    with pytest.raises(ParseError, match="mixes alphabets whose letters look alike"):
        parse_name(name)


@pytest.mark.parametrize("name", ["A\u0301\u0301nn", "A\u0316\u0301\u0317\u0302\u0323nn", "ก" + "้" * 9, "한\u20dd"])
def test_marks_do_not_pile_up_over_a_letter(name: str) -> None:
    with pytest.raises(ParseError, match="too many marks on one letter"):
        parse_name(name)


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("\u0441\u043e\u0441\u043e", "Coco"),  # all in Cyrillic
        ("\u0422\u041e\u041c", "Tom"),  # capitals in Cyrillic
        ("\u0391\u039d\u039d\u0391", "anna"),  # capitals in Greek
        ("八ナ", "ハナ"),  # a Chinese eight in the place of a katakana
        ("口ボ田", "ロボ田"),
        ("O\u2019Neill", "O'Neill"),
        ("ジョン·スミス", "ジョン・スミス"),
        ("瓦歷斯‧諾幹", "瓦歷斯·諾幹"),
    ],
)
def test_a_name_that_looks_like_another_has_its_key(name: str, like: str) -> None:
    assert name_key(parse_name(like)) in name_keys(parse_name(name))


def test_a_capital_of_ascii_imitates_nothing() -> None:
    assert name_keys("Ian") == {name_key("ian")}
    with pytest.raises(ParseError, match="somebody else than a player"):
        choose_name("\u041c\u041e\u0501")  # MOd in Cyrillic


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


@pytest.mark.both_databases
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
