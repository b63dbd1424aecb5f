"""Studies: turns that are tried out, and the matches that they come from."""

import pytest

from ludarium import play_match
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.rng import generator
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.match.study import LONGEST_TITLE, MOST_OF_MATCH, MOST_POSITIONS, Study, study_of_match
from ludarium.search.playout import random_step

LATE = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"


def test_a_turn_is_written_as_the_game_writes_it() -> None:
    study, at = Study.begin("orion", LATE).play(0, " u+ ")
    assert study.texts(at) == (study.start.format_turn(study.start.parse_turn(" u+ ")),)
    assert study.play(0, study.texts(at)[0]) == (study, at)


def test_a_turn_that_is_not_legal_changes_nothing() -> None:
    study, at = Study.begin("orion").play(0, "u+")
    with pytest.raises(LudariumError, match="rotors"):
        study.play(at, "zzz")


@pytest.mark.parametrize("name", ["orion", "throngs", "ludo", "vortex", "grid"])
def test_variations_of_every_game_are_kept(name: str) -> None:
    game: Game = load(name)
    study, at = Study.begin(name), 0
    for depth in range(6):
        state = study.state(at)
        turns = []
        for legal in {state.legal(state.actors[0])[0], state.legal(state.actors[0])[-1]}:
            played = state.play(legal, *(state.legal(seat)[0] for seat in state.actors[1:]))
            actions = [legal, *(state.legal(seat)[0] for seat in state.actors[1:])]
            while played.in_turn:
                actions.append(played.legal()[0])
                played = played.play(actions[-1])
            turns.append(state.format_turn(actions))
        for turn in turns:
            study, after = study.play(at, turn)
        at = after
        assert study.tree.depth(at) == depth + 1
    again = Study.parse(str(study))
    assert again == study
    assert again.state(at) == study.state(at)
    assert again.game == game


def test_the_study_of_a_match_has_its_turns() -> None:
    match = Match.begin(load("orion"), ["Ann", "Bob"]).submit(0, "u+").submit(1, "a--")
    study, at = study_of_match(all_states(match), [entry.text for entry in match.turns], 1)
    assert (study.texts(2), at) == (("u+", "a--"), 1)
    assert not study.is_set_up
    assert study.state(at).actors == (1,)


def test_the_study_of_a_long_match_begins_near_the_turn() -> None:
    states = [load("grid").initial()]
    turns = []
    for _ in range(MOST_OF_MATCH + 200):
        turns.append(states[-1].format_turn([states[-1].legal(seat)[0] for seat in states[-1].actors]))
        states.append(states[-1].move(turns[-1]))
        if not states[-1].actors:
            break
    for number in (0, 3, len(turns) // 2, len(turns)):
        study, at = study_of_match(states, turns, number)
        assert study.state(at) == states[number]
        assert len(study.tree) <= MOST_OF_MATCH + 1


def test_a_record_becomes_a_study_without_what_is_of_its_match() -> None:
    tags = '[Game "orion"]\n[X "Ann"]\n[O "Bob"]\n[Title "A gem"]\n[Result "1-0"]\n[Ending "resignation"]'
    study = Study.parse(f"{tags}\n\n1. u+ {{took 4}}")
    assert study.record == Record("orion", Record.parse('[Game "orion"]\n\n1. u+').turns, tags={"Title": "A gem"})


def test_a_study_that_comes_from_elsewhere_is_checked_where_it_is_looked_at() -> None:
    study = Study.parse('[Game "orion"]\n\n1. u+\n2. zzz\nvariation\n2. a--\nend')
    assert study.state(1).actors == (1,)
    with pytest.raises(LudariumError, match=r"^turn 2: "):
        study.state(2)
    assert study.state(3).actors == (0,)


def test_the_longest_record_of_an_installed_game_is_a_study() -> None:
    record = play_match("grid", ["random", "random"], seed=3)
    study = Study.parse(str(record))
    assert len(study.tree) == len(record.turns) + 1 > 3_000
    assert not study.state(study.tree.main[-1]).actors


def test_what_is_too_large_is_refused() -> None:
    lines = "\n".join(f"{number}. u+" for number in range(1, MOST_POSITIONS + 1))
    with pytest.raises(ParseError, match="the study has 4,001 positions: expected at most 4,000"):
        Study.parse(f'[Game "orion"]\n\n{lines}')
    with pytest.raises(ParseError, match="expected a study of at most 90,000"):
        Study.parse("x" * 90_001)
    with pytest.raises(ParseError, match="is not a title"):
        Study.begin("orion").with_title("x" * (LONGEST_TITLE + 1))


def test_no_turn_follows_the_end() -> None:
    state, rng = load("orion").initial(), generator(1)
    while state.actors:
        state = random_step(state, rng)
    study = Study.begin("orion", str(state))
    with pytest.raises(LudariumError, match="over"):
        study.play(0, "pass")
