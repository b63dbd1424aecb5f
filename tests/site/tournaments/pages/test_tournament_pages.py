"""The pages of tournaments: a tournament is made, entered and played by forms, without scripts."""

import re
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from starlette.testclient import TestClient

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.match.clock import DAY
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament
from ludarium.site.tournaments.pages.page import cross_table
from ludarium.site.tournaments.substituting import Substitute, WaitForPlace
from ludarium.tournament.kinds import KINDS
from ludarium.tournament.kinds.kind import Kind
from ludarium.tournament.verification import faults_of
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, extract, said
from tests.site.tournaments.playing import account, accounts, begun, better, finish, look, play_round, undecided
from tests.soak.browsers import Page

JSON = {"Accept": "application/json"}
Player = Callable[[str], TestClient]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def sign_in(service: Service, store: Store, new_browser: NewBrowser) -> Player:
    """Return a browser in which an account of a name is signed in."""

    def sign_in(name: str) -> TestClient:
        browser = new_browser()
        browser.cookies.set("session", service.people.begin_session(account(service, store, name), ""))
        return browser

    return sign_in


def make(browser: TestClient, kind: str = "round-robin", **more: str) -> str:
    answer = browser.post("/tournaments", data={"do": "make", "game": "orion", "kind": kind} | more)
    assert answer.status_code == 200, said(answer)
    return answer.url.path


def test_a_tournament_is_made_entered_and_begun_by_forms(
    service: Service, browser: TestClient, sign_in: Player
) -> None:
    assert "None is open at the moment" in browser.get("/tournaments").text
    ann, others = sign_in("Ann"), [sign_in(name) for name in ("Bob", "Cid")]
    path = make(ann, name="The cup")
    assert "Make an account to enter" in browser.get(path).text
    for each in (ann, *others):
        assert "Leave the tournament" in each.post(path, data={"do": "enter"}).text
    for place, reader in (("/tournaments", browser), ("/me", ann)):
        assert f'<a href="{path}">' in reader.get(place).text
    page = ann.post(path, data={"do": "begin"})
    assert "In progress" in page.text
    match = extract(r'href="(/matches/[^"]+)">in progress', page)
    assert f'href="{path}"' in ann.get(match).text
    for place in ("/", "/games/orion", "/tournaments"):
        assert browser.get(place).status_code == 200


def test_the_organiser_is_asked_before_a_tournament_is_cancelled(sign_in: Player) -> None:
    ann = sign_in("Ann")
    path = make(ann, name="The cup")
    page = ann.get(path).text
    assert '<button type="button" class="button" popovertarget="cancelling">Cancel the tournament</button>' in page
    asked = page.partition('<div id="cancelling" class="sheet" popover')[2]
    assert asked.index("Cancel The cup?") < asked.index('value="cancel">Yes, cancel it</button>')
    assert page.count('value="cancel"') == 1
    assert "Cancelled" in ann.post(path, data={"do": "cancel"}).text


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "knock-out", "double-knock-out", "exhibition", "team-match"])
def test_a_tournament_of_every_kind_has_a_page_from_start_to_end(
    service: Service, store: Store, browser: TestClient, kind: str
) -> None:
    tournament = begun(service, accounts(service, store, 5), kind, rounds="2", games="2")
    for _ in range(9):
        page = browser.get(f"/tournaments/{tournament}")
        assert page.status_code == 200
        assert "style=" not in page.text
        data = browser.get(f"/tournaments/{tournament}", headers=JSON).json()
        assert faults_of(data) == []
        if play_round(service, tournament, better).tournament.state == "over":
            break
    with store.write() as tx:
        tx.tournaments.set(tournament, begun_at=1_700_000_000.0)  # another day than that of its end
    page = browser.get(f"/tournaments/{tournament}")
    data = browser.get(f"/tournaments/{tournament}", headers=JSON).json()
    assert "Over: played from" in page.text
    best = data["players"][data["table"][0]["player"]]["name"]
    if data["teams"]:
        won = [
            name
            for name, got in zip(data["teams"], data["team_points"], strict=True)
            if got == max(data["team_points"])
        ]
        best = " and ".join(won)
    is_draw = f"A draw between <strong>{best}</strong>." in page.text
    assert is_draw is (len(data["teams"]) > 1 and len({*data["team_points"]}) == 1)
    found = [best] if is_draw else re.findall(r"<strong>([^<]*)</strong> (?:has|have) won\.", page.text)
    assert found == ([] if kind == "exhibition" else [best])
    if "knock-out" in kind:
        assert page.text.index("has won.") < page.text.index('id="bracket"') < page.text.index('id="table"')
    assert ("How the tie-breaks were computed" in page.text) == (kind in ("round-robin", "swiss"))
    assert ("Buchholz cut 1: without round" in page.text) == (kind == "swiss")
    data = browser.get(f"/tournaments/{tournament}", headers=JSON).json()
    assert data["table"][0]["player"] == 0
    assert faults_of(data) == []
    assert ("<svg" in page.text) == ("knock-out" in kind)
    assert ("<strong>Player00</strong> has 8 of 8 points." in page.text) == (kind == "exhibition")
    assert ("Reserve: " in page.text) == (kind == "team-match")


