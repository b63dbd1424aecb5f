"""`ludarium new`: the package of a new game."""

import importlib.util
import keyword
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import NamedTuple

import click

from ludarium import cli
from ludarium.cli._options import FILE
from ludarium.cli.terminal.output import BadFile, write_file
from ludarium.core.errors import ParseError
from ludarium.core.registry import game_names
from ludarium.core.text import shorten


class _Shape(NamedTuple):
    """The sizes of a shape of board: the default with its number of cells, the smallest and the largest one."""

    size: int
    cells: int
    low: int
    high: int

    @property
    def words(self) -> dict[str, str]:
        """The sizes in words, for templates."""
        return {
            "size": str(self.size),
            "low": str(self.low),
            "high": str(self.high),
            "sizes": f"{self.low} to {self.high}",
            "cells": str(self.cells),
        }


BOARDS = {"square": _Shape(5, 25, 3, 8), "hex": _Shape(3, 19, 2, 5), "triangle": _Shape(6, 21, 3, 10)}
"""The shapes of the boards of new games, with at most 64 cells, the bits of a word."""


@click.command()
@click.argument("name", help="The game's name: 2 to 30 lower-case letters, digits and _, first a letter.")
@click.option(
    "--into",
    type=FILE,
    default=Path(),
    help="The folder in which the package's folder is created; by default the current one.",
)
@click.option("--dice", is_flag=True, help="Begin with a race with a die.")
@click.option("--board", type=click.Choice(list(BOARDS)), help="Begin with stones on a board of this shape.")
def new(name: str, into: Path, dice: bool, board: str | None) -> None:
    """Create the package of a new game.

    The package can be installed and played immediately; its tests say what remains to be written. Without --dice and
    --board it begins with a heap of counters.
    """
    if dice and board:
        raise ParseError("--dice and --board begin different games; choose one of them")
    if name in game_names():
        raise ParseError(f"{name} is the name of an installed game; choose another one")
    if keyword.iskeyword(name):
        raise ParseError(f"{name} is a Python keyword and cannot name a package; choose another one")
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,29}", name):
        raise ParseError(
            f"{shorten(name)} is not a valid name for a game: expected 2 to 30 lower-case letters, digits and _, "
            "first a letter"
        )
    if importlib.util.find_spec(name):
        raise ParseError(f"{name} is the name of an installed module; choose another one")
    written = dict(_files(name, "dice" if dice else "board" if board else "heap", board))
    if taken := next((place for place in written if (into / name / place).exists()), None):
        raise BadFile(f"{into / name / taken} exists already; choose another name, or another folder by --into")
    for place, text in written.items():
        write_file(into / name / place, text)
    click.echo(f"{into / name} was created; continue with: pip install -e {into / name} pytest && pytest {into / name}")


def _files(name: str, kind: str, board: str | None) -> Iterator[tuple[str, str]]:
    """Yield the path and the content of every file of a game that begins as one of this kind."""
    source = files(cli) / "_new"
    words = {"name": name, "title": name.replace("_", " ").title(), "year": str(datetime.now(UTC).year)}
    if board:
        words |= BOARDS[board].words
    for field in ("about", "options", "observation", "lesson", "concepts"):
        words[field] = _fill(source / kind / f"{field}.txt", words)
    for folder in ("common", kind):
        for place, template in _templates(source / folder):
            if place.endswith((".py.txt", ".md.txt", ".toml.txt")):
                yield place.replace("src/game/", f"src/{name}/").removesuffix(".txt"), _fill(template, words) + "\n"
    if board:
        yield f"src/{name}/board.py", _fill(source / "boards" / f"{board}.txt", words) + "\n"


def _fill(template: Traversable, words: Mapping[str, str]) -> str:
    return Template(template.read_text("utf-8")).substitute(words).rstrip("\n")


def _templates(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield every file below a folder, with its path relative to that folder."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _templates(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry
