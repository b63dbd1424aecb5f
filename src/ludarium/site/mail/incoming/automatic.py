"""Mails that programs write, such as notes of absence and reports, which are not read; and those that get no answer.

Programs that answer by themselves mark their mails in many ways (RFC 3834, and what was usual before it); each is
enough, since what such a mail says must play nothing and resign nothing.

They stand before the subject that is answered, and end with a colon or a dash, or are in brackets. A reply of a person
begins with `Re:` or its like.

Mails of ours that have come back, as mail servers report them (RFC 3464).
"""

import re
import unicodedata
from contextlib import suppress
from email import message_from_bytes
from email.iterators import typed_subpart_iterator
from email.message import Message
from itertools import islice
from typing import NamedTuple

from ludarium.core.text import plain
from ludarium.site.mail.incoming.headers import addresses, header, headers
from ludarium.site.mail.outgoing.smtp_settings import BOUNCE_PREFIX

_MOST_PARTS = 200
_MOST_HEADERS = 10_000
_LONGEST_SHOWN = 40
_CALENDAR_ANSWERS = ("reply", "counter", "refresh")
_DAEMONS = re.compile(
    r"(?:mailer-daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|bounces?|vacation|"
    r"auto[-_.]?(?:reply|responder|response|respond|answer))(?:[+=-].*)?@.*",
    re.IGNORECASE,
)
_SUBMITTED = re.compile(
    r"auto-?submitted|x-(?:[a-z0-9]{1,15}-){0,3}auto(?:mat(?:ic|ed))?-?"
    r"(?:submitted|generated|repl(?:y|ied)|answer(?:ed)?|respon(?:d(?:er)?|se(?!-?suppress)))(?:-.*)?",
    re.IGNORECASE,
)
"""Headers by which a program says that nobody has written its mail, unless their value is that somebody has."""
_BY_NOBODY = ("", "no", "none", "false", "0")
_MARKS = re.compile(
    r"x-loop|x-(?:[a-z0-9]{1,15}-)?(?:vacation(?:-.*)?|out-?of-?office)|delivered-by-the-graces-of|x-fc-machinegenerated|x-failed-recipients|"
    r"x-ms-exchange-(?:generated-message-source|inbox-rules-loop)|"
    r"list-(?:id|post|help|owner|archive)|(?:x-)?mailing-list|x-beenthere|x-mailman-version",
    re.IGNORECASE,
)
"""Headers that nobody's own mail has: of programs that answer, and of lists, through which no reply to us comes."""
_PRECEDENCE = re.compile(r"bulk|junk|list|auto.*")
_REPLIERS = re.compile(r"auto-?\s?(?:repl|respon|answer)|\bvacation\b|out.of.office", re.IGNORECASE)
"""What programs that answer by themselves are called."""
_PROGRAMS = ("X-Mailer", "User-Agent", "X-POST-MessageClass", "Delivered-To")
_REPORTS = frozenset({"multipart/report", "message/delivery-status", "message/disposition-notification"})
_COMMENT = re.compile(r"\([^()]*+\)")
_SILENCERS = ("X-Auto-Response-Suppress", "List-Unsubscribe")
"""Headers that mail servers also add to what people write."""


def why_automatic(message: Message, sender: str, message_id: str, domain: str) -> str:
    """Return why a mail is not read: a program has written it; empty if a person may have."""
    envelope = sender.strip("<> \t")
    if not envelope or "<>" in headers(message, "Return-Path"):
        return "the sender is empty"
    named = [*addresses(message, "From"), *addresses(message, "Reply-To")]
    if any(_DAEMONS.fullmatch(one) for one in (envelope if "@" in envelope else f"{envelope}@", *named)):
        return "the sender is a program"
    if mark := _mark(message):
        return mark
    if message.get_content_type() in _REPORTS or any(part.get_content_type() in _REPORTS for part in _parts(message)):
        return "a report"
    if any(map(_answers_invitation, islice(typed_subpart_iterator(message, "text", "calendar"), _MOST_PARTS))):
        return "an answer of a calendar"
    ids = [message_id.rstrip(">").lower(), *(named or [envelope.lower()])]
    if domain and any(one.endswith(f"@{domain}") for one in ids):
        return "one of our own mails"
    return ""


