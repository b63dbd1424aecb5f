"""Laws of the concepts that a game's facts name: what can be seen in play is as they say."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from ludarium.core.concepts import CONCEPTS
from ludarium.core.kernel import CHANCE
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Play, Sample
from ludarium.scenes.picture import advance, begin, draw
from ludarium.scenes.scene import Scene

_STEPS = 120
"""Steps of a random game whose pictures are compared."""
_FEW = 9
"""The least number of cells from which the shape of a board can be recognised."""
_NEAR = 1.05
"""How much further than the nearest cell a neighbour may be."""
Places = dict[str, tuple[float, float]]
"""The places of the pieces of a picture, by their ids."""


def concepts_are_seen_in_play(sample: Sample) -> None:
    """What a game's facts say of chance, turns, moves, the board and the end is seen in random games."""
    game = sample.game
    declared = set(game.definition.facts.concepts)
    for name in declared - set(CONCEPTS):
        must(False, f"{name!r} is not a concept: expected some of {', '.join(CONCEPTS)}")
    if not declared or any(game.options[option.name] != option.default for option in game.definition.options):
        return  # the facts are about the defaults
    for name, seen in _ALWAYS_NAMED.items():
        must(seen(sample) or name not in declared, _not_seen(name))
        must(not seen(sample) or name in declared, _missing(name))
    for name, seen in _SEEN_IF_NAMED.items():
        must(name not in declared or seen(sample), _not_seen(name))
    must("draws" in declared or not _drawn(sample), _missing("draws"))


def _missing(name: str) -> str:
    return f'{name} is seen in random games: add "{name}" to concepts=(...) of Facts, in the __init__.py of the game'


def _not_seen(name: str) -> str:
    return f"{name} is not seen in random games: take it out of concepts=(...) of Facts, in the __init__.py of the game"


def _chance(sample: Sample) -> bool:
    return any(CHANCE in state.actors for state in sample.states)


def _simultaneous(sample: Sample) -> bool:
    return any(len(state.actors) > 1 for state in sample.states)


def _several_actions(sample: Sample) -> bool:
    return any(len(actions) > len(state.actors) for state, actions in sample.turns if state.actors != (CHANCE,))


def _passing(sample: Sample) -> bool:
    return any(
        "pass" in (state.action_name(action, seat) for action in state.legal(seat))
        for state in sample.states
        for seat in state.actors
        if seat != CHANCE
    )


def _drawn(sample: Sample) -> bool:
    ends = (play.states[-1] for play in sample.plays)
    return any(not end.actors and len(end.winners) in (0, sample.game.seats) for end in ends if sample.game.seats > 1)


def places_of(scene: Scene) -> Places:
    """Return the places of the pieces of a picture; dice are none."""
    pieces = (element for element in scene.elements if element.role == "piece" and "die" not in element.look.split())
    return {piece.id: (piece.x, piece.y) for piece in pieces}


def _changes(play: Play) -> Iterator[tuple[Places, Places]]:
    """Yield the places of the pieces before and after each step of seats."""
    picture = begin(play.states[0])
    before = places_of(draw(picture))
    for state, step in zip(play.states[1:_STEPS], play.steps, strict=False):
        rolled = picture.state.actors == (CHANCE,)
        picture = advance(picture, state, step)
        after = places_of(draw(picture))
        if not rolled:
            yield before, after
        before = after


def _in_pictures(change: Callable[[Places, Places], bool]) -> Callable[[Sample], bool]:
    return lambda sample: any(change(*places) for play in sample.plays for places in _changes(play))


def _directions(sample: Sample) -> set[int]:
    """Return the directions of neighbouring cells in degrees; empty where the picture has too few cells to tell."""
    scene = draw(sample.game.initial())
    cells = [(cell.x, cell.y) for cell in scene.elements if cell.role == "cell"]
    places = list(dict.fromkeys(cells))
    if len(places) < _FEW:
        return set()
    found = set()
    for one in places:
        nearest = min(math.dist(one, other) for other in places if other != one)
        for other in places:
            if 0 < math.dist(one, other) <= _NEAR * nearest:
                found.add(round(math.degrees(math.atan2(other[1] - one[1], other[0] - one[0]))) % 180)
    return found


_ALWAYS_NAMED: Mapping[str, Callable[[Sample], bool]] = {
    "chance": _chance,
    "no chance": lambda sample: not _chance(sample),
    "simultaneous turns": _simultaneous,
    "sealed orders": _simultaneous,
    "alternating turns": lambda sample: sample.game.seats > 1 and not _simultaneous(sample),
    "several actions a turn": _several_actions,
    "passing": _passing,
    "turn limit": lambda sample: any(option.name == "turn_limit" for option in sample.game.definition.options),
}
"""Concepts that a game has if and only if they are seen."""

CHANGES: Mapping[str, Callable[[Places, Places], bool]] = {
    "adding": lambda before, after: not after.keys() <= before.keys(),
    "capturing": lambda before, after: not before.keys() <= after.keys(),
    "moving": lambda before, after: any(after.get(name, at) != at for name, at in before.items()),
    "bumping": lambda before, after: sum(after.get(name, at) != at for name, at in before.items()) > 1,
}
"""Concepts of moves that the places of the pieces before and after a step show."""

_SEEN_IF_NAMED: Mapping[str, Callable[[Sample], bool]] = {
    **{name: _in_pictures(change) for name, change in CHANGES.items()},
    "hexagonal cells": lambda sample: _directions(sample) in (set(), {0, 60, 120}),
    "square cells": lambda sample: _directions(sample) in (set(), {0, 90}),
}
"""Concepts that must be seen if a game says that it has them; the shape of a board only where the picture has cells."""

LAWS = (Law(concepts_are_seen_in_play, installed=True),)
