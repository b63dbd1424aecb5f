import re
from itertools import pairwise
from typing import ClassVar

import pytest
from hypothesis import given, settings

import ludarium
from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.games.ludo.island import WIDTH, Island
from ludarium.games.ludo.island_view import YARD, IslandPaper
from ludarium.games.ludo.rules import board
from ludarium.scenes import text
from ludarium.scenes.picture import begin, draw, follow, highlight
from ludarium.scenes.scene import Scene
from tests.games.pictures import elements, looking, played, sequences

LUDO = ludarium.load("ludo")
STATE = LUDO.parse_position("1,4,60,120/1,20,10,12 A 5 23")


def ways(state: State) -> dict[str, str]:
    """What each element stands for that is touched alone."""
    return {
        touch.elements[0]: state.action_name(touch.action) for touch in draw(state).touches if len(touch.elements) == 1
    }


def drawn(position: str, *turns: str) -> Scene:
    """The picture after these turns."""
    return played(LUDO.parse_position(position), *turns)


class TestCells:
    def test_every_position_has_a_cell_and_every_player_a_start_and_a_home(self) -> None:
        known = elements(draw(LUDO.initial()))
        cells = {f"cell-{place}" for place in board(120, 6).positions[1:-1]}
        assert cells | {"start-A", "start-B", "home-A", "home-B"} <= known.keys()
        assert "cell-7" not in known

    def test_hints_tell_penultimate_and_dead_positions_and_can_be_taken_away(self) -> None:
        scene = draw(STATE)
        rolls = {element.id: element.text for element in scene.elements if element.look == "hint pennant"}
        assert rolls == {f"cell-{place}-hint": f"×{120 // place}" for place in (20, 24, 30, 40, 60)}
        assert not looking(scene.plain, "pennant")
        lost = {f"cell-{place}" for place in board(120, 6).positions if 120 % place}
        assert looking(scene, "dim") == looking(scene, "raft") == lost

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_markers_of_a_yard_are_as_large_as_three_on_a_stone(self, seats: int) -> None:
        paper = IslandPaper(begin(ludarium.load(f"ludo(players={seats})").initial()))
        assert paper.stand("start-A", 1)[1] >= paper.stand("cell-2", 1, 3)[1]
        ends = [x for x, _ in paper.island.starts]
        assert all(right - left >= YARD for left, right in pairwise(sorted(ends)))
        shore = [float(x) for x in re.findall(r"[ML]([-0-9.]+) ", paper.island.contours()[0])]
        assert min(shore) >= 0
        assert max(shore) <= WIDTH

    @pytest.mark.parametrize("goal", [24, 120, 144, 360])
    def test_every_prime_has_one_direction_and_the_goal_is_above_1(self, goal: int) -> None:
        island = Island.of(board(goal, 8), 2)
        for prime in (2, 3, 5):
            steps = {
                (round(to_x - x, 6), round(to_y - y, 6))
                for place, (x, y) in island.stones.items()
                if place * prime in island.stones
                for to_x, to_y in (island.stones[place * prime],)
            }
            assert len(steps) == (goal % prime == 0)
        assert island.stones[goal][0] == island.stones[1][0]
        assert len(set(island.stones.values())) == len(island.stones)

    @pytest.mark.parametrize("option", [(24, 6), (80, 12), (120, 6), (144, 8), (240, 10), (360, 12)])
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_everything_has_room_for_itself(self, option: tuple[int, int], seats: int) -> None:
        island = Island.of(board(*option), seats)
        wide = 74 if island.crowded else 90
        stones = [place for stone, place in island.stones.items() if stone not in (1, option[0])]
        for number, (x, y) in enumerate(stones):
            assert all(abs(x - other) >= wide or abs(y - below) >= 62 for other, below in stones[:number])
            assert 45 <= x <= 675
        for number, (x, y) in enumerate(island.rafts.values()):
            assert all(
                abs(x - other) > 50 or abs(y - below) > 52 for other, below in list(island.rafts.values())[:number]
            )
            assert island.sea[0] < y < island.sea[1] < island.height
        assert len(set(island.starts)) == len(set(island.homes)) == seats

    def test_a_cell_says_what_it_is_and_what_it_holds(self) -> None:
        known = elements(draw(STATE))
        assert known["cell-20"].label == "position 20, one roll from 120: B2"
        assert known["cell-9"].label == "position 9, from which 120 cannot be reached: empty"
        assert known["start-A"].label == "position 1 of A: A1"


