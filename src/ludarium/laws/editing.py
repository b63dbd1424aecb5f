"""Laws of positions that are set up by touching, for the games that have an `editor`."""

from functools import reduce

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.laws.law import Law, must
from ludarium.laws.rules import completes
from ludarium.laws.sample import Sample
from ludarium.scenes.editing import editing_scene
from ludarium.scenes.editor import Arranged, Arrangement, Editor, editor_of, touch, turn_of
from ludarium.scenes.rows import Draft, RowsEditor

_TOUCHES = 6
"""Random touches of each position."""
_ROUNDS = 2
"""How often all places are gone through: what one needs may lie on another."""
_AGAIN = 16
"""How often a thing is touched until it has its value."""
_LOOKED_AT = 12
"""Positions of each game of which some are chosen."""
_POSITIONS = 2
"""Positions of each game that are set up from the first one."""


def touched_positions_can_be_played(sample: Sample) -> None:
    """What touches make of a position can be played and written, or is refused with a sentence."""
    editor = editor_of(sample.game)
    if editor is None:
        return
    dice = sample.dice(21)
    things = ["", *editor.things(sample.game)]
    named = (editor.HELP, *editor.things(sample.game).values())
    must(all(name.isprintable() and name for name in named), "a thing has no name, or a touch no help")
    for first in sample.states:
        state: Arranged = first
        places = [*editor.held(state)]
        _has_places(state, places, first)
        for _ in range(_TOUCHES):
            if not dice.integers(4) and (turns := [*editor.turns(state).values()]):
                state = _stands(sample.game.parse_position(turns[int(dice.integers(len(turns)))]))
                continue
            place, thing = _one(places, dice), _one(things, dice)
            try:
                state = touch(state, place, thing)
                why = state.why if isinstance(state, Draft) else str(_stands(state))
            except LudariumError as error:
                why = str(error)
            must(why.isprintable() and why, f"{thing!r} on {place} is refused without a word", first)
        _has_places(state, places, first)


def every_position_can_be_set_up(sample: Sample) -> None:
    """From the first position touches lead to the pieces and the turn of every position whose turn has a name."""
    editor = editor_of(sample.game)
    if editor is None:
        return
    first = sample.game.initial()
    for play in sample.plays:
        some = play.states[:: -(-len(play.states) // _LOOKED_AT)]
        named = [state for state in some if turn_of(state) and _has_names(editor, state)]
        must(named, "no position of a game has a turn with a name", play.states[-1])
        for state in named[:: -(-len(named) // _POSITIONS)]:
            found = _arranged(first, editor.held(state))
            must(editor.held(found) == editor.held(state), f"touches lead only to {found}", state)
            wanted = turn_of(state)
            turns = editor.turns(found)
            must(wanted in turns, f"{wanted!r} cannot be chosen in {found}", state)
            found = sample.game.parse_position(turns[wanted])
            must(turn_of(found) == wanted, f"{wanted!r} leads to {turn_of(found)!r}", found)
            must(editor.held(found) == editor.held(state), f"{wanted!r} changes the board to {found}", state)


def _has_places(state: Arranged, places: list[str], first: State) -> None:
    known = {element.id for element in editing_scene(state).elements if element.path}
    must(known.issuperset(places), "a place is no element of the picture", first)


def _has_names(editor: Editor, state: State) -> bool:
    """Return whether all on the board has a name, which letters that come late in a game have not without `editor`."""
    names = {*editor.things(state.game)}
    return not isinstance(editor, RowsEditor) or all(map(names.issuperset, editor.held(state).values()))


def _arranged(state: Arranged, wanted: Arrangement) -> Arranged:
    """Return the position after touches by which each place holds what it should, as far as they lead there."""
    for _ in range(_ROUNDS):
        state = reduce(_place, wanted.items(), state)
    return state


def _place(state: Arranged, wanted: tuple[str, tuple[str, ...]]) -> Arranged:
    """Return the position after a place is emptied and filled: a touch may put a thing there, or change its value."""
    place, things = wanted
    now = _held(state, place)
    if now == things:
        return state
    try:
        for _ in now:
            state = touch(state, place, "") if _held(state, place) else state
        for thing in [*things] * _AGAIN:
            state = touch(state, place, thing)
            if _held(state, place) == things:
                break
    except LudariumError:
        pass  # a thing that is needed here is still elsewhere
    return state


def _held(state: Arranged, place: str) -> tuple[str, ...]:
    editor = editor_of(state.game)
    assert editor is not None, "its positions are set up"
    return editor.held(state)[place]


def _stands(state: State) -> State:
    """Return a position that was set up, if it can be played and written."""
    must(all(state.legal(seat) for seat in state.actors), "the position is set up, and cannot be played", state)
    must(completes(state), "the position is set up, and its turn cannot be completed", state)
    must(state.game.parse_position(str(state)) == state, "the position is written as something else", state)
    return state


def _one(choices: list[str], dice: np.random.Generator) -> str:
    return choices[int(dice.integers(len(choices)))]


LAWS = (Law(touched_positions_can_be_played), Law(every_position_can_be_set_up))
