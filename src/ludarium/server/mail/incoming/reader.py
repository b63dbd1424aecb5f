"""Reading a mail as it came: its headers and its text, however it is encoded or damaged.

Nothing here raises an error but `MemoryError`: what cannot be read is left out, and the answer then says what was
expected.
"""

import codecs
import re
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes
from email.header import decode_header
from email.iterators import typed_subpart_iterator
from email.message import Message
from email.policy import compat32
from email.utils import getaddresses
from hashlib import sha256
from itertools import islice

from ludarium.server.mail.incoming.html_text import html_to_text

_LONGEST_HEADER = 2000
_LONGEST_HEAD = 64_000
_LONGEST_TEXT = 100_000
_MOST_PARTS = 200
_LONGEST_ADDRESS = 254
_CALENDAR_ANSWERS = ("reply", "counter", "refresh")
_NOT_CHARSETS = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})
"""Codecs of Python that no mail is written in, and that may take very long or change what is read."""
_BULK = frozenset({"bulk", "list", "junk", "auto_reply"})
_REPLIER_HEADERS = ("X-Auto-Response-Suppress", "X-Autoreply", "X-Autorespond", "X-Auto-Reply-From", "X-Loop")
_LIST_HEADERS = ("List-Id", "List-Post", "List-Unsubscribe", "Mailing-List", "X-Mailing-List")
_DAEMONS = re.compile(r"(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+=-].*)?@.*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MailText:
    """The content of a mail.

    | field        | content                                                                        |
    |--------------|--------------------------------------------------------------------------------|
    | `address`    | the address to answer to, in lower case; empty if there is none                |
    | `subject`    | in one line                                                                    |
    | `text`       | the text, from HTML where there is no plain one                                |
    | `message_id` | of the mail, with its angle brackets; empty if it has none                     |
    | `references` | the ids of the mails before it in its thread                                   |
    | `automatic`  | why it is not read: a program has written it; empty if a person may have       |
    | `silent`     | why no mail may answer it, though it is read; empty if one may                 |
    | `copy_key`   | what copies of this mail have in common, and no other mail has                 |
    | `names`      | the sender's name, as `From` has it; empty without one                         |
    """

    address: str
    subject: str
    text: str
    message_id: str
    references: str
    automatic: str
    silent: str
    copy_key: str
    names: tuple[str, ...] = ()


def read_mail(raw: bytes, sender: str, recipient: str, domain: str) -> MailText:
    """Parse a mail; the envelope has a sender and a recipient, and `domain` is that of our own addresses."""
    message = _parse(raw)
    message_id = re.sub(r"\s+", "", _header(message, "Message-ID"))[:_LONGEST_HEADER]
    address = _address(message, sender)
    same = f"{message_id or sha256(raw).hexdigest()}\n{sender.lower()}\n{recipient.lower()}"
    return MailText(
        address=address,
        subject=_header(message, "Subject"),
        text=_text(message),
        message_id=message_id if re.fullmatch(r"<[!-~]+>", message_id) else "",
        references=" ".join(re.findall(r"<[!-~]+>", _header(message, "References")))[-_LONGEST_HEADER:],
        automatic=_why_automatic(message, sender, address, message_id, domain),
        silent=_why_silent(message, address),
        copy_key=sha256(same.encode("utf-8", "replace")).hexdigest(),
        names=_names(message),
    )


def head_of(raw: bytes) -> bytes:
    """Return the first headers of a mail, and nothing else."""
    return re.split(rb"\r?\n\r?\n", raw[:_LONGEST_HEAD], maxsplit=1)[0] + b"\n\n"


def _parse(raw: bytes) -> Message:
    try:
        return message_from_bytes(raw, policy=compat32)
    except MemoryError:
        raise  # it is said of a mail that is too large for its reader
    except Exception:  # noqa: BLE001  # parts nested too deeply, or whatever else nobody writes: the headers are enough
        with suppress(Exception):
            return message_from_bytes(head_of(raw), policy=compat32)
        return Message(policy=compat32)


def _why_automatic(message: Message, sender: str, address: str, message_id: str, domain: str) -> str:
    """Return why a mail is not read: a program has written it; empty if a person may have."""
    envelope = sender.strip("<> \t")
    if not envelope:
        return "the sender is empty"
    if any(_DAEMONS.fullmatch(one) for one in (envelope if "@" in envelope else f"{envelope}@", address)):
        return "the sender is a program"
    submitted = _header(message, "Auto-Submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no"):
        return f"Auto-Submitted: {submitted[:40]}"
    if message.get_content_type() == "multipart/report":
        return "a report"
    if any(map(_answers_invitation, islice(typed_subpart_iterator(message, "text", "calendar"), _MOST_PARTS))):
        return "an answer of a calendar"
    if domain and (message_id.rstrip(">").lower().endswith(f"@{domain}") or address.endswith(f"@{domain}")):
        return "one of our own mails"
    return ""


def _answers_invitation(part: Message) -> bool:
    """Return whether a part is what a calendar answers when its person takes an appointment over."""
    return str(part.get_param("method", "")).lower() in _CALENDAR_ANSWERS


def _why_silent(message: Message, address: str) -> str:
    """Return why no mail may answer this one; empty if one may."""
    if (precedence := _header(message, "Precedence").strip().lower()) in _BULK:
        return f"Precedence: {precedence}"
    for name in (*_REPLIER_HEADERS, *_LIST_HEADERS):
        if _header(message, name):
            return f"it has the header {name}"
    return "" if address else "there is no address to answer to"


def _address(message: Message, sender: str) -> str:
    """Return the address to answer to: that of `Reply-To`, of `From`, or of the envelope."""
    for name in ("Reply-To", "From"):
        with suppress(Exception):  # of the parser of addresses, which text of any kind may surprise
            for _, address in getaddresses([_header(message, name)]):
                if valid := _valid_address(address):
                    return valid
    return _valid_address(sender)


def _names(message: Message) -> tuple[str, ...]:
    with suppress(Exception):  # as above
        return tuple(name[:_LONGEST_ADDRESS] for name, _ in getaddresses([_header(message, "From")])[:1] if name)
    return ()


def _valid_address(text: str) -> str:
    """Return an address in lower case; empty for what is none."""
    address = text.strip().strip("<>").lower()
    name, _, domain = address.rpartition("@")
    is_plain = address.isprintable() and not any(sign in address for sign in ' ,;:<>()[]"\\')
    return address if name and domain and is_plain and len(address) <= _LONGEST_ADDRESS else ""


def _header(message: Message, name: str) -> str:
    """Return a header in one line, decoded; empty if there is none."""
    try:
        value = message.get(name)
        if value is None:
            return ""
        found = decode_header(str(value)[:_LONGEST_HEADER])
        words = [_decode(word, charset) if isinstance(word, bytes) else word for word, charset in found]
        return " ".join("".join(words).split())
    except Exception:  # noqa: BLE001  # a header that no program has written: it says nothing
        return ""


def _text(message: Message) -> str:
    """Return the text of a mail: that of its plain part, or else of its HTML."""
    pages = []
    with suppress(Exception):  # of a damaged structure: what was found until then is enough
        for part in islice(typed_subpart_iterator(message, "text"), _MOST_PARTS):
            kind = part.get_content_type()
            if part.is_multipart() or kind not in ("text/plain", "text/html") or _is_attached(part):
                continue
            text = _content(part)
            if kind == "text/plain" and text.strip():
                return text[:_LONGEST_TEXT]
            pages.append(text)
    for page in pages:
        with suppress(Exception):  # as above
            if text := html_to_text(page[: 4 * _LONGEST_TEXT]):
                return text[:_LONGEST_TEXT]
    return ""


def _is_attached(part: Message) -> bool:
    try:
        return part.get_content_disposition() == "attachment"
    except Exception:  # noqa: BLE001  # a header that no program has written
        return True


def _content(part: Message) -> str:
    """Return the text of a part, with its lines joined again where `format=flowed` says that they are broken."""
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    charset, flowed, without_space = None, False, False
    with suppress(Exception):  # of a damaged header
        charset = part.get_content_charset()
        flowed = str(part.get_param("format", "")).lower() == "flowed"
        without_space = str(part.get_param("delsp", "")).lower() == "yes"
    text = _decode(content, charset).replace("\r\n", "\n").replace("\r", "\n")
    return _unflow(text, without_space=without_space) if flowed else text


def _unflow(text: str, *, without_space: bool = False) -> str:
    r"""Return a text with the lines joined that a mail program has broken (RFC 3676), quoted ones apart.

    With `without_space` the space that marks a broken line is no part of the text.

    >>> _unflow("move 17 ann pass \nword u+\n-- \nAnn")
    'move 17 ann pass word u+\n-- \nAnn'
    >>> _unflow("move 17 ann pass \nword u+", without_space=True)
    'move 17 ann password u+'
    """
    lines: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        own = not line.startswith(">")
        line = line[1:] if own and line.startswith(" ") else line
        if goes_on and own and line != "-- ":
            lines[-1] = (lines[-1][:-1] if without_space else lines[-1]) + line
        else:
            lines.append(line)
        goes_on = own and line.endswith(" ") and line != "-- " and line.strip() != ""
    return "\n".join(lines)


def _decode(content: bytes, charset: str | None) -> str:
    """Return bytes as text: in their charset, or as UTF-8 or Latin-1 where it is not known or wrong."""
    for name in (charset, "utf-8"):
        with suppress(Exception):  # an unknown charset, one that is none, or the wrong one
            if name and codecs.lookup(name).name not in _NOT_CHARSETS:
                return content.decode(name)
    if charset:
        with suppress(Exception):  # as above
            if codecs.lookup(charset).name not in _NOT_CHARSETS:
                return content.decode(charset, "replace")
    return content.decode("latin-1")
