"""The Swiss tournament: in each of some rounds those who are there meet others with about as many points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from ludarium.tournament.balanced_tables import owed_first, pair_tables, table_sizes, take_seats, with_idle
from ludarium.tournament.kinds.kind import MOST_SEATS, SEEDS, Kind, Players, Waves
from ludarium.tournament.pairing import Pairing, Standings, encounters
from ludarium.tournament.swiss import pair_field, pair_round, seat_round
from ludarium.tournament.tie_breaks import TiePart, parts_of_rounds
from ludarium.tournament.waves import Format, Wave, played, standings_of


class Swiss(Kind):
    """In each of a chosen number of rounds one meets somebody with about as many points."""

    name = "swiss"
    words = "Swiss"
    fewest, usual_most = 4, 32
    brief = "you meet those with as many points"
    preset = ("Swiss over days", {"rounds": "5", "most": "32"})
    takes = ("games", "ties", "rounds")
    most_seats = MOST_SEATS
    draws_opponents = True
    takes_back = True
    correcting = (
        "The organiser may correct a result, and the page then says so; rounds that were paired before stay as they "
        "are."
    )
    ties = ("direct", "cut", "buchholz", "berger")
    cross = "rounds"
    counts = ", {rounds}"
    how = "In each of {details.rounds} you play somebody with about as many points"
    whom = "others with about as many points, {details.rounds}"
    own_rules = (
        SEEDS,
        "Nobody meets the same opponent twice while that can be avoided.",
        "With an odd number of players, the last of those who had the fewest byes has one, which counts as a win.",
        "The one before has it, if two players would meet again otherwise.",
        "A player who leaves loses the match that goes on, and is not paired any more.",
        "A player may ask for a bye before a round, once and not for the last round: half of its points.",
        "A player who has left may come back for later rounds; the rounds that were missed count nothing.",
    )
    table_rules = (
        "Nobody meets the same opponent twice where this can be found, then those with equal points meet.",
        "A player who leaves is not paired any more, and may come back for later rounds.",
        (
            "A player may ask for a bye before a round, once and not for the last round: half the points of a "
            "first place."
        ),
    )
    order = (
        "{ties} A round without a match counts for a player as one against somebody with the same points. For those "
        "who have met the player, rounds at the end that the player did not want to play count as draws."
    )

    def pair(self, form: Format, waves: Waves, absent: Players, resting: Players) -> list[Pairing]:
        """Pair those who are there; who is resting has a bye, after all others."""
        present = [player for player in range(form.players) if player not in absent]
        if len(waves) >= form.rounds or len(present) < (form.fewest if form.seats > 2 else 2):
            return []
        if form.seats > 2:
            return _tables(form, waves, present, resting)
        paired = _pairs(form, waves, present, resting)
        return self.seated(form, waves, paired) if form.pairing == 1 else paired  # they have their seats already

    def parts(self, form: Format, waves: Sequence[Wave], points: Sequence[float]) -> list[list[TiePart]]:
        """Return the parts of which the tie-breaks of each player, who have these points, are the sums."""
        return (super().parts if form.seats > 2 else parts_of_rounds)(form, waves, points)


def _pairs(form: Format, waves: Sequence[Wave], present: Sequence[int], resting: Collection[int]) -> list[Pairing]:
    """Pair those who are there: by points, then by seed number; the last one with the fewest byes has the bye."""
    number, standings = len(waves), standings_of(form, waves)
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


def _tables(form: Format, waves: Sequence[Wave], present: Sequence[int], resting: Collection[int]) -> list[Pairing]:
    """Return the tables of a round, and the byes of those who have no place in it."""
    number, standings = len(waves), standings_of(form, waves)
    order = sorted(
        (player for player in present if player not in resting), key=lambda player: (-standings.points[player], player)
    )
    sizes = table_sizes(len(order), form.seats, form.fewest)
    place = {player: at for at, player in enumerate(order)}
    had = Counter(at for board in played(waves) for at in enumerate(board.pairing.seating))
    levels = _levels(form, waves, had)
    last = sorted(order, key=lambda player: (standings.byes[player], -place[player]))
    order = [player for player in order if player not in last[: len(order) - sum(sizes)]]
    if form.pairing == 1:
        tables = pair_tables(order, standings.points, standings.met, sizes)
        return with_idle(number, [[take_seats(table, had) for table in tables]], present, form.games)
    owed = owed_first({player: levels[player] for player in order}, form.seats)
    tables = pair_tables(order, standings.points, standings.met, sizes, owed, form.games % form.seats)
    seated = []
    for _ in range(form.games):
        seated.append([take_seats(table, had, levels) for table in tables])
        levels.update({table[0]: levels[table[0]] + form.seats for table in seated[-1]})
    return with_idle(number, seated, present, form.games)


def _levels(form: Format, waves: Sequence[Wave], had: Mapping[tuple[int, int], int]) -> dict[int, int]:
    """Return how often the players had the first seat, in parts of it; each game that they missed counts one part."""
    games = Counter(player for board in played(waves) for player in board.pairing.seating)
    whole = len(waves) * form.games
    return {player: form.seats * had.get((0, player), 0) + whole - games[player] for player in range(form.players)}
