import re
from itertools import pairwise
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.games.vortex.options import BOARDS
from ludarium.scenes import svg, text
from ludarium.scenes.outline import outline
from ludarium.scenes.picture import begin, draw, follow, highlight, seen_by
from tests.games.pictures import elements, looking, played, sequences

VORTEX = ludarium.load("vortex")
FOUR = ludarium.load("vortex(players=4)")
MIDDLE = VORTEX.parse_position("0,10,16,18/0,4,7,23 X 31 5")

START = elements(draw(VORTEX.initial()))["number-1"]

CROWDED_PICTURE = """\
+-----------------------------+
|XOxVH   .     X     .   XOo  |
|     +--------------v--+     |
|  .  >  .     H     .  |  .  |
|     |     +--v--+     |     |
|  .  |  .  >XO@VH<  .  |  .  |
|     |     +--^--+     |     |
|  .  |  .     .     .  <  .  |
|     +--^--------------+     |
|  hV    .     O     .     v  |
+-----------------------------+
X    1   3   5  25    328 points  rolled 6
O    1   7  13  25    437 points
V    5   9  25  25    640 points
H    5  20  25  25    733 points"""


@st.composite
def games(draw_: st.DrawFn) -> tuple[State, tuple[int, ...]]:
    """A game of any kind, and some steps from its start."""
    players, board = draw_(st.integers(1, 4)), draw_(st.sampled_from(sorted(BOARDS)))
    start = ludarium.load(f"vortex(players={players},board={board})").initial()
    return start, draw_(sequences(start, 40))


class TestText:
    def test_cells_that_are_shared_have_room_for_all(self) -> None:
        state = ludarium.load("vortex(players=4,die=12)").parse_position(
            "1,3,5,25/1,7,13,25/5,9,25,25/5,20,25,25 X 21 6"
        )
        assert text.render(draw(state)) == CROWDED_PICTURE

    @pytest.mark.parametrize("board", BOARDS)
    def test_every_cell_of_every_board_is_printed(self, board: str) -> None:
        game = ludarium.load(f"vortex(board={board},players=1)")
        printed = text.render(draw(game.initial())).rpartition("X")[0]
        assert printed.count("@") == printed.count("x") == 1
        assert printed.count(".") + printed.count("*") == BOARDS[board].last - 2


class TestPicture:
    @given(games())
    @settings(max_examples=40)
    def test_the_tokens_drawn_are_those_of_the_position(self, game: tuple[State, tuple[int, ...]]) -> None:
        start, actions = game
        state = start.play_actions(actions)
        drawn = (text.render(scene) for scene in (draw(follow(start, actions)), draw(state)))
        followed, alone = (
            re.sub("  rolled [0-9]+", "", board) for board in drawn
        )  # only a actions knows the last roll
        assert followed == alone

    @given(games())
    @settings(max_examples=20)
    def test_consecutive_pictures_have_the_same_elements_in_the_same_order(
        self, game: tuple[State, tuple[int, ...]]
    ) -> None:
        """A browser that has to put a group elsewhere among the others would not let it glide."""
        start, actions = game
        passing = ("die-", "risk", "to-", "halo-", "way-", "bead-", "head-", "says-", "gone-", "back-", "home-")
        scenes = [draw(follow(start, actions[:count])) for count in range(len(actions) + 1)]
        orders = [[e.id for e in scene.elements if not e.id.startswith(passing)] for scene in scenes]
        assert all(one == other for one, other in pairwise(orders))

    @given(games())
    @settings(max_examples=20)
    def test_a_move_moves_one_token_and_those_it_bumps(self, game: tuple[State, tuple[int, ...]]) -> None:
        start, actions = game
        for count in range(len(actions)):
            state = start.play_actions(actions[:count])
            one, two = (
                draw(follow(start, actions[:count])),
                draw(follow(start, actions[: count + 1])),
            )
            labels = [
                {e.id: e.label.split(",")[0] for e in scene.elements if e.role == "piece"} for scene in (one, two)
            ]
            moved = {name for name in labels[0] if labels[0][name] != labels[1][name]}
            name = state.action_name(actions[count])
            assert len(moved) == (0 if name[0] in "fr" else 2 if "x" in name else 1)

    def test_the_token_moved_and_its_way_are_marked(self) -> None:
        scene = played(VORTEX.parse_position("0,0,0,3/0,0,0,0 X 1"), "roll 4", "3-7")
        assert looking(scene, "last") == {"token-X4", "cell-3", "cell-7"}

    def test_every_roll_is_an_element_in_the_colour_of_its_seat(self) -> None:
        start = VORTEX.initial()
        games = (turns.split("|") for turns in ("first X|roll 4", "first O|roll 5"))
        one, two = (elements(played(start, *turns))["die-1"] for turns in games)
        assert (one.glyph.count("M"), one.label, one.look) == (4, "X rolled 4", "seat-0 die")
        assert (two.glyph.count("M"), two.look) == (5, "seat-1 die")
        assert (one.x, one.y) != (two.x, two.y)
        assert "die-2" in elements(played(start, "first X", "roll 4", "0-4", "roll 1"))

    def test_the_die_shows_the_last_roll_until_the_next(self) -> None:
        assert elements(played(VORTEX.initial(), "first X", "roll 4", "0-4"))["die-1"].glyph.count("M") == 4
        none = elements(draw(VORTEX.initial()))["die-0"]
        assert (none.text, none.glyph, none.look) == ("", "", "blank")


