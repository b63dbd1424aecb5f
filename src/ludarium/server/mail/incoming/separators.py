"""Where the mail that is answered begins, in mails whose programs mark no line of it.

Such programs write a line of underscores, or words between hyphens, and then the sender and the date of that mail. A
line that people draw between their own words has nothing of the kind after it.
"""

import re
from collections.abc import Sequence

_UNDERSCORES = re.compile(r"\s*+_{10,}+\s*+")
_BETWEEN_HYPHENS = re.compile(r"\s*+-{2,}+\s*+([^\s-].{0,200}?)\s*+-{2,}+\s*+")
_ORIGINAL = re.compile(
    r"original|originell|ursprünglich|ursprunglig|oorspronkelijk|opprinnelig|oprindelig|d'origine|alkuperäi|oryginaln|"
    r"původní|pôvodn|eredeti|orijinal|özgün|исходн|оригинал|оригінал|вихідн|первоначальн|αρχικ|originaal|izvorn|"
    r"forward|weitergeleitet|transféré|reenviad|encaminhad|inoltrat|doorgestuurd|vidarebefordra|videresend|videresendt|"
    r"välitet|przekazan|přeposlan|továbbít|iletil|переслан|переадрес|"
    r"元のメッセージ|元のメール|転送|原始|原邮件|原郵件|轉寄|转发|원본|전달|gốc",
    re.IGNORECASE,
)
_MESSAGE = re.compile(
    r"mail|message|messaggio|mensaje|mensagem|missatge|nachricht|bericht|meddelande|meddelelse|melding|besked|viesti|"
    r"wiadomość|zpráva|správa|üzenet|levél|mesaj|ileti|сообщени|письм|повідомлен|лист|μήνυμα|kiri|sporočilo|poruka|"
    r"メッセージ|メール|邮件|郵件|消息|메시지|메일|thư|tin nhắn|^転送$|^转发$|^轉寄$",
    re.IGNORECASE,
)
_MOST_WORDS = 5
"""Words of a line that says that a mail follows."""
_NAMED = re.compile(r"(?<=.)[^\s@<(]@[^\s@>)]++[>)]")
"""The address of the one who is quoted, in a line that introduces it."""
_HEADER = re.compile(r"\s*\*?[\w-]+(?: \w+)?\*?\s?[:\uff1a]\*?\s*\S.*")
"""A line such as "From: Ann"."""
_FIELD = re.compile(r"\s*+\*{0,2}+([^\s:\uff1a*<>@][^:\uff1a*<>@]{0,30}?)\s?\*{0,2}\s?[:\uff1a]")
_LEAST_HEADERS = 3
_FIELD_NAMES = """
    from|sent|to|cc|subject|date|reply-to|von|gesendet|gesendet am|an|betreff|datum|de|envoyé|envoyé le|à|objet
    date d'envoi|expéditeur|destinataire|enviado|enviado el|enviado em|enviada|enviada em|para|asunto|assunto|fecha
    data|da|inviato|a|oggetto|van|verzonden|aan|onderwerp|från|skickat|till|ämne|fra|sendt|til|emne|dato|lähettäjä
    lähetetty|vastaanottaja|aihe|päivämäärä|pvm|od|wysłano|wysłane|do|temat|dw|odesláno|odoslané|komu|předmět|predmet
    dátum|feladó|küldve|elküldve|címzett|tárgy|de la|trimis|către|catre|subiect|gönderen|kimden|gönderildi
    gönderme tarihi|kime|konu|tarih|šalje|poslano|prima|za|zadeva|saatja|saadetud|adressaat|teema|nuo|išsiųsta|kam|tema
    от|отправлено|кому|тема|дата|від|надіслано|изпратено|до|относно|από|στάλθηκε|προς|θέμα|ημερομηνία
    từ|đã gửi|đến|chủ đề|dari|dikirim|kepada|perihal
    差出人|送信者|送信日時|宛先|件名|日時|日付|发件人|发送时间|发送日期|收件人|主题|抄送|寄件者|寄件日期|收件者|主旨|日期|副本
    보낸 사람|보낸사람|보낸 날짜|받는 사람|받는사람|제목|날짜|מאת|נשלח|אל|נושא|תאריך|من|تم الإرسال|إلى|الموضوع|التاريخ
    """  # words of other scripts
_FIELDS = frozenset(" ".join(one.split()).casefold() for one in _FIELD_NAMES.strip().replace("\n", "|").split("|"))
"""What the lines with the sender, the date, the receiver and the subject begin with."""
_LOOKED_AT = 8
_LEAST_KNOWN = 2
"""Lines of a sender, a date, a receiver or a subject among the first three, where nothing else divides the mails."""


def is_separator(lines: Sequence[str], number: int) -> bool:
    """Return whether the mail that is answered follows a line, or begins with it."""
    if _UNDERSCORES.fullmatch(lines[number]):
        return _mail_follows(lines, number)
    if between := _BETWEEN_HYPHENS.fullmatch(lines[number]):
        words = between[1].replace("\u2019", "'")
        says_so = len(words.split()) <= _MOST_WORDS and _ORIGINAL.search(words) and _MESSAGE.search(words)
        return bool(says_so or _NAMED.search(words)) or _mail_follows(lines, number)
    first = lines[number : number + _LEAST_HEADERS]
    return are_headers(first) and len(_known_fields(first)) >= _LEAST_KNOWN


def are_headers(lines: Sequence[str]) -> bool:
    """Return whether lines are the first ones of a mail, with an address."""
    are_all = len(lines) == _LEAST_HEADERS and all(map(_HEADER.fullmatch, lines))
    return are_all and any("@" in line for line in lines)


def introduces(line: str) -> bool:
    """Return whether a line says who has written what follows, with an address."""
    return line.endswith((":", "\uff1a")) and bool(_NAMED.search(line))


def _mail_follows(lines: Sequence[str], number: int) -> bool:
    """Return whether the headers of a mail follow a line, or a sentence that names its sender."""
    near = [line.strip() for line in lines[number + 1 : number + 1 + _LOOKED_AT]]
    first = next((place for place, line in enumerate(near) if line), len(near))
    below = near[first:]
    below = below[: next((place for place, line in enumerate(below) if not line), len(below))]
    if are_headers(below[:_LEAST_HEADERS]) or any(map(introduces, below[:2])):
        return True
    fields, least = _fields(below), _LEAST_HEADERS - any("@" in line for line in below)
    return bool(fields) and fields[0] in _FIELDS and len(_known_fields(below)) >= least


def _fields(lines: Sequence[str]) -> list[str]:
    """Return what lines have before their colons."""
    return [found[1].replace("\u2019", "'").casefold() for line in lines if (found := _FIELD.match(line))]


def _known_fields(lines: Sequence[str]) -> frozenset[str]:
    """Return the names of fields of a mail with which lines begin."""
    return _FIELDS.intersection(_fields(lines))
