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
from ludarium.tournament.pairing import Pairing, PairingSystem
from ludarium.tournament.table import RankedPlayer, ordered, points_of, row_of
from ludarium.tournament.tie_breaks import TABLE_TIES, Tie, TiePart, encounters_of, parts_of_games
from ludarium.tournament.waves import HALF_BYE, IN_ORDER, Format, Wave, WaveGame, WaveNotOver, firsts_of, waves_as_of

Data = Mapping[str, Any]  # Any: JSON
MOST_SEATS = 4
"""Of the games of tournaments whose rounds can have tables."""
SEEDS = "Seed numbers follow from the ratings at the start; lots from the published seed decide among equals."
NOBODY_CAME = (
    "If none of its players comes to a match, or, where all turns are simultaneous, comes back to one that has "
    "stopped, they all get nothing for it and count as away; it changes no rating. Who waits for the first turn of a "
    "match of two is there if they open its page before it ends."
)
LIVE_RULES = [
    "Nobody plays two matches at once. A round begins a minute after the last match of the one before has ended.",
    "The clocks run from the beginning of a match. Whose first turn has not come after 15 minutes loses.",
    "Who loses on time without a turn has left.",
    NOBODY_CAME,
]


class Told(NamedTuple):
    """A tournament as the words of its kind tell of it.

    | field | content |
    | --- | --- |
    | `game`, `tempo`, `opponent`, `ends` | in words; the bot that all play, and the end, may be empty |
    | `players` | of a table with more than two seats, in words |
    | `exhibitor`, `teams` | names |
    """

    game: str
    tempo: str
    is_live: bool
    rounds: int
    games: int
    seats: int
    fewest: int
    players: str
    minutes: int | None
    streaks: bool
    exhibitor: str
    first_turn: str
    teams: tuple[str, ...]
    opponent: str
    ends: str

    @property
    def pace(self) -> str:
        """Return whether matches are live, in words."""
        return "live" if self.is_live else "by correspondence"

    @property
    def every(self) -> str:
        """Return how many matches of a player go on, in words."""
        return "one match after another" if self.is_live else "all matches at once"


