"""Simultaneous turns: orders are sealed until all seats have decided."""

from dataclasses import replace

import pytest

import ludarium
from ludarium.core.errors import GameOver, IllegalMove, NotYourTurn
from ludarium.match.match import Match
from ludarium.match.ticks import play_tick, set_order
from tests.match.matches import begin
from tests.tiny import PENNIES


def test_a_simultaneous_turn_is_sealed_until_all_have_decided() -> None:
    match = begin(PENNIES)
    assert match.to_act == (0, 1)
    match = match.submit(1, "tails")
    assert match.to_act == (0,)
    assert match.sealed == {1: "tails"}
    assert match.turns == ()
    match = match.submit(0, "heads")
    assert match.sealed == {}
    assert [entry.text for entry in match.turns] == ["heads tails"]
    assert match.state.points == (0.0, 1.0)


def test_an_order_is_not_changed_once_it_is_sealed() -> None:
    with pytest.raises(NotYourTurn, match="already chosen"):
        begin(PENNIES).submit(1, "tails").submit(1, "heads")


def test_an_order_may_be_for_several_turns() -> None:
    match = begin(PENNIES).submit(0, "tails2 heads")
    assert (match.to_act, match.sealed) == ((1,), {0: "tails2heads"})
    match = match.submit(1, "heads")
    assert (match.to_act, match.sealed) == ((1,), {0: "tailsheads"})
    match = match.submit(1, "heads").submit(1, "heads")
    assert [entry.text for entry in match.turns] == ["tails heads", "tails heads", "heads heads"]
    assert match.over
    assert match.sealed == {}


def test_two_orders_for_several_turns_are_played_as_far_as_the_shorter_one_goes() -> None:
    match = begin(PENNIES).submit(0, "tails3").submit(1, "heads2")
    assert len(match.turns) == 2
    assert (match.to_act, match.sealed) == ((1,), {0: "tails"})


def test_an_order_for_several_turns_goes_on_after_dice() -> None:
    rocks = ludarium.load("grid(rocks=2)")
    match = replace(Match.begin(rocks, ["", ""]), sealed={0: "n2", 1: "s1"}).roll()
    assert [entry.text for entry in match.turns[2:]] == ["n/s"]
    assert match.sealed == {0: "n"}


def test_a_tick_plays_the_orders_that_stand_and_keeps_them() -> None:
    match = play_tick(set_order(play_tick(begin(PENNIES)), 1, "tails"))
    assert [entry.text for entry in match.turns] == ["heads heads", "heads tails"]
    assert match.sealed == {1: "tails"}
    match = play_tick(set_order(match, 1, "heads"))
    assert match.over
    assert match.sealed == {}
    with pytest.raises(GameOver):
        play_tick(match)


def test_an_impossible_order_is_refused() -> None:
    with pytest.raises(IllegalMove, match="did you mean heads"):
        begin(PENNIES).submit(1, "head")


def test_a_sealed_order_is_no_part_of_the_record() -> None:
    assert begin(PENNIES).submit(1, "tails").record() == begin(PENNIES).record()
