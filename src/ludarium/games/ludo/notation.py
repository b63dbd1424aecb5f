"""Multiplication Ludo as text.

A turn of chance is `first B` or `roll 5`. A move is `B2 12x5=60`: the marker and the product. A part of it is enough:
`B2`, `60`, `12x5` or `12x5=60`, with the factors in either order; of several markers on one position the first moves.

A position is `1,1,12,60/1,5,120,120 B 5 17`: the markers of each player, the mover, the roll and the number of the
turn. `-` stands for no mover (before the draw and after the end) and for no roll.
"""

import re
from collections.abc import Sequence

import numpy as np

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.notation import (
    format_names,
    format_numbers,
    match_turn,
    parse_choice,
    parse_number,
    parse_numbers,
    split_fields,
)
from ludarium.core.text import in_tense, shorten
from ludarium.games.ludo.kernel import DIE, DRAWN, GOAL, LIMIT, MARKERS, MOVER, NOBODY, ROLL, SEATS, TURN, chances
from ludarium.games.ludo.rules import NAMES, board, explain, markers

_FIRST = re.compile(r"(?:first\s+)?([A-D])", re.IGNORECASE | re.ASCII)
_ROLL = re.compile(r"(?:roll\s+)?([0-9]{1,3})", re.IGNORECASE | re.ASCII)
_MOVE = re.compile(
    r"(?:(?P<seat>[A-D])(?P<marker>[1-9])(?:\s+|$))?"
    r"(?:(?P<first>[0-9]{1,5})\s*[x*\u00d7]\s*(?P<second>[0-9]{1,5})(?:\s*=\s*(?P<equals>[0-9]{1,5}))?"
    r"|(?P<product>[0-9]{1,5}))?",
    re.IGNORECASE | re.ASCII,
)


def action_name(state: State, seat: int, action: int) -> str:
    """Return an action of chance as `first A` or `roll 5`, a move as `A1 4x5=20`."""
    t, v = state.game.tables, state.vector
    if seat == CHANCE:
        return f"roll {action + 1}" if v[MOVER] != NOBODY else f"first {NAMES[action]}"
    place, roll = markers(t, v, seat)[action], int(v[ROLL])
    return f"{NAMES[seat]}{action + 1} {place}x{roll}={place * roll}"


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return the turn, which is one action."""
    return format_names(state, actions)


def tell_turn(state: State, actions: Sequence[int]) -> str:
    """Return what a move did, in words."""
    return in_tense(_words(state, actions), past=True)


def advise_turn(state: State, seat: int, actions: Sequence[int]) -> str:
    """Return what a move would do, in words."""
    return in_tense(_words(state, actions), past=False)


def tell_roll(state: State) -> str:
    """Return what is to be done with the roll.

    >>> import ludarium
    >>> tell_roll(ludarium.load("ludo").parse_position("1,1,1,12/1,1,1,60 A 5 9"))
    'Move a marker × 5'
    """
    return f"Move a marker × {state.vector[ROLL]}"


def tell_lost_roll(state: State, roll: int) -> str:
    """Return why nothing can be played after a roll, which is a 1.

    >>> import ludarium
    >>> tell_lost_roll(ludarium.load("ludo").parse_position("1,1,1,12/1,1,1,60 A - 9"), 0)
    'a roll of 1 forfeits the turn'
    """
    return f"a roll of {roll + 1} forfeits the turn"


def place_name(state: State, seat: int, place: int, reader: int) -> str:
    """Return the number of a place, which is the same for all."""
    return str(place)


def turn_in_places(state: State, actions: Sequence[int]) -> str:
    """Return a move as its product, without the number of the marker, which the board does not show.

    >>> import ludarium
    >>> turn_in_places(ludarium.load("ludo").parse_position("1,1,1,12/1,1,1,60 A 5 9"), (3,))
    '12 × 5 = 60'
    """
    roll, (marker,) = int(state.vector[ROLL]), actions
    place = int(markers(state.game.tables, state.vector, int(state.vector[MOVER]))[marker])
    return f"{place} × {roll} = {place * roll}"


def _words(state: State, actions: Sequence[int]) -> str:
    """Return what a move does, in both tenses: a marker is called by its place, as the board shows no other name."""
    t, v = state.game.tables, state.vector
    seat, roll, (marker,) = int(v[MOVER]), int(v[ROLL]), actions
    after, place = state.play_unchecked(marker).vector, int(markers(t, v, seat)[marker])
    product, goal = place * roll, int(t[GOAL])
    if product == goal:
        return f"brought|bring a marker home from {place}"
    if product > goal:
        return f"moved|move a marker from {place} past {goal}, back to 1"
    gone = {
        other: sum(was != now for was, now in zip(markers(t, v, other), markers(t, after, other), strict=True))
        for other in range(state.game.seats)
        if other != seat
    }
    bumped = [
        f"{{{other}'s}} {'marker' if count == 1 else f'{count} markers'}" for other, count in gone.items() if count
    ]
    went = f"moved|move a marker from {place} to {product}"
    return went + (f" and bumped|bump {' and '.join(bumped)}" if bumped else "")


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a turn into its one action."""
    t, v = state.game.tables, state.vector
    if v[ROLL]:
        expected = f"a product or a marker, as in {action_name(state, int(v[MOVER]), 0)}"
        return (_parse_move(state, match_turn(text, _MOVE, expected).groupdict()),)
    if v[MOVER] != NOBODY:
        action = int(match_turn(text, _ROLL, "a roll, as in roll 5")[1]) - 1
    else:
        action = NAMES.index(match_turn(text, _FIRST, "the player who begins, as in first A")[1].upper())
    if not 0 <= action < chances(t, v):
        raise IllegalMove(explain(state, CHANCE, action))
    return (action,)


