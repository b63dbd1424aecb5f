"""Laws of positions that are set up by touching, for the games that have an `editor`."""

import numpy as np

from ludarium.core.editor import Arrangement, Editor, editor_of, touch, turn_of
from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.laws.law import Law, must
from ludarium.laws.rules import completes
from ludarium.laws.sample import Sample
from ludarium.scenes.picture import begin, draw

_TOUCHES = 12
"""Random touches of each position."""
_ROUNDS = 8
"""How often all places are gone through until they hold what they should."""
_LOOKED_AT = 40
"""Positions of each game of which some are chosen."""
_POSITIONS = 4
"""Positions of each game that are set up from the first one."""


def touched_positions_can_be_played(sample: Sample) -> None:
    """What a touch makes of a position can be played and written, or is refused with a sentence."""
    editor = editor_of(sample.game)
    if editor is None:
        return
    dice = sample.dice(21)
    things = ["", *editor.things(sample.game)]
    must(all(name.isprintable() and name for name in editor.things(sample.game).values()), "a thing has no name")
    for state in sample.states:
        known = {element.id for element in draw(begin(state)).elements if element.path}
        must(editor.held(state).keys() <= known, "a place is no element of the picture", state)
        for _ in range(_TOUCHES):
            places, turns = [*editor.held(state)], [*editor.turns(state).values()]
            if turns and not dice.integers(4):
                state = _stands(sample.game.parse_position(turns[int(dice.integers(len(turns)))]))
                continue
            place, thing = _one(places, dice), _one(things, dice)
            try:
                state = _stands(touch(state, place, thing))
            except LudariumError as error:
                must(str(error).isprintable() and str(error), f"{thing!r} on {place} is refused without a word", state)


def every_position_can_be_set_up(sample: Sample) -> None:
    """From the first position touches lead to the pieces and the turn of every position whose turn has a name."""
    editor = editor_of(sample.game)
    if editor is None:
        return
    first = sample.game.initial()
    for play in sample.plays:
        some = play.states[:: -(-len(play.states) // _LOOKED_AT)]
        named = [state for state in some if turn_of(state)]
        must(named, "no position of a game has a turn with a name", play.states[-1])
        for state in named[:: -(-len(named) // _POSITIONS)]:
            found = _arranged(editor, first, editor.held(state))
            must(editor.held(found) == editor.held(state), f"touches lead only to {found}", state)
            wanted = turn_of(state)
            turns = editor.turns(found)
            must(wanted in turns, f"{wanted!r} cannot be chosen in {found}", state)
            found = sample.game.parse_position(turns[wanted])
            must(turn_of(found) == wanted, f"{wanted!r} leads to {turn_of(found)!r}", found)
            must(editor.held(found) == editor.held(state), f"{wanted!r} changes the board to {found}", state)


def _arranged(editor: Editor, state: State, wanted: Arrangement) -> State:
    """Return the position after touches by which each place holds what it should, as far as they lead there."""
    for _ in range(_ROUNDS):
        for place, things in wanted.items():
            while (now := editor.held(state))[place] != things:
                missing = next((one for one in things if things.count(one) > now[place].count(one)), "")
                surplus = any(now[place].count(one) > things.count(one) for one in now[place])
                try:
                    state = touch(state, place, "" if surplus else missing)
                except LudariumError:
                    break  # a thing that is needed here is still elsewhere
                if editor.held(state) == now:
                    break
        if editor.held(state) == wanted:
            break
    return state


def _stands(state: State) -> State:
    """Return a position that was set up, if it can be played and written."""
    must(all(state.legal(seat) for seat in state.actors), "the position is set up, and cannot be played", state)
    must(completes(state), "the position is set up, and its turn cannot be completed", state)
    must(state.game.parse_position(str(state)) == state, "the position is written as something else", state)
    return state


def _one(choices: list[str], dice: np.random.Generator) -> str:
    return choices[int(dice.integers(len(choices)))]


LAWS = (Law(touched_positions_can_be_played), Law(every_position_can_be_set_up))