class TestMarkers:
    @given(sequences(LUDO.initial(), 60))
    @settings(max_examples=40)
    def test_markers_stand_in_the_cells_of_their_positions(self, actions: tuple[int, ...]) -> None:
        state = LUDO.initial().play_actions(actions)
        known = elements(draw(follow(LUDO.initial(), actions)))
        for row, name in zip(str(state).split()[0].split("/"), "AB", strict=True):
            for number, place in enumerate(row.split(","), 1):
                cell = known[{"1": f"start-{name}", "120": f"home-{name}"}.get(place, f"cell-{place}")]
                marker = known[f"marker-{name}{number}"]
                assert abs(marker.x - cell.x) < 70
                assert abs(marker.y - cell.y) < 50

    @given(sequences(LUDO.initial(), 60))
    @settings(max_examples=20)
    def test_all_pictures_have_the_markers_in_the_same_order(self, actions: tuple[int, ...]) -> None:
        scene = draw(follow(LUDO.initial(), actions))
        markers = [e.id for e in scene.elements if e.id.startswith("marker-")]
        assert markers == [f"marker-{name}{number}" for name in "AB" for number in range(1, 5)]

    def test_players_differ_by_shape_and_markers_by_place(self) -> None:
        for position in ("1,1,1,1/1,1,1,1/1,1,1,1/1,1,1,1 A 5 1", "4,4,4,4/6,6,6,6/9,9,9,9/120,120,120,1 A 5 9"):
            known = elements(draw(ludarium.load("ludo(players=4)").parse_position(position)))
            assert len({known[f"marker-{name}1"].path[:9] for name in "ABCD"}) == 4
            places = {(known[f"marker-{name}{number}"].x, known[f"marker-{name}{number}"].y)
                      for name in "ABCD" for number in range(1, 5)}  # fmt: skip
            assert len(places) == 16

    def test_in_text_a_cell_holds_the_player_s_letter_and_the_markers_numbers(self) -> None:
        lines = text.render(draw(LUDO.parse_position("4,4,1,4/1,1,1,10 A 5 9"))).splitlines()
        assert lines[4:6] == [
            "|2     |3     |4     |5     |6     |8     |",
            "|      |      |A12 4 |      |      |      |",
        ]
        assert lines[8].startswith("|      |B   4 |")


