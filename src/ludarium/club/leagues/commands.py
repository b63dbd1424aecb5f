"""The commands about leagues, and the one table of their names, which pages, mails and programs use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ludarium.club.match.commands import Fields, form_reader, read_fields
from ludarium.club.tournaments.commands import TournamentCommandRow


@dataclass(frozen=True, slots=True)
class MakeLeague:
    """Make a league; empty fields have their defaults.

    `game` is a spec and `tempo` a clock; `rated` and `computers` are yes or empty, `vacation` is `no` if vacations do
    not stop the clocks; `days` is after how many days the first season may begin, `season` how many days it has.
    """

    game: str
    tempo: str = ""
    name: str = ""
    season: str = ""
    days: str = ""
    rated: str = ""
    computers: str = ""
    vacation: str = ""


@dataclass(frozen=True, slots=True)
class EnterLeague:
    """Play from the next season on."""


@dataclass(frozen=True, slots=True)
class LeaveLeague:
    """Play in no season after the one that goes on."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """Play for who leaves the season that goes on, if somebody does; for who has entered the next one."""


@dataclass(frozen=True, slots=True)
class StandInNoMore:
    """Stand in for nobody."""


@dataclass(frozen=True, slots=True)
class EndLeague:
    """End one's own league: after the season that goes on, or at once between two."""


LeagueCommand = EnterLeague | LeaveLeague | StandIn | StandInNoMore | EndLeague
"""What is asked for in a league that is there."""
LEAGUE_COMMANDS = (
    TournamentCommandRow(EnterLeague, "enter", "You play from the next season on."),
    TournamentCommandRow(LeaveLeague, "leave", "You play in no later season."),
    TournamentCommandRow(StandIn, "stand-in", "You play for the next one who leaves the season."),
    TournamentCommandRow(StandInNoMore, "no-stand-in", "You stand in for nobody."),
    TournamentCommandRow(EndLeague, "end", "No season follows.", organiser=True),
)
LEAGUE_ROWS: Mapping[type, TournamentCommandRow] = {row.command: row for row in LEAGUE_COMMANDS}
MAKE_LEAGUE = TournamentCommandRow(MakeLeague, "make", "The league waits for players.")
league_command_from_form: Callable[[Fields], LeagueCommand] = form_reader(LEAGUE_COMMANDS)
"""Returns the command of a form."""


def new_league_from_form(values: Fields) -> MakeLeague:
    """Return the league that a form describes."""
    return read_fields(MakeLeague, values)
