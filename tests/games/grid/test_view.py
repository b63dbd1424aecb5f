import random
import re
from itertools import pairwise

import pytest

import ludarium
from ludarium.games.grid import rules, view
from ludarium.scenes import svg, text
from ludarium.scenes.picture import begin, draw, follow, highlight, seen_by
from ludarium.scenes.scene import Scene
from ludarium.scenes.showcase import showcase
from tests.games.pictures import elements, played

GRID = ludarium.load("grid")
START = GRID.initial()
FOUR = ludarium.load("grid(players=4)").initial()


def pieces(scene: Scene) -> dict[str, tuple[float, float]]:
    return {e.id: (e.x, e.y) for e in scene.elements if re.match(r"(walker|city)-\d-\d", e.id)}


class TestText:
    def test_a_board_shows_walkers_cities_and_rocks(self) -> None:
        state = ludarium.load("grid(width=7,height=6,players=4)").parse_position("g1r2y3b4/#G1R10Y9B8//// n/n/n/n 1")
        assert text.render(draw(state)).splitlines()[:3] == [
            " g1 r2 y3 b4  .  .  .",
            " ## G1R10 Y9 B8  .  .",
            "  .  .  .  .  .  .  .",
        ]


class TestIds:
    def test_a_walker_keeps_its_name_while_it_goes(self) -> None:
        turns = ["e/n"] + ["s/w"] * 5
        before, after = (pieces(played(START, *turns[:count])) for count in (1, 6))
        walker = next(name for name in before if name.startswith("walker-0"))
        assert walker in after
        cell = draw(START).focus.cell  # type: ignore[union-attr]  # every picture of this game has one
        assert after[walker][0] == before[walker][0]
        assert after[walker][1] - before[walker][1] == pytest.approx(5 * cell)

    def test_a_city_keeps_its_name_and_its_place(self) -> None:
        before, after = pieces(draw(START)), pieces(played(START, *["e/n"] * 5))
        assert before.items() <= after.items()

    def test_pieces_keep_their_order_so_that_a_browser_can_glide_them(self) -> None:
        turns = ["n/w", "e/w", "s/n", "s/e", "w/e", "n/n"] * 5
        scenes = [list(pieces(played(START, *turns[:count]))) for count in range(len(turns))]
        assert all(names == sorted(names) for names in scenes)

    def test_rocks_that_are_placed_do_not_disturb_the_names(self) -> None:
        start = ludarium.load("grid(rocks=1)").initial()
        assert "walker-0-2-2" in pieces(played(start, "10,5", "e/w"))


class TestLooks:
    @pytest.mark.parametrize("kind", ["city", "walker"])
    def test_seats_differ_by_more_than_colour(self, kind: str) -> None:
        scene = played(FOUR, "e/w/w/e")
        shapes = {e.path for e in scene.elements if re.match(rf"{kind}-\d", e.id)}
        assert len(shapes) == 4

    def test_the_seats_have_the_colours_of_their_names(self) -> None:
        assert 'class="scene armies"' in svg.render(draw(START))

    def test_a_walker_grows_with_its_value_and_drags_a_tail(self) -> None:
        shown = elements(draw(GRID.parse_position("g1.2g9/////r5////// e/n 2")))
        assert shown["walker-0-0-0"].scale < shown["walker-0-3-0"].scale
        assert shown["tail-walker-0-0-0"].angle == 90

    def test_a_fight_says_what_each_piece_loses(self) -> None:
        shown = elements(draw(GRID.parse_position("g4r5/////////// e/n 2")))
        assert (shown["loss-walker-0-0-0"].text, shown["loss-walker-1-1-0"].text) == (
            "\N{MINUS SIGN}5",
            "\N{MINUS SIGN}4",
        )
        assert shown["walker-0-0-0"].label == "green walker of 4, column 0, row 0, loses 5"
        assert all("hint" in shown[name].look for name in ("loss-walker-0-0-0", "fight-0-0"))

    def test_the_score_and_the_compass_show_the_strength_and_the_direction_of_an_army(self) -> None:
        shown = elements(played(START, "s/w"))
        assert "chosen-way" in shown["south-0"].look
        assert "chosen-way" not in shown["north-0"].look
        assert (shown["army-0"].text, shown["heading-0"].angle, shown["heading-1"].angle) == ("11", 180, 270)

    def test_an_army_that_has_lost_shows_no_direction(self) -> None:
        state = GRID.parse_position("g5r3/////////// n/n 7").move("n/n")
        assert "heading-1" not in elements(draw(state))
        assert "heading-0" in elements(draw(state))


class TestTouches:
    def test_an_arrow_of_the_compass_chooses_a_direction(self) -> None:
        touches = {(touch.seat, touch.elements): touch.action for touch in draw(FOUR).touches}
        assert len(touches) == 16
        assert touches[2, ("south-2",)] == 2
        assert draw(FOUR).buttons == ()

    def test_nothing_is_touched_when_the_game_is_over(self) -> None:
        assert draw(GRID.parse_position("g5r3/////////// n/n 7").move("n/n")).touches == ()


