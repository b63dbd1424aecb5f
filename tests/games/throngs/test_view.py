"""Throngs' pictures: the board in text, what is marked, lasting ids, what can be touched, and the words."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.games.throngs import kernel
from ludarium.games.throngs.rules import BOARDS, stones, territory
from ludarium.games.throngs.ways import ways
from ludarium.scenes import svg, text
from ludarium.scenes.picture import begin, draw, follow, highlight
from tests.games.pictures import elements, looking, sequences

THRONGS = ludarium.load("throngs")
START = THRONGS.initial()
PIE = ludarium.load("throngs(setup=pie)").initial()
BOARD = BOARDS[63]
LATE = THRONGS.parse_position("3/ww1b1b/2wbb1b1/1bb1bbbw/1bbb1bw1/1wwbb1ww/1wwbww1w/2ww1w1/2www/2 b 21.1 1:1 0")
SCORE = {f"{part}-{seat}" for part in ("score", "sign", "goal") for seat in (0, 1)}
"""What says of the score what it counts."""

PICTURE = """\
                h10  .   .  i10
           f9  .   o   O   O   O  j9
     d8  .   o   O   O   o   O   o  j8
   c7  .   O   O   X   O   O   o   O  j7
 b6  .   O   O   X   X   .   O   O  i6
   b5  .   X   X   X   x   X   O   o  i5
 a4  .   X   X   x   X   X   X   O  h4
   a3  .   .   O   X   X   x   X   .  h3
         b2  O   O   .   X   x   X  g2
               c1  .   .   .  e1"""

STAR = """\
            g12  .   .           .   .  l12
          f11  .   .   .   X   .   .   .  l11
            f10  .   .   .   .   .   .  k10
           e9  .   .   .   .   .   .   .  k9
         d8  .   .   .   .   .   .   .   .  k8
   b7  .   .   .   .   .   .   .   .   .   .   .  l7
 a6  .   .   .   .   .   .   .   .   .   .   .   .  l6
   a5  .   .   .   .   .   .   .   .   .   .   .  k5
         b4  .   .   .   .   .   .   .   .  i4
           b3  .   .   .   .   .   .   .  h3
         a2  .   .   O   .   .   O   .   .  h2
           a1  .   .               .   .  g1"""


def begun(state: State, move: str) -> State:
    return state.play(next(action for action in state.legal() if state.action_name(action) == move))


@st.composite
def games(draw_: st.DrawFn) -> tuple[State, tuple[int, ...]]:
    """A start and some decisions from it, a turn cut short now and then."""
    start = draw_(st.sampled_from((START, LATE, PIE)))
    return start, draw_(sequences(start, 30))


class TestText:
    def test_stones_and_what_counts_are_letters(self) -> None:
        assert text.render(draw(LATE)) == PICTURE

    def test_gaps_of_the_board_are_gaps(self) -> None:
        assert text.render(draw(ludarium.load("throngs(board=93)").initial())) == STAR

    def test_sites_within_reach_are_stars(self) -> None:
        reached = text.render(draw(begun(START, "e3")))
        assert reached.count("*") == 6
        assert "a3  .   .   .   *   X   *   .   .  h3" in reached


class TestIds:
    @given(games())
    @settings(max_examples=40, deadline=None)
    def test_the_stones_drawn_are_those_of_the_position(self, game: tuple[State, tuple[int, ...]]) -> None:
        start, actions = game
        assert text.render(draw(follow(start, actions))) == text.render(draw(start.play_actions(actions)))

    @given(games())
    @settings(max_examples=20, deadline=None)
    def test_elements_that_stay_keep_their_order(self, game: tuple[State, tuple[int, ...]]) -> None:
        """A browser that has to put a group elsewhere among the others would not let it glide."""
        start, actions = game
        scenes = [draw(follow(start, actions[:count])) for count in range(len(actions) + 1)]
        for one, other in pairwise([e.id for e in scene.elements] for scene in scenes):
            assert len(set(other)) == len(other)
            assert [name for name in one if name in other] == [name for name in other if name in one]

    def test_a_stone_keeps_its_id_while_it_travels(self) -> None:
        actions = START.parse_turn("+d3 e3-e4")
        after = elements(draw(follow(START, actions)))
        before = elements(draw(START))
        assert (before["stone-e3"].x, before["stone-e3"].y) == (before["site-e3"].x, before["site-e3"].y)
        assert (after["stone-e3"].x, after["stone-e3"].y) == (after["site-e4"].x, after["site-e4"].y)


class TestMarks:
    def test_the_sites_of_the_last_turn_are_marked(self) -> None:
        actions = START.parse_turn("+d3 e3-e4")
        scene = draw(follow(START, actions))
        assert looking(scene, "last", "cell") >= {"site-d3", "site-e3", "site-e4"}
        assert {"stone-e3"} < looking(scene, "last", "piece")

    def test_the_stone_in_hand_and_its_reach_are_marked(self) -> None:
        state = begun(START, "e3")
        scene = draw(state)
        assert looking(scene, "carried", "piece") == {"stone-e3"}
        assert looking(scene, "reach", "cell") == {f"site-{BOARD.names[site]}" for site in state.legal()}
        assert {elements(scene)[name].text for name in looking(scene, "reach", "cell")} == {"1"}

    @given(games())
    @settings(max_examples=40, deadline=None)
    def test_the_shades_are_the_territory_that_the_score_counts(self, game: tuple[State, tuple[int, ...]]) -> None:
        start, actions = game
        state = start.play_actions(actions)
        shades = {name: e.look for name, e in elements(draw(follow(start, actions))).items() if e.role == "mark"}
        for seat in range(2):
            sites = territory(state.game.tables, state.vector, seat)
            shaded = {name for name, look in shades.items() if look == f"seat-{seat} overlay"}
            assert shaded == {f"counts-{BOARD.names[site]}" for site in sites}
            if (
                actions
                and state.vector[kernel.HAND] < 0
                and start.play_actions(actions[:-1]).vector[kernel.STAGE] == kernel.PLAY
            ):
                assert len(shaded) == state.points[seat]  # it is counted when a move ends, so not yet after the pie

    def test_in_text_a_stone_says_when_it_does_not_count_for_its_colour(self) -> None:
        lost = THRONGS.parse_position("2b/2bb2/2w5/2w1bbbb/8/2w1bb1b/2w1b1ww/4wbw/3ww/2 w 14.1 3:1 0")
        lines = text.render(draw(lost)).splitlines()
        assert lines[2] == "     d8  .   .   .   .   O   Xo  O  j8"
        assert lines[4] == " b6  .   .   O   .   X   X   .   X- i6"

    def test_sites_that_can_be_used_show_numbers(self) -> None:
        scene = elements(draw(START))
        assert {name for name in scene if name.startswith("number-")} == {
            f"number-{name}" for name in ("d2", "e2", "d3", "f3", "e4", "f4", "of-stone-e3")
        }
        assert "number-of-stone-e3" not in elements(draw(begun(START, "e3")))

    def test_numbers_can_be_taken_away(self) -> None:
        hints = {name for name, element in elements(draw(LATE)).items() if "hint" in element.look.split()}
        assert hints == {name for name in elements(draw(LATE)) if name.startswith("number-")}
        assert hints

    def test_black_and_white_differ_by_more_than_colour(self) -> None:
        scene = draw(THRONGS.parse_position(str(START).replace(" b 1.1", " w 2.1").replace("-:-", "1:-")))
        assert elements(scene)["stone-e3"].glyph != elements(scene)["stone-d6"].glyph
        assert 'class="scene jade"' in svg.render(scene)


class TestTouches:
    @given(games())
    @settings(max_examples=40, deadline=None)
    def test_every_site_that_can_be_chosen_is_touched_and_the_rest_are_buttons(
        self, game: tuple[State, tuple[int, ...]]
    ) -> None:
        start, actions = game
        state = start.play_actions(actions)
        scene = draw(follow(start, actions))
        assert {touch.action for touch in scene.touches} == {action for action in state.legal() if action < 63}
        assert all(touch.elements == (f"site-{BOARD.names[touch.action]}",) for touch in scene.touches)
        assert {button.label for button in scene.buttons} <= {"pass", "accept", "swap", "stay"}

    def test_a_stone_that_may_travel_stays_by_a_button(self) -> None:
        state = THRONGS.parse_position("3/6/4b3/8/4w3/5w2/4w3/7/5/2 w 8.2 2:2 0").play(BOARD.names.index("f6"))
        (stay,) = draw(state).buttons
        assert (stay.label, stay.action) == ("stay", BOARD.names.index("f6"))
        assert str(state.play(stay.action)) == str(
            state.game.parse_position("3/6/4b3/8/4w3/5w2/4w3/7/5/2 w 8.2 2:2 0").move("+f6")
        )


class TestWords:
    @pytest.mark.parametrize(
        ("site", "label"),
        [
            ("e3", "e3: Black's stone; Black's influence +1 (1 of Black's stones, 0 of White's); it may travel 1 step"),
            ("d3", "d3: empty; Black's influence +1 (1 of Black's stones, 0 of White's); adding costs 1"),
            ("a4", "a4: empty; Black's influence 0 (0 of Black's stones, 0 of White's)"),
            ("d6", "d6: White's stone; Black's influence \N{MINUS SIGN}1 (0 of Black's stones, 1 of White's)"),
        ],
    )
    def test_a_site_says_what_it_holds_and_what_can_be_done_there(self, site: str, label: str) -> None:
        assert elements(draw(START))[f"site-{site}"].label == label

    def test_a_site_says_what_an_addition_or_a_capture_costs_and_leaves(self) -> None:
        shown = elements(draw(THRONGS.parse_position("3/6/3bb3/3bwb2/8/5w2/4w3/7/5/2 b 9.2 1:1 0")))
        assert shown["site-e4"].label.endswith(
            "; Black's influence +3 (4 of Black's stones, 1 of White's); capturing costs 2 and leaves 1 step"
        )
        assert shown["site-d5"].label.endswith(
            "; Black's influence +1 (1 of Black's stones, 0 of White's); adding costs 1"
        )

    def test_a_site_says_whether_the_stone_that_travels_can_end_there(self) -> None:
        held = elements(draw(begun(START, "e3")))
        assert held["site-e3"].label == "e3: Black's stone, on its way"
        assert held["site-e4"].label == "e4: empty, 1 of 1 step away"
        stays = elements(draw(begun(THRONGS.parse_position("3/6/4b3/3b4/8/2w5/5w2/7/5/2 b 3.1 1:1 0"), "+e4")))
        assert stays["site-e4"].label == "e4: Black's stone, on its way, and may stay here"

    def test_the_caption_says_whose_move_it_is_and_the_scores(self) -> None:
        assert draw(START).caption == "Black to move, move 1 of 2; Black 1, White 2"
        second = draw(begun(START, "+d3")).caption
        assert second == "Black to move, move 2 of 2; Black 2, White 2"

    def test_the_caption_says_what_the_pie_asks(self) -> None:
        assert draw(PIE).caption == "Black places a black stone, and White chooses a colour when there are three"
        placed = PIE.move("+e3 +d6 +h7")
        assert draw(placed).caption == "White accepts the stones as they are, or swaps the colours"

    def test_the_caption_says_how_the_game_ended(self) -> None:
        over = THRONGS.parse_position("3/6/4b3/8/8/2w5/5w2/7/5/2 b 3.1 3:3 4")
        assert draw(over).caption == "White won: four passes in a row, 1 to 2"


class TestHighlights:
    def test_a_site_shows_the_stones_that_count_for_it_and_where_a_stone_can_go_from_it(self) -> None:
        picture = begin(START)
        shown = {one.element: set(one.others) for one in highlight(picture, draw(picture)).highlights}
        assert len(shown) == BOARD.sites + len(SCORE)
        site = BOARD.names.index("e3")
        near = {f"stone-{BOARD.names[there]}" for there in (site, *BOARD.neighbours[site])}
        assert {name for name in shown["site-e3"] if name.startswith("stone")} == near & elements(draw(START)).keys()
        assert shown["site-e3"] - near == {f"site-{BOARD.names[there]}" for there in (site, *BOARD.neighbours[site])}
        notes = _notes(START, "e3")
        assert notes["tag"] == ["influence +1"]
        assert notes["name"] == ["e3"]
        assert notes["cost"] == ["1"] * len(begun(START, "e3").legal())

    def test_while_a_stone_travels_every_end_shows_the_way_and_its_cost(self) -> None:
        picture = begin(begun(LATE, "d5"))
        shown = {one.element: one.notes for one in highlight(picture, draw(picture)).highlights}
        assert set(shown) == {f"site-{BOARD.names[end]}" for end in picture.state.legal()} | SCORE
        way, *_, stone, name = shown["site-c1"]
        assert "Q" in way.glyph  # it leaps
        assert (stone.text, name.text) == ("4", "c1")

    def test_after_the_game_only_the_score_has_some(self) -> None:
        picture = begin(THRONGS.parse_position("3/6/4b3/8/8/2w5/5w2/7/5/2 b 3.1 3:3 4"))
        assert {one.element for one in highlight(picture, draw(picture)).highlights} == SCORE


def _notes(state: State, site: str) -> dict[str, list[str]]:
    """Return the texts of the notes of a site by their kinds."""
    picture, found = begin(state), dict[str, list[str]]()
    (told,) = (one for one in highlight(picture, draw(picture)).highlights if one.element == f"site-{site}")
    for note in told.notes:
        found.setdefault(note.look.split()[-1], []).append(note.text)
    return found


class TestRefusals:
    @pytest.mark.parametrize(
        ("state", "site", "typed"), [(START, "d6", "xd6 pass"), (LATE, "h6", "xh6 pass"), (LATE, "g8", "xg8 pass")]
    )
    def test_a_site_that_cannot_be_touched_says_what_typing_it_gets(self, state: State, site: str, typed: str) -> None:
        picture = begin(state)
        refused = {one.element: one.why for one in highlight(picture, draw(picture)).refusals}
        with pytest.raises(IllegalMove) as error:
            state.parse_turn(typed)
        assert refused[f"site-{site}"] == str(error.value)

    @given(games())
    @settings(max_examples=20, deadline=None)
    def test_a_site_is_either_touched_or_refused(self, game: tuple[State, tuple[int, ...]]) -> None:
        start, actions = game
        picture = follow(start, actions)
        scene = highlight(picture, draw(picture))
        touched = {touch.elements[0] for touch in scene.touches}
        refused = {one.element for one in scene.refusals}
        assert not touched & refused
        assert not picture.state.actors or len(touched | refused) == BOARD.sites


class TestWays:
    @given(games())
    @settings(max_examples=40, deadline=None)
    def test_the_ends_of_a_travel_are_those_of_the_rules(self, game: tuple[State, tuple[int, ...]]) -> None:
        start, actions = game
        state = start.play_actions(actions)
        t, v = state.game.tables, state.vector
        if v[kernel.HAND] >= 0:
            found = ways(BOARD, stones(t, v), int(v[kernel.HAND]), int(v[kernel.TRAVEL]))
            assert set(found) == {*state.legal()} - {int(v[kernel.HAND])}


class TestBoard:
    def test_the_score_says_what_wins_and_marks_it(self) -> None:
        shown = elements(draw(LATE))
        assert (shown["points-0"].text, shown["points-1"].text) == ("21", "26")
        for seat, name in enumerate(("Black", "White")):  # on a phone a digit is 47 wide, and a letter of a name 22
            between = abs(shown[f"points-{seat}"].x - shown[f"called-{seat}"].x)
            assert between - 47 - 22 * len(name) / 2 >= 16
        assert shown["goal"].text == "35 to win"
        why = "one for each space that counts as its own"
        assert {shown["sign-0"].label, shown["score-0"].label} == {f"Black has 21 points, {why}"}
        assert shown["goal-1"].label == "White wins when its bar comes here, with 35 points"
        left, right = shown["score-0"].x, shown["score-1"].x
        assert (shown["goal-0"].x - left) / (right - left) == pytest.approx(35 / 63)

    @pytest.mark.parametrize("sites", BOARDS)
    def test_every_line_between_neighbours_is_drawn_once_and_no_name_lies_on_a_site(self, sites: int) -> None:
        board = BOARDS[sites]
        shown = elements(draw(ludarium.load(f"throngs(board={sites})").initial()))
        ends = [tuple(map(float, point.split())) for point in re.split("[ML]", shown["net"].glyph)[1:]]
        steps = sum(
            round(abs(complex(*one) - complex(*other)) / 100) for one, other in zip(ends[::2], ends[1::2], strict=True)
        )
        assert steps == sum(map(len, board.neighbours)) / 2
        for label in (e for e in shown.values() if e.id.startswith("rim-")):
            away = min(abs(complex(label.x - e.x, label.y - e.y)) for e in shown.values() if e.id.startswith("site-"))
            is_row, at_edge = "from-right" in label.look, label.x == 56  # of a name of two digits
            assert away >= (43 if is_row and not at_edge else 36 if is_row else 55), "the stone there does not cover it"
            assert not is_row or label.x >= 28 * len(label.text)
            if label.text.isdigit() and int(label.text) < 10:  # it is on the board, whose slab ends 67 from a site
                assert away + 15 < 67
