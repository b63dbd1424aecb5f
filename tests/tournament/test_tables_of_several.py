"""Tables of three and four seats: who meets whom, how often, on which seat; points by place; tables."""

import random
from collections import Counter
from dataclasses import asdict
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.tournament.balanced_tables import balanced_rounds, rounds_of_all, table_sizes
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.table import points_by_place
from ludarium.tournament.verification import faults_of
from ludarium.tournament.waves import Format, Wave, WaveGame
from tests.tournament.by_kind import next_wave, table

several = st.sampled_from([3, 4])
FORMER = {
    "swiss": [
        (0, 1, 2),
        (3, 4, 5),
        (6, 7, 8),
        (5, 0, 7),
        (2, 6, 4),
        (1, 8, 3),
        (7, 4, 1),
        (8, 2, 5),
        (6, 3, 0),
        (4, 8, 0),
        (1, 5, 6),
        (7, 2, 3),
    ],
    "round-robin": [
        (5, 4, 7),
        (1, 3, 2),
        (8, 0, 6),
        (4, 6, 1),
        (2, 8, 5),
        (0, 7, 3),
        (3, 5, 6),
        (7, 1, 8),
        (4, 2, 0),
        (5, 0, 1),
        (3, 8, 4),
        (6, 2, 7),
    ],
}
"""Tables of nine players in four rounds of the first pairing, as versions before computed them."""


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=2, max_size=4), several)
def test_points_by_place_are_shared_by_ties_and_are_as_many_at_every_table(payoffs: list[float], seats: int) -> None:
    payoffs = payoffs[:seats]
    points = points_by_place(payoffs, seats)
    assert sum(points) == pytest.approx(len(payoffs) * (seats - 1) / 2)
    by_place = [place * (seats - 1) / (len(payoffs) - 1) for place in range(len(payoffs))]
    for paid, got in zip(payoffs, points, strict=True):
        below, equal = sum(other < paid for other in payoffs), payoffs.count(paid)
        assert got == pytest.approx(sum(by_place[below : below + equal]) / equal)


@given(st.integers(3, 64), several, st.integers(2, 4))
def test_tables_are_full_or_nearly_so_and_few_have_no_place(players: int, seats: int, fewest: int) -> None:
    fewest = min(fewest, seats)
    sizes = table_sizes(players, seats, fewest)
    idle = players - sum(sizes)
    assert all(fewest <= size <= seats for size in sizes)
    assert 0 <= idle < seats
    assert idle == 0 or fewest > players // -(-players // seats)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("players", range(4, 13))
@pytest.mark.parametrize("smaller", [False, True])
def test_a_design_lets_everybody_meet_everybody_about_equally_often(players: int, seats: int, smaller: bool) -> None:
    fewest = 2 if smaller else seats
    rounds = balanced_rounds(players, seats, fewest, rounds_of_all(players, seats))
    assert rounds == balanced_rounds.__wrapped__(players, seats, fewest, rounds_of_all(players, seats))
    had, met, games = Counter[tuple[int, int]](), Counter[tuple[int, int]](), Counter[int]()
    for tables in rounds:
        there = sorted(player for one in tables for player in one)
        assert [len(one) for one in tables] == table_sizes(players, seats, fewest)
        assert len(there) == len({*there})
        games.update(there)
        had.update(at for one in tables for at in enumerate(one))
        met.update(pair for one in tables for pair in combinations(sorted(one), 2))
    assert max(games.values()) - min(games[player] for player in range(players)) <= 1
    fair = sum(met.values()) / (players * (players - 1) / 2)
    assert max(met.values()) <= fair + 2.2
    for player in range(players):
        seated = [had[seat, player] for seat in range(seats)]
        assert max(seated) - min(seated) <= (2 if smaller else 1)
    seatings = [one for tables in rounds for one in tables]
    assert max(spread(seatings, seat) for seat in range(1 if smaller else seats)) <= 1


def spread(seatings: list[tuple[int, ...]], seat: int = 0) -> int:
    """Return by how much the counts of a seat differ at most between players with equally many games."""
    games, had = Counter[int](), Counter[int]()
    for one in seatings:
        games.update(one)
        had.update(one[seat : seat + 1])
    counts = [[had[player] for player in games if games[player] == count] for count in {*games.values()}]
    return max(max(found) - min(found) for found in counts)


@pytest.mark.parametrize("smaller", [False, True])
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("players", range(4, 13))
def test_a_round_robin_of_tables_has_even_seats(players: int, seats: int, smaller: bool) -> None:
    for games in (1, 2, 3):
        form = Format("round-robin", players, 1, games, seats=seats, fewest=2 if smaller else seats)
        seatings = [pairing.seating for pairing in next_wave(form, []) if not pairing.bye]
        assert max(spread(seatings, seat) for seat in range(1 if smaller else seats)) <= 1


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize(("players", "seats", "fewest"), [
    (9, 3, 3), (12, 3, 3), (15, 3, 3), (8, 4, 4), (12, 4, 4), (16, 4, 4), (10, 3, 2), (10, 4, 2), (14, 4, 2),
    (15, 4, 3),
])  # fmt: skip
def test_swiss_tables_have_even_first_seats(players: int, seats: int, fewest: int, games: int) -> None:
    for seed in range(20):
        chance = random.Random(seed)
        form = Format("swiss", players, 2 + seed % 8, games, seed, seats=seats, fewest=fewest)
        waves: list[Wave] = []
        while paired := next_wave(form, waves):
            waves.append([played(form, pairing, chance) for pairing in paired])
            assert spread([board.pairing.seating for wave in waves for board in wave]) <= 1