class TestTouches:
    def test_a_move_is_chosen_by_its_token_or_by_where_it_goes(self) -> None:
        touches = {touch.elements: MIDDLE.action_name(touch.action) for touch in draw(MIDDLE).touches}
        assert touches == {
            ("to-0",): "0-5", ("token-X1",): "0-5", ("cell-5",): "0-5",
            ("to-10",): "10x15", ("token-X2",): "10x15", ("cell-10",): "10x15", ("cell-15",): "10x15",
            ("token-O3",): "10x15",
            ("to-16",): "16-21", ("token-X3",): "16-21", ("cell-16",): "16-21", ("cell-21",): "16-21",
            ("to-18",): "18-23", ("token-X4",): "18-23", ("cell-18",): "18-23", ("cell-23",): "18-23",
        }  # fmt: skip

    def test_all_tokens_at_the_start_can_be_touched(self) -> None:
        touches = {touch.elements for touch in draw(VORTEX.parse_position("0,0,0,25/0,0,0,0 X 1 5")).touches}
        assert touches == {("to-0",), ("token-X1",), ("token-X2",), ("token-X3",), ("cell-5",)}

    def test_a_cell_that_a_token_can_leave_is_no_place_to_go_to(self) -> None:
        touches = draw(VORTEX.parse_position("5,10,25,25/0,0,0,0 X 1 5")).touches
        assert [touch.action for touch in touches if touch.elements == ("cell-10",)] == [10]

    def test_nothing_is_touched_while_the_die_is_to_be_rolled(self) -> None:
        assert not draw(VORTEX.initial().move("first X")).touches

    def test_a_destination_describes_the_move(self) -> None:
        drawn = elements(draw(MIDDLE))
        assert drawn["to-0"].label == "move a token from the start to 5"
        assert drawn["to-10"].label == "move from 10 to 15, bumping O"
        centre = elements(draw(VORTEX.parse_position("0,0,0,20/0,0,0,0 X 1 5")))
        assert centre["to-20"].label == "move from 20 to the centre"


