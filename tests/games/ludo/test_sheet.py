"""The board for paper has all positions from 1 to the goal, with what stands there."""

import re

import pytest

import ludarium
from ludarium.games.ludo.options import OPTIONS
from ludarium.scenes import text
from ludarium.scenes.sheet import sheet

(GOALS,) = (option.values for option in OPTIONS if option.name == "goal")


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("players", [2, 4])
def test_every_position_is_printed_once_in_order(goal: int, players: int) -> None:
    scene = sheet(ludarium.load(f"ludo(goal={goal},players={players})"))
    numbers = list(range(1, goal + 1))
    cells = [element for element in scene.elements if element.role == "ground"]
    assert [element.label for element in cells] == [f"position {number}" for number in numbers]
    assert [int(number) for number in re.findall(r"\d+", text.render(scene))] == numbers
    assert all(0 < element.x < scene.width and 0 < element.y < scene.height for element in scene.elements)
    assert (scene.touches, scene.buttons) == ((), ())


def test_the_markers_stand_on_their_positions() -> None:
    scene = sheet(ludarium.load("ludo").parse_position("1,4,60,120/10,12,20,120 A 5 23"))
    held = {element.id: element.text for element in scene.elements if element.role == "piece"}
    assert held == {
        "markers-1-A": "A1", "markers-4-A": "A2", "markers-60-A": "A3", "markers-120-A": "A4",
        "markers-10-B": "B1", "markers-12-B": "B2", "markers-20-B": "B3", "markers-120-B": "B4",
    }  # fmt: skip
    assert scene.caption == "Multiplication Ludo: 1,4,60,120/10,12,20,120 A 5 23"
