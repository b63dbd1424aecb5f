"""Everybody has each seat about equally often, and one Swiss pairing serves programs and people."""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.tournament.elimination import double_elimination, single_elimination
from ludarium.tournament.first_seats import even_seats, seat_pairs
from ludarium.tournament.pairing import Pairing, PairingSystem, RoundPayoffs, ladder, round_robin, seating
from ludarium.tournament.swiss import swiss


def play(system: PairingSystem, seed: int, first: float = 0.5) -> list[list[Pairing]]:
    """Return the rounds of a system with results by chance, in which the first seat wins with this probability."""
    chance, rounds = Random(seed), list[list[Pairing]]()
    outcomes: RoundPayoffs | None = None
    while True:
        try:
            paired = next(system) if outcomes is None else system.send(outcomes)
        except StopIteration:
            return rounds
        rounds.append(paired)
        outcomes = [(1.0,) if each.bye else result(chance, first, len(each.seating)) for each in paired]


def result(chance: Random, first: float, seats: int) -> tuple[float, ...]:
    draw = chance.random() < 0.1
    best = 0 if chance.random() < first else chance.randrange(1, seats)
    return tuple(1 / seats if draw else float(seat == best) for seat in range(seats))


def spread(rounds: list[list[Pairing]], seat: int = 0) -> int:
    """Return by how much the counts of a seat differ at most between players with equally many games."""
    games, had = Counter[int](), Counter[int]()
    for pairing in (each for paired in rounds for each in paired if not each.bye):
        games.update(pairing.seating)
        had[pairing.seating[seat]] += 1
    counts = defaultdict[int, list[int]](list)
    for player, count in games.items():
        counts[count].append(had[player])
    return max((max(found) - min(found) for found in counts.values()), default=0)


@given(st.integers(2, 4), st.integers(0, 4), st.integers(1, 7))
@settings(max_examples=60, deadline=None)
def test_a_round_robin_has_even_seats(seats: int, more: int, games: int) -> None:
    (paired,) = play(round_robin(seats + more, seats, games), seed=0)
    assert {tuple(sorted(each.seating)) for each in paired} == {*combinations(range(seats + more), seats)}
    assert len(paired) == games * len({tuple(sorted(each.seating)) for each in paired})
    assert max(spread([paired], seat) for seat in range(seats)) <= 1
    of_one = Counter((player, seat) for each in paired for seat, player in enumerate(each.seating))
    for player in range(seats + more):
        own = [of_one[player, seat] for seat in range(seats)]
        assert max(own) - min(own) <= 1


@given(st.lists(st.lists(st.integers(0, 7), min_size=3, max_size=3, unique=True), max_size=40))
def test_any_tables_have_even_seats(tables: list[list[int]]) -> None:
    seated = even_seats([tuple(table) for table in tables])
    assert [sorted(table) for table in seated] == [sorted(table) for table in tables]
    had = Counter((player, seat) for table in seated for seat, player in enumerate(table))
    for player in range(8):
        own = [had[player, seat] for seat in range(3)]
        assert max(own) - min(own) <= 1


@given(st.integers(0, 10**6), st.integers(2, 18), st.integers(1, 8), st.sampled_from([1, 3]), st.floats(0.1, 0.9))
@settings(max_examples=60, deadline=None)
def test_a_swiss_tournament_has_even_seats(seed: int, players: int, rounds: int, games: int, first: float) -> None:
    assert spread(play(swiss(players, 2, games, rounds), seed, first)) <= 1


@given(st.integers(0, 10**6), st.integers(2, 14), st.integers(1, 9), st.floats(0.1, 0.9))
@settings(max_examples=60, deadline=None)
def test_a_swiss_round_has_no_rematch_that_could_be_avoided(seed: int, players: int, rounds: int, first: float) -> None:
    met, byes = set[tuple[int, ...]](), Counter[int]()
    for paired in play(swiss(players, 2, 1, rounds), seed, first):
        fewest = min(byes[player] for player in range(players))
        idle = [player for player in range(players) if byes[player] == fewest] if players % 2 else [None]
        pairs = {tuple(sorted(each.seating)) for each in paired if not each.bye}
        if pairs & met:
            fresh = {*combinations(range(players), 2)} - met
            assert not any(can_pair([player for player in range(players) if player != one], fresh) for one in idle)
        assert all(each.seating[0] in idle for each in paired if each.bye)
        byes.update(each.seating[0] for each in paired if each.bye)
        met |= pairs


def can_pair(players: list[int], fresh: set[tuple[int, int]]) -> bool:
    """Return whether all of them can be paired so: slow and obvious."""
    if not players:
        return True
    one, *others = players
    return any(
        (one, other) in fresh and can_pair([each for each in others if each != other], fresh) for other in others
    )


@pytest.mark.parametrize("system", [single_elimination, double_elimination, ladder])
@pytest.mark.parametrize("games", [1, 3])
def test_where_results_say_who_meets_who_had_the_first_seat_less_often_has_it(
    system: Callable[..., PairingSystem], games: int
) -> None:
    for seed in range(60):
        lead = Counter[int]()
        for paired in play(system(2 + seed % 14, 2, games), seed):
            for number in {(each.section, each.encounter) for each in paired if not each.bye}:
                own = [each.seating for each in paired if (each.section, each.encounter) == number]
                first, second = own[0]
                assert [*own] == [seating((first, second), game) for game in range(len(own))]
                if len(own) % 2:
                    assert lead[first] <= lead[second]
                    lead.update({first: 1, second: -1})


@pytest.mark.parametrize("system", [single_elimination, swiss, round_robin])
def test_small_tournaments_of_one_game_are_even_if_the_first_seat_always_wins(
    system: Callable[..., PairingSystem],
) -> None:
    for players in range(2, 9):
        rounds = play(system(players, 2, 1), 0, first=1.0)
        assert spread(rounds) <= 1


def test_seats_are_decided_with_a_look_at_who_meets_next() -> None:
    pairs, following = [(0, 3), (1, 4), (2, 5)], [(0, 1), (3, 2), (4, 5)]
    seated = seat_pairs(pairs, following, Counter(), [False] * 3)
    lead = {first: 1 for first, _ in seated} | {second: -1 for _, second in seated}
    assert all(lead[one] + lead[other] == 0 for one, other in following)
    assert seat_pairs([(0, 1)], [], Counter({0: 1}), [False]) == [(1, 0)]


@pytest.mark.parametrize("even", [True, False])
def test_who_is_named_first_has_the_first_seat_in_former_schedules_alone(even: bool) -> None:
    (paired,) = play(round_robin(6, 2, 1, even=even), 0)
    assert (spread([paired]) <= 1) is even
    assert all(each.seating[0] < each.seating[1] for each in paired) is not even
