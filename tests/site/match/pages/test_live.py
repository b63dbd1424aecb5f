"""The pages of live matches and of matches with a clock."""

import json
import re
import time
from html import escape, unescape

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

import ludarium
from ludarium.site.begin.new_match import new_match
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.pages.displayed import tick_data
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, extract, join, said, status


def begin_live(browser: TestClient, game: str = "grid", **fields: str) -> str:
    """Begin a live match by the form; it does not run before somebody is ready."""
    return begin(browser, game, pace="live 0.5", **fields)


def do(browser: TestClient, path: str, deed: str, **values: str) -> Response:
    return browser.post(path, data={"do": deed, **values})


def order(browser: TestClient, path: str, seat: str = "0", action: str = "0") -> Response:
    return browser.post(f"{path}/order", data={"seat": seat, "action": action})


@pytest.fixture
def still(service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """Matches that run, but take no turn unless a test says so."""
    monkeypatch.setattr("ludarium.site.bots.live_ticker.LiveTicker.start", lambda self, match_id: None)
    return service


def found(service: Service, path: str) -> MatchView:
    return service.bots.look(path.rpartition("/")[2], seats=(0, 1))


def test_the_form_offers_live_play_where_seats_decide_at_once_and_clocks_elsewhere(browser: TestClient) -> None:
    assert "live: 10 turns a second" in browser.get("/games/grid/new").text
    orion = browser.get("/games/orion/new").text
    assert "live" not in orion
    assert "10 minutes each" in orion


def test_the_form_begins_a_match_with_a_clock(service: Service, browser: TestClient) -> None:
    path = begin(browser, seat_1="here", pace="600+5")
    assert str(found(service, path).match.clock) == "600+5"
    page = browser.get(path).text
    assert re.search(r'class="clock" data-left="5\d\d\.\d+" data-low="60.0" data-own="0">9:5\d<', page)
    assert 'class="clock" data-own="1">10:00<' in page


@pytest.mark.parametrize("pace", ["live 9", "live", "soon", "-1"])
def test_a_pace_that_cannot_be_is_said_in_the_form(browser: TestClient, pace: str) -> None:
    answer = browser.post("/games/grid/new", data={"seat-0": "here", "seat-1": "easy", "pace": pace})
    assert answer.status_code == 400
    assert len(said(answer)) == 1


def test_what_is_no_joint_game_is_not_played_live(browser: TestClient) -> None:
    answer = browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "easy", "pace": "live 1"})
    assert answer.status_code == 400
    assert said(answer) == ["Orion cannot be played live: its seats decide one after another."]


def test_a_browser_says_that_it_is_ready_orders_and_halts(still: Service, browser: TestClient) -> None:
    path = begin_live(browser, seat_1="easy")
    assert status(browser.get(path)) == "Press Ready to start."
    assert status(do(browser, path, "ready")) == "Live: 2 turns a second."
    assert order(browser, path, action="2").status_code == 204
    assert found(still, path).match.sealed == {0: "s"}
    still.live.tick(path.rpartition("/")[2], {})
    assert status(do(browser, path, "pause")) == "Paused."


def test_a_table_says_that_people_are_awaited_and_for_whom_each_link_is(still: Service, browser: TestClient) -> None:
    seats = {"seat-0": "here", "seat-1": "link", "seat-2": "link", "option-players": "3", "pace": "live 2"}
    page = browser.post("/games/grid/new", data=seats)
    assert status(page) == "Waiting for 2 opponents to join: you may already press Ready."
    for who in ("the second player, red", "the third player, yellow"):
        assert f"Send this invitation link to {who}. It works once." in page.text
    assert "your opponent" not in page.text
    two = browser.post("/games/grid/new", data={"seat-0": "here", "seat-1": "link", "pace": "live 2"})
    assert status(two) == "Waiting for an opponent to join: you may already press Ready."
    assert "Send this invitation link to your opponent. It works once." in two.text


def test_dice_before_the_first_turn_begin_nothing(still: Service, browser: TestClient) -> None:
    page = browser.get(begin_live(browser, option_rocks="3"))
    assert status(page) == "Waiting for an opponent to join: you may already press Ready."
    assert "Ready</button>" in page.text


def test_only_a_seat_s_own_browser_orders(still: Service, browser: TestClient, new_browser: NewBrowser) -> None:
    path, other = begin_live(browser), new_browser()
    assert order(other, path).status_code == 403
    assert order(browser, path, seat="1").status_code == 403
    assert found(still, path).match.sealed == {}


@pytest.mark.parametrize(
    ("seat", "action", "code"), [("0", "4", 400), ("0", "x", 400), ("٣", "0", 400), ("0", "", 400)]
)
def test_what_is_no_order_is_refused(browser: TestClient, seat: str, action: str, code: int) -> None:
    assert order(browser, begin_live(browser), seat, action).status_code == code


def test_there_are_no_orders_in_a_match_that_is_not_live(browser: TestClient) -> None:
    path = begin(browser, "grid")
    assert order(browser, path).status_code == 400
    assert "This match is not live" in said(do(browser, path, "ready"))[0]


def test_a_spectator_changes_nothing(still: Service, browser: TestClient, new_browser: NewBrowser) -> None:
    path, other = begin_live(browser, seat_1="easy"), new_browser()
    for deed in ("ready", "pause", "step"):
        assert do(other, path, deed).status_code == 403
    page = other.get(path).text
    assert "Ready" not in page
    assert "data-touches" not in page


def test_the_host_of_people_elsewhere_leaves_their_match_to_them(still: Service, browser: TestClient) -> None:
    path = begin_live(browser, seat_0="link")
    for deed in ("ready", "pause", "step"):
        assert do(browser, path, deed, tick="2").status_code == 403
    assert "Ready" not in browser.get(path).text
    live = found(still, path).live
    assert live
    assert live.tick == 0.5


def test_single_turns_are_not_taken_over_the_head_of_others(still: Service, browser: TestClient) -> None:
    path = begin_live(browser)
    assert do(browser, path, "step").status_code == 403
    assert "One turn" not in browser.get(path).text
    alone = begin_live(browser, seat_1="easy")
    do(browser, alone, "step", tick="1")
    assert len(found(still, alone).match.turns) == 1


