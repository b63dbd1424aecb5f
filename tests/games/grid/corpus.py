"""The recorded games of the original engine: where they are, and their boards as this project's positions."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ludarium.core.game import State
from ludarium.games.grid import kernel
from tests import recorded

FILES = {
    "published_pairs": recorded.Count(60, 5),
    "random_2p": recorded.Count(40, 5),
    "random_3p": recorded.Count(10, 10),
    "random_4p": recorded.Count(15, 5),
    "random_configs": recorded.Count(15, 10),
    "random_rocks": recorded.Count(15, 5),
}
"""The files of games, and how many games each holds."""

_WALKERS = ("123456789", "abcdefghi", "jklmnopqr", "stuvwxyz!")
_CITIES = ("ABCDEFGHIJ", "KLMNOPQRST", "ÀÁÂÃÄÅÆÇÈÉ", "ÐÑÒÓÔÕÖØÙÚ")
CELLS = {".": ".", "#": "#"}
"""What each character of a recorded board is in a position's text."""
for letter, walkers, cities in zip("gryb", _WALKERS, _CITIES, strict=True):
    CELLS |= {char: f"{letter}{value}" for value, char in enumerate(walkers, 1)}
    CELLS |= {char: f"{letter.upper()}{value}" for value, char in enumerate(cities, 1)}


def games(name: str) -> Iterator[dict[str, Any]]:
    """The games of a file."""
    return recorded.lines(f"grid/{name}.jsonl.gz")


def positions() -> list[dict[str, Any]]:
    """The small positions, each about one rule."""
    found: list[dict[str, Any]] = json.loads(recorded.find("grid/positions.json").read_text("utf-8"))
    return found


def position(rows: Sequence[str], directions: Sequence[str], turn: int) -> str:
    """A position's text for recorded rows."""
    board = "/".join("".join(CELLS[char] for char in row) for row in rows)
    return f"{board} {'/'.join(directions)} {turn}"


def rows(board: str, width: int) -> list[str]:
    """A recorded board, cut into its rows."""
    return [board[at : at + width] for at in range(0, len(board), width)]


def codes(*states: State) -> Any:
    """A number for what is on each cell, a row for each state: value, city, rock and owner, from the kernel's sets."""
    boards = np.stack([state.vector[kernel.BOARD :] for state in states])
    rows = boards.reshape(len(states), -1, 1, kernel.SETS)[:, 1:-1]
    bits = rows >> np.arange(1, int(states[0].game.options["width"]) + 1)[:, None] & 1
    return (bits << np.arange(kernel.SETS)).sum(axis=-1).reshape(len(states), -1)
