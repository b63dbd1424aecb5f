"""The report of a tournament: whole, safe, and no larger than it may be."""

import re
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ludarium.tournament.config import SYSTEMS, TournamentConfig
from ludarium.tournament.report import report as module
from ludarium.tournament.report.bracket_svg import draw_bracket
from ludarium.tournament.report.charts import curves, histogram, inline_svg
from ludarium.tournament.report.report import brackets, report
from ludarium.tournament.results import Results
from ludarium.tournament.tournament import Tournament

SHORT = "orion(turn_limit=10)"


def played(**values: object) -> Results:
    cup = Tournament(TournamentConfig.make(**{"game": SHORT, "players": ["random"] * 5, "games": 1, **values}))
    for _ in cup.play():
        pass
    return Results.of(cup)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_its_picture_and_every_game_its_player(system: str) -> None:
    results = played(system=system)
    page = report(results)
    assert page.count("<ludarium-replay ") == len(results.games)
    assert page.count('<svg class="bracket"') == {"single-elimination": 1, "double-elimination": 3}.get(system, 0)
    assert ("Cross table" in page) == ("elimination" not in system)
    assert not re.search(r"(?:src|href)=", page)  # it needs nothing else


def test_names_are_text() -> None:
    page = report(played(players={"<b>Ann</b>": "random", 'O\'Neill & "Co"': "random"}))
    assert "<b>Ann</b>" not in page
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page


def test_no_more_games_are_drawn_than_a_page_can_take(monkeypatch: pytest.MonkeyPatch) -> None:
    results = played()
    assert report(results, replays=3).count("<ludarium-replay ") == 3
    monkeypatch.setattr(module, "_MOST_TURNS", 2 * 10 + 5)
    page = report(results)
    assert page.count("<ludarium-replay ") == 2
    assert page.count("this game is in the journal") == len(results.games) - 2
    monkeypatch.setattr(module, "_MOST_LISTED", 4)
    page = report(results, replays=0)
    assert page.count("<details ") == 4
    assert f"{len(results.games) - 4} more games" in page


@pytest.mark.parametrize("players", [2, 3, 5, 8, 9])
@pytest.mark.parametrize("system", ["single-elimination", "double-elimination"])
def test_the_boxes_of_a_bracket_do_not_overlap(players: int, system: str) -> None:
    for _, picture in brackets(played(players=["random"] * players, system=system)):
        root = ET.fromstring(picture)
        *_, wide, high = map(float, root.attrib["viewBox"].split())
        boxes = [(float(box.attrib["x"]), float(box.attrib["y"])) for box in root.iter("rect")]
        assert len(boxes) == len(set(boxes))
        assert all(abs(y - other) >= 44 for x, y in boxes for at, other in boxes if x == at and y != other)
        assert all(0 <= x <= wide - 220 and 0 <= y <= high - 44 for x, y in boxes)


def test_the_final_is_an_empty_box_until_it_begins() -> None:
    root = ET.fromstring(
        draw_bracket(["Ann", "Bob", "Cid"], {(0, 0): {0: 1.0}, (0, 1): {1: 0.0, 2: 0.0}}, "", {(0, 1)})
    )
    assert len([*root.iter("rect")]) == 3
    assert len([*root.iter("path")]) == 2  # both encounters lead to it
    assert [text.text for text in root.iter("text") if text.attrib["x"] == "8"] == ["Ann", "Bob", "Cid"]


@pytest.mark.parametrize("values", [[5], [5, 5, 5], [1, 2, 3], [0, 1000, 3000], range(500), [10, 11, 12, 40]])
def test_a_histogram_counts_every_value_once(values: Sequence[int]) -> None:
    assert sum(bar.get_height() for bar in bars(histogram(values, "turns"))) == len(values)


def test_a_bar_holds_whole_numbers_however_close_they_are() -> None:
    found = [(bar.get_x(), bar.get_height()) for bar in bars(histogram([49, 52], "turns"))]
    assert found == [(49, 1), (50, 0), (51, 0), (52, 1)]


@pytest.mark.parametrize("series", [
    {"a": [25.0]}, {"a": [1.0, 2.0], "b": [2.0, 1.0]}, {str(n): [25.0] * 900 for n in range(9)},
])  # fmt: skip
def test_curves_stay_in_their_picture_and_names_apart(series: dict[str, list[float]]) -> None:
    (axes,) = curves(series, "games").axes
    names = sorted(text.get_position()[1] for text in axes.texts)
    assert len(names) == len(axes.lines) == len(series)
    assert all(high - low >= 0.05 for low, high in pairwise(names))
    assert all(0 <= y <= 1 for y in names)
    for line, values in zip(axes.lines, series.values(), strict=True):
        drawn = np.asarray(line.get_ydata())
        assert (drawn[0], drawn[-1]) == (values[0], values[-1])


def test_a_chart_is_well_formed_is_spoken_and_has_the_colours_of_the_page() -> None:
    one, other = (inline_svg(histogram([1, 2], "turns"), label) for label in ("<one>", "other"))
    root = ET.fromstring(one)
    assert root.get("aria-label") == "<one>"
    assert "#0000" not in one
    assert "var(--accent)" in one
    ids = [{element.get("id") for element in ET.fromstring(svg).iter("{*}clipPath")} for svg in (one, other)]
    assert not ids[0] & ids[1]


def test_the_interval_of_a_score_is_spoken() -> None:
    assert re.search(r'aria-label="\d+%, between \d+% and \d+%"', report(played()))


def bars(figure: Figure) -> list[Rectangle]:
    (axes,) = figure.axes
    return [bar for bar in axes.patches if isinstance(bar, Rectangle)]
