import re
from itertools import pairwise

import pytest
from hypothesis import given, settings

import ludarium
from ludarium.core.game import State
from ludarium.games.orion.rules import board_of
from ludarium.scenes import text
from ludarium.scenes.picture import begin, draw, follow, highlight
from tests.games.pictures import carried, elements, looking, played, sequences

ORION = ludarium.load("orion")
START = ORION.initial()
BOARD = board_of(ORION)
SMALL = ludarium.load("orion(rows=3,columns=4)").initial()
WINNING = ORION.parse_position("5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XXX2/2X2/1X4/5 o 42")
BOTH = "5/X4O/5/X4O/5/X4O/5/X4O/5/X4O/5"


class TestIds:
    @given(sequences(START, 30))
    @settings(max_examples=60, deadline=None)
    def test_the_pieces_drawn_are_those_of_the_position(self, actions: tuple[int, ...]) -> None:
        state = START.play_actions(actions)
        assert text.render(draw(follow(START, actions))) == text.render(draw(state))

    @given(sequences(START, 30))
    @settings(max_examples=30, deadline=None)
    def test_consecutive_pictures_have_the_same_elements_in_the_same_order(self, actions: tuple[int, ...]) -> None:
        """A browser that has to put a group elsewhere among the others would not let it glide."""
        scenes = [draw(follow(START, actions[:count])) for count in range(len(actions) + 1)]
        orders = [[e.id for e in scene.elements if e.role != "mark"] for scene in scenes]
        assert all(one == other for one, other in pairwise(orders))
        assert all(len(set(order)) == len(order) for order in orders)

    @given(sequences(START, 30))
    @settings(max_examples=30, deadline=None)
    def test_a_piece_changes_its_place_only_when_its_orbit_is_clicked_and_turns_as_the_rotor_does(
        self, actions: tuple[int, ...]
    ) -> None:
        for count in range(len(actions)):
            one, two = (elements(draw(follow(START, actions[:n]))) for n in (count, count + 1))
            turns = {name: two[name].angle - one[name].angle for name in one if name in two}
            clicked = {name for name, turn in turns.items() if turn and name.startswith("rotor-")}
            assert len(clicked) == (actions[count] != 50)
            for name in (name for name in one if name.startswith("piece-")):
                moved = (one[name].x, one[name].y) != (two[name].x, two[name].y)
                assert moved == bool(turns[name])
                assert not moved or {turns[name]} == {turns[rotor] for rotor in clicked}

    def test_a_rotor_turns_the_way_it_was_clicked(self) -> None:
        assert elements(played(START, "u+"))["rotor-u"].angle == 90
        assert elements(played(START, "u-"))["rotor-u"].angle == -90

    def test_a_full_turn_of_a_rotor_is_not_forgotten(self) -> None:
        scene = played(START, "u+", "pass", "u+++")
        assert elements(scene)["rotor-u"].angle == 360


class TestMarks:
    def test_the_rotors_and_pieces_of_the_last_turn_are_marked(self) -> None:
        scene = played(START, "u+", "f+")
        assert looking(scene, "last", "ground") == {"rotor-f"}
        assert looking(scene, "last", "piece") == {"piece-aS"}

    def test_a_pass_leaves_nothing_marked(self) -> None:
        scene = played(START, "p+", "pass")
        assert not looking(scene, "last", "ground") | looking(scene, "last", "piece")

    def test_within_a_turn_the_pieces_that_every_click_carried_are_marked(self) -> None:
        picture = carried(START, "pass")
        state = picture.state
        click = next(action for action in state.legal() if state.action_name(action) == "f+")
        scene = draw(follow(picture, (click,)))
        assert looking(scene, "carried", "piece") == {"piece-aS"}
        assert not looking(draw(START), "carried", "piece")

    def test_the_winning_chain_is_marked_with_a_ribbon_from_edge_to_edge(self) -> None:
        scene = draw(WINNING)
        ribbon = elements(scene)["chain-0"].glyph
        corners = [tuple(map(float, point.split())) for point in re.split("[ML]", ribbon)[1:]]
        assert (corners[0][1], corners[-1][1]) == (40, 540)
        assert all(abs(a - c) + abs(b - d) == 100 for (a, b), (c, d) in pairwise(corners))
        assert len(looking(scene, "win", "piece")) == 12

    def test_both_chains_are_shown_when_both_are_complete(self) -> None:
        scene = draw(ORION.parse_position(f"{BOTH} x 41"))
        assert {"chain-0", "chain-1"} <= elements(scene).keys()
        assert len(looking(scene, "win", "piece")) == 10

    def test_a_game_that_goes_on_shows_no_chain(self) -> None:
        assert not [element for element in draw(START).elements if element.role == "mark"]


