"""The pages about games, pages that do not exist, and the files of a page."""

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient

from ludarium.core.registry import definition, game_names, load
from ludarium.scenes import example as rules_page
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Scene
from ludarium.scenes.showcase import showcase
from ludarium.site.games import pages
from ludarium.site.games.rules import rules_view
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.offers.pages import shot
from ludarium.site.service import Service
from ludarium.site.web import drawings
from ludarium.site.web.drawings import small_picture
from ludarium.site.web.templating import static_version
from tests.browser.steps import ALMOST_WON
from tests.site.conftest import begin, extract, said, send, site_of


def test_home_shows_every_game_with_its_picture_and_a_line(browser: TestClient) -> None:
    page = browser.get("/").text
    for name in game_names():
        assert f'href="/games/{name}/new"' in page
        assert definition(name).tagline in unescape(page)
    assert page.count("<svg") == len(game_names())


NOT_DRAWN = f'aria-label="{definition("ludo").title}, not drawn"'


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game whose view raises, with nothing drawn before."""
    kept = (showcase, pages.first_picture, pages.moves, pages._pictures, pages.picture, rules_view, small_picture)

    def fail(picture: Picture) -> Scene:
        raise KeyError("crane")

    def forget() -> None:
        for each in kept:
            each.cache_clear()
        rules_page.examples.cache_clear()
        drawings._failures.clear()

    forget()
    monkeypatch.setattr("ludarium.games.ludo.view.LAYOUTS", {})
    monkeypatch.setattr("ludarium.games.ludo.view.scene", fail)
    yield "ludo"
    forget()


def test_a_game_that_cannot_be_drawn_costs_no_page_with_others(
    browser: TestClient, service: Service, faulty: str, caplog: pytest.LogCaptureFixture
) -> None:
    begin(browser, faulty)
    for address in ("/", "/play", f"/games/{faulty}", "/games/orion"):
        answer = browser.get(address)
        assert answer.status_code == 200, address
    home = browser.get("/").text
    assert NOT_DRAWN in home
    assert home.count("<svg") == len(game_names())
    assert browser.get(f"/games/{faulty}/moves").json() == []
    assert NOT_DRAWN in small_picture(faulty, 1)
    (match,) = service.queries.recent(1)
    assert NOT_DRAWN in shot(site_of(service), match)
    logged = [each.message for each in caplog.records if "cannot be drawn" in each.message]
    assert logged == ["a picture of the game ludo cannot be drawn"]


def test_the_page_of_a_game_that_cannot_be_drawn_has_its_examples_as_text(browser: TestClient, faulty: str) -> None:
    page = browser.get(f"/games/{faulty}").text
    assert NOT_DRAWN in page
    assert "The pictures of these paragraphs cannot be drawn" in page


@pytest.mark.parametrize("name", game_names())
def test_the_picture_of_a_game_plays_some_turns_and_begins_again(browser: TestClient, name: str) -> None:
    def show(elements: Iterable[Element]) -> dict[str, tuple[str, float, float, float, str]]:
        return {each.id: (each.look, each.x, each.y, each.angle, each.text) for each in elements}

    scenes, steps = showcase(definition(name)), browser.get(f"/games/{name}/moves").json()
    assert len(steps) == len(scenes) > 5
    handles = [each.look for scene in scenes for each in scene.elements if each.role == "handle"]
    assert all("chosen-way" in look for look in handles)  # where an army goes is shown
    for before, after, rows in zip(scenes, (*scenes[1:], scenes[0]), steps, strict=True):
        old, new = show(before.elements), show(after.elements)
        changed = {row[0].removeprefix(f"{name}-"): row for row in rows}
        assert {key for key, row in changed.items() if len(row) == 1} == {*old} - {*new}
        assert {key for key in new if old.get(key) != new[key]} <= {*changed}
    assert len(gzip.compress(json.dumps(steps).encode())) < 12_500
    assert f'data-moves="/games/{name}/moves"' in browser.get("/").text


def test_every_page_leads_to_what_the_site_is_and_stores(browser: TestClient) -> None:
    about, privacy = browser.get("/about").text, browser.get("/privacy").text
    assert re.search(r"The strongest in [^.]+ and [^.,]+ use small learnt networks", about)
    assert all(
        what in privacy
        for what in ("push service", "notes about people", "tokens of your programs", "deleted after 30 days")
    )
    for page in (about, privacy, browser.get("/nothing").text):
        assert {"/about", "/about#rules", "/privacy"} <= {*re.findall(r'href="(.*?)"', page)}
    assert all(definition(name).title in about for name in game_names())
    assert "one cookie" in privacy
    assert "Source</a>" not in about  # no address of the source is set


def test_home_lists_what_was_played_last(browser: TestClient) -> None:
    path = begin(browser, name_0="Ann <b>")
    page = browser.get("/").text
    assert f'href="{path}"' in page
    assert "Ann &lt;b&gt;" in page
    assert "<strong>Orion: Hydra</strong>" in page
    assert '<span class="quiet">Game 1, 0 turns</span>' in page


@pytest.mark.parametrize("name", game_names())
def test_one_press_begins_a_match_against_a_bot(browser: TestClient, name: str) -> None:
    assert f'<form class="row" method="post" action="/games/{name}/new">' in browser.get("/").text
    answer = browser.post(f"/games/{name}/new", data={"pace": ""})
    assert answer.status_code == 200, said(answer)
    (level, spec), *_ = definition(name).module("bots").LEVELS.items()
    assert f'bot</span> <span class="quiet">{load(name).setup.seat_names[1]}, {level}</span>' in answer.text
    assert "<strong>Ada</strong>" in answer.text
    assert f'<code class="long">{spec}</code>' in answer.text  # under "About the bot"
    assert "Ada" in browser.get("/me").text
    record = browser.get(f"{answer.url.path}/record")
    assert f"Ada, {level}, {spec}" in extract(r'\[Bots "(.*?)"\]', record)
    assert f'"{level}"]' in record.text


def test_a_bot_that_has_failed_was_not_beaten(browser: TestClient, service: Service) -> None:
    match_id = begin(browser, seat_1="medium").rpartition("/")[2]
    view = service.bots.forfeit(match_id, 1, service.bots.look(match_id).revision, "no turn")
    assert view.match.winners == (0,)
    assert service.queries.level_for(view.host, "orion") == "easy"


def test_the_bot_is_one_level_above_the_best_that_was_beaten(browser: TestClient) -> None:
    def proposed() -> str:
        return extract(r'<option selected value="(\w+)">', browser.get("/games/orion/new"))

    assert proposed() == "easy"
    path = begin(browser, seat_1="medium", position=ALMOST_WON)
    assert proposed() == "easy"
    send(browser, path, text="s-")
    assert proposed() == "hard"
    send(browser, begin(browser, seat_1="here", position=ALMOST_WON), text="s-")
    assert proposed() == "hard"


@pytest.mark.parametrize("name", game_names())
def test_a_games_page_has_rules_options_levels_and_a_way_to_play(browser: TestClient, name: str) -> None:
    page = browser.get(f"/games/{name}").text
    assert "<h1>" in page
    for option in definition(name).options:
        if len(option.values) > 1:
            assert option.help in unescape(page)
    for level in definition(name).module("bots").LEVELS:
        assert f"<dt>{level}</dt>" in page


def test_the_points_that_were_won_stand_on_the_games_page_and_on_the_matchs(
    browser: TestClient, service: Service
) -> None:
    assert "No high scores yet." in browser.get("/games/vortex").text
    assert "High scores" not in browser.get("/games/orion").text
    view = service.create("vortex(board=square3,tokens=1)", [SeatAssignment("person", "Ann <b>")] * 2, seed=1)
    while not view.match.over:
        state = view.match.state
        view = service.bots.submit(view.id, state.actors[0], state.format_turn(state.legal()[:1]), view.revision)
    (points,) = (f"{prize:,}" for prize in view.match.winner_points.values())
    page = browser.get("/games/vortex").text
    assert "<code>vortex(board=square3,tokens=1)</code>" in page
    assert f'<td class="points">{points}</td>' in page
    assert "<td>Ann &lt;b&gt;</td>" in page
    (score,) = service.queries.high_scores("vortex")
    day = datetime.fromtimestamp(score.won_at, UTC).date()
    assert re.search(rf'<a href="/matches/{view.id}"><time datetime="{day}T[^"]*Z"[^>]*>{day}</time>', page)
    prize_there = f'<a href="/games/vortex#high-scores" hx-boost="false">high score</a> {points}</span>'
    assert prize_there in browser.get(f"/matches/{view.id}").text
    assert 'id="high-scores"' in page


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_an_empty_board_to_keep(browser: TestClient, name: str) -> None:
    answer = browser.get(f"/games/{name}/board.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert f'filename="{name}-board.svg"' in answer.headers["content-disposition"]
    drawing = ET.fromstring(answer.text)
    looks = {word for group in drawing.iter("{http://www.w3.org/2000/svg}g") for word in group.attrib["class"].split()}
    assert "ground" in looks
    assert not looks & {"piece", "hint", "overlay", "touch"}
    assert "<style>" in answer.text
    assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]
    assert f'href="/games/{name}/board.svg"' in browser.get(f"/games/{name}").text


def test_the_empty_board_follows_the_options_and_a_match_leads_to_its_own(browser: TestClient) -> None:
    usual, other = (browser.get(f"/games/ludo/board.svg{query}").text for query in ("", "?goal=60"))
    assert 'id="cell-120"' in usual
    assert 'id="cell-120"' not in other
    path = begin(browser, "ludo", option_goal="60")
    assert 'href="/games/ludo/board.svg?goal=60"' in browser.get(path).text
    answer = browser.get("/games/ludo/board.svg?goal=x")
    assert answer.status_code == 400
    assert said(answer)[0].startswith("Goal is one of 24, 30,")


UNKNOWN = """/nothing /games/chess960 /games/chess960/new /matches/none /matches/none/at/0 /matches/none/record
/matches/none/seat/x /static/none.js"""


@pytest.mark.parametrize("path", UNKNOWN.split())
def test_an_unknown_page_says_so_in_one_sentence(browser: TestClient, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert len(said(answer)) == 1
    assert answer.text.count("<h1>") == 1


def test_a_page_that_takes_no_form_says_so(browser: TestClient) -> None:
    answer = browser.post("/", data={"a": "b"})
    assert answer.status_code == 405
    assert said(answer) == ["This page does not support POST: expected GET, HEAD."]
    assert said(browser.put("/static/site.css")) == ["This page does not support PUT: expected GET, HEAD."]


def test_a_match_says_what_may_be_asked_of_it(browser: TestClient) -> None:
    answer = browser.delete(begin(browser))
    assert answer.status_code == 405
    assert said(answer) == ["This page does not support DELETE: expected GET, HEAD, POST."]
    assert answer.headers["Allow"] == "GET, HEAD, POST"


def test_the_files_of_a_page_are_asked_for_once_and_again_when_they_change(browser: TestClient) -> None:
    page = browser.get("/games/orion/new").text
    addresses = re.findall(r'"(/static/[^"]*)"', page)
    folder = f"/static/{static_version()}"
    assert {*addresses} >= {f"{folder}/icon.svg", f"{folder}/scene.css"}
    for address in (
        *addresses,
        f"{folder}/hub.js",
        f"{folder}/patch.js",
    ):  # those that modules import by relative addresses, too
        assert browser.get(address).headers["cache-control"] == "public, max-age=31536000, immutable", address
    for address in ("/static/site.css", "/static/00000000/site.css"):  # as a page of another version may ask
        assert browser.get(address).headers["cache-control"] == "no-cache"


def test_the_addresses_of_files_change_with_any_of_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "a.js").write_text("1")
    monkeypatch.setattr("ludarium.site.web.templating.HERE", tmp_path)
    before = static_version.__wrapped__()
    (tmp_path / "static" / "a.js").write_text("2")
    assert static_version.__wrapped__() != before
