"""Reading a mail as it came: its headers and its text, however it is encoded or damaged.

Nothing here raises an error but `MemoryError`: what cannot be read is left out, and the answer then says what was
expected.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from hashlib import sha256

from ludarium.site.mail.incoming.automatic import why_automatic, why_silent
from ludarium.site.mail.incoming.content import text_of
from ludarium.site.mail.incoming.headers import LONGEST, addresses, header, names, valid_address

_LONGEST_HEAD = 64_000
_TAGGED = re.compile(r"prvs=[^=@]++=(.+)", re.IGNORECASE)
"""A sender with a tag by which its server knows reports about its own mails; its mailbox is what follows."""


@dataclass(frozen=True, slots=True)
class MailText:
    """The content of a mail.

    | field        | content                                                                        |
    |--------------|--------------------------------------------------------------------------------|
    | `address`    | the envelope's sender, who gets the answer, in lower case; empty without one   |
    | `subject`    | in one line                                                                    |
    | `text`       | the text, from HTML where there is no plain one                                |
    | `message_id` | of the mail, with its angle brackets; empty if it has none                     |
    | `references` | the ids of the mails before it in its thread                                   |
    | `automatic`  | why it is not read: a program has written it; empty if a person may have       |
    | `silent`     | why no mail may answer it, though it is read; empty if one may                 |
    | `copy_key`   | what copies of this mail have in common, and no other mail has                 |
    | `names`      | the sender's name, as `From` has it; empty without one                         |
    | `author`     | the address of `From`, which anybody can write there; empty without one        |
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
    author: str = ""


def read_mail(raw: bytes, sender: str, recipient: str, domain: str) -> MailText:
    """Parse a mail; the envelope has a sender and a recipient, and `domain` is that of our own addresses."""
    message = _parse(raw)
    message_id = re.sub(r"\s+", "", header(message, "Message-ID"))[:LONGEST]
    author = next(iter(addresses(message, "From")), "")
    address = _without_tag(valid_address(sender)) or author
    same = f"{message_id or sha256(raw).hexdigest()}\n{sender.lower()}\n{recipient.lower()}"
    return MailText(
        address=address,
        subject=header(message, "Subject"),
        text=text_of(message),
        message_id=message_id if re.fullmatch(r"<[!-~]+>", message_id) else "",
        references=" ".join(re.findall(r"<[!-~]+>", header(message, "References")))[-LONGEST:],
        automatic=why_automatic(message, sender, message_id, domain),
        silent=why_silent(message, address),
        copy_key=sha256(same.encode("utf-8", "replace")).hexdigest(),
        names=names(message),
        author=author,
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


def _without_tag(address: str) -> str:
    found = _TAGGED.fullmatch(address)
    return found[1] if found else address
