"""Signatures without the mark `-- `: what people write below every mail, which is not for the opponent.

A signature is what follows a closing phrase ("Best regards,"), the sender's own name with the lines below it, what a
telephone adds, or lines that ended an earlier mail of the sender, too.
"""

import re
import unicodedata
from collections.abc import Collection, Sequence

from ludarium.site.mail.typography import undo

_CLOSINGS = """
    all the best|best|best regards|best wishes|bests|bye|cheers|ciao|greetings|kind regards|kindest regards|many thanks
    love|lots of love|much love|with love
    regards|rgds|sincerely|sincerely yours|take care|warm regards|warmly|with best regards|with kind regards
    yours|yours faithfully|yours sincerely|yours truly|thanks and regards|thanks and best regards|br|kr
    beste grüße|beste grüsse|bis bald|freundliche grüße|freundliche grüsse|gruß|grüße|gruss|grüsse|herzliche grüße
    herzlichst|hochachtungsvoll|lg|liebe grüße|liebe grüsse|mfg|mit besten grüßen|mit freundlichem gruß
    mit freundlichen grüßen|mit freundlichen grüssen|schöne grüße|schöne grüsse|tschüss|vg|viele grüße|viele grüsse
    amicalement|amitiés|bien à toi|bien à vous|bien cordialement|cordialement|salutations|à bientôt|à plus|bisous
    abrazos|atentamente|cordialmente|saludos|saludos cordiales|un abrazo|un saludo|atenciosamente|abraços
    cordiali saluti|cari saluti|distinti saluti|saluti|un saluto
    groeten|groetjes|met vriendelijke groet|met vriendelijke groeten|mvg|vriendelijke groet
    hälsningar|med vänlig hälsning|med vänliga hälsningar|vänliga hälsningar|mvh|vh
    hilsen|med venlig hilsen|med vennlig hilsen|venlig hilsen|kærlig hilsen|mange hilsner|vennlig hilsen
    terveisin|ystävällisin terveisin|pozdrawiam|z poważaniem|s pozdravem|s pozdravom|lep pozdrav|üdvözlettel
    cu stimă|saygılarımla|sevgiler|lugupidamisega|pagarbiai|ar cieņu
    с уважением|всего доброго|с наилучшими пожеланиями|з повагою
    """  # noqa: RUF001  # Russian words have Cyrillic letters
_CLOSING_WORDS = frozenset(" ".join(one.split()) for one in _CLOSINGS.strip().replace("\n", "|").split("|"))
_FROM_DEVICE = re.compile(
    r"(?:sent (?:from|with|via|using)|get (?:outlook|\w{1,20} for (?:android|ios|iphone))|"
    r"gesendet|von meinem|envoyé|enviado|enviat|inviato|verzonden|"
    r"verstuurd|skickat|отправлено|надіслано|sendt|wysłane|lähetetty|odesláno|odoslané|poslano|trimis|küldve|"
    r"yahoo mail|sent by)\b.{0,80}|.{0,20}\bi(?:phone|pad)\W?\w{0,4}(?: ?から送信| ?에서 보냄| gönderildi)|"
    r"(?:从我的|發自我的|发自我的) ?i(?:phone|pad).{0,10}",
    re.IGNORECASE,
)
"""What telephones and programs write below a mail."""
_CONTACT = re.compile(
    r"(?:(?:tel|telefon|phone|mobile?|mob|cell|fax|e-?mail|web|t|m|p)\b\s*[.:]\s*\S.*|\+?[\d ()/.-]{7,}|"
    r"(?:https?://|www\.)\S+|\S+@\S+\.\S+)",
    re.IGNORECASE,
)
"""A line with a telephone number or an address."""
_NOTICE = re.compile(
    r"(?=.{60}).*\b(?:e-?mail|message|communication|nachricht|courriel|mensaje|correo|messaggio|bericht)\b.*",
    re.IGNORECASE,
)
_CONFIDENTIAL = re.compile(
    r"\b(?:confidential|confidentiality|privileged|addressee|intended (?:only|solely)|vertraulich\w*|confidentiel\w*|"
    r"confidencial|riservat\w*|vertrouwelijk)\b",
    re.IGNORECASE,
)
"""Both together: a line that a company adds below every mail."""
_LONGEST_LINE = 60
_MOST_BELOW = 8
"""Lines of a signature below its closing phrase, or its name."""


