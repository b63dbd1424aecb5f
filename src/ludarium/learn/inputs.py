"""The inputs of a network for a game: what its observation declares, or the words of the position taken apart."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import Singles, Vector
from ludarium.core.observe import observe
from ludarium.core.rng import generator
from ludarium.search.network import BIT, EQUAL, NUMBER
from ludarium.search.playout import random_step

_SAMPLED = 1500
"""Observations in the sample of random play."""
_FEW = 40
"""Up to so many whole numbers are distinguished one by one; of greater ranges the bits are inputs."""
_BITS = 21


class Inputs(NamedTuple):
    """The inputs of a network.

    | field        | shape and type | holds                                                                       |
    | ------------ | -------------- | --------------------------------------------------------------------------- |
    | `places`     | (n, 3) int64   | the place of every input, its KIND and ARGUMENT, see `search.network`        |
    | `scales`     | (n,) float32   | the factor of every input                                                   |
    | `symmetries` | (k, n) int64   | for every symmetry the input that each input becomes; the first: itself     |
    | `energy`     |                | the mean sum of the squares of the inputs in random play                    |
    """

    places: Vector
    scales: Singles
    symmetries: Vector
    energy: float


def find_inputs(game: Game, seed: int = 0) -> Inputs:
    """Return the inputs of a network for a game.

    >>> import ludarium
    >>> find_inputs(ludarium.load("orion")).symmetries.shape
    (4, 243)
    """
    seen = _sample(game, seed)
    observation = game.observation
    if game.definition.optional_module("observation") is None:
        places, scales = _take_apart(seen)
        symmetries = [np.arange(len(places))]
    else:
        at = np.array(observation.inputs)
        places = np.column_stack([at, np.full_like(at, NUMBER), np.zeros_like(at)])
        low, high = observation.low.reshape(-1)[at], observation.high.reshape(-1)[at]
        scales = 1 / np.maximum(np.maximum(np.abs(low), np.abs(high)), 1e-6)
        symmetries = _symmetries(game, at)
    scales = scales.astype(np.float32)
    chosen = seen[:, places[:, 0]]
    whole = chosen.astype(np.int64)
    numbers = np.where(
        places[:, 1] == NUMBER,
        chosen,
        np.where(places[:, 1] == EQUAL, whole == places[:, 2], whole >> places[:, 2] & 1),
    )
    energy = float(((numbers * scales) ** 2).sum(axis=1).mean())
    return Inputs(places.astype(np.int64), scales, np.array(symmetries, np.int64), energy)


def _symmetries(game: Game, at: Vector) -> list[Vector]:
    """Return, for no symmetry and each of the board's, the input that every input becomes."""
    number = {int(place): i for i, place in enumerate(at)}
    moved = [game.observation.moved(cells)[at] for cells in game.observation.symmetries]
    return [np.arange(len(at)), *(np.array([number[int(place)] for place in places]) for places in moved)]


def _sample(game: Game, seed: int) -> Singles:
    """Return what seats see in games of random play, a row a view."""
    rng, found = generator(seed), list[Singles]()
    while len(found) < _SAMPLED:
        state, step = game.initial(), 0
        every = int(rng.integers(1, 8))  # some games closely, others only here and there
        while state.actors and len(found) < _SAMPLED:
            state = random_step(state, rng)
            if step % every == 0:
                found += [observe(state, seat).reshape(-1) for seat in range(game.seats)]
            step += 1
    return np.array(found)


def _take_apart(seen: Singles) -> tuple[Vector, Singles]:
    """Return inputs for the digits of a position's words: each number that few values have, else numbers and bits."""
    places, scales = list[tuple[int, int, int]](), list[float]()
    for place, numbers in enumerate(seen.T.astype(np.int64)):
        low, high = int(numbers.min()), int(numbers.max())
        if low == high:
            continue
        if high - low < _FEW:
            added = [(place, EQUAL, number) for number in range(low, high + 1)]
        else:
            varying = np.bitwise_or.reduce(numbers ^ numbers[0])
            added = [(place, NUMBER, 0)] + [(place, BIT, bit) for bit in range(_BITS + 1) if varying >> bit & 1]
        places += added
        scales += [1 / max(abs(low), abs(high)) if kind == NUMBER else 1.0 for _, kind, _ in added]
    return np.array(places, np.int64).reshape(-1, 3), np.array(scales, np.float32)
