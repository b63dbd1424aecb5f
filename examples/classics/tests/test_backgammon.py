"""Every paragraph of Backgammon's rules, shown on positions; and the turns that OpenSpiel finds after random rolls."""

import json
from hashlib import sha256
from pathlib import Path

import ludarium
import pytest
from ludarium import IllegalMove, ParseError, State

GAME = ludarium.load("backgammon")
START = "O2,4,X5,1,X3,3,O5,X5,3,O3,1,O5,4,X2 0,0"


def at(position: str) -> State:
    return GAME.parse_position(position)


def turns(state: State) -> set[str]:
    """Return all whole turns."""
    found, open_turns = set[str](), [(state, "")]
    while open_turns:
        after, text = open_turns.pop()
        if text and not after.in_turn:
            found.add(text.strip())
        else:
            open_turns += [(after.play(action), f"{text} {after.action_name(action)}") for action in after.legal()]
    return found


def test_1_the_first_roll_tells_who_begins_and_has_no_double() -> None:
    start = GAME.initial()
    odds = start.chance_outcomes()
    assert len(odds) == 30
    assert {round(30 * part, 9) for part in odds.values()} == {1}
    assert str(start.move("O 6-4")) == f"{START} O 6-4 1"
    with pytest.raises(ParseError, match="is not a turn"):
        start.move("O 4-4")


def test_1_later_rolls_are_those_of_two_dice_and_doubles_count_four_times() -> None:
    state = at(f"{START} X - 1")
    odds = {state.action_name(roll): round(36 * part) for roll, part in state.chance_outcomes().items()}
    assert len(odds) == 21
    assert all(times == (1 if name[0] == name[2] else 2) for name, times in odds.items())
    rolled = state.move("3-3")
    assert str(rolled) == f"{START} X 3x4 1"
    assert str(rolled.move("8/5 8/5 6/3 6/3")) == "O2,1,X2,1,X2,X3,1,X1,3,O5,X5,3,O3,1,O5,4,X2 0,0 O - 2"


def test_2_a_point_with_two_checkers_is_blocked() -> None:
    state = at(f"{START} X 6-5 1")
    assert "24/18 18/13" in turns(state)
    with pytest.raises(IllegalMove, match="24/19 is not allowed: two checkers of O or more are on 19"):
        state.move("24/19 24/18")
    with pytest.raises(IllegalMove, match="23/17 is not allowed: X has no checker on 23"):
        state.move("23/17 24/18")
    with pytest.raises(IllegalMove, match="'24/21 24/18' is not a turn of 6-5: no die that is left goes so far"):
        state.move("24/21 24/18")


def test_3_a_single_checker_is_hit_and_comes_in_first() -> None:
    hit = at("O1,4,X5,1,X3,3,O5,X5,3,O3,1,O6,4,X2 0,0 X 5-1 1").move("6/1 24/23")
    assert str(hit) == "X1,4,X4,1,X3,3,O5,X5,3,O3,1,O6,3,X1,X1 0,1 O - 2"
    entering = hit.move("6-3")
    assert turns(entering) >= {"bar/22 13/7"}
    assert all(turn.startswith("bar/") for turn in turns(entering))
    with pytest.raises(IllegalMove, match="13/7 is not allowed: a checker on the bar comes in first"):
        entering.move("13/7 bar/22")


def test_3_a_seat_that_cannot_come_in_has_no_turn() -> None:
    closed = at("X2,X2,X2,X2,X2,X2,11,X3,6 0,1 O - 1")
    assert {tuple(str(closed.play(roll)).split()[2:]) for roll in closed.legal()} == {("X", "-", "2")}


def test_4_both_dice_are_played_if_they_can_be() -> None:
    assert turns(at("X1,17,O2,1,O2,1,X1,1 0,0 X 6-1 1")) == {"23/22 22/16", "23/17 17/16"}
    state = at("2,X1,O2,5,X1,14 0,0 X 6-1 1")
    assert turns(state) == {"10/9 9/3"}
    with pytest.raises(IllegalMove, match="3/2 is not allowed: both dice must be played if they can be"):
        state.move("3/2")


