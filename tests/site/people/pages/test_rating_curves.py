"""The rating of a person as a curve."""

import re
from itertools import pairwise

import pytest

from ludarium.core.rng import generator
from ludarium.site.people.pages.person import rating_curve
from ludarium.site.ratings.ratings import Ladder, display_rating
from ludarium.site.ratings.rows import Belief, RatingChange

_DAY = 86_400.0


def ladder_of(beliefs: list[Belief], game: str = "orion") -> Ladder:
    """Return the ladder of a person who has had these ratings, one after the other; the first is that of a newcomer."""
    changes = [
        RatingChange(f"match-{n}", "ada", game, "live", 1_800_000_000 + n * _DAY, 1.0, before, after, n)
        for n, (before, after) in enumerate(pairwise(beliefs))
    ]
    return Ladder(game, "live", display_rating(beliefs[-1]), tuple(reversed(changes)))


def heights(svg: str, piece: str) -> list[float]:
    """Return the heights of a line, from left to right."""
    path = re.search(rf'<g id="[^"]*{piece}"[^>]*>.*?<path class="glyph" d="M([^"]+)"', svg)
    assert path
    return [float(point.split()[1]) for point in path[1].split("L")]


def test_a_curve_rises_with_the_rating_between_its_bounds() -> None:
    rng = generator(1)
    beliefs = [Belief(25 + n + rng.normal(), 8 / (1 + n / 4)) for n in range(30)]
    svg = rating_curve(ladder_of(beliefs), "a-")
    middle, low, high = (heights(svg, name) for name in ("curve", "thin--1", "thin-1"))
    assert len(middle) == len(beliefs)
    numbers = [display_rating(belief).number for belief in beliefs]
    for (one, other), (before, after) in zip(pairwise(middle), pairwise(numbers), strict=True):
        assert (other < one) == (after > before) or one == other  # a picture's heights are counted from above
    assert all(above < at < below for above, at, below in zip(high, middle, low, strict=True))
    assert f"now {numbers[-1]}" in svg
    assert "2027-01-15" in svg


def test_without_a_match_there_is_no_curve() -> None:
    assert rating_curve(Ladder("orion", "live", display_rating(Belief(25, 8)), ()), "a-") == ""


@pytest.mark.parametrize("matches", [1, 2, 20])
def test_a_few_matches_are_points_on_a_line_from_the_rating_before_them(matches: int) -> None:
    svg = rating_curve(ladder_of([Belief(25 + n, 8) for n in range(matches + 1)]), "a-")
    assert len(heights(svg, "curve")) == matches + 1
    path = re.search(r'<g id="a-points"[^>]*>.*?<path class="glyph" d="([^"]+)"', svg)
    assert path
    assert path[1].count("M") == matches + 1
    assert svg.count("2027-01-15") == 1
    assert "a-points" not in rating_curve(ladder_of([Belief(25, 8)] * 22), "a-")


def test_the_latest_two_hundred_matches_are_drawn() -> None:
    svg = rating_curve(ladder_of([Belief(25, 2)] * 500), "a-")
    assert len(heights(svg, "curve")) == 201


def test_a_game_that_is_not_installed_has_no_curve() -> None:
    assert rating_curve(ladder_of([Belief(25, 8)] * 9, game="nowhere"), "a-") == ""
