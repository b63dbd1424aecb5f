"""What the page of a tournament says is so: what is offered is possible, and no rule names what the kind has not."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from starlette.testclient import TestClient

from ludarium.core.text import format_moment, time_mark, utc_time
from ludarium.site.ground.values import Person
from ludarium.site.mail.commands.tournaments import _table
from ludarium.site.match.closed import WAIT
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.conducting import Adjourn, AnnounceToPlayers, Disqualify
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament, RequestBye
from ludarium.site.tournaments.organising import ChangeTournament
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.words import bye_words, how_far, live_now, rule_groups, rules
from ludarium.tournament.kinds import KINDS
from ludarium.tournament.kinds.kind import SEEDS
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, extract
from tests.site.fake_time import HOUR, FakeTime
from tests.site.leagues.season import entered, work
from tests.site.tournaments.playing import accounts, begun, look, make

JSON = {"Accept": "application/json"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def service(store: Store, time: FakeTime) -> Service:
    return Service(store, rules=AccountRules("http://127.0.0.1:8000", "open"), now=time)


@pytest.fixture
def people(service: Service, store: Store) -> list[Person]:
    return accounts(service, store, 5)


def live(service: Service, time: FakeTime, people: list[Person], kind: str) -> str:
    """Return the id of a live tournament that has begun."""
    begins = f"{datetime.fromtimestamp(time.now + HOUR, UTC):%Y-%m-%dT%H:%M}"
    command = MakeTournament("orion(clicks=1)", kind, "600+5", "Live", begins=begins, minutes="30")
    made = service.tournaments.make(people[0], command).target
    for person in people:
        service.tournaments.act(person, made, EnterTournament())
    time.pass_by(HOUR)
    service.tournaments.work()
    return made


def arena(service: Service, person: Person) -> str:
    """Return the id of an arena that waits."""
    return service.tournaments.make(person, MakeTournament("orion", "arena", "180+2", days="1")).target


def extract_head(page: str) -> str:
    """Return the head of a tournament's page, with its times."""
    return page[page.index('<header class="cup-head">') : page.index("</header>", page.index('class="cup-head"'))]


def signed_in(service: Service, new_browser: NewBrowser, person: Person) -> TestClient:
    browser = new_browser()
    browser.cookies.set("session", service.people.begin_session(person, ""))
    return browser


def test_an_arena_says_when_no_match_begins_any_more(
    service: Service, time: FakeTime, people: list[Person], new_browser: NewBrowser
) -> None:
    arena = live(service, time, people, "arena")
    view = service.tournaments.view(people[4], arena)
    waits = r"You wait for an opponent\. Matches begin until [^;]+; 2 matches are in progress\."
    assert re.fullmatch(waits, live_now(view))
    people.sort(key=lambda each: service.tournaments.view(each, arena).live_board is not None)  # who waits comes first
    waiting, plays = (signed_in(service, new_browser, each) for each in people[:2])
    for browser in (waiting, plays):
        page = browser.get(f"/tournaments/{arena}").text
        assert ("The time is over" in page, "Pause</button>" in page) == (False, True)
    time.pass_by(1800.0)
    assert live_now(service.tournaments.view(people[4], arena)) == "2 matches are in progress and count."
    for browser, counts in ((waiting, "2 matches are in progress and count."), (plays, "goes on, and counts.")):
        page = browser.get(f"/tournaments/{arena}").text
        assert "<strong>The time is over</strong>: no match begins any more" in page
        assert counts in page
        assert "Pause</button>" not in page


def test_who_pauses_in_an_arena_reads_why_and_what_ends_it(
    service: Service, time: FakeTime, people: list[Person]
) -> None:
    arena = live(service, time, people, "arena")
    service.tournaments.act(people[4], arena, LeaveTournament())
    pauses = "You pause: you are not paired until you press Play on. Matches begin until "
    assert live_now(service.tournaments.view(people[4], arena)).startswith(pauses)
    time.pass_by(WAIT)
    service.tournaments.work()
    view = service.tournaments.view(people[0], arena)
    assert view.may_return
    lost = "You lost your last match on time without a turn, so you pause: you are not paired until you press Play on."
    assert live_now(view).startswith(lost)
    assert "in progress" not in live_now(view)


