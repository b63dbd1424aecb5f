"""Turns that are drawn on a board before they are played."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import game_names, load
from ludarium.scenes import svg
from ludarium.scenes.picture import begin, draw, follow
from ludarium.scenes.scene import Element, Scene
from ludarium.scenes.turns import SeatTurn, with_turn


def random_turns(name: str, seed: int) -> Iterator[tuple[State, SeatTurn]]:
    """Yield the turns of a random game, of a seat that chooses alone or at once with others, with their states."""
    random, state, found = Random(seed), load(name).initial(), 0
    while state.actors and found < 40:
        begins, seat = state, state.actors[-1]
        steps = [tuple(random.choice(state.legal(actor)) for actor in state.actors)]
        state = state.play(*steps[0])
        while state.in_turn:
            steps.append((random.choice(state.legal(seat)),))
            state = state.play(*steps[-1])
        if seat != CHANCE:
            found += 1
            yield begins, SeatTurn(seat, tuple(step[-1] for step in steps))


def look(scene: Scene, word: str) -> list[Element]:
    return [element for element in scene.elements if word in element.look.split()]


@pytest.mark.parametrize("name", game_names())
def test_what_to_touch_for_every_action_of_a_turn_is_marked(name: str) -> None:
    drawn = 0
    for state, turn in random_turns(name, seed=6):
        scene = draw(state)
        marked = with_turn(scene, begin(state), turn)
        assert marked.touches == scene.touches
        assert [one.id for one in marked.elements[: len(scene.elements)]] == [one.id for one in scene.elements]
        first = {
            touch.elements for touch in scene.touches if (touch.seat, touch.action) == (turn.seat, turn.actions[0])
        }
        advised = {element.id for element in look(marked, "advised")}
        assert not first or any(advised.issuperset(elements) for elements in first)
        assert svg.render(marked, standalone=True)
        drawn += bool(first)
    assert drawn > 9


@pytest.mark.parametrize("name", ["ludo", "throngs", "vortex"])
def test_an_arrow_leads_to_where_the_piece_stands_after_the_turn(name: str) -> None:
    arrows = 0
    for state, turn in random_turns(name, seed=5):
        marked = with_turn(draw(state), begin(state), turn)
        then = [element for element in draw(follow(state, turn.actions)).elements if element.role == "piece"]
        for arrow in look(marked, "drawn"):
            x, y = map(float, re.findall(r"L(-?[\d.]+) (-?[\d.]+)M", arrow.glyph)[0])
            at = arrow.x + x, arrow.y + y
            assert min(abs(one.x - at[0]) + abs(one.y - at[1]) for one in then) < 30
            arrows += 1
    assert arrows > 9


def test_every_click_of_orion_is_drawn_in_order_and_the_rest_of_a_turn_keeps_its_numbers() -> None:
    state = load("orion").parse_position("OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3")
    actions = state.parse_turn("u++v-")
    whole = with_turn(draw(state), begin(state), SeatTurn(0, actions))
    assert [element.id for element in look(whole, "advised")] == ["u+", "v-"]
    assert [element.text for element in look(whole, "step")] == ["1,2", "3"]
    picture = follow(state, actions[:2])
    rest = with_turn(draw(picture), begin(state), SeatTurn(0, actions, 2))
    assert [element.id for element in look(rest, "advised")] == ["v-"]
    assert [element.text for element in look(rest, "step")] == ["3"]
    assert not look(with_turn(draw(state), begin(state), SeatTurn(0, state.parse_turn("pass"))), "step")


def test_both_stones_of_throngs_are_drawn_and_the_way_of_one_that_travels() -> None:
    state = load("throngs").initial()
    marked = with_turn(draw(state), begin(state), SeatTurn(0, state.parse_turn("+d3 +e4-e5")))
    assert [element.id for element in look(marked, "advised")] == ["site-d3", "site-e4", "site-e5"]
    assert [element.text for element in look(marked, "step")] == ["1", "2", "2"]  # as many as the sentence has parts
    assert len(look(marked, "drawn")) == 1


def test_where_all_choose_at_once_the_march_of_the_seat_alone_is_drawn() -> None:
    state = load("grid").initial().move("n/s").move("n/s")  # a walker stands north of the city, one of red south of its
    marked = with_turn(draw(state), begin(state), SeatTurn(1, (3,)))
    assert [element.id for element in look(marked, "advised")] == ["west-1"]
    assert {word for note in look(marked, "march") for word in note.look.split() if "seat" in word} == {"seat-1"}
