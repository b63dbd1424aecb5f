"""Arenas: who is paired with whom, who has the first turn, and what counts."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

from ludarium.tournament.kinds import arena
from ludarium.tournament.kinds.arena import ArenaLog, ArenaStandings, arena_points, pair_arena, standings_before
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.waves import Wave, WaveGame
from tests.cases import each


def all_pairings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
    for other in players[1:]:
        for rest in all_pairings([player for player in players[1:] if player != other]):
            yield [(players[0], other), *rest]


def repeats(pairs: Sequence[tuple[int, int]], last: dict[int, int]) -> int:
    return sum(last.get(one) == other or last.get(other) == one for one, other in pairs)


def avoidable(waiting: Sequence[int], last: dict[int, int]) -> bool:
    """Whether the players can be paired without a repetition, of an odd number with any of them left out."""
    groups = [waiting] if len(waiting) % 2 == 0 else [[p for p in waiting if p != idle] for idle in waiting]
    return any(repeats(pairs, last) == 0 for group in groups for pairs in all_pairings(group))


@each("seed", range(300))
def test_nobody_meets_the_same_opponent_twice_running_where_it_can_be_avoided(seed: int) -> None:
    chance = random.Random(seed)
    waiting = chance.sample(range(12), chance.randint(2, 8))
    last = {player: chance.choice([other for other in waiting if other != player]) for player in waiting}
    points = {player: chance.randint(0, 9) for player in waiting}
    standings = ArenaStandings(last=last)
    standings.points.update(points)
    pairs, idle = pair_arena(waiting, standings, seed, 0)
    paired = [player for pair in pairs for player in pair]
    assert sorted([*paired, *([] if idle is None else [idle])]) == sorted(waiting)
    assert (idle is None) == (len(waiting) % 2 == 0)
    if avoidable(waiting, last):
        assert repeats(pairs, last) == 0


def test_who_is_near_in_points_is_met() -> None:
    standings = ArenaStandings()
    standings.points.update({0: 8000, 1: 2000, 2: 7000, 3: 1000, 4: 7000})
    pairs, idle = pair_arena([4, 3, 2, 1, 0], standings, 3, 0)
    assert [set(pair) for pair in pairs] == [{0, 2}, {4, 1}]
    assert idle == 3
    standings.games.update({0: 5, 1: 4, 2: 4, 3: 3, 4: 4})
    assert pair_arena([4, 3, 2, 1, 0], standings, 3, 0).idle == 0


def test_the_first_turn_is_for_who_had_it_less_often_then_for_who_had_the_other() -> None:
    standings = ArenaStandings()
    standings.lead.update({0: 1, 1: -1})
    assert pair_arena([0, 1], standings, 3, 0).pairs == [(1, 0)]
    standings = ArenaStandings(had_first={0: True, 1: False})
    assert pair_arena([0, 1], standings, 3, 0).pairs == [(1, 0)]
    lots = {tuple(pair_arena([0, 1], ArenaStandings(), 3, wave).pairs) for wave in range(20)}
    assert lots == {((0, 1),), ((1, 0),)}


def played(first: int, second: int, got: float, known: int) -> WaveGame:
    return WaveGame(Pairing(0, 0, (first, second)), (got, 1.0 - got), "played", known=known)


def test_from_the_third_victory_in_a_row_on_points_are_doubled() -> None:
    results = [1.0, 1.0, 1.0, 0.5, 1.0, 0.0]
    waves: list[Wave] = [[played(0, 1, got, number + 1)] for number, got in enumerate(results)]
    assert arena_points(waves, 2, streaks=False) == [9.0, 3.0]
    assert arena_points(waves, 2, streaks=True) == [2 + 2 + 4 + 2 + 2 + 0, 1 + 2]


def test_a_result_counts_for_the_waves_after_it_was_known() -> None:
    waves: list[Wave] = [[played(0, 1, 1.0, 3)], [played(2, 3, 1.0, 2)], [WaveGame(Pairing(2, 0, (4, 5)))], []]
    found = [standings_before(waves, number, streaks=False).points for number in range(4)]
    assert [dict(+points) for points in found] == [{}, {}, {2: 2000}, {2: 2000, 0: 2000}]
    assert standings_before(waves, 3, streaks=False).last == {0: 1, 1: 0, 2: 3, 3: 2, 4: 5, 5: 4}


def test_who_waits_is_no_game() -> None:
    waves: list[Wave] = [[played(0, 1, 1.0, 1), WaveGame(Pairing(0, 1, (2,)), (0.0,), "waits")]]
    assert arena_points(waves, 3, streaks=True) == [2.0, 0.0, 0.0]
    assert standings_before(waves, 1, streaks=True).games == {0: 1, 1: 1}
    assert Fraction(arena_points(waves, 3, streaks=True)[0]) == 2


def test_a_log_counts_each_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1)
    waves: list[Wave] = [
        [played(2 * at, 2 * at + 1, chance.choice([0.0, 0.5, 1.0]), wave + 1) for at in range(3)] for wave in range(40)
    ]
    expected = [dict(standings_before(waves, number, streaks=True).points) for number in range(1, 41)]
    counted = list[int]()
    count = arena._value

    def value(game: WaveGame, player: int, runs: Counter[int], *, streaks: bool) -> float:
        counted.append(player)
        return count(game, player, runs, streaks=streaks)

    monkeypatch.setattr(arena, "_value", value)
    log = ArenaLog(streaks=True)
    assert [dict(log.add(wave).points) for wave in waves] == expected
    assert len(counted) == 2 * 3 * 40
    assert [points / 1000 for _, points in sorted(expected[-1].items())] == arena_points(waves, 6, streaks=True)