def test_4_of_two_dice_that_cannot_both_be_played_the_larger_is() -> None:
    state = at("O2,6,X1,16 0,0 X 6-1 1")
    assert turns(state) == {"8/2"}
    with pytest.raises(IllegalMove, match="8/7 is not allowed: both dice must be played"):
        state.move("8/7")


def test_5_checkers_go_off_once_all_are_home() -> None:
    state = at("X1,X1,1,X2,2,X1,16,O15 0,0 X 6-4 1")
    assert turns(state) == {"7/1 4/off", "7/3 4/off"}
    with pytest.raises(IllegalMove, match="4/off is not allowed: all checkers must be home first"):
        state.move("4/off 7/1")
    home = at("X1,X1,1,X2,19,O15 0,0 X 6-2 1")
    assert turns(home) == {"4/off 4/2", "4/off 2/off", "4/2 4/off", "2/off 4/off"}
    with pytest.raises(IllegalMove, match="1/off is not allowed: the die is too large while others are behind"):
        at("X1,X1,1,X2,19,O15 0,0 X 3-2 1").move("1/off 2/off")


def test_5_the_last_checker_is_moved_by_both_dice_if_it_can_be() -> None:
    assert turns(at("O1,X1,21,O14 0,0 X 2-1 1")) == {"2/1 1/off"}


@pytest.mark.parametrize(
    ("board", "won", "ending"),
    [
        ("23,O14 0,0", 1, "X wins a game"),
        ("23,O15 0,0", 2, "X wins a gammon"),
        ("23,O14 0,1", 3, "X wins a backgammon"),
        ("5,O1,17,O14 0,0", 3, "X wins a backgammon"),
        ("6,O1,16,O14 0,0", 2, "X wins a gammon"),
    ],
)
def test_6_the_end(board: str, won: int, ending: str) -> None:
    over = at(f"{board} O - 9")
    assert (over.payoffs, over.ending, over.winners) == ((won, -won), ending, (0,))
    assert ludarium.load("backgammon(gammons=off)").parse_position(f"{board} O - 9").payoffs == (1, -1)


def test_6_the_limit_of_turns_is_a_draw() -> None:
    last = ludarium.load("backgammon(turn_limit=50)").parse_position(f"{START} X 6-4 50").move("24/18 18/14")
    assert (last.payoffs, last.ending) == ((0, 0), "a draw: the turn limit was reached")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("O2,4 0,0 X - 1", "has not 24 points"),
        ("X9,X9,22 0,0 X - 1", "more than 15 checkers of X"),
        ("24 0,0 X - 1", "two winners"),
        (f"{START} X 4-6 1", "are no dice"),
        (f"{START} - 6-4 1", "dice that cannot be played"),
        ("X2,X2,X2,X2,X2,X2,11,X3,6 0,1 O 6-4 1", "dice that cannot be played"),
        (f"{START} X - 1002", "not a turn"),
    ],
)
def test_what_is_no_position_is_refused(text: str, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        at(text)


def test_turns_end_where_those_of_openspiel_do() -> None:
    """`studies/backgammon.py` has compared 20,000 rolls; these are 201 of them."""
    facts = json.loads((Path(__file__).parent / "backgammon_turns.json").read_text("utf-8"))
    assert len(facts) == 201
    for position, roll, count, digest in facts:
        state = at(position).move(roll)
        seat, ends, seen, rest = "XO".index(position.split()[2]), set[str](), {state}, [state]
        while rest:
            state = rest.pop()
            if state.actors != (seat,):
                ends.add(" ".join(str(state).split()[:2]))
                continue
            following = {state.play_unchecked(action) for action in state.legal()} - seen
            seen |= following
            rest += following
        assert (len(ends), sha256("\n".join(sorted(ends)).encode()).hexdigest()[:16]) == (int(count), digest), position
