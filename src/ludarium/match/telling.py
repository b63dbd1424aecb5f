"""Turns in words: those of the game's notation, if it has some."""

from __future__ import annotations

from collections.abc import Container, Sequence

from ludarium.core.definition import HasAdvice, HasLostRolls, HasWords, name_places
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import NumberedTurn, drawn_words, listed_turn, shown_roll
from ludarium.match.match import Match
from ludarium.match.orders import actions_of_turn
from ludarium.match.verdict import short_name


def reader_of(match: Match, seats: Container[int]) -> int:
    """Return the seat whose names of places the person with these seats reads: their first, or seat 0."""
    return next((seat for seat in range(match.game.seats) if seat in seats), 0)


def tell_turn(
    match: Match,
    turn: NumberedTurn,
    states: Sequence[State],
    you: Container[int] = (),
    places: Container[int] | None = None,
) -> str:
    """Return a turn in a sentence; `states` are those of the match, `you` are the reader's seats.

    Places are called as those seats call them, or the seats `places`, from whose side the board beside it is drawn.

    >>> from ludarium.core.registry import load
    >>> from ludarium.core.rolls import number_turns
    >>> match = Match.begin(load("vortex"), ["Ann", "Bob"], position="5,0,0,0/0,0,0,0 X 3 4").submit(0, "5-9")
    >>> [turn] = number_turns([match.start], ["5-9"])
    >>> tell_turn(match, turn, [match.start]), tell_turn(match, turn, [match.start], you=[0])
    ('Ann moved a token from 5 to 9.', 'You moved a token from 5 to 9.')
    """
    if not turn.number:
        return f"Drawn by lot: {drawn_words(turn.roll)}."
    names = _names(match, you)
    if turn.seat == CHANCE:
        state = states[turn.played - 1]
        return f"{_orders(state, turn.text, names)}."
    roll = f"rolled {shown_roll(turn.roll)}" if turn.roll else ""
    reader = reader_of(match, you if places is None else places)
    did = _did(states[turn.played - 1], turn.text, names, reader) if turn.text else ""
    joined = (", " if " and " in did else " and ").join(filter(None, (roll, did)))
    why = "" if turn.text else _why_lost(states[turn.played - 1], turn)
    return f"{names[turn.seat]} {joined}{why}."


def tell_turn_briefly(match: Match, turn: NumberedTurn, states: Sequence[State], you: Container[int] = ()) -> str:
    """Return the turn of one seat as a list of turns has it, after the player's name and the roll.

    What it did to the reader is said in whole.

    >>> from ludarium.core.registry import load
    >>> from ludarium.core.rolls import number_turns
    >>> match = Match.begin(load("vortex"), ["Ann", "Bob"], position="5,0,0,0/0,0,0,0 X 3 4").submit(0, "5-9")
    >>> [turn] = number_turns([match.start], ["5-9"])
    >>> tell_turn_briefly(match, turn, [match.start], you=[1])
    'Ann: 13 to 1.'
    """
    if " your " in (whole := tell_turn(match, turn, states, you)):
        return whole
    roll = f" rolled {shown_roll(turn.roll)}" if turn.roll else ""
    did = listed_turn(states[turn.played - 1], turn.text, reader_of(match, you)) if turn.text else "no move"
    return f"{_names(match, you)[turn.seat]}{roll}: {did}."


def advise_turn(match: Match, state: State, seat: int, turn: str, you: Container[int] = ()) -> str:
    """Return in words what a turn of a seat would do; empty where its game has no words for that.

    >>> from ludarium.core.registry import load
    >>> match = Match.begin(load("vortex"), ["Ann", "Bob"], position="5,0,0,0/0,0,0,0 X 3 4")
    >>> advise_turn(match, match.state, 0, "5-9")
    'move a token from 5 to 9'
    """
    actions = actions_of_turn(state, seat, turn)
    return _advice(state, seat, actions, _names(match, you), reader_of(match, you))


def advise_seat(state: State, seat: int, actions: Sequence[int]) -> str:
    """Return in words, to who plays a seat, what a turn of it, or the beginning of one, would do; empty without words.

    >>> from ludarium.core.registry import load
    >>> advise_seat(load("vortex").parse_position("21,0,0,0/4,0,0,0 X 3 4"), 0, (21,))
    'move a token from 21 to the centre'
    """
    names = ["You" if one == seat else name for one, name in enumerate(state.game.setup.seat_names)]
    return _advice(state, seat, actions, names, seat)


def _why_lost(state: State, turn: NumberedTurn) -> str:
    """Return, after a colon, why nothing can be played after a roll; empty if something can, or without words."""
    notation = state.game.definition.notation
    if not isinstance(notation, HasLostRolls):
        return ""
    (roll,) = state.parse_turn(turn.roll)
    is_lost = turn.seat not in state.play_unchecked(roll).actors
    return f": {notation.tell_lost_roll(state, roll)}" if is_lost else ""


def _advice(state: State, seat: int, actions: Sequence[int], names: Sequence[str], reader: int) -> str:
    notation = state.game.definition.notation
    if not isinstance(notation, HasAdvice):
        return ""
    words = notation.advise_turn(state, seat, actions)
    return _named(notation, state, words, names, reader)


def _orders(state: State, text: str, names: Sequence[str]) -> str:
    """Return what all seats did in a simultaneous turn, or what chance drew."""
    notation, turns = state.game.definition.notation, zip(state.actors, state.parse_turn(text), strict=True)
    if not isinstance(notation, HasWords) or CHANCE in state.actors:
        return ", ".join(f"{names[seat]}: {state.action_name(action, seat)}" for seat, action in turns)
    first, *others = (f"{names[seat]} {notation.tell_turn(state, (action,))}" for seat, action in turns)
    others = ["you" + said[3:] if said.startswith("You ") else said for said in others]
    return " and ".join(filter(None, (", ".join((first, *others[:-1])), *others[-1:])))


def _names(match: Match, you: Container[int]) -> list[str]:
    """Return the names by seat: the reader is addressed, unless the same person plays all seats."""
    seats = range(match.game.seats)
    mine = [seat for seat in seats if seat in you]
    addressed = mine if len(mine) < len(seats) or len(seats) == 1 else []
    return ["You" if seat in addressed else short_name(match, seat) for seat in seats]


def _did(state: State, text: str, names: Sequence[str], reader: int) -> str:
    """Return what a seat did in a turn from a state, with the reader's names of places."""
    notation = state.game.definition.notation
    if not isinstance(notation, HasWords):
        return "passed" if text == "pass" else f"played {text}"
    return _named(notation, state, notation.tell_turn(state, state.parse_turn(text)), names, reader)


def _named(notation: object, state: State, sentence: str, names: Sequence[str], reader: int) -> str:
    """Return a sentence of a game with the names of its players and places, as the reader calls them."""
    for seat, name in enumerate(names):
        own = "your" if name == "You" else f"{name}'s"
        sentence = sentence.replace(f"{{{seat}'s}}", own).replace(f"{{{seat}}}", "you" if name == "You" else name)
    return name_places(notation, state, sentence, reader)
