"""Variations: edits of trees, and their text in records."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ludarium.core.entries import Entry
from ludarium.core.errors import ParseError
from ludarium.core.record import Record
from ludarium.core.variations import LONGEST_COMMENT, MOST_MARKS, Tree

EDITS = 10_000

TEXT = """\
[Game "orion"]
[Result "*"]

comment The start is even.
1. u+ {took 4}
comment Opens the top.
comment It is seen often.
marks cell-3 cell-3>cell-9
variation
1. u-
2. u+
variation
2. a++
end
3. a--
end
variation
1. b+
end
2. a--
variation
2. b--
end
3. b+"""


def _edit(tree: Tree, rng: random.Random) -> Tree:
    """Return a tree after a random edit."""
    at = rng.randrange(len(tree))
    if len(tree) > 60 or (len(tree) > 1 and rng.random() < 0.15):
        return tree.remove(max(1, at))
    edits: list[Callable[[], Tree]] = [
        lambda: tree.add(at, f"t{rng.randrange(5)}")[0],
        lambda: tree.promote(at),
        lambda: tree.comment(at, rng.choice(["", "good", "two\nlines", "  1. u+ {took 3} ", "variation", "end"])),
        lambda: tree.mark(at, rng.sample(["a1", "a1>b2", "cell-3", "x:4"], rng.randrange(4))),
    ]
    return rng.choices(edits, (5, 2, 2, 1))[0]()


def _is_in_order(tree: Tree) -> bool:
    """Whether positions are numbered depth first, those after the first turn before all others."""
    waiting, found = [0], []
    while waiting:
        found.append(number := waiting.pop())
        waiting += reversed([after for after, node in enumerate(tree.nodes) if node.parent == number])
    return found == [*range(len(tree))]


def test_random_edits_keep_a_tree_and_its_text_equal() -> None:
    rng, tree = random.Random(43), Tree()
    promoted = 0
    for _ in range(EDITS):
        before, text = tree, str(tree)
        tree = _edit(tree, rng)
        assert _is_in_order(tree)
        assert Tree.parse(str(tree)) == tree
        assert str(before) == text  # to undo is to take the value before
        promoted += before.main != tree.main and len(before) == len(tree)
    assert promoted > 10


def test_a_record_keeps_its_variations() -> None:
    record = Record.parse(TEXT)
    assert str(record) == TEXT
    assert [entry.text for entry in record.turns] == ["u+", "a--", "b+"]
    tree = record.tree()
    assert [tree.nodes[number].entry.text for number in tree.children(0)] == ["u+", "u-", "b+"]
    assert tree.nodes[1].comment == "Opens the top.\nIt is seen often."
    assert tree.nodes[1].marks == ("cell-3", "cell-3>cell-9")
    assert tree.nodes[1].entry.took == 4
    assert tree.nodes[0].comment == "The start is even."
    last = next(number for number, node in enumerate(tree.nodes) if node.entry.text == "a++")
    assert [tree.nodes[number].entry.text for number in tree.path(last)] == ["", "u-", "a++"]


def test_the_turns_of_a_record_are_those_of_the_main_line() -> None:
    record = Record.parse(TEXT)
    tree = record.tree()
    other = tree.children(0)[2]
    assert record.with_tree(tree.promote(other).promote(tree.children(0)[1])).turns[0].text == "b+"
    plain = record.with_tree(Tree.of_line([Entry("u+"), Entry("a--")]))
    assert plain.variations is None
    assert plain == Record("orion", (Entry("u+"), Entry("a--")))


def test_a_variation_is_promoted_step_by_step() -> None:
    tree = Tree()
    for turn in ("a", "b", "c"):
        tree, _ = tree.add(0, turn)
    tree, deep = tree.add(3, "d")
    once = tree.promote(deep)  # the variation that has it
    assert [once.nodes[number].entry.text for number in once.children(0)] == ["a", "c", "b"]
    twice = once.promote(once.children(0)[1])
    assert [entry.text for entry in twice.entries] == ["c", "d"]
    assert twice.promote(1) == twice


def test_a_turn_that_is_there_is_not_added_again() -> None:
    tree, first = Tree().add(0, "u+")
    assert tree.add(0, "u+") == (tree, first)


def test_deep_and_broad_trees_are_written_and_read() -> None:
    tree = Tree.of_line(Entry(f"t{number}") for number in range(3_000))
    nested, at = Tree(), 0
    for number in range(300):  # a variation within a variation within a variation
        nested, _ = nested.add(at, f"m{number}")
        nested, at = nested.add(at, f"v{number}")
    assert Tree.parse(str(nested)) == nested
    assert Tree.parse(str(tree)) == tree


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("variation\n1. a", "line 1: a variation replaces the turn above it"),
        ("1. a\nvariation\nend", "line 3: expected the first turn of the variation, not 'end'"),
        ("1. a\nvariation\n2. b", "line 3: expected turn 1, as in 1. a"),
        ("1. a\nvariation\n1. b", "1 variation at the end: expected the line end after each"),
        ("1. a\nvariation\n1. a\nend", "line 3: the turn 'a' is given twice after the same position"),
        ("1. a\nvariation\n1. b\nvariation\n1. c\nend\nend", "line 4: a variation replaces the turn above it"),
        ("1. a\ncomment x\nend", "line 3: expected a turn, comment, marks, variation or end, not 'end'"),
        (
            "1. a\ncomment x\n2. b {took 1} 3. c",
            "line 3: expected one turn a line, and 3. begins another in '2. b {took",
        ),
        ("1. a\nmarks <script>", "line 2: '<script>' is not a mark: expected a place, or an arrow such as a1>b2"),
        ("1. a\ncomment \x1b[2J", "line 2: the comment has characters that cannot be printed"),
        ("comment " + "x" * (LONGEST_COMMENT + 1), "line 1: the comment has 2,001 characters: expected at most 2,000"),
        ("marks " + " ".join(f"c{n}" for n in range(MOST_MARKS + 1)), "line 1: there are 65 marks"),
        ("1. a\ncomment x\n3. b", "line 3: expected turn 2, as in 2. a"),
    ],
)
def test_what_is_no_tree_is_refused_with_its_line(lines: str, expected: str) -> None:
    with pytest.raises(ParseError) as error:
        Tree.parse(lines)
    assert str(error.value).startswith(expected)
    with pytest.raises(ParseError):
        Record.parse(f'[Game "orion"]\n\n{lines}')


def test_marks_have_the_names_of_elements_such_as_the_arcs_of_orion() -> None:
    lines = "1. u+\nmarks u- u->t+ t+>u-"
    assert Tree.parse(lines).nodes[1].marks == ("u-", "u->t+", "t+>u-")
    assert str(Tree.parse(lines)) == lines


def test_the_record_of_the_how_to_is_one() -> None:
    page = Path("docs/how-to/analyse.md").read_text(encoding="utf-8")
    text = page.partition("```\n[Game")[2].partition("\n```")[0]
    assert str(Record.parse(f"[Game{text}")) == f"[Game{text}"


def test_the_start_stays() -> None:
    with pytest.raises(ParseError, match="the start of a tree stays"):
        Tree.of_line([Entry("a")]).remove(0)


@pytest.mark.parametrize(
    "text", ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\U0001f469\u200d\U0001f680", "Spiel\u00adfeld"]
)
def test_a_comment_has_the_joiners_of_scripts_and_emoji(text: str) -> None:
    tree = Tree().comment(0, text)
    assert Tree.parse(str(tree)).nodes[0].comment == text
    for sign in "\u202e\u2066\x07":
        with pytest.raises(ParseError, match="cannot be printed"):
            tree.comment(0, text + sign)
