"""The pages of leagues: a league is made, entered, played and left by forms, without scripts."""

import re
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from ludarium.match.clock import DAY
from ludarium.site.ground.changes import LeagueChange
from ludarium.site.ground.values import Person
from ludarium.site.leagues.commands import EndLeague
from ludarium.site.moderation.decisions import Bar, Suspend
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.tournament.verification import faults_of
from tests.site.conftest import extract, said
from tests.site.fake_time import FakeTime
from tests.site.leagues.season import entered, look, make, play, work
from tests.site.tournaments.playing import account, accounts
from tests.site.web.signing_in import Player, service, sign_in, time, url

JSON = {"Accept": "application/json"}
__all__ = ["service", "sign_in", "time", "url"]


def begun(service: Service, people: list[Person], time: FakeTime, **more: str) -> str:
    """Return the path of a league whose first season has begun."""
    league = entered(service, people, **more)
    time.pass_by(7 * DAY)
    work(service)
    return f"/leagues/{league}"


def test_a_league_is_made_entered_left_and_ended_by_forms(
    service: Service, store: Store, browser: TestClient, sign_in: Player
) -> None:
    assert "None goes on now" in browser.get("/leagues").text
    ann, bob = (sign_in(person) for person in accounts(service, store, 2))
    assert 'action="/leagues"' in ann.get("/leagues/new").text
    values = {"do": "make", "game": "orion", "name": "The league", "vacation": "no", "season": "60"}
    made = ann.post("/leagues", data=values)
    path = made.url.path
    assert re.fullmatch(r"/leagues/[\w-]+", path)
    assert "Make an account to enter" in browser.get(path).text
    for fact in ("at most 60 days", "Vacation does not stop your clocks", "judged for the table", "are annulled"):
        assert fact in made.text
    for each in (ann, bob):
        assert "You play in season 1." in each.post(path, data={"do": "enter"}).text
    for place, reader in (("/leagues", browser), ("/me", ann)):
        assert f'<a href="{path}">' in reader.get(place).text
    left = bob.post(path, data={"do": "leave"})
    assert "You play in season 1." not in left.text
    assert "Enter the league" in left.text
    assert "End the league" not in left.text
    assert bob.post(path, data={"do": "end"}).status_code == 403
    assert "The league is over." in ann.post(path, data={"do": "end"}).text


def test_who_makes_a_league_takes_part_unless_they_say_no(service: Service, store: Store, sign_in: Player) -> None:
    (ann,) = (sign_in(person) for person in accounts(service, store, 1))
    assert 'name="takes_part" value="yes" checked' in ann.get("/leagues/new").text
    made = {"do": "make", "game": "orion"}
    for takes_part, plays in (("yes", True), ("", False)):
        page = ann.post("/leagues", data=made | ({"takes_part": takes_part} if takes_part else {})).text
        assert ("You play in season 1." in page) == plays
    refused = ann.post("/leagues", data=made | {"days": "many"})
    assert 'name="takes_part" value="yes">' in refused.text  # what was chosen stays


