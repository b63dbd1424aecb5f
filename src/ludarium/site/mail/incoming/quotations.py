"""The sender's own text of a mail, without quotations and signature.

A quoted line begins with `>`. The paragraph before a quotation that ends with a colon introduces it ("On Monday Ann
wrote:"), in any language. Programs that mark no line introduce the whole mail that is answered by a rule, or by lines
with its sender and its date.

Where the mail that is answered begins, in mails whose programs mark no line of it.

Such programs write a line of underscores, or words between hyphens, and then the sender and the date of that mail. A
line that people draw between their own words has nothing of the kind after it.

Links of a quotation that a program has broken, so that a line of them seems to be the sender's own.

Programs that wrap a quoted line move a long link, or what is left of it, to a line of its own without a mark.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ludarium.site.mail.incoming.signatures import is_from_device
from ludarium.site.outbox.reply_tokens import IN_TEXT

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


_LINK = re.compile(r"<?(?:https?://|www\.|mailto:)\S+|<?[^\s@<>]++@[^\s@<>]++>?[:,.]?", re.IGNORECASE)
_IN_WORD = re.compile(r"https?://|www\.", re.IGNORECASE)
_REST = re.compile(r"(?=.*\w{3})[\w\-.~:/?#\[\]@!$&'()*,;=%]+>?", re.ASCII)
"""What may be left of a link; a turn of a few letters and signs is not."""
_LEAST_LETTERS = 12
"""A word of fewer letters, and nothing else, is not taken for a rest."""
_LEAST_LINKED = 60
"""Characters that a line would have at least with the next word, if a program has broken it there."""


def mark_wrapped_links(lines: Sequence[str], own_marks: list[bool]) -> None:
    """Take the mark of an own line from lines that are a link, or the rest of one, of the quotation above.

    What may be an answer stays where there is no other: the rest of a link is known by its looks alone.
    """
    rests = set[int]()
    for number in range(1, len(lines)):
        if not own_marks[number] or (own_marks[number - 1] and number - 1 not in rests):
            continue
        if _is_link(lines, own_marks, number):
            own_marks[number] = False
        elif _is_rest(lines[number - 1].rstrip(), lines[number].strip(), is_long_one=number - 1 in rests):
            rests.add(number)
    if any(own and number not in rests and lines[number].strip() for number, own in enumerate(own_marks)):
        for number in rests:
            own_marks[number] = False


def _is_link(lines: Sequence[str], own_marks: Sequence[bool], number: int) -> bool:
    """Return whether a line begins with a link that had no room in the quoted line above."""
    words, is_last = lines[number].split(), number + 1 == len(lines)
    if not words or not _LINK.fullmatch(words[0]) or len(lines[number - 1].rstrip()) + len(words[0]) < _LEAST_LINKED:
        return False
    is_within = not is_last and not own_marks[number + 1]
    if len(words) > 1:
        return is_within or bool(IN_TEXT.search(words[0]))
    return is_last or is_within or len(lines[number + 1].split()) < 2  # otherwise a sentence of the sender begins here


def _is_rest(above: str, word: str, *, is_long_one: bool) -> bool:
    """Return whether a word may be the rest of the link that ends the line above it."""
    last = above.split()[-1] if len(above) >= _LEAST_LINKED else ""
    is_long = bool(last) and not last.endswith(">") and (is_long_one or bool(_IN_WORD.search(last)))
    return is_long and not (word.isalpha() and len(word) < _LEAST_LETTERS) and bool(_REST.fullmatch(word))


_QUOTED = re.compile(r"\s*[>|»]|\s?[A-Za-z]{1,4}>(?:\s|$)")
"""A quoted line; some programs put letters of the name of its author before the mark ("AD> ")."""
_SIGNATURE = re.compile(r"--\s*")
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNED_END = "-----BEGIN PGP SIGNATURE-----"
_NAMED_INSIDE = re.compile(r"<[^\s@<>]++@[^\s@<>]++>[^:<>]{0,40}:\s{3,}\S")
"""The address of the one who is quoted, in a line that goes on with the quotation itself."""
_LONGEST_INTRODUCTION = 3
_LEAST_WRAPPED = 50
"""Characters that a line would have at least with the first word of the next one, if a program has broken it there."""


_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"
OWN = "\u2060"
"""What stands before a line that only seems to be quoted; it has no width, and is no part of what is read."""
_PICTURE = re.compile(
    r"\[(?:cid|image|inline image|inline-bild|bild|imagen?|immagine)\s?:[^\[\]]{1,200}\]|"
    r"^\s*[\[<][^\[\]<>]{1,100}\.(?:png|jpe?g|gif|heic|webp|tiff?|bmp)[\]>]\s*$|\ufffc",
    re.IGNORECASE,
)
"""What mail programs write in place of a picture."""


class Written(NamedTuple):
    """The sender's own text of a mail: its first line, and the free text after it."""

    first: str
    rest: str


