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

Behind a turn may stand its times (`ludarium.core.entries`), and between turns comments, marks and other ways to play
(`ludarium.core.variations`).

Size: a record and its text; what reads stands beside what writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from ludarium.core.entries import TURN, Entry, complain_of_several, parse_entry
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.payoffs import is_equal_share
from ludarium.core.registry import load, load_recorded, spec_in_records
from ludarium.core.text import shorten
from ludarium.core.variations import WORDS, Beginning, Tree, parse_lines

LARGEST = 2_000_000
"""The maximum length of a record's text, in characters."""
LONGEST_ENDING = 200
"""The maximum length of an ending, in characters, which must be printable."""

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\\n]|\\["\\])*)"\]')
_NUMBER = r"-?[0-9]{1,310}(?:/[1-9][0-9]?|\.[0-9]{1,330})?"
_PAYOFF, _RESULT = re.compile(rf"(?:^|-)({_NUMBER})"), re.compile(rf"{_NUMBER}(?:-{_NUMBER})*")
_OWN_TAGS = ("Game", "Position", "Result", "Ending")


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
    | `variations` | the turns with other ways to play, comments and marks; None without any |

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
    variations: Tree | None = None

    @classmethod
    def parse(cls, text: str) -> Record:
        """Parse a record. Its turns are not replayed; `states` does that.

        Raises `ParseError`, `UnknownGame` or `InvalidOption`, with the number of the line.
        """
        if not isinstance(text, str):
            raise ParseError(f"{type(text).__name__} is not a record as text")
        if len(text) > LARGEST:
            raise ParseError(f"the text has {len(text):,} characters; a record has at most {LARGEST:,}")
        text = text.removeprefix("\ufeff")  # some editors begin a file with it
        lines = [(number, line) for number, raw in enumerate(text.split("\n"), 1) if (line := raw.strip())]
        begin = next((place for place, (_, line) in enumerate(lines) if not _TAG.fullmatch(line)), len(lines))
        tags = _parse_tags(lines[:begin])
        tree = _parse_turns(lines[begin:])
        if "Game" not in tags:
            raise ParseError('a record needs the tag [Game "..."], which is missing')
        game = load_recorded(tags["Game"])
        payoffs = parse_result(tags.get("Result", "*"), game)
        rest = {key: value for key, value in tags.items() if key not in _OWN_TAGS}
        record = cls(game.spec, (), tags.get("Position"), payoffs, tags.get("Ending", ""), rest)
        return replace(record, turns=tree) if isinstance(tree, tuple) else record.with_tree(tree)

    def __str__(self) -> str:
        own = {"Game": spec_in_records(self.game), "Position": self.position, "Result": format_result(self.payoffs)}
        tags = {**own, "Ending": self.ending or None}
        lines = [_write_tag(key, value) for key, value in tags.items() if value is not None]
        lines[1:1] = [_write_tag(key, value) for key, value in self.tags.items()]
        lines.append("")
        lines += (self.variations or Tree.of_line(self.turns)).lines()
        return "\n".join(lines).rstrip("\n")

    def tree(self) -> Tree:
        """Return the turns with their variations; those of a plain record are one line.

        >>> Record("orion", (Entry("u+"),)).tree().entries
        (Entry(text='u+', took=None, left=None, credit=Credit(vacation=0.0, paused=0.0, given=0.0), timings=()),)
        """
        return replace(self.variations or Tree.of_line(self.turns), of=Beginning(self.game, self.position))

    def with_tree(self, tree: Tree) -> Record:
        """Return the record of the same game whose turns, and what belongs to them, are those of a tree."""
        return replace(self, turns=tree.entries, variations=None if tree.is_plain else tree)

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
            with name_turn_in_errors(number, text=entry.text):
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
def name_turn_in_errors(number: int, where: str = "", text: str = "") -> Iterator[None]:
    """Put the number of a turn, and where it stands, before the message of an error that is raised inside.

    Where the text of the turn holds a further one, that is what is wrong with it.
    """
    try:
        yield
    except LudariumError as error:
        message = complain_of_several(f"{number}. {text}") or error
        raise type(error)(f"turn {number}{where and f' {where}'}: {message}") from error


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

    Raises `ParseError` unless they are payoffs with which the game can end.
    """
    if text == "*":
        return None
    seats, declared = game.seats, game.setup.payoff_range
    if _RESULT.fullmatch(dashed := text.replace(" : ", "-")):
        payoffs = tuple(float(Fraction(number)) for number in _PAYOFF.findall(dashed))
        covered = declared.covers(payoffs) if declared else is_equal_share(payoffs)
        if len(payoffs) == seats and text == format_result(payoffs) and covered:
            return payoffs
    example = format_result(game.payoff_range.after_loss(range(1, seats), seats))
    raise ParseError(f"{shorten(text)} is not a result for {seats} seats, such as {example}")


def _parse_tags(lines: Sequence[tuple[int, str]]) -> dict[str, str]:
    """Return the tags of lines, each of which is one."""
    tags: dict[str, str] = {}
    for number, line in lines:
        tag = _TAG.fullmatch(line)
        assert tag
        if tag[1] in tags:
            raise ParseError(f"line {number}: the tag {tag[1]} is given twice")
        tags[tag[1]] = value = " ".join(re.sub(r"\\(.)", r"\1", tag[2]).split())
        if tag[1] == "Ending" and (len(value) > LONGEST_ENDING or not value.isprintable()):
            expected = f"expected up to {LONGEST_ENDING} printable characters"
            raise ParseError(f"line {number}: {shorten(value)} is not an ending: {expected}")
    return tags


def _parse_turns(lines: Sequence[tuple[int, str]]) -> tuple[Entry, ...] | Tree:
    """Return the turns below the tags, or their tree if there is more than one line of them."""
    turns: list[Entry] = []
    for number, line in lines:
        turn = TURN.fullmatch(line)
        if turn is not None and int(turn[1]) == len(turns) + 1:
            turns.append(parse_entry(turn[2], turn[3] or "", number))
        elif line.partition(" ")[0] in WORDS:
            return parse_lines(lines)
        else:
            expected = f'a tag such as [Game "orion"] or turn {len(turns) + 1}, as in {len(turns) + 1}. a+b-'
            found = ((place, complain_of_several(one)) for place, one in lines if place <= number)
            wrong = f"expected {expected}, not {shorten(line)}"
            place, message = next((one for one in found if one[1]), (number, wrong))
            raise ParseError(f"line {place}: {message}")
    return tuple(turns)


def _write_tag(key: str, value: str) -> str:
    escaped = re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
    return f'[{key} "{escaped}"]'
