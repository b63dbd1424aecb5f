"""Measure the processor time of pairing a round: 64 in Swiss tournaments, also at tables of four, and 200 in an arena.

`python -m benchmarks.pairing` plays 7 rounds and 60 waves with results by chance, asserts of every pairing that it is
one (everybody once, nobody twice where that can be avoided, seats in balance), and prints the longest time of each.
The goal is 50 ms of processor a round.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from ludarium.tournament.kinds import KINDS
from ludarium.tournament.kinds.arena import pair_arena, standings_before
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.waves import Format, Wave, WaveGame

SWISS, ROUNDS, SEATS = 64, 7, 4
ARENA, WAVES = 200, 60
SHARE = 0.3
"""Of the games of an arena that end between two waves."""
_UNITS = 1000.0
T = TypeVar("T")


class Longest(NamedTuple):
    """The longest milliseconds of processor time of a round, and the games that were paired."""

    milliseconds: float
    games: int


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    done = work()
    return done, _UNITS * (time.process_time() - began)


def _balance(waves: Sequence[Wave]) -> int:
    lead = Counter[int]()
    for board in (board for wave in waves for board in wave if len(board.pairing.seating) == 2):
        lead[board.pairing.seating[0]] += 1
        lead[board.pairing.seating[1]] -= 1
    return max(map(abs, lead.values()))


def swiss(players: int = SWISS, rounds: int = ROUNDS, seed: int = 1) -> Longest:
    """Pair the rounds of a Swiss tournament."""
    chance = random.Random(seed)  # noqa: S311  # results by chance
    form, waves, longest = Format("swiss", players, rounds, seed=seed), list[Wave](), 0.0
    met = set[frozenset[int]]()
    for _ in range(rounds):
        paired, took = _timed(lambda: KINDS[form.kind].next_wave(form, waves))
        longest = max(longest, took)
        pairs = [frozenset(pairing.seating) for pairing in paired]
        assert sorted(player for pair in pairs for player in pair) == list(range(players))
        assert met.isdisjoint(pairs)
        met.update(pairs)
        waves.append(
            [WaveGame(pairing, (got := chance.choice((0.0, 0.5, 1.0)), 1.0 - got), "played") for pairing in paired]
        )
    assert _balance(waves) <= 3
    return Longest(longest, len(met))


def tables(players: int = SWISS, rounds: int = ROUNDS, seats: int = SEATS, seed: int = 1) -> Longest:
    """Pair the rounds of a Swiss tournament of a game with so many seats, whose points are by place."""
    chance = random.Random(seed)  # noqa: S311  # results by chance
    form = Format("swiss", players, rounds, seed=seed, seats=seats, fewest=seats)
    waves, longest, met = list[Wave](), 0.0, Counter[tuple[int, ...]]()
    for _ in range(rounds):
        paired, took = _timed(lambda: KINDS[form.kind].next_wave(form, waves))
        longest = max(longest, took)
        assert sorted(player for pairing in paired for player in pairing.seating) == list(range(players))
        met.update(pair for pairing in paired for pair in combinations(sorted(pairing.seating), 2))
        waves.append(
            [WaveGame(pairing, tuple(map(float, chance.sample(range(seats), seats))), "played") for pairing in paired]
        )
    assert max(met.values()) <= 2
    return Longest(longest, sum(map(len, waves)))


def arena(players: int = ARENA, waves: int = WAVES, seed: int = 1) -> Longest:
    """Pair the waves of an arena, with the standings before each, which a step of the site computes from its log."""
    chance = random.Random(seed)  # noqa: S311  # results by chance
    log, longest = list[list[WaveGame]](), 0.0
    playing, last = dict[tuple[int, int], int](), dict[int, int]()
    for number in range(waves):
        for at in [at for at in playing if number == 0 or chance.random() < SHARE]:
            got = chance.choice((0.0, 0.5, 1.0))
            wave, board = at
            log[wave][board] = log[wave][board]._replace(points=(got, 1.0 - got), how="played", known=number)
            del playing[at]
        busy = {player for wave, board in playing for player in log[wave][board].pairing.seating}
        waiting = [player for player in range(players) if player not in busy]

        def pair(number: int = number, waiting: Sequence[int] = waiting) -> list[tuple[int, int]]:
            return pair_arena(waiting, standings_before(log, number, streaks=True), seed, number).pairs

        pairs, took = _timed(pair)
        longest = max(longest, took)
        assert len({player for one in pairs for player in one}) == 2 * (len(waiting) // 2)
        if len(waiting) > 6:
            assert not any(last.get(one) == other or last.get(other) == one for one, other in pairs)
        last |= {player: other for one in pairs for player, other in (one, one[::-1])}
        log.append([WaveGame(Pairing(number, at, one)) for at, one in enumerate(pairs)])
        playing |= {(number, at): number for at in range(len(pairs))}
    assert _balance(log) <= 3
    return Longest(longest, sum(map(len, log)))


def main() -> None:
    """Print all three; what is loaded with the first pairing does not count."""
    swiss(8, 3)
    measured = {
        "Swiss, 64 players, 7 rounds": swiss(),
        "Swiss at tables of four, 64 players, 7 rounds": tables(),
        "arena, 200 players, 60 waves": arena(),
    }
    for name, found in measured.items():
        print(f"{name}: {found.games} games, at most {found.milliseconds:.1f} ms of processor a round")


if __name__ == "__main__":
    main()
