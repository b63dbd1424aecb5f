"""The answers to a challenge."""

from collections.abc import Mapping
from typing import ClassVar

from ludarium.site.act import Command, commands_of


class ChallengeAnswer(Command):
    """What is asked for about a challenge; `mail` is its word in a mail, which is empty without one."""

    mail: ClassVar[str] = ""


class AcceptChallenge(ChallengeAnswer, tag="accept"):
    """Accept a challenge, and add a nonce to the dice of its match.

    `time` is one of the times at which it may begin, in seconds since 1970; it can be left out where there is one.
    """

    mail = "accept"
    nonce: str = ""
    time: str = ""


class DeclineChallenge(ChallengeAnswer, tag="decline"):
    """Decline a challenge, for a reason."""

    mail = "decline"
    reason: str = ""


class WithdrawChallenge(ChallengeAnswer, tag="withdraw"):
    """Withdraw one's own challenge."""


class CancelAppointment(ChallengeAnswer, tag="cancel"):
    """Cancel an appointment, in which one is either of the two."""


MAIL_ANSWERS: Mapping[str, type[ChallengeAnswer]] = {
    one.mail: one for one in commands_of(ChallengeAnswer).values() if one.mail
}
