"""Tournaments as data for programs."""

from msgspec import Struct

from ludarium.site.tournaments.rows.values import StoredTournament, TournamentEntry
from ludarium.site.tournaments.views import ListedTournaments, TournamentView
from ludarium.site.tournaments.words import news_text


class TournamentSummary(Struct, frozen=True):
    """A tournament in a list: `entered` of at most `most` players."""

    tournament: str
    name: str
    state: str
    kind: str
    game: str
    tempo: str
    rated: bool
    computers: bool
    entered: int
    most: int
    begins_at: float
    is_mine: bool


class TournamentList(Struct, frozen=True):
    """The tournaments: those that can be entered first."""

    tournaments: list[TournamentSummary]


class TournamentPlayer(Struct, frozen=True):
    """A player: `place` is the order of entry, from 0, `rating` the one at the start.

    Seed numbers, from 0, are the places in the list of players of a tournament that has begun. `person` is the id of
    the account, which does not change; a bot of the site has none, but a spec in `bot`. `team` is 0 or 1 in a team
    match, and `former` the name of the one in whose place they play.
    """

    person: str
    name: str
    place: int
    rating: int | None
    computer: bool
    has_left: bool
    former: str | None
    team: int | None
    entered_at: float
    disqualified: bool = False
    bot: str | None = None


class TournamentBot(Struct, frozen=True):
    """A bot of the site that this person may enter: what to send as `bot`, and its name."""

    bot: str
    name: str


class TournamentFormer(Struct, frozen=True):
    """A result that was corrected, by which the waves before the number `until` were paired."""

    until: int
    how: str
    points: list[float]


class TournamentWaiting(Struct, frozen=True):
    """A person who would play on for somebody, or is `asked` to, for the player of an id."""

    person: str
    name: str
    at: float
    asked: str | None


class TournamentGame(Struct, frozen=True):
    """A game or a bye: the seed numbers of its players, the first of whom has the first turn, and what they got.

    `how` is `played`, `bye`, `half-bye` (on request), `forfeit`, `annulled`, `adjudicated` or `corrected`
    (by the organiser), and empty before; `waits` for who has no opponent in a wave of an arena, where `known` is the
    number of the first wave that was paired after the result was known; `unknown` in a published tournament if nothing
    of it is recorded.
    Results `before` a correction have `how` and `points`, and the number of the wave `until` which they paired: those
    before it. The `verdict` says how one was adjudicated. The `section` is `winners`, `losers` or `final` in a double
    elimination. In a duplicate `turns` are those of the player, and a match that others may not see yet says only
    whether it has `ended`.
    """

    round: int
    encounter: int
    players: list[int]
    points: list[float]
    how: str
    section: str
    match: str | None
    verdict: str | None
    known: int | None
    before: list[TournamentFormer] = []
    turns: int | None = None
    ended: bool = False


class TournamentRow(Struct, frozen=True):
    """A row of the table; `player` is a seed number, and `direct` null where direct encounter did not count."""

    rank: int
    player: int
    points: float
    direct: float | None
    buchholz: float
    cut: float
    berger: float
    won: int
    drawn: int
    lost: int
    second: int
    byes: int
    forfeits: int


class TournamentNews(Struct, frozen=True):
    """What the organiser has announced or decided: `about` is the id of a player, `until` the end of an adjournment."""

    at: float
    kind: str
    person: str
    name: str
    text: str
    about: str | None
    until: float | None


