"""What is known of turns without any search: exact values first, then what the champion has said already."""

from pathlib import Path

import pytest

import ludarium
from ludarium.core.game import State
from ludarium.match.study import Study
from ludarium.site.analysis.rows import Search
from ludarium.site.analysis.studies import search_id
from ludarium.site.analysis.worth import Worth, worths
from ludarium.solve.installed import require_table
from tests.conftest import EXACT_LUDO
from tests.review.test_exact import any_course
from tests.site.conftest import LATE


def searched(state: State, *lines: tuple[str, float], made: bool = True) -> Search:
    """Return what the champion has said of a position."""
    content: dict[str, object] = {
        "by": "champion",
        "advice": [],
        "lines": [[turn, value, [], None] for turn, value in lines],
    }
    return Search(search_id(state), state.game.spec, str(state), None, 1, made, content if made else None)


def test_a_table_tells_every_turn_before_any_search(tables: Path) -> None:
    table, chosen = require_table(ludarium.load(EXACT_LUDO)), 0
    for state in any_course(3):
        if len(state.actors) != 1 or state.actors[0] < 0:
            continue
        [seat], turns = state.actors, [state.format_turn((action,)) for action in state.legal()]
        found = worths(state, turns, searched(state, (turns[0], 0.123)))
        for turn in turns:
            payoffs = table.payoffs(state.move(turn))
            if payoffs is not None:
                chosen += 1
                assert found[turn].gap is not None
                assert found[turn].value == pytest.approx(state.game.payoff_range.parts(payoffs)[seat])
    assert chosen > 5


def test_without_a_table_only_the_lines_of_a_search_are_told() -> None:
    state = Study.begin("orion").start
    found = worths(state, ["p+", "t+"], searched(state, ("p+", 0.6), ("q+", 0.7)))
    assert found == {"p+": Worth(0.6)}
    assert worths(state, ["p+"], None) == worths(state, ["p+"], searched(state, made=False)) == {}


def test_turns_to_the_same_position_are_worth_the_same() -> None:
    state = Study.begin("orion", LATE).start
    assert state.move("u+") == state.move("v+") != state.move("p+")
    assert worths(state, ["u+", "p+"], searched(state, ("v+", 0.4))) == {"u+": Worth(0.4)}


def test_lines_that_the_way_to_the_position_forbids_are_left_out() -> None:
    state = Study.begin("orion").start
    assert worths(state, ["p+"], searched(state, ("zzz", 0.9), ("p+", 0.6))) == {"p+": Worth(0.6)}


def test_nothing_is_told_where_several_choose_at_once() -> None:
    state = Study.begin("grid").start
    assert len(state.actors) > 1
    assert worths(state, ["n1 n1"], None) == {}
