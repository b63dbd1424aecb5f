"""The report of a tournament: whole, safe, and no larger than it may be."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from ludarium.analysis import report as module
from ludarium.analysis.bracket import brackets
from ludarium.analysis.charts import curves, histogram, whisker
from ludarium.analysis.report import report
from ludarium.tournament.config import SYSTEMS, TournamentConfig
from ludarium.tournament.results import Results
from ludarium.tournament.tournament import Tournament

SHORT = "orion(turn_limit=10)"


def played(**values):
    cup = Tournament(TournamentConfig.make(**{"game": SHORT, "players": ["random"] * 5, "games": 1, **values}))
    for _ in cup.play():
        pass
    return Results.of(cup)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_its_picture_and_every_game_its_player(system) -> None:
    results = played(system=system)
    page = report(results)
    assert page.count("<ludarium-replay ") == len(results.games)
    assert page.count('<svg class="bracket"') == {"single-elimination": 1, "double-elimination": 3}.get(system, 0)
    assert ("Everybody against everybody" in page) == ("elimination" not in system)
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
    assert f"And {len(results.games) - 4} more" in page


@pytest.mark.parametrize("players", [2, 3, 5, 8, 9])
@pytest.mark.parametrize("system", ["single-elimination", "double-elimination"])
def test_no_boxes_of_a_bracket_lie_upon_each_other(players, system) -> None:
    for _, picture in brackets(played(players=["random"] * players, system=system)):
        root = ET.fromstring(picture)
        *_, wide, high = map(float, root.get("viewBox").split())
        boxes = [(float(box.get("x")), float(box.get("y"))) for box in root.iter("rect")]
        assert len(boxes) == len(set(boxes))
        assert all(abs(y - other) >= 44 for x, y in boxes for at, other in boxes if x == at and y != other)
        assert all(0 <= x <= wide - 220 and 0 <= y <= high - 44 for x, y in boxes)


@pytest.mark.parametrize("values", [[5], [5, 5, 5], [1, 2, 3], [0, 1000, 3000], range(500), [10, 11, 12, 40]])
def test_a_histogram_counts_every_value_once(values) -> None:
    bars = ET.fromstring(histogram(values, "turns")).iter("rect")
    assert sum(int(bar.find("title").text.rpartition(" ")[2]) for bar in bars) == len(values)


def test_a_bar_holds_whole_numbers_however_close_they_are() -> None:
    titles = [title.text for title in ET.fromstring(histogram([49, 52], "turns")).iter("title")]
    assert titles[-4:] == ["49 turns: 1", "50 turns: 0", "51 turns: 0", "52 turns: 1"]


@pytest.mark.parametrize(
    "series", [{"a": [25.0]}, {"a": [1.0, 2.0], "b": [2.0, 1.0]}, {str(n): [25.0] * 900 for n in range(9)}]
)
def test_curves_stay_in_their_picture_and_names_apart(series) -> None:
    root = ET.fromstring(curves(series, "ratings", "games"))
    names = sorted(float(text.get("y")) for text in root.iter("text") if "name" in text.get("class", ""))
    assert len(names) == len(series)
    assert all(high - low >= 14 for low, high in pairwise(names))
    assert all(0 <= y <= 330 for y in names)


def test_a_whisker_is_well_formed_and_spoken() -> None:
    assert ET.fromstring(whisker(0, 0.5, 1)).get("aria-label") == "50%, between 0% and 100%"
