"""The front page and the pages to which the header leads: who sees what, and that no half of them is empty."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from ludarium.core.registry import definition, game_names, load
from ludarium.players.table import play_match
from ludarium.site.begin.rows import Terms
from ludarium.site.challenge_ladders.commands import JoinLadder
from ludarium.site.ground.tables import matches
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.leagues.commands import EnterLeague, MakeLeague
from ludarium.site.match.commands import PlayTurn, Resign
from ludarium.site.offers.commands import AcceptOffer, MakeOffer
from ludarium.site.openapi import describe
from ludarium.site.overviews.for_programs import CompeteData, LearnData, RankingsData, WatchData, WorkshopsData
from ludarium.site.puzzles.board import puzzles_of
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.site_bots import FILLERS
from ludarium.site.tournaments.weekly import WeeklyPlan
from ludarium.site.web.sections import SECTIONS
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract, join, send
from tests.site.tournaments.playing import account, begun, make, play_round

_KINDS: dict[str, type] = {
    "/learn": LearnData,
    "/watch": WatchData,
    "/compete": CompeteData,
    "/rankings": RankingsData,
    "/workshop": WorkshopsData,
}
LISTED = ["/", *SECTIONS, "/rankings", "/tournaments", "/leagues", "/puzzles", "/about"]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


def sign_in(browser: TestClient, service: Service, person: Person) -> None:
    browser.cookies.set("session", service.people.begin_session(person, ""))


def header(browser: TestClient, path: str) -> str:
    return extract(r'<header class="top">(.*?)</header>', browser.get(path))


def rated(service: Service, winner: Person, loser: Person) -> str:
    """Let two accounts play a rated match of some turns, which one of them wins; return its id."""
    offer = service.offers.act(loser, MakeOffer(games="orion", tempos="4d+2d/4d", rated="yes", begins="first"), None)
    match = service.offers.act(winner, AcceptOffer(offer=offer.offer or ""), None).match or ""
    for number, entry in enumerate(play_match("orion", ["random", "random"], 1).turns[:6]):
        service.bots.act(match, number % 2, PlayTurn(text=entry.text), service.bots.look(match).revision)
    seats = [seat.person for seat in service.bots.look(match).seats]
    service.bots.act(match, seats.index(loser.id), Resign(), service.bots.look(match).revision)
    return match


@pytest.mark.parametrize("path", LISTED)
def test_one_header_stands_on_every_page(browser: TestClient, path: str) -> None:
    head = header(browser, path)
    assert re.findall(r'<a href="(/\w+)" hx-boost="false"[^>]*>(\w+)</a>', head)[: len(SECTIONS)] == [*SECTIONS.items()]
    assert re.search(r'<nav id="sections"[^>]* popover>', head)
    assert '<button type="button" class="button menu-button" popovertarget="sections">Menu</button>' in head


@pytest.mark.parametrize("path", SECTIONS)
def test_the_header_says_where_one_is(browser: TestClient, path: str) -> None:
    assert re.findall(r'<a href="(/\w+)"[^>]* aria-current="page"', header(browser, path)) == [path]
    assert 'aria-current="true"' in header(browser, "/tournaments")
    assert "aria-current" not in header(browser, "/about")


def test_ones_own_name_leads_to_ones_page(browser: TestClient, service: Service, store: Store) -> None:
    ann = account(service, store, "Ann")
    sign_in(browser, service, ann)
    assert re.findall(r'href="(/people/\w+)" hx-boost="false">Ann<', header(browser, "/compete")) == ["/people/Ann"] * 2
    assert "<h1>Ann" in browser.get("/people/Ann").text


def test_a_guest_is_led_to_the_page_of_the_guest(browser: TestClient) -> None:
    begin(browser)
    address = extract(r'href="(/people/[^"]+)"', browser.get("/about"))
    assert browser.get(address).status_code == 200


def test_a_stranger_sees_a_game_between_people_first(browser: TestClient, new_browser: NewBrowser) -> None:
    alone = new_browser()
    bots = begin(alone, seat_1="easy")
    send(alone, bots, text="u+")
    host, guest = new_browser(), new_browser()
    people = begin(host)
    join(guest, host, people)
    send(host, people, text="u+")
    front = browser.get("/")
    star = extract(r'<ul class="star">(.*?)</ul>', front)
    assert f'href="{people}"' in star
    assert f'src="{people}/small.svg' in star
    watch = extract(r'<main id="main">(.*?)</main>', browser.get("/watch"))
    assert watch.index(people) < watch.index(bots)
    assert f'href="{people}"' in watch[: watch.index("With bots")]


def test_a_picture_says_to_a_stranger_what_it_shows(browser: TestClient, new_browser: NewBrowser) -> None:
    star = extract(r'<ul class="star">(.*?)</ul>', browser.get("/"))
    (puzzle,) = re.findall(r'href="/puzzles/(\w+)/', star)
    assert f"{definition(puzzle).title}, in the middle of a game" in unescape(star)
    assert definition(puzzle).tagline in unescape(star)
    assert f'action="/games/{puzzle}/new"><button class="button large primary">' in browser.get("/").text
    host, guest = new_browser(), new_browser()
    people = begin(host)
    join(guest, host, people)
    send(host, people, text="u+")
    star = extract(r'<ul class="star">(.*?)</ul>', browser.get("/"))
    assert "Being played now: press to watch" in star
    assert definition("orion").tagline in unescape(star)


def test_what_is_over_is_not_called_being_played(browser: TestClient, new_browser: NewBrowser) -> None:
    for _ in range(2):
        send(browser, begin(browser, seat_1="here"), text="u+")
    watch = r'<h2 id="watch">(.*?)</h2>'
    assert extract(watch, new_browser().get("/")) == "Being played now"
    path, state = begin(browser, seat_1="here", position=""), load("orion").initial()
    for _ in range(14):
        (seat,) = state.actors
        text = state.format_turn(state.legal(seat)[:1])
        send(browser, path, seat=seat, text=text)
        state = state.move(text)
    send(browser, path, "resign", seat=state.actors[0])
    page = new_browser().get("/")
    assert "Worth seeing" in page.text
    assert extract(watch, page) == "Worth a look"


def test_a_guest_plays_again_in_one_press(browser: TestClient) -> None:
    path = begin(browser)
    primary = r'<(?:a|button) class="button (?:primary large|large primary)"[^>]*>([^<]+)'
    head = r'<div class="heading row own-head">(.*?)</section>'
    assert re.findall(primary, extract(head, browser.get("/"))) == ["Continue"]
    assert ">Play Orion: Hydra now</button>" in extract(head, browser.get("/"))
    send(browser, path, text="u+")
    send(browser, path, "resign", 0)
    over = extract(head, browser.get("/"))
    assert re.findall(primary, over) == ["Play Orion: Hydra now"]
    assert f'src="{path}/small.svg' in over
    assert "Your last game" in over


def test_a_challenge_comes_first_and_few_own_games_leave_no_row_half_empty(
    browser: TestClient, service: Service, store: Store
) -> None:
    ann, bob = account(service, store, "Ann"), account(service, store, "Bob")
    sign_in(browser, service, ann)
    begin(browser)
    service.challenges.make(bob, "Ann", Terms("orion"))
    front = browser.get("/").text
    assert front.index("Bob challenges you") < front.index('<ul class="tiles">')
    assert extract(r'<ul class="tiles">(.*?)</ul>', browser.get("/")).count('<li class="tile') == 5
    assert 'class="puzzle-strip"' not in front  # the puzzles of the day are not shown twice


def test_nothing_that_is_on_leaves_no_half_empty(browser: TestClient) -> None:
    front = browser.get("/")
    star = extract(r'<ul class="star">(.*?)</ul>', front)
    assert re.search(r'<a href="/puzzles/\w+/\d+">', star)
    strip = extract(r'<ul class="puzzle-strip">(.*?)</ul>', front)
    assert set(re.findall(r'href="/puzzles/(\w+)"', strip)) == {name for name in game_names() if puzzles_of(name)}
    pictures = re.findall(r'src="(/puzzles/[^"]+)"', star + strip)
    assert len(pictures) > 3
    for path in pictures:
        assert browser.get(path).headers["content-type"].startswith("image/svg+xml")
    watch = browser.get("/watch").text
    assert "No match between people is being played." in watch
    assert "Puzzle of the day" in watch


def test_a_member_sees_what_waits_and_goes_on_in_one_press(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, pace="6d+3d/6d")
    join(new_browser(), browser, path)
    front = browser.get("/")
    assert '<h1 id="my-turn">Your turn in 1 game</h1>' in front.text
    assert "Board games you have never played" not in front.text
    assert '<li class="tile awaited">' in front.text
    assert re.search(r'<span class="left">\d days left</span>', front.text)
    assert browser.get("/me/next", follow_redirects=False).headers["location"] == path
    assert '<a class="button primary large" href="/me/next">Continue</a>' in front.text
    send(browser, path, text="u+")
    front = browser.get("/")
    assert '<h1 id="waiting-for">The others are to play</h1>' in front.text
    assert "tile awaited" not in front.text
    assert front.text.count(f'href="{path}"') == 1  # not among those to watch, too


def test_bots_of_one_level_have_the_names_of_their_page_on_cards(browser: TestClient, service: Service) -> None:
    bots = [SeatAssignment("bot", "easy") for _ in range(2)]
    match = service.create("orion", bots).id
    for address in ("/watch", "/play"):
        (card,) = re.findall(rf'<a href="/matches/{match}".*?</a>', browser.get(address).text, re.DOTALL)
        assert re.search(r"\bAda\b.* \W Ada 2\b", card, re.DOTALL)


@pytest.mark.parametrize(
    ("game", "pace", "kind"),
    [
        ("grid", "live 0.5", "Live"),
        ("orion", "300+5", "Live"),
        ("orion", "6d+3d/6d", "By correspondence"),
        ("orion", "", "Without a clock"),
    ],
)
def test_a_match_is_labelled_by_its_clock(
    browser: TestClient, new_browser: NewBrowser, game: str, pace: str, kind: str
) -> None:
    host = new_browser()
    path = begin(host, game, pace=pace)
    join(new_browser(), host, path)
    card = extract(rf'<a href="{path}"(.*?)</a>', browser.get("/watch"))
    assert re.findall(r'<span class="kind[^>]*>([^<]+)</span>', card) == [kind]


def test_the_match_in_front_has_its_players_with_ratings_and_clocks_and_the_last_turns(
    browser: TestClient, service: Service, store: Store
) -> None:
    people = [account(service, store, name) for name in ("Ann", "Bob")]
    offer = MakeOffer("throngs", "1800+30", rated="yes")
    (_, met) = [service.offers.act(person, offer) for person in people]
    match, path = service.bots.look(met.match or ""), f"/matches/{met.match}"
    seat, state, actions = match.match.to_act[0], match.match.state, list[int]()
    while seat in state.actors:
        actions.append(state.legal(seat)[0])
        state = state.play(actions[-1])
    text = match.match.state.format_turn(actions)
    service.bots.act(match.id, seat, PlayTurn(text), match.revision)
    card = extract(rf'<a href="{path}"(.*?)</a>', browser.get("/watch"))
    rows = re.findall(
        r'<span class="name">(\w+)</span>.*?<span class="rating">(\d+).*?<span class="clock"[^>]*>([\d:]+)', card
    )
    assert [(name, rating) for name, rating, _ in sorted(rows)] == [("Ann", "1500"), ("Bob", "1500")]
    assert len(re.findall(r'class="clock" data-left="', card)) == 1  # that of who is to move
    assert text in extract(r'<span class="last">(.*?)</span>\s*<span class="button">', browser.get("/watch"))


def test_a_match_without_a_turn_for_a_while_is_not_called_being_played(
    browser: TestClient, new_browser: NewBrowser, store: Store
) -> None:
    """It waits between two turns if people play it; a bot waits for who has mostly gone, and is not shown."""
    host, guest, alone = new_browser(), new_browser(), new_browser()
    people, bots = begin(host), begin(alone, seat_1="easy")
    join(guest, host, people)
    send(host, people, text="u+")
    send(alone, bots, text="u+")
    with store.database.begin() as connection:
        connection.execute(update(matches).values(updated_at=matches.c.updated_at - 400))
    page = browser.get("/watch").text
    assert "On now" not in page
    assert "No match between people is being played, but some wait for a turn." in page
    assert f'href="{people}"' in page[page.index("Between two turns") :]
    assert bots not in page
    watch = told(browser, "/watch")
    assert (watch["people"], watch["bots"]) == ([], [])
    assert [one["match"] for one in watch["waiting"]] == [people[9:]]


def test_no_match_is_to_watch_before_who_is_invited_has_come(browser: TestClient, new_browser: NewBrowser) -> None:
    host, guest = new_browser(), new_browser()
    path = begin(host)
    join(guest, host, path)
    send(guest, path, "resign", 1)
    rematch = host.post(f"{path}/ask", data={"do": "rematch"}, follow_redirects=False).headers["location"]
    assert rematch not in browser.get("/watch").text
    assert rematch not in browser.get("/play").text
    guest.post(f"{path}/ask", data={"do": "rematch"})
    assert f'href="{rematch}"' in browser.get("/watch").text


def test_a_match_that_waits_for_ready_waits_for_the_reader(browser: TestClient, new_browser: NewBrowser) -> None:
    path, guest = begin(browser, "grid", pace="live 0.5"), new_browser()
    join(guest, browser, path)
    front = browser.get("/").text
    assert '<h1 id="my-turn">Press Ready to start</h1>' in front
    own = extract(rf'<li class="tile awaited"><a href="{path}"(.*?)</li>', browser.get("/me"))
    assert '<span class="left">Press Ready to start</span>' in own
    assert browser.get("/me/next", follow_redirects=False).headers["location"] == path
    send(browser, path, "ready")
    assert '<h1 id="waiting-for">The others are to play</h1>' in browser.get("/").text
    assert '<h1 id="my-turn">Press Ready to start</h1>' in guest.get("/").text


def test_the_front_page_says_how_many_found_an_opponent(browser: TestClient, new_browser: NewBrowser) -> None:
    said = (
        "In the last day people looked for an opponent 4 times and found one each time, half of them within a minute."
    )
    for number in range(4):
        assert "In the last day" not in browser.get("/").text, number  # two who have met tell a stranger little
        new_browser().post("/play", data={"do": "now", "game-orion": "on"})
    assert said in browser.get("/").text
    assert said in browser.get("/play").text


def test_compete_has_what_is_now_and_soon(browser: TestClient, service: Service, store: Store) -> None:
    people = [account(service, store, name) for name in ("Ann", "Bob", "Cyd")]
    assert "Yours can be the first" in browser.get("/compete").text
    running = begun(service, people, "round-robin", name="The cup")
    now = extract(r'<h2 id="now">Now</h2>(.*?)</section>', browser.get("/compete"))
    assert f'href="/tournaments/{running}"' in now
    assert "3 players, 0 of 3 games over" in now
    assert re.search(r'src="/matches/[^/]+/small.svg', now)
    view = play_round(service, running, lambda board: board.first)
    (winner,) = {row.entry.name for row in view.table if row.row.rank == 1}
    page = browser.get("/compete")
    assert 'id="now"' not in page.text
    assert f"{winner} won" in extract(r'<h2 id="over">Won lately</h2>(.*?)</section>', page)
    waiting = make(service, people[0], "swiss", name="The next cup")
    soon = extract(r'<h2 id="soon">Soon</h2>(.*?)</section>', browser.get("/compete"))
    assert f'href="/tournaments/{waiting}"' in soon
    assert "Begins in 7 days" in soon


def test_compete_says_how_its_links_differ(browser: TestClient) -> None:
    found = extract(r'<ul class="differing">(.*?)</ul>', browser.get("/compete"))
    said = dict(re.findall(r'<a href="([^"]+)">[A-Z][a-z]+</a><span>: ([^<]+)</span>', found))
    assert len(set(said.values())) == len(said) == 5
    for address in said:
        assert browser.get(address).status_code == 200


def test_a_new_site_invites_to_begin_in_one_press(browser: TestClient, service: Service, store: Store) -> None:
    page = browser.get("/compete")
    at_once = extract(r'<h2 id="at-once">At once</h2>(.*?)</section>', page)
    assert 'id="soon"' not in page.text
    ways = ("Make a tournament", "Make an arena", "Play a person now", "See their ranking")
    assert all(f">{said}</" in at_once for said in ways)
    runs = re.findall(r'href="(/puzzles/\w+/runs)"', at_once)
    assert len(runs) > 1
    assert "Begin</button>" in browser.get(runs[0]).text  # without an account
    ranked = browser.get("/rankings").text
    assert ranked.count("first place is free") == ranked.count('name="do" value="now"') == 1
    assert ranked.count('<input type="hidden" name="game-') == len(game_names())
    assert "Nobody" not in ranked
    assert ">new<" not in ranked
    ann = account(service, store, "Ann")
    sign_in(browser, service, ann)
    form = extract(
        r"<h3>An arena with bots</h3>.*?<form method=\"post\" action=\"/tournaments\">(.*?)</form>",
        browser.get("/compete"),
    )
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    browser.post("/tournaments", data=fields)
    (made,) = service.tournaments.listed(ann).open
    assert (made.kind, made.computers, made.entered) == ("arena", True, 1 + FILLERS)
    assert "Yours can be the first" not in browser.get("/compete").text
    service.tournaments.act(ann, made.id, BeginTournament())
    (board,) = service.tournaments.view(ann, made.id).own_boards  # against a bot, as nobody else has come
    assert board.match_id
    form = browser.get("/tournaments/new?kind=arena&bots=yes").text
    assert 'name="bots" value="yes" checked' in form
    assert 'name="bots"' not in browser.get("/tournaments/new?kind=swiss").text


def test_every_tab_of_a_new_site_leads_on(browser: TestClient) -> None:
    """Where nothing goes on, the choices are in sight: of kinds of tournaments, and of games for a league."""
    tournaments, leagues = browser.get("/tournaments").text, browser.get("/leagues").text
    kinds = extract(r"<details open><summary>All kinds</summary>(.*?)</details>", browser.get("/tournaments"))
    assert len(re.findall(r'href="/tournaments/new[?]', kinds)) > 5
    assert "None is open at the moment" in tournaments
    ways = re.findall(r'href="(/leagues/new[?]game=\w+)"', leagues)
    assert len(ways) == len(game_names())
    assert all(browser.get(way).status_code in (200, 401, 403) for way in ways)


def test_what_begins_at_once_stands_above_the_weekly_arenas_and_says_when_they_begin(
    browser: TestClient, service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.weekly_arenas, "plan", WeeklyPlan.parse("saturday 18:00"))
    service.accounts.make_administrator(account(service, store, "Ann"), "command line")
    assert service.weekly_arenas.work()
    page = browser.get("/compete")
    assert page.text.index('id="at-once"') < page.text.index('id="soon"')
    said = extract(r'<h2 id="at-once">.*?<p>(.*?)</p>', page)
    assert re.match(r'The next arena, <a href="/tournaments/[^"]+">Weekly arena of .*</a>, begins in \d+ ', said)
    assert "Begins in" in extract(r'<h2 id="soon">Soon</h2>(.*?)</section>', page)


def test_compete_has_leagues_and_places_of_people(browser: TestClient, service: Service, store: Store) -> None:
    ann, free = account(service, store, "Ann"), r'(?s)The first place is free.*?<ul class="ranked free">(.*?)</ul>'
    before = extract(free, browser.get("/compete")).count("<li>")
    assert before == sum(load(name).seats == 2 for name in game_names())
    service.challenge_ladders.act(ann, "orion", JoinLadder())
    league = service.leagues.make(ann, MakeLeague(game="orion", name="The league")).target
    page = browser.get("/compete")
    assert extract(free, page).count("<li>") == before - 1
    assert '<a href="/people/Ann" title="Ann">Ann</a>' in extract(r'<h2 id="places">(.*?)</section>', page)
    assert f'href="/leagues/{league}"' in page.text


def test_compete_leads_with_ones_own(browser: TestClient, service: Service, store: Store) -> None:
    people = [account(service, store, name) for name in ("Ann", "Bob", "Cyd")]
    running = begun(service, people, "round-robin", name="The cup")
    assert "you are in it" not in browser.get("/compete").text
    sign_in(browser, service, people[1])
    page = browser.get("/compete")
    assert f'href="/tournaments/{running}"' in extract(r'<h2 id="mine">Yours</h2>(.*?)</section>', page)
    assert "you are in it" in page.text


def test_rankings_have_people_and_bots_of_every_game(browser: TestClient) -> None:
    page = browser.get("/rankings")
    people, bots = page.text.split('<h2 id="bots">')
    for name in game_names():
        assert f'href="/games/{name}/best"' in people
    assert "champion" in bots
    assert browser.get("/games/orion/best").status_code == 200


def test_people_have_places_by_what_their_ratings_are_at_least_and_the_pages_say_so(
    browser: TestClient, service: Service, store: Store
) -> None:
    rated(service, *(account(service, store, name) for name in ("Ann", "Bob")))
    people = extract(r'<h2 id="people">People</h2>(.*?)</section>', browser.get("/rankings"))
    assert re.findall(r'href="/people/(\w+)"', people) == ["Ann", "Bob"]
    assert re.findall(r'class="place">(.)<', people) == ["1", "2"]
    assert len(re.sub(r"<details.*?</details>", "", people.partition("<ul")[0], flags=re.DOTALL)) < 300
    assert "The number is careful" in people
    assert "The number is careful" in browser.get("/games/orion/best").text
    assert ", place 2 of 2</p>" in browser.get("/people/Bob").text


def test_ratings_of_matches_with_bots_are_a_list_of_their_own(
    browser: TestClient, service: Service, store: Store
) -> None:
    ann = account(service, store, "Ann")
    assert "With bots" not in browser.get("/games/orion/best").text
    match = rated(service, ann, service.bot_accounts.make(account(service, store, "Bob"), "Robot"))
    assert service.bots.look(match).computers
    people = extract(r'<h2 id="people">People</h2>(.*?)</section>', browser.get("/rankings"))
    assert "<h4>With bots</h4>" in people
    assert ">Robot (bot)</a>" in people
    assert 'href="/games/orion/best"' not in people.partition("first place is free")[2]
    assert re.search(r'(?s)<h2 id="computers">With bots</h2>.*>Ann</a>', browser.get("/games/orion/best").text)
    assert "Orion: Hydra, with bots</h3>" in browser.get("/people/Ann").text


def test_games_without_ratings_share_one_card(browser: TestClient, service: Service, store: Store) -> None:
    assert browser.get("/rankings").text.count('<li class="ranking">') == 2  # people, and bots that have not played
    rated(service, *(account(service, store, name) for name in ("Ann", "Bob")))
    people, bots = browser.get("/rankings").text.split('<h2 id="bots">')
    assert (people.count('<li class="ranking">'), bots.count('<li class="ranking">')) == (2, 1)
    assert people.count("first place is free") == 1
    assert people.count('<input type="hidden" name="game-') == len(game_names()) - 1


def test_every_game_can_be_learnt_and_written_for(browser: TestClient) -> None:
    learn, workshop = browser.get("/learn").text, browser.get("/workshop").text
    for name in game_names():
        assert f'href="/games/{name}/tutorial"' in learn
        assert f'href="/games/{name}/workshop"' in workshop
    assert browser.get("/games/orion/picture.svg").text.startswith("<svg")


def test_a_closed_account_is_in_no_ranking(browser: TestClient, service: Service, store: Store) -> None:
    ann, bob = (account(service, store, name) for name in ("Ann", "Bob"))
    rated(service, ann, bob)
    people = extract(r'<h2 id="people">People</h2>(.*?)</section>', browser.get("/rankings"))
    assert re.findall(r'href="/people/(\w+)"', people) == ["Ann", "Bob"]
    service.closing.close(bob, bob.id, keep_name=True)
    people = extract(r'<h2 id="people">People</h2>(.*?)</section>', browser.get("/rankings"))
    assert re.findall(r'href="/people/(\w+)"', people) == ["Ann"]


def test_programs_read_what_is_learnt_and_watched(browser: TestClient, new_browser: NewBrowser) -> None:
    learn = told(browser, "/learn")
    assert [one["game"] for one in learn["games"]] == [*game_names()]
    assert all(one["lessons"] == 10 for one in learn["games"])
    page = browser.get("/learn").text
    assert learn["puzzles"]
    assert all(f'href="/puzzles/{one["game"]}/{one["number"]}"' in page for one in learn["puzzles"])
    alone, host, guest = new_browser(), new_browser(), new_browser()
    bots = begin(alone, seat_1="easy")
    send(alone, bots, text="u+")
    private = begin(new_browser(), seat_1="easy", private="on")
    people = begin(host)
    join(guest, host, people)
    send(host, people, text="u+")
    watch = told(browser, "/watch")
    assert [(one["match"], one["turn_count"], one["result"]) for one in watch["people"]] == [(people[9:], 1, "")]
    assert [one["match"] for one in watch["bots"]] == [bots[9:]]
    assert private[9:] not in str(watch)
    send(host, people, "resign")
    assert people[9:] not in str(told(browser, "/watch")["people"])
    assert told(browser, "/watch?game=ludo")["bots"] == []


def test_programs_read_what_can_be_entered(browser: TestClient, service: Service, store: Store) -> None:
    people = [account(service, store, name) for name in ("Ann", "Bob", "Cyd")]
    running, waiting = begun(service, people, "round-robin", name="The cup"), make(service, people[0], "swiss")
    service.challenge_ladders.act(people[0], "orion", JoinLadder())
    league = service.leagues.make(people[0], MakeLeague(game="orion", name="The league")).target
    found = told(browser, "/compete")
    (now,) = found["now"]
    assert (now["tournament"]["tournament"], now["over"], now["games"]) == (running, 0, 3)
    assert now["playing"]
    assert [one["tournament"] for one in found["soon"]] == [waiting]
    assert [one["league"] for one in found["leagues"]] == [league]
    (places,) = (one for one in found["places"] if one["people"])
    assert places == {"game": "orion", "first": [{"place": 1, "person": people[0].id, "name": "Ann"}], "people": 1}
    assert (found["mine"], found["own_places"]) == ([], {})
    service.leagues.act(people[0], league, EnterLeague())
    sign_in(browser, service, people[0])
    mine = told(browser, "/compete")
    assert {running, league} <= {*mine["mine"]}
    assert mine["now"][0]["tournament"]["is_mine"]
    assert mine["own_places"] == {"orion": 1}


def test_programs_read_the_rankings(browser: TestClient, service: Service, store: Store) -> None:
    ann, bob = (account(service, store, name) for name in ("Ann", "Bob"))
    rated(service, ann, bob)
    rankings = {one["game"]: one for one in told(browser, "/rankings")["games"]}
    assert [*rankings] == [*game_names()]
    assert [one["name"] for one in rankings["orion"]["correspondence"]] == ["Ann", "Bob"]
    assert rankings["orion"]["live"] == []
    workshops = {one["game"]: one["bots"] for one in told(browser, "/workshop")["games"]}
    assert workshops
    assert all(rankings[name]["bots"] == bots for name, bots in workshops.items())
    assert any(bot["level"] == "champion" for bots in workshops.values() for bot in bots)


def told(browser: TestClient, path: str) -> dict[str, Any]:
    """Return what a page answers a program, checked against the type by which the site describes it."""
    answer = browser.get(path, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    kind = _KINDS[path.partition("?")[0]]
    msgspec.convert(answer.json(), kind, strict=True)
    described = describe(browser.app)["paths"]  # type: ignore[arg-type]  # the application of the site
    schema = described[path.partition("?")[0]]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert schema["$ref"].endswith(f"/{kind.__name__}")
    found: dict[str, Any] = answer.json()
    return found
