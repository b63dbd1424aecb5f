"""The form for a new match."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from ludarium.core.registry import definition, game_names
from ludarium.site.people.names import parse_name
from ludarium.site.service import Service
from tests.site.conftest import LATE, NewBrowser, begin, extract, said, status


@pytest.mark.parametrize("name", game_names())
def test_the_form_is_made_from_the_games_options(browser: TestClient, name: str) -> None:
    page = browser.get(f"/games/{name}/new").text
    for option in definition(name).options:
        assert (f'name="option-{option.name}"' in page) == (len(option.values) > 1)


def test_the_address_fills_in_the_form(browser: TestClient) -> None:
    page = browser.get("/games/orion/new?seat-1=link&option-clicks=2").text
    assert '<option value="link" selected>' in page.partition('id="seat-1"')[2]
    assert 'name="option-clicks" type="number" inputmode="numeric" required value="2"' in page


def test_a_bare_number_says_of_what(browser: TestClient) -> None:
    page = browser.get("/games/throngs/new?option-board=87").text
    assert '<option selected value="87">87 spaces</option>' in page


def test_the_form_has_as_many_seats_as_the_options_make(browser: TestClient) -> None:
    for players, seats in (("", 2), ("1", 1), ("4", 4), ("9", 2)):
        page = browser.get("/games/vortex/new", params={"option-players": players} if players else {}).text
        assert page.count('<div class="seat">') == seats


def test_the_options_that_change_the_seats_stand_above_them(browser: TestClient) -> None:
    page = browser.get("/games/vortex/new").text
    places = [page.index(f'name="{name}"') for name in ("option-players", "seat-0", "option-tokens")]
    assert places == sorted(places)
    assert page.count('name="option-players"') == 1
    assert "Show the seats" in page  # without scripts


def test_a_seat_that_the_options_add_is_asked_for_before_a_match_begins(browser: TestClient, service: Service) -> None:
    values = {"seat-0": "here", "seat-1": "link", "option-players": "3"}
    answer = browser.post("/games/vortex/new", data=values)
    assert said(answer) == ["V is a new seat: choose who plays it."]
    assert service.queries.recent() == ()


def test_a_match_begins_with_the_options_names_and_seats_that_were_chosen(
    browser: TestClient, service: Service
) -> None:
    path = begin(browser, option_clicks="2", name_0="  Ann  Ox ", seat_1="easy", position="")
    view = service.bots.look(path.removeprefix("/matches/"))
    assert view.match.game.spec == "orion(clicks=2)"
    assert [(plan.kind, plan.name) for plan in view.seats] == [("person", "Ann Ox"), ("bot", "easy")]
    assert status(browser.get(path)) == "Your turn."


def test_a_match_may_begin_from_a_position(browser: TestClient, service: Service) -> None:
    path = begin(browser, position=f" {LATE} ")
    assert str(service.bots.look(path.removeprefix("/matches/")).match.state) == LATE


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("option-clicks", "9", "Clicks is a whole number from 1 to 6, not '9'."),
        ("option-clicks", "", "Clicks is a whole number from 1 to 6, not ''."),
        ("option-reversal", "perhaps", "Reversal is one of forbidden, allowed, not 'perhaps'."),
        ("seat-1", "mcts(seconds=9999)", "'mcts(seconds=9999)' cannot play this seat: expected one of here, link,"),
        ("seat-0", "", "'' cannot play this seat"),
        ("name-0", "n" * 41, "is longer than 40 characters."),
        ("name-1", "a\0b", "is not a name: expected letters, digits and signs that can be seen."),
        ("position", "rubbish", "'rubbish' is not a position"),
        ("position", "5/6/5/6/5/6/5/6/5/6/5 x 501", "The game is over in this position"),
    ],
)
def test_an_invalid_form_keeps_what_was_typed_with_an_error_beside_the_field(
    browser: TestClient, service: Service, field: str, value: str, sentence: str
) -> None:
    values = {"seat-0": "here", "seat-1": "link", "name-0": "Ann", field: value}
    answer = browser.post("/games/orion/new", data=values)
    assert answer.status_code == 400
    assert len(said(answer)) == 1
    assert sentence in said(answer)[0]
    assert f'aria-describedby="{field}-problem"' in answer.text
    assert 'value="Ann"' in answer.text or field == "name-0"
    if not field.startswith(("seat", "option-reversal")):
        assert f'value="{value}"' in answer.text
    assert service.queries.recent() == ()


def test_options_that_end_the_game_in_its_first_turn_are_not_offered(browser: TestClient, service: Service) -> None:
    chosen = {"option-players": "3", "option-height": "6"}
    seats = {f"seat-{seat}": "here" for seat in range(3)}
    answer = browser.post("/games/grid/new", data=chosen | seats)
    assert (answer.status_code, len(said(answer))) == (400, 1)
    assert "ends it, whatever is played: expected another value of players or height." in said(answer)[0]
    assert 'aria-describedby="option-height-problem"' in answer.text
    assert service.queries.recent() == ()
    assert said(browser.get("/games/grid/new", params=chosen)) == said(answer)
    position = "g1r2y3///// n/n/n 1"
    assert browser.post("/games/grid/new", data=chosen | seats | {"position": position}).status_code == 200


@pytest.mark.parametrize("sent", [{"files": {"a": b"b"}}, {"data": {f"a{n}": "b" for n in range(101)}}], ids=str)
def test_a_form_with_files_or_too_many_fields_is_refused_in_our_own_words(
    browser: TestClient,
    sent: dict[str, Any],  # keyword arguments
) -> None:
    answer = browser.post("/games/orion/new", **sent)
    assert answer.status_code == 400
    assert said(answer) == ["This form cannot be read: expected at most 100 fields of text, and no files."]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(
        st.sampled_from(
            ["seat-0", "seat-1", "name-0", "name-1", "option-clicks", "option-turn_limit", "position", "x"]
        ),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=60),  # as by default, and made at once
        min_size=1,
    )
)
def test_no_form_makes_the_site_fail(browser: TestClient, values: Mapping[str, str]) -> None:
    answer = browser.post("/games/orion/new", data=values, follow_redirects=False)
    assert answer.status_code in (303, 400)


@pytest.mark.parametrize("name", ["12", "0", "2 2", "\uff17", "\u00b2"])
def test_a_name_of_digits_alone_is_taken(browser: TestClient, name: str) -> None:
    begin(browser, **{"name-0": name})
    assert f"You are {parse_name(name)}, a guest." in browser.get("/me").text


def test_the_values_of_options_are_in_words(browser: TestClient) -> None:
    page = browser.get("/games/throngs/new").text
    for words in (
        "ends when who moves next has reached the goal",
        "one places the first stones, the other chooses",
        "63 spaces",
    ):
        assert f">{words}</option>" in unescape(page)
    vortex = browser.get("/games/vortex/new").text
    for words in ("5 by 5 cells", "round, 3 rings", "for the score"):
        assert f">{words}</option>" in vortex


@pytest.mark.parametrize("game", ["orion", "ludo", "vortex"])
@pytest.mark.parametrize("known", [True, False])
def test_a_form_that_is_sent_twice_begins_one_match(
    browser: TestClient, service: Service, game: str, known: bool
) -> None:
    if known:
        begin(browser, name_0="Ann")
    before = len(service.queries.recent())
    page = browser.get(f"/games/{game}/new")
    fields = {name: extract(rf'name="{name}" value="([^"]*)"', page) for name in ("match", "commitment")}
    fields |= {"seat-0": "here", "seat-1": "link"}
    answers = [browser.post(f"/games/{game}/new", data=fields, follow_redirects=False) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303] * 3
    assert len({answer.headers["location"] for answer in answers}) == 1
    assert len(service.queries.recent()) == before + 1


def test_a_form_that_is_sent_at_once_from_two_threads_begins_one_match(browser: TestClient, service: Service) -> None:
    begin(browser, name_0="Ann")
    page = browser.get("/games/orion/new")
    fields = {name: extract(rf'name="{name}" value="([^"]*)"', page) for name in ("match", "commitment")}
    fields |= {"seat-0": "here", "seat-1": "link"}
    with ThreadPoolExecutor(4) as threads:
        sent = [threads.submit(browser.post, "/games/orion/new", data=fields, follow_redirects=False) for _ in range(4)]
        places = {each.result().headers["location"] for each in sent}
    assert len(places) == 1
    assert len(service.queries.recent()) == 2


def test_the_form_of_a_match_is_of_no_use_to_others(
    browser: TestClient, new_browser: NewBrowser, service: Service
) -> None:
    begin(browser, name_0="Ann")
    page = browser.get("/games/orion/new")
    fields = {name: extract(rf'name="{name}" value="([^"]*)"', page) for name in ("match", "commitment")}
    fields |= {"seat-0": "here", "seat-1": "link"}
    browser.post("/games/orion/new", data=fields)
    other = new_browser()
    begin(other, name_0="Bob")
    answer = other.post("/games/orion/new", data=fields)
    assert answer.status_code == 409
    assert len(service.queries.recent()) == 3