class TestNews:
    def test_the_last_move_is_marked_with_what_it_bumped_and_stays_so_over_rolls(self) -> None:
        for turns in (("20",), ("20", "roll 1"), ("20", "roll 1", "roll 6")):
            scene = drawn("1,4,60,120/1,20,10,12 A 5 23", *turns)
            assert looking(scene, "last") == {"marker-A2", "marker-B2", "cell-4", "cell-20"}
            assert "came" in elements(scene)
            [stamp] = elements(scene)["product"].stamps
            assert stamp.text == ("B rolled 1" if "roll 1" in turns else "A2: 4 x 5 = 20")

    def test_the_sum_is_open_after_a_roll_and_in_words_after_the_move(self) -> None:
        known = elements(draw(STATE))
        assert (known["open-marker"].text, known["open-product"].text) == ("?", "?")
        moved = elements(drawn("1,4,60,120/1,20,10,12 A 5 23", "20"))
        assert (moved["factor-last"].text, moved["product-last"].text) == ("4", "20")
        assert moved["die-0"].glyph.count("M") == 5
        lost = elements(drawn("1,4,60,120/1,20,10,12 A 5 23", "20", "roll 1"))
        assert (lost["open-product"].text, lost["die-1"].look) == ("no move", "blank pips")

    @pytest.mark.parametrize(
        ("turns", "caption"),
        [
            ((), "A rolled 5 and is to move"),
            (("20",), "A: 4 × 5 = 20, and back to 1 with a marker of B. B to roll"),
            (("300",), "A: 60 × 5 = 300, over 120 and back to 1. B to roll"),
            (("5", "roll 6"), "A: 1 × 5 = 5. B rolled 6 and is to move"),
            (("5", "roll 6", "120"), "B: 20 × 6 = 120, retired. A to roll"),
            (("5", "roll 1"), "A: 1 × 5 = 5. B rolled 1 and loses the turn. A to roll"),
        ],
    )
    def test_the_caption_says_the_product_as_a_sentence(self, turns: tuple[str, ...], caption: str) -> None:
        assert drawn("1,4,60,120/1,20,10,12 A 5 23", *turns).caption == caption

    def test_the_caption_counts_the_markers_that_were_bumped(self) -> None:
        scene = drawn("1,4,60,120/1,20,20,12 A 5 23", "20")
        assert scene.caption.startswith("A: 4 × 5 = 20, and back to 1 with 2 markers of B.")

    @pytest.mark.parametrize(
        ("position", "is_said"),
        [
            ("1,4,60,120/1,20,10,12 A 5 23", False),
            ("1,4,60,120/1,20,10,12 A - 23", False),
            ("1,16,60,120/1,20,10,12 A - 23", True),
            ("1,4,60,120/1,16,10,12 A 5 23", True),
            ("1,4,60,120/1,20,10,12 A 4 23", True),
            ("1,5,60,120/1,4,10,12 A 4 23", False),
        ],
    )
    def test_that_no_product_leads_to_the_goal_is_said_where_it_matters(self, position: str, is_said: bool) -> None:
        said = elements(drawn(position))["adrift"].text
        assert said == ("No product leads from here to 120" if is_said else "")

    def test_the_caption_says_who_has_won(self) -> None:
        scene = drawn("120,120,120,60/1,20,10,12 A 2 23", "120")
        assert scene.caption.endswith("A won: all 4 markers of A on 120")
        assert looking(scene, "win") == {f"marker-A{number}" for number in range(1, 5)}


class TestDie:
    @pytest.mark.parametrize("roll", range(2, 7))
    def test_the_die_has_as_many_pips_as_were_rolled_in_the_colour_of_the_mover(self, roll: int) -> None:
        die = elements(draw(LUDO.parse_position(f"1,1,1,1/1,1,1,1 B {roll} 2")))["die-0"]
        assert die.glyph.count("M") == roll
        assert die.look == "seat-1 die"

    def test_more_than_six_is_written_as_a_number(self) -> None:
        known = elements(draw(ludarium.load("ludo(die=12)").parse_position("1,1,1,1/1,1,1,1 B 11 2")))
        assert (known["die-0"].glyph, known["die-0"].text) == ("", "11")

    def test_every_roll_is_an_element_of_its_own(self) -> None:
        for turns, die in (
            (["first A"], "die-0"),
            (["first A", "roll 1"], "die-1"),
            (["first A", "roll 1", "roll 5"], "die-2"),
        ):
            shown = elements(played(LUDO.initial(), *turns))[die]
            assert ("die" in shown.look.split()) == turns[-1].startswith("roll 5")


class TestTouches:
    def test_a_move_is_chosen_by_marker_by_where_it_stands_and_by_where_it_goes(self) -> None:
        found = ways(STATE)
        assert {name for name, move in found.items() if move == "A2 4x5=20"} == {"marker-A2", "cell-4", "cell-20"}

    def test_a_marker_that_would_go_back_to_1_is_chosen_where_it_stands(self) -> None:
        assert {name for name, move in ways(STATE).items() if move == "A3 60x5=300"} == {"marker-A3", "cell-60"}

    def test_home_is_a_place_to_go_to_and_a_retired_marker_is_not_touched(self) -> None:
        found = ways(LUDO.parse_position("1,4,60,120/1,20,10,12 A 2 23"))
        assert found["home-A"] == found["marker-A3"] == "A3 60x2=120"
        assert "marker-A4" not in found

    def test_a_cell_that_a_marker_can_leave_is_no_place_to_go_to(self) -> None:
        assert ways(LUDO.parse_position("4,20,60,120/1,1,10,12 A 5 23"))["cell-20"] == "A2 20x5=100"

    def test_a_cell_with_several_markers_is_the_first_of_them(self) -> None:
        found = ways(LUDO.parse_position("1,4,4,120/1,1,10,12 A 5 23"))
        assert found["cell-4"] == found["cell-20"] == found["marker-A2"] == "A2 4x5=20"
        assert found["marker-A3"] == "A3 4x5=20"

    def test_the_die_cannot_be_touched(self) -> None:
        assert not ways(STATE.move("20"))