def test_a_season_is_played_on_its_page_from_start_to_end(
    service: Service, store: Store, time: FakeTime, browser: TestClient, sign_in: Player
) -> None:
    people = accounts(service, store, 10)
    path = begun(service, people, time, name="The league", rated="yes", game="orion")
    mine = sign_in(people[0])
    page = mine.get(path)
    assert "style=" not in page.text
    assert "Season 1, division 2" in page.text
    names = re.findall(r'aria-labelledby="(.*?)"', page.text)
    assert len(names) == len(set(names))
    assert [page.text.count(word) for word in ("↑ goes up", "↓ goes down")] == [2, 2]
    own = extract(r'<h2 id="own">(.*?)</section>', page)
    assert own.count("<strong>to the board<") + own.count(">in progress<") == 4
    assert own.casefold().count("your turn") == own.count("<h3>Your turn</h3>") <= 1
    match = extract(r'href="(/matches/[^"]+)">(?:<strong>to the board|in progress)', page)
    division = service.leagues.view(people[0], path.rpartition("/")[2]).mine
    assert division
    table = f"/tournaments/{division.view.tournament.id}"
    for place, link in ((path, table), (match, table), (table, path)):
        assert f'href="{link}"' in mine.get(place).text
    assert "Leave the division and the league" in mine.get(table).text
    play(service, path.rpartition("/")[2], {person.name: number for number, person in enumerate(people)})
    page = mine.get(path)
    assert "Season 2 begins on" in page.text
    assert "Leave the league" in page.text
    assert len(re.findall(">(?:won|lost)<", page.text)) == 4
    data = browser.get(path, headers=JSON).json()
    for each in data["divisions"]:
        assert [row["points"] for row in each["table"]] == [4.0, 3.0, 2.0, 1.0, 0.0]
        assert faults_of(browser.get(f"/tournaments/{each['tournament']}", headers=JSON).json()) == []
        order = [row["name"] for row in each["table"]]
        assert order == sorted(order, reverse=True)
        positions = [page.text.index(f'<th scope="row"><a href="/people/{person_id(service, name)}"') for name in order]
        assert positions == sorted(positions)
    moves = [[row["move"] for row in each["table"]] for each in data["divisions"]]
    assert moves == [["", "", "", "down", "down"], ["up", "up", "", "", ""]]
    assert set(data["entered"]) == {person.name for person in people}
    time.pass_by(7 * DAY)
    work(service)
    assert "Season 2, division 1" in browser.get(path).text
    assert "Season 1, division 1" in browser.get(f"{path}?season=1").text
    assert browser.get(f"{path}?season=1", headers=JSON).json()["season"] == 1


def test_a_division_that_was_not_over_in_time_can_be_computed_again(
    service: Service, store: Store, time: FakeTime, browser: TestClient
) -> None:
    people = accounts(service, store, 4)
    path = begun(service, people, time, season="30")
    play(service, path.rpartition("/")[2], {person.name: 0 for person in people}, leave=2)
    view = look(service, path.rpartition("/")[2])
    with store.write() as tx:
        tx.tournaments.set(view.divisions[0].view.tournament.id, due_at=time.now, ends_at=time.now)
    work(service)
    page = f"/tournaments/{view.divisions[0].view.tournament.id}"
    assert browser.get(page).text.count("being judged") == 2
    assert faults_of(browser.get(page, headers=JSON).json()) == []
    while asked := store.judgements.claim(time.now, time.now + 60):
        service.tournaments.judge(asked, 0.25, "by a table")
    work(service)
    data = browser.get(page, headers=JSON).json()
    assert [game["verdict"] for wave in data["waves"] for game in wave].count("by a table") == 2
    assert [game["how"] for wave in data["waves"] for game in wave].count("adjudicated") == 2
    assert data["state"] == "over"
    assert faults_of(data) == []
    assert browser.get(page).text.count("¼:¾, adjudicated") == 2


def person_id(service: Service, name: str) -> str:
    return service.accounts.find(name).id


@pytest.mark.parametrize("season", ["0", "3", "-1", "x", "99999999999999999999"])
def test_a_season_or_a_league_that_there_is_not(
    service: Service, store: Store, time: FakeTime, browser: TestClient, season: str
) -> None:
    path = begun(service, accounts(service, store, 4), time)
    assert browser.get(f"{path}?season={season}").status_code == 404
    assert browser.get(f"/leagues/{season}", headers=JSON).json()["kind"] == "no-league"
    assert browser.post(f"/leagues/{season}", data={"do": "enter"}).status_code == 404


def test_what_cannot_be_is_refused_in_a_sentence_and_what_was_typed_stays(
    service: Service, store: Store, browser: TestClient, sign_in: Player
) -> None:
    ann = sign_in(account(service, store, "Ann"))
    refused = ann.post("/leagues", data={"do": "make", "game": "orion", "name": "A name", "season": "7"})
    assert refused.status_code == 400
    assert 'value="A name"' in refused.text
    assert "expected a number from 30 to 365" in " ".join(said(refused))
    assert browser.post("/leagues", data={"do": "make", "game": "orion"}).status_code == 403
    path = ann.post("/leagues", data={"do": "make", "game": "orion"}).url.path
    for values, kind in (({"do": "leave"}, "not-now"), ({"do": "dance"}, "unreadable")):
        assert ann.post(path, json=values, headers=JSON).json()["kind"] == kind
    listed = browser.get("/leagues", headers=JSON).json()["leagues"]
    assert [(one["state"], one["entered"]) for one in listed] == [("open", 0)]


