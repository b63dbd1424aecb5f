"""The types of the JSON that pages have for programs; the documentation for programs is made from them.

Size: a value for each page.
"""

from typing import Any

from msgspec import Struct

from ludarium.site.programs.events import Challenged


class Offer(Struct, frozen=True):
    """An open offer: its kind, the seat that made it, and the seats that have accepted."""

    kind: str
    seat: int
    accepted: list[int]


class ReviewTurn(Struct, frozen=True):
    """What a review says of a turn, after so many lines of the record: what was played, and what the bot would play.

    `value` is what the seat could expect, `loss` what the turn gave away and `luck` that of the roll before it, all of
    the payoffs from 0 to 1. `gap`, which the value is wrong by at most, is null without a table of exact values; then
    searches tell the loss, and `doubt` is half of its 95 % interval.
    """

    played: int
    number: int
    seat: int
    text: str
    best: str
    value: float
    gap: float | None
    loss: float | None
    luck: float | None
    doubt: float | None


class ReviewRoll(Struct, frozen=True):
    """The luck of a roll after so many lines of the record: what the seat can expect less the mean over all rolls.

    `gap` is null where it is that of a search.
    """

    played: int
    number: int
    seat: int
    luck: float
    gap: float | None


class ReviewData(Struct, frozen=True):
    """The review of a match: the bot `by` which, every turn, and every roll whose luck is known.

    `left_out` is the rule that exact values leave out.
    """

    by: str
    left_out: str
    turns: list[ReviewTurn]
    rolls: list[ReviewRoll]


class MatchData(Struct, frozen=True):
    """A match.

    `seats` are those of the person, `open` those that nobody has taken yet, `sealed` the orders of an unfinished
    simultaneous turn, `left` the seconds on the clocks that run, `gone` the seconds for which players have been away,
    both by seat, `invitations` the addresses of the open seats by seat, which only the host sees,
    `review` that of a match that is over, null where nobody has asked for it.
    `turn_count` are the turns that were played in the match, as its list of turns numbers them.
    `commands` has those of the words `turn`, `hint`, `resign`, `takeback`, `draw`, `accept`, `decline`, `claim`,
    `claim-draw`, `review` and `rematch` of the commands that the person may give now.
    """

    match: str
    number: int
    revision: int
    turn_count: int
    record: str
    seats: list[int]
    open: list[int]
    sealed: dict[str, str]
    offer: Offer | None
    may_answer: bool
    left: dict[str, float]
    gone: dict[str, float]
    seat: int | None
    live: bool
    status: str
    news: str
    offered: str
    error: str
    invitations: dict[str, str] = {}
    review: ReviewData | None = None
    commands: list[str] = []


class InvitationData(Struct, frozen=True):
    """An invitation to a seat of a match: which, by whom, and the commitment to the dice."""

    match: str
    game: str
    seat: str
    host: str | None
    person: str | None
    is_host: bool
    commitment: str | None


class Summary(Struct, frozen=True):
    """A match that goes on; `turn_count` are the turns that were played in it, a roll counted with its turn."""

    match: str
    number: int
    game: str
    players: list[str]
    my_turn: bool
    turn_count: int


class AppointmentData(Struct, frozen=True):
    """A live match that begins by itself at `starts_at`, in seconds since 1970."""

    challenge: str
    game: str
    opponent: str
    starts_at: float


class OwnPlaceData(Struct, frozen=True):
    """The person's place on the challenge ladder of a game: `answers` counts the challenges that wait for them."""

    game: str
    place: int
    answers: int


class Me(Struct, frozen=True):
    """The person, null for a stranger, with matches that go on, challenges that wait, appointments and places."""

    person: str | None
    matches: list[Summary]
    challenges: list[Challenged] = []
    appointments: list[AppointmentData] = []
    ladders: list[OwnPlaceData] = []


class ChallengeData(Struct, frozen=True):
    """A challenge: who offers whom which match, and what has become of it.

    `times` are those at which it may begin, and `starts_at` the one that was agreed on, in seconds since 1970;
    `moments` has them in words, in the time zone of the reader, and `there` what time it is for the other person now,
    if that is another one.
    """

    challenge: str
    challenger: str
    challenged: str
    game: str
    begins: str
    clock: str | None
    tick: float | None
    position: str | None
    rated: bool
    message: str
    state: str
    answer: str
    match: str | None
    waits: bool
    times: list[float] = []
    starts_at: float | None = None
    moments: list[str] = []
    there: str = ""


class PlanData(Struct, frozen=True):
    """The lines that a person has planned for a seat: each a list of steps with the turns that it waits for."""

    match: str
    seat: int
    lines: list[list[dict[str, Any]]]


class TrialTurnData(Struct, frozen=True):
    """A turn of a script in a trial: what it chose, its fault with its line, what it printed, its steps and time."""

    text: str
    fault: str
    line: int | None
    printed: str
    steps: int
    ms: int


class TrialData(Struct, frozen=True):
    """A trial of the workshop: while it `waits`, ask again; `result` is in words, and `record` empty if there is none.

    `score` has the won, drawn and lost matches of a comparison.
    """

    trial: str
    kind: str
    waits: bool
    result: str
    record: str
    turns: list[TrialTurnData]
    score: list[int] | None = None


class WorkshopData(Struct, frozen=True):
    """The workshop of a game: the code that the page shows, whose it is, and the trial that was asked for.

    `bots` are those of the person, their names by their ids; `versions` are the numbers of the versions of `bot`. A
    version that is a WebAssembly program has no code: `module` is its SHA-256.
    """

    game: str
    code: str
    bot: str | None
    version: int | None
    versions: list[int]
    published: int | None
    bots: dict[str, str]
    trial: TrialData | None
    module: str | None = None


class VacationData(Struct, frozen=True):
    """The seconds of vacation that are left, and those that are announced: when each begins and ends, since 1970."""

    left: float
    planned: list[tuple[float, float]]


class GameData(Struct, frozen=True):
    """The choices for a new match of a game: its options with their defaults, the seats, and the levels of bots.

    `commitment` is to the secret of the dice of the match with the id `match`; both are sent with a new match.
    """

    game: str
    seats: list[str]
    options: dict[str, str]
    levels: list[str]
    match: str | None = None
    commitment: str | None = None


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


class MessageData(Struct, frozen=True):
    """A message of a `person`, by their id and name, in a `room` of a match.

    It is one of the greetings or a text; the other is empty. `number` counts the messages of the match, and `turn` is
    the number of lines that its record had then. The `id` never changes.
    """

    id: str
    number: int
    room: str
    person: str
    name: str
    greeting: str
    text: str
    turn: int
    said_at: float


class TalkData(Struct, frozen=True):
    """The talk of a match as a person sees it: the last messages of the `rooms` that they may read.

    `number` is that of the last message of the match, and `unread` says how many of these messages are new. A person
    who has `muted` the match hears nothing of others, and one who may not write reads why in `silenced`. With `earlier`
    as `before` in the address come those before.
    """

    match: str
    number: int
    rooms: list[str]
    messages: list[MessageData]
    unread: int
    muted: bool
    greetings: list[str]
    greetings_only: bool
    earlier: int | None
    silenced: str = ""


class NotesData(Struct, frozen=True):
    """A person's notes on the positions of a match, by the number of lines of its record before them."""

    match: str
    notes: dict[str, str]
