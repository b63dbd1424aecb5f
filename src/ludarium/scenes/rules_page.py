"""The rules page of a game for players, with its boards as text, as the terminal prints it."""

import re

from ludarium.core.definition import GameDefinition
from ludarium.core.rules_page import FOR_PROGRAMS, readme, sections
from ludarium.scenes.example import Example, pieces

_PYTHON = re.compile(r"^```python\n(>>> .*?)^```\n\n?", re.MULTILINE | re.DOTALL)
_PRINTED = re.compile(r"^>>> print\(.*\n((?:(?!>>> |\n).*\n){2,})", re.MULTILINE)
"""The output of a Python example that prints more than one line: a board."""


def rules_page(definition: GameDefinition) -> str:
    """Return the rules page for players, in Markdown: examples as text, and the boards that Python examples print."""
    texts = (piece.text if isinstance(piece, Example) else piece for piece in pieces(for_players(definition)))
    return "".join(texts)


def for_players(definition: GameDefinition) -> str:
    """Return the rules page in Markdown without what only programmers need; its examples are not drawn yet."""
    title, *rest = sections(readme(definition))
    page = title.text + "".join(f"## {name}\n{text}" for name, text in rest if name != FOR_PROGRAMS)
    return _PYTHON.sub(lambda code: "".join(f"```text\n{lines}```\n\n" for lines in _PRINTED.findall(code[1])), page)
