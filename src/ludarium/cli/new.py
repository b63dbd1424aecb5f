"""`ludarium new`: begin a game of one's own."""

import importlib.util
import keyword
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from ludarium import cli
from ludarium.cli._terminal import write_file
from ludarium.core.errors import ParseError
from ludarium.core.registry import game_names
from ludarium.core.text import shorten


def new(
    name: Annotated[str, typer.Argument(help="The game's name in specs: small letters, digits and _.")],
    into: Annotated[Path, typer.Option(help="The folder in which the new one is made.")] = Path(),
) -> None:
    """Write the folder of a new game: a package that installs and can be played, and tests that say what is to do."""
    if name in game_names():
        raise ParseError(f"{name} is the name of a game that is installed already; choose another one")
    if keyword.iskeyword(name):
        raise ParseError(f"{name} is a word of Python's, and no name for a package; choose another one")
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,29}", name):
        raise ParseError(f"{shorten(name)} is no name for a game: it takes 2 to 30 small letters, digits and _")
    if importlib.util.find_spec(name):
        raise ParseError(f"{name} is the name of a module that is installed already; choose another one")
    words = {"name": name, "title": name.replace("_", " ").title(), "year": str(datetime.now(UTC).year)}
    for place, template in _templates(files(cli) / "_new"):
        path = into / name / place.replace("src/game/", f"src/{name}/").removesuffix(".txt")
        write_file(path, Template(template.read_text("utf-8")).substitute(words))
    typer.echo(f"{into / name} is made; go on with: pip install -e {into / name} pytest && pytest {into / name}")


def _templates(folder: Traversable, inside: str = "") -> Iterator[tuple[str, Traversable]]:
    """Every file below a folder, with its path from there."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _templates(entry, f"{inside}{entry.name}/")
        else:
            yield inside + entry.name, entry
