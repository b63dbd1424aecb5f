"""`ludarium new`: the package of a new game."""

import importlib.util
import keyword
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

import click

from ludarium import cli
from ludarium.cli._terminal import write_file
from ludarium.core.errors import ParseError
from ludarium.core.registry import game_names
from ludarium.core.text import shorten


@click.command()
@click.argument("name", help="The game's name: 2 to 30 lower-case letters, digits and _.")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    default=Path(),
    help="The folder in which the package's folder is created; by default the current one.",
)
def new(name: str, into: Path) -> None:
    """Create the package of a new game.

    The package can be installed and played immediately; its tests say what remains to be written.
    """
    if name in game_names():
        raise ParseError(f"{name} is the name of an installed game; choose another one")
    if keyword.iskeyword(name):
        raise ParseError(f"{name} is a Python keyword and cannot name a package; choose another one")
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,29}", name):
        raise ParseError(
            f"{shorten(name)} is not a valid name for a game: expected 2 to 30 lower-case letters, digits and _"
        )
    if importlib.util.find_spec(name):
        raise ParseError(f"{name} is the name of an installed module; choose another one")
    words = {"name": name, "title": name.replace("_", " ").title(), "year": str(datetime.now(UTC).year)}
    for place, template in _templates(files(cli) / "_new"):
        path = into / name / place.replace("src/game/", f"src/{name}/").removesuffix(".txt")
        write_file(path, Template(template.read_text("utf-8")).substitute(words))
    click.echo(f"{into / name} was created; continue with: pip install -e {into / name} pytest && pytest {into / name}")


def _templates(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield every file below a folder, with its path relative to that folder."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _templates(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry
