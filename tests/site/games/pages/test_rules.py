"""The rules of a game on its page: contents, drawn examples, and what is folded."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.core.definition import Facts
from ludarium.core.registry import definition, game_names
from ludarium.core.rules_page import readme
from ludarium.scenes.example import examples
from ludarium.site.games.rules import GameFacts, rules_view
from tests.databases import sqlite_copy
from tests.site.conftest import said

MOST_WORDS = 1000
"""Words before the fold, which are read in five minutes."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: these pages read none of it."""
    return sqlite_copy(request, tmp_path)


@pytest.mark.parametrize("name", game_names())
def test_the_rules_are_read_in_five_minutes_and_the_rulings_are_folded(name: str) -> None:
    view = rules_view(definition(name))
    words = 0
    for part in view.parts:
        for piece in (part.link.text, *part.pieces):
            text = piece if isinstance(piece, str) else " ".join(f"{turn} {says}" for turn, says in piece.example.lines)
            words += len(re.sub(r"<.*?>", " ", text).split())
    assert words <= MOST_WORDS
    assert view.parts[0].link.text == "In a minute"
    assert view.folded[0].link.text == "Rulings"
    assert {"The rules", "How to play well"} <= {part.link.text for part in view.parts}


@pytest.mark.parametrize("name", game_names())
def test_every_example_is_drawn_and_contents_lead_to_every_section(browser: TestClient, name: str) -> None:
    page = browser.get(f"/games/{name}").text
    shown = examples(readme(definition(name)))
    assert page.count('<figure class="example"') == len(shown) > 2
    assert page.count('<div class="picture">') == sum(len(example.steps) for example in shown)
    assert "<pre" not in page or name == "ludo"  # of which the board on paper is text
    contents = page[page.index('<nav class="contents"') : page.index("</nav>", page.index('<nav class="contents"'))]
    anchors = re.findall(r'href="#(.*?)"', contents)
    assert len(anchors) == len(set(anchors))
    assert all(f'id="{anchor}"' in page for anchor in anchors)
    for title in re.findall(r"^### (§.*)", readme(definition(name)), re.MULTILINE):
        assert title in unescape(contents)
    assert '<details id="rulings">' in page
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))


def test_an_example_is_tried_by_touching_and_can_be_begun_again(browser: TestClient) -> None:
    page = browser.get("/games/throngs").text
    number, address = re.findall(r'id="example-(\d+)" data-next="(/games/throngs/examples/\d+\?draft=)"', page)[0]
    figure = browser.get(address).text
    action = re.findall(r"\[0,(\d+),\[&quot;|\[0,(\d+),", unescape(figure))[0]
    tried = browser.get(f"{address}{''.join(action)}").text
    assert re.search(r'<span class="turn">\+\w\d+', tried)
    assert f'href="/games/throngs/examples/{number}">Start again</a>' in tried
    assert f'<g id="x{number}-0-' in tried


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/games/orion/examples/99", "Orion has no example '99' that can be tried."),
        ("/games/orion/examples/1", "Orion has no example '1' that can be tried."),
        ("/games/orion/examples/2?draft=x", "'x' is not an unfinished turn: expected numbers of actions such as 3,5."),
    ],
)
def test_what_cannot_be_tried_is_refused_in_a_sentence(browser: TestClient, path: str, text: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 400
    assert said(answer) == [text]


def test_the_facts_are_those_that_the_package_tells(browser: TestClient) -> None:
    page = unescape(browser.get("/games/vortex").text)
    facts = page[page.index('<aside id="facts">') :]
    for title, value in (("Category", "Race"), ("Players", "1 to 4"), ("Ages", "3 and up")):
        assert f"<div><dt>{title}</dt><dd>{value}</dd></div>" in facts
    assert "<div><dt>Luck</dt><dd>chance, dice</dd></div>" in facts
    assert re.search(r"<dt>First seat</dt><dd><strong>[\d.]+%</strong> \([\d.]+% to [\d.]+%\)", facts)
    assert '<a href="/games/ludo">Multiplication Ludo</a>' in facts
    assert "Publisher" not in facts


def test_a_game_without_facts_shows_what_it_has() -> None:
    bare = replace(
        definition("orion"), facts=Facts(designer="Ann", year=2026, category="", source=""), package="tests.tiny"
    )
    facts = GameFacts(bare)
    assert facts.rows == [("Designer", "Ann"), ("Year", "2026"), ("Players", "2")]
    assert (facts.links, facts.concepts, facts.similar, facts.headlines, facts.measures) == ([], {}, [], [], [])
    assert (facts.choices_chart, facts.winner_chart, facts.doublings, facts.options) == ("", "", [], [])


def test_measures_are_shown_as_curves_and_tables(browser: TestClient) -> None:
    page = unescape(browser.get("/games/ludo").text)
    facts = page[page.index("<h3>Measured</h3>") : page.index("<h3>Similar games</h3>")]
    assert facts.count('<figure class="chart">') == 2
    assert re.search(r'<h3>Most similar games by measures</h3>\s*<p><a href="/games/vortex">Vortex</a>', facts)
    assert re.search(r"[\d,]+ games of Cleo, hard, with itself", facts)
    assert re.search(r"<dt>400 against 200 simulations a turn</dt><dd>[\d.]+% \(", facts)
    assert re.search(r'<th scope="row">markers=1</th><td>[\d.]+ \([\d.]+ to [\d.]+\)</td>', facts)