class TournamentData(Struct, frozen=True):
    """A tournament, from which everybody can compute its pairings and its table again.

    `exhibitor` is the id of who plays everybody, and `first_turn` who has it then; `teams` are the names of the
    two teams of a team match, and `team_points` theirs. The tables of a game with more than two `seats` have as few
    players as `fewest` at least, and `points` by place. `pairing` is the version of how it is paired.
    `waves` has the games that have begun at once, `ties` the tie-breaks of the table in their order; `do` is what this
    person may ask for now. `in_rounds` says whether a round robin is played live, round by round, and `resumes_at`
    when the next round of a live tournament begins, in the pause before it. `bots` are those that this person may
    enter. In a `published` tournament, which was played elsewhere, recorded games are played again.
    In a duplicate all play the bot of the level `opponent`, which is empty in a game for one. It and a division of a
    league end at `ends_at` at the latest, which is null in other tournaments.
    `waiting` is the waiting list, for the organiser alone, and `asked_for` the id of the player for whom the organiser
    asks this person to play on.
    """

    tournament: str
    name: str
    state: str
    kind: str
    game: str
    tempo: str
    rounds: int
    games: int
    rated: bool
    computers: bool
    most: int
    seed: int
    seats: int
    fewest: int
    exhibitor: str | None
    first_turn: str
    opponent: str
    pairing: int
    teams: list[str]
    team_points: list[float]
    ties: list[str]
    in_rounds: bool
    minutes: int | None
    streaks: bool
    organiser: str
    begins_at: float
    begun_at: float | None
    ends_at: float | None
    ended_at: float | None
    resumes_at: float | None
    players: list[TournamentPlayer]
    waves: list[list[TournamentGame]]
    table: list[TournamentRow]
    do: list[str]
    rests_until: float | None = None
    news: list[TournamentNews] = []
    bots: list[TournamentBot] = []
    published: bool = False
    waiting: list[TournamentWaiting] = []
    asked_for: str | None = None


_ABOUT = (
    "name", "state", "kind", "game", "tempo", "rounds", "games", "rated", "computers", "most", "seed", "seats",
    "fewest", "exhibitor", "first_turn", "opponent", "begins_at", "begun_at", "ends_at", "ended_at", "resumes_at",
    "minutes", "streaks", "published", "pairing",
)  # fmt: skip


_OF_NEWS = ("at", "kind", "person", "name", "about", "until")


_IN_LIST = ("name", "state", "kind", "game", "tempo", "rated", "computers", "entered", "most", "begins_at")


def tournament_list(listed: ListedTournaments) -> TournamentList:
    """Return the data of the list of tournaments."""
    return TournamentList(
        [tournament_summary(one, one.id in listed.mine) for one in (*listed.open, *listed.running, *listed.over)]
    )


def tournament_summary(one: StoredTournament, is_mine: bool) -> TournamentSummary:
    """Return the data of a tournament in a list."""
    return TournamentSummary(tournament=one.id, is_mine=is_mine, **{name: getattr(one, name) for name in _IN_LIST})


def tournament_data(view: TournamentView) -> TournamentData:
    """Return the data of the page of a tournament."""
    one = view.tournament
    table = [TournamentRow(**line.row._asdict()) for line in view.table]
    about = {name: getattr(one, name) for name in _ABOUT}
    return TournamentData(
        tournament=one.id,
        organiser=one.organiser_name,
        players=[_player(view, each) for each in view.players],
        waves=_waves(view),
        table=table,
        do=view.do,
        rests_until=one.rests_until,
        news=[
            TournamentNews(text=news_text(line), **{name: getattr(line, name) for name in _OF_NEWS})
            for line in view.news
        ],
        waiting=[TournamentWaiting(each.person, each.name, each.at, each.asked) for each in view.waiting],
        asked_for=view.asked_for.person if view.asked_for else None,
        teams=[*one.team_names],
        team_points=[*view.team_points],
        ties=[*one.of_kind.ties_of(view.form)],
        in_rounds=view.form.in_rounds,
        bots=[TournamentBot(spec, name) for spec, name in view.bots.items()],
        **about,
    )


def _waves(view: TournamentView) -> list[list[TournamentGame]]:
    rows = {(b.wave, b.board): b for _, boards in view.rounds for b in boards}
    return [
        [
            TournamentGame(
                round=board.pairing.round,
                encounter=board.pairing.encounter,
                players=list(board.pairing.seating),
                points=list(board.points),
                how=board.how,
                section=board.pairing.section,
                match=rows[number, at].match_id or None,
                verdict=rows[number, at].verdict,
                known=rows[number, at].known,
                before=[TournamentFormer(one.until, one.how, [*one.points]) for one in board.before],
                turns=board.turns if view.tournament.of_kind.alone and board.how else None,
                ended=bool(board.how or rows[number, at].ending),
            )
            for at, board in enumerate(wave)
        ]
        for number, wave in enumerate(view.waves)
    ]


def _player(view: TournamentView, each: TournamentEntry) -> TournamentPlayer:
    return TournamentPlayer(
        each.person,
        each.name,
        each.place,
        each.rating,
        each.is_bot,
        each.is_absent,
        each.former_name or None,
        each.team,
        each.entered_at,
        each.person in view.disqualified,
        each.bot or None,
    )