def without_signature(text: str, names: Collection[str], earlier: Sequence[str] = ()) -> str:
    r"""Return a text without the signature at its end.

    `names` are those of the sender, and `earlier` the texts of earlier mails of theirs.

    >>> without_signature("Good luck!\n\nBest regards,\nAnn Smith\nTel: 555 1234", ["Ann Smith"])
    'Good luck!'
    """
    lines = [line.rstrip() for line in text.strip().splitlines()]
    notice = (number for number, line in enumerate(lines) if _NOTICE.fullmatch(line) and _CONFIDENTIAL.search(line))
    lines = _without_end(lines[: next(notice, len(lines))])
    lines = _without_repeated(lines, earlier)
    start = max(0, len(lines) - _MOST_BELOW - 1)
    own = {form for name in names for form in _forms(name)}
    for number in range(start, len(lines)):
        below = [line for line in lines[number + 1 :] if line.strip()]
        if _closes(lines[number], below, own) or _names(lines[number], below, own):
            lines = lines[:number]
            break
    return "\n".join(_without_end(lines)).strip()


def is_from_device(line: str) -> bool:
    """Return whether a line is what a telephone or a program writes below every mail."""
    shown = "".join(sign for sign in line if unicodedata.category(sign) != "Cf")  # some begin with invisible signs
    return bool(_FROM_DEVICE.fullmatch(shown.strip(" \t<>[]*_")))


def _without_end(lines: list[str]) -> list[str]:
    """Return lines without those of devices, and without empty ones, at their end."""
    while lines and (not lines[-1].strip() or is_from_device(lines[-1])):
        lines = lines[:-1]
    return lines


def _without_repeated(lines: list[str], earlier: Sequence[str]) -> list[str]:
    """Return lines without the last paragraphs that ended an earlier mail, too; one line alone may be said twice."""
    most = 0
    for text in earlier:
        former = [line.strip() for line in text.strip().splitlines() if line.strip()]
        mine = [line.strip() for line in lines if line.strip()]
        same = 0
        while same < min(len(former), len(mine)) and former[-1 - same] == mine[-1 - same]:
            same += 1
        is_paragraph = same < len(lines) and not lines[-1 - same].strip()
        most = max(most, same if same > 1 or is_paragraph else 0)
    rest = lines
    while most and rest:
        most -= bool(rest[-1].strip())
        rest = rest[:-1]
    return _without_end(rest)


def _closes(line: str, below: Sequence[str], own: Collection[str]) -> bool:
    """Return whether a line is a closing phrase, perhaps with a name after it, above at most a few short lines.

    The sender's `own` name needs no comma before it.
    """
    words = undo(line).casefold().rstrip(" ,.!-\u2013")
    name = next((form for form in own if words.endswith(f" {form}")), "")
    words = words.removesuffix(f" {name}") if name else words
    first = words.partition(",")[0].strip()
    is_phrase = words in _CLOSING_WORDS or (first in _CLOSING_WORDS and len(words.split()) <= len(first.split()) + 3)
    return is_phrase and len(below) <= _MOST_BELOW and all(len(one) <= _LONGEST_LINE for one in below[:2])


def _names(line: str, below: Sequence[str], own: Collection[str]) -> bool:
    """Return whether a line is the sender's name, above nothing but a few lines of a signature."""
    words = undo(line).casefold().strip(" ,.!-\u2013*_~")
    first, *others = words.split() or [""]
    is_longer = len(others) == 1 and first in own and all(word[0].isupper() for word in line.split())
    if words not in own and not (is_longer and not below):
        return False
    return len(below) <= 1 or any(map(_CONTACT.fullmatch, (one.strip() for one in below)))


def _forms(name: str) -> list[str]:
    """Return how people sign with a name: whole, by its first part, by its letters."""
    parts = undo(name).casefold().split()
    if not parts:
        return []
    return [" ".join(parts), parts[0], "".join(part[0] for part in parts) if len(parts) > 1 else parts[0]]
