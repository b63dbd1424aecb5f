"""What a review calls the turns that gave something away, where that is explained, and in which order they stand."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.site.bots.rows import WaitingAnalysis, review_of
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.analysis.test_again import TURNS, resigned, reviewed
from tests.site.conftest import extract

ADVICE = [
    [0, [[0, 0.6, "t+", None, 0.06, None, 0.02]], []],
    [1, [[1, 0.5, "c+h+", None, 0.3, None, 0.05]], []],
    [2, [[0, 0.4, "r+", None, 0.12, None, 0.15]], []],
]
"""Of the first turn of X 6 of 100 games were given away, of that of O 30; of the last one searches are not sure."""


@pytest.fixture
def path(service: Service, store: Store) -> str:
    ann = service.people.rename(service.people.create_guest(), "Ann")
    return f"/matches/{reviewed(service, store, ann, TURNS, ADVICE).id}"


def test_turns_are_called_by_what_they_gave_away_and_the_worst_stands_first(browser: TestClient, path: str) -> None:
    page = browser.get(path)
    listed = re.findall(r'<span class="judged ([a-z]*)">(?:<span class="grade">([a-z]+)</span>)?', page.text)
    assert listed == [("inaccuracy", "inaccuracy"), ("blunder", "blunder"), ("", "")]
    worst = extract(r"<h3>Turns that gave away most</h3>\s*<ol[^>]*>(.*?)</ol>", page)
    assert re.findall(r'<span class="number">(\d)</span>', worst) == ["2", "1"]
    assert re.findall(r'class="grade [a-z]+">(\w+)<', worst) == ["Blunder", "Inaccuracy"]
    assert "30.0 ± 5.0 of 100 games a turn, in 1 turn: 1 blunder." in page.text
    assert "in 2 turns: 1 inaccuracy." in page.text
    legend = extract(r'id="grades">(.*?)<', page)
    assert legend.startswith("A turn is an inaccuracy where it gave away 5 of 100 games or more, a mistake from 10 on")
    assert '<span class="grade blunder">Blunder</span> Turn 2:' in browser.get(f"{path}/at/1").text


def test_a_list_that_leaves_out_mistakes_says_how_many(browser: TestClient, service: Service, store: Store) -> None:
    """It has five, and all count in the sentence above it, of which each player tries their own again."""
    ann = service.people.rename(service.people.create_guest(), "Ann")
    turns = ("p+", "b+", "q+", "c+", "r+", "d+", "s+")
    advice = [[at, [[at % 2, 0.6, "pass", None, 0.3 + at / 100, None, 0.02]], []] for at in range(7)]
    path = f"/matches/{reviewed(service, store, ann, turns, advice).id}"
    page = browser.get(path).text
    assert page.count(">Try again<") == 5
    assert "2 more with a name are among all turns, below." in page


def test_what_gave_away_most_stands_between_the_curve_and_the_list_which_begins_at_its_first(
    browser: TestClient, path: str
) -> None:
    page = browser.get(path).text
    parts = ['id="curve"', ">◆</span>", ">Turns that gave away most</h3>", ">Try again<", 'id="turns"']
    places = [page.index(part) for part in [*parts, '<div class="further"']]
    assert places == sorted(places)
    assert re.findall(r'<li data-first><span class="number">(\d)</span>', page) == ["1"]
    assert "data-first" not in browser.get(f"{path}/at/3").text


def test_a_better_turn_is_drawn_in_the_layout_of_the_reader(
    browser: TestClient, service: Service, store: Store
) -> None:
    ann = service.people.rename(service.people.create_guest(), "Ann")
    view = service.create("ludo", [SeatAssignment("person", name, ann.id) for name in ("Ann", "Zoe")], host=ann.id)
    state, [seat] = view.match.state, view.match.to_act
    turn, rolled = state.format_turn(state.legal()[:1]), len(view.match.turns)
    view = service.bots.submit(view.id, seat, turn, view.revision)
    match = resigned(service, store, ann, view, [[rolled, [[seat, 0.6, turn, None, 0.06, None, 0.02]], []]])
    for layout in ("map", "table"):
        assert browser.get(f"/matches/{match.id}?layout={layout}").status_code == 200
        picture = browser.get(f"/matches/{match.id}/at/{rolled}/better.svg?seat={seat}")
        assert ('id="compass-2"' in picture.text) == (layout == "map")
        assert "Cookie" in picture.headers["vary"], "another layout is drawn anew"


def test_that_a_bot_reviews_is_said_where_the_review_was_asked_for(
    browser: TestClient, service: Service, store: Store
) -> None:
    ann = service.people.rename(service.people.create_guest(), "Ann")
    view = service.create(
        "orion", [SeatAssignment("person", "Ann", ann.id), SeatAssignment("person", "Zoe")], host=ann.id
    )
    view = service.bots.submit(view.id, 0, "p+", view.revision)
    service.act(ann, view.id, Resign(), revision=view.revision, seat=0)
    view = service.view(ann, view.id)
    with store.write() as tx:
        tx.analyses.ask(WaitingAnalysis(view.id, review_of(len(view.match.turns)), ann.id, 0), None, service.now())
    page = browser.get(f"/matches/{view.id}")
    assert "A bot reviews the match." in extract(r'<div class="afterwards">(.*?)<form', page)
    assert page.text.count("A bot reviews the match.") == 1