class Kind:
    """A kind of tournament; the attributes here are those of most kinds.

    | attribute | content |
    | --- | --- |
    | `name`, `words` | in forms, data and the store; on pages |
    | `fewest`, `most`, `usual_most` | players |
    | `preset` | the title of its template on pages, and the fields of the form that it fills in |
    | `takes` | fields of the form for a tournament that are read for some kinds alone |
    | `games`, `games_words` | the usual and the most games of an encounter; what they are called |
    | `most_seats` | of its games |
    | `live`, `not_live` | whether it can be, or is always played live; why it never is, if somebody asks for that |
    | `in_rounds` | whether a wave is a round where it is played live, and all games otherwise |
    | `at_once` | whether all games begin at once |
    | `at_any_time` | whether who waits is paired at once, and people come and go |
    | `is_bracket` | whether who has lost is out |
    | `has_teams`, `has_exhibitor` | whether two teams meet; whether one player meets all others |
    | `alone` | whether each player has a match of their own, with the same dice, closed until all have ended |
    | `draws_opponents` | whether those who are there are paired round by round, so that the points of opponents count |
    | `can_rest`, `takes_back` | whether players can have a bye on request, and come back after they have left |
    | `annuls` | whether the games of who leaves early count for nothing |
    | `substitutes`, `takes_bots` | whether others play on for players, and bots of the site play |
    | `is_correctable`, `correcting` | whether results are corrected, and what the rules say of it |
    | `ties` | the usual tie-breaks of its table |
    | `cross` | the columns of its cross table; empty without one |
    | `first_rank` | the place of the first row of the table |
    """

    name: ClassVar[str]
    words: ClassVar[str]
    fewest: ClassVar[int] = 3
    most: ClassVar[int] = 64
    usual_most: ClassVar[int] = 16
    preset: ClassVar[tuple[str, Mapping[str, str]]]
    takes: ClassVar[Collection[str]] = ("games",)
    games: ClassVar[tuple[int, int]] = (1, 2)
    games_words: ClassVar[str] = "games of an encounter"
    most_seats: ClassVar[int] = 2
    live: ClassVar[Literal["never", "can be", "always"]] = "can be"
    not_live: ClassVar[str] = ""
    in_rounds: ClassVar[bool] = False
    at_once: ClassVar[bool] = False
    at_any_time: ClassVar[bool] = False
    is_bracket: ClassVar[bool] = False
    has_teams: ClassVar[bool] = False
    has_exhibitor: ClassVar[bool] = False
    alone: ClassVar[bool] = False
    draws_opponents: ClassVar[bool] = False
    can_rest: ClassVar[bool] = False
    takes_back: ClassVar[bool] = False
    annuls: ClassVar[bool] = False
    substitutes: ClassVar[bool] = True
    takes_bots: ClassVar[bool] = True
    is_correctable: ClassVar[bool] = True
    correcting: ClassVar[str] = "The organiser may correct a result, and the page then says so."
    ties: ClassVar[tuple[Tie, ...]] = ("wins",)
    cross: ClassVar[Literal["", "opponents", "rounds"]] = ""
    first_rank: ClassVar[int] = 1

    def check_game(self, spec: str, seats: int, *, has_dice: bool, rated: bool, computers: bool) -> None:
        """Raise `ParseError` unless it is for a game with so many seats, whether or not that has dice."""
        if not 2 <= seats <= self.most_seats:
            which = f"games of two to {self.most_seats}" if self.most_seats > 2 else "games of two"
            raise ParseError(f"{spec} has {counted(seats, 'seat')}: a {self.words} is for {which}")

    def check_ties(self, ties: Sequence[str], seats: int) -> None:
        """Raise `ParseError` unless a table of it can be ordered by tie-breaks."""

    def next_wave(
        self, form: Format, waves: Sequence[Wave], absent: Collection[int] = (), resting: Collection[int] = ()
    ) -> list[Pairing]:
        """Return the games and byes of the next wave; empty if the tournament is over.

        Raises `WaveNotOver` before the last wave is over, and `MissingExtra`.
        """
        if any(not board.how for wave in waves for board in wave):
            raise WaveNotOver("a wave begins when the one before it is over")
        return self.pair(form, waves, absent, resting)

    def pair(
        self, form: Format, waves: Sequence[Wave], absent: Collection[int], resting: Collection[int]
    ) -> list[Pairing]:
        """Return the games and byes of the next wave after waves that are over."""
        return self.seated(form, waves, self.run_again(form, waves)[1])

    def system(self, form: Format) -> PairingSystem:
        """Return the system that is run again over what was played."""
        raise NotImplementedError

    def run_again(self, form: Format, waves: Sequence[Wave]) -> tuple[list[int], list[Pairing]]:
        """Run the system over the waves; return its ranking once it is over, or else what it pairs next."""
        system = self.system(form)
        try:
            paired = next(system)
            for wave in waves:
                paired = system.send([_payoffs(pairing, board) for pairing, board in zip(paired, wave, strict=True)])
        except StopIteration as end:
            return end.value, []
        return [], paired

    def seated(self, form: Format, waves: Sequence[Wave], paired: Sequence[Pairing]) -> list[Pairing]:
        """Return the pairings with a fair share of first seats; encounters of two games have one from each seat."""
        lead = firsts_of(waves)
        games = Counter((pairing.round, pairing.encounter) for pairing in paired)
        is_turned = self.is_turned if form.first_turn != IN_ORDER else lambda *_: False
        return [
            pairing._replace(seating=pairing.seating[::-1])
            if games[pairing.round, pairing.encounter] == 1 and not pairing.bye and is_turned(form, pairing, lead)
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

    def parts(self, form: Format, waves: Sequence[Wave], points: Sequence[float]) -> list[list[TiePart]]:
        """Return the parts of which the tie-breaks of each player, who have these points, are the sums."""
        return parts_of_games(form, waves, points)

    def table(self, form: Format, waves: Sequence[Wave]) -> list[RankedPlayer]:
        """Return the rows of all players, best first."""
        points = points_of(form, waves)
        by_opponents = self.draws_opponents or form.seats > 2
        rows = [
            row_of(waves, player, points[player], own, by_opponents=by_opponents)
            for player, own in enumerate(self.parts(form, waves, points))
        ]
        found = self.ordered(form, waves, rows)
        return [row._replace(rank=rank) for rank, row in enumerate(found, self.first_rank)]

    def ordered(self, form: Format, waves: Sequence[Wave], rows: Sequence[RankedPlayer]) -> list[RankedPlayer]:
        """Return the rows, which are in the order of seed numbers, in that of the table."""
        met = encounters_of(form, waves, forfeits=not self.draws_opponents)
        return ordered(waves, rows, self.ties_of(form), met)

    def numbered(self, data: Data) -> Sequence[Data]:
        """Return the players in the data of a tournament whom ratings and lots have put in order."""
        return [*data["players"]]

    def pairing_faults(self, form: Format, waves: Sequence[Wave], left: Collection[int] | None) -> Iterator[str]:
        """Yield what does not follow in the waves from those before, as sentences.

        If the tournament is over, `left` are the players who have left; otherwise None.
        """
        for number, wave in enumerate(waves):
            there = {player for board in wave for player in board.pairing.seating}
            absent = set(range(form.players)) - there if self.draws_opponents else set()
            resting = {board.pairing.seating[0] for board in wave if board.how == HALF_BYE}
            if [board.pairing for board in wave] != self.next_wave(form, waves_as_of(waves, number), absent, resting):
                yield not_following(number)
                return
        if left is not None:
            if any(not board.how for wave in waves for board in wave):
                yield NO_RESULT
            elif self.next_wave(form, waves, left):
                yield "The tournament is over before its last round."

    def in_few_words(self, rounds: int, games: int) -> str:
        """Return what it is, with its numbers of rounds and of games of an encounter where they differ."""
        return self.words

    def how(self, told: Told) -> str:
        """Return what is played in a tournament of two seats, as a sentence without its end."""
        raise NotImplementedError

    def describe(self, told: Told) -> list[str]:
        """Return the description of a tournament in two sentences."""
        twice = ", two matches against each opponent, one from each seat" if told.games > 1 else ""
        return [f"A tournament of {told.game} {told.pace}: {told.tempo}.", f"{self.how(told)}{twice}."]

    def rules(self, told: Told) -> list[str]:
        """Return the rules of a tournament, as sentences."""
        live = LIVE_RULES if told.is_live else []
        return [*self.own_rules(told), *live, f"The first turn: {self.first_turn_words(told)}."]

    def own_rules(self, told: Told) -> list[str]:
        """Return the rules of a tournament of two seats in which it differs from others."""
        return [SEEDS]

    def first_turn_words(self, told: Told) -> str:
        """Return who has the first turn."""
        return "one from each seat" if told.games > 1 else "so that everybody has the first turn about equally often"

    def order_words(self, by_ties: str, exhibitor: str) -> str:
        """Return how the table is ordered, given the sentence about tie-breaks."""
        return by_ties


NO_RESULT = "The tournament is over, and a game has no result."


def not_following(number: int) -> str:
    """Return the fault of a wave, given by its number from 0."""
    return f"Wave {number + 1} is not what follows from the results before it."


def _payoffs(pairing: Pairing, board: WaveGame) -> tuple[float, ...]:
    """Return the payoffs of a game in the seating of the system, which is not that of the table."""
    points = dict(zip(board.pairing.seating, board.points, strict=True))
    return tuple(points[player] for player in pairing.seating)
