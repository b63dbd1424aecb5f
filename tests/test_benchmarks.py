"""The benchmarks' answers, at a size that tests can afford; nothing is said of the times."""

import pytest

from benchmarks.arena import QUICK, duration, overhead
from ludarium.tournament.config import TournamentConfig

FEW = TournamentConfig.make(**{**QUICK.to_dict(), "games": 6})


def test_the_arena_plays_the_games_that_were_timed_without_it() -> None:
    overhead(FEW)


def test_another_table_is_no_measurement() -> None:
    timed = duration(FEW, "threads", 2)
    duration(FEW, "threads", 2, timed.table)
    with pytest.raises(AssertionError, match="another table"):
        duration(FEW, "threads", 2, timed.table[1:])
