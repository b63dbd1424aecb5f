"""Read mails for as long as is asked, some saved and damaged, others made at random with pages of broken HTML.

No mail causes an error, and none takes longer than the limits of the process that reads it: such mails are counted.

python -m tests.soak.mail_reader --minutes 60
"""

import argparse
import base64
import quopri
import random
import time
from collections.abc import Callable
from pathlib import Path

from ludarium.core.errors import LudariumError
from ludarium.site.mail.command_line import parse_command
from ludarium.site.mail.commands import VERBS
from ludarium.site.mail.incoming.limited_reader import LimitedReader, UnreadableMail
from ludarium.site.mail.incoming.quotations import own_lines, read_written
from ludarium.site.mail.incoming.reader import MailText, read_mail

MAILS = Path("tests/site/mail/mails")
_SLOW = 2.0
"""Seconds of processor that the text of no mail may take, whatever reading the mail took."""
_LARGEST = 200_000
_WORDS = (
    b"\r\n", b"\n\n", b"> ", b"-- \n", b"=?utf-8?b?", b"?=", b"--", b"boundary=", b"charset=idna", b"charset=utf-16",
    b"Content-Type: multipart/mixed; boundary=x\n", b"Content-Transfer-Encoding: base64\n", b"<blockquote>", b"<!--",
    b"\x00", b"\xff\xfe", b"u+\n", b"From: ", b"Content-Type: message/rfc822\n\n", b"&#x", b":\n", b"format=flowed",
)  # fmt: skip


def _cut(raw: bytes, dice: random.Random) -> bytes:
    first, last = sorted(dice.randrange(len(raw) + 1) for _ in range(2))
    return raw[:first] + raw[last:]


def _repeat(raw: bytes, dice: random.Random) -> bytes:
    first, last = sorted(dice.randrange(len(raw) + 1) for _ in range(2))
    return raw[:last] + raw[first:last] * dice.randrange(1, 4) + raw[last:]


