"""Files of puzzles, and those that come with a game: `puzzles.jsonl` in the game's folder.

The first line is a JSON object: `format` is 1, `game` the name of the game, `puzzles` how many there are, and
`commands` the command lines that made them. Each line below is a puzzle (see `puzzles.puzzle`).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from ludarium.core.definition import GameDefinition
from ludarium.core.errors import ParseError
from ludarium.core.registry import definition
from ludarium.core.spec import parse_game_spec
from ludarium.puzzles.puzzle import Puzzle

FORMAT = 1
NAME = "puzzles.jsonl"


class Header(msgspec.Struct, frozen=True):
    """The first line of a file; the module describes it."""

    format: int
    game: str
    puzzles: int
    commands: tuple[str, ...]


class PuzzleFile(NamedTuple):
    """The puzzles of a file, and its first line."""

    header: Header
    puzzles: tuple[Puzzle, ...]


def write(game: str, commands: tuple[str, ...], puzzles: tuple[Puzzle, ...]) -> str:
    """Return the text of a file."""
    header = Header(FORMAT, game, len(puzzles), commands)
    return "\n".join([msgspec.json.encode(header).decode(), *(puzzle.line() for puzzle in puzzles), ""])


def read(text: str) -> PuzzleFile:
    """Return the puzzles of a file's text.

    >>> read(write("orion", ("ludarium puzzles orion",), ())).header.commands
    ('ludarium puzzles orion',)

    Raises `ParseError`, with the number of the line, for another format, a line that is no puzzle of the game, or a
    wrong number of puzzles.
    """
    first, *lines = text.splitlines() or [""]
    try:
        header = msgspec.json.decode(first, type=Header)
    except msgspec.MsgspecError as error:
        raise ParseError(f"line 1 is not the first line of a file of puzzles: {error}") from None
    if header.format != FORMAT:
        raise ParseError(f"line 1: the format is {header.format}: expected {FORMAT}")
    found = list[Puzzle]()
    for number, line in enumerate(lines, 2):
        try:
            found.append(Puzzle.parse(line))
            name, _, _ = parse_game_spec(found[-1].game)
        except ParseError as error:
            raise ParseError(f"line {number}: {error}") from error
        if name != header.game:
            raise ParseError(f"line {number}: a puzzle of {name} is in a file of {header.game}")
    if len(found) != header.puzzles:
        raise ParseError(f"the file has {len(found)} puzzles: expected {header.puzzles}")
    return PuzzleFile(header, tuple(found))


@cache
def shipped_text(package: str) -> str:
    """Return the file of puzzles in a game's folder; empty if it has none."""
    try:
        return files(package).joinpath(NAME).read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError, TypeError):  # the last one for a game that is a single module
        return ""


def shipped(game: str | GameDefinition) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game, by its name or definition; empty if it has none.

    Raises `ParseError` for a file that is damaged, `UnknownGame`.
    """
    found = definition(game) if isinstance(game, str) else game
    text = shipped_text(found.package)
    return read(text).puzzles if text else ()