def test_a_notice_leads_to_the_page_and_is_read_there(
    service: Service, store: Store, time: FakeTime, sign_in: Player
) -> None:
    people = accounts(service, store, 4)
    path = begun(service, people, time)
    play(service, path.rpartition("/")[2], {person.name: 0 for person in people})
    browser = sign_in(people[1])
    assert f'href="{path}"' in browser.get("/me/notices").text

    def unseen() -> list[str]:
        found = store.notices.of_person(people[1].id, 9)
        return [one.path for one in found if one.path == path and one.read_at is None]

    assert unseen() == [path]
    assert browser.get(path).status_code == 200
    assert unseen() == []


def test_a_barred_person_enters_no_rated_league_and_a_suspended_one_none(
    service: Service, store: Store, sign_in: Player
) -> None:
    people = accounts(service, store, 3)
    service.accounts.make_administrator(people[0], "a test")
    chief = service.accounts.find(people[0].name)
    rated, unrated = (f"/leagues/{make(service, chief, game='orion', rated=word)}" for word in ("yes", ""))
    barred, suspended = (sign_in(person) for person in people[1:])
    service.moderation.act(chief, Bar(people[1].id, "fixed", days="30"))
    service.moderation.act(chief, Suspend(people[2].id, "computer", days="30"))
    refused = barred.post(rated, data={"do": "enter"})
    assert refused.status_code == 409
    assert "ou may not begin rated matches now" in " ".join(said(refused))
    assert barred.post(unrated, data={"do": "enter"}).status_code == 200
    assert suspended.post(unrated, data={"do": "enter"}).status_code == 403
    assert [len(look(service, path.rpartition("/")[2]).entries) for path in (rated, unrated)] == [0, 1]


def test_a_program_enters_where_computers_take_part(service: Service, store: Store, browser: TestClient) -> None:
    ann = account(service, store, "Ann")
    robot = service.bot_accounts.make(ann, "Robot")
    token = service.tokens.make(robot, "a test", ["read", "challenge"])
    browser.headers.update(JSON | {"Authorization": f"Bearer {token}"})
    closed, opened = (f"/leagues/{make(service, ann, computers=word)}" for word in ("", "yes"))
    assert browser.post(closed, json={"do": "enter"}).json()["kind"] == "not-now"
    assert browser.post(opened, json={"do": "enter"}).status_code == 200
    data = browser.get(opened).json()
    assert (data["entered"], data["is_entered"], data["do"]) == ([robot.name], True, ["leave"])


def test_the_press_to_enter_stands_before_the_description_and_the_rules_are_folded(
    service: Service, store: Store, sign_in: Player
) -> None:
    ann, bob = accounts(service, store, 2)
    page = sign_in(bob).get(f"/leagues/{make(service, ann)}").text
    assert page.index("Enter the league</button>") < page.index("A league of ") < page.index("Organised by")
    assert '<details class="rules" id="rules">' in page
    assert 'agree to <a href="#rules">the rules</a>' in page


def test_a_league_that_is_over_says_who_had_entered_and_nothing_of_what_comes(
    service: Service, store: Store, sign_in: Player
) -> None:
    """Who had entered was gone, and its words were those of a league that goes on."""
    people = accounts(service, store, 3)
    league = entered(service, people)
    service.leagues.act(people[0], league, EndLeague())
    answer = sign_in(people[1]).get(f"/leagues/{league}")
    page = answer.text[answer.text.index("<main") :]
    listed = extract(r"Who had entered season 1, which was not played</h2>(.*?)</ul>", answer)
    assert all(person.name in listed for person in people)
    assert "The league is over. It ended on " in page
    assert "It had no season." in page
    for said_of_others in ("may enter", "You stay until you go", "you get a notice, and have 7 days to leave"):
        assert said_of_others not in page


