"""Offers and resignations among more than two seats: in this game of three, each seat says a word in turn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from ludarium.core.definition import Setup
from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import State
from ludarium.core.kernel import Floats, Kernel, Vector
from ludarium.core.spec import Value
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback, decline_offer, offer_draw
from ludarium.match.verify import verify
from tests.tiny.making import make_game

TURNS = 6


def actors(t: Vector, v: Vector) -> int:
    return 2 << int(v[0]) % 3 if v[0] < TURNS else 0


def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    out[0] = 0
    return 1


def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    return 0


def apply(t: Vector, v: Vector, actions: Vector) -> None:
    v[0] += 1


def results(t: Vector, v: Vector, out: Floats) -> int:
    out.fill(0)
    return 0


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)


def setup(options: Mapping[str, Value]) -> Setup:
    return Setup(np.zeros(1, np.int64), np.zeros(1, np.int64), ("a", "b", "c"), 1, TURNS)


def in_turn(state: State) -> bool:
    return False


def ending(state: State) -> str:
    return "" if state.vector[0] < TURNS else "all has been said"


def format_turn(state: State, actions: Sequence[int]) -> str:
    return "word" if actions else ""


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    if text != "word":
        raise ParseError("expected word")
    return (0,)


def format_position(state: State) -> str:
    return str(state.vector[0])


GAME = make_game(__name__, KERNEL, ())


@pytest.fixture
def match() -> Match:
    return Match.begin(GAME, ["Ann", "Bob", "Cid"]).submit(0, "word").submit(1, "word")


def test_the_other_seats_get_equal_payoffs_when_one_resigns(match: Match) -> None:
    assert match.resign(1).payoffs == (0.5, 0.0, 0.5)
    assert verify(match.resign(1).record(), GAME) == match.resign(1)


def test_a_draw_needs_all_other_seats(match: Match) -> None:
    asked = accept_offer(offer_draw(match, 2), 0)
    assert not asked.over
    with pytest.raises(IllegalMove, match="a has already accepted"):
        accept_offer(asked, 0)
    assert accept_offer(asked, 1).payoffs == (1 / 3, 1 / 3, 1 / 3)
    assert verify(accept_offer(asked, 1).record(), GAME).ending == "agreement"


def test_one_seat_alone_may_decline(match: Match) -> None:
    assert decline_offer(accept_offer(offer_draw(match, 2), 0), 1) == match


def test_a_takeback_takes_back_what_the_others_played_since(match: Match) -> None:
    assert accept_offer(accept_offer(ask_takeback(match, 0), 2), 1) == replace(
        Match.begin(GAME, match.players), takebacks=(1,)
    )
