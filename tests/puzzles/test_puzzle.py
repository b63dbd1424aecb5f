"""A puzzle as a value and as a line, and the file around it."""

from collections.abc import Callable

import pytest

import ludarium
from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.game import State
from ludarium.puzzles import duels
from ludarium.puzzles import puzzle as module
from ludarium.puzzles.file import read, shipped, write
from ludarium.puzzles.puzzle import DuelProof, Puzzle, Source, TableProof, TooMany, WinProof, whole_turns

ORION = "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3"
PROOFS = (
    TableProof(0.6, 1e-6, "the limit of turns", {"a": 0.0, "b": 0.0301}),
    WinProof(3, ("a+", "b-"), {"c+": "pass"}),
    DuelProof("beam", 7, 12, {"n24": "nobody has won after 12 turns"}),
)


@pytest.mark.parametrize("proof", PROOFS)
def test_a_line_reads_back(proof: TableProof | WinProof | DuelProof) -> None:
    source = Source(played=3, game="orion", players=("easy",), seed=1, number=2, steps=1)
    puzzle = Puzzle("orion", ORION, 0, ("s-",), proof, ("connection",), source, (25.0, 3.0), {"easy": True})
    assert Puzzle.parse(puzzle.line()) == puzzle
    assert "\n" not in puzzle.line()
    assert read(write("orion", ("made",), (puzzle,))).puzzles == (puzzle,)


def test_a_turn_to_the_same_position_is_right_and_an_illegal_one_is_refused() -> None:
    puzzle = Puzzle("orion", ORION, 0, ("s-",), WinProof(1, (), {}), (), Source(played=0))
    state = puzzle.state()
    assert puzzle.is_right(state.parse_turn("s-"))
    assert puzzle.is_right(state.parse_turn("s+++"))
    assert not puzzle.is_right(state.parse_turn("s+"))
    with pytest.raises(IllegalMove):
        puzzle.is_right((999,))


@pytest.mark.parametrize(
    ("proof", "turn", "why"),
    [(PROOFS[0], "b", "it gives away 3.01 of 100 games"), (PROOFS[0], "a", ""), (PROOFS[0], "z", ""),
     (PROOFS[1], "c+", "after pass there is no forced win"), (PROOFS[1], "d+", ""),
     (PROOFS[2], "n24", "nobody has won after 12 turns"), (PROOFS[2], "e24", "")],
)  # fmt: skip
def test_why_a_turn_fails(proof: TableProof | WinProof | DuelProof, turn: str, why: str) -> None:
    assert Puzzle("orion", ORION, 0, ("s-",), proof, (), Source(played=0)).why(turn) == why


def test_the_task_names_the_seat_and_the_end() -> None:
    tasks = [Puzzle("orion", ORION, 0, ("s-",), proof, (), Source(played=0)).task for proof in PROOFS]
    assert tasks == [
        "You are X: find the best turn.",
        "You are X: the game ends after 3 more turns at the latest. Win it.",
        "You are X: within 12 turns beat the rival, who plays beam.",
    ]


def test_a_rival_s_directions_are_spelt_out() -> None:
    proof = DuelProof("plan(turns=sn7e28)", 7, 12, {})
    task = Puzzle("grid", str(ludarium.load("grid").initial()), 0, ("n",), proof, (), Source(played=0)).task
    assert task.endswith("beat the rival, who plays sn7e28: s for 1 turn, then n for 7, then e for 28.")


def rests(state: State) -> list[tuple[int, ...]]:
    """Return the actions that may complete a turn of two."""
    return [(action,) for action in state.legal()] if state.in_turn else [()]


def test_whole_turns_lead_to_each_position_once_and_none_is_missing() -> None:
    start = ludarium.load("orion(clicks=2)").initial().move("u+")
    found = whole_turns(start)
    turns = [(one, *rest) for one in start.legal() for rest in rests(start.play(one))]
    expected = {start.play_actions(turn) for turn in turns}
    assert found.keys() == expected
    assert all(start.play_actions(actions) == after for after, actions in found.items())


def test_too_many_turns_and_turns_of_nobody_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(IllegalMove, match="no seat acts alone"):
        whole_turns(ludarium.load("ludo").initial())
    monkeypatch.setattr(module, "MOST_TURNS", 5)
    with pytest.raises(TooMany, match="more than 5 turns"):
        whole_turns(ludarium.load("orion").initial())


def test_a_duel_is_judged_by_playing() -> None:
    with pytest.raises(LudariumError, match="played, not compared"):
        Puzzle("grid", "", 0, ("n",), PROOFS[2], (), Source(played=0)).is_right((0,))


@pytest.mark.parametrize("line", ["", "{}", '{"game": 3}', "[]", '{"game":"orion","position":"","seat":"x"}'])
def test_a_line_that_is_no_puzzle_is_refused(line: str) -> None:
    with pytest.raises(ParseError, match="is not a puzzle"):
        Puzzle.parse(line)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: "", "line 1 is not the first line"),
        (lambda text: text.replace('"format":1', '"format":2'), "the format is 2: expected 1"),
        (lambda text: text.replace('"puzzles":1', '"puzzles":2'), "the file has 1 puzzles: expected 2"),
        (lambda text: text.replace('"game":"orion"', '"game":"ludo"', 1), "line 2: a puzzle of orion is in a file"),
        (lambda text: text + "{}\n", "line 3: "),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(change: Callable[[str], str], said: str) -> None:
    puzzle = Puzzle("orion", ORION, 0, ("s-",), PROOFS[1], (), Source(played=0))
    with pytest.raises(ParseError, match=said):
        read(change(write("orion", (), (puzzle,))))


def test_a_duel_says_in_words_what_the_rival_really_does() -> None:
    told = 0
    for puzzle in shipped(ludarium.load("grid").definition)[::12]:
        assert isinstance(puzzle.proof, DuelProof)
        if not puzzle.proof.opponent.startswith("plan("):
            assert duels.task_of(puzzle) == puzzle.task
            continue
        told += 1
        played, state = duels.play(puzzle.state(), puzzle.seat, puzzle.accept[0], puzzle.proof), puzzle.state()
        words = duels.task_of(puzzle).partition(" It goes ")[2].rstrip(".")
        ways = [part.split(" for ") for part in words.removesuffix(" all the time").split(", then ")]
        letters = "".join(way[0] * int(count.split()[0]) for way, count in ways[:-1]) + ways[-1][0][0] * 30
        for at, step in enumerate(played.steps):
            rival = 1 - puzzle.seat
            assert state.action_name(step[state.actors.index(rival)], rival) == letters[at]
            state = state.play(*step)
    assert told > 5


def test_the_first_duel_reads_so() -> None:
    puzzles = shipped(ludarium.load("grid").definition)
    assert duels.task_of(puzzles[1]) == (
        "You are green: beat the rival within 9 turns. It goes north for 2 turns, then east for 4, then north."
    )
    assert duels.task_of(puzzles[4]).endswith("It goes west all the time.")
