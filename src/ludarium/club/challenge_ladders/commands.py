"""The commands about challenge ladders, and the one table of their names, which pages and programs use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ludarium.club.match.commands import Fields, form_reader
from ludarium.club.tournaments.commands import TournamentCommandRow


@dataclass(frozen=True, slots=True)
class JoinLadder:
    """Take the last place of a ladder."""


@dataclass(frozen=True, slots=True)
class LeaveLadder:
    """Give up one's place; matches that go on are played to their end, without a change of places."""


@dataclass(frozen=True, slots=True)
class ChallengePlace:
    """Challenge a person, given by id, for their place."""

    person: str = ""


@dataclass(frozen=True, slots=True)
class AcceptForPlace:
    """Accept a challenge for one's place, given by its number: its match begins, at one of the ladder's `TEMPOS`."""

    number: int
    tempo: str = ""


@dataclass(frozen=True, slots=True)
class GiveWay:
    """Give one's place to the challenger, without a match."""

    number: int


@dataclass(frozen=True, slots=True)
class WithdrawFromPlace:
    """Withdraw one's own challenge, before it is answered."""

    number: int


LadderCommand = JoinLadder | LeaveLadder | ChallengePlace | AcceptForPlace | GiveWay | WithdrawFromPlace
CHALLENGE_LADDER_COMMANDS = (
    TournamentCommandRow(JoinLadder, "join", "You have the last place."),
    TournamentCommandRow(LeaveLadder, "leave", "You have left the ladder."),
    TournamentCommandRow(ChallengePlace, "challenge", "The challenge waits for an answer."),
    TournamentCommandRow(AcceptForPlace, "accept", "The match has begun."),
    TournamentCommandRow(GiveWay, "give-way", "The challenger has your place."),
    TournamentCommandRow(WithdrawFromPlace, "withdraw", "The challenge is withdrawn."),
)
CHALLENGE_LADDER_ROWS: Mapping[type, TournamentCommandRow] = {row.command: row for row in CHALLENGE_LADDER_COMMANDS}
challenge_ladder_command_from_form: Callable[[Fields], LadderCommand] = form_reader(CHALLENGE_LADDER_COMMANDS)
"""Returns the command of a form."""
