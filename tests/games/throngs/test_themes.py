"""The themes of positions and turns, each of which differs from the others in some theme."""

import pytest

import ludarium
from ludarium.games.throngs.themes import THEMES, themes

SEEN = [
    (
        "bbb/b1bwww/bbbbbbbw/b1wb1bww/ww1w3b/bbwwbbbw/bw2bwww/wwwww1b/3w1/bw b 47.1 4:4 0",
        "+g5-h5 xg4",
        ("adding", "capturing", "travelling", "from behind"),
    ),
    (
        "bb1/bbb1b1/1wbbbwbb/w1wwwbb1/w3bbbw/2wwbbww/wwwbbbw1/ww1wb2/w1www/ww w 42.2 4:1 0",
        "+j7-j8",
        ("adding", "travelling", "one move left", "keeping a lead"),
    ),
    (
        "bbb/b2bbb/2bbbbb1/3wwbbb/1w2wwb1/2wwwwww/ww1wbb1b/4ww1/1w1w1/w1 w 30.2 4:2 0",
        "xg7",
        ("capturing", "one move left", "keeping a lead"),
    ),
    (
        "bbb/bbbbbb/bbwbbbb1/wwww1bbb/1bbbwbbb/wwwbwwbb/wwww1bbw/wwwwww1/wbw1w/ww b 61.1 1:2 0",
        "e1-e4 d2-j8",
        ("moving", "from behind"),
    ),
    (
        "bbw/b3bb/bbbbbbwb/b1bwbb1b/wwbwbbbb/1wbw1bww/ww1www1w/wwwwwwb/wwwww/w1 w 50.1 4:3 0",
        "xd6 xd5",
        ("capturing", "from equal points"),
    ),
]


@pytest.mark.parametrize(("position", "turn", "expected"), SEEN)
def test_a_turn_has_the_themes_whose_rules_hold(position: str, turn: str, expected: tuple[str, ...]) -> None:
    state = ludarium.load("throngs").parse_position(position)
    assert themes(state, state.parse_turn(turn)) == expected


def test_every_theme_is_seen_and_none_always() -> None:
    seen = [{*expected} for _, _, expected in SEEN]
    assert set().union(*seen) == {*THEMES}
    assert not set.intersection(*seen)


def test_the_end_of_a_travel_travels() -> None:
    state = ludarium.load("throngs").parse_position("3/6/4b3/8/4w3/5w2/4w3/7/5/2 w 8.1 2:2 0 +f6-")
    assert "travelling" in themes(state, state.parse_turn("-f4 pass"))
