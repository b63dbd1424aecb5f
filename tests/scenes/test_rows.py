"""Positions that are set up by touching without a module `editor`, in games whose text has rows of letters."""

from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import pytest

import ludarium
from ludarium import ParseError
from ludarium.core.game import State
from ludarium.scenes.editing import editing_scene
from ludarium.scenes.editor import Arranged, arrange, cleared, editor_of, touch
from ludarium.scenes.rows import Draft, rows_editor
from tests.installed import installed_here


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the examples, which have no module `editor`."""
    info = tmp_path_factory.mktemp("info")
    with (
        installed_here(Path("examples/hex"), info / "hex"),
        installed_here(Path("examples/connect_four"), info / "connect_four"),
    ):
        yield


def after(spec: str, *touches: str) -> Arranged:
    """Return what is on the board after touches from the start, each a thing and a cell."""
    start: Arranged = ludarium.load(spec).initial()
    return reduce(lambda state, one: touch(state, f"cell-{one[1:]}", one[0].strip("-")), touches, start)


def test_what_can_be_put_and_whose_turn_it_is_have_the_names_of_the_seats() -> None:
    start = ludarium.load("hex(size=3)").initial()
    editor = editor_of(start.game)
    assert editor is not None
    assert editor.things(start.game) == {"X": "X's piece", "O": "O's piece"}
    assert editor.turns(start) == {"X to move": "3/3/3 x"}
    assert set(editor.held(start)) == {f"cell-{column}{row}" for column in "abc" for row in "123"}


@pytest.mark.parametrize(
    ("spec", "touches", "text"),
    [
        ("hex(size=3)", ["Xb1"], "1X1/3/3 o"),
        ("hex(size=3)", ["Xb1", "Xb1"], "3/3/3 x"),
        ("hex(size=3)", ["Xb1", "-b1"], "3/3/3 x"),
        ("hex(size=3)", ["Xb1", "Ob1"], "1O1/3/3 x"),
        ("hex(size=3)", ["Xa1", "Xb2", "Oc3"], "X2/1X1/2O o"),
        ("hex(size=3)", ["Ob1", "Oc1", "Xa3", "Xb3"], "1OO/3/XX1 x"),
        ("connect_four(columns=4,rows=4)", ["Xa2", "Xc1", "Oa1", "Od1"], "4/4/X3/O1XO x"),
    ],
)
def test_a_touch_puts_a_piece_and_it_is_whose_turn_the_rules_say(spec: str, touches: list[str], text: str) -> None:
    state = after(spec, *touches)
    assert isinstance(state, State)
    assert str(state) == text


def test_what_the_rules_cannot_have_is_a_draft_that_says_why() -> None:
    draft = after("hex(size=3)", "Xa1", "Xb1")
    assert isinstance(draft, Draft)
    both = (f"{seat} is not to move with 2 X and 0 O on the board" for seat in "OX")
    assert (str(draft), draft.why) == ("XX1/3/3 o", "; ".join(both))
    gap = after("connect_four(columns=4,rows=4)", "Xa2")
    assert isinstance(gap, Draft)
    assert "a stone in column a does not lie" in gap.why
    editor = editor_of(draft.game)
    assert editor is not None
    assert editor.turns(draft) == {}


def test_a_draft_is_drawn_as_the_game_draws_its_pieces() -> None:
    draft, state = after("hex(size=3)", "Xa1", "Xb1"), after("hex(size=3)", "Xa1", "Xb1", "Oc3")
    known, pieces = (
        {(one.x, one.y, one.path, one.glyph, one.look) for one in editing_scene(arranged).elements if one.role == role}
        for arranged, role in ((state, "piece"), (draft, "piece"))
    )
    assert len(pieces) == 2
    assert pieces < known


def test_a_board_is_cleared_of_what_is_no_position() -> None:
    assert str(cleared(after("connect_four(columns=4,rows=4)", "Xa2", "Ob4"))) == "4/4/4/4 x"


@pytest.mark.parametrize("text", ["", "3/3 x", "3/3/2Z x", "3/3/3 z", "XX1/3/3 x x", "XX1/3/3", "3/3/999999999 x"])
def test_what_is_no_arrangement_of_this_board_is_refused_in_the_words_of_the_game(text: str) -> None:
    game = ludarium.load("hex(size=3)")
    with pytest.raises(ParseError) as own:
        game.parse_position(text)
    with pytest.raises(ParseError) as caught:
        arrange(game, text)
    assert str(caught.value) == str(own.value)


@pytest.mark.parametrize("name", ["grid", "ludo", "orion", "throngs", "vortex"])
def test_games_of_other_kinds_have_an_editor_of_their_own(name: str) -> None:
    game = ludarium.load(name)
    assert rows_editor(game) is None
    assert editor_of(game) is game.definition.module("editor")
