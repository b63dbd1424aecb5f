"""The levels of every game: the weakest is no random play."""

import pytest

import ludarium
from ludarium.analysis import simulate
from ludarium.core.registry import definition
from ludarium.core.tutorial import Lesson, tutorial
from ludarium.games.orion import kernel as orion
from ludarium.games.throngs import kernel as throngs
from ludarium.search.bot import hook
from ludarium.search.player import bot_kinds, make_bot
from tests.tiny import STONES

TURNS = {"orion": orion.TURN, "throngs": throngs.TURN}


@pytest.mark.parametrize(
    ("spec", "games"),
    [("vortex", 25), ("ludo(markers=2)", 12), ("grid(turn_limit=300)", 3), ("orion(turn_limit=60)", 2), ("throngs", 2)],
)
def test_easy_beats_random_play(spec: str, games: int) -> None:
    first = simulate(spec, ["easy", "random"], games, seed=1).parts[:, 0].sum()
    second = simulate(spec, ["random", "easy"], games, seed=2).parts[:, 1].sum()
    assert (first + second) / (2 * games) > 0.55


def test_the_weakest_of_a_game_without_levels_of_its_own_searches_a_little() -> None:
    assert ludarium.levels(STONES)["easy"] == "mcts(simulations=30)"


def first_lesson(name: str) -> Lesson:
    return tutorial(definition(name))[0]


@pytest.mark.parametrize("name", ["vortex", "ludo"])
def test_where_nothing_else_is_taught_the_easiest_level_solves_the_first_lesson(name: str) -> None:
    lesson = first_lesson(name)
    assert "pupil" not in bot_kinds(lesson.game)
    choice = make_bot("easy", lesson.game, 1).choose(lesson.start, lesson.seat)
    assert lesson.judge([choice]).right


@pytest.mark.parametrize("name", ["orion", "throngs"])
def test_a_pupil_plays_what_the_first_lesson_teaches_wherever_it_can(name: str) -> None:
    lesson = first_lesson(name)
    taught = hook(lesson.game, "taught")
    state = lesson.start
    for action in state.parse_turn(lesson.accept[0]):
        assert taught(state, lesson.seat, action)
        state = state.play(action)
    pupil, chosen, preferred = make_bot("pupil", lesson.game, 1), 0, 0
    easy = make_bot("easy", lesson.game, 2)
    state = lesson.game.initial()
    while state.actors and state.vector[TURNS[name]] < 12:
        (seat,) = state.actors
        possible = [action for action in state.legal(seat) if taught(state, seat, action)]
        action = (easy if seat else pupil).choose(state, seat)
        if seat == 0 and possible:
            chosen += 1
            preferred += len(possible) < len(state.legal(seat))
            assert action in possible
        state = state.play(action)
    assert chosen >= preferred > 5


def test_a_pupil_without_its_lesson_plays_as_the_easiest_level() -> None:
    """After a capture nothing is taught: the stone in hand is none that was added."""
    state = ludarium.load("throngs").parse_position("3/6/3bb3/3bwb2/8/5w2/4w3/7/5/2 b 9.2 1:1 0")
    state = state.play(state.parse_turn("xe4-e5")[0])
    taught = hook(state.game, "taught")
    assert not any(taught(state, 0, action) for action in state.legal(0))
    assert make_bot("pupil", state.game, 1).choose(state, 0) == make_bot("easy", state.game, 1).choose(state, 0)
