"""The results of the benchmarks, with few games; times are not tested."""

import pytest

from benchmarks import bots
from benchmarks.arena import QUICK, duration, overhead
from ludarium.tournament.config import TournamentConfig

FEW = TournamentConfig.make(**{**QUICK.to_dict(), "games": 6})


def test_the_tournament_plays_the_games_that_were_timed_without_it() -> None:
    overhead(FEW)


def test_other_results_are_no_measurement() -> None:
    timed = duration(FEW, "threads", 2)
    duration(FEW, "threads", 2, timed.results)
    with pytest.raises(AssertionError, match="other results"):
        duration(FEW, "threads", 2, timed.results[1:])


def test_a_person_gets_legal_answers_while_other_matches_go_on() -> None:
    found = bots.measure(matches=2, samples=1, bot="medium")
    assert found.turns > 0
    assert len(found.loaded) == 1