def test_a_tournament_of_one_day_says_that_day_once(service: Service, store: Store, browser: TestClient) -> None:
    tournament = begun(service, accounts(service, store, 4), "round-robin")
    while play_round(service, tournament, better).tournament.state != "over":
        pass
    for ended_at, expected in (
        (1_800_003_600.0, "Over: played on 15 January 2027"),
        (1_800_090_000.0, "Over: played from 15 January 2027 to 16 January 2027"),
    ):
        with store.write() as tx:
            tx.tournaments.set(tournament, begun_at=1_800_000_000.0, ended_at=ended_at)
        said = extract('<p class="stands">(.*?)</p>', browser.get(f"/tournaments/{tournament}"))
        assert re.sub("<.*?>", "", said) == expected


@pytest.mark.parametrize("wanted", ["", "grid", "throngs", "ludo(players=3)", "vortex(tokens=2)"])
def test_every_preset_makes_a_tournament_as_it_is_offered(
    browser: TestClient, sign_in: Player, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    """A person presses a preset, and then the button of the form, and changes nothing."""
    monkeypatch.setattr("ludarium.site.tournaments.tournaments.MOST_ORGANISED", 100)
    monkeypatch.setattr("ludarium.site.tournaments.tournaments.MOST_MADE", 100)
    ann = sign_in("Ann")
    shown = Page(ann.get("/tournaments/new", params={"game": wanted}) if wanted else ann.get("/tournaments"))
    presets = [unescape(link) for link in shown.links('/tournaments/new[?][^"]*')]
    assert len(presets) > len(KINDS)
    kept = set()
    for preset in presets:
        asked = dict(parse_qsl(urlsplit(preset).query))
        assert {"game", "kind", "tempo", "days"} <= {*asked}
        offered = ann.get(preset)
        form = Page(offered).form("make", ["kind"])
        assert form
        answer = ann.post(form.action, data=form.fields)
        assert answer.url.path != "/tournaments", said(answer)
        made = browser.get(answer.url.path, headers=JSON).json()
        assert (made["kind"], made["tempo"]) == (asked["kind"], asked["tempo"])
        assert (made["game"] != asked["game"]) == ('role="status">' in offered.text)  # it says why
        kept |= {asked["kind"]} if made["game"] == wanted else set()
    expected = {kind.name for kind in KINDS.values() if not wanted or _is_for(kind, wanted)}
    assert kept == (expected if wanted else set())


OF_KINDS = {"rounds", "minutes", "streaks", "exhibitor", "first_turn", "teams", "opponent", "weeks", "games"}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("round-robin", {"games"}),
        ("swiss", {"games", "rounds"}),
        ("arena", {"minutes", "streaks"}),
        ("exhibition", {"games", "exhibitor", "first_turn"}),
        ("team-match", {"teams"}),
        ("duplicate", {"games", "opponent", "weeks"}),
    ],
)
def test_a_form_has_the_fields_of_its_kind_alone(browser: TestClient, kind: str, expected: set[str]) -> None:
    form = Page(browser.get("/tournaments/new", params={"kind": kind})).form("make", ["kind"])
    assert form
    assert OF_KINDS & ({*form.fields} | form.boxes) == expected
    assert form.fields["kind"] == kind