@pytest.mark.parametrize("kind", ["swiss", "round-robin"])
def test_tournaments_of_tables_that_were_begun_before_keep_their_seats(kind: str) -> None:
    form, chance = Format(kind, 9, 4, 1, 5, seats=3, fewest=2, pairing=1), random.Random(5)
    waves: list[Wave] = []
    while paired := next_wave(form, waves):
        waves.append([played(form, pairing, chance) for pairing in paired])
    assert [board.pairing.seating for wave in waves for board in wave] == FORMER[kind]


@pytest.mark.parametrize(("players", "seats"), [(8, 3), (9, 3), (13, 4), (16, 4)])
def test_nobody_meets_twice_where_a_perfect_design_was_found(players: int, seats: int) -> None:
    met = Counter(
        pair
        for tables in balanced_rounds(players, seats, 2, rounds_of_all(players, seats))
        for one in tables
        for pair in combinations(sorted(one), 2)
    )
    assert max(met.values()) == (1 if (players, seats) != (13, 4) else 2)


def played(form: Format, pairing: Pairing, chance: random.Random) -> WaveGame:
    if pairing.bye:
        return WaveGame(pairing, (form.bye_points,), "bye")
    payoffs = [chance.choice((0.0, 1.0, 2.0)) for _ in pairing.seating]
    return WaveGame(pairing, points_by_place(payoffs, form.seats), "played")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), several, st.sampled_from(["swiss", "round-robin"]), st.integers(5, 16), st.booleans())
def test_a_tournament_of_tables_pairs_everybody_and_can_be_computed_again(
    seed: int, seats: int, kind: str, players: int, smaller: bool
) -> None:
    chance = random.Random(seed)
    form = Format(kind, players, 4, 1, seed, seats=seats, fewest=2 if smaller else seats)
    waves: list[Wave] = []
    gone = frozenset[int]()
    while paired := next_wave(form, waves, gone):
        rounds = {pairing.round for pairing in paired}
        for number in rounds:
            there = sorted(player for pairing in paired if pairing.round == number for player in pairing.seating)
            assert there == sorted({*range(players)} - gone)
        waves.append([played(form, pairing, chance) for pairing in paired])
        if kind == "swiss" and chance.random() < 0.3 and players - len(gone) > seats + 1:
            gone |= {chance.randrange(players)}
    assert len(waves) == (4 if kind == "swiss" else 1)
    check_table(form, waves)


def check_table(form: Format, waves: list[Wave]) -> None:
    """Compare the table with one that is added up game by game, and the verification of its data."""
    points = Counter[int]()
    won = Counter[int]()
    for board in (board for wave in waves for board in wave):
        best = max(board.points)
        for player, got in zip(board.pairing.seating, board.points, strict=True):
            points[player] += got  # type: ignore[assignment]  # halves
            won[player] += board.how == "played" and got == best and board.points.count(best) == 1
    rows = table(form, waves)
    assert {row.player: (row.points, row.won) for row in rows} == {
        player: (points[player], won[player]) for player in range(form.players)
    }
    keys = [(-row.points, -row.won) for row in rows]
    assert keys == sorted(keys)
    data = {
        **asdict(form), "state": "running", "ties": form.ties,
        "players": [{"rating": -player, "place": player, "has_left": False} for player in range(form.players)],
        "waves": [
            [
                {"round": b.pairing.round, "encounter": b.pairing.encounter, "players": [*b.pairing.seating],
                 "points": [*b.points], "how": b.how}
                for b in wave
            ]
            for wave in waves
        ],
        "table": [row._asdict() for row in rows],
    }  # fmt: skip
    assert faults_of(data) == []
    if (game := next((b for b in data["waves"][0] if len(b["players"]) > 1), None)) is not None:
        game["players"].reverse()
        assert faults_of(data) != []


def test_swiss_tables_avoid_who_has_met_and_seats_rotate() -> None:
    form, chance = Format("swiss", 16, 5, seats=4), random.Random(5)
    waves: list[Wave] = []
    while paired := next_wave(form, waves):
        waves.append([played(form, pairing, chance) for pairing in paired])
    met = Counter(pair for wave in waves for b in wave for pair in combinations(sorted(b.pairing.seating), 2))
    assert sum(count - 1 for count in met.values()) <= 8  # of 120 meetings
    had = Counter(at for wave in waves for b in wave for at in enumerate(b.pairing.seating))
    assert max(had.values()) <= 2