class TestWords:
    def test_a_piece_says_what_and_where_it_is(self) -> None:
        shown = elements(played(START, "e/n"))
        assert shown["city-0-2-2"].label == "green city of 10, column 2, row 2"
        assert shown["walker-1-17-9"].label == "red walker of 1, column 17, row 8"
        assert shown["south-1"].label == "red: south"

    def test_the_caption_counts_the_armies(self) -> None:
        assert draw(START).caption == "Each army chooses a direction. Strength with cities: green 10, red 10"
        rocky = ludarium.load("grid(rocks=2)").initial()
        assert draw(rocky).caption.endswith("; 2 rocks are to be placed")

    def test_the_caption_says_how_the_game_ended(self) -> None:
        state = GRID.parse_position("g5r3/////////// n/n 7").move("n/n")
        expected = "green won: nobody else has a piece left. Strength with cities: green 2, red 0"
        assert draw(state).caption == expected
        tied = GRID.parse_position("g5/////r5////// n/n 2999").move("n/n")
        ending = "a tie: the largest armies are equal at the turn limit."
        assert draw(tied).caption.startswith(f"{ending} Strength with cities: green 5")


def test_the_twelve_rows_of_the_board_are_in_the_picture() -> None:
    assert len(text.render(draw(START)).splitlines()) == len(rules.board(GRID.tables, START.vector)) == 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_armies_are_followed_over_long_sequences_and_after_one_of_them_has_lost(players: int) -> None:
    state, dice = ludarium.load(f"grid(players={players},width=9,height=8,rocks=3)").initial(), random.Random(players)
    picture, steps, drift, lost = begin(state), 0, [[0, 0] for _ in range(players)], False
    for _ in range(500):
        actors = state.actors
        step = [dice.choice(state.legal(seat)) for seat in actors]
        state, picture, steps = state.play(*step), follow(picture, step), steps + 1
        for seat, action in zip(actors, step, strict=True):
            if seat >= 0:
                drift[seat][0] += (0, 1, 0, -1)[action]
                drift[seat][1] += (-1, 0, 1, 0)[action]
        assert isinstance(picture, view.GridPicture)
        assert picture.drift == tuple(map(tuple, drift))
        lost = lost or 1 < len(state.actors) < players
        if not state.actors:
            break
    assert steps > 120
    assert lost or players == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", ["width=7,height=6", "width=20,height=12", "width=40,height=30", "width=7,height=30"])
def test_the_field_fits_into_its_frame_and_compasses_stand_side_by_side(seats: int, size: str) -> None:
    scene = draw(ludarium.load(f"grid({size},players={seats})").initial())
    focus = scene.focus
    assert focus
    assert focus.x >= 15.9
    assert 2 * focus.x + focus.cell * focus.columns == pytest.approx(scene.width)  # the field is in the middle
    shown = elements(scene)
    assert focus.y + focus.cell * focus.rows < shown["compass-0"].y - 168 * shown["compass-0"].scale
    away = [shown[f"compass-{seat}"].x for seat in range(seats)]
    assert all(b - a >= 2 * 168 * shown["compass-0"].scale for a, b in pairwise(away))


def test_pointing_at_a_quarter_shows_where_the_walkers_would_stand() -> None:
    picture = begin(GRID.parse_position("//.2g2/////////.17R10 e/w 1").play(1, 3))
    told = {one.element: one.notes for one in highlight(picture, draw(picture)).highlights}
    (one,) = told["south-0"]
    assert (one.x, one.y) == (elements(draw(picture))["walker-0-3-2"].x, one.y)
    assert len(told["west-0"]) == 1
    assert told["walker-0-3-2"] == ()


def test_who_plays_sees_the_compasses_of_their_own_seats_only_and_the_first_at_the_left() -> None:
    onlooker, own = elements(draw(FOUR)), elements(draw(seen_by(begin(FOUR), [2])))
    assert [name for name in onlooker if name.startswith("compass-")] == [f"compass-{seat}" for seat in range(4)]
    assert [name for name in own if name.startswith("compass-")] == ["compass-2"]
    assert own["compass-2"].scale > onlooker["compass-2"].scale
    assert own["compass-2"].x == elements(draw(seen_by(begin(START), [0, 1])))["compass-0"].x
    assert "thumb" in own["south-2"].look.split()
    assert own["spawn-0"].x > own["compass-2"].x + 2 * 168


def test_all_of_the_field_is_seen_at_the_end() -> None:
    far = GRID.parse_position("//.2g9/////////.10r1 e/w 1")
    assert draw(far).focus is not None
    assert any(draw(far).focus.boxes)  # type: ignore[union-attr]  # it has one, as has been asserted
    ended = follow(begin(GRID.parse_position("g5r3/////////// n/n 7")), (0, 0))
    assert ended.state.actors == ()
    assert not any(draw(ended).focus.boxes)  # type: ignore[union-attr]  # as above


def test_the_picture_of_the_game_shows_where_the_armies_go() -> None:
    for picture in showcase(GRID.definition):
        ways = [element for element in picture.elements if element.role == "handle"]
        assert [element.look.split()[1:3] for element in ways] == [["seat-0", "chosen-way"], ["seat-1", "chosen-way"]]
