"""The commands about tournaments, and the one table of their names, which pages, mails and programs use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.club.match.commands import Fields, read_command, read_fields


@dataclass(frozen=True, slots=True)
class MakeTournament:
    """Make a tournament; empty fields have their defaults.

    `game` is a spec, `tempo` a clock, `kind` one of `tournament.waves.KINDS`; `rated` and `computers` are
    yes or empty, `days` is after how many days it begins, and `ties` the tie-breaks, by their names.
    """

    game: str
    kind: str = ""
    tempo: str = ""
    name: str = ""
    rounds: str = ""
    games: str = ""
    most: str = ""
    days: str = ""
    rated: str = ""
    computers: str = ""
    ties: str = ""


@dataclass(frozen=True, slots=True)
class EnterTournament:
    """Enter a tournament that has not begun."""


@dataclass(frozen=True, slots=True)
class LeaveTournament:
    """Leave a tournament, before or after its start."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Come back to a Swiss tournament that one has left."""


@dataclass(frozen=True, slots=True)
class RequestBye:
    """Do not play in the next round of a Swiss tournament, for half a point; once in a tournament."""


@dataclass(frozen=True, slots=True)
class WithdrawBye:
    """Play in the next round, although one has asked for a bye."""


@dataclass(frozen=True, slots=True)
class BeginTournament:
    """Begin one's own tournament before its time, with those who have entered."""


@dataclass(frozen=True, slots=True)
class CancelTournament:
    """Cancel one's own tournament before its start."""


@dataclass(frozen=True, slots=True)
class ChangeTournament:
    """Change one's own tournament before its start; an empty field leaves it as it is.

    `days` is after how many days from now it begins.
    """

    name: str = ""
    days: str = ""
    most: str = ""


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Correct the result of a game of one's own tournament.

    `match` is the id of its match, and `points` what the player with the first turn gets: 1, 0.5 or 0.
    """

    match: str = ""
    points: str = ""


TournamentCommand = (
    EnterTournament
    | LeaveTournament
    | ComeBack
    | RequestBye
    | WithdrawBye
    | BeginTournament
    | CancelTournament
    | ChangeTournament
    | CorrectResult
)
"""What is asked for in a tournament that is there."""


class TournamentCommandRow(NamedTuple):
    """A command: its value, the `do` of its form and of JSON, what was done, and whether it is for the organiser."""

    command: type
    word: str
    done: str
    organiser: bool = False


TOURNAMENT_COMMANDS = (
    TournamentCommandRow(EnterTournament, "enter", "You have entered."),
    TournamentCommandRow(LeaveTournament, "leave", "You have left the tournament."),
    TournamentCommandRow(ComeBack, "return", "You play again from the next round on."),
    TournamentCommandRow(
        RequestBye, "bye", "You do not play in the next round, and get half a point for each game of it."
    ),
    TournamentCommandRow(WithdrawBye, "play", "You play in the next round."),
    TournamentCommandRow(BeginTournament, "begin", "The tournament has begun.", organiser=True),
    TournamentCommandRow(CancelTournament, "cancel", "The tournament is cancelled.", organiser=True),
    TournamentCommandRow(ChangeTournament, "change", "The tournament is changed.", organiser=True),
    TournamentCommandRow(CorrectResult, "correct", "The result is corrected.", organiser=True),
)
TOURNAMENT_ROWS: Mapping[type, TournamentCommandRow] = {row.command: row for row in TOURNAMENT_COMMANDS}
MAKE = TournamentCommandRow(MakeTournament, "make", "The tournament waits for players.")


def tournament_command_from_form(values: Fields) -> TournamentCommand:
    """Return the command of a form.

    >>> tournament_command_from_form({"do": "enter"})
    EnterTournament()

    Raises `ParseError`.
    """
    command: TournamentCommand = read_command(TOURNAMENT_COMMANDS, values)
    return command


def new_tournament_from_form(values: Fields) -> MakeTournament:
    """Return the tournament that a form describes."""
    return read_fields(MakeTournament, values)
