"""The concepts by which games are described and compared; a game's facts name those that it has with its defaults.

Laws check the concepts that can be seen in play (`ludarium.laws.concepts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ludarium.core.definition import GameDefinition
from ludarium.core.registry import definition, game_names


class Concept(NamedTuple):
    """The subject of a concept, and its description."""

    group: str
    says: str


CONCEPTS: Mapping[str, Concept] = {
    "alternating turns": Concept("Turns", "one seat acts at a time"),
    "simultaneous turns": Concept("Turns", "several seats act at once"),
    "sealed orders": Concept("Turns", "choices stay hidden until all are made"),
    "several actions a turn": Concept("Turns", "a turn may consist of several actions"),
    "passing": Concept("Turns", "a seat may, or must, pass"),
    "swap": Concept("Turns", "the second player may change sides or stones"),
    "chance": Concept("Luck", "dice or draws take part"),
    "dice": Concept("Luck", "a roll tells what can be done"),
    "no chance": Concept("Luck", "nothing is left to dice or draws"),
    "square cells": Concept("Board", "cells in rows and columns"),
    "hexagonal cells": Concept("Board", "cells with up to six neighbours, or the points of a triangular grid"),
    "spiral": Concept("Board", "a path that winds inwards"),
    "track": Concept("Board", "a path, or a map of places, from a start to a goal"),
    "rotors": Concept("Board", "parts of the board turn"),
    "adding": Concept("Moves", "pieces are added"),
    "moving": Concept("Moves", "pieces move"),
    "hopping": Concept("Moves", "pieces leap over others"),
    "turning the board": Concept("Moves", "the board itself is moved, and pieces with it"),
    "capturing": Concept("Moves", "pieces are removed, or change sides"),
    "bumping": Concept("Moves", "pieces are sent back to their start"),
    "combining": Concept("Moves", "pieces join and become stronger"),
    "race": Concept("End", "who first brings all pieces to a goal wins"),
    "connection": Concept("End", "who first links two edges wins"),
    "line": Concept("End", "who first has enough pieces in a row wins"),
    "territory": Concept("End", "who holds most of the board wins"),
    "elimination": Concept("End", "who is left without pieces loses"),
    "points": Concept("End", "points are counted, too"),
    "draws": Concept("End", "a game may end without a single winner"),
    "repetition": Concept("End", "a position that recurs ends the game"),
    "turn limit": Concept("End", "a game ends after a number of turns, at the latest"),
}
"""Every concept, by groups."""

_COMMON = {"alternating turns", "moving", "draws", "turn limit", "no chance"}
"""Concepts that so many games share that they make no two of them similar."""


class Similar(NamedTuple):
    """A game that is similar to another one, and the concepts that both have."""

    definition: GameDefinition
    shared: tuple[str, ...]


def grouped(concepts: tuple[str, ...]) -> dict[str, list[str]]:
    """Return concepts by their groups.

    >>> grouped(("race", "dice"))
    {'Luck': ['dice'], 'End': ['race']}
    """
    found: dict[str, list[str]] = {}
    for name, concept in CONCEPTS.items():
        if name in concepts:
            found.setdefault(concept.group, []).append(name)
    return found


def similar_games(game: GameDefinition) -> list[Similar]:
    """Return the installed games that share concepts with a game, those that share most of them first.

    >>> [(similar.definition.name, *similar.shared) for similar in similar_games(definition("ludo"))][0]
    ('vortex', 'chance', 'dice', 'bumping', 'race')
    """
    return sorted(_sharing(game), key=lambda similar: -_likeness(game, similar))


def _sharing(game: GameDefinition) -> Iterator[Similar]:
    for name in game_names():
        other = definition(name)
        shared = {*game.facts.concepts} & {*other.facts.concepts} - _COMMON
        if shared and other.name != game.name:
            yield Similar(other, tuple(concept for concept in CONCEPTS if concept in shared))


def _likeness(game: GameDefinition, similar: Similar) -> float:
    """Return the part of all concepts of two games that both have; one that the source names as similar comes first."""
    union = {*game.facts.concepts} | {*similar.definition.facts.concepts} - _COMMON
    return len(similar.shared) / len(union) + (similar.definition.name in game.facts.similar)