def _parse_move(state: State, parts: dict[str, str | None]) -> int:
    """Return the first marker that fits every part of the move that is given."""
    t, v = state.game.tables, state.vector
    seat, roll = int(v[MOVER]), int(v[ROLL])
    places = markers(t, v, seat)
    if parts["seat"] and parts["seat"].upper() != NAMES[seat]:
        raise IllegalMove(f"{NAMES[seat]} is to move, not {parts['seat']}")
    meant = int(parts["marker"]) - 1 if parts["marker"] else None
    if meant is not None and (meant >= len(places) or places[meant] == t[GOAL]):
        raise IllegalMove(explain(state, seat, meant))
    place = _parse_factors(roll, parts["first"], parts["second"]) if parts["first"] and parts["second"] else None
    claimed = parts["equals"] or parts["product"]
    product = int(claimed) if claimed else None
    if place is not None and product not in (None, place * roll):
        raise IllegalMove(f"{parts['first']} x {parts['second']} is not {product}")
    for marker, here in enumerate(places):
        fits = meant in (None, marker) and place in (None, here) and product in (None, here * roll)
        if fits and here != t[GOAL]:
            return marker
    if meant is not None:
        wanted = f"on {place}" if place is not None else f"moved to {product} by a roll of {roll}"
        raise IllegalMove(f"{NAMES[seat]}{meant + 1} is on {places[meant]}: it is not {wanted}")
    listed = ", ".join(str(here) for here in sorted(set(places)) if here != t[GOAL])
    wanted = f"is on {place}" if place is not None else f"moves to {product} with a roll of {roll}"
    raise IllegalMove(f"no marker of {NAMES[seat]} {wanted}: those that can move are on {listed}")


def _parse_factors(roll: int, first: str, second: str) -> int:
    """Return the factor that is not the roll."""
    factors = [int(first), int(second)]
    if roll not in factors:
        raise IllegalMove(f"the roll is {roll}, not {first} or {second}")
    factors.remove(roll)
    return factors[0]


def format_position(state: State) -> str:
    """Return the position as one line of text."""
    t, v = state.game.tables, state.vector
    rows = format_numbers(markers(t, v, seat) for seat in range(t[SEATS]))
    mover = NAMES[v[MOVER]] if v[MOVER] != NOBODY else "-"
    return f"{rows} {mover} {v[ROLL] or '-'} {v[TURN] + 1}"


def parse_position(game: Game, text: str) -> State:
    """Parse a position; raise `ParseError` where the text is not one."""
    t = game.tables
    fields = split_fields(text, "markers, mover, roll and turn, as in 1,5/1,20 A 4 9", 4)
    places = _parse_places(t, fields[0])
    turn = parse_number(fields[3], "the number of a turn", 1, int(t[LIMIT]) + 1) - 1
    home = [seat for seat, row in enumerate(places) if set(row) == {int(t[GOAL])}]
    if len(home) > 1:
        raise ParseError(f"{shorten(text)} is not a position: only one player can have all markers on {t[GOAL]}")
    if home and turn == 0:
        raise ParseError(f"{shorten(text)} is not a position: no player can have won before the first turn")
    result = home[0] + 1 if home else DRAWN if turn == t[LIMIT] else 0
    mover = NOBODY if fields[1] == "-" else parse_choice(fields[1], "a player", NAMES[: t[SEATS]])
    roll = 0 if fields[2] == "-" else parse_number(fields[2], "a roll to move with", 2, int(t[DIE]))
    if mover != NOBODY if result else mover == NOBODY and turn > 0:
        expected = "- because the game is over" if result else "a player, because - is only for the draw before turn 1"
        raise ParseError(f"{shorten(fields[1])} is not to move: expected {expected}")
    if roll and mover == NOBODY:
        raise ParseError(f"{shorten(text)} has a roll of {roll} and no mover: expected a player, as in A {roll}")
    return game.state(np.array([result, mover, roll, turn, *(place for row in places for place in row)], np.int64))


def _parse_places(t: Vector, text: str) -> list[list[int]]:
    """Parse the positions of the markers, player by player."""
    goal = int(t[GOAL])
    places = parse_numbers(text, int(t[SEATS]), int(t[MARKERS]), "a position", 1, goal)
    known = set(board(goal, int(t[DIE])).positions)
    taken: dict[int, int] = {}
    for seat, row in enumerate(places):
        for place in row:
            if place not in known:
                raise ParseError(f"no marker can be on {place}: it is not a product of rolls of 2 to {t[DIE]}")
            if place not in (1, goal) and taken.setdefault(place, seat) != seat:
                raise ParseError(f"{NAMES[taken[place]]} and {NAMES[seat]} cannot both be on {place}")
    return places
