"""Helpers for the notation of a game: turns made of the names of actions, and positions made of fields.

A game whose turns are the names of their actions needs no more than this in its `notation.py`:

| function of the game  | body                            |
|-----------------------|---------------------------------|
| `format_turn`         | `format_names(state, actions)`  |
| `parse_turn`          | `parse_names(state, text)`      |

The parsers of fields return what the text says, or raise a `ParseError` that says what was expected.

Size: many small functions, each with its example.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.text import shorten

Spell = Callable[[State, int, int], Iterable[str]]
"""`spell(state, seat, action)` returns all texts that stand for a legal action, its name first."""

Words = Sequence[str] | Callable[[State, int], Iterable[str]]
"""The names of the actions of seats, legal or not: a list for all positions, or `words(state, seat)`."""

_LONGEST = 300
_EXAMPLES = 3


def format_names(state: State, actions: Sequence[int], separator: str = " ") -> str:
    """Return the names of the actions of a turn, or of its beginning, in order."""
    names, step = list[str](), list[int]()
    for action in actions:
        names.append(state.action_name(action, state.actors[len(step)]))
        step.append(action)
        if len(step) == len(state.actors):
            state, step = state.play_unchecked(*step), []
    return separator.join(names)


def parse_names(
    state: State,
    text: str,
    *,
    separator: str = " ",
    spell: Spell | None = None,
    words: Words = (),
    expected: str = "",
    any_order: bool = False,
) -> tuple[int, ...]:
    """Return the actions of a whole turn that is written as the names of its actions, in upper or lower case.

    | argument    | meaning                                                                                        |
    |-------------|------------------------------------------------------------------------------------------------|
    | `separator` | stands between two names                                                                       |
    | `spell`     | gives all texts for an action, which replace its name (to keep that, return it, too); of       |
    |             | several actions with the same text the first one is played                                     |
    | `words`     | the name of each action id of seats, so that an action that is not legal here can be           |
    |             | explained; `words(state, seat)` if the names depend on the position; an empty one for an id    |
    |             | that no move has, such as a step beside the board                                              |
    | `expected`  | said of a text that is no turn; by default a few names are given                               |
    | `any_order` | whether a turn may be written in another order than that in which it can be played             |

    Raises `ParseError` for a text that is no turn, `IllegalMove` for a turn that is not allowed or not whole.
    """
    rest = _split(text, separator)
    if not rest:
        raise ParseError(f"{shorten(text)} is not a turn: expected {expected or _examples(state)}")
    search = _Search(separator, spell or _name, any_order)
    found = search.actions(state, (), rest)
    if found is None:
        raise search.error(text, words, expected)
    return found


def match_turn(text: str, form: re.Pattern[str], expected: str) -> re.Match[str]:
    """Return the match of a whole turn with a pattern, for a notation that is more than names.

    Raises `ParseError` if the text does not have the pattern.

    >>> match_turn(" Roll 4 ", re.compile("(?:roll )?([1-6])", re.IGNORECASE), "a roll, as in roll 4")[1]
    '4'
    """
    plain = text.strip()
    found = form.fullmatch(plain) if 0 < len(plain) <= _LONGEST else None
    if found is None:
        raise ParseError(f"{shorten(text)} is not a turn: expected {expected}")
    return found


def split_fields(text: str, expected: str, *counts: int) -> list[str]:
    """Return the fields of a position, which spaces separate; `counts` are the numbers of fields that are allowed.

    Raises `ParseError`, as do all parsers below.

    >>> split_fields("5,7 x 3", "tokens, mover and roll, as in 5,7 x 3", 3)
    ['5,7', 'x', '3']
    """
    fields = text.split() if len(text) <= 100_000 else []
    if len(fields) not in counts:
        raise ParseError(f"{shorten(text)} is not a position: expected {expected}")
    return fields


def parse_number(text: str, what: str, low: int, high: int) -> int:
    """Return the number that a text of digits stands for.

    >>> parse_number("12", "a turn", 1, 500)
    12
    """
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or not low <= int(text) <= high:
        raise ParseError(f"{shorten(text)} is not {what}: expected a number from {low} to {high}")
    return int(text)


def parse_choice(text: str, what: str, choices: Sequence[str]) -> int:
    """Return the place of a text among some choices, in upper or lower case.

    >>> parse_choice("o", "a player", ("X", "O"))
    1
    """
    found = [place for place, choice in enumerate(choices) if choice.casefold() == text.casefold()]
    if not found:
        raise ParseError(f"{shorten(text)} is not {what}: expected one of {', '.join(choices)}")
    return found[0]


def format_rows(cells: Sequence[str], widths: Sequence[int], empty: str = ".") -> str:
    """Return the rows of a board: a letter for each cell, and numbers for empty ones in a row.

    >>> format_rows("X...O....", (3, 3, 3))
    'X2/1O1/3'
    """
    rows, at = list[str](), 0
    for width in widths:
        runs = ((cell, len(list(run))) for cell, run in groupby(cells[at : at + width]))
        rows.append("".join(str(count) if cell == empty else cell * count for cell, count in runs))
        at += width
    return "/".join(rows)


def parse_rows(text: str, widths: Sequence[int], letters: str, expected: str, empty: str = ".") -> str:
    """Return a letter for each cell of a board that `format_rows` has written; an empty cell may be a letter, too.

    Runs of empty cells may stand side by side in rows of fewer than ten cells.

    >>> parse_rows("X2/.O1/21", (3, 3, 3), "XO", "3 rows of 3 cells")
    'X...O....'
    """
    run = "[0-9]" if max(widths) < 10 else "[0-9]{1,3}"  # "21" is three cells of a short row
    rows = [re.sub(run, lambda found: empty * int(found[0]), row) for row in text[: _LONGEST * 10].split("/")]
    if [len(row) for row in rows] != list(widths) or set(text) - set(f"{letters}{empty}/0123456789"):
        raise ParseError(f"{shorten(text)} is not a board: expected {expected}")
    return "".join(rows)


def format_numbers(rows: Iterable[Iterable[int]]) -> str:
    """Return rows of numbers, such as the cells of every seat's tokens, as `parse_numbers` reads them.

    >>> format_numbers([[0, 5], [3, 3]])
    '0,5/3,3'
    """
    return "/".join(",".join(map(str, row)) for row in rows)


def parse_numbers(text: str, rows: int, columns: int, what: str, low: int, high: int) -> list[list[int]]:
    """Return rows of numbers: `/` separates the rows, a comma the numbers of a row.

    >>> parse_numbers("0,5/3,3", rows=2, columns=2, what="a cell", low=0, high=9)
    [[0, 5], [3, 3]]
    """
    found = [row.split(",") for row in text.split("/")]
    if [len(row) for row in found] != [columns] * rows:
        example = "/".join([",".join([str(low)] * columns)] * rows)
        raise ParseError(f"{shorten(text)} is not a list of numbers for each player: expected one as in {example}")
    return [[parse_number(word, what, low, high) for word in row] for row in found]


@dataclass
class _Search:
    """The search for the actions that the words of a turn stand for.

    It keeps the place nearest to the end of the text where it failed, for the message.
    """

    separator: str
    spell: Spell
    any_order: bool
    furthest: tuple[State, int, tuple[str, ...], bool] | None = None
    failed: set[tuple[bytes, tuple[int, ...], tuple[str, ...]]] = field(default_factory=set)

    def actions(self, state: State, step: tuple[int, ...], rest: tuple[str, ...]) -> tuple[int, ...] | None:
        """Return the actions that these words stand for, after the actions of an unfinished simultaneous step."""
        if (state.data, step, rest) in self.failed:
            return None
        whole = self.furthest is not None and not step and not state.in_turn
        if self.furthest is None or len(rest) < len(self.furthest[2]):
            self.furthest = state, len(step), rest, whole
        if whole:
            return () if not rest else None
        if rest and state.actors:
            for action, left in self._readings(state, state.actors[len(step)], rest):
                now, after = (*step, action), state
                if len(now) == len(state.actors):
                    after, now = state.play_unchecked(*now), ()
                following = self.actions(after, now, left)
                if following is not None:
                    return action, *following
        self.failed.add((state.data, step, rest))
        return None

    def _readings(self, state: State, seat: int, rest: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the legal actions that some of the words stand for, with the words that are left."""
        spelled = [
            (action, _split(text, self.separator))
            for action in state.legal(seat)
            for text in self.spell(state, seat, action)
        ]
        for at in range(len(rest) if self.any_order else 1):
            for action, words in spelled:
                if rest[at : at + len(words)] == words:
                    yield action, rest[:at] + rest[at + len(words) :]

    def _known(self, words: Words, state: State, seat: int, rest: tuple[str, ...]) -> list[int]:
        """Return the actions, legal or not, with whose names the rest of the text begins; longer names first."""
        names = [_split(word, self.separator) for word in (words(state, seat) if callable(words) else words)]
        found = [action for action, name in enumerate(names) if name and rest[: len(name)] == name]
        return sorted(found, key=lambda action: len(names[action]), reverse=True)

    def error(self, text: str, words: Words, expected: str) -> LudariumError:
        """Return why the text is not a turn, from the furthest place where the search failed."""
        assert self.furthest is not None, "the search has begun"
        state, number, rest, whole = self.furthest
        if not rest:
            return IllegalMove(f"{shorten(text)} is not a whole turn: it goes on with {_examples(state)}")
        known = self._known(words, state, state.actors[number], rest) if not whole and state.actors else []
        if known:
            return IllegalMove(state.explain(state.actors[number], known[0]))
        ends = f"the turn to end before {shorten(rest[0])}" if whole else _examples(state)
        return ParseError(f"{shorten(text)} is not a turn: expected {expected or ends}")


def _name(state: State, seat: int, action: int) -> tuple[str]:
    return (state.action_name(action, seat),)


def _split(text: str, separator: str) -> tuple[str, ...]:
    """Return the words of a text without regard to case; none if it is too long."""
    plain = " ".join(text.casefold().split()) if len(text) <= _LONGEST else ""
    return tuple(word.strip() for word in plain.split(separator)) if plain else ()


def _examples(state: State) -> str:
    """Return some names of legal actions, in words."""
    if not state.actors:
        return "nothing, because the game is over"
    legal = state.legal()
    names = [state.action_name(action) for action in legal[:_EXAMPLES]]
    more = [f"{len(legal) - len(names)} others"] if len(legal) > len(names) else []
    *others, last = *names, *more
    return f"{', '.join(others)} or {last}" if others else last