def test_a_match_of_bots_alone_runs_at_once(still: Service, browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin_live(browser, seat_0="easy", seat_1="easy")
    assert still.live.is_running(found(still, path))
    still.live.tick(path.rpartition("/")[2], {})
    assert status(do(browser, path, "pause")) == "Paused."
    assert do(new_browser(), path, "ready").status_code == 403
    assert status(do(browser, path, "ready", tick="0.1")) == "Live: 10 turns a second."


def test_one_seat_has_all_keys_and_two_have_a_set_each(still: Service, browser: TestClient) -> None:
    pages = browser.get(begin_live(browser)), browser.get(begin_live(browser, seat_1="here"))
    keys = [json.loads(unescape(extract('data-keys="(.*?)"', page))) for page in pages]
    assert (keys[0]["KeyW"], keys[0]["ArrowUp"]) == ([0, 0], [0, 0])
    assert (keys[1]["KeyD"], keys[1]["ArrowRight"]) == ([0, 1], [1, 1])


def test_a_game_without_keys_and_places_is_steered_by_buttons(
    still: Service, browser: TestClient, pennies: str
) -> None:
    path = begin_live(browser, pennies)
    buttons = re.findall(r'data-seat="(\d)" data-action="(\d)">(\w+)<', browser.get(path).text)
    assert buttons == [("0", "0", "Heads"), ("0", "1", "Tails")]


def test_a_tick_contains_what_moves_and_not_the_ground(service: Service) -> None:
    view = service.create("grid", [SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")], tick=1)
    picture = json.loads(tick_data(view))
    assert picture["caption"].startswith(
        "Turn 1. Each army chooses a direction. Strength with cities: "
    )  # as on the page
    names = [element[0] for element in picture["elements"]]
    assert "city-0-2-2" in names
    assert "board" not in names
    kind = picture["elements"][names.index("city-0-2-2")][1]
    assert picture["kinds"][kind][0] == "piece on-field solid city seat-0 narrow"
    service.live.ready(view.id, (0, 1))
    assert json.loads(tick_data(service.live.tick(view.id, {})))["choices"] == picture["choices"]


def test_a_plan_of_the_form_is_a_bot_s_spec(service: Service, browser: TestClient) -> None:
    path = begin_live(browser, seat_0="opening", opening_0="n2 e", seat_1="easy")
    assert found(service, path).seats == (SeatAssignment("bot", "plan(turns=n2e)"), SeatAssignment("bot", "easy"))
    page = browser.get(path).text
    assert "Change the opening" in page
    assert 'name="opening-0" value="n2e"' in page
    assert 'name="pace" value="live 0.5"' in page


def test_a_plan_is_changed_from_the_position_where_it_began(browser: TestClient) -> None:
    position = str(ludarium.load("grid").initial().move("n/s"))
    page = browser.get(begin_live(browser, seat_0="opening", opening_0="n2", seat_1="easy", position=position)).text
    assert f'name="position" value="{escape(position)}"' in page


def test_no_other_bot_s_spec_is_taken_from_the_form(browser: TestClient) -> None:
    for seat in ("plan(turns=n2,horizon=300)", "plan(turns=x)", "general(horizon=300)", "plan:n2"):
        answer = browser.post("/games/grid/new", data={"seat-0": seat, "seat-1": "easy"})
        assert answer.status_code == 400
    assert "an opening that I write" not in browser.get("/games/orion/new").text
    answer = browser.post("/games/orion/new", data={"seat-0": "opening", "seat-1": "easy"})
    assert answer.status_code == 400


def test_a_long_match_shows_the_turns_around_the_one_that_is_seen_and_prints_all(
    service: Service, browser: TestClient
) -> None:
    path = begin_live(browser, seat_0="here", seat_1="here")
    match_id = path.rpartition("/")[2]
    service.live.ready(match_id, (0, 1))
    for _ in range(400):
        service.live.tick(match_id, {})
    service.live.pause(match_id)
    listed = re.findall(r'<li( class="far")?><span class="number">(\d+)', browser.get(f"{path}/at/200").text)
    assert [int(number) for _, number in listed] == [*range(1, 401)]
    assert [int(number) for far, number in listed if not far] == [*range(50, 351)]
    dotted = re.findall(
        r'<span class="number">(\d+)</span>\s*<a [^>]*>\s*<span class="scene', browser.get(f"{path}/at/200").text
    )
    assert [*map(int, dotted)] == [*range(50, 351)], (
        "what is only on paper has no marks of seats, which would double it"
    )


def test_a_live_match_says_which_bot_is_getting_ready(browser: TestClient, still: Service) -> None:
    view = still.create("grid", [SeatAssignment("bot", "easy")] * 2, tick=0.5)
    still.live.ready(view.id, ())
    still.live.wait_for_compiler(view.id, (1,), "ticker")
    answer = browser.get(f"/matches/{view.id}")
    assert status(answer) == "Ada 2 is getting ready"
    assert 'class="dots"' in answer.text
    still.live.tick(view.id, {}, keeper="ticker")
    answer = browser.get(f"/matches/{view.id}")
    assert status(answer) == "Live: 2 turns a second."
    assert 'class="dots"' not in answer.text


def test_both_players_of_a_rated_match_read_what_pauses_it_allows(
    still: Service, browser: TestClient, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = new_browser()
    people = begin_live(browser, seat_0="here", seat_1="link")
    assert join(other, browser, people).status_code == 200
    view = new_match(time.time(), "grid", found(still, people).seats, tick=0.5, rated=True)
    with still._matches.store.write() as tx:
        still._matches.insert(tx, view)
    path = f"/matches/{view.id}"
    do(browser, path, "ready")
    do(other, path, "ready")
    still.live.tick(view.id, {})
    rule = "A player may pause for 30 seconds at a time and 3 minutes in all, and then the others may go on."
    for each in (browser, other):
        assert rule in each.get(path).text
    assert re.fullmatch(r"Paused by Guest \(green\) for \d\d seconds more\.", status(do(browser, path, "pause")))
    page = other.get(path)
    assert re.search(r'data-pause="\d\d"', page.text)
    assert 'name="tick"' not in page.text
    assert re.fullmatch(r"Paused by Guest \(green\) for \d\d seconds more\.", status(do(other, path, "ready")))
    later = time.time() + 31
    monkeypatch.setattr(still._matches, "now", lambda: later)
    page = other.get(path)
    assert status(page) == "The pause is over: the match goes on as soon as one player is ready."
    assert "Resume</button>" in page.text
    assert "2:30" in page.text
    assert status(do(other, path, "ready")) == "Live: 2 turns a second."


def test_each_reads_that_the_other_is_ready(still: Service, browser: TestClient, new_browser: NewBrowser) -> None:
    path, other, stranger = begin_live(browser), new_browser(), new_browser()
    assert status(do(browser, path, "ready")) == "You are ready. Waiting for an opponent to join."
    join(other, browser, path, name="Bob")
    assert status(other.get(path)) == "Guest is ready and waits for you: press Ready."
    assert status(browser.get(path)) == "You are ready. Waiting for Bob to be ready."
    assert status(stranger.get(path)) == "Guest is ready. Waiting for Bob to be ready."
    assert status(do(other, path, "ready")) == "Live: 2 turns a second."
