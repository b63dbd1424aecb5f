"""Pairing systems, with players of whom the stronger always wins."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import pytest

from ludarium.tournament.elimination import FINAL, double_elimination, single_elimination
from ludarium.tournament.pairing import Pairing, PairingSystem, RoundPayoffs, ladder, round_robin, seating
from ludarium.tournament.swiss import swiss

SIZES = (2, 3, 4, 5, 8, 13)

MakeSystem = Callable[[int, int, int], PairingSystem]
"""`make(players, seats, games)`."""
Better = Callable[[Iterable[int]], int]
"""Returns the player that wins, of those who play."""


def play(
    system: PairingSystem, better: Better = min, tied: Sequence[int] = ()
) -> tuple[list[list[Pairing]], list[int]]:
    """Return the rounds of a system and the order that it ends with; `tied` players draw every game between them."""
    rounds: list[list[Pairing]] = []
    outcomes: RoundPayoffs | None = None
    while True:
        try:
            pairings = next(system) if outcomes is None else system.send(outcomes)
        except StopIteration as end:
            return rounds, end.value
        rounds.append(pairings)
        outcomes = [
            payoffs(pairing, better(pairing.seating), set(pairing.seating) <= set(tied)) for pairing in pairings
        ]


def payoffs(pairing: Pairing, best: int, equal: bool = False) -> tuple[float, ...]:
    """Return the payoffs of a game that `best` wins, or that is `equal`; a bye is a win."""
    equal = equal and not pairing.bye
    return tuple(0.5 if equal else float(player == best) for player in pairing.seating)


def pairs(pairings: Iterable[Pairing]) -> list[tuple[int, ...]]:
    return [tuple(sorted(pairing.seating)) for pairing in pairings if not pairing.bye]


@pytest.mark.parametrize("system", [round_robin, swiss, ladder, single_elimination, double_elimination])
@pytest.mark.parametrize("players", SIZES)
def test_the_strongest_comes_first_from_any_seed(system: MakeSystem, players: int) -> None:
    cases: list[tuple[Better, int]] = [(min, 0), (max, players - 1)]
    for better, first in cases:
        _, order = play(system(players, 2, 2), better)
        assert order[0] == first
        assert sorted(order) == list(range(players))


@pytest.mark.parametrize("system", [round_robin, swiss, ladder, single_elimination, double_elimination])
def test_both_players_have_each_seat_equally_often(system: MakeSystem) -> None:
    rounds, _ = play(system(6, 2, 4))
    for pairings in rounds:
        seated = [pairing.seating for pairing in pairings if not pairing.bye]
        assert all(seated.count((a, b)) == seated.count((b, a)) for a, b in seated)


def test_all_seatings_of_an_encounter_come_before_any_comes_again() -> None:
    assert len({seating("abcd", number) for number in range(24)}) == 24
    assert seating("abcd", 24) == seating("abcd", 0)
    for number in range(0, 24, 4):  # in every four games everybody sits everywhere
        assert all({seating("abcd", number + game)[seat] for game in range(4)} == set("abcd") for seat in range(4))


def test_a_round_robin_of_three_seats_has_every_group_of_three() -> None:
    (pairings,), order = play(round_robin(4, 3, 6))
    assert {tuple(sorted(pairing.seating)) for pairing in pairings} == set(combinations(range(4), 3))
    assert len(pairings) == 4 * 6
    assert order == [0, 1, 2, 3]


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 4), (8, 7), (9, 5), (40, 10)])
def test_nobody_meets_twice_in_a_swiss_tournament_that_is_short_enough(players: int, rounds: int) -> None:
    played, _ = play(swiss(players, 2, 1, rounds))
    met = [pair for pairings in played for pair in pairs(pairings)]
    assert len(met) == len(set(met)) == rounds * (players // 2)


def test_a_swiss_tournament_longer_than_that_goes_on() -> None:
    played, _ = play(swiss(4, 2, 1, 6))
    met = [pair for pairings in played for pair in pairs(pairings)]
    assert {met.count(pair) for pair in met} == {2}


def test_a_large_swiss_field_is_paired_the_same_each_time_and_nobody_meets_twice() -> None:
    played, order = play(swiss(151, 2, 1, 6))
    met = [pair for fixtures in played for pair in pairs(fixtures)]
    assert len(met) == len(set(met)) == 6 * 75
    lost = {max(pair) for pair in met}
    assert order[0] not in lost
    assert 0 in order[: 151 - len(lost)]
    assert play(swiss(151, 2, 1, 6)) == (played, order)


def test_a_swiss_bye_goes_round_from_the_end_and_counts_as_an_encounter() -> None:
    played, order = play(swiss(5, 2, 2, 3))
    byes = [pairing.seating[0] for pairings in played for pairing in pairings if pairing.bye]
    assert len(byes) == 3 * 2
    assert len(set(byes)) == 3
    assert byes[0] == 4
    assert order[0] == 0


def test_players_with_equal_points_meet_in_a_swiss_round() -> None:
    played, _ = play(swiss(8, 2, 1, 2))
    assert pairs(played[0]) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert set(pairs(played[1])) == {(0, 2), (1, 3), (4, 6), (5, 7)}


@pytest.mark.parametrize("players", SIZES)
def test_the_ladder_is_in_order_after_as_many_rounds_as_rungs(players: int) -> None:
    assert play(ladder(players, 2, 1), max)[1] == list(range(players))[::-1]


def test_a_challenge_that_is_tied_changes_nothing_on_the_ladder() -> None:
    assert play(ladder(3, 2, 1), max, tied=(0, 1, 2))[1] == [0, 1, 2]


@pytest.mark.parametrize("players", SIZES)
def test_elimination_takes_as_many_encounters_as_it_must(players: int) -> None:
    single, _ = play(single_elimination(players, 2, 1))
    double, _ = play(double_elimination(players, 2, 1))
    assert sum(len(pairs(pairings)) for pairings in single) == players - 1
    assert sum(len(pairs(pairings)) for pairings in double) == 2 * players - 2


def test_the_best_seeds_meet_last() -> None:
    rounds, order = play(single_elimination(8, 2, 1))
    assert pairs(rounds[0]) == [(0, 7), (3, 4), (1, 6), (2, 5)]
    assert pairs(rounds[-1]) == [(0, 1)]
    assert order[:2] == [0, 1]


def test_byes_go_to_the_best_seeds() -> None:
    rounds, _ = play(single_elimination(5, 2, 2))
    assert {pairing.seating[0] for pairing in rounds[0] if pairing.bye} == {0, 1, 2}


def test_a_tied_encounter_is_played_again_and_in_the_end_the_better_seed_goes_on() -> None:
    rounds, order = play(single_elimination(2, 2, 2), max, tied=(0, 1))
    assert [len(pairings) for pairings in rounds] == [2, 2, 2, 2]
    assert all({pairing.seating for pairing in pairings} == {(0, 1), (1, 0)} for pairings in rounds)
    assert order == [0, 1]


def test_the_second_of_double_elimination_needs_two_finals() -> None:
    system = double_elimination(4, 2, 1)
    pairings, met, finals = next(system), list[tuple[int, ...]](), 0
    order: list[int] | None = None
    while order is None:
        met += pairs(pairings)
        wins = 1 if met.count((0, 1)) < 2 else 0  # the first seed loses its first encounter with the second
        finals += pairings[0].section == FINAL
        best = [wins if set(pairing.seating) == {0, 1} else min(pairing.seating) for pairing in pairings]
        try:
            pairings = system.send(list(map(payoffs, pairings, best)))
        except StopIteration as end:
            order = end.value
    assert finals == 2
    assert order[:2] == [0, 1]
