"""Specs: names of games and bots with their options, such as `orion(clicks=3)` and `mcts(seconds=1)`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.core.errors import InvalidOption, ParseError, UnknownOption
from ludarium.core.opening import format_opening, parse_opening
from ludarium.core.text import nearest, shorten, to_text

Value = int | float | str
"""The value of an option."""


class Interval(NamedTuple):
    """The values of an option: the numbers from `low` to `high`, both included."""

    low: float
    high: float


class Directions(NamedTuple):
    """The values of an option: openings made of these words, each written by its first letter, such as `n3e2`."""

    words: tuple[str, ...]

    @property
    def letters(self) -> str:
        """The first letters of the words."""
        return "".join(word[0] for word in self.words)


_VERSION = re.compile(r"\s*([A-Za-z_][\w-]*)@([1-9][0-9]{0,5})(?![^\s(])(.*)", re.DOTALL | re.ASCII)
_SPEC = re.compile(r"\s*([A-Za-z_][\w-]*)\s*(?:\((.*)\))?\s*", re.DOTALL | re.ASCII)
_PAIR = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*([^\s=,()]+)\s*", re.ASCII)
_LONGEST = 500


def parse_spec(text: str) -> tuple[str, dict[str, str]]:
    """Split a spec into its name and its options, whose values remain text.

    >>> parse_spec("orion(clicks=2, reversal=allowed)")
    ('orion', {'clicks': '2', 'reversal': 'allowed'})

    Raises `ParseError` if the text has another form, `InvalidOption` if an option is given twice.
    """
    if not isinstance(text, str):
        raise ParseError(f"{shorten(to_text(text))} is not a name with options as text, as in 'orion(clicks=2)'")
    whole = _SPEC.fullmatch(text) if len(text) <= _LONGEST else None
    if whole is None:
        raise ParseError(f"{shorten(text)} is not a name with options, as in orion(clicks=2)")
    name, inside = whole.groups()
    pairs: dict[str, str] = {}
    for part in inside.split(",") if inside and inside.strip() else ():
        pair = _PAIR.fullmatch(part)
        if pair is None:
            raise ParseError(f"{shorten(part.strip())} is not an option with its value, as in clicks=2")
        if pair[1] in pairs:
            raise InvalidOption(f"{pair[1]} is given twice in {shorten(text)}")
        pairs[pair[1]] = pair[2]
    return name, pairs


class GameSpec(NamedTuple):
    """The parts of a game's spec; `version` is that of the rules, None if the spec does not name it."""

    name: str
    version: int | None
    options: dict[str, str]


def parse_game_spec(text: str) -> GameSpec:
    """Split the spec of a game, which may name a version of its rules.

    >>> parse_game_spec("orion@2(clicks=2)")
    GameSpec(name='orion', version=2, options={'clicks': '2'})

    Raises what `parse_spec` raises.
    """
    if "@" not in to_text(text):
        name, options = parse_spec(text)
        return GameSpec(name, None, options)
    named = _VERSION.fullmatch(text) if len(text) <= _LONGEST else None
    name, options = parse_spec(text if named is None else named[1] + named[3])
    return GameSpec(name, int(named[2]) if named else None, options)


def name_in_spec(spec: str) -> str:
    """Return the name of the game of a spec as games write it; of a damaged text, what stands there.

    >>> name_in_spec("orion"), name_in_spec("orion(clicks=2)"), name_in_spec("orion@2(clicks=2)")
    ('orion', 'orion', 'orion')
    """
    return re.split(r"[@(]", spec, maxsplit=1)[0]


def format_game_spec(name: str, version: int | None, options: Mapping[str, object]) -> str:
    """Return the spec of a game; the version of its rules is left out if it is None.

    >>> format_game_spec("orion", 2, {"clicks": 2}), format_game_spec("orion", None, {})
    ('orion@2(clicks=2)', 'orion')
    """
    return format_spec(name if version is None else f"{name}@{version}", options)


def format_spec(name: str, options: Mapping[str, object]) -> str:
    """Return the spec of a name and its options.

    >>> format_spec("orion", {"clicks": 2})
    'orion(clicks=2)'
    """
    inside = ",".join(f"{key}={value}" for key, value in options.items())
    return f"{name}({inside})" if inside else name


def add_options(spec: str, options: Mapping[str, object]) -> str:
    """Return the spec of a game with more options.

    >>> add_options("orion(clicks=2)", {"rows": 4}), add_options("orion", {})
    ('orion(clicks=2,rows=4)', 'orion')

    Raises what `parse_spec` raises, and `InvalidOption` if an option is given twice.
    """
    name, version, given = parse_game_spec(spec)
    if twice := sorted({*given} & {*options}):
        raise InvalidOption(f"{twice[0]} is given twice: in {shorten(spec)}, and beside it")
    return format_game_spec(name, version, {**given, **options})


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game or a bot: its name, its default, its possible values and its help text.

    `unit` is what follows a value where it stands alone, as in "63 sites", and `words` are the values in words.
    """

    name: str
    default: Value
    values: range | Interval | Directions | tuple[Value, ...]
    help: str
    unit: str = ""
    words: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name as people read it, such as "turn limit"."""
        return self.name.replace("_", " ")

    def label(self, value: Value) -> str:
        """Return a value as forms show it.

        >>> Option("setup", "pie", ("standard", "pie"), "first stones", words=("given", "cut by one")).label("pie")
        'cut by one'
        """
        if self.words and isinstance(self.values, tuple):
            return self.words[self.values.index(value)]
        return f"{value} {self.unit}".strip()

    def parse(self, value: object) -> Value:
        """Return the value that a text or a number stands for.

        >>> Option("clicks", 3, range(1, 7), "clicks in a turn").parse("2")
        2

        Raises `InvalidOption` if it is not one of the possible values.
        """
        text, values = to_text(value).strip(), self.values
        if isinstance(values, range):
            if re.fullmatch(r"-?[0-9]{1,15}", text) and int(text) in values:
                return int(text)
        elif isinstance(values, Interval):
            if re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,15})?", text) and values.low <= float(text) <= values.high:
                return float(text)
        elif isinstance(values, Directions):
            try:
                return format_opening(parse_opening(text, values.letters))
            except ParseError as error:
                raise InvalidOption(str(error)) from None
        else:
            for choice in values:
                if text == str(choice):
                    return choice
        raise InvalidOption(f"{self.name} is {self.expected()}, not {shorten(text)}")

    def expected(self) -> str:
        """Return the possible values in words."""
        match self.values:
            case range(start=low, step=1) as numbers:
                return f"a whole number from {low} to {numbers[-1]}"
            case Interval(low, high):
                return f"a number from {low:g} to {high:g}"
            case Directions(words):
                return f"an opening of {', '.join(words)} by their first letters, as in {words[0][0]}3{words[-1][0]}2"
            case choices:
                return "one of " + ", ".join(map(str, choices))


def parse_options(owner: str, declared: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Return every declared option with its given or default value, in the order of declaration.

    Raises `UnknownOption` for an option that `owner` does not have, `InvalidOption` for a value out of range.
    """
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            has = "its options are " + ", ".join(known) if known else "it has none"
            raise UnknownOption(f"{owner} has no option {shorten(name)}{nearest(name, known)} ({has})")
    return {name: option.parse(given[name]) if name in given else option.default for name, option in known.items()}
