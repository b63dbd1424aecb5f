"""What a turn gave away where no table tells it: the best turn and the one that was played are searched alike."""

import math
import re
from pathlib import Path
from statistics import stdev

import pytest

from ludarium import Match, all_states, play_match
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.review.adviser import Adviser
from ludarium.review.luck import PASSES, searched_loss
from ludarium.review.review import Review, review
from tests.conftest import EXACT_LUDO
from tests.tiny import GAMMON

START = load("orion").initial()
BEST, PLAYED = START.move("p+"), START.move("p-")


def test_the_error_is_the_mean_difference_of_searches_with_the_interval_of_student() -> None:
    gaps = [0.1, 0.3, 0.2, 0.2]
    found = searched_loss(BEST, PLAYED, lambda state, number, _: 0.4 + gaps[number] * (state == BEST))
    assert found is not None
    assert found.loss == pytest.approx(0.2)
    assert found.doubt == pytest.approx(3.182 * stdev(gaps) / math.sqrt(PASSES))


def test_a_turn_that_the_searches_find_better_gave_nothing_away() -> None:
    found = searched_loss(BEST, PLAYED, lambda state, *_: 0.4 + 0.1 * (state == PLAYED))
    assert found == (0.0, 0.0)


def test_a_turn_to_the_same_state_needs_no_search() -> None:
    assert searched_loss(BEST, START.move("p+"), lambda *_: pytest.fail("it was searched")) == (0.0, 0.0)


def test_nothing_is_said_where_a_value_is_not_known() -> None:
    assert searched_loss(BEST, PLAYED, lambda state, *_: 0.5 if state == BEST else None) is None


def test_the_outcomes_of_chance_are_averaged_and_share_the_time() -> None:
    stay = GAMMON.parse_position("2:0:1:2")
    hit, run = stay.move("hit"), stay.move("run")
    assert hit.actors == (CHANCE,)
    values = {hit.move("miss"): 0.2, hit.move("strike"): 0.8, run: 0.1}
    shares = list[float]()

    def value(state: State, number: int, share: float) -> float:
        shares.append(share)
        return values[state]

    found = searched_loss(hit, run, value)
    assert found is not None
    assert found.loss == pytest.approx(0.4)
    assert sum(shares) == pytest.approx(1)
    assert len(shares) == 3 * PASSES


def test_a_review_by_search_agrees_with_a_table_where_that_is_clear(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.from_record(play_match(EXACT_LUDO, ["random", "random"], seed=2))
    states = all_states(match)
    exact = {
        (advice.played, said.seat): said.loss or 0.0
        for advice in review(Adviser(match.game, 1, lambda: None), states, 9.0)
        for said in advice.seats
    }
    monkeypatch.delenv("LUDARIUM_TABLES")
    advice = tuple(review(Adviser(match.game, 1, lambda: None), states, 0.05))
    found = Review.of(match.game, "champion", advice, match.state)
    searched = {(advice.played, said.seat): said for advice in found.advice for said in advice.seats}
    assert all(said.gap is None and said.loss is not None for said in searched.values())
    clear = [key for key, loss in exact.items() if loss > 0.05]
    assert clear
    for key in clear:
        assert searched[key].loss == pytest.approx(exact[key], abs=0.1)
    assert all(re.fullmatch(r"\d+\.\d( ± \d+\.\d)?", lost) for lost in found.lost().values())
    assert Review.from_json(match.game, found.to_json()) == found
