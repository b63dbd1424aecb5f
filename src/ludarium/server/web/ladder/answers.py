"""What the pages of ladders answer programs."""

from msgspec import Struct


class LadderRowData(Struct, frozen=True):
    """A player of a ladder: `place` is 0 before it has played enough, `player` 0 before its first match.

    `level` is that of a bot of ours; else `bot` is the id of the bot in the workshop, null if it was deleted. `rating`
    is the estimate, which lies between `low` and `high` with a chance of 95 %.
    """

    place: int
    player: int
    name: str
    level: str
    spec: str
    bot: str | None
    version: int | None
    author: str
    source_shown: bool
    rating: int
    low: int
    high: int
    games: int
    won: int
    drawn: int
    lost: int
    rests_until: float | None


class LadderMatchSummary(Struct, frozen=True):
    """A match that was played: `score` is that of the first player; null if the match does not count."""

    number: int
    first: int
    second: int
    players: list[str]
    score: float | None
    ending: str
    played_at: float | None


class LadderData(Struct, frozen=True):
    """The ladder of a game: a page of its table, the best first, and the latest matches.

    `seed` is that of the pairings, `rated` counts the matches, and `is_on` says whether this site plays more of them.
    `nightly` are the days of the files of the whole ladder, such as 2027-01-15, the latest first.
    """

    game: str
    rows: list[LadderRowData]
    page: int
    pages: int
    rated: int
    seed: int
    is_on: bool
    latest: list[LadderMatchSummary]
    nightly: list[str]


class AgainstData(Struct, frozen=True):
    """The results of a player against another one."""

    player: int
    name: str
    won: int
    drawn: int
    lost: int


class LadderPlayerData(Struct, frozen=True):
    """A player of a ladder: its row, opponents, versions, and latest matches; `earlier` is the number before which
    there are more, null if there are none.
    """

    game: str
    row: LadderRowData
    against: list[AgainstData]
    versions: list[LadderRowData]
    matches: list[LadderMatchSummary]
    earlier: int | None


class LadderMatchData(Struct, frozen=True):
    """A match of a ladder with its record; `seed` is that of dice and bots, `failed_seat` who could not go on."""

    game: str
    match: LadderMatchSummary
    seed: int
    failed_seat: int | None
    by_machine: bool
    made_by: str
    record: str