def why_silent(message: Message, address: str) -> str:
    """Return why no mail may answer this one; empty if one may."""
    for name in _SILENCERS:
        if any(value.lower() not in _BY_NOBODY for value in headers(message, name)):
            return f"it has the header {name}"
    return "" if address else "there is no address to answer to"


def _mark(message: Message) -> str:
    """Return the header, or the words of the subject, by which a program says that it has written a mail."""
    for name in dict.fromkeys(islice(message.keys(), _MOST_HEADERS)):
        short = name[:_LONGEST_SHOWN]
        if _MARKS.fullmatch(short):
            return f"it has the header {short}"
        if _SUBMITTED.fullmatch(short):
            values = map(_bare, headers(message, name))
            nobody = ("no",) if short.lower() == "auto-submitted" else _BY_NOBODY
            if said := [value for value in values if value not in nobody]:
                return f"{short}: {said[0][:_LONGEST_SHOWN]}"
    for name in ("Precedence", "X-Precedence", "Preference"):  # the last one by mistake, in some programs
        for value in map(_bare, headers(message, name)):
            if _PRECEDENCE.fullmatch(value):
                return f"{name}: {value[:_LONGEST_SHOWN]}"
    for name in _PROGRAMS:
        if any(map(_REPLIERS.search, headers(message, name))):
            return f"{name} names a program that answers by itself"
    return "the subject is that of an automatic answer" if is_automatic(header(message, "Subject")) else ""


def _bare(value: str) -> str:
    """Return the value of a header without comments and parameters, in lower case.

    >>> _bare("Auto-Replied (vacation); owner=ann"), _bare("(by hand) no")
    ('auto-replied', 'no')
    """
    return _COMMENT.sub("", value).partition(";")[0].strip().lower()


def _parts(message: Message) -> list[Message]:
    """Return the parts of a mail, not those of its parts."""
    payload = message.get_payload() if message.is_multipart() else []
    return [part for part in islice(payload, _MOST_PARTS) if isinstance(part, Message)]


def _answers_invitation(part: Message) -> bool:
    """Return whether a part is what a calendar answers when its person takes an appointment over."""
    return str(part.get_param("method", "")).lower() in _CALENDAR_ANSWERS


_SUBJECTS = """
    automatic reply|auto reply|auto-reply|autoreply|automatic response|auto response|auto-response|autoresponse
    automated reply|automated response|out of office|out of the office|out of office autoreply|out-of-office
    out of office notification|out of office reply|auto|ooo|vacation reply|vacation message|vacation response
    automatische antwort|automatische antwortmail|autom. antwort|abwesenheitsnotiz|abwesenheitsmeldung
    abwesenheitsnachricht|abwesenheitsassistent|abwesend|nicht im büro|abwesenheit
    urlaubsmeldung
    réponse automatique|absence du bureau|message d'absence|absent du bureau|absence
    respuesta automática|fuera de la oficina|respuesta automatica|mensaje automático
    resposta automática|ausência temporária|fora do escritório|resposta automatica
    risposta automatica|fuori sede|fuori ufficio|assente dall'ufficio
    automatisch antwoord|automatische reactie|automatisch bericht|afwezigheidsbericht|afwezig|niet aanwezig
    autosvar|automatiskt svar|automatisk svar|frånvaro|frånvarande|ikke til stede|fraværende|ej på kontoret
    automaattinen vastaus|poissa|poissaoloilmoitus|sjálfvirkt svar
    automatyczna odpowiedź|odpowiedź automatyczna|autoodpowiedź|nieobecność|nieobecność w biurze
    automatická odpověď|automatická odpoveď|mimo kancelář|automatikus válasz|házon kívül|răspuns automat
    automatski odgovor|samodejni odgovor|automatický mail|otomatik yanıt|otomatik cevap|işyeri dışında
    автоответ|автоматический ответ|автоматична відповідь|автовідповідь|автоматичен отговор|автоматски одговор
    automaatvastus|automatinis atsakymas|automātiska atbilde|αυτόματη απάντηση|εκτός γραφείου
    自動応答|自動返信|自動応答メッセージ|不在通知|自动答复|自动回复|自動回覆|自動回應|自動答覆|外出时的自动答复
    자동 회신|자동회신|자동 응답|자동응답|부재 중|부재중|תשובה אוטומטית|מענה אוטומטי|رد تلقائي|پاسخ خودکار
    trả lời tự động|balasan otomatis|ตอบกลับอัตโนมัติ|स्वचालित उत्तर
    """  # noqa: RUF001  # words of other scripts
