"""The folder of a race that is being solved: finished layers and checkpoints."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from ludarium.core.game import Game
from ludarium.solve.race.groups import Layer
from ludarium.solve.tablefile import BadTable, rules_digest

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class _Writer:
    """A file that NumPy writes in pieces, so that the error of a full disk names its cause."""

    file: BinaryIO

    def write(self, piece: bytes) -> int:
        """Write bytes."""
        return self.file.write(piece)


@dataclass
class Folder:
    """The folder of finished layers and checkpoints until the table is written; without a path they stay in memory."""

    path: Path | None
    tables: dict[str, Array] = field(default_factory=dict)

    def begin(self, game: Game) -> None:
        """Create the folder; raise `BadTable` if it belongs to another game, or cannot be written."""
        if not self.path:
            return
        expected, about = {"game": game.spec, "rules": rules_digest(game)}, self.path / "about.json"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if not about.exists():
                part = about.with_suffix(".part")
                part.write_text(json.dumps(expected), "utf-8")
                part.replace(about)
            found = json.loads(about.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise BadTable(f"{self.path} cannot be used: {getattr(error, 'strerror', None) or error}") from None
        if found != expected:
            raise BadTable(f"{self.path} holds layers of {found.get('game')} with other rules: name another file")

    @property
    def free(self) -> float | None:
        """The bytes of disk for finished layers, checkpoints and the table: free ones, and those that the folder has.

        None without a path.
        """
        if not self.path:
            return None
        return float(shutil.disk_usage(self.path).free + sum(file.stat().st_size for file in self.path.iterdir()))

    def save(self, name: str, table: Array) -> None:
        """Store a table, all of it or nothing."""
        if not self.path:
            self.tables[name] = table
            return
        part = self.path / f"{name}.part"
        try:
            with part.open("wb") as file:
                np.lib.format.write_array(_Writer(file), table)
            part.replace(self.path / f"{name}.npy")
        except OSError as error:
            part.unlink(missing_ok=True)
            raise BadTable(
                f"{self.path} cannot be written: {error.strerror or error}; finished layers stay there, "
                "and the same command goes on with them"
            ) from None

    def load(self, name: str) -> Array | None:
        """Return a stored table, read when it is used; None if there is none."""
        if not self.path:
            return self.tables.get(name)
        try:
            return np.load(self.path / f"{name}.npy", mmap_mode="r")  # type: ignore[no-any-return]  # NumPy's type is Any
        except (OSError, ValueError):
            return None

    def drop(self, name: str) -> None:
        """Remove a table."""
        self.tables.pop(name, None)
        if self.path:
            (self.path / f"{name}.npy").unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove the folder."""
        if self.path:
            shutil.rmtree(self.path, ignore_errors=True)


def name_of(layer: Layer) -> str:
    """Return the name of a layer in folders and tables."""
    return f"layer-{layer.turn}-{layer.mine}-{layer.theirs}"