def test_who_may_make_no_more_hears_it_before_the_form(browser: TestClient, sign_in: Player) -> None:
    ann = sign_in("Ann")
    for _ in range(3):
        assert "tournaments of yours" not in ann.get("/tournaments/new").text
        make(ann)
    page = ann.get("/tournaments/new").text
    said = "3 tournaments of yours wait or go on: end one first."
    assert page.index(said) < page.index("<form")
    refused = ann.post("/tournaments", data={"do": "make", "kind": "swiss", "game": "orion"})
    assert refused.status_code == 429
    assert refused.text.count(said) == 1
    assert "end one first" not in browser.get("/tournaments/new").text


def test_a_tournament_that_is_about_to_begin_says_so(service: Service, store: Store, sign_in: Player) -> None:
    """Until the site has begun it, nobody is told that they cannot enter."""
    ann = sign_in("Ann")
    path = make(ann)
    with store.write() as tx:
        tx.tournaments.set(path.rpartition("/")[2], due_at=1.0, begins_at=1.0)
    page = ann.get(path).text
    assert "It begins now." in page
    assert "You cannot enter" not in page
    assert '<meta http-equiv="refresh" content="5">' in page


def _is_for(kind: Kind, spec: str) -> bool:
    game = load(spec)
    with suppress(ParseError):
        kind.check_game(spec, game.seats, has_dice=bool(game.max_chance_outcomes), rated=False, computers=False)
        return True
    return False


def test_tables_of_three_have_a_page(service: Service, store: Store, browser: TestClient) -> None:
    tournament = begun(service, accounts(service, store, 5), "round-robin", game="ludo(players=3)")
    page = browser.get(f"/tournaments/{tournament}")
    assert "At tables of 3 players, or fewer" in page.text
    assert len(re.findall(r"<li><span>(?:<a [^>]*>[^<]*</a>[^<]*){3}</span>", page.text)) == 2
    data = browser.get(f"/tournaments/{tournament}", headers=JSON).json()
    assert sorted(len(game["players"]) for game in data["waves"][0]) == [2, 2, 3, 3]
    assert (data["seats"], data["fewest"]) == (3, 2)
    _, rows = cross_table(look(service, tournament))
    cells = [cell for row in rows for column in row.columns for cell in column or ()]
    assert [cell.number for cell in cells] == [0] * 10  # no opponent stands beside a result, at a small table neither
    assert faults_of(data) == []


def test_players_choose_a_team_and_whom_the_organiser_asks_accepts(browser: TestClient, sign_in: Player) -> None:
    ann, bob = sign_in("Ann"), sign_in("Bob")
    path = make(ann, "team-match", teams="North, South")
    assert "Enter for North" in bob.get(path).text
    assert "<h3>South</h3>" in bob.post(path, data={"do": "enter", "team": "South"}).text
    assert "Put a player in a team" in ann.get(path).text
    player = browser.get(path, headers=JSON).json()["players"][0]["person"]
    ann.post(path, data={"do": "assign", "player": player, "team": "North"})
    data = browser.get(path, headers=JSON).json()
    assert (data["teams"], [each["team"] for each in data["players"]]) == (["North", "South"], [0])
    path = make(ann, "exhibition", exhibitor="Bob", first_turn="alternates")
    assert "Accept: play everybody who enters" in bob.get(path).text
    assert "Bob plays everybody who enters" in ann.get(path).text