def test_who_may_not_come_back_is_not_asked_to(
    service: Service, time: FakeTime, people: list[Person], new_browser: NewBrowser
) -> None:
    arena = live(service, time, people, "arena")
    path = f"/tournaments/{arena}"
    service.tournaments.act(people[4], arena, LeaveTournament())
    assert "Play on</button>" in signed_in(service, new_browser, people[4]).get(path).text
    service.tournaments.act(people[0], arena, Disqualify(people[3].id, "Two accounts."))
    page = signed_in(service, new_browser, people[3]).get(path).text
    assert "Play on</button>" not in page
    assert "You cannot enter: you were disqualified." in page
    time.pass_by(1800.0)
    assert "Play on</button>" not in signed_in(service, new_browser, people[4]).get(path).text


def test_strangers_hear_how_to_enter_an_arena_that_goes_on(
    service: Service, time: FakeTime, people: list[Person], browser: TestClient
) -> None:
    path = f"/tournaments/{live(service, time, people, 'arena')}"
    assert "Make an account to enter" in browser.get(path).text
    time.pass_by(1800.0)
    assert "Make an account to enter" not in browser.get(path).text


def test_an_adjourned_tournament_says_nothing_of_its_next_round(
    service: Service, time: FakeTime, people: list[Person]
) -> None:
    view = look(service, live(service, time, people, "round-robin"))
    assert "of this round are not over" in live_now(view)
    adjourned = replace(view.tournament, rests_until=time.now + HOUR)  # as one was that could be adjourned before
    assert live_now(view._replace(tournament=adjourned)) == ""


def test_who_waits_in_an_arena_has_no_bye(
    service: Service, time: FakeTime, people: list[Person], new_browser: NewBrowser
) -> None:
    arena = live(service, time, people, "arena")
    view = look(service, arena)
    (waits,) = [board for board in view.boards if board.how == "waits"]
    name = view.players[waits.first].name
    person = next(each for each in people if each.name == name)
    assert "bye" not in _table(view, utc_time)
    assert service.tournaments.view(person, arena).own_boards == ()
    assert "bye: 0" not in signed_in(service, new_browser, person).get(f"/tournaments/{arena}").text


@pytest.mark.parametrize(
    ("more", "said"),
    [({}, "½ point"), ({"games": "2"}, "1 point"), ({"game": "ludo(players=4)"}, "1½ points")],
    ids=["one match", "two matches", "tables of four"],
)
def test_a_bye_says_what_it_counts(
    service: Service, people: list[Person], new_browser: NewBrowser, more: dict[str, str], said: str
) -> None:
    cup = make(service, people[0], "swiss", **more)
    for person in people:
        service.tournaments.act(person, cup, EnterTournament())
    page = signed_in(service, new_browser, people[0]).get(f"/tournaments/{cup}").text
    assert f"Ask for a bye in round 1: {said}</button>" in page
    assert bye_words(look(service, cup)) == said
    assert service.tournaments.act(people[0], cup, RequestBye()).said.endswith("half of its points.")


def test_rules_name_what_the_organiser_may_do(service: Service, time: FakeTime, people: list[Person]) -> None:
    def named(tournament: str) -> list[bool]:
        said = " ".join(rules(look(service, tournament).tournament))
        return [word in said for word in ("disqualify", "adjourn", "correct a result")]

    assert named(make(service, people[0], "swiss")) == [True, True, True]
    assert named(make(service, people[0], "swiss", game="ludo(players=4)")) == [True, True, False]
    assert named(live(service, time, people, "arena")) == [True, False, False]
    assert named(live(service, time, people[1:], "round-robin")) == [True, False, True]
    league = entered(service, people)
    time.now = service.leagues.view(None, league).league.begins_at + 1.0
    work(service)
    (division, *_) = service.leagues.view(None, league).divisions
    assert named(division.view.tournament.id) == [False, False, True]


