"""A Griffe extension: show the examples of docstrings as Python code."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


class DoctestFences(griffe.Extension):
    """Put a fence around each run of lines that begins with `>>>` and ends at an empty line."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fence(obj.docstring.value)


def fence(text: str) -> str:
    """Return a docstring with its examples in fences."""
    return _EXAMPLE.sub(lambda match: f"{match[1]}```pycon\n{match[0]}\n{match[1]}```", text)
