"""Random commands: whatever is done, a match and its record agree."""

import pickle
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.core.entries import NO_CREDIT, Credit
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback, decline_offer, offer_draw
from ludarium.match.progress import all_states
from ludarium.match.verify import verify
from tests.match.matches import ORION, begin
from tests.tiny import PENNIES, RACE, STONES


def any_turn(match: Match, seat: int, chance: random.Random) -> str:
    """Return a legal turn of the seat, as text."""
    state, actions = match.state, list[int]()
    if len(state.actors) > 1:
        return state.action_name(chance.choice(state.legal(seat)), seat)
    while state.actors == (seat,) and (state.in_turn or not actions):
        actions.append(chance.choice(state.legal(seat)))
        state = state.play(actions[-1])
    return match.state.format_turn(actions)


def do(match: Match, verb: str, seat: int, chance: random.Random) -> Match:
    """Return the match after what a seat does."""
    match verb:
        case "turn":
            slow = match.clock is not None and match.clock.is_correspondence
            took = chance.random() * (90_000 if slow else 1)
            credit = Credit(took * chance.random(), given=chance.choice([0.0, 86_400.0])) if slow else NO_CREDIT
            text = any_turn(match, seat, chance) if seat in match.to_act else "pass"
            return match.submit(seat, text, took, credit)
        case "takeback":
            return ask_takeback(match, seat)
        case "draw":
            return offer_draw(match, seat)
        case "accept":
            return accept_offer(match, seat)
        case "decline":
            return decline_offer(match, seat)
        case "resign":
            return match.resign(seat)
        case _:
            return match.flag(seat)


VERBS = ["turn"] * 12 + ["takeback", "takeback", "accept", "accept", "draw", "decline", "resign", "flag"]


@settings(deadline=None)
@given(
    game=st.sampled_from([ORION, PENNIES, RACE, STONES]),
    clock=st.sampled_from([None, Clock(2.5, 0.1), Clock(1000), Clock.parse("1d+12h/1d")]),
    seed=st.integers(0, 10**6),
    verbs=st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 1)), max_size=40),
)
def test_a_match_agrees_with_its_record_after_any_commands(
    game: Game, clock: Clock | None, seed: int, verbs: Sequence[tuple[str, int]]
) -> None:
    chance = random.Random(seed)
    match = begin(game, clock=clock, dice=f"seeded(seed={seed})")
    for verb, seat in verbs:
        if verb == "turn" and match.to_act:
            seat = chance.choice(match.to_act)
        before = match
        try:
            match = do(match, verb, seat, chance).roll()
        except LudariumError as error:
            assert str(error)
            match = before
        plain = plain_of(match)
        assert Match.from_record(match.record(), game) == plain
        assert verify(match.record(), game) == plain
        assert all_states(match)[-1] == match.state
        assert match.over == (match.payoffs is not None) == bool(match.ending)
        assert match.payoffs is None or sum(match.payoffs) == pytest.approx(1)
        assert bool(match.to_act) != match.over
        assert CHANCE not in match.to_act
    if game is ORION:
        assert Match.from_record(Record.parse(str(match.record()))) == plain_of(match)
        assert pickle.loads(pickle.dumps(match)) == match
        assert hash(match) == hash(pickle.loads(pickle.dumps(match)))


def plain_of(match: Match) -> Match:
    return replace(match, sealed={}, spent={}, offer=None)
