"""Turns as people count them: draws and rolls are no turns, and a roll belongs to the turn of its seat.

Whose roll a roll was: rules let chance act without saying for whom, but the turns that may follow tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ludarium.core.definition import HasListing, HasPlaces, name_places
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE


@lru_cache(maxsize=20_000)
def roller(state: State) -> int:
    """Return the seat that a chance action is for: the only one that may act after it, whatever the outcome.

    Outcomes after which chance acts again or the game is over do not count. Returns `CHANCE` if it is for no seat, such
    as a draw of who begins.

    >>> import ludarium
    >>> start = ludarium.load("ludo").initial()
    >>> roller(start), roller(start.move("first B"))
    (-1, 1)
    """
    if state.actors != (CHANCE,):
        return CHANCE
    after = {state.play_unchecked(action).actors for action in state.legal(CHANCE)} - {(), (CHANCE,)}
    return next(iter(after))[0] if len(after) == 1 and len(next(iter(after))) == 1 else CHANCE


def starts(state: State) -> int:
    """Return the seat whose turn is the first from a state; `CHANCE` if the rules draw it, or several act at once.

    >>> import ludarium
    >>> starts(ludarium.load("orion").initial()), starts(ludarium.load("ludo").initial())
    (0, -1)
    """
    return _seat(state)


@lru_cache(maxsize=20_000)
def turn_for(state: State, text: str, reader: int) -> str:
    """Return a turn from this state with the places as the seat of its reader calls them; a record has the mover's.

    It is the same text in games whose seats number all places alike, and it is not to be parsed.

    >>> import ludarium
    >>> turn_for(ludarium.load("vortex").parse_position("5,0,0,0/4,0,0,0 X 3 4"), "5-9", reader=1)
    '13-1'
    """
    notation = state.game.definition.notation
    if not text or len(state.actors) != 1 or state.actors == (CHANCE,) or not isinstance(notation, HasPlaces):
        return text
    return name_places(notation, state, notation.turn_in_places(state, state.parse_turn(text)), reader)


def listed_turn(state: State, text: str, reader: int) -> str:
    """Return a turn from this state as a list that a seat reads has it: in words, if the game has some for that.

    >>> import ludarium
    >>> listed_turn(ludarium.load("vortex").parse_position("5,0,0,0/4,0,0,0 X 3 4"), "5-9", reader=1)
    '13 to 1'
    >>> listed_turn(ludarium.load("vortex").initial(), "first X", reader=1)
    'X begins'
    """
    if state.actors == (CHANCE,):
        return drawn_words(text)
    notation = state.game.definition.notation
    if not text or len(state.actors) != 1 or not isinstance(notation, HasListing):
        return turn_for(state, text, reader)
    return name_places(notation, state, notation.list_turn(state, state.parse_turn(text)), reader)


def describe_turn(state: State, text: str) -> str:
    """Return the text of a turn from this state as lists of turns show it: a roll with the name of its seat.

    >>> import ludarium
    >>> describe_turn(ludarium.load("ludo").initial().move("first B"), "roll 4")
    'B rolls 4'
    """
    seat = roller(state)
    if seat == CHANCE:
        return text
    return _describe_roll(state.game.setup.seat_names[seat], text)


class NumberedTurn(NamedTuple):
    """A turn with its roll, or a draw that is for no seat; it is one line of a record, or two.

    | field    | content                                                                                  |
    |----------|------------------------------------------------------------------------------------------|
    | `number` | the number of the turn, from 1 on; 0 for a draw                                          |
    | `seat`   | whose turn it is; `CHANCE` in a simultaneous turn and for a draw                         |
    | `roll`   | the roll before the turn, or the draw, as a record has it; empty where there is none     |
    | `text`   | the turn as a record has it; empty for a draw, and where a roll leaves nothing to choose |
    | `played` | the number of lines of the record up to here                                             |
    """

    number: int
    seat: int
    roll: str
    text: str
    played: int

    @property
    def first(self) -> int:
        """The number of lines of the record before the turn and its roll."""
        return self.played - bool(self.roll) - bool(self.text)

    def read_by(self, reader: int, states: Sequence[State]) -> NumberedTurn:
        """Return the turn as a seat reads it (`turn_for`); `states` are those in which the record was played."""
        return self._replace(text=turn_for(states[self.played - 1], self.text, reader)) if self.text else self

    def line(self, seat_names: tuple[str, ...]) -> str:
        """Return the turn with its number, as lists of turns show it.

        >>> NumberedTurn(7, 1, "roll 4", "b5", 15).line(("A", "B"))
        '7. B rolls 4, b5'
        """
        if not self.number:
            return self.roll
        roll = _describe_roll(seat_names[self.seat], self.roll) if self.roll else ""
        return f"{self.number}. {', '.join(filter(None, (roll, self.text)))}"


class TurnCount(NamedTuple):
    """The number of turns of a record as people count, and whose roll its last line was; `CHANCE` if it was none.

    >>> import ludarium
    >>> start = ludarium.load("ludo").initial()
    >>> TurnCount().after(start).after(start.move("first B"))
    TurnCount(number=1, rolled_by=1)
    """

    number: int = 0
    rolled_by: int = CHANCE

    def after(self, state: State) -> TurnCount:
        """Return the count after one more line, which is played in this state."""
        seat = _seat(state)
        if state.actors == (CHANCE,):
            return TurnCount(self.number + (seat != CHANCE), seat)
        return TurnCount(self.number + (seat == CHANCE or seat != self.rolled_by))


def number_turns(states: Iterable[State], texts: Iterable[str]) -> tuple[NumberedTurn, ...]:
    """Return the turns as people count them; `states` are those in which the lines of a record were played.

    A roll after which its seat has nothing to choose is its turn.

    >>> import ludarium
    >>> start = ludarium.load("ludo").initial()
    >>> drawn = start.move("first B")
    >>> number_turns([start, drawn, drawn.move("roll 4")], ["first B", "roll 4", "1"])[1]
    NumberedTurn(number=1, seat=1, roll='roll 4', text='1', played=3)
    """
    turns: list[NumberedTurn] = []
    count = TurnCount()
    for played, (state, text) in enumerate(zip(states, texts, strict=False), 1):
        seat, before, count = _seat(state), count, count.after(state)
        if state.actors == (CHANCE,):
            turns.append(NumberedTurn(count.number if seat != CHANCE else 0, seat, text, "", played))
        elif count.number == before.number:
            turns[-1] = turns[-1]._replace(text=text, played=played)
        else:
            turns.append(NumberedTurn(count.number, seat, "", text, played))
    return tuple(turns)


def turn_number(turns: Iterable[NumberedTurn], played: int) -> int:
    """Return the number of the last turn that was begun within this many lines of a record; 0 if none was."""
    return max((turn.number for turn in turns if turn.first < played), default=0)


def turn_of(turns: Iterable[NumberedTurn], played: int) -> NumberedTurn:
    """Return the turn of which the line after so many of a record is a part, as its roll or what was chosen.

    >>> turn_of([NumberedTurn(1, 0, "roll 4", "b5", 2), NumberedTurn(2, 1, "roll 1", "", 3)], 1).number
    1
    """
    return next(turn for turn in turns if turn.first <= played < turn.played)


def coming_number(turns: Sequence[NumberedTurn]) -> int:
    """Return the number of the turn that must be played next, which may have begun with its roll.

    >>> coming_number([NumberedTurn(1, 0, "", "u+", 1)]), coming_number([NumberedTurn(1, 0, "roll 4", "", 1)])
    (2, 1)
    """
    begun = bool(turns) and turns[-1].number > 0 and not turns[-1].text
    return max((turn.number for turn in turns), default=0) + (not begun)


def shown_roll(text: str) -> str:
    """Return a roll without the word that says that it is one."""
    return text.removeprefix("roll ")


def drawn_words(text: str) -> str:
    """Return in words who begins, of the text of a draw; another outcome of chance as it is.

    >>> drawn_words("first X"), drawn_words("roll 4")
    ('X begins', 'roll 4')
    """
    return f"{text.removeprefix('first ')} begins" if text.startswith("first ") else text


def _describe_roll(name: str, text: str) -> str:
    return f"{name} rolls {shown_roll(text)}" if text.startswith("roll ") else f"{name}: {text}"


def _seat(state: State) -> int:
    """Return the seat that acts alone, or for which chance does; `CHANCE` if it is for none or for several."""
    if state.actors == (CHANCE,):
        return roller(state)
    return state.actors[0] if len(state.actors) == 1 else CHANCE
