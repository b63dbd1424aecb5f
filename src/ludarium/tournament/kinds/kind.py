"""What a kind of tournament is: all in which kinds differ is said by their classes, and nothing asks for one by name.

A kind knows players as seed numbers, and no site: pages, forms and stores read its attributes and ask its methods.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, cast

from ludarium.core.errors import ParseError
from ludarium.core.rng import derive
from ludarium.core.text import counted
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.table import RankedPlayer, ordered, points_of, row_of
from ludarium.tournament.tie_breaks import TABLE_TIES, Tie, TiePart, encounters_of, parts_of_games
from ludarium.tournament.waves import HALF_BYE, IN_ORDER, Format, Wave, WaveNotOver, firsts_of, waves_as_of

Data = Mapping[str, Any]  # Any: JSON
Players = Collection[int]
Waves = Sequence[Wave]
MOST_SEATS = 4
"""Of the games of tournaments whose rounds can have tables."""
SEEDS = "Seed numbers follow from the ratings at the start; lots, which everybody can check, decide among equals."
NOBODY_CAME = (
    "If none of its players comes to a match, or, where all turns are simultaneous, comes back to one that has "
    "stopped, they all get nothing for it, as for one that is lost on time without a turn; it changes no rating. Who "
    "waits for the first turn of a match of two is there if they open its page before it ends."
)
LIVE_RULES = [
    "Nobody plays two matches at once. A round begins a minute after the last match of the one before has ended.",
    "The clocks run from the beginning of a match. Whose first turn has not come after 15 minutes loses.",
    NOBODY_CAME,
]
MISSED = {
    1: "Who loses on time without a turn has left.",
    2: "Who loses two matches running on time without a turn has left; one is lost alone.",
}
"""The rule about players who do not come, by how many matches running they may miss and then have left."""
SHARED = (
    "Players with the same result share the points of their places. At a smaller table the first place counts as much, "
    "and the last nothing."
)
TABLE_RULES = [
    "When somebody leaves, the match goes on without them if the game allows it, or ends as lost by them.",
    "The seats of a table: each player has one of those that they had less often.",
]
NO_RESULT = "The tournament is over, and a game has no result."


class Details(NamedTuple):
    """A tournament as the words of its kind tell of it; what it has not is empty.

    `rounds` and `table` are words: how many rounds, and how many players at a table of more than two; `has_end` is
    whether it ends at a time, `teams` is which team plays which, and `opponent` the bot that all play.
    """

    form: Format
    game: str
    tempo: str
    is_live: bool
    rounds: str
    table: str
    minutes: int | None
    exhibitor: str
    teams: str
    opponent: str
    has_end: bool

    @property
    def pace(self) -> str:
        """Whether matches are live, in words."""
        return "live" if self.is_live else "by correspondence"

    @property
    def every(self) -> str:
        """How many matches of a player go on, in words."""
        return "one match after another" if self.is_live else "all matches at once"


class Kind:
    """A kind of tournament; the attributes here are those of most kinds.

    What is played, and `whom` one meets at tables, is said in words with fields of what is `details`, as are its own
    rules. The words about the `order` of the table have the sentence about `ties`, and the `exhibitor`.
    """

    name: ClassVar[str]  # in forms, data and the store
    words: ClassVar[str]  # on pages
    counts: ClassVar[str] = ""  # what follows them in a line: the `rounds`, or `games`
    fewest: ClassVar[int] = 3  # players
    most: ClassVar[int] = 64
    usual_most: ClassVar[int] = 16
    brief: ClassVar[str]  # what it is, in a few words where one chooses
    preset: ClassVar[tuple[str, Mapping[str, str]]]  # the title of its template on pages, and what it fills in
    takes: ClassVar[Collection[str]] = ("games",)  # values that are read from the form for some kinds alone
    games: ClassVar[tuple[int, int]] = (1, 2)  # of an encounter: the usual number, and the most
    games_words: ClassVar[str] = "games of an encounter"
    most_seats: ClassVar[int] = 2  # of its game
    live: ClassVar[Literal["never", "can be", "always"]] = "can be"
    not_live: ClassVar[str] = ""  # why it never is, for who asks
    in_rounds: ClassVar[bool] = False  # whether live a wave is a round, and not all games
    at_once: ClassVar[bool] = False  # whether all games begin at once
    at_any_time: ClassVar[bool] = False  # whether people come and go, and who waits is paired
    is_bracket: ClassVar[bool] = False  # whether who has lost is out
    has_teams: ClassVar[bool] = False
    has_exhibitor: ClassVar[bool] = False  # whether one player meets all others
    alone: ClassVar[bool] = (
        False  # whether each has matches of their own with the same dice, closed until all have ended
    )
    draws_opponents: ClassVar[bool] = False  # whether those who are there are paired in each round, and may rest in one
    takes_back: ClassVar[bool] = False  # whether who has left can play again
    annuls: ClassVar[bool] = False  # whether the games of who leaves early count for nothing
    substitutes: ClassVar[bool] = True  # whether others play on for players
    is_correctable: ClassVar[bool] = True  # whether the organiser corrects results
    correcting: ClassVar[str] = "The organiser may correct a result, and the page then says so."
    ties: ClassVar[tuple[Tie, ...]] = ("wins",)  # the usual tie-breaks
    cross: ClassVar[Literal["", "opponents", "rounds"]] = ""  # the columns of the cross table; none without one
    first_rank: ClassVar[int] = 1  # the place of the first row of the table
    how: ClassVar[str]
    whom: ClassVar[str]
    own_rules: ClassVar[Sequence[str]] = (SEEDS,)  # of a game of two seats
    table_rules: ClassVar[Sequence[str]] = ()
    order: ClassVar[str] = "{ties}"

    @property
    def most_missed(self) -> int:
        """To how many live matches running a player does not come who then has left: to one, where they can return."""
        return 1 if self.takes_back else 2

    def check_game(self, spec: str, seats: int, *, has_dice: bool, rated: bool, computers: bool) -> None:
        """Raise `ParseError` unless it is for a game with so many seats, whether or not that has dice."""
        if not 2 <= seats <= self.most_seats:
            which = f"games of two to {self.most_seats}" if self.most_seats > 2 else "games of two"
            raise ParseError(f"{spec} has {counted(seats, 'seat')}: {self.words} is for {which}")

    def check_ties(self, ties: Sequence[str], seats: int) -> None:
        """Raise `ParseError` unless a table of it can be ordered by tie-breaks."""

    def next_wave(self, form: Format, waves: Waves, absent: Players = (), resting: Players = ()) -> list[Pairing]:
        """Return the games and byes of the next wave; empty if the tournament is over.

        Who is `absent` has no game in a Swiss tournament, and who is `resting` a bye on request, after all others; in
        the other kinds the games of a player who has left are paired, and forfeited.

        Raises `WaveNotOver` before the last wave is over, and `MissingExtra`.
        """
        if any(not board.how for wave in waves for board in wave):
            raise WaveNotOver("a wave begins when the one before it is over")
        return self.pair(form, waves, absent, resting)

    def pair(self, form: Format, waves: Waves, absent: Players, resting: Players) -> list[Pairing]:
        """Return the games and byes of the next wave after waves that are over."""
        return [] if waves else self.seated(form, waves, self.all_games(form))

    def all_games(self, form: Format) -> list[Pairing]:
        """Return the games of a kind of which all begin at once."""
        raise NotImplementedError

    def seated(self, form: Format, waves: Waves, paired: Sequence[Pairing]) -> list[Pairing]:
        """Return the pairings with a fair share of first seats; encounters of two games have one from each seat."""
        lead = firsts_of(waves)
        games = Counter((pairing.round, pairing.encounter) for pairing in paired)
        is_turned = self.is_turned if form.first_turn != IN_ORDER else lambda *_: False
        return [
            pairing._replace(seating=pairing.seating[::-1])
            if games[pairing.round, pairing.encounter] == 1
            and len(pairing.seating) == 2
            and is_turned(form, pairing, lead)
            else pairing
            for pairing in paired
        ]

    def is_turned(self, form: Format, pairing: Pairing, lead: Mapping[int, int]) -> bool:
        """Return whether the second player of a pairing has the first seat: who had it less often, or by the seed."""
        first, second = pairing.seating
        if lead[first] != lead[second]:
            return lead[first] > lead[second]
        return bool(derive(form.seed, pairing.round, pairing.encounter) & 1)

    def ties_of(self, form: Format) -> tuple[Tie, ...]:
        """Return the tie-breaks by which the table of a form is ordered, the first one first."""
        return cast("tuple[Tie, ...]", form.ties) or (self.ties if form.seats <= 2 else TABLE_TIES)

    def parts(self, form: Format, waves: Waves, points: Sequence[float]) -> list[list[TiePart]]:
        """Return the parts of which the tie-breaks of each player, who have these points, are the sums."""
        return parts_of_games(form, waves, points)

    def table(self, form: Format, waves: Waves) -> list[RankedPlayer]:
        """Return the rows of all players, best first."""
        points = points_of(form, waves)
        by_opponents = self.draws_opponents or form.seats > 2
        rows = [
            row_of(waves, player, points[player], own, by_opponents=by_opponents)
            for player, own in enumerate(self.parts(form, waves, points))
        ]
        found = self.ordered(form, waves, rows)
        return [row._replace(rank=rank) for rank, row in enumerate(found, self.first_rank)]

    def ordered(self, form: Format, waves: Waves, rows: Sequence[RankedPlayer]) -> list[RankedPlayer]:
        """Return the rows, which are in the order of seed numbers, in that of the table."""
        met = encounters_of(form, waves, forfeits=not self.draws_opponents)
        return ordered(waves, rows, self.ties_of(form), met)

    def numbered(self, data: Data) -> Sequence[Data]:
        """Return the players in the data of a tournament whom ratings and lots have put in order."""
        return [*data["players"]]

    def pairing_faults(self, form: Format, waves: Waves, left: Players, *, is_over: bool) -> Iterator[str]:
        """Yield what does not follow in the waves from those before, as sentences; `left` are the players who have."""
        for number, wave in enumerate(waves):
            there = {player for board in wave for player in board.pairing.seating}
            absent = set(range(form.players)) - there if self.draws_opponents else set()
            resting = {board.pairing.seating[0] for board in wave if board.how == HALF_BYE}
            if [board.pairing for board in wave] != self.next_wave(form, waves_as_of(waves, number), absent, resting):
                yield not_following(number)
                return
        if is_over and any(not board.how for wave in waves for board in wave):
            yield NO_RESULT
        elif is_over and self.next_wave(form, waves, left):
            yield "The tournament is over before its last round."

    def describe(self, details: Details) -> list[str]:
        """Return the description of a tournament in two sentences."""
        what = f"A tournament of {details.game} {details.pace}: {details.tempo}."
        if details.form.seats > 2:
            places = "-".join(str(place) for place in range(details.form.seats - 1, -1, -1))
            met = f"you meet {self.whom.format(details=details)}; the places of a match count {places} points"
            return [what, f"At tables of {details.table}, {met}."]
        twice = ", two matches against each opponent, one from each seat" if details.form.games > 1 else ""
        return [what, f"{self.how.format(details=details)}{twice}."]

    def rules(self, details: Details) -> list[str]:
        """Return the rules of a tournament, as sentences."""
        live = [*LIVE_RULES, MISSED[self.most_missed]] if details.is_live else []
        if details.form.seats > 2:
            small = "A table that cannot be filled plays with fewer" if details.form.fewest < details.form.seats else ""
            none = "Who finds no place in a round has a bye, which counts half of the points of a first place"
            return [SEEDS, f"{small or none}.", SHARED, *self.table_rules, *TABLE_RULES, *live]
        own = [rule.format(details=details) for rule in self.own_rules]
        return [*own, *live, f"The first turn: {self.first_turn_words(details)}."]

    def first_turn_words(self, details: Details) -> str:
        """Return who has the first turn."""
        return (
            "one from each seat"
            if details.form.games > 1
            else "so that everybody has the first turn about equally often"
        )


def not_following(number: int) -> str:
    """Return the fault of a wave, given by its number from 0."""
    return f"Wave {number + 1} is not what follows from the results before it."
