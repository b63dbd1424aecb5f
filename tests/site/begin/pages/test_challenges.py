"""Challenges on the pages: made, seen by two, countered, accepted and declined."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract, said, send, status

WITH_OPTIONS = {"game": "orion", "option-clicks": "2", "pace": "10d+36h/10d", "begins": "me", "message": "Tea & Orion?"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def people(new_browser: NewBrowser, service: Service, store: Store) -> tuple[TestClient, TestClient]:
    """Return the browsers of Ann and Bob, who have accounts."""
    browsers = new_browser(), new_browser()
    for name, browser in zip(("Ann", "Bob"), browsers, strict=True):
        begin(browser, name_0=name)
        visit = service.people.visit(browser.cookies["session"])
        assert visit
        store.accounts.set_email(visit.person.id, f"{name}@example.org", name.lower(), 0.0)
    return browsers


def challenge(browser: TestClient, **fields: str) -> Response:
    return browser.post("/challenges/new", data={"to": "Bob", **WITH_OPTIONS, **fields})


@pytest.mark.parametrize(("game", "chosen"), [("orion", True), ("vortex", False), ("grid", False)])
def test_who_begins_is_chosen_only_where_the_rules_leave_it_open(
    people: tuple[TestClient, TestClient], game: str, chosen: bool
) -> None:
    ann, bob = people
    form = ann.get(f"/challenges/new?to=Bob&game={game}").text
    assert ('<label for="begins">' in form) == chosen
    made = challenge(ann, game=game, begins="me")
    said = {
        "orion": "<li>Ann begins</li>",
        "vortex": "<li>The rules draw who begins</li>",
        "grid": "<li>All play at once",
    }
    assert said[game] in bob.get(made.url.path).text


def one_press(browser: TestClient) -> dict[str, str]:
    """Return the fields that a press on *Challenge Bob* sends, as his page shows them."""
    form = extract(
        r'<form method="post" action="/challenges/new" class="one-press">(.*?)</form>', browser.get("/people/Bob")
    )
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    for name, options in re.findall(r'<select[^>]* name="(\w+)">(.*?)</select>', form):
        (fields[name],) = re.findall(r'<option value="([^"]*)" selected', options)
    return fields | ({"rated": "yes"} if re.search(r'name="rated" value="yes" checked', form) else {})


def test_one_press_on_the_page_of_a_person_challenges_them_as_was_chosen_last(
    people: tuple[TestClient, TestClient],
) -> None:
    ann, bob = people
    usual = one_press(ann)
    assert (usual["to"], usual["pace"], "rated" in usual) == ("Bob", "4d+2d/4d", False)
    made = ann.post("/challenges/new", data={**usual, "game": "vortex", "pace": "180+2", "rated": "yes"})
    assert "<h1>Your challenge to Bob</h1>" in made.text
    assert one_press(ann) == {"to": "Bob", "game": "vortex", "pace": "180+2", "rated": "yes"}
    (news,) = bob.get("/play/found", headers={"Accept": "application/json"}).json()["notices"]
    facts = "3 minutes each, and 2 seconds a turn, rated."
    assert news["text"] == f"Ann challenges you to Vortex. {facts[:1].upper()}{facts[1:]}"
    challenge(ann, game="grid", pace="live 0.5")
    assert one_press(ann) == {"to": "Bob", "game": "grid", "pace": "live 0.5"}
    (news, _) = bob.get("/play/found", headers={"Accept": "application/json"}).json()["notices"]
    assert news["text"].endswith(" Live, 2 turns a second, unrated.")
    form = ann.get("/challenges/new", params={**one_press(ann), "rated": "yes"}).text  # More
    assert "<h1>Challenge Bob to Grid Game</h1>" in form
    assert re.search(r'<option value="live 0.5" selected', form)
    assert re.search(r'<option value="yes" selected', form)


def test_a_challenge_that_was_sent_says_so_until_it_is_answered(people: tuple[TestClient, TestClient]) -> None:
    ann, bob = people
    page = challenge(ann)
    assert "Your challenge is sent: Bob has a notice, and may answer until " in page.text
    assert "Your challenge is sent" not in bob.get(page.url.path).text
    bob.post(page.url.path, data={"do": "decline"})
    assert "Your challenge is sent" not in ann.get(page.url.path).text


def test_a_challenge_is_countered_and_accepted(people: tuple[TestClient, TestClient]) -> None:
    ann, bob = people
    assert "Challenge Bob" in ann.get("/people/bob").text
    assert ann.get("/people/nobody").status_code == 404
    assert 'name="game" value="orion"' in ann.get("/challenges/new?to=Bob&game=orion").text
    assert '<option value="orion">' in ann.get("/challenges/new?to=Bob").text
    made = challenge(ann)
    assert "Your challenge to Bob" in made.text
    home = bob.get("/me").text
    assert 'aria-label="2 waiting for you"' in home  # with the match that he has begun
    assert "Ann challenges you</span>" in home
    assert "Ann challenges you to Orion: Hydra (2 clicks)." in bob.get("/me/notices").text
    page = bob.get(made.url.path)
    assert "Tea &amp; Orion?" in page.text
    said_of = " ".join(re.findall(r"<li>(.*?)</li>", page.text))
    assert said_of.startswith(
        "Orion: Hydra (2 clicks) By correspondence, 36 hours a turn, up to 10 days saved Ann begins"
    )
    form = bob.get(extract(r'href="(/challenges/new\?counters=.*?)"', page))
    assert '<option value="them" selected>' in form.text
    assert '<option value="10d+36h/10d" selected>' in form.text
    countered = challenge(bob, counters=made.url.path.rpartition("/")[2], to="Ann", **{"option-clicks": "4"})
    assert "Your challenge to Ann" in countered.text
    assert "Bob made a counter-offer." in ann.get("/me").text
    match = ann.post(countered.url.path, data={"do": "accept"})
    assert "Game " in match.text
    board = f'<a class="button primary large" href="{match.url.path}">Go to the board</a>'
    for each in people:
        assert board in each.get(countered.url.path).text
    assert status(match) in ("Your turn.", "Waiting for Bob.")
    assert "Against Ann" not in bob.get("/people/Ann").text
    assert f'You play Ann for the first time now: <a href="{match.url.path}">' in bob.get("/people/Ann").text
    seat = int(extract(r'name="seat" value="(.)"', bob.get(match.url.path)))
    assert send(bob, match.url.path, "resign", seat).status_code == 200
    assert "You have not played Ann yet." in bob.get("/people/Ann").text
    late = ann.post(made.url.path, data={"do": "withdraw"})
    assert late.status_code == 404
    assert said(late) == ["This challenge was answered or withdrawn, or has expired."]


OPTIONS = "<summary>Options</summary>"


def test_the_form_of_a_challenge_names_the_person_and_folds_the_usual_options(
    people: tuple[TestClient, TestClient],
) -> None:
    ann, _ = people
    usual = ann.get("/challenges/new?to=Bob&game=grid").text
    assert "<h1>Challenge Bob to Grid Game</h1>" in usual
    assert "<h1>Challenge someone to Grid Game</h1>" in ann.get("/challenges/new?game=grid").text
    assert re.search(rf"<details>\s*{OPTIONS}", usual)
    for changed in ("option-clicks=5", "position=x", "option-clicks=many"):
        page = ann.get(f"/challenges/new?to=Bob&game=orion&{changed}").text
        assert re.search(rf"<details open>\s*{OPTIONS}", page), changed
    wrong = challenge(ann, to="Nobody").text
    assert "<h1>Challenge someone to Orion" in wrong


def test_a_challenge_is_answered_where_it_is_listed(people: tuple[TestClient, TestClient]) -> None:
    ann, bob = people
    declined = challenge(ann).url.path
    for path in ("/me", "/"):
        form = extract(rf'<form method="post" action="{declined}" class="row">(.*?)</form>', bob.get(path))
        assert re.findall(r'name="do" value="(\w+)"', form) == ["accept", "decline"]
    bob.post(declined, data={"do": "decline"})
    assert f'action="{declined}"' not in bob.get("/me").text
    accepted = challenge(ann).url.path
    assert f'action="{accepted}"' not in ann.get("/me").text
    assert "Game " in bob.post(accepted, data={"do": "accept"}).text
    assert f'action="{accepted}"' not in bob.get("/me").text
    times = {"pace": "600+5", "time-0": f"{datetime.now(UTC) + timedelta(2):%Y-%m-%dT%H:%M}", "zone": "UTC"}
    proposed = challenge(ann, **times).url.path
    page = bob.get("/me")
    assert "at a time that you choose" in page.text
    form = extract(rf'<form method="post" action="{proposed}" class="row">(.*?)</form>', page)
    assert re.findall(r'name="do" value="(\w+)"', form) == ["decline"]


def test_a_challenge_is_declined_with_a_reason(people: tuple[TestClient, TestClient]) -> None:
    ann, bob = people
    made = challenge(ann)
    bob.post(made.url.path, data={"do": "decline", "reason": "No time"})
    assert "Bob declined: “No time”" in ann.get("/me").text
    assert "Bob has declined your challenge: No time" in ann.get("/me/notices").text
    withdrawn = challenge(ann)
    ann.post(withdrawn.url.path, data={"do": "withdraw"})
    assert "Ann withdrew the challenge." in bob.get(withdrawn.url.path).text


def test_what_is_wrong_with_a_challenge_is_said_beside_its_field(people: tuple[TestClient, TestClient]) -> None:
    ann, bob = people
    for fields, expected in (
        ({"to": "Nobody"}, "No account has the name or id 'Nobody'."),
        ({"option-clicks": "9"}, "Clicks is a whole number from 1 to 6, not '9'."),
        ({"rated": "yes"}, "A rated match has the usual options of orion: choose those, or an unrated match."),
        ({"begins": "all"}, "'all' does not begin: expected one of random, me, them."),
    ):
        answer = challenge(ann, **fields)
        assert (answer.status_code, said(answer)) == (400, [expected])
    bob.post("/me/account", data={"do": "challenges", "challenges": "none"})
    assert "Bob takes no challenges from you." in challenge(ann).text
    assert "Challenge Bob" not in ann.get("/people/Bob").text


def test_a_person_s_page_shows_ratings_with_their_reasons(
    people: tuple[TestClient, TestClient], new_browser: NewBrowser
) -> None:
    ann, bob = people
    made = challenge(ann, rated="yes", **{"option-clicks": "3"})
    assert "Rated: no takebacks, and no help by bots" in bob.get(made.url.path).text
    path = bob.post(made.url.path, data={"do": "accept"}).url.path
    for text, seat in (("p+", 0), ("f+", 1), ("q+", 0), ("g+", 1)):
        page = send(ann if seat == 0 else bob, path, text=text, seat=seat)
    assert "rated: no takebacks, and computers are not allowed" in page.text
    assert 'value="takeback"' not in page.text
    over = send(bob, path, "resign", 1).text
    assert "A new rating, marked ?, moves faster than a settled one." in over
    page = bob.get("/people/Ann")
    number = extract(r"Game (\d+),", page)
    assert "<strong>1583</strong> ± 194, provisional" in page.text
    assert "<span>1500 → 1583</span>" in page.text
    assert f"Game {number}, won against Bob" in page.text
    stranger = new_browser()
    assert path in stranger.get("/people/Ann").text
    bob.post(f"{path}/seats", data={"do": "hide"})
    assert path in bob.get("/people/Ann").text
    page = stranger.get("/people/Ann")
    assert path not in page.text
    assert "A private game" in page.text


def test_the_form_of_a_new_match_leads_to_a_challenge(
    people: tuple[TestClient, TestClient], browser: TestClient
) -> None:
    form = people[0].get("/games/orion/new").text
    assert 'formaction="/challenges/new"' in form
    assert 'formaction="/challenges/new"' not in browser.get("/games/orion/new").text
    assert browser.get("/challenges/new").status_code == 403


def test_a_program_reads_a_challenge_without_being_seen(
    people: tuple[TestClient, TestClient], service: Service, new_browser: NewBrowser
) -> None:
    ann, bob = people
    path = challenge(ann).url.path
    visit = service.people.visit(bob.cookies["session"])
    assert visit
    program = new_browser()
    program.headers["Authorization"] = f"Bearer {service.tokens.make(visit.person, 'bot', ['challenge'])}"
    assert program.get(path).status_code == 200
    assert bob.head(path).status_code == 200
    assert [each.notice.read_at for each in service.notices.recent(visit.person.id)] == [None]
    bob.get(path)
    assert None not in [each.notice.read_at for each in service.notices.recent(visit.person.id)]


def test_who_has_played_a_rated_match_reads_what_it_did_to_their_rating(
    people: tuple[TestClient, TestClient], service: Service, browser: TestClient
) -> None:
    ann = service.accounts.find("Ann")
    view = service.challenges.start(ann, ["Bob"], Terms("orion", clock="10d+36h/10d", rated=True))
    for text in ("p+", "f+", "q+", "g+"):
        view = service.bots.submit(view.id, view.match.to_act[0], text, view.revision)
    path = f"/matches/{view.id}"
    for client in (*people, browser):  # two new players, as everybody sees beside their names
        assert players(client, path).count('<span class="rating">1500<span class="quiet" title="provisional">?') == 2
    data = people[0].get(path, headers={"Accept": "application/json"}).json()
    assert data["ratings"]["0"] == {"rating": 1500, "provisional": True, "change": None}
    service.bots.act(view.id, 0, Resign(), view.revision)
    loser = next(n for n, name in enumerate(("Ann", "Bob")) if view.seats[0].name == name)
    winner = view.seats[1].name
    assert status(people[loser].get(path)) == f"You resigned: {winner} won · 1456? (\N{MINUS SIGN}44)."
    assert status(people[1 - loser].get(path)) == "You won by resignation · 1583? (+83)."
    assert status(browser.get(path)) == f"{winner} won by resignation."
    assert "1583? (+83)" in extract(r'<p class="said">(.*?)</p>', people[1 - loser].get(path))
    for client in (*people, browser):
        assert '<span class="loss">\N{MINUS SIGN}44</span>' in players(client, path)
        assert '<span class="gain">+83</span>' in players(client, path)
    data = people[0].get(path, headers={"Accept": "application/json"}).json()
    assert data["ratings"]["0"] == {"rating": 1456, "provisional": True, "change": -44}


def test_no_rating_stands_beside_names_of_a_match_that_is_not_rated(
    people: tuple[TestClient, TestClient], service: Service
) -> None:
    view = service.challenges.start(service.accounts.find("Ann"), ["Bob"], Terms("orion", clock="10d+36h/10d"))
    assert 'class="rating"' not in people[0].get(f"/matches/{view.id}").text


def players(client: TestClient, path: str) -> str:
    """Return the names of the players beside the board."""
    return extract(r'<ul class="players[^>]*>(.*?)</ul>', client.get(path))


def test_who_is_here_now_is_challenged_live_to_the_game_that_both_played_last(
    people: tuple[TestClient, TestClient], service: Service
) -> None:
    ann, _ = people
    ids = {name: service.accounts.find(name).id for name in ("Ann", "Bob")}
    seats = [SeatAssignment("person", name, person) for name, person in ids.items()]
    view = service.create("throngs", seats)
    service.bots.act(view.id, 0, Resign(), view.revision)
    service.create("vortex", [seats[1], SeatAssignment("bot", "easy")])
    assert one_press(ann)["pace"] == "4d+2d/4d"
    service.here.come(ids["Bob"])
    assert one_press(ann) == {"to": "Bob", "game": "throngs", "pace": "600+5", "rated": "yes"}


def test_a_challenge_is_answered_from_any_page_by_what_its_news_say(people: tuple[TestClient, TestClient]) -> None:
    ann, bob = people
    for number, (answer, left) in enumerate((("decline", "declined"), ("accept", "accepted"))):
        made = challenge(ann)
        (news, *_) = bob.get("/play/found").json()["notices"]
        address, word = news[answer]
        assert (address, word) == (made.url.path, answer)
        bob.post(address, data={"do": word})
        assert f"Bob {left}" in ann.get(made.url.path).text, number
