"""Retired words do not come back: one table, `retired_words.toml`, names them and the terms of the glossary."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

CONTENT = tomllib.loads(Path("tests/retired_words.toml").read_text("utf-8"))
TABLE = CONTENT["retired"]
GLOSSARY = Path("docs/reference/glossary.md").read_text("utf-8")
TERMS = re.findall(r"^\| ([^|]+?) \| ", GLOSSARY, re.MULTILINE)
SUFFIXES = {".py", ".md", ".html", ".js", ".css", ".txt", ".toml", ".mako"}
OUTSIDE = ("/migrations/", "/vendor/", "CHANGELOG.md", "docs/reference/changes-")
"""Migrations keep the columns' old names, vendored scripts are not ours, and the changelog tells what was renamed."""


class Retired(NamedTuple):
    """A retired word: what matches it, what to use, and the files in which the match means something else."""

    pattern: re.Pattern[str]
    use: str
    exceptions: dict[str, str]
    words: tuple[str, ...] = ()
    """One of these stands in every text in which the pattern is found, if there are any."""

    def is_in(self, text: str, lower: str) -> bool:
        """Return whether a text, or the same in lower-case letters, has a match; to look for words is fast."""
        return any(word in lower for word in self.words or ("",)) and bool(self.pattern.search(text))


def compiled(row: dict[str, object]) -> Retired:
    """Return a row of the table; a word is not preceded or followed by letters of the same word."""
    words = row.get("words", [])
    assert isinstance(words, list)
    assert all(word.isalpha() and word.islower() for word in words)
    if words:
        capitalized = [word.capitalize() for word in words]
        upper = [word.upper() for word in words]
        lower = rf"(?<![a-zA-Z])(?:{'|'.join(words)})(?![a-z])"
        camel = rf"(?<![A-Z])(?:{'|'.join(capitalized)})(?![a-z])"
        pattern = rf"{lower}|{camel}|(?<![a-zA-Z])(?:{'|'.join(upper)})(?![a-zA-Z])"
    else:
        pattern = str(row["pattern"])
    exceptions = row.get("except", {})
    assert isinstance(exceptions, dict)
    return Retired(re.compile(pattern, re.MULTILINE), str(row["use"]), exceptions, tuple(words))


RETIRED = [compiled(row) for row in TABLE]


def pages() -> Iterator[Path]:
    """Return the files that the table holds for."""
    for folder in ("src", "docs"):
        yield from (path for path in sorted(Path(folder).rglob("*")) if path.suffix in SUFFIXES)
    yield from (Path(name) for name in ("README.md", "CONTRIBUTING.md", "Makefile", "mkdocs.yml"))


PAGES = [path for path in pages() if not any(part in path.as_posix() for part in OUTSIDE)]


def offenders(path: Path, text: str) -> list[str]:
    """Return a line for each retired word in a text: file, line, word, what to use."""
    lower = text.lower()
    here = [row for row in RETIRED if path.as_posix() not in row.exceptions and row.is_in(text, lower)]
    return [
        f"{path}:{number}: {match[0]!r} is retired; use {retired.use}"
        for number, line in enumerate(text.splitlines() if here else (), 1)
        for retired in here
        for match in retired.pattern.finditer(line)
    ]


def test_no_file_uses_a_retired_word() -> None:
    found = [line for path in PAGES for line in offenders(path, path.read_text("utf-8"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "NATURE = -1",
        "nature's odds",
        "a_kit = 1",
        "Kit()",
        "class SeatKit",
        "seat_twin",
        "a joint turn",
        "of the house",
    ],
)
def test_a_retired_word_is_found_in_prose_and_in_identifiers(text: str) -> None:
    assert offenders(Path("page.md"), text)


@pytest.mark.parametrize(
    "text", ["kitchen", "WALKERS", "log-odds", "signature", "jointly", "sidewalk", "twinkle", "filmed", "heroic"]
)
def test_other_words_are_left_alone(text: str) -> None:
    assert not offenders(Path("page.md"), text)


def test_the_table_leads_to_terms_of_the_glossary_or_to_advice() -> None:
    advice = {"Ludarium, the site, or the package", "the names of the changelog's table"}
    uses = {retired.use for retired in RETIRED}
    assert {use for use in uses - advice if not use.startswith("plain English")} <= set(TERMS)


def test_the_glossary_itself_defines_no_retired_word() -> None:
    assert not [term for term in TERMS if offenders(Path("glossary"), term)]


def test_the_glossary_defines_every_term_once() -> None:
    terms = [term for row in TERMS if row != "term" for term in row.split(", ")]
    assert len(terms) == len(set(terms))


def test_every_exception_has_a_reason_and_is_needed() -> None:
    for retired in RETIRED:
        for name, reason in retired.exceptions.items():
            assert len(reason) > 5
            assert retired.pattern.search(Path(name).read_text("utf-8")), f"{name} needs no exception"
