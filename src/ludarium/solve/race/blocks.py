"""Blocks of positions that are solved elsewhere: layers that need each other, sent with what they need.

What is sent and what comes back has digests, and is refused if it is not what was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.solve.race.groups import Layer
from ludarium.solve.race.plan import SolveStep
from ludarium.solve.tablefile import BadTable

Array = npt.NDArray[Any]
_BYTES = 16


class Layers(NamedTuple):
    """Finished layers: their values, the digest of each, and for each a proved bound of its error, if there is one."""

    tables: dict[Layer, Array]
    digests: dict[Layer, str]
    gaps: dict[Layer, float | None]

    @classmethod
    def of(cls, tables: Mapping[Layer, Array], gaps: Mapping[Layer, float | None]) -> Layers:
        """Return layers with their digests."""
        found = {layer: np.ascontiguousarray(table) for layer, table in tables.items()}
        digests = {layer: digest(table) for layer, table in found.items()}
        return cls(found, digests, {layer: gaps[layer] for layer in found})

    def check(self) -> None:
        """Raise `BadTable` unless every layer has its digest."""
        for layer, table in self.tables.items():
            if digest(table) != self.digests[layer]:
                raise BadTable(f"the layer {layer} has changed on its way between machines: its digest is another one")


class Block(NamedTuple):
    """Work for a worker: a game's spec, the layers to solve, the tolerance, and the finished layers that they need."""

    game: str
    step: SolveStep
    tolerance: float
    needed: Layers


class SolvedBlock(NamedTuple):
    """The layers of a block, the largest change of their last sweep, and how many sweeps there were."""

    layers: Layers
    change: float
    sweeps: int


def digest(table: Array) -> str:
    """Return the digest of the values of a layer.

    >>> digest(np.zeros(2, np.float32)) == digest(np.zeros(2, np.float64))
    False
    """
    made = blake2b(f"{table.dtype.str} {table.shape}".encode(), digest_size=_BYTES)
    made.update(np.ascontiguousarray(table).view(np.uint8).data)
    return made.hexdigest()
