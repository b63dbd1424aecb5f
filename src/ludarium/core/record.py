"""Records: a played game as text, with tags and one turn on each line.

Dice and draws are lines like the others, so a replay needs no seed. The numbers are those of lines; people count
turns otherwise (`ludarium.core.rolls.number_turns`). In a match the tags `Takebacks` and `Hints` name lines.

The text of a record:

    [Game "orion(clicks=2)"]
    [X "Ann"]
    [O "mcts(seconds=1)"]
    [Result "1-0"]
    [Ending "resignation"]

    1. u+ {took 4.2, left 595.8}
    2. a--

Behind a turn stand the seconds that it took and those left on the clock. Between them may stand what the seat was not
charged for (`Credit`), as in `{took 90000, vacation 3600, left 0}`, and in a simultaneous turn by correspondence the
clocks of all seats, as in `{A took 60, left 864000; B took 3600, left 864000}`.

Size: a record and its text; what reads stands beside what writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.payoffs import is_equal_share
from ludarium.core.registry import load, load_recorded, spec_in_records
from ludarium.core.text import shorten

LARGEST = 2_000_000
"""The maximum length of a record's text, in characters."""
LONGEST_ENDING = 200
"""The maximum length of an ending, in characters, which must be printable."""

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\\n]|\\["\\])*)"\]')
_SECONDS = r"[0-9.]{1,12}"
_CREDITS = "".join(rf"(?:, {name} {_SECONDS})?" for name in ("vacation", "paused", "given", "left"))
_NOTE = rf"took {_SECONDS}{_CREDITS}"
_SEAT = r"[^\s{};,]+"
_TURN = re.compile(
    r"([0-9]{1,7})\.\s+([^{}\s](?:[^{}]*[^{}\s])?)"
    rf"(?:\s*\{{({_NOTE}|{_SEAT} {_NOTE}(?:; {_SEAT} {_NOTE})*)\}})?"
)
_NOTES = re.compile(rf"(?:({_SEAT}) )?{_NOTE.replace(_SECONDS, f'({_SECONDS})')}")
_NUMBER = r"-?[0-9]{1,310}(?:/[1-9][0-9]?|\.[0-9]{1,330})?"
_PAYOFF, _RESULT = re.compile(rf"(?:^|-)({_NUMBER})"), re.compile(rf"{_NUMBER}(?:-{_NUMBER})*")
_OWN_TAGS = ("Game", "Position", "Result", "Ending")


class Credit(NamedTuple):
    """Seconds that a seat is not charged for in a turn.

    | field      | content                                                         |
    |------------|-----------------------------------------------------------------|
    | `vacation` | how much of the turn's time its person was on vacation          |
    | `paused`   | how long no clock ran, which is not in the turn's time          |
    | `given`    | what an opponent has added to the clock                         |
    """

    vacation: float = 0.0
    paused: float = 0.0
    given: float = 0.0


NO_CREDIT = Credit()


class Timing(NamedTuple):
    """The clock of one seat in a simultaneous turn: the seconds that it took, those left after it, and its credit."""

    took: float
    left: float | None = None
    credit: Credit = NO_CREDIT


class Entry(NamedTuple):
    """A turn of a record: its text, the seconds that it took, those left on the clock after it, and its credit.

    `timings` are the clocks of a simultaneous turn, by the names of the seats.
    """

    text: str
    took: float | None = None
    left: float | None = None
    credit: Credit = NO_CREDIT
    timings: tuple[tuple[str, Timing], ...] = ()