def _flip(raw: bytes, dice: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(dice.randrange(1, 20)):
        if changed:
            changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def _insert(raw: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(raw) + 1)
    return raw[:place] + dice.choice(_WORDS) * dice.randrange(1, 5) + raw[place:]


def _shuffle(raw: bytes, dice: random.Random) -> bytes:
    lines = raw.split(b"\n")
    dice.shuffle(lines)
    return b"\n".join(lines)


def _fold(raw: bytes, dice: random.Random) -> bytes:
    return raw.replace(b"\r\n", dice.choice((b"\n", b"\r", b"\n ", b"\r\n\t")), dice.randrange(1, 30))


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (_cut, _repeat, _flip, _insert, _shuffle, _fold)


def spoil(raw: bytes, seed: int, times: int) -> bytes:
    """Return a mail, damaged a number of times."""
    dice = random.Random(seed)  # damage, which may be foreseen
    for _ in range(times):
        raw = dice.choice(MUTATIONS)(raw, dice)[:_LARGEST]
    return raw


_TAGS = (
    "div", "p", "b", "i", "a", "span", "table", "tr", "td", "ul", "li", "blockquote", "pre", "br", "img", "font",
    "style", "script", "title", "textarea", "head", "body", "svg", "select", "o:p", "x" * 300, "DIV", "noscript",
    "template",
)  # fmt: skip
_ATTRIBUTES = (
    ' class="gmail_quote"', " class=moz-signature", " id='divRplyFwdMsg'", " a", " =", ' a="', " a='b", ' a = "b>"',
    "/", "\n", " style=x:y", "\t\t\t", ' class="', " \x00", " é=ü",
)  # fmt: skip
_PIECES = (
    "u+", "<", ">", "&", "&amp;", "&#x41;", "&#" + "9" * 5000, "&lt", "<!--", "-->", "<!-- x -->", "<!-->", "--!>",
    "<!", "<?x", "</", "</>", "<![CDATA[", "]]>", "<a ", "<a <", "<!DOCTYPE html>", "\n", "\r\n", "\xa0", "\x00", "> ",
    "-- \n", "é", "On Monday a@b.c wrote:", "---", "a@b> ", "_" * 12, "From: a@b\nTo: c@d\nDate: e\n",
)  # fmt: skip


def make_page(dice: random.Random, depth: int = 0) -> str:
    """Return a part of a page, in which little is as HTML has it and much is said very often."""
    kind = dice.randrange(8 if depth < 6 else 3)
    if kind < 3:
        return "".join(dice.choices(_PIECES, k=dice.randrange(1, 6)))
    if kind == 3:
        part = make_page(dice, depth + 1)
        return part * min(dice.choice((1, 2, 10, 100, 3000, 50_000)), 1 + _LARGEST // len(part))
    tag, attributes = dice.choice(_TAGS), "".join(dice.choices(_ATTRIBUTES, k=dice.randrange(3)))
    inside = "".join(make_page(dice, depth + 1) for _ in range(dice.randrange(4)))
    ends = dice.choice((f"</{tag}>", f"</{tag}>", "", f"</{dice.choice(_TAGS)}>", "</"))
    return f"<{tag}{attributes}>{inside}{ends}"[:_LARGEST]


def make_mail(dice: random.Random, depth: int = 0) -> bytes:
    """Return a mail, or a part of one, with pages, and with parts in each other."""
    kind = dice.randrange(4 if depth < 5 else 2)
    if kind > 1:
        parts = [make_mail(dice, depth + 1) for _ in range(dice.choice((1, 2, 3)))]
        parts *= min(dice.choice((1, 1, 1, 3, 200)), 1 + _LARGEST // len(parts[0]))
        boundary = b"b%d" % dice.randrange(3)
        body = b"".join(b"\n--" + boundary + b"\n" + part for part in parts)[:_LARGEST]
        kinds = (b"mixed", b"alternative", b"related", b"report", b"digest")
        return b"Content-Type: multipart/" + dice.choice(kinds) + b"; boundary=" + boundary + b"\n\n" + body
    charset = dice.choice(("utf-8", "latin-1", "utf-16", "utf-7"))
    content = make_page(dice)[:_LARGEST].encode(charset, "replace")
    encoding = dice.choice((b"8bit", b"base64", b"quoted-printable"))
    if encoding == b"base64":
        content = base64.encodebytes(content)
    elif encoding == b"quoted-printable":
        content = quopri.encodestring(content)
    text = dice.choice((b"html", b"html", b"html", b"plain", b"plain; format=flowed"))
    head = b"Content-Type: text/" + text + b"; charset=" + charset.encode() + b"\nContent-Transfer-Encoding: "
    return head + encoding + b"\n\n" + content


def mail_of(seed: int, originals: list[bytes]) -> bytes:
    """Return the mail of a seed: a saved one, damaged, or a new one, every other of which is damaged, too."""
    if seed % 2:
        return spoil(originals[seed // 2 % len(originals)], seed, 1 + seed % 12)
    dice = random.Random(seed)  # as above
    raw = b"From: ann@example.com\nSubject: Re: Orion\n" + make_mail(dice)[: 4 * _LARGEST]
    return spoil(raw, seed, 1 + seed % 5) if seed % 4 else raw


Read = Callable[[bytes, str, str, str], MailText]


def read(raw: bytes, read_raw: Read = read_mail) -> MailText:
    """Read a mail as the inbox processor does, up to what it would carry out."""
    mail = read_raw(raw, "ann@example.com", "play@games.example.org", "games.example.org")
    mail.subject.encode("utf-8", "replace")
    first = read_written(mail.text).first
    for line in (mail.subject, first, *own_lines(mail.text)[:5]):
        try:
            parse_command(line, frozenset(VERBS))
        except LudariumError as error:
            assert str(error)
    return mail


def main() -> None:
    """Read mails until the time is over; print how many, how many took too much, and how long the slowest text took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    originals = [path.read_bytes() for path in sorted(MAILS.glob("*.eml"))]
    end, count, slowest, seed = time.monotonic() + 60 * options.minutes, 0, (0.0, 0), options.seed
    stopped, reader = list[int](), LimitedReader()
    while time.monotonic() < end:
        raw = mail_of(seed, originals)
        began = time.process_time()
        try:
            read(raw, reader.read)
        except UnreadableMail:
            stopped.append(seed)
        took = time.process_time() - began
        slowest = max(slowest, (took, seed))
        assert took < _SLOW, f"seed {seed} took {took:.1f} s"
        count, seed = count + 1, seed + 1
    reader.close()
    print(f"{count:,} mails were read; the slowest text took {1000 * slowest[0]:.0f} ms (seed {slowest[1]})")
    print(f"{len(stopped)} mails were not, since they take too much time or memory: {stopped[:20]}")


if __name__ == "__main__":
    main()
