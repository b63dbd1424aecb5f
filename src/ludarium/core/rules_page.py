"""The rules page of a game: its `README.md`, as it is or without what only programmers need."""

import re
from functools import cache
from importlib.resources import files

from ludarium.core.definition import GameDefinition

_EXAMPLE = re.compile(r"^```python\n(>>> .*?)^```\n\n?", re.MULTILINE | re.DOTALL)
_PRINTED = re.compile(r"^>>> print\(.*\n((?:(?!>>> |\n).*\n){2,})", re.MULTILINE)
"""The output of an example that prints more than one line: a board."""
_FOR_PROGRAMS = re.compile(r"^## What a learner sees\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def readme(definition: GameDefinition) -> str:
    """Return the whole rules page in Markdown, with its Python examples."""
    return _read(definition.package)


def rules_page(definition: GameDefinition) -> str:
    """Return the rules page for players, in Markdown; Python examples are replaced by the boards that they print."""

    def boards(example: re.Match[str]) -> str:
        return "".join(f"```text\n{lines}```\n\n" for lines in _PRINTED.findall(example[1]))

    return _EXAMPLE.sub(boards, _FOR_PROGRAMS.sub("", readme(definition)))


@cache
def _read(package: str) -> str:
    return files(package).joinpath("README.md").read_text("utf-8")
