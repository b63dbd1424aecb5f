"""Examples on rules pages."""

import pytest

from ludarium.core.errors import ParseError
from ludarium.scenes.example import Example, examples, pieces
from ludarium.scenes.picture import draw

PAGE = """Before.

```example orion
start  # X begins.
q-
f+g-  # O makes two clicks.
```

After.
"""


def test_every_action_of_a_turn_has_a_picture_and_says_the_same() -> None:
    (example,) = examples(PAGE)
    assert [(step.turn, step.says) for step in example.steps] == [
        ("", "X begins."),
        ("q-", "O to move: turn rotors up to 2 times."),
        ("f+", "O makes two clicks."),
        ("f+g-", "O makes two clicks."),
    ]
    assert "O to move" not in draw(example.steps[-1].picture).caption


def test_an_action_that_only_ends_a_turn_has_no_picture_of_its_own() -> None:
    turn = Example.parse("orion", "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3\nu+")
    assert [step.turn for step in turn.steps] == ["", "u+"]
    assert turn.steps[-1].picture.state.actors == (1,)


def test_equal_turns_one_after_another_have_a_picture_each() -> None:
    again = Example.parse("grid", "start\ne/n\ne/n\ne/n")
    assert [step.turn for step in again.steps] == ["", "e/n", "e/n", "e/n"]


def test_pieces_keep_the_text_around_examples() -> None:
    before, example, after = pieces(PAGE)
    assert (before, after) == ("Before.\n\n", "\nAfter.\n")
    assert isinstance(example, Example)
    assert example.text.count("```text\n") == 2
    assert "- `q-`\n- `f+g-`: O makes two clicks.\n" in example.text


@pytest.mark.parametrize(
    ("spec", "lines", "tried"),
    [
        ("orion", "start", True),
        ("orion", "start\nq-", False),
        ("ludo", "start", False),
        ("grid", "start", False),
        ("orion", "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XXX2/2X2/1X4/5 o 42", False),
    ],
    ids=["a seat", "with turns", "chance", "several seats", "over"],
)
def test_a_single_picture_in_which_a_seat_is_to_move_can_be_tried(spec: str, lines: str, tried: bool) -> None:
    assert Example.parse(spec, lines).can_be_tried is tried


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", "the example of orion is empty: expected a position, or start"),
        ("start\na+", "the example of orion that begins with start: .*rotor a holds no piece of X"),
        ("nowhere", "the example of orion that begins with nowhere: .*'nowhere'"),
    ],
)
def test_an_example_that_cannot_be_played_is_named(lines: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        examples(f"```example orion\n{lines}\n```\n")
