"""The commands about tournaments."""

from dataclasses import dataclass
from typing import NamedTuple

from ludarium.club.match.commands import Fields, read_fields


@dataclass(frozen=True, slots=True)
class MakeTournament:
    """Make a tournament; empty fields have their defaults.

    `game` is a spec, `tempo` a clock or a tick, `kind` one of `tournament.kinds.KINDS`; `rated` and `computers` are
    yes or empty, `days` is after how many days it begins, unless `begins` is a time in a `zone`, as in
    2027-01-15T20:00, and `ties` the tie-breaks, by their names.
    `exhibitor` is the name of who plays against everybody, empty for the organiser, `first_turn` who has it,
    one of `tournament.kinds.exhibition.FIRST_TURNS`, and `teams` the names of two teams with a comma between them.
    In a duplicate of a game of two seats all play the bot of a level, the `opponent`; empty for the strongest. It ends
    after some `weeks` at the latest.
    An arena goes on for some `minutes`; `streaks` is yes or empty.
    It is the `published` tournament of the game if that is yes: nothing else is chosen then but the name.
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
    begins: str = ""
    zone: str = ""
    exhibitor: str = ""
    first_turn: str = ""
    teams: str = ""
    minutes: str = ""
    streaks: str = ""
    opponent: str = ""
    weeks: str = ""
    published: str = ""


@dataclass(frozen=True, slots=True)
class EnterTournament:
    """Enter a tournament that has not begun; a team match for a `team`, by its name: empty for the smaller one."""

    team: str = ""


@dataclass(frozen=True, slots=True)
class LeaveTournament:
    """Leave a tournament, before or after its start."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Come back to a Swiss tournament that one has left."""


@dataclass(frozen=True, slots=True)
class RequestBye:
    """Do not play in the next round of a Swiss tournament, for half of its points; once in a tournament."""


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


@dataclass(frozen=True, slots=True)
class AnnounceToPlayers:
    """Tell all players of one's own tournament something, which its page shows, too."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Disqualify:
    """Take a player, given by id, out of one's own tournament; the player hears the reason, and the page shows it."""

    player: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Reinstate:
    """Undo that a player, given by id, was disqualified from one's own tournament; the page shows the reason."""

    player: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Substitute:
    """Let somebody, given by name, play on for a player, given by id; who is not on the waiting list must accept."""

    player: str = ""
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AcceptPlace:
    """Play on for the player for whom the organiser has asked one to."""


@dataclass(frozen=True, slots=True)
class DeclinePlace:
    """Do not play on for the player for whom the organiser has asked one to."""


@dataclass(frozen=True, slots=True)
class WaitForPlace:
    """Be on the waiting list of a tournament that goes on, from which the organiser takes substitutes."""


@dataclass(frozen=True, slots=True)
class StopWaiting:
    """Be on the waiting list no more."""


@dataclass(frozen=True, slots=True)
class Adjourn:
    """Let no round of one's own tournament begin for some days, in which clocks wait as for a vacation."""

    days: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with one's own tournament before the end of its adjournment."""


@dataclass(frozen=True, slots=True)
class AssignTeam:
    """Let a player of one's own team match, given by id, play for a team, given by its name."""

    player: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class EnterBot:
    """Enter a bot of the site, given by its spec, in one's own tournament, or a bot that one has published.

    It plays in a team match for a `team`, as in `EnterTournament`.
    """

    bot: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """Withdraw a bot of the site, given by the id of its entry, before the tournament begins."""

    player: str = ""


TournamentCommand = (
    EnterTournament
    | LeaveTournament
    | EnterBot
    | RemoveBot
    | ComeBack
    | RequestBye
    | WithdrawBye
    | BeginTournament
    | CancelTournament
    | ChangeTournament
    | CorrectResult
    | AnnounceToPlayers
    | Disqualify
    | Reinstate
    | Substitute
    | AcceptPlace
    | DeclinePlace
    | WaitForPlace
    | StopWaiting
    | Adjourn
    | Resume
    | AssignTeam
)
"""What is asked for in a tournament that is there."""


class TournamentCommandRow(NamedTuple):
    """A command: its value, the `do` of its form and of JSON, what was done, and whether it is for the organiser."""

    command: type
    word: str
    done: str
    organiser: bool = False


MAKE = TournamentCommandRow(MakeTournament, "make", "The tournament waits for players.")


def new_tournament_from_form(values: Fields) -> MakeTournament:
    """Return the tournament that a form describes."""
    return read_fields(MakeTournament, values)
