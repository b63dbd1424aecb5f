"""Finding finished matches, and what is refused to who asks for too much or for what cannot be."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest
from httpx2 import Response
from sqlalchemy import update
from starlette.testclient import TestClient

from ludarium.match.clock import DAY
from ludarium.match.verify import verify
from ludarium.site.ground.tables import matches
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.archive import PAGE, Wanted
from ludarium.site.match.commands import Accept, OfferDraw, PlayTurn, Resign
from ludarium.site.match.rows import reading
from ludarium.site.ratings.ratings import display_rating
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser, said
from tests.site.fake_time import FakeTime
from tests.site.overviews.test_overviews import rated, sign_in
from tests.site.tournaments.playing import account
from tests.site.two_turns import play_two_turns

JSON = {"Accept": "application/json"}


@pytest.fixture
def service(club: Service) -> Service:
    return club


@pytest.fixture
def people(service: Service, store: Store) -> list[Person]:
    return [account(service, store, name) for name in ("Ann", "Bob", "Anabel")]


def play(
    service: Service,
    one: Person,
    other: Person | None,
    game: str = "orion",
    *,
    drawn: bool = False,
    private: bool = False,
) -> str:
    """Let a match end that the first player loses by resigning, or that is drawn; return its id."""
    second = SeatAssignment("person", other.name, other.id) if other else SeatAssignment("bot", "easy")
    view = service.create(game, [SeatAssignment("person", one.name, one.id), second], host=one.id, private=private)
    if not drawn:
        view = play_two_turns(service, view)
        return service.bots.act(view.id, 0, Resign(), view.revision).id
    view = service.bots.act(view.id, 0, OfferDraw(), view.revision)
    return service.bots.act(view.id, 1, Accept(), view.revision).id


def ask(browser: TestClient, **values: str) -> Response:
    return browser.get(f"/matches?{urlencode(values)}", headers=JSON)


def found(browser: TestClient, **values: str) -> list[str]:
    """Return the ids of the matches that are found; the page has the same."""
    ids = [one["match"] for one in ask(browser, **values).json()["matches"]]
    page = browser.get(f"/matches?{urlencode(values)}")
    assert page.status_code == 200
    assert re.findall(r'<li class="tile"><a href="/matches/([^"]+)">', page.text) == ids
    return ids


def test_matches_are_found_by_game_player_result_bots_and_days(
    browser: TestClient, service: Service, people: list[Person], time: FakeTime
) -> None:
    ann, bob, anabel = people
    made = []
    for one, other, game, drawn in (
        (ann, bob, "orion", False),
        (bob, ann, "throngs", False),
        (anabel, bob, "orion(clicks=1)", True),
        (bob, None, "orion", False),
    ):
        made.append(play(service, one, other, game, drawn=drawn))
        time.pass_by(DAY)
    first, second, third, fourth = made
    assert found(browser) == made[::-1]
    assert found(browser, game="orion") == [fourth, third, first]
    assert found(browser, name="ann") == [second, first]  # whole, so it is not Anabel's
    assert found(browser, name="An") == [third, second, first]
    assert found(browser, name="Ann", result="won") == [second]
    assert found(browser, name="Ann", result="lost") == [first]
    assert found(browser, result="drawn") == found(browser, name="bob", result="drawn") == [third]
    assert found(browser, result="won") == [fourth, second, first]
    assert found(browser, players="bots") == [fourth]
    assert found(browser, players="people") == [third, second, first]
    days = [f"{datetime.fromtimestamp(time.now - back * DAY, UTC):%Y-%m-%d}" for back in (4, 3, 2)]
    assert found(browser, until=days[0]) == [first]
    assert found(browser, since=days[1], until=days[1]) == [second]
    assert found(browser, since=days[2]) == [fourth, third]
    answer = ask(browser, name="Ann", game="throngs").json()
    assert answer["people"] == [{"person": ann.id, "name": "Ann", "is_bot": False}]
    told = {
        "players": ["Bob", "Ann"],
        "result": "0-1",
        "voided": False,
        "ended_at": time.now - 3 * DAY,
        "turn_count": 4,
        "broken_off": False,
    }
    assert answer["matches"] == [{**answer["matches"][0], **told, "match": second, "number": 2, "game": "throngs"}]


def test_only_finished_public_matches_are_found(browser: TestClient, service: Service, people: list[Person]) -> None:
    ann, bob, _ = people
    play(service, ann, bob, private=True)
    service.create("orion", [SeatAssignment("person", one.name, one.id) for one in (ann, bob)])
    closed = play(service, ann, bob)
    with service.database.begin() as connection:
        connection.execute(update(matches).where(matches.c.id == closed).values(closed=True))
    sign_in(browser, service, ann)
    assert found(browser) == found(browser, name="Ann") == []


@pytest.mark.both_databases
def test_pages_follow_each_other_without_gap(service: Service, people: list[Person], time: FakeTime) -> None:
    ann, bob, _ = people
    made = []
    for number in range(PAGE + 3):
        time.pass_by(number % 2)  # some end at the same time
        made.append(play(service, ann, bob))
    wanted = Wanted(people=frozenset({bob.id}))
    first = service.archive.find(wanted)
    second = service.archive.find(wanted._replace(cursor=first.cursor))
    assert [match.id for match in (*first.matches, *second.matches)] == made[::-1]
    assert (len(first.matches), second.cursor) == (PAGE, "")
    assert service.archive.find(Wanted(people=frozenset({"nobody"}))).matches == ()


def test_so_many_are_read_and_the_next_page_goes_on_from_there(
    browser: TestClient, service: Service, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.match.archive.READ", 3)
    ann, bob, _ = people
    drawn = play(service, ann, bob, drawn=True)
    for _ in range(4):
        play(service, ann, bob)
    answer = ask(browser, result="drawn").json()
    assert answer["matches"] == []
    assert "None fits among those that ended since" in browser.get("/matches?result=drawn").text
    assert found(browser, result="drawn", before=answer["before"]) == [drawn]


@pytest.mark.both_databases
def test_of_people_with_many_matches_the_latest_of_all_are_looked_through(
    service: Service, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.match.archive.READ", 3)
    ann, bob, anabel = people
    made = [play(service, one, other) for one, other in ((ann, bob), (ann, anabel), (bob, anabel), (anabel, None))]
    wanted = Wanted(people=frozenset({ann.id}))
    assert [match.id for match in service.archive.find(wanted).matches] == [made[1], made[0]]
    monkeypatch.setattr("ludarium.site.match.rows.archive.FEW", 1)
    first = service.archive.find(wanted)
    assert [match.id for match in first.matches] == [made[1]]
    assert [match.id for match in service.archive.find(wanted._replace(cursor=first.cursor)).matches] == [made[0]]


def test_older_and_latest_lead_on_and_back_with_the_same_choices(
    browser: TestClient, service: Service, people: list[Person]
) -> None:
    for _ in range(PAGE + 1):
        play(service, people[0], people[1])
    page = browser.get("/matches?name=Ann&game=orion").text
    (older,) = re.findall(r'<a class="button" href="(/matches\?[^"]+)" rel="next">Earlier</a>', page)
    page = browser.get(older.replace("&amp;", "&")).text
    assert page.count('<li class="tile"><a href="/matches/') == 1
    assert '<a class="button" href="/matches?name=Ann&amp;game=orion">Latest</a>' in page
    assert 'rel="next"' not in page


@pytest.mark.both_databases
def test_matches_are_found_in_which_all_were_rated_so_high(
    browser: TestClient, service: Service, store: Store, people: list[Person]
) -> None:
    ann, bob, anabel = people
    unrated = play(service, ann, bob)
    new = rated(service, ann, bob)  # who both begin with 1500
    later = rated(service, ann, bob)
    with_a_new_one = rated(service, ann, anabel)
    (before,) = [change.before for change in service.ratings.of_match(later) if change.person == bob.id]
    assert before
    lower = min(display_rating(change.before).number for change in service.ratings.of_match(later) if change.before)
    assert lower != 1500
    assert found(browser) == [with_a_new_one, later, new, unrated]
    assert found(browser, rating="0") == [with_a_new_one, later, new]
    assert (later in found(browser, rating=str(lower)), later in found(browser, rating=str(lower + 1))) == (True, False)
    assert new in found(browser, rating="1500")
    assert found(browser, rating="1501") == []
    assert 'value="1501"' in browser.get("/matches?rating=1501").text


LONG = "x" * 5000


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        ({"name": LONG}, "longer than 40 characters"),
        ({"name": "a"}, "expected at least 2 characters"),
        ({"name": "\0\0"}, "is not a name"),
        ({"name": "\ufffd\ufffd"}, "is not a name"),
        ({"name": "%%"}, "is not a name"),
        ({"game": "chess"}, "is no game: expected one of"),
        ({"game": LONG}, "is no game"),
        ({"game": "orion%"}, "is no game"),
        ({"result": "1-0"}, "is no result: expected one of won, lost, drawn, or nothing"),
        ({"players": "' OR 1=1"}, "is no choice of players"),
        ({"rating": "5001"}, "is no rating: expected a number from 0 to 5000"),
        ({"rating": "-1"}, "is no rating"),
        ({"since": "2027-02-30"}, "is no day"),
        ({"until": "9999-12-31"}, "is no day"),
        ({"until": "1969-12-31"}, "is no day"),
        ({"since": "\N{ARABIC-INDIC DIGIT TWO}027-01-01"}, "is no day"),
        ({"since": "2027-01-02", "until": "2027-01-01"}, "2027-01-01 is before 2027-01-02"),
        ({"before": "99999999999999999999"}, "is no place in the list"),
        ({"before": f"{10**12}-1"}, "is no place in the list"),
        ({"before": "nan-1"}, "is no place in the list"),
        ({"before": "1e9-1"}, "is no place in the list"),
        ({"before": "1.0-9999999999"}, "is no place in the list"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(
    browser: TestClient, values: dict[str, str], refusal: str
) -> None:
    answer, page = ask(browser, **values), browser.get(f"/matches?{urlencode(values)}")
    assert (answer.status_code, page.status_code) == (400, 400)
    assert refusal in answer.json()["error"]
    assert answer.json()["kind"] == "unreadable"
    assert refusal in said(page)[0]
    assert len(page.text) < 40_000


def test_what_was_typed_stays_in_the_form(browser: TestClient) -> None:
    page = browser.get("/matches?name=a&since=2027-02-30&result=won").text
    assert 'value="a"' in page
    assert 'value="2027-02-30"' in page
    assert '<option value="won" selected>' in page
    assert "<details open>" in page


@pytest.mark.both_databases
@pytest.mark.parametrize("name", ["n_", "a%", "A__", "An%l", "zz"])
def test_the_signs_of_sql_stand_for_themselves(
    name: str, browser: TestClient, service: Service, people: list[Person]
) -> None:
    play(service, people[0], people[1])
    assert found(browser, name=name) == []
    page = browser.get(f"/matches?{urlencode({'name': name})}").text
    assert f"No account has {name} in its name" in page


def test_the_largest_place_in_the_list_and_the_first_day_are_read(
    browser: TestClient, service: Service, people: list[Person]
) -> None:
    match = play(service, people[0], people[1])
    assert found(browser, before=f"{10**12 - 1}.999999999999-{10**9 - 1}", since="1970-01-01", until="9998-12-31") == [
        match
    ]
    assert found(browser, before="0-0") == []


def test_watch_and_the_page_of_a_person_lead_there(
    browser: TestClient, service: Service, people: list[Person], new_browser: NewBrowser
) -> None:
    assert '<a class="button" href="/matches?players=people">Find a finished match</a>' in browser.get("/watch").text
    assert 'href="/matches?players=people&amp;game=orion">' in browser.get("/watch?game=orion").text
    assert 'href="/matches?players=people">' in browser.get("/watch?game=%22%3E").text
    assert "All matches" not in browser.get("/people/Ann").text
    play(service, people[0], people[1])
    assert 'href="/matches?name=Ann">All matches' in browser.get("/people/Ann").text
    assert re.search(r'<a href="/watch"[^>]* aria-current="true"', browser.get("/matches").text)


def test_a_closed_account_is_found_by_no_name(browser: TestClient, service: Service, people: list[Person]) -> None:
    ann, bob, _ = people
    match = play(service, ann, bob)
    service.closing.close(ann, ann.id, keep_name=True)
    assert found(browser, name="Ann") == []
    assert found(browser) == [match]


def test_days_are_those_of_the_reader(
    service: Service, people: list[Person], time: FakeTime, browser: TestClient
) -> None:
    match = play(service, people[0], people[1])  # at 08:00 UTC on 15 January
    sign_in(browser, service, people[0])
    settings = service.notices.settings(people[0].id)
    service.notices.save_settings(people[0].id, replace(settings, zone="Pacific/Honolulu"))
    assert found(browser, since="2027-01-14", until="2027-01-14") == [match]
    assert found(browser, since="2027-01-15") == []


def test_a_match_that_was_broken_off_is_found_as_nobody_s_win(
    browser: TestClient, service: Service, people: list[Person]
) -> None:
    ann, bob, _ = people
    seats = [SeatAssignment("person", one.name, one.id) for one in (ann, bob)]
    for _ in range(2):
        view = service.create("orion", seats, host=ann.id)
        service.bots.act(view.id, 0, Resign(), view.revision)
    assert ask(browser, name="Bob").json()["matches"] == []  # nobody had made a turn
    view = service.create("orion", seats, host=ann.id)
    view = service.bots.act(view.id, 0, PlayTurn("p+"), view.revision)
    service.bots.act(view.id, 0, Resign(), view.revision)
    for result in ("won", "lost", "drawn"):
        assert found(browser, result=result) == found(browser, name="Bob", result=result) == []
    (match,) = ask(browser, name="Bob").json()["matches"]
    assert (match["result"], match["ending"], match["broken_off"]) == ("0-1", "resignation", True)
    assert "broken off by resignation, nobody won" in browser.get("/matches").text
    verify(service.queries.record(view.id))


def test_a_game_that_fails_in_any_way_takes_no_list_down(
    service: Service, people: list[Person], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [SeatAssignment("person", one.name, one.id) for one in people[:2]]
    view = service.create("orion", seats, host=people[0].id)
    service.bots.act(view.id, 0, Resign(), view.revision)

    def fail(*_: object) -> None:
        raise KeyError("a game of others")

    reading._unplayed.cache_clear()
    monkeypatch.setattr(reading, "play_entries", fail)
    (summary,) = store.summaries([view.id])
    assert not summary.broken_off
    reading._unplayed.cache_clear()
