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
from ludarium.review.advice import Advice, SeatAdvice
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


@pytest.mark.parametrize("marker", range(4))
def test_a_turn_of_another_of_several_like_pieces_gave_nothing_away(marker: int) -> None:
    """Four markers stand on 1, so all turns are one; searches of what follows each would differ a little."""
    state = load("ludo").parse_position("1,1,1,1/1,1,1,1 A 2 3")
    [said] = Adviser(state.game, 1, lambda: None).advise(state, 0, 0.02, state.play(state.legal()[marker])).seats
    assert (said.loss, said.doubt) == (0.0, 0.0)


def test_a_turn_that_gave_away_less_than_half_a_game_of_100_is_not_listed() -> None:
    said = [SeatAdvice(0, 0.5, "p+", loss=loss, doubt=0.001) for loss in (0.002, 0.02)]
    found = Review.of(START.game, "champion", [Advice(number, (one,)) for number, one in enumerate(said)], START)
    assert found.errors() == [(1, said[1])]


def test_what_the_curve_has_as_proved_no_shorter_search_doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [load("orion(rows=3,columns=3)").initial()]
    for text in ("pass", "e--", "pass", "h+i+f+", "pass", "d--g-", "pass", "a-d-"):
        states.append(states[-1].move(text))
    monkeypatch.setattr(Adviser, "_expected", lambda *_: 0.5)  # what a short search sees
    adviser = Adviser(states[0].game, 1, lambda: None, level="mcts(simulations=20000,explore=0.2,widen=1)")
    advice = tuple(review(adviser, states[6:], math.inf))
    assert [one.seats[0].value for one in advice] == [1, 1]  # of X, who passes, and of O, who wins
    assert advice[0].seats[0][4:] == (1, None, 0)
    [swing, _] = Review.of(states[0].game, "champion", advice, states[-1]).swings()
    assert swing.before - swing.after == 1


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