def test_what_was_typed_stays_in_its_own_form(service: Service, people: list[Person], new_browser: NewBrowser) -> None:
    cup = begun(service, people, "swiss")
    organiser = signed_in(service, new_browser, people[0])
    answer = organiser.post(f"/tournaments/{cup}", data={"do": "disqualify", "reason": "Two accounts.", "player": ""})
    assert answer.status_code != 200
    assert answer.text.count('value="Two accounts."') == 1
    teams = make(service, people[0], "team-match", teams="Red, Blue")
    for person in people:
        service.tournaments.act(person, teams, EnterTournament())
    answer = organiser.post(f"/tournaments/{teams}", data={"do": "assign", "player": people[2].id, "team": "Green"})
    assert f'<option value="{people[2].id}" selected>' in answer.text


def test_most_players_of_an_arena_can_be_typed(service: Service, people: list[Person], new_browser: NewBrowser) -> None:
    organiser = signed_in(service, new_browser, people[0])
    arena = make_arena(service, people[0])
    for path in ("/tournaments/new?kind=arena", f"/tournaments/{arena}"):
        length = extract(r'name="most" value="\d*" inputmode="numeric" maxlength="(\d)"', organiser.get(path))
        assert int(length) == len("300")


def make_arena(service: Service, person: Person) -> str:
    return service.tournaments.make(person, MakeTournament("orion(clicks=1)", "arena", "600+5")).target


def test_an_arena_says_until_when_games_begin_as_nobody_knows_how_many(service: Service, people: list[Person]) -> None:
    arena = service.tournaments.view(None, make_arena(service, people[0])).tournament
    assert how_far(replace(arena, minutes=None), 1, 2) == "1 of 2 games over"
    assert how_far(replace(arena, begun_at=0.0), 2, 2) == f"2 games over, goes on until {time_mark(3600.0)}"


