"""A match's turns, played out for its pages."""

import ludarium
from ludarium.site.match.played import play_out

START = ludarium.load("orion").initial()
TURNS = ("u+", "a+b-", "y-x+")


def test_the_states_between_the_turns_and_every_turn_as_actions() -> None:
    played = play_out(START, TURNS)
    assert played.states[0] == START
    for before, text, walk, after in zip(played.states[:-1], TURNS, played.actions, played.states[1:], strict=True):
        assert after == before.move(text)
        assert walk == before.parse_turn(text)


def test_a_match_that_goes_on_shares_the_states_that_it_had() -> None:
    before, after = play_out(START, TURNS[:2]), play_out(START, TURNS)
    assert all(one is other for one, other in zip(before.states, after.states, strict=False))
