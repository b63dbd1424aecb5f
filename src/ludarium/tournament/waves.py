"""Tournaments over days: what is paired next follows from what was played, who has left, and a published seed.

A wave is what is begun at once: a round, the replays of a knock-out's drawn encounters, or all games of a round robin.
Players are seed numbers from 0, the best first. The systems are those of `pairing`, `swiss` and `elimination`, run
again over the waves that are there; so the same history gives the same wave, on any machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Literal, NamedTuple, get_args

from ludarium.core.rng import derive
from ludarium.tournament.balanced_tables import (
    balanced_rounds,
    owed_first,
    pair_tables,
    rounds_of_all,
    table_sizes,
    take_seats,
)
from ludarium.tournament.elimination import double_elimination, single_elimination
from ludarium.tournament.meetings import duplicate, exhibition, team_match
from ludarium.tournament.pairing import Pairing, PairingSystem, Standings, circle, encounters, round_robin
from ludarium.tournament.swiss import pair_field, pair_round, seat_round

Kind = Literal[
    "round-robin", "swiss", "knock-out", "double-knock-out", "exhibition", "team-match", "duplicate", "arena"
]
ARENA: Kind = "arena"
DUPLICATE: Kind = "duplicate"
"""Everybody plays the same games, alone or against the same bot, with the same dice."""
KINDS: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if kind != ARENA)
"""The kinds whose next wave follows from the results alone; that of an arena also from who waits: see `arena`."""
How = Literal["", "played", "bye", "half-bye", "forfeit", "annulled", "adjudicated", "corrected", "waits", "unknown"]
"""How a game was decided; empty while it is played. One is adjudicated that goes on when a season ends.
The organiser has decided one that is corrected, after two players had met. In an arena a player waits on whom a wave
has given no opponent; of a published tournament a game is unknown of which nothing is recorded."""
UNKNOWN: How = "unknown"
HALF_BYE: How = "half-bye"
"""A round that a player did not want to play, and said so before: half the points of a win."""
BRACKETS: tuple[Kind, ...] = ("knock-out", "double-knock-out")
"""The kinds in which who loses one encounter, or two, is out."""
AT_ONCE: tuple[Kind, ...] = ("round-robin", "exhibition", "team-match", "duplicate")
"""The kinds of which all games begin at once."""
IN_ORDER = "entered"
"""The first turns of a published tournament: who was entered first has the first turn, and the first seed number."""
REPLAYS = 1
"""How often a drawn encounter of a knock-out is played again, a game from each seat."""


class Former(NamedTuple):
    """A result that was corrected: the waves before the number `until` were paired by it."""

    until: int
    how: How
    points: tuple[float, ...]


class WaveGame(NamedTuple):
    """A game of a wave, or a bye, and what each of its players got for it, as a part of the range of payoffs.

    In a game of more than two seats they got points by place; `turns` are those of the match of a duplicate tournament.
    """

    pairing: Pairing
    points: tuple[float, ...] = ()
    how: How = ""
    turns: int = 0
    known: int = 0
    """In an arena the number of the first wave that was paired after its result was known."""
    before: tuple[Former, ...] = ()
    """Results that were corrected after waves had been paired by them, the first one first."""

    @property
    def counts(self) -> bool:
        """Whether it counts for the table."""
        return self.how not in ("", "annulled", "waits", UNKNOWN)

    @property
    def was_played(self) -> bool:
        """Whether two players have met."""
        return self.how in ("played", "adjudicated", "corrected")

    def as_of(self, number: int) -> WaveGame:
        """Return the game with the result by which the wave of a number was paired."""
        former = next((one for one in self.before if number < one.until), None)
        return self._replace(how=former.how, points=former.points, before=()) if former else self

    def got(self, player: int) -> float:
        """Return what a player got who is at this board."""
        return self.points[self.pairing.seating.index(player)]


Wave = Sequence[WaveGame]


@dataclass(frozen=True, slots=True)
class Format:
    """The format of a tournament: its kind, the numbers of players, rounds, and games of each encounter, and its seed.

    Only the Swiss system has a chosen number of rounds. `ties` are the tie-breaks of its table; empty are the usual.
    The tables of a game with more than two `seats` may have as few players as `fewest`. `teams` has the team of each
    player in a team match, and `first_turn` says who has it in an exhibition.
    A round robin `in_rounds` is played live: a wave has one encounter of each player, not all at once. In an arena
    `streaks` may count. `pairing` is the version of how it is paired: in the first one the bye of a Swiss round was
    chosen after the pairs, and somebody could have the first seat two times more often than another, at tables, too.
    """

    kind: Kind
    players: int
    rounds: int
    games: int = 1
    seed: int = 0
    ties: tuple[str, ...] = ()
    seats: int = 2
    fewest: int = 2
    teams: tuple[int, ...] = ()
    first_turn: str = ""
    in_rounds: bool = False
    streaks: bool = False
    pairing: int = 2

    @property
    def bye_points(self) -> float:
        """What a bye counts: a win, or half of one in a game of more than two seats, where two may have no place."""
        return 1.0 if self.seats == 2 else self.half

    @property
    def half(self) -> float:
        """Half of the points of a win: what each player gets for a draw."""
        return (self.seats - 1) / 2


def waves_as_of(waves: Sequence[Wave], number: int) -> list[Wave]:
    """Return the waves before the one of a number, with the results by which that one was paired."""
    return [[game.as_of(number) for game in wave] for wave in waves[:number]]


class WaveNotOver(ValueError):
    """A wave cannot be paired before the one before it is over."""


def next_wave(
    form: Format, waves: Sequence[Wave], absent: Collection[int] = (), resting: Collection[int] = ()
) -> list[Pairing]:
    """Return the games and byes of the next wave; empty if the tournament is over.

    Who is `absent` has no game in a Swiss tournament, and who is `resting` a bye on request, after all others; in the
    other kinds the games of a player who has left are paired, and forfeited.

    >>> [pairing.seating for pairing in next_wave(Format("swiss", 4, 3), [])]
    [(0, 2), (3, 1)]
    >>> [pairing.seating for pairing in next_wave(Format("swiss", 4, 3), [], resting=[0])]
    [(1, 2), (3,), (0,)]

    Raises `WaveNotOver` before the last wave is over, and `MissingExtra`.
    """
    if any(not board.how for wave in waves for board in wave):
        raise WaveNotOver("a wave begins when the one before it is over")
    if form.kind == DUPLICATE:
        return [] if waves else duplicate(form.players, form.games)
    if form.seats > 2:
        return _tables(form, waves, absent, resting)
    if form.kind == "swiss":
        paired = _swiss(form, waves, absent, resting)
    elif form.in_rounds:
        paired = _round(form, len(waves))
    else:
        _, paired = _run_again(form, waves)
    return _seated(form, waves, paired)


def ranking_of(form: Format, waves: Sequence[Wave]) -> list[int]:
    """Return the players of a round robin or knock-out that is over, best first; empty while it goes on.

    >>> form, game = Format("knock-out", 2, 1), Pairing(0, 0, (0, 1))
    >>> ranking_of(form, [[WaveGame(game, (0.0, 1.0), "played")]])
    [1, 0]
    """
    ranking, paired = _run_again(form, waves)
    return [] if paired else ranking


def standings_of(form: Format, waves: Sequence[Wave]) -> Standings:
    """Return the points before the next wave, the rounds won without a game, and who has met whom at the board.

    A game that was forfeited is no meeting, and who has won one has no bye before all others, as FIDE has it.
    """
    standings = Standings(form.players)
    for board in (board for wave in waves for board in wave if board.counts):
        for player, points in zip(board.pairing.seating, board.points, strict=True):
            standings.points[player] += points
            standings.byes[player] += board.how in ("bye", "forfeit") and points > 0
        if board.was_played:
            standings.met.update(combinations(sorted(board.pairing.seating), 2))
    standings.firsts = _firsts(waves)
    return standings


def _firsts(waves: Sequence[Wave]) -> Counter[int]:
    """Return how many times more often the players had the first seat than the second."""
    found = Counter[int]()
    for board in _played(waves):
        found[board.pairing.seating[0]] += 1
        found[board.pairing.seating[1]] -= 1
    return found


def _tables(form: Format, waves: Sequence[Wave], absent: Collection[int], resting: Collection[int]) -> list[Pairing]:
    """Return the tables of a round, or all those of a round robin if they begin at once; else one has a bye."""
    if form.kind == "round-robin":
        count = rounds_of_all(form.players, form.seats) * form.games
        even = form.pairing > 1
        rounds = [*enumerate(balanced_rounds(form.players, form.seats, form.fewest, count, even=even))]
        begin = rounds[len(waves) : len(waves) + 1] if form.in_rounds else [] if waves else rounds
        return [pairing for number, tables in begin for pairing in _with_idle(form, number, [tables])]
    number, present = len(waves), [player for player in range(form.players) if player not in absent]
    if number >= form.rounds or len(present) < form.fewest:
        return []
    standings = standings_of(form, waves)
    order = sorted(
        (player for player in present if player not in resting), key=lambda player: (-standings.points[player], player)
    )
    sizes = table_sizes(len(order), form.seats, form.fewest)
    place = {player: at for at, player in enumerate(order)}
    had = Counter(at for board in _played(waves) for at in enumerate(board.pairing.seating))
    levels = _levels(form, waves, had)
    last = sorted(order, key=lambda player: (standings.byes[player], -place[player]))
    order = [player for player in order if player not in last[: len(order) - sum(sizes)]]
    if form.pairing == 1:
        tables = pair_tables(order, standings.points, standings.met, sizes)
        return _with_idle(form, number, [[take_seats(table, had) for table in tables]], present)
    owed = owed_first({player: levels[player] for player in order}, form.seats)
    tables = pair_tables(order, standings.points, standings.met, sizes, owed, form.games % form.seats)
    seated = []
    for _ in range(form.games):
        seated.append([take_seats(table, had, levels) for table in tables])
        levels.update({table[0]: levels[table[0]] + form.seats for table in seated[-1]})
    return _with_idle(form, number, seated, present)


def _levels(form: Format, waves: Sequence[Wave], had: Mapping[tuple[int, int], int]) -> dict[int, int]:
    """Return how often the players had the first seat, in parts of it; each game that they missed counts one part."""
    games = Counter(player for board in _played(waves) for player in board.pairing.seating)
    whole = len(waves) * form.games
    return {player: form.seats * had.get((0, player), 0) + whole - games[player] for player in range(form.players)}


def _with_idle(
    form: Format, number: int, games: Sequence[Sequence[tuple[int, ...]]], present: Sequence[int] | None = None
) -> list[Pairing]:
    """Return the games of a round, and the byes of those who are present and have no place in it.

    Where the seats of one game alone are given, players rotate from game to game; those of a round robin have one.
    """
    there = {player for table in games[0] for player in table}
    idle = [(player,) for player in present or range(form.players) if player not in there]
    count = 1 if form.kind == "round-robin" else form.games
    if len(games) < count:
        return encounters(number, dict(enumerate([*games[0], *idle])), count)
    return [pairing for tables in games for pairing in encounters(number, dict(enumerate([*tables, *idle])), 1)]


def _played(waves: Sequence[Wave]) -> Iterator[WaveGame]:
    return (board for wave in waves for board in wave if board.was_played)


def _swiss(form: Format, waves: Sequence[Wave], absent: Collection[int], resting: Collection[int]) -> list[Pairing]:
    """Pair those who are there: by points, then by seed number; the last one with the fewest byes has the bye."""
    number, present = len(waves), [player for player in range(form.players) if player not in absent]
    if number >= form.rounds or len(present) < 2:
        return []
    standings = standings_of(form, waves)
    order = sorted(present, key=lambda player: (-standings.points[player], player))
    tables: list[tuple[int, ...]] = [(player,) for player in order if player in resting]
    order = [player for player in order if player not in resting]
    if form.pairing == 1:
        pairs, idle = _with_bye(order, standings)
    else:
        pairs, alone = pair_field(order, standings)
        idle = [] if alone is None else [(alone,)]
        if form.games % 2:
            pairs = seat_round(order, pairs, alone, standings, form.seed, number)
    return encounters(number, dict(enumerate([*pairs, *idle, *tables])), form.games)


def _round(form: Format, number: int) -> list[Pairing]:
    """Pair a round of a round robin that is played round by round; there is none after the last."""
    rounds = circle(form.players)
    return encounters(number, dict(enumerate(rounds[number])), form.games) if number < len(rounds) else []


def _with_bye(order: Sequence[int], standings: Standings) -> tuple[list[tuple[int, int]], list[tuple[int, ...]]]:
    """Return the pairs of a round, and the bye of an odd number of players, given in the order of their points.

    The last of those with the fewest byes has it, or the one before, and so on, if two would meet again otherwise.
    """
    if len(order) % 2 == 0:
        return pair_round(order, standings) if order else [], []
    fewest = min(standings.byes[player] for player in order)
    found: list[tuple[list[tuple[int, int]], list[tuple[int, ...]]]] = []
    for idle in (player for player in reversed(order) if standings.byes[player] == fewest):
        others = [player for player in order if player != idle]
        pairs = pair_round(others, standings) if others else []
        found.append((pairs, [(idle,)]))
        if not any(standings.met[min(pair), max(pair)] for pair in pairs):
            return found[-1]
    return found[0]


def _run_again(form: Format, waves: Sequence[Wave]) -> tuple[list[int], list[Pairing]]:
    """Run a system over the waves; return its ranking once it is over, or else what it pairs next."""
    system = _system(form)
    try:
        paired = next(system)
        for wave in waves:
            paired = system.send([_payoffs(pairing, board) for pairing, board in zip(paired, wave, strict=True)])
    except StopIteration as end:
        return end.value, []
    return [], paired


def _system(form: Format) -> PairingSystem:
    if form.kind == "double-knock-out":
        return double_elimination(form.players, 2, form.games, replays=REPLAYS, even=False)
    if form.kind == "knock-out":
        return single_elimination(form.players, 2, form.games, replays=REPLAYS, even=False)
    if form.kind == "exhibition":
        return exhibition(form.players, form.games)
    if form.kind == "team-match":
        return team_match(form.teams, form.games)
    return round_robin(form.players, 2, form.games, even=False)  # `_seated` decides who has the first seat


def _payoffs(pairing: Pairing, board: WaveGame) -> tuple[float, ...]:
    """Return the payoffs of a game in the seating of the system, which is not that of the table."""
    points = dict(zip(board.pairing.seating, board.points, strict=True))
    return tuple(points[player] for player in pairing.seating)


def _seated(form: Format, waves: Sequence[Wave], paired: Sequence[Pairing]) -> list[Pairing]:
    """Return the pairings with a fair share of first seats for everybody.

    In a round robin the numbers decide, and in an exhibition what was said before; otherwise who had the first seat
    less often has it, or else the seed decides.
    Encounters of two games have one from each seat. Swiss pairs have them already, but those of the first version.
    """
    if form.kind == "swiss" and form.pairing > 1:
        return [*paired]
    lead = _firsts(waves)
    games = Counter((pairing.round, pairing.encounter) for pairing in paired)
    return [
        pairing._replace(seating=pairing.seating[::-1])
        if games[pairing.round, pairing.encounter] == 1 and not pairing.bye and _turned(form, pairing, lead)
        else pairing
        for pairing in paired
    ]


def _turned(form: Format, pairing: Pairing, lead: Mapping[int, int]) -> bool:
    """Return whether the second player of a pairing has the first seat."""
    first, second = pairing.seating
    if form.first_turn == IN_ORDER:
        return False
    if form.kind == "exhibition":
        return form.first_turn == "alternates" and pairing.encounter % 2 == 1
    if form.kind == "round-robin":
        return (second - first) % 2 == 0
    if lead[first] != lead[second]:
        return lead[first] > lead[second]
    return bool(derive(form.seed, pairing.round, pairing.encounter) & 1)


def rounds_of(waves: Sequence[Wave]) -> list[tuple[int, list[WaveGame]]]:
    """Return the boards of each round, by its number from 0; replays belong to the round of their encounters."""
    boards = [board for wave in waves for board in wave]
    return [(number, [*group]) for number, group in groupby(boards, key=lambda board: board.pairing.round)]