class TestTouches:
    def test_an_arrow_alone_is_a_click(self) -> None:
        touches = {touch.elements: touch.action for touch in draw(START).touches}
        assert {START.action_name(touches[name,]) for name in ("u+", "u-", "p+")} == {"u+", "u-", "p+"}
        assert ("a+",) not in touches

    def test_a_piece_and_then_an_arrow_of_one_of_its_rotors_is_a_click(self) -> None:
        touches = {touch.elements: START.action_name(touch.action) for touch in draw(START).touches}
        assert {pair[1] for pair in touches if pair[0] == "slot-pS" and pair[1:] and len(pair[1]) == 2} == {
            "p+", "p-", "u+", "u-",
        }  # fmt: skip

    def test_a_piece_and_then_the_slot_where_it_would_go_is_a_click(self) -> None:
        touches = {touch.elements: START.action_name(touch.action) for touch in draw(START).touches}
        assert touches["slot-pS", "slot-pW"] == "p+"
        assert touches["slot-pS", "slot-pE"] == "p-"
        assert ("slot-pS", "slot-uW") not in touches  # another own piece: that one is chosen instead

    @given(sequences(SMALL, 12))
    @settings(max_examples=20, deadline=None)
    def test_on_a_smaller_board_every_action_is_reached(self, actions: tuple[int, ...]) -> None:
        state = SMALL.play_actions(actions)
        scene = draw(follow(SMALL, actions))
        assert {touch.action for touch in scene.touches} | {one.action for one in scene.buttons} == set(state.legal())
        assert {name for touch in scene.touches for name in touch.elements} <= elements(scene).keys()
        assert (scene.width, scene.height) == (480, 380)

    @given(sequences(START, 30))
    @settings(max_examples=60, deadline=None)
    def test_every_way_to_touch_leads_to_one_legal_action_and_every_action_is_reached(
        self, actions: tuple[int, ...]
    ) -> None:
        state = START.play_actions(actions)
        scene = draw(follow(START, actions))
        ways = [touch.elements for touch in scene.touches]
        assert len(set(ways)) == len(ways)
        assert not any(long[: len(short)] == short for short in ways for long in ways if long != short)
        assert {touch.action for touch in scene.touches} | {one.action for one in scene.buttons} == set(state.legal())
        assert {name for way in ways for name in way} <= elements(scene).keys()

    def test_nothing_is_touched_when_the_game_is_over(self) -> None:
        assert draw(WINNING).touches == ()
        assert draw(WINNING).buttons == ()


class TestHighlights:
    def test_an_arrow_shows_the_pieces_that_it_carries_where_they_would_be(self) -> None:
        picture = begin(START)
        shown = {one.element: one for one in highlight(picture, draw(picture)).highlights}
        after = elements(draw(follow(START, START.parse_turn("p+"))))
        (note,) = shown["p+"].notes
        assert shown["p+"].others == ("piece-pS",)
        assert (note.x, note.y, note.angle) == (after["piece-pS"].x, after["piece-pS"].y, after["piece-pS"].angle)
        assert set(shown) == {START.action_name(action) for action in START.legal() if action != 50}

    def test_an_arrow_that_is_not_possible_says_what_typing_it_gets(self) -> None:
        picture = begin(START)
        refused = {one.element: one.why for one in highlight(picture, draw(picture)).refusals}
        assert refused["a+"] == "rotor a holds no piece of X"
        assert set(refused) | {START.action_name(action) for action in START.legal()} >= {
            f"{letter}{way}" for letter in BOARD.letters for way in "+-"
        }


class TestWords:
    @pytest.mark.parametrize(
        ("slot", "label"),
        [("aN", "slot north of a, O"), ("aE", "slot between a and b, O"), ("fS", "slot between f and k, empty"),
         ("yE", "slot east of y, X")],
    )  # fmt: skip
    def test_a_slot_says_where_it_is_and_what_it_holds(self, slot: str, label: str) -> None:
        assert elements(draw(START))[f"slot-{slot}"].label == label

    def test_an_arrow_says_what_it_does(self) -> None:
        arrows = elements(draw(START))
        assert arrows["b+"].label == "turn rotor b clockwise"
        assert arrows["b-"].label == "turn rotor b anticlockwise"

    def test_the_caption_says_whose_turn_it_is_and_what_is_left_of_it(self) -> None:
        assert draw(START).caption == "X to move: turn a rotor once; later turns allow up to 3"
        second = START.move("u+")
        assert draw(second).caption == "O to move: turn rotors up to 2 times"
        assert draw(second.play_actions(second.parse_turn("a--")[:1])).caption == "O: 1 more, carrying the same piece"

    def test_the_caption_says_how_the_game_ended(self) -> None:
        assert draw(WINNING).caption == "X won: a chain of X's from top to bottom"
        drawn = ludarium.load("orion(turn_limit=10)").parse_position("OOOOO/6/5/6/5/6/5/6/5/6/XXXXX x 11")
        assert draw(drawn).caption == "a draw: the turn limit was reached"

    @pytest.mark.parametrize("start", [START, SMALL], ids=["5x5", "3x4"])
    def test_every_slot_lies_where_the_board_has_it(self, start: State) -> None:
        drawn, board = elements(draw(start)), board_of(start.game)
        for slot, name in enumerate(board.names):
            x, y = board.centre(slot)
            assert (drawn[f"slot-{name}"].x, drawn[f"slot-{name}"].y) == (40 + 100 * x, 40 + 100 * y)