def test_the_organiser_changes_and_corrects_by_forms(
    service: Service, store: Store, browser: TestClient, sign_in: Player
) -> None:
    ann, others = sign_in("Ann"), [sign_in(name) for name in ("Bob", "Cid")]
    path = make(ann, name="The cup")
    changed = ann.post(path, data={"do": "change", "name": "The <mug>", "days": "2", "most": "4"})
    assert "<h1>The &lt;mug&gt;" in changed.text
    assert "0 of 4 have entered" in changed.text
    refused = ann.post(path, data={"do": "change", "name": "Another", "most": "many"})
    assert refused.status_code == 400
    assert "expected a number from 3 to 12" in said(refused)[0]
    assert 'value="many"' in refused.text  # what was typed is not lost
    assert "Change the tournament" not in others[0].get(path).text
    for each in (ann, *others):
        each.post(path, data={"do": "enter"})
    ann.post(path, data={"do": "begin"})
    tournament = path.rpartition("/")[2]
    assert "Correct a result" not in ann.get(path).text  # there is none
    view = look(service, tournament)
    finish(service, view, undecided(view)[0], undecided(view)[0].first)
    service.tournaments.work()
    match = extract(r'<option value="([^"]+)">[^<]* 1:0 \(game', ann.get(path))
    corrected = ann.post(path, data={"do": "correct", "match": match, "points": "0.5"})
    assert "½:½, corrected" in corrected.text
    assert "½:½, corrected" in browser.get(path).text
    assert "Correct a result" not in others[0].get(path).text
    data = browser.get(path, headers=JSON).json()
    assert [game["how"] for game in data["waves"][0] if game["match"] == match] == ["corrected"]
    assert faults_of(data) == []


@pytest.mark.parametrize("has_left", [True, False])
def test_a_substitute_stands_beside_the_player_who_was_replaced(
    service: Service, store: Store, browser: TestClient, has_left: bool
) -> None:
    *people, cat = accounts(service, store, 5)
    tournament = begun(service, people, "round-robin")
    service.tournaments.act(cat, tournament, WaitForPlace())
    if has_left:
        service.tournaments.act(people[1], tournament, LeaveTournament())
    service.tournaments.act(people[0], tournament, Substitute(people[1].id, cat.name, "Ill."))
    page = browser.get(f"/tournaments/{tournament}").text
    assert f">for {people[1].name}{', who has left' if has_left else ''}</span>" in page


def test_the_organiser_enters_bots_by_a_form_and_withdraws_one(browser: TestClient, sign_in: Player) -> None:
    ann = sign_in("Ann")
    path = make(ann, computers="yes", name="The cup")
    form = r'<input type="hidden" name="do" value="enter-bot">\s*<button class="button" name="bot" value="easy">Add Ada'
    assert re.search(form, ann.get(path).text)
    page = ann.post(path, data={"do": "enter-bot", "bot": "easy"})
    assert 'Ada <span class="bot-mark">bot</span>' in page.text
    assert "/people/bot" not in page.text
    data = browser.get(path, headers=JSON).json()
    (player,) = data["players"]
    assert (player["person"], player["name"], player["computer"], player["bot"]) == ("bot:easy", "Ada", True, "easy")
    assert data["bots"] == []
    own = ann.get(path, headers=JSON).json()
    assert [each["bot"] for each in own["bots"]] == ["medium", "hard", "champion"]
    assert {"enter-bot", "remove-bot"} <= {*own["do"]}
    assert ">Add Ben" in page.text
    assert ">Add Ada" not in page.text
    assert ">Add Ben" not in browser.get(path).text
    refused = ann.post(path, data={"do": "enter-bot", "bot": "nobody"})
    assert refused.status_code == 409
    assert said(refused) == ["'nobody' is no bot that you may enter now: expected one of medium, hard, champion."]
    ann.post(path, data={"do": "remove-bot", "player": "bot:easy"})
    assert browser.get(path, headers=JSON).json()["players"] == []


