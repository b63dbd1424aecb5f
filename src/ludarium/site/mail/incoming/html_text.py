"""HTML mails as plain text, with quotations marked as plain mails mark them.

A page is read as the tokens of the HTML standard, without the tree that a browser makes of them: every character is
looked at a few times, whatever the page consists of. An element, a comment or a quoted value that does not end takes
the rest of the page with it, as in a browser, so nothing is searched for twice.
"""

import html
import re
from collections import Counter
from contextlib import suppress
from typing import NamedTuple

_BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|br|center|d[dlt]|div|fieldset|figure|footer|form|h[1-6]|header|hr|html|img|li|"
    r"main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul"
)
_SILENT = frozenset({"head", "iframe", "noembed", "noframes", "script", "style", "template", "title", "xmp"})
_RAW = frozenset({"iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"})
"""Elements in which nothing is markup but their end."""
_SIGNATURE = "moz-signature"
_HIDDEN = re.compile(r"display\s*+:\s*+none|mso-hide\s*+:\s*+all", re.IGNORECASE)
"""A style in which nothing is to be seen, such as that of the words before a newsletter: nobody wrote them to us."""
_VOID = re.compile(r"area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr")
_QUOTED = re.compile(r"gmail_quote|gmail_attr|yahoo_quoted|moz-cite-prefix|divRplyFwdMsg|appendonsend|OLK_SRC_BODY")
"""What mail programs name the elements that hold, or introduce, the mail that is answered."""
_REST_QUOTED = re.compile(r"divRplyFwdMsg|appendonsend")
"""Elements after which all the rest is the mail that is answered."""

# Possessive patterns, which give back nothing that they have taken, so that a failure costs no second look.
# None repeats a group: Python 3.11.2, which Debian 12 has, then goes on from the place where an alternative had failed.
_TEXT = re.compile(r"[^<]++|<(?![A-Za-z/!?])")
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*+)")
_ATTRIBUTE = re.compile(r"""[\s/]*+(?:>|(=?[^\s/>=]*+)(?:\s*+=\s*+("[^"]*+"?|'[^']*+'?|[^\s>]*+))?)""")
_COMMENT_ENDS = re.compile(r"(?<=<!--)-?>|--!?>")
_RAW_ENDS = {tag: re.compile(rf"</{tag}(?=[\s/>])", re.IGNORECASE) for tag in _RAW}


class _Element(NamedTuple):
    """An open element, and how its content is treated."""

    tag: str = ""
    quoted: bool = False
    silent: bool = False
    preformatted: bool = False  # with its lines as they are


class _Text:
    """Collects the text of a page in lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._open = [_Element()]
        self._count = Counter[str]()
        self._rest_quoted = False

    def start(self, tag: str, names: str, *, hidden: bool = False) -> None:
        """Begin an element, with its class and its id; nothing in it is text if it is `hidden`."""
        if _BLOCKS.fullmatch(tag):
            self.end_line()
        self._rest_quoted |= bool(_REST_QUOTED.search(names))
        if _VOID.fullmatch(tag):
            return
        around = self._open[-1]
        quoted = around.quoted or tag == "blockquote" or bool(_QUOTED.search(names))
        silent = around.silent or hidden or tag in _SILENT or _SIGNATURE in names
        self._open.append(_Element(tag, quoted, silent, around.preformatted or tag == "pre"))
        self._count[tag] += 1

    def end(self, tag: str) -> None:
        """End the innermost element of a tag, with those in it; ignore an end without an element."""
        if _BLOCKS.fullmatch(tag):
            self.end_line()
        ended = "" if self._count[tag] else tag
        while ended != tag:
            ended = self._open.pop().tag
            self._count[ended] -= 1

    def add(self, text: str) -> None:
        """Add text, as the page writes it."""
        if self._open[-1].silent:
            return
        with suppress(ValueError):  # of the number of a character with thousands of digits
            text = html.unescape(text)
        first, *others = text.split("\n") if self._open[-1].preformatted else [text]
        self._line.append(first)
        for line in others:
            self.end_line()
            self._line.append(line)

    def end_line(self) -> None:
        """End a line; it is quoted if its element is quoted."""
        text = " ".join("".join(self._line).split())
        self._line = []
        if text:
            self.lines.append(f"> {text}" if self._rest_quoted or self._open[-1].quoted else text)


def html_to_text(page: str) -> str:
    r"""Return the text of an HTML mail, a line for each of its lines and paragraphs.

    >>> html_to_text("<p>a+b-</p><blockquote>It is <b>your</b> turn</blockquote>")
    'a+b-\n> It is your turn'
    """
    text, place = _Text(), 0
    while place < len(page):
        if found := _TEXT.match(page, place):
            text.add(found[0])
            place = found.end()
        elif found := _TAG.match(page, place):
            place = _read_tag(text, page, found)
        else:
            place = _after_comment(page, place)
    text.end_line()
    return "\n".join(text.lines)


def _read_tag(text: _Text, page: str, found: re.Match[str]) -> int:
    """Read a tag, and what is in its element if that is no markup; return where the page goes on."""
    tag, place, names, hidden = found[2].lower(), found.end(), list[str](), False
    while (attribute := _ATTRIBUTE.match(page, place)) and attribute[1] is not None:
        place = attribute.end()
        if place == len(page):  # in the tag, which then is none
            return place
        if attribute[1].lower() in ("class", "id"):
            names.append((attribute[2] or "").strip("\"'"))
        elif attribute[1].lower() == "style":
            hidden |= bool(_HIDDEN.search(attribute[2] or ""))
        elif attribute[1].lower() == "hidden":
            hidden = True
    place = attribute.end() if attribute else len(page)
    if found[1]:
        text.end(tag)
        return place
    text.start(tag, " ".join(names), hidden=hidden)
    if tag not in _RAW:
        return place
    end = _RAW_ENDS[tag].search(page, place)
    stop = end.start() if end else len(page)
    text.add(page[place:stop])
    return stop


def _after_comment(page: str, place: int) -> int:
    """Return where a page goes on after a comment, or after another tag without a name."""
    if not page.startswith("<!--", place):
        return page.find(">", place) + 1 or len(page)
    ends = _COMMENT_ENDS.search(page, place + len("<!--"))
    return ends.end() if ends else len(page)