def own_lines(text: str) -> list[str]:
    r"""Return the lines that the sender of a mail has written, without quotations and signature.

    >>> own_lines("On Monday Ann wrote:\n> It is your turn.\n\na+b-\n-- \nBob")
    ['', 'a+b-']
    """
    lines = _without_armour(text.splitlines())
    own_marks = [not is_quoted(line) for line in lines]
    mark_wrapped_links(lines, own_marks)
    last_quoted = max((number for number, own in enumerate(own_marks) if not own), default=-1)
    for number, line in enumerate(lines):
        if own_marks[number] and (_SIGNATURE.fullmatch(line) or _begins_quotation(lines, number, last_quoted)):
            lines, own_marks = lines[:number], own_marks[:number]
            break
    _drop_introductions(lines, own_marks)
    own = [line.removeprefix(OWN) for line, is_own in zip(lines, own_marks, strict=True) if is_own]
    return [line for line in own if not line.strip() or _PICTURE.sub("", line).strip()]


def read_written(text: str) -> Written:
    r"""Return the first line that the sender of a mail has written, and the text after it.

    >>> read_written("a+b-\n\nGood game!\n\nSent from my iPhone\n\n> It is your turn.")
    Written(first='a+b-', rest='Good game!')
    """
    lines = [_PICTURE.sub("", line).strip("\u200b\ufeff\u2060 \t\xa0") for line in own_lines(text)]
    lines = lines[next((number for number, line in enumerate(lines) if line), len(lines)) :]
    while lines and (not lines[-1] or is_from_device(lines[-1])):
        del lines[-1]
    return Written(lines[0], "\n".join(lines[1:]).strip()) if lines else Written("", "")


def is_quoted(line: str) -> bool:
    """Return whether a line is marked as quoted."""
    return bool(_QUOTED.match(line))


def is_encrypted(text: str) -> bool:
    """Return whether a text is nothing but an encrypted one, with its armour."""
    return text.lstrip().startswith(_ENCRYPTED)


def _without_armour(lines: list[str]) -> list[str]:
    r"""Return the lines that a PGP signature is about, if there is one.

    >>> _without_armour([_SIGNED, "Hash: SHA256", "", "u+", "- -- ", _SIGNED_END, "iHUE"])
    ['u+', '-- ']
    """
    begins = next((number for number, line in enumerate(lines) if line.strip() == _SIGNED), None)
    if begins is None:
        return lines
    first = next((number for number in range(begins, len(lines)) if not lines[number].strip()), begins)
    after = lines[first + 1 :]
    ends = next((number for number, line in enumerate(after) if line.strip() == _SIGNED_END), len(after))
    return [*lines[:begins], *(line.removeprefix("- ") for line in after[:ends])]


def _begins_quotation(lines: list[str], number: int, last_quoted: int) -> bool:
    """Return whether all lines from here on are the quoted mail, though no mark says so, or nothing that is read."""
    stripped = lines[number].strip()
    if is_separator(lines, number) or stripped == _ENCRYPTED or _NAMED_INSIDE.search(stripped):
        return True
    if number > last_quoted and IN_TEXT.search(stripped):
        return True
    if introduces(stripped):
        after = (lines[place] for place in range(number + 1, len(lines)))
        following = next((line for line in after if line.strip()), "")
        return bool(following) and not _QUOTED.match(following)
    return False


def _drop_introductions(lines: list[str], own_marks: list[bool]) -> None:
    """Drop the paragraphs that introduce quotations."""
    for number in range(1, len(lines)):
        if own_marks[number] or not own_marks[number - 1]:
            continue
        last = number - 1
        while last > 0 and not lines[last].strip():
            last -= 1
        if own_marks[last] and lines[last].rstrip().endswith((":", "\uff1a")):
            for above in range(last, max(last - _LONGEST_INTRODUCTION, -1), -1):
                if not lines[above].strip() or not own_marks[above] or (above < last and not _goes_on(lines, above)):
                    break
                own_marks[above] = False


def _goes_on(lines: list[str], number: int) -> bool:
    """Return whether a line may have been wrapped: the first word of the next one had no room in it."""
    first = next(iter(lines[number + 1].split()), "")
    return len(lines[number].strip()) + 1 + len(first) > _LEAST_WRAPPED