def test_the_organiser_reads_why_there_are_no_bots_to_add(sign_in: Player) -> None:
    ann, why = sign_in("Ann"), "This site's bots play no matches whose turns come with ticks"
    with_ticks = {"game": "grid", "tempo": "live 1", "computers": "yes", "rated": "yes", "name": "The cup"}
    assert why in ann.get(make(ann, kind="knock-out", **with_ticks)).text
    assert why not in ann.get(make(ann, kind="arena", **with_ticks)).text


def test_the_published_tournament_is_one_press(service: Service, browser: TestClient, sign_in: Player) -> None:
    ann = sign_in("Ann")
    form = (
        r'<form class="apart" method="post" action="/tournaments"><input[^>]*value="grid"><input[^>]*value="yes">'
        r"<button[^>]*>"
        r"Play the published tournament of Grid Game again</button>\s*<p class=\"hint\">Begins at once; nobody needs to"
    )
    for path in ("/tournaments", "/tournaments/new"):
        kinds = extract(r"<summary>(?:Other|All) kinds</summary>(.*?)</details>", ann.get(path))
        assert re.search(form, kinds)
        assert "published" not in browser.get(path).text
    answer = ann.post("/tournaments", data={"do": "make", "game": "grid", "published": "yes"})
    assert "Avi - Hocus Pocus(!?)" in answer.text
    assert "Of the other 193 pairs of these 23" in answer.text
    again = sign_in("Bob").post("/tournaments", data={"do": "make", "game": "grid", "published": "yes"})
    assert again.url.path == answer.url.path
    data = browser.get(answer.url.path, headers=JSON).json()
    assert (data["published"], len(data["players"]), data["first_turn"]) == (True, 23, "entered")
    for _ in range(3):
        service.tournaments.work()
    page = browser.get(answer.url.path).text
    assert "193 pairs of which nothing is recorded." in page
    assert "not recorded" not in page


def test_a_duplicate_ends_after_the_weeks_that_its_form_says(browser: TestClient, sign_in: Player) -> None:
    ann = sign_in("Ann")
    path = make(ann, "duplicate", game="vortex(players=1,tokens=1)", weeks="3")
    data = browser.get(path, headers=JSON).json()
    assert data["ends_at"] - data["begins_at"] == pytest.approx(3 * 7 * DAY)
    calendar = browser.get(f"{path}/calendar.ics").text
    assert calendar.count("BEGIN:VEVENT") == 2
    answer = ann.post(
        "/tournaments", data={"do": "make", "game": "vortex(players=1)", "kind": "duplicate", "weeks": "1"}
    )
    assert answer.status_code == 400
    assert "from 2 to 12" in answer.text


def test_a_list_says_the_game_and_the_kind_once(browser: TestClient, sign_in: Player) -> None:
    ann = sign_in("Ann")
    make(ann, "swiss", game="orion")
    make(ann, "swiss", game="orion", name="Evenings")
    cups = re.findall(r'<li class="cup">(.*?)</li>', browser.get("/tournaments").text, re.DOTALL)
    assert sorted((cup.count("Orion: Hydra"), cup.count("Swiss")) for cup in cups) == [(1, 1), (1, 1)]


def test_who_may_enter_is_said_while_somebody_may(service: Service, store: Store, sign_in: Player) -> None:
    ann = sign_in("Ann")
    path = make(ann)
    assert "may enter, at most" in ann.get(path).text
    for person in accounts(service, store, 3):
        service.tournaments.act(person, path.rpartition("/")[2], EnterTournament())
    ann.post(path, data={"do": "begin"})
    service.tournaments.work()
    assert "may enter, at most" not in ann.get(path).text


def test_what_few_organisers_do_is_folded_until_it_is_refused(sign_in: Player) -> None:
    ann = sign_in("Ann")
    path = make(ann)

    def unfolded(page: str) -> list[str]:
        return re.findall(r"<details open>\s*<summary>(.*?)</summary>\s*<form", page)

    assert "<summary>Announce</summary>" in ann.get(path).text
    assert unfolded(ann.get(path).text) == []
    refused = ann.post(path, data={"do": "announce", "text": " "})
    assert refused.status_code == 400
    assert unfolded(refused.text) == ["Announce"]