_PREFIXES = frozenset(
    unicodedata.normalize("NFKC", " ".join(one.split())).casefold()
    for one in _SUBJECTS.strip().replace("\n", "|").split("|")
)
_LONGEST = max(map(len, _PREFIXES))
_AROUND = " []()*!."
_UP_TO_SIGN = re.compile(r"(?<=.)[\])]|\s[-\u2013\u2014]\s")
_BEFORE_REPLY = re.compile(r"(.+?)\s+re\s*$")


def is_automatic(subject: str) -> bool:
    """Return whether a subject is one that a program has written before the subject that it answers, or alone.

    >>> is_automatic("Automatische Antwort: Orion"), is_automatic("Re: Automatische Antwort: Orion")
    (True, False)
    """
    plain = unicodedata.normalize("NFKC", subject[: 2 * _LONGEST]).casefold().replace("\u2019", "'")
    return any(_is_prefix(first) for first in (plain.partition(":")[0], _UP_TO_SIGN.split(plain, maxsplit=1)[0]))


def _is_prefix(text: str) -> bool:
    first = " ".join(text.strip(_AROUND).split())
    before_reply = _BEFORE_REPLY.fullmatch(first)
    return (before_reply[1].rstrip(_AROUND) if before_reply else first) in _PREFIXES


_LOCAL_PART = re.compile(rf"{re.escape(BOUNCE_PREFIX)}([\w-]{{8,40}})", re.ASCII)
_ADDRESS_FAILS = re.compile(r"5\.(1\.\d+|2\.1)\b.*")
_LONGEST_REPORT = 300


class Bounce(NamedTuple):
    """The report of a mail server about a mail that it does not deliver, and whether the address does not exist."""

    said: str
    address_fails: bool


def parse_bounce_address(local_part: str) -> str | None:
    """Return the id of the mail that comes back to an address; None for another address.

    >>> parse_bounce_address("b+0123456789abcdef"), parse_bounce_address("play")
    ('0123456789abcdef', None)
    """
    found = _LOCAL_PART.fullmatch(local_part.lower())
    return found[1] if found else None


def read_bounce(raw: bytes) -> Bounce | None:
    """Parse a report; None if it is not about a failure, but about a delay, for example."""
    with suppress(Exception):  # of a damaged report, which says nothing
        message = message_from_bytes(raw)
        for part in message.get_payload() if message.is_multipart() else ():
            if isinstance(part, Message) and part.get_content_type() == "message/delivery-status":
                return _read_status(part)
    return None


def _read_status(part: Message) -> Bounce | None:
    """Parse the part of the report about the first recipient that has failed."""
    blocks = part.get_payload()
    for block in blocks if isinstance(blocks, list) else ():
        if isinstance(block, Message) and str(block.get("Action", "")).strip().lower() == "failed":
            status, why = str(block.get("Status", "")).strip(), str(block.get("Diagnostic-Code", ""))
            said = plain(" ".join(f"{status} {why}".split()))[:_LONGEST_REPORT]
            return Bounce(said, bool(_ADDRESS_FAILS.fullmatch(said)))
    return None