def test_a_disqualification_is_known_whatever_is_announced_later(
    service: Service, time: FakeTime, people: list[Person], browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = begun(service, people, "swiss")
    service.tournaments.act(people[0], cup, Disqualify(people[3].id, "Two accounts."))
    monkeypatch.setattr("ludarium.site.tournaments.queries._NEWS", 1)
    service.tournaments.act(people[0], cup, AnnounceToPlayers("Tea at five."))
    players = browser.get(f"/tournaments/{cup}", headers=JSON).json()["players"]
    assert [each["person"] for each in players if each["disqualified"]] == [people[3].id]
    assert '<span class="quiet">disqualified</span>' in browser.get(f"/tournaments/{cup}").text


@pytest.mark.parametrize("kind", KINDS)
def test_rules_are_said_once_in_the_order_in_which_a_player_needs_them(
    service: Service, people: list[Person], browser: TestClient, kind: str
) -> None:
    game = "ludo" if kind == "duplicate" else "orion"
    made = make(service, people[0], kind, game=game) if kind != "arena" else arena(service, people[0])
    groups = rule_groups(look(service, made).tournament)
    headings = [heading for heading, _ in groups]
    assert headings == [each for each in ("Playing", "The organiser", "Pairing") if each in headings]
    assert headings[0] == "Playing"
    said = [rule for _, some in groups for rule in some]
    assert len({*said}) == len(said) > 3
    assert SEEDS not in groups[0][1]
    page = " ".join(browser.get(f"/tournaments/{made}").text.split())
    places = [page.index(f"<h3>{heading}</h3>") for heading in headings]
    assert places == sorted(places)


def test_a_person_reads_times_in_their_own_zone(
    service: Service, people: list[Person], new_browser: NewBrowser, browser: TestClient
) -> None:
    made = make(service, people[0], "swiss", begins="2027-01-15T20:00", zone="UTC")
    assert "Friday 15 January 2027, 20:00 UTC" in browser.get(f"/tournaments/{made}").text
    settings = service.notices.settings(people[1].id)
    service.notices.save_settings(people[1].id, replace(settings, zone="Asia/Tokyo"))
    page = signed_in(service, new_browser, people[1]).get(f"/tournaments/{made}").text
    assert "Saturday 16 January 2027, 05:00 JST" in page
    assert "UTC" not in extract_head(page)


def test_a_live_tournament_says_its_hours_in_the_zone_of_who_reads(
    service: Service, time: FakeTime, people: list[Person], new_browser: NewBrowser
) -> None:
    for person in people:
        settings = service.notices.settings(person.id)
        service.notices.save_settings(person.id, replace(settings, zone="Asia/Tokyo"))
    arena, cup = live(service, time, people, "arena"), begun(service, people, "swiss")
    service.tournaments.act(people[0], cup, Adjourn("2", "Snow."))
    (waiting,) = (each for each in people if service.tournaments.view(each, arena).live_board is None)
    browser = signed_in(service, new_browser, waiting)
    waits = browser.get(f"/tournaments/{arena}").text
    assert re.search(r"Matches begin until <time [^>]*>\d\d:\d\d JST</time>", waits)
    assert "UTC" not in waits[waits.index("<main") :]
    news = browser.get(f"/tournaments/{cup}").text
    assert re.search(r"adjourned the tournament until <time [^>]*>[^<]* JST</time> at the latest", news)
    assert "UTC" not in news[news.index("<main") :]
    notices = signed_in(service, new_browser, people[1]).get("/me/notices").text
    assert "at the latest" in notices
    assert "at the latest at the latest" not in notices


def test_what_is_stored_of_another_time_is_said_in_the_zone_of_who_reads(
    service: Service, people: list[Person], new_browser: NewBrowser, browser: TestClient
) -> None:
    made = make(service, people[0], "swiss", begins="2027-01-15T20:00", zone="UTC")
    service.tournaments.act(people[1], made, EnterTournament())
    service.tournaments.act(people[0], made, ChangeTournament(days="2"))
    settings = service.notices.settings(people[1].id)
    service.notices.save_settings(people[1].id, replace(settings, zone="Asia/Tokyo"))
    moved = look(service, made).tournament.begins_at
    page = signed_in(service, new_browser, people[1])
    for reader, path, zone in (
        (page, "/me/notices", ZoneInfo("Asia/Tokyo")),
        (page, f"/tournaments/{made}", ZoneInfo("Asia/Tokyo")),
        (browser, f"/tournaments/{made}", UTC),
    ):
        said = " ".join(re.sub("</?time[^>]*>", "", reader.get(path).text).split())
        assert re.search(rf"(begins at another time:|it begins on) {format_moment(moved, zone)}", said)
        assert "{time:" not in said
    data = browser.get(f"/tournaments/{made}", headers={"Accept": "application/json"}).json()
    assert [line["text"] for line in data["news"]] == [f"it begins on {utc_time(moved)}"]
    mail = _table(look(service, made), lambda seconds: format_moment(seconds, ZoneInfo("Asia/Tokyo")))
    assert "JST" in mail
    assert "UTC" not in mail


def test_the_same_dice_for_all_say_their_end_once(
    service: Service, people: list[Person], new_browser: NewBrowser
) -> None:
    made = make(service, people[0], "duplicate", game="ludo")
    settings = service.notices.settings(people[1].id)
    service.notices.save_settings(people[1].id, replace(settings, zone="Asia/Tokyo"))
    page = signed_in(service, new_browser, people[1]).get(f"/tournaments/{made}").text
    main = page[page.index("<main") : page.index("</main>")]
    ends_at = look(service, made).tournament.ends_at
    assert ends_at is not None
    assert main.count(format_moment(ends_at, ZoneInfo("Asia/Tokyo"))) == 1
    assert "UTC" not in main
    assert "duplicate" not in main.lower().replace('value="duplicate"', "")
    mail = _table(look(service, made), utc_time)
    assert mail.count("at the latest") == mail.count(utc_time(ends_at)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_are_named_in_words_that_a_new_player_knows(kind: str) -> None:
    said = KINDS[kind].words
    assert said not in ("duplicate", "simultaneous exhibition")
    assert "xhibition" not in said
