"""The JSON of the pages of leagues for programs."""

from msgspec import Struct


class LeagueSummary(Struct, frozen=True):
    """A league in a list: `season` is the last one that has begun, `entered` counts those who play in the next one."""

    league: str
    name: str
    state: str
    game: str
    tempo: str
    rated: bool
    computers: bool
    season: int
    entered: int
    begins_at: float
    is_mine: bool


class LeagueList(Struct, frozen=True):
    """The leagues: those that go on first."""

    leagues: list[LeagueSummary]


class LeagueRow(Struct, frozen=True):
    """A row of the table of a division, best first.

    `player` is the seed number in the tournament that the division is, `move` is `up`, `down` or empty: where the
    place leads after the season. `going_on` counts matches that are not over, and `average` is the seconds of a turn
    in those that are; null before one is known.
    """

    rank: int
    player: int
    name: str
    computer: bool
    has_left: bool
    points: float
    berger: float
    won: int
    drawn: int
    lost: int
    forfeits: int
    going_on: int
    average: float | None
    move: str


class DivisionData(Struct, frozen=True):
    """A division of a season; its games are those of the tournament `/tournaments/TOURNAMENT`."""

    tournament: str
    name: str
    state: str
    begun_at: float | None
    ends_at: float | None
    table: list[LeagueRow]


class LeagueData(Struct, frozen=True):
    """A league with the divisions of a season, the highest first, and who plays in the next season.

    `season` is that of the divisions and `seasons` the last one that has begun; `season_days` is how many days a
    season has, and `do` what this person may ask for now. `failing_since` is since when the next season cannot begin,
    as the game is not there any more.
    """

    league: str
    name: str
    state: str
    game: str
    tempo: str
    rated: bool
    computers: bool
    vacation: bool
    season_days: int
    seed: int
    organiser: str
    season: int
    seasons: int
    is_last: bool
    begins_at: float
    ended_at: float | None
    divisions: list[DivisionData]
    entered: list[str]
    is_entered: bool
    do: list[str]
    failing_since: float | None = None
