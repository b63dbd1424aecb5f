"""The score below the board: every army's part, its pieces, when walkers spawn, and the history of strengths."""

from itertools import pairwise

import pytest

import ludarium
from ludarium.games.grid.score_view import Army, History, graph, score
from ludarium.scenes.outline import outline
from ludarium.scenes.picture import begin, draw, follow, highlight
from tests.games.pictures import elements

GRID = ludarium.load("grid(width=7,height=6,spawn_interval=3)")
STATE = GRID.parse_position("g1r2.2r3/#G10.R9//// n/n 4")


def test_a_bar_divides_all_strength_and_words_count_the_pieces() -> None:
    known = elements(draw(STATE))
    green, red = (known[f"share-{seat}"] for seat in range(2))
    wide = [max(x for x, _ in outline(share)) - share.x + 1 for share in (green, red)]
    assert wide[0] / sum(wide) == pytest.approx(11 / 25, abs=0.001)
    assert red.x == pytest.approx(green.x + wide[0], abs=0.1)
    assert (known["city-count-0"].text, known["walker-count-0"].text) == ("1", "1")
    assert (known["city-count-1"].label, known["walker-count-1"].label) == ("1 city", "2 walkers")


@pytest.mark.parametrize("strength", [9, 99, 999, 9999])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_large_army_leaves_its_sign_its_name_and_its_counts_free(seats: int, strength: int) -> None:
    found = {
        one.id: one for one in score([Army(strength, min(strength, 999), min(strength, 999))] * seats, [0] * seats)
    }
    for seat in range(seats):
        sign = max(x for x, _ in outline(found[f"sign-{seat}"]))
        number = found[f"army-{seat}"]
        assert sign < number.x
        row = [number, *(one for one in found.values() if one.id == f"called-{seat}")]
        counts = [found[f"{what}-{part}-{seat}"] for what in ("city", "walker") for part in ("sign", "count")]
        row += counts if counts[0].y == number.y else []
        for one, next_one in pairwise(row):  # digits of 62 on a phone, smaller letters of 34
            wide, begins = 39 if one is number else 20, next_one.x - (0 if next_one.text else 13.5)
            assert one.x + wide * len(one.text) + 4 <= begins, (one.id, next_one.id)


def test_the_picture_says_when_walkers_spawn() -> None:
    state = STATE
    for expected in (
        "new walkers in 2 turns",
        "new walkers in 1 turn",
        "new walkers this turn",
        "new walkers in 2 turns",
    ):
        known = elements(draw(state))
        assert " ".join(known[f"spawn-{number}"].text for number in range(2)) == expected
        assert known["hub-0"].text == ("+1" if "this" in expected else expected.split()[3])
        state = state.play(0, 0)


def test_the_graph_has_a_line_for_each_army_and_grows_with_every_turn() -> None:
    known = elements(draw(follow(STATE, (0, 0) * 5)))
    assert [known[f"growth-{seat}"].glyph.count("L") for seat in range(2)] == [5, 5]
    assert "growth-0" not in elements(draw(STATE))  # there is nothing to compare


def test_lines_and_signs_of_equally_strong_armies_are_beside_each_other() -> None:
    drawn = [*graph(History(((2, 2), (3, 3), (3, 4)), 1, 2), 2, 2, 0, 100, 0, 80)]
    equal, apart = (
        {one.id: one for one in found} for found in (graph(History(((2, 2), (3, 3))), 1, 2, 0, 100, 0, 80), drawn)
    )
    assert equal["growth-0"].glyph == "M0 27L100 0"
    assert equal["growth-1"].glyph == "M0 23L100 -4", "as far beside it as a line is thick"
    assert max(x for x, _ in outline(equal["now-1"])) < min(x for x, _ in outline(equal["now-0"]))
    assert apart["now-1"].x == apart["now-0"].x


def test_the_signs_of_armies_are_nearer_to_their_own_numbers_than_to_those_of_others() -> None:
    found = {one.id: one for one in score([Army(13, 13, 1), Army(14, 14, 1)], [0, 0])}
    before, sign, after = found["walker-count-0"], [x for x, _ in outline(found["sign-1"])], found["army-1"]
    assert min(sign) - before.x - 20 * len(before.text) >= 20 > after.x - max(sign) > 0


def test_a_strength_says_what_its_cities_and_its_walkers_have_of_it() -> None:
    picture = begin(ludarium.load("grid").parse_position("G10.g2g3.3r1R4/////////// e/w 3"))
    drawn = elements(draw(picture))
    assert drawn["army-0"].label == "Strength of green, 15: 10 in 1 city and 5 in 2 walkers"
    assert drawn["army-1"].label == "Strength of red, 5: 4 in 1 city and 1 in 1 walker"
    assert {"army-0", "army-1"} <= {one.element for one in highlight(picture, draw(picture)).highlights}


@pytest.mark.parametrize("game", ["grid(rocks=2)", "grid(players=4,rocks=0)"])
def test_the_graph_has_a_title_and_says_what_its_axes_are(game: str) -> None:
    start = ludarium.load(game).initial()
    rocks = (5, 6)[: int(start.game.options["rocks"])]
    drawn = draw(follow(start, (*rocks, *(0,) * start.game.seats * 5)))
    known = elements(drawn)
    said = {name: known[f"graph-{name}"].text for name in ("title", "most", "start", "end")}
    strongest = max(int(known[f"army-{seat}"].text) for seat in range(start.game.seats))
    assert said == {"title": "Strength with cities", "most": f"{strongest}", "start": "start", "end": "turn 5"}
    lines = [one for one in drawn.elements if one.id.startswith(("spawn-", "graph-"))]
    assert all(0 < one.y < drawn.height - 10 for one in lines)
    below = known["graph-title"].y - max(one.y for one in lines if one.id.startswith("spawn-"))
    assert below >= 28
    assert "graph-title" not in elements(draw(start))


def test_a_long_history_keeps_its_first_moment_and_the_last() -> None:
    history = History(((0,),))
    for turn in range(1, 1000):
        history = history.grown((turn,))
        assert (history.strengths[0], history.strengths[-1]) == ((0,), (turn,))
        assert len(history.strengths) <= 50
        steps = {b[0] - a[0] for a, b in zip(history.strengths[:-2], history.strengths[1:-1], strict=True)}
        assert steps <= {history.stride}


@pytest.mark.parametrize("strength", [9, 13, 130])
def test_the_numbers_of_an_army_stand_together(strength: int) -> None:
    found = {one.id: one for one in score([Army(strength, 3, 1)] * 2, [0, 0])}
    row = [found[f"{part}-0"] for part in ("army", "called", "city-count", "walker-count")]
    for one, next_one in pairwise(row):
        room = 34 if next_one.id.endswith("count-0") else 0  # of the sign before a count
        assert next_one.x - room - one.x - len(one.text) * (41 if one is row[0] else 22) <= 12, (one.id, next_one.id)
