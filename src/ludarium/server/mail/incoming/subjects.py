"""The subjects that mail programs give to automatic answers, in many languages.

They stand before the subject that is answered, and end with a colon or a dash, or are in brackets. A reply of a person
begins with `Re:` or its like.
"""

import re
import unicodedata

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