def test_the_places_of_the_last_season_lead_nowhere(
    service: Service, store: Store, time: FakeTime, sign_in: Player
) -> None:
    people = accounts(service, store, 10)
    path = begun(service, people, time)
    reader = sign_in(people[9])
    assert "goes up" in reader.get(path).text
    service.leagues.act(people[0], path.rpartition("/")[2], EndLeague())
    play(service, path.rpartition("/")[2], {person.name: number for number, person in enumerate(people)})
    page = reader.get(path).text
    assert "The league is over." in page
    assert "It had 1 season." in page
    assert not re.search("goes (up|down)|leads after the season", page)


def test_the_page_of_a_league_names_what_it_follows(
    service: Service, store: Store, time: FakeTime, browser: TestClient, sign_in: Player
) -> None:
    people = accounts(service, store, 4)
    path = begun(service, people, time)
    league, division = path.rpartition("/")[2], look(service, path.rpartition("/")[2]).divisions[0]
    mine = [board.match_id for board in division.boards if 0 in board.seating]
    player = division.view.players[0].person
    words = [f"league-{league}", f"tournament-{division.view.tournament.id}"]
    for reader, more in ((browser, []), (sign_in(next(one for one in people if one.id == player)), mine)):
        followed = extract(r'data-follows="([^"]*)"', reader.get(path)).split()
        assert {one.partition(":")[0] for one in followed} == {*words, *more}
    before = look(service, league).league.revision
    service.leagues.act(people[0], league, EndLeague())
    (change,) = store.changes([(LeagueChange, league), (LeagueChange, "none")])
    assert change.revision > before


@pytest.mark.parametrize("form", ["/leagues/new", "/tournaments/new"])
def test_forms_propose_two_days_a_turn(browser: TestClient, form: str) -> None:
    assert (
        extract(r'<select id="tempo"[^>]*>(?:(?!</select>).)*<option value="([^"]*)" selected>', browser.get(form))
        == "4d+2d/4d"
    )


@pytest.mark.parametrize("form", ["/leagues/new", "/tournaments/new"])
def test_no_two_games_of_a_form_have_one_label(browser: TestClient, form: str) -> None:
    listed = extract(r'<select id="game"[^>]*>(.*?)</select>', browser.get(form))
    labels = re.findall(r"<option[^>]*>([^<]*)</option>", listed)
    assert len(labels) == len({*labels}) > 5
    assert {"Vortex", "Vortex, 3 players", "Vortex, 4 players"} <= {*labels}


def test_a_league_and_its_matches_say_times_in_the_zone_of_who_reads(
    service: Service, store: Store, time: FakeTime, sign_in: Player
) -> None:
    people = accounts(service, store, 6)
    for person in people:
        settings = service.notices.settings(person.id)
        service.notices.save_settings(person.id, replace(settings, zone="Asia/Tokyo"))
    waiting = sign_in(people[0]).get(f"/leagues/{make(service, people[0])}").text
    assert re.search(r"begins on <time [^>]*>[A-Z][^<]*, \d\d:\d\d JST</time>, or later", waiting)
    ann = sign_in(people[1])
    path = begun(service, people, time)
    season = ann.get(path).text
    assert re.search(r"on <time [^>]*>[A-Z][^<]*, \d\d:\d\d JST</time> at the latest", season)
    (division,) = {*re.findall(r"/tournaments/[\w-]+", season)}
    boards = service.tournaments.view(people[1], division.rpartition("/")[2]).own_boards
    waits = [ann.get(f"/matches/{board.match_id}").text for board in boards]
    deadlines = [page for page in waits if "You have until" in page]
    assert deadlines
    for page in (waiting, season, *deadlines):
        assert "UTC" not in page[page.index("<main") :]
    assert all(re.search(r'datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">[A-Z][^<]* JST<', page) for page in deadlines)
