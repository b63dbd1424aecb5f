from io import BytesIO

import pytest

from ludarium import game_names
from ludarium.analysis.plot import picture
from ludarium.analysis.simulation import simulate
from ludarium.core.registry import load


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_its_picture(name: str) -> None:
    made = simulate(name, ["random"] * load(name).seats, 12, seed=1)
    figure = picture(made)
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        "Who wins", "How long it takes", "Points at the end", "What there is to choose",
    ]  # fmt: skip
    if name in ("orion", "vortex"):  # without dice, and with them; no other game adds anything to draw
        figure.savefig(file := BytesIO(), format="png")
        assert file.getvalue().startswith(b"\x89PNG")


def test_seats_have_the_colours_that_they_have_on_the_board() -> None:
    bars = picture(simulate("grid", ["random", "random"], 2)).axes[0].patches
    assert [bar.get_facecolor()[:3] for bar in bars] == [
        pytest.approx([0x2F / 255, 0x9E / 255, 0x62 / 255]), pytest.approx([0xB3 / 255, 0x26 / 255, 0x1E / 255]),
    ]  # fmt: skip


def test_players_that_differ_are_named_and_games_without_dice_have_no_rolls() -> None:
    figure = picture(simulate("orion(turn_limit=10)", ["random", "chain"], 2))
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["X: random", "O: chain"]
    legend = figure.axes[2].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["X: random", "O: chain"]
    assert not any("roll" in axes.get_xlabel() for axes in figure.axes)
    assert figure.axes[1].get_xlabel().startswith("turns; ")


def test_one_game_is_enough_for_a_picture() -> None:
    figure = picture(simulate("orion(turn_limit=10)", ["random", "random"], 1))
    assert [text.get_text() for text in figure.texts][-1] == "1 game of orion(turn_limit=10), random, seed 0"
    figure.savefig(BytesIO(), format="svg")
    assert all(float(tick).is_integer() for tick in figure.axes[1].get_xticks())
