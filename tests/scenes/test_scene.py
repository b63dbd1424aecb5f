import pytest

from ludarium.core.definition import GameDefinition
from ludarium.scenes.picture import Picture, draw
from ludarium.scenes.scene import Button, Element, Scene, Touch
from tests.tiny import PENNIES, RACE


class View:
    """The view of any game; a test sets its touches."""

    def __init__(self) -> None:
        self.touches: tuple[Touch, ...] = ()

    def scene(self, picture: Picture) -> Scene:
        return Scene(100, 100, (), self.touches)


@pytest.fixture
def view(monkeypatch: pytest.MonkeyPatch) -> View:
    view = View()
    monkeypatch.setattr(GameDefinition, "module", lambda definition, name: view)
    return view


def test_an_action_without_a_touch_becomes_a_button_for_each_seat_that_must_act(view: View) -> None:
    view.touches = (Touch(0, 1, ("penny",)),)
    assert draw(PENNIES.initial()).buttons == (Button(0, 0, "heads"), Button(1, 0, "heads"), Button(1, 1, "tails"))


def test_dice_have_no_button(view: View) -> None:
    state = RACE.initial()
    assert state.actors == (-1,)
    assert draw(state).buttons == ()


def test_a_plain_picture_shows_the_board_without_hints_and_overlays() -> None:
    looks = ("", "seat-0 last", "cell hint", "overlay seat-1", "hinted")
    scene = Scene(1, 1, tuple(Element(f"e{number}", "mark", 0, 0, look=look) for number, look in enumerate(looks)))
    assert [element.look for element in scene.plain.elements] == ["", "seat-0 last", "hinted"]