class TestPointing:
    PICTURE = begin(STATE)
    SCENE = highlight(PICTURE, draw(PICTURE))
    SHOWN: ClassVar = {one.element: set(one.others) for one in SCENE.highlights}

    def test_a_marker_shows_its_way_its_product_and_whom_it_bumps(self) -> None:
        shown = {"way-4", "to-4", "factor-4", "product-4", "halo-A2", "back-4-B2", "return-4-B"}
        assert shown <= self.SHOWN["marker-A2"]
        assert self.SHOWN["marker-A2"] == self.SHOWN["cell-4"] == self.SHOWN["cell-20"]
        known = elements(self.SCENE)
        assert (known["product-4"].text, known["first-4"].text) == ("20", "bumps B")

    def test_a_marker_that_goes_over_the_goal_has_a_sign_and_no_road(self) -> None:
        assert {"sign-A3", "back-60-A3", "product-60"} <= self.SHOWN["marker-A3"]
        assert "way-60" not in elements(self.SCENE)
        assert elements(self.SCENE)["first-60"].text == "over 120"

    def test_the_way_of_a_roll_has_a_road_for_each_prime(self) -> None:
        island = Island.of(board(120, 6), 2)
        assert len(island.way(1, 4)) == 3
        assert len(island.way(2, 6)) == 3
        assert island.way(12, 6) == []

    def test_an_empty_stone_shows_its_roads(self) -> None:
        assert self.SHOWN["cell-6"] == {"out-6", "cell-12", "cell-24", "cell-30"}

    def test_all_that_can_move_has_a_ring(self) -> None:
        assert looking(self.SCENE, "halo") == {"halo-start-A", "halo-A1", "halo-A2", "halo-A3"}


class TestRefusals:
    def test_a_touch_that_is_not_allowed_has_the_sentence_that_typing_gets(self) -> None:
        picture = begin(STATE)
        why = {one.element: one.why for one in highlight(picture, draw(picture)).refusals}
        assert why["marker-A4"] == "A4 is retired: it has landed on 120 and moves no more"
        assert why["marker-B2"] == "A is to move, not B"
        for typed, name in (("A4", "marker-A4"), ("B2", "marker-B2"), ("8", "cell-8"), ("9", "cell-9")):
            with pytest.raises(IllegalMove) as raised:
                STATE.parse_turn(typed)
            assert str(raised.value) == why[name]
        assert not why.keys() & ways(STATE).keys()


class TestTable:
    def test_the_table_has_all_positions_in_order_in_cells_of_one_size(self) -> None:
        known = elements(draw(STATE, "table"))
        cells = [known[f"cell-{place}"] for place in board(120, 6).positions[1:-1]]
        assert [(cell.y, cell.x) for cell in cells] == sorted((cell.y, cell.x) for cell in cells)
        assert len({cell.path for cell in cells}) == 1

    def test_both_layouts_have_the_same_markers_hints_touches_and_text(self) -> None:
        one, other = draw(STATE, "map"), draw(STATE, "table")
        assert one == draw(STATE)
        assert (one.touches, one.caption, text.render(one)) == (other.touches, other.caption, text.render(other))
        assert {e.id for e in one.elements if e.role == "piece"} >= {e.id for e in other.elements if e.role == "piece"}
        assert looking(one, "dim") == looking(other, "dim")
