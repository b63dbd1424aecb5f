"""HTML mails as plain text, with quotations marked as plain mails mark them."""

import re
from html.parser import HTMLParser

_BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|center|d[dlt]|div|fieldset|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|"
    r"p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul"
)
_SILENT = frozenset({"head", "script", "style", "template", "title"})
_SIGNATURE = "moz-signature"
_VOID = re.compile(r"area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr")
_QUOTED = re.compile(r"gmail_quote|gmail_attr|yahoo_quoted|moz-cite-prefix|divRplyFwdMsg|appendonsend|OLK_SRC_BODY")
"""What mail programs name the elements that hold, or introduce, the mail that is answered."""
_REST_QUOTED = re.compile(r"divRplyFwdMsg|appendonsend")
"""Elements after which all the rest is the mail that is answered."""
_DEEPEST = 100
"""Elements within each other; deeper ones change nothing any more."""


class _Text(HTMLParser):
    """Collects the text of a page in lines."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._line: list[str] = []
        self._open: list[tuple[str, bool, bool]] = []  # tag, and whether it is quoted and silent
        self._rest_quoted = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
        if tag == "br" or _BLOCKS.fullmatch(tag):
            self.end_line()
        self._rest_quoted |= bool(_REST_QUOTED.search(names))
        if not _VOID.fullmatch(tag) and len(self._open) < _DEEPEST:
            silent = tag in _SILENT or _SIGNATURE in names
            self._open.append((tag, tag == "blockquote" or bool(_QUOTED.search(names)), silent))

    def handle_endtag(self, tag: str) -> None:
        if _BLOCKS.fullmatch(tag):
            self.end_line()
        for depth in range(len(self._open) - 1, -1, -1):
            if self._open[depth][0] == tag:
                del self._open[depth:]
                return

    def handle_data(self, data: str) -> None:
        if any(silent for _, _, silent in self._open):
            return
        first, *others = data.split("\n") if any(tag == "pre" for tag, _, _ in self._open) else [data]
        self._line.append(first)
        for line in others:
            self.end_line()
            self._line.append(line)

    def end_line(self) -> None:
        """End a line; it is quoted if what it stands in is."""
        text = " ".join("".join(self._line).split())
        self._line = []
        is_quoted = self._rest_quoted or any(quoted for _, quoted, _ in self._open)
        if text:
            self.lines.append(f"> {text}" if is_quoted else text)


def html_to_text(page: str) -> str:
    r"""Return the text of an HTML mail, a line for each of its lines and paragraphs.

    >>> html_to_text("<p>a+b-</p><blockquote>It is <b>your</b> turn</blockquote>")
    'a+b-\n> It is your turn'
    """
    parser = _Text()
    parser.feed(page)
    parser.close()
    parser.end_line()
    return "\n".join(parser.lines)