class TestRisks:
    def test_a_threatened_token_shows_its_risk_and_says_it(self) -> None:
        """O's 9 and 10 are X's 1 and 2: five and four behind X's 6, and two ahead of X's start."""
        scene = elements(draw(ludarium.load("vortex(tokens=2)").parse_position("0,6/9,10 X 1")))
        risks = {name: element.text for name, element in scene.items() if name.startswith("risk")}
        assert risks == {"risk-X2": "2/6", "risk-O2": "1/6"}
        assert {scene[name].look for name in risks} == {"hint pill"}
        assert scene["token-X2"].label == "X's token on 6, at risk 2 in 6"
        assert scene["token-O1"].label == "O's token on 1 (9 on O's own path), not at risk"
        assert scene["token-X1"].label == "X's token at the start"

    def test_players_see_the_risks_of_their_own_tokens(self) -> None:
        picture = begin(ludarium.load("vortex(tokens=2)").parse_position("0,6/9,10 X 1"))
        for seat, risk in enumerate(("risk-X2", "risk-O2")):
            drawn = elements(draw(seen_by(picture, [seat])))
            assert [name for name in drawn if name.startswith("risk")] == [risk]

    def test_a_yard_shows_what_decides_and_says_the_points_where_it_is_pointed_at(self) -> None:
        picture = begin(MIDDLE)
        drawn = elements(draw(picture))
        assert [drawn[f"yard-{letter}"].text for letter in "XO"] == ["X  0 of 4 home", "O  0 of 4 home"]
        why = "440 for the cells moved, less 70 for rolls that could bump a token"
        assert drawn["yard-X"].label == f"X has 0 of 4 home, and {MIDDLE.points[0]:g} points: {why}"
        assert {"yard-X", "yard-O"} <= {one.element for one in highlight(picture, draw(picture)).highlights}

    def test_points_that_decide_are_shown(self) -> None:
        for spec, shown in (("vortex(tokens=2)", "1 of 2 home"), ("vortex(tokens=2,objective=points)", "300 points")):
            drawn = elements(draw(ludarium.load(spec).parse_position("5,25/0,0 X 4")))
            assert drawn["yard-X"].text == f"X  {shown}"


class TestCaption:
    @pytest.mark.parametrize(
        ("turns", "caption"),
        [
            ((), "Drawing who begins"),
            (("first O",), "O to roll"),
            (("first O", "roll 4"), "O to move by 4"),
        ],
    )
    def test_the_caption_says_who_acts(self, turns: tuple[str, ...], caption: str) -> None:
        assert played(VORTEX.initial(), *turns).caption == caption

    def test_the_caption_says_who_could_not_move(self) -> None:
        start = ludarium.load("vortex(tokens=1)").parse_position("24/0 X 5")
        assert played(start, "roll 2", "roll 3").caption == "X could not move by 2; O to move by 3"

    def test_the_caption_says_how_the_game_ended(self) -> None:
        over = ludarium.load("vortex(tokens=1)").parse_position("25/3 X 5")
        assert draw(over).caption == "X has all tokens in the centre"


class TestPlaces:
    @given(games())
    @settings(max_examples=30)
    def test_no_token_lies_on_another(self, game: tuple[State, tuple[int, ...]]) -> None:
        start, actions = game
        tokens = [e for e in draw(follow(start, actions)).elements if e.role == "piece"]
        assert len({(round(e.x, 2), round(e.y, 2)) for e in tokens}) == len(tokens)

    def test_sixteen_tokens_find_room_in_the_centre(self) -> None:
        state = FOUR.parse_position("/".join(["25,25,25,25"] * 4) + " X 1")
        tokens = [e for e in draw(state).elements if e.role == "piece"]
        assert len({(e.x, e.y) for e in tokens}) == 16
        middle = elements(draw(state))["cell-25"]
        assert all(abs(e.x - middle.x) < 50 and abs(e.y - middle.y) < 50 for e in tokens)


class TestReaders:
    def test_the_numbers_stay_on_their_cells_when_the_turn_passes(self) -> None:
        for turns in (("first X",), ("first X", "roll 4"), ("first X", "roll 4", "0-4"), ("first O", "roll 4")):
            drawn = elements(played(VORTEX.initial(), *turns))
            assert (drawn["number-1"].x, drawn["number-1"].y) == (START.x, START.y), turns

    def test_the_numbers_are_those_of_the_reader_s_path(self) -> None:
        picture = begin(MIDDLE)
        other = draw(seen_by(picture, [1]))
        assert elements(other)["cell-9"].label == "cell 1, safe"
        assert elements(other)["cell-1"].label == "cell 9, safe"
        assert elements(other)["token-O4"].label == "O's token on 23, at risk 2 in 6"
        assert elements(other)["to-10"].label == "move from 2 to 7, bumping O"
        assert looking(other, "ribbon") - looking(other, "pointed") == {"path-O0", "path-O1"}


