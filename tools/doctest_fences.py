"""A Griffe extension: show the examples of docstrings as Python code, and leave out notes for those who change it."""

import re
from typing import Any

import griffe

_SIZE = re.compile(r"\n\n *Size: (?:.+\n?)*")
"""The paragraph that says why a module or a class is long."""
_EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


class DoctestFences(griffe.Extension):
    """Put a fence around each run of lines that begins with `>>>` and ends at an empty line."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fence(without_size(obj.docstring.value))


def fence(text: str) -> str:
    """Return a docstring with its examples in fences."""
    return _EXAMPLE.sub(lambda match: f"{match[1]}```pycon\n{match[0]}\n{match[1]}```", text)


def without_size(text: str) -> str:
    r"""Return a docstring without the paragraph about its size.

    >>> without_size("A record.\n\nSize: what reads stands beside\nwhat writes.\n\nThe end.")
    'A record.\n\nThe end.'
    """
    return _SIZE.sub("\n", text).rstrip("\n") if _SIZE.search(text) else text