@dataclass(frozen=True)
class Record:
    """A played game, complete or not.

    | field      | meaning                                                                  |
    |------------|--------------------------------------------------------------------------|
    | `game`     | the spec of the game                                                     |
    | `turns`    | all turns, those of chance included                                      |
    | `position` | the text of the first state; None for the game's initial state           |
    | `payoffs`  | the payoff of every seat; None for a game that is not over               |
    | `ending`   | how the game ended, as a phrase                                          |
    | `tags`     | other tags, such as the name of each seat's player                       |

    >>> print(Record("orion", (Entry("u+"), Entry("pass"))))
    [Game "orion"]
    [Result "*"]
    <BLANKLINE>
    1. u+
    2. pass
    """

    game: str
    turns: tuple[Entry, ...] = ()
    position: str | None = None
    payoffs: tuple[float, ...] | None = None
    ending: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Parse a record. Its turns are not replayed; `states` does that.

        Raises `ParseError`, `UnknownGame` or `InvalidOption`, with the number of the line.
        """
        if not isinstance(text, str):
            raise ParseError(f"{type(text).__name__} is not a record as text")
        if len(text) > LARGEST:
            raise ParseError(f"the text has {len(text):,} characters; a record has at most {LARGEST:,}")
        tags: dict[str, str] = {}
        turns: list[Entry] = []
        for number, raw in enumerate(text.split("\n"), 1):
            line = raw.strip()
            if not line:
                continue
            tag, turn = _TAG.fullmatch(line), _TURN.fullmatch(line)
            if tag is not None and not turns:
                if tag[1] in tags:
                    raise ParseError(f"line {number}: the tag {tag[1]} is given twice")
                tags[tag[1]] = value = " ".join(re.sub(r"\\(.)", r"\1", tag[2]).split())
                if tag[1] == "Ending" and (len(value) > LONGEST_ENDING or not value.isprintable()):
                    expected = f"expected up to {LONGEST_ENDING} printable characters"
                    raise ParseError(f"line {number}: {shorten(value)} is not an ending: {expected}")
            elif turn is not None and int(turn[1]) == len(turns) + 1:
                turns.append(_parse_entry(turn[2], turn[3] or "", number))
            else:
                expected = f'a tag such as [Game "orion"] or turn {len(turns) + 1}, as in {len(turns) + 1}. a+b-'
                raise ParseError(f"line {number}: expected {expected}, not {shorten(line)}")
        if "Game" not in tags:
            raise ParseError('a record needs the tag [Game "..."], which is missing')
        game = load_recorded(tags["Game"])
        payoffs = parse_result(tags.get("Result", "*"), game)
        rest = {key: value for key, value in tags.items() if key not in _OWN_TAGS}
        return cls(game.spec, tuple(turns), tags.get("Position"), payoffs, tags.get("Ending", ""), rest)

    def __str__(self) -> str:
        own = {"Game": spec_in_records(self.game), "Position": self.position, "Result": format_result(self.payoffs)}
        tags = {**own, "Ending": self.ending or None}
        lines = [_write_tag(key, value) for key, value in tags.items() if value is not None]
        lines[1:1] = [_write_tag(key, value) for key, value in self.tags.items()]
        lines.append("")
        lines += [f"{n}. {_write_entry(entry)}" for n, entry in enumerate(self.turns, 1)]
        return "\n".join(lines).rstrip("\n")

    def initial(self) -> State:
        """Return the state in which the game began."""
        game: Game = load(self.game)
        return game.initial() if self.position is None else game.parse_position(self.position)

    def states(self) -> Iterator[State]:
        """Yield the initial state and the state after every turn.

        Raises the error of the first turn that cannot be played, with the number of the turn.
        """
        state = self.initial()
        yield state
        for number, entry in enumerate(self.turns, 1):
            with name_turn_in_errors(number):
                state = state.move(entry.text)
            yield state

    def final(self) -> State:
        """Return the state after the last turn.

        Raises as `states` does.
        """
        state = None
        for state in self.states():  # noqa: B007  the last one is returned
            pass
        assert state is not None
        return state


@contextmanager
def name_turn_in_errors(number: int) -> Iterator[None]:
    """Put the number of a turn before the message of an error that is raised inside."""
    try:
        yield
    except LudariumError as error:
        raise type(error)(f"turn {number}: {error}") from error


def format_result(payoffs: tuple[float, ...] | None) -> str:
    """Return payoffs as text; `*` for a game that is not over.

    Payoffs below zero have a colon between them, so that no minus is taken for a dash.

    >>> format_result((0.0, 1.0)), format_result((0.5, 0.5)), format_result((2.0, -2.0)), format_result(None)
    ('0-1', '1/2-1/2', '2 : -2', '*')
    """
    if payoffs is None:
        return "*"
    return (" : " if min(payoffs) < 0 else "-").join(map(format_payoff, payoffs))


def format_payoff(payoff: float) -> str:
    """Return a payoff as text: as a fraction if it has a small denominator, else with all its digits.

    >>> format_payoff(1 / 3), format_payoff(-7300.0), format_payoff(0.123)
    ('1/3', '-7300', '0.123')
    """
    fraction = Fraction(payoff).limit_denominator(99)
    return str(fraction) if float(fraction) == payoff else np.format_float_positional(payoff, trim="-")


def parse_result(text: str, game: Game) -> tuple[float, ...] | None:
    """Parse the payoffs of a result; None for `*`, a game that is not over.

    Payoffs below zero may be written with dashes, too, as in `2--2`: records before 0.3 have them so.

    Raises `ParseError` unless they are payoffs with which the game can end.
    """
    if text == "*":
        return None
    seats, declared = game.seats, game.setup.payoff_range
    reason = ""
    if _RESULT.fullmatch(dashed := text.replace(" : ", "-")):
        payoffs = tuple(float(Fraction(number)) for number in _PAYOFF.findall(dashed))
        is_share = is_equal_share(payoffs)
        if len(payoffs) == seats and text in (format_result(payoffs), "-".join(map(format_payoff, payoffs))):
            if declared.covers(payoffs) if declared else is_share:
                return payoffs
            if declared and is_share:
                reason = f"; it is one of a version of {game.name} without payoffs of its own"
    example = format_result(game.payoff_range.after_loss(range(1, seats), seats))
    raise ParseError(f"{shorten(text)} is not a result for {seats} seats, such as {example}{reason}")


def format_seconds(seconds: float) -> str:
    """Return seconds as text, rounded to milliseconds and without trailing zeros.

    >>> format_seconds(600.0), format_seconds(0.5)
    ('600', '0.5')
    """
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def _parse_entry(text: str, notes: str, line: int) -> Entry:
    """Return a turn with the times that are noted behind it."""
    timings: list[tuple[str, Timing]] = []
    for seat, took, vacation, paused, given, left in _NOTES.findall(notes):
        credit = Credit(*(_seconds(part, line) if part else 0.0 for part in (vacation, paused, given)))
        timings.append((seat, Timing(_seconds(took, line), _seconds(left, line) if left else None, credit)))
    if timings and not timings[0][0]:
        return Entry(text, *timings[0][1])
    return Entry(text, timings=tuple(timings))


def _seconds(text: str, line: int) -> float:
    try:
        return round(float(text), 3)
    except ValueError:
        raise ParseError(f"line {line}: {shorten(text)} is not a number of seconds") from None


def _write_tag(key: str, value: str) -> str:
    escaped = re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
    return f'[{key} "{escaped}"]'


def _write_entry(entry: Entry) -> str:
    if entry.timings:
        notes = "; ".join(f"{seat} {_write_timing(timing)}" for seat, timing in entry.timings)
        return f"{entry.text} {{{notes}}}"
    if entry.took is None:
        return entry.text
    return f"{entry.text} {{{_write_timing(Timing(entry.took, entry.left, entry.credit))}}}"


def _write_timing(timing: Timing) -> str:
    parts = {"took": timing.took, **{name: value for name, value in timing.credit._asdict().items() if value}}
    if timing.left is not None:
        parts["left"] = timing.left
    return ", ".join(f"{name} {format_seconds(value)}" for name, value in parts.items())
