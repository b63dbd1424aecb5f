"""Which files outside know the board to analyse on and the puzzles: the page of decisions lists all of them."""

import re
from pathlib import Path

import pytest

import ludarium

SOURCE = Path(ludarium.__file__).parent
PAGE = SOURCE.parents[1] / "docs" / "decisions" / "analysis.md"
OWN = ("match", "cli", "analysis", "puzzles")
"""Folders beside the subject's own that are not counted: the values, the command line, and other packages."""


def knowing(subject: str) -> set[str]:
    """Return the files outside that import a subject, include a part of its pages, or have an address of it."""
    named = re.compile(rf"""ludarium\.site\.{subject}\b|(?<![\w.])/{subject}\b|["']{subject}(?:/|["']: "/)""")
    files = (
        path for path in SOURCE.rglob("*") if path.suffix in {".py", ".html", ".js"} and "vendor" not in path.parts
    )
    return {
        path.relative_to(SOURCE).as_posix()
        for path in files
        if path.relative_to(SOURCE).parts[0] not in OWN
        and not path.is_relative_to(SOURCE / "site" / subject)
        and named.search(path.read_text("utf-8"))
    }


@pytest.mark.parametrize("subject", ["analysis", "puzzles"])
def test_the_files_outside_are_listed(subject: str) -> None:
    listed = re.search(rf"<!-- outside {subject} -->(.*?)<!-- end -->", PAGE.read_text("utf-8"), re.DOTALL)
    assert listed
    assert {*re.findall(r"^- `([^`]+)`", listed[1], re.MULTILINE)} == knowing(subject)
