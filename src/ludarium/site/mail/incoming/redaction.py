"""The mails that are stored in place of mails that may have a password: with the same text without it.

Hiding words in texts that are mailed, logged or stored.
"""

import re
from collections.abc import Collection, Sequence
from email.header import Header

from ludarium.core.text import plain
from ludarium.site.mail.incoming.reader import MailText

HIDDEN = "****"
_CUT = 57
"""Characters of a long word that an error repeats."""


def hide(texts: Sequence[str], secrets: Collection[str]) -> list[str]:
    """Return texts in which these words are hidden."""
    forms = {form for word in secrets if word for form in (word, word[:_CUT], repr(word)[1:-1], plain(word))}
    if not forms:
        return list(texts)
    pattern = re.compile("|".join(map(re.escape, sorted(forms, key=len, reverse=True))), re.IGNORECASE)
    return [pattern.sub(HIDDEN, text) for text in texts]


_LEFT_OUT = "(The text is not stored.)"


def without_secrets(mail: MailText, secrets: Collection[str]) -> bytes:
    """Return a plain mail with the subject and the text of a mail in which these words are hidden."""
    subject, text = hide((mail.subject, mail.text), secrets)
    return _plain_mail(mail, subject, text)


def without_text(mail: MailText) -> bytes:
    """Return the head of a mail that was not carried out, without its text, which may have passwords."""
    return _plain_mail(mail, "", _LEFT_OUT)


def _plain_mail(mail: MailText, subject: str, text: str) -> bytes:
    headers = {
        "From": mail.address,
        "Message-ID": mail.message_id,
        "References": mail.references,
        "Subject": subject if subject.isascii() else Header(subject, "utf-8").encode(),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    head = "".join(f"{name}: {' '.join(value.split())}\n" for name, value in headers.items() if value)
    return f"{head}\n{text}".encode("utf-8", "replace")
