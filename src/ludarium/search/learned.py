"""Learnt players: a network with what it was learnt for, in one file, and the evaluators of searches.

A player file is an uncompressed zip archive of NumPy arrays (`.npz`, without pickled objects):

| array     | shape and type | holds                                                                   |
| --------- | -------------- | ----------------------------------------------------------------------- |
| `about`   | uint8          | JSON in UTF-8: the fields of `About`                                    |
| `shape`   | (4,) int64     | see `ludarium.search.network`                                           |
| `inputs`  | (n, 3) int64   | the place of every input in the observation, its KIND and ARGUMENT      |
| `scales`  | (n,) float32   | the factor of every input                                               |
| `weights` | float32        | see `ludarium.search.network`                                           |

Size: what a player's file holds, how it is written and checked, and where it is found.
"""

from __future__ import annotations

import glob
import json
import logging
import math
import os
import re
import struct
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.core.errors import InvalidOption, LudariumError
from ludarium.core.files import replacing
from ludarium.core.game import Game
from ludarium.core.kernel import Singles, Vector
from ludarium.core.text import shorten
from ludarium.search.network import BIT, NUMBER, weight_count

_log = logging.getLogger(__name__)

ENDING = ".player"
FORMAT = 1
"""The format of player files; another number is refused."""
_LARGEST = 64 * 1024 * 1024
_NAME = re.compile(r"[\w.+-]+\.player")
_ARRAY = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<|][iuf][1248])', 'fortran_order': (True|False), "
    rb"'shape': \(([0-9]{0,18},?(?: [0-9]{1,18})?)\), \} *\n",
    re.DOTALL,
)
"""The beginning of an array of numbers with one or two sizes, as NumPy writes it."""
_BITS = 6
"""Bits of the place of a bit in a number."""


class BadPlayer(LudariumError):
    """A player file cannot be read, is damaged, or is for another game."""


@dataclass(frozen=True)
class About:
    """The description of the player in a player file.

    | field         | meaning                                                                     |
    | ------------- | --------------------------------------------------------------------------- |
    | `game`        | the spec of the game                                                        |
    | `observation` | the fingerprint of the game's observation                                   |
    | `bot`         | the spec of the bot that the file is as a player, without `evaluate`        |
    | `made`        | how it was made: the options of the command, games, minutes, seed           |
    | `results`     | its matches, each with the other player, the score and the interval         |
    | `format`      | FORMAT                                                                      |
    """

    game: str
    observation: str
    bot: str = "mcts"
    made: dict[str, Any] = field(default_factory=dict)
    results: list[dict[str, Any]] = field(default_factory=list)
    format: int = FORMAT


@dataclass(frozen=True, eq=False)
class Learned:
    """A learnt player: what its file says of it, and its network."""

    about: About
    shape: Vector
    inputs: Vector
    scales: Singles
    weights: Singles

    def check(self, game: Game) -> None:
        """Raise `BadPlayer` if the player has learnt another game or another observation."""
        about = self.about
        if about.game != game.spec:
            raise BadPlayer(f"the player has learnt {shorten(about.game)} and cannot play {game.spec}")
        if about.observation != fingerprint(game):
            raise BadPlayer(
                f"the player has learnt {game.spec} from another observation than version "
                f"{game.observation.version} of this program: it must learn again"
            )

    def to_bytes(self) -> bytes:
        """Return the contents of the player's file."""
        about = np.frombuffer(json.dumps(asdict(self.about), indent=1).encode(), np.uint8)
        out = BytesIO()
        np.savez(
            out, about=about, shape=self.shape, inputs=self.inputs, scales=self.scales, weights=self.weights
        )  # fmt: skip
        return out.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Learned:
        """Return the player of a file.

        Raises `BadPlayer`.
        """
        try:
            found = _arrays(content)
            about = json.loads(found["about"].tobytes())
        except (OSError, ValueError, LookupError, EOFError, RuntimeError, struct.error, zipfile.BadZipFile):
            raise BadPlayer("the file is damaged, or not one that ludarium learn has written") from None
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise BadPlayer(f"the player's file has another format than {FORMAT}: learn again with this version")
        return cls._checked(about, found)

    @classmethod
    def _checked(cls, fields: dict[str, Any], found: dict[str, Any]) -> Learned:
        """Return the player if its arrays fit together, since compiled code does not check an index."""
        try:
            about = About(**fields)
            arrays = (
                found["shape"].astype(np.int64), found["inputs"].astype(np.int64),
                found["scales"].astype(np.float32), found["weights"].astype(np.float32),
            )  # fmt: skip
            shape, inputs, scales, weights = arrays
            n, first, second, size = shape.tolist()
            sound = (
                inputs.shape == (n, 3)
                and scales.shape == (n,)
                and all(isinstance(each, str) for each in (about.game, about.observation, about.bot))
                and min(n, first, second, size) > 0
                and weights.shape == (weight_count(n, first, second),)
                and bool(np.isfinite(weights).all() and np.isfinite(scales).all())
                and bool((inputs[:, 0] >= 0).all() and (inputs[:, 0] < size).all())
                and bool((inputs[:, 1] >= NUMBER).all() and (inputs[:, 1] <= BIT).all())
                and bool((inputs[inputs[:, 1] == BIT, 2] >> _BITS == 0).all())
            )
        except (TypeError, ValueError, KeyError):
            sound = False
        if not sound:
            raise BadPlayer("the player's file is damaged: its parts do not fit together")
        return cls(about, *arrays)

    def save(self, path: Path) -> None:
        """Write the player's file, whole or not at all.

        Raises `BadPlayer` if it cannot be written; then a file that was there is unchanged.
        """
        write_whole(path, self.to_bytes())


