"""The Swiss system over days beside a program of FIDE's Dutch system, in random tournaments.

The two systems differ in which of several good pairings they choose, so what both promise is compared, round by round
and from the same standings: nobody meets twice where the other program avoids it, differences in points are not larger,
and nobody has a second bye. The Dutch system leaves players without a game, or gives a second bye, where its rules
allow no complete round; such rounds are not compared. It lets somebody have one seat two times more often than the
other, where ours allows one; a round of it with such a pair is not compared in points.
"""

import random
from collections import Counter
from collections.abc import Iterable

import pytest
from caissify_pairings import generate_pairings  # type: ignore[import-untyped]  # it has no types

from ludarium.tournament.pairing import Pairing, Standings
from ludarium.tournament.waves import HALF_BYE, Format, Wave, WaveGame, standings_of
from tests.tournament.by_kind import next_wave

TOURNAMENTS, EACH = 60, 20
"""Some 200 rounds; those of a thousand tournaments were compared once."""
_LEAVE, _REST, _MOST_LEAD = 0.05, 0.03, 1
Pair = frozenset[int]


class Cup:
    """A random tournament with people who leave and who ask for byes, and the histories that the program asks for."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.form = Format("swiss", self.chance.randint(4, 20), self.chance.randint(3, 7), seed=seed)
        self.waves: list[Wave] = []
        self.absent = frozenset[int]()
        self.seats: list[list[str]] = [[] for _ in range(self.form.players)]
        self.floats: list[list[str]] = [[] for _ in range(self.form.players)]

    def some(self, probability: float) -> frozenset[int]:
        """Return some of those who are there."""
        there = [player for player in range(self.form.players) if player not in self.absent]
        return frozenset(player for player in there if self.chance.random() < probability)

    def play(self, paired: Iterable[Pairing], resting: frozenset[int]) -> None:
        """Let a round be played, in which some leave."""
        before, leaving = standings_of(self.form, self.waves).points, self.some(_LEAVE)
        wave = [self.decided(pairing, leaving, resting) for pairing in paired]
        for player in range(self.form.players):
            board = next((board for board in wave if player in board.pairing.seating), None)
            seat, moved = "none", "none"
            if board and board.was_played:
                first, second = board.pairing.seating
                other = second if player == first else first
                seat = "white" if player == first else "black"
                down, up = before[player] > before[other], before[player] < before[other]
                moved = "down" if down else "up" if up else "none"
            elif board and board.got(player):
                moved = "down"
            self.seats[player].append(seat)
            self.floats[player].append(moved)
        self.waves.append(wave)
        self.absent |= leaving

    def decided(self, pairing: Pairing, leaving: frozenset[int], resting: frozenset[int]) -> WaveGame:
        if pairing.bye:
            rests = pairing.seating[0] in resting
            return WaveGame(pairing, (0.5,), HALF_BYE) if rests else WaveGame(pairing, (1.0,), "bye")
        if leaving & set(pairing.seating):
            return WaveGame(pairing, tuple(float(player not in leaving) for player in pairing.seating), "forfeit")
        first = self.chance.choice((0.0, 0.5, 1.0))
        return WaveGame(pairing, (first, 1.0 - first), "played")

    def met(self) -> set[Pair]:
        return {frozenset(board.pairing.seating) for wave in self.waves for board in wave if board.was_played}

    def by_the_program(self, standings: Standings, resting: frozenset[int]) -> tuple[list[Pair], list[int]]:
        """Return the pairs and the byes of the other program."""
        players = [
            {
                "id": player + 1, "name": str(player), "score": standings.points[player], "rating": 2000 - player,
                "starting_number": player + 1, "color_hist": self.seats[player], "float_history": self.floats[player],
                "bye_count": standings.byes[player],
            }
            for player in range(self.form.players) if player not in self.absent | resting
        ]  # fmt: skip
        met = {(min(pair) + 1, max(pair) + 1) for pair in self.met()}
        found = generate_pairings("dutch", players, met, len(self.waves) + 1, self.form.rounds)
        games = [frozenset((one["white_id"] - 1, one["black_id"] - 1)) for one in found if one["black_id"]]
        return games, [one["white_id"] - 1 for one in found if not one["black_id"]]


@pytest.mark.parametrize("first", range(0, TOURNAMENTS, EACH))
def test_a_round_is_as_good_as_that_of_the_dutch_system(first: int) -> None:
    compared = 0
    for seed in range(first, first + EACH):
        cup = Cup(seed)
        resting = cup.some(_REST)
        while paired := next_wave(cup.form, cup.waves, cup.absent, resting):
            there = set(range(cup.form.players)) - cup.absent - resting
            if len(there) > 1:
                compared += compare(cup, paired, resting, len(there))
            cup.play(paired, resting)
            resting = cup.some(_REST)
        check_seats(cup)
    assert compared > EACH


def compare(cup: Cup, paired: Iterable[Pairing], resting: frozenset[int], there: int) -> bool:
    """Compare the pairings of a round; return False if the other program has not paired everybody."""
    standings, met = standings_of(cup.form, cup.waves), cup.met()
    pairs = [frozenset(pairing.seating) for pairing in paired if not pairing.bye]
    byes = [pairing.seating[0] for pairing in paired if pairing.bye and pairing.seating[0] not in resting]
    others, idle = cup.by_the_program(standings, resting)
    if 2 * len(others) + len(idle) != there or len(idle) != there % 2 or any(standings.byes[each] for each in idle):
        return False

    def gap(games: Iterable[Pair]) -> float:
        return sum((standings.points[min(pair)] - standings.points[max(pair)]) ** 2 for pair in games)

    assert not met & set(pairs), cup.form
    assert len(byes) == len(idle)
    assert not byes or standings.byes[byes[0]] == 0
    if any(unfair(standings, pair) for pair in others):
        return True
    if byes:
        assert standings.points[byes[0]] <= standings.points[idle[0]]
    if byes == idle:
        assert gap(pairs) <= gap(others), cup.form
    return True


def unfair(standings: Standings, pair: Pair) -> bool:
    """Return whether two players had the same seat more often, so that one would have it twice more often."""
    leads = [standings.firsts[player] for player in pair]
    return min(leads) >= _MOST_LEAD or max(leads) <= -_MOST_LEAD


def check_seats(cup: Cup) -> None:
    """Compare how often everybody had the first turn with how often they had the second."""
    foreseen = not cup.absent and all(board.how == "played" or board.how == "bye" for w in cup.waves for board in w)
    for seats in cup.seats:
        count = Counter(seats)
        assert abs(count["white"] - count["black"]) <= (_MOST_LEAD if foreseen else _MOST_LEAD + 1)
