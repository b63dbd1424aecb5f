"""The luck of rolls without a table: what was rolled less the mean over all rolls."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ludarium import Match, all_states, play_match
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.review.adviser import Adviser
from ludarium.review.luck import searched_luck
from ludarium.review.review import Review, review
from ludarium.solve.installed import require_table
from tests.conftest import EXACT_LUDO
from tests.tiny import luck as push


def by_die(values: dict[str, float]) -> Callable[[State, int], float]:
    """Return values of positions of pushing one's luck, by the points that are not yet banked."""
    return lambda state, _: values[str(state).split(":")[2]]


@pytest.mark.parametrize(("roll", "luck"), [("1", -0.4), ("2", -0.2), ("4", 0.6)])
def test_luck_is_what_was_rolled_less_the_mean(roll: str, luck: float) -> None:
    rolled = push.game().initial().move("throw")
    values = {"0": 0.0, "2": 0.2, "3": 0.4, "4": 1.0}  # their mean is 0.4
    assert searched_luck(rolled, rolled.move(roll), by_die(values)) == pytest.approx(luck)


def test_luck_is_unknown_where_any_value_is() -> None:
    rolled = push.game().initial().move("throw")
    assert searched_luck(rolled, rolled.move("4"), lambda state, _: None if "3" in str(state) else 0.5) is None


def test_a_roll_after_which_chance_acts_again_is_worth_the_mean_of_what_follows() -> None:
    game = load("ludo(markers=1,goal=24)")
    drawn = game.initial().move("first B")
    state = game.initial()  # the draw of who begins is followed by a roll
    assert state.actors == drawn.actors == (CHANCE,)
    first = {"A": 0.2, "B": 0.8}
    luck = searched_luck(state, drawn, lambda found, _: first[str(found).split()[1]])
    assert luck == pytest.approx(0.3)


def test_a_review_by_search_knows_the_luck_of_every_roll_and_it_is_close_to_that_of_a_table(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.from_record(play_match(EXACT_LUDO, ["random", "random"], seed=2))
    states = all_states(match)
    require_table(load(EXACT_LUDO))
    exact = [roll for advice in review(Adviser(match.game, 1, lambda: None), states, 9.0) for roll in advice.rolls]
    monkeypatch.delenv("LUDARIUM_TABLES")
    advice = tuple(review(Adviser(match.game, 1, lambda: None), states, 0.05))
    found = Review.of(match.game, "champion", advice, match.state)
    assert not found.is_exact
    assert all(roll.gap is None for roll in found.rolls)
    assert {roll.played for roll in exact} <= {roll.played for roll in found.rolls}
    searched = {roll.played: roll.luck for roll in found.rolls}
    errors = [abs(roll.luck - searched[roll.played]) for roll in exact]
    assert sum(errors) / len(errors) < sum(abs(roll.luck) for roll in exact) / len(exact) / 2
    assert Review.from_json(match.game, found.to_json()) == found
    assert found.luck_gap is None


def test_rolls_that_leave_no_choice_have_their_luck() -> None:
    game = load("ludo(markers=1,goal=24)")
    states = [game.initial()]
    for text in ("first B", "roll 1"):  # B cannot move by a one
        states.append(states[-1].move(text))
    assert states[-1].actors == (CHANCE,)
    found = Review.of(game, "champion", review(Adviser(game, 1, lambda: None), states, 0.01), states[-1])
    [roll] = found.rolls
    assert (roll.played, roll.seat) == (1, 1)
    assert roll.luck < 0
    assert found.forced == (roll,)
    assert found.said == ()
    assert found.curve() == []


def test_a_review_that_is_stored_from_before_is_read() -> None:
    game = load("ludo")
    old = {"by": "champion", "advice": [[3, [[0, 0.5, "1"]], []]], "final": [], "left_out": ""}
    [advice] = Review.from_json(game, old).advice
    assert advice.rolls == ()
