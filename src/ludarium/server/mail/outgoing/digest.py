"""The daily mail: a part for each notice, with its board, and the address that answers it."""

from typing import NamedTuple

from ludarium.club.match.views import MatchView
from ludarium.server.mail.outgoing.mail_content import MailContent, board_text, example_of, fill
from ludarium.server.mail.outgoing.wrapping import WIDTH, wrap


class DigestPart(NamedTuple):
    """A notice in the daily mail: a sentence, the page to which it leads, a board, and how to answer it."""

    sentence: str
    page: str
    board: str = ""
    how: str = ""
    answers: str = ""


def digest_part(sentence: str, page: str, view: MatchView | None, person_id: str, answers: str) -> DigestPart:
    """Return the part of a notice; `answers` is the address to which its answer goes, empty for none."""
    board = board_text(view, person_id) if view else ""
    if not answers:
        return DigestPart(sentence, page, board)
    if view is None:
        return DigestPart(sentence, page, board, "To accept or to decline, mail this word to", answers)
    example = example_of(view, person_id)
    how = f"To play, mail your turn, as in {example}, to" if example else "To answer, mail a word such as resign to"
    return DigestPart(sentence, page, board, how, answers)


def digest_content(subject: str, parts: list[DigestPart], end: str, unsubscribe: str) -> MailContent:
    """Return the daily mail; `unsubscribe` is the address of the page that ends such mails."""
    texts = [_text(part) for part in parts]
    values = {"subject": subject, "parts": parts, "end": end, "unsubscribe": unsubscribe}
    footer = f"-- \nNo more mail of this kind: {unsubscribe}"
    rule = "-" * WIDTH
    text = f"\n\n{rule}\n\n".join(texts)
    return MailContent(subject, f"{text}\n\n{rule}\n\n{end}\n\n{footer}", fill("digest", values))


def _text(part: DigestPart) -> str:
    answer = f"{wrap(part.how)}\n    {part.answers}" if part.how else ""
    return "\n\n".join(filter(None, [f"{wrap(part.sentence)}\n{part.page}", part.board, answer]))