def _arrays(content: bytes) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of an archive in which nothing is compressed, so that they need no more memory than the file.

    Raises `ValueError` for anything else, and what `zipfile` raises.
    """
    with zipfile.ZipFile(BytesIO(content)) as archive:
        entries = archive.infolist()
        if sum(entry.file_size for entry in entries) > len(content) or any(entry.compress_type for entry in entries):
            raise ValueError("the archive is compressed")
        return {entry.filename.removesuffix(".npy"): _array(archive.read(entry)) for entry in entries}


def _array(content: bytes) -> npt.NDArray[Any]:
    """Return an array of numbers as NumPy stores it; raise `ValueError` if it is anything else."""
    head = _ARRAY.match(content)
    if head is None:
        raise ValueError("it is no array of numbers")
    kind, shape = np.dtype(head[1].decode()), tuple(map(int, head[3].replace(b",", b" ").split()))
    begin = 10 + int.from_bytes(content[8:10], "little")
    if not head.end() <= begin <= len(content) or len(content) - begin != math.prod(shape) * kind.itemsize:
        raise ValueError("the array has another size than its header says")
    return np.frombuffer(content, kind, offset=begin).reshape(shape, order="F" if head[2] == b"True" else "C")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that other programs see the old one or the new one, even after a power cut.

    Raises `BadPlayer` if it cannot be written; then a file that was there is unchanged.
    """
    try:
        with replacing(path, 0o644) as file:
            file.write(content)
    except (OSError, ValueError) as error:
        raise BadPlayer(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def remove_parts(path: Path) -> None:
    """Remove what `write_whole` has left beside a file where it was killed."""
    for part in path.parent.glob(f".{glob.escape(path.name)}.*"):
        with suppress(OSError):
            part.unlink()


def read_player(path: str | Path) -> Learned:
    """Return the player of a file.

    Raises `BadPlayer`; the message begins with the file's name.
    """
    path = Path(path)
    try:
        if path.stat().st_size > _LARGEST:
            raise BadPlayer(f"{path} is not a player: a player's file has at most {_LARGEST:,} bytes")
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise BadPlayer(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return Learned.from_bytes(content)
    except BadPlayer as error:
        raise BadPlayer(f"{path}: {error}") from None


def fingerprint(game: Game) -> str:
    """Return a word that identifies a game's observation: another one when the format or the inputs change."""
    seen = game.observation
    return sha256(f"{seen} {seen.inputs}".encode()).hexdigest()[:24]


def players_folder() -> Path | None:
    """Return the folder whose players everybody may use, which `LUDARIUM_PLAYERS` names; None if it names none."""
    chosen = os.environ.get("LUDARIUM_PLAYERS")
    return Path(chosen) if chosen else None


def installed_player(name: str) -> Learned:
    """Return a player of the folder of players by the name of its file.

    Raises `BadPlayer` or `InvalidOption`.
    """
    folder = players_folder()
    if folder is None or not _NAME.fullmatch(name) or not (folder / name).is_file():
        raise InvalidOption(f"no player {shorten(name)} is installed: expected the name of a file in LUDARIUM_PLAYERS")
    path = folder / name
    try:
        return _read_again(path, path.stat().st_mtime_ns)
    except BadPlayer:
        raise BadPlayer(f"the player {name} cannot be read: its file is damaged") from None


def find_player(file: str) -> Learned:
    """Return the player of a file, by its path or by its name in the folder of players.

    Raises `BadPlayer`.
    """
    path = Path(file)
    try:
        folder = players_folder()
        if not path.exists() and folder and _NAME.fullmatch(file) and (folder / file).exists():
            path = folder / file
        return _read_again(path, path.stat().st_mtime_ns)
    except BadPlayer:
        raise
    except (OSError, ValueError) as error:
        raise BadPlayer(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None


@lru_cache(maxsize=16)
def _read_again(path: Path, changed: int) -> Learned:
    """Return the player of a file, read again only when the file has changed."""
    return read_player(path)


def shipped_players(game: Game) -> Iterator[tuple[str, Learned]]:
    """Yield the learnt players in the folder `players` of a game's package, whatever options they are for, by file.

    Raises `BadPlayer` for a file that cannot be read.
    """
    for file in _shipped_files(game):
        yield file.name, _read_shipped(file)


@lru_cache(maxsize=64)
def shipped_player(game: Game) -> Learned | None:
    """Return the learnt player that a game's package has for these options; None if there is none.

    It is a file in the folder `players` of the package; a file for other options or another observation does not count.
    One that cannot be read is not used, and is named in the log with the reason.
    """
    for file in _shipped_files(game):
        try:
            found = _read_shipped(file)
        except BadPlayer as error:
            _log.warning("a player that comes with %s is not used: %s", game.name, error)
            continue
        if found.about.game == game.spec and found.about.observation == fingerprint(game):
            return found
    return None


def _shipped_files(game: Game) -> list[Traversable]:
    """Return the files of the players that come with a game, by name; a game without bots, or in one file, has none."""
    package = game.definition.package
    if not game.definition.optional_module("bots") or not hasattr(import_module(package), "__path__"):
        return []
    folder = files(package).joinpath("players")
    found = [file for file in folder.iterdir() if file.name.endswith(ENDING)] if folder.is_dir() else []
    return sorted(found, key=lambda file: file.name)


def _read_shipped(file: Traversable) -> Learned:
    with as_file(file) as path:
        return read_player(path)
