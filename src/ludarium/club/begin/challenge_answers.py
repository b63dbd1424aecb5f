"""The answers to a challenge, and the one table of their names, which pages and mails read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.club.match.commands import Fields, chosen, read_fields


@dataclass(frozen=True, slots=True)
class AcceptChallenge:
    """Accept a challenge, and add a nonce to the dice of its match.

    `time` is one of the times at which it may begin, in seconds since 1970; it can be left out where there is one.
    """

    nonce: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True)
class DeclineChallenge:
    """Decline a challenge, for a reason."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawChallenge:
    """Withdraw one's own challenge."""


@dataclass(frozen=True, slots=True)
class CancelAppointment:
    """Cancel an appointment, in which one is either of the two."""


ChallengeAnswer = AcceptChallenge | DeclineChallenge | WithdrawChallenge | CancelAppointment


class AnswerRow(NamedTuple):
    """An answer: its values, the `do` of its form and of JSON, and its word in a mail, which is empty without one."""

    answer: type
    word: str
    mail: str = ""


ANSWERS = (
    AnswerRow(AcceptChallenge, "accept", "accept"),
    AnswerRow(DeclineChallenge, "decline", "decline"),
    AnswerRow(WithdrawChallenge, "withdraw"),
    AnswerRow(CancelAppointment, "cancel"),
)
MAIL_ANSWERS: Mapping[str, type] = {row.mail: row.answer for row in ANSWERS if row.mail}


def answer_from_form(values: Fields) -> ChallengeAnswer:
    """Return the answer of a form.

    Raises `ParseError`.
    """
    types = {row.word: row.answer for row in ANSWERS}
    answer: ChallengeAnswer = read_fields(types[chosen(values, types)], values)
    return answer
