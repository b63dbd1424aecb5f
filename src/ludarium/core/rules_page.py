"""The rules page of a game: its `README.md`, and the sections that it consists of."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ludarium.core.definition import GameDefinition

FOR_PROGRAMS = "What a learner sees"
"""The section that only programmers need; pages for players leave it out."""
RULINGS = "Rulings"
"""The section from which on a page is for reference; pages fold it and what follows."""

_SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)


class Section(NamedTuple):
    """A section of a rules page: its title, which is empty for what precedes the first one, and its Markdown."""

    title: str
    text: str


def readme(definition: GameDefinition) -> str:
    """Return the whole rules page in Markdown, with its Python examples."""
    return _read(definition.package)


def sections(page: str) -> list[Section]:
    r"""Return the sections of a page in Markdown, without their headings.

    >>> [section.title for section in sections("# Hex\n\n## In a minute\n\nLink two edges.\n")]
    ['', 'In a minute']
    """
    first, *rest = _SECTION.split(page)
    return [Section("", first), *map(Section, rest[::2], rest[1::2])]


@cache
def _read(package: str) -> str:
    return files(package).joinpath("README.md").read_text("utf-8")
