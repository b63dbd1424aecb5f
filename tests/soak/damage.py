"""Texts and files, damaged at random: what strangers may send where a record, a table or a turn is expected."""

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

LARGEST = 200_000
"""Characters or bytes of a damaged input."""
NUMBERS = (
    "0", "-1", "00", "1e9", "1e999", "-0.0", "nan", "inf", "1_0", "0x10", "+1", "1/0", "0/1", "1/3", "2147483648",
    "9223372036854775808", "18446744073709551616", "9" * 25, "9" * 400, "9" * 5000, "0." + "3" * 400, ".", "1.5.2",
    "\u0663", "\u00b2", "\u00bd", "\uff11\uff12", "\u2167", "\u0e59",
)  # fmt: skip
_ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 2**31, 2**62, 2**63, 2**64, -(2**63), 10**25, 0.5, 1e308, float("nan"),
    float("inf"), "", "x", "O", "|O", "<f8", ">i4", "<U9", "<U999999999", "V8", "i4,i4", "float128", "\0", "\ud800",
    [], [1], [10**9, 10**9], [2**40], [-1], [2**62, 4], [0, 10**18], ["x"], {}, {"a": 1}, [[[]]], "layer-0-0-0",
)  # fmt: skip
"""Values of JSON that hardly any field expects."""


PIECES = (
    "\0", "\x1b[31m", "\n", "\r\n", "\r", "\t", " ", "\u00a0", "\u200b", "\u202e", "\u2028", "\ud800", "\ufeff", "\\",
    '"', "'", "[", "]", "(", ")", "{", "}", ",", ";", ":", "=", "-", "+", "/", ".", "..", "*", "@", "#", "|", "%s",
    "{0}", "é", "ß", "İ", "ﬁ", "😀", "<script>", "../../etc/passwd", "null", "true", "NaN",
)  # fmt: skip


class Fault(Exception):
    """What was accepted is not what was written."""


def _cut(text: str, dice: random.Random) -> str:
    first, last = sorted(dice.randrange(len(text) + 1) for _ in range(2))
    return text[:first] + text[last:]


def _end(text: str, dice: random.Random) -> str:
    return text[: dice.randrange(len(text) + 1)]


def _repeat(text: str, dice: random.Random) -> str:
    first = dice.randrange(len(text) + 1)
    last = min(len(text), first + dice.choice((1, 2, 5, 50, 5000)))
    times = min(dice.choice((1, 2, 10, 1000, 100_000)), 1 + LARGEST // max(1, last - first))
    return text[:last] + text[first:last] * times + text[last:]


def _flip(text: str, dice: random.Random) -> str:
    letters = list(text)
    for _ in range(dice.randrange(1, 9) if letters else 0):
        place = dice.randrange(len(letters))
        letters[place] = chr(dice.choice((ord(letters[place]) ^ 1 << dice.randrange(8), dice.randrange(256))))
    return "".join(letters)


def _insert(text: str, dice: random.Random) -> str:
    place = dice.randrange(len(text) + 1)
    return text[:place] + dice.choice((*PIECES, *NUMBERS)) * dice.choice((1, 1, 1, 2, 300)) + text[place:]


def _renumber(text: str, dice: random.Random) -> str:
    found = [*re.finditer(r"\d+(?:\.\d+)?", text)]
    if not found:
        return text
    one = dice.choice(found)
    return text[: one.start()] + dice.choice(NUMBERS) + text[one.end() :]


def _shuffle(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    dice.shuffle(lines)
    return "\n".join(lines)


def _exchange(text: str, dice: random.Random) -> str:
    """Exchange two words, such as two tags or two turns."""
    words = re.split(r"(\s+|[,=()\[\]{}\"])", text)
    one, other = (dice.randrange(len(words)) for _ in range(2))
    words[one], words[other] = words[other], words[one]
    return "".join(words)


def _recase(text: str, dice: random.Random) -> str:
    return dice.choice((str.upper, str.lower, str.swapcase, str.title))(text)


def _redigit(text: str, dice: random.Random) -> str:
    """Write some digits in another script."""
    zero = ord(dice.choice("\u0660\u0966\uff10\U0001d7ce"))
    return re.sub("[0-9]", lambda one: chr(zero + int(one[0])), text, count=dice.randrange(1, 9))


MUTATIONS: tuple[Callable[[str, random.Random], str], ...] = (
    _cut, _end, _repeat, _flip, _insert, _renumber, _shuffle, _exchange, _recase, _redigit,
)  # fmt: skip


def spoil(text: str, dice: random.Random, others: Sequence[str] = ()) -> str:
    """Return a text, damaged one to eight times, some of them with a part of another text."""
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        if others and dice.random() < 0.1:
            other, place = dice.choice(others), dice.randrange(len(text) + 1)
            first = dice.randrange(len(other) + 1)
            text = text[:place] + other[first : first + dice.choice((5, 50, 5000))] + text[place:]
        else:
            text = dice.choice(MUTATIONS)(text, dice)
        text = text[:LARGEST]
    return text


def spoil_bytes(content: bytes, dice: random.Random) -> bytes:
    """Return a file, damaged one to eight times; where a byte is needed, of a character its lowest byte."""
    spoiled = spoil(content.decode("latin-1"), dice)
    return bytes(ord(letter) & 255 for letter in spoiled)


def spoil_json(value: Any, dice: random.Random) -> Any:
    """Return a value of JSON of which one part is replaced, left out or given twice."""
    if isinstance(value, dict) and value and dice.random() < 0.95:
        key = dice.choice([*value])
        if dice.random() < 0.1:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: spoil_json(value[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.8:
        place = dice.randrange(len(value))
        new = dice.choice(([], [spoil_json(value[place], dice)], [spoil_json(value[place], dice)], [value[place]] * 2))
        return [*value[:place], *new, *value[place + 1 :]]
    if isinstance(value, str) and dice.random() < 0.5:
        return spoil(value, dice)
    if isinstance(value, int) and dice.random() < 0.5:
        return value + dice.choice((-1, 1, -64, 64, 1 << 20))
    return dice.choice(_ODD)


def same(one: object, other: object) -> None:
    """Raise `Fault` unless two values are the same."""
    if one != other:
        raise Fault(f"{one!r:.300} is not {other!r:.300}")
