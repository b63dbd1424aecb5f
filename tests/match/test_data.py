"""Copies of matches with other values of some fields."""

import pickle
from dataclasses import fields, replace

from ludarium.core.registry import load
from ludarium.match.data import changed
from ludarium.match.match import Match


def test_a_changed_match_is_the_one_that_replace_returns() -> None:
    match = Match.begin(load("orion"), ["Ann", "Bob"], tags={"Event": "a test"}).submit(0, "u+")
    later = match.submit(1, "a--").resign(0)
    for one in fields(Match):
        value = getattr(later, one.name)
        found = changed(match, **{one.name: value})
        assert type(found) is Match
        assert found == replace(match, **{one.name: value})
        assert pickle.loads(pickle.dumps(found)) == found
    assert match == Match.begin(load("orion"), ["Ann", "Bob"], tags={"Event": "a test"}).submit(0, "u+")


def test_a_turn_changes_no_former_match() -> None:
    before = Match.begin(load("orion"), ["Ann", "Bob"])
    state = before.state
    after = before.submit(0, "u+")
    assert (before.turns, before.made, before.state) == ((), (0, 0), state)
    assert (len(after.turns), after.made) == (1, (1, 0))
