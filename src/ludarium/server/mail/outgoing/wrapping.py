"""Text in lines of the width of a mail."""

import textwrap

WIDTH = 72


def wrap(paragraph: str) -> str:
    """Return a paragraph in lines of the width of a mail, all of them indented as its first; no word is broken."""
    indent = " " * (len(paragraph) - len(paragraph.lstrip()))
    return textwrap.fill(paragraph, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def wrap_lines(text: str) -> str:
    """Return a text with its long lines broken between words; boards and lists of shorter lines stay as they are."""
    return "\n".join(wrap(line) if len(line) > WIDTH else line for line in text.split("\n"))