@pytest.mark.parametrize("board", ["square3", "square5", "square7", "square9"])
def test_shields_are_clear_of_the_numbers_of_their_cells(board: str) -> None:
    drawn = elements(draw(ludarium.load(f"vortex(board={board},players=4)").initial()))
    shields = [one for name, one in drawn.items() if name.startswith("safe-")]
    numbers = [one for name, one in drawn.items() if name.startswith("number-")]
    for shield in shields:
        corners, high = outline(shield), 14
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        for number in numbers:
            digits = 14 * len(number.text)
            covered = min(number.x + digits - left, number.y + high / 2 - top)
            assert covered < 5 or number.x > shield.x or number.y > shield.y, (shield.id, number.text)


class TestPointing:
    PICTURE = begin(MIDDLE)
    SCENE = highlight(PICTURE, draw(PICTURE))
    SHOWN: ClassVar = {one.element: set(one.others) for one in SCENE.highlights}

    def test_a_move_shows_its_way_and_what_it_bumps(self) -> None:
        assert {"way-10", "bead-10-1", "bead-10-4", "to-10", "halo-X2", "back-10", "gone-10"} <= self.SHOWN["token-X2"]
        assert self.SHOWN["token-X2"] == self.SHOWN["to-10"] == self.SHOWN["cell-10"] == self.SHOWN["cell-15"]
        assert "back-18" not in self.SHOWN["token-X4"]
        says = elements(self.SCENE)["says-10"]
        assert says.text == "10 → 15"
        assert elements(self.SCENE)["says-0"].text == "start → 5"

    def test_a_rival_s_token_shows_its_path(self) -> None:
        assert self.SHOWN["token-O4"] == {"flow-O", "path-O0", "path-O1"}

    def test_only_tokens_that_can_move_have_a_ring(self) -> None:
        assert looking(self.SCENE, "halo") - {"key-halo", "key-halo-text"} == {f"halo-X{n}" for n in (1, 2, 3, 4)}
        state = VORTEX.parse_position("0,0,1,24/0,0,0,0 X 1 2")
        assert looking(draw(state), "halo") - {"key-halo", "key-halo-text"} == {"halo-X1", "halo-X2", "halo-X3"}

    def test_what_shows_only_when_pointed_at_is_in_no_still_picture(self) -> None:
        assert "way-10" in svg.render(self.SCENE)
        assert "way-10" not in svg.render(draw(self.PICTURE))


class TestRefusals:
    def test_a_touch_that_is_not_allowed_has_the_sentence_that_typing_gets(self) -> None:
        picture = begin(VORTEX.parse_position("0,8,10,24/0,0,0,1 X 1 2"))
        why = {one.element: one.why for one in highlight(picture, draw(picture)).refusals}
        assert why["token-X4"] == "a token on 24 needs exactly 1 for the centre, not 2"
        assert why["token-X2"] == why["cell-8"] == "another token of X is on 10"
        assert (
            why["token-O4"]
            == why["cell-9"]
            == "X has no token on 9: its tokens are at the start, on 8, on 10 and on 24"
        )
        for typed, name in (("24", "token-X4"), ("8", "token-X2"), ("9", "cell-9")):
            with pytest.raises(IllegalMove, match=f"^{re.escape(why[name])}$"):
                picture.state.parse_turn(typed)
        assert "token-X1" not in why

    def test_two_people_at_one_board_read_its_numbers(self) -> None:
        picture = seen_by(begin(VORTEX.parse_position("0,0,0,1/0,8,10,24 O 2 2")), (0, 1))
        why = {one.element: one.why for one in highlight(picture, draw(picture)).refusals}
        number = {one.id: one.label for one in draw(picture).elements if one.id.startswith("token-O")}
        assert number["token-O4"].startswith("O's token on 20 (24 on O's own path)")
        assert why["token-O4"] == "a token on 20 needs exactly 1 for the centre, not 2"
        assert why["token-O2"] == "another token of O is on 2"
        own = "its tokens are at the start, on 16, on 2 and on 20"
        assert why["token-X4"] == why["cell-1"] == f"O has no token on 1: {own}"
        with pytest.raises(IllegalMove, match="a token on 24 needs exactly 1 for the centre, not 2"):
            picture.state.parse_turn("24")  # who types names the cells of their own path

    def test_nothing_is_refused_while_the_die_is_to_be_rolled(self) -> None:
        picture = begin(VORTEX.initial().move("first X"))
        assert not highlight(picture, draw(picture)).refusals
