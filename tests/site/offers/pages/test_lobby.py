"""The lobby's pages: two people meet, as guests and as accounts, without scripts."""

import re
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.site.offers.reading import LIVE_CLOCKS, SLOW, TEMPOS, TICKS
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.words import CLOCKS, CORRESPONDENCE, PACES
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract, said, send
from tests.site.overviews.test_overviews import sign_in
from tests.site.tournaments.playing import account

JSON = {"Accept": "application/json"}
STANDING = {"do": "offer", "game-orion": "on", "game-vortex": "on", "tempo-4d+2d/4d": "on"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


def now(browser: TestClient, game: str = "orion") -> Response:
    return browser.post("/play", data={"do": "now", f"game-{game}": "on", "bot": "yes"})


def accept(browser: TestClient, **fields: str) -> Response:
    page = browser.get("/play")
    return browser.post("/play", data={"do": "accept", "offer": extract(r'name="offer" value="(.*?)"', page), **fields})


def test_the_front_page_begins_with_the_games_until_an_offer_fits(browser: TestClient, new_browser: NewBrowser) -> None:
    games, people = 'id="games"', 'id="play-a-person"'
    page = browser.get("/").text
    assert page.index(games) < page.index(people)
    new_browser().post("/play", data=STANDING)
    page = browser.get("/").text
    assert page.index(people) < page.index(games)


def test_two_guests_meet_in_one_press_each(browser: TestClient, new_browser: NewBrowser) -> None:
    waiting, other = now(browser), new_browser()
    assert "Waiting for a person" in waiting.text
    assert re.findall(r'<a href="/puzzles/(\w+)/', extract(r'<h2 id="meanwhile">(.*?)</section>', waiting)) == ["orion"]
    assert 'http-equiv="refresh"' in waiting.text
    assert "Your offer waits for a person." in browser.get("/about").text
    match = now(other)
    assert match.url.path.startswith("/matches/")
    found = browser.get("/play/found").json()
    assert (found["match"], found["live"]) == (match.url.path.rpartition("/")[2], None)
    assert [(each["path"], each["begins"]) for each in found["notices"]] == [(match.url.path, True)]
    assert browser.get(waiting.url.path).url.path == match.url.path
    assert browser.get("/play/found").json()["notices"] == []  # it was seen
    assert new_browser().get("/play/found").json() == {"match": None, "live": None, "notices": []}
    assert "Your offer waits" not in browser.get("/about").text


def test_an_offer_for_three_waits_for_all_that_are_missing(browser: TestClient, new_browser: NewBrowser) -> None:
    offer = {"do": "offer", "game-vortex(players=3)": "on", "tempo-600+5": "on"}
    page = browser.post("/play", data=offer)
    assert "Waiting for 2 people" in page.text
    assert "the match begins by itself when all seats are taken" in page.text
    assert "The first person who fits" not in page.text
    assert "Waiting for 1 more person" in new_browser().post("/play", data=offer).text


def test_play_has_every_way_to_play_and_says_the_pace_of_each_game(browser: TestClient) -> None:
    page = browser.get("/play").text
    assert "<h1>Play</h1>" in page
    assert all(f"{way}<" in page for way in ("Play a bot", "Play a friend by link", "<h2>Play a person"))
    pace = "n Grid Game the turns of all come together, every 2 seconds or faster."
    for address in ("/", "/play"):
        assert f"<p>Live, i{pace}</p>" in browser.get(address).text  # beside the clocks, before one presses
    assert "turns of all come together" not in browser.get("/games/orion").text
    assert f"You play live: i{pace}" in browser.get("/games/grid").text


def test_who_plays_a_bot_meanwhile_reads_that_it_is_one_and_that_the_offer_waits(browser: TestClient) -> None:
    waiting = now(browser).url.path
    offer = waiting.rpartition("/")[2]
    match = browser.post("/play", data={"do": "bot", "offer": offer})
    said = "<strong>You play a bot for now.</strong> Your offer still waits: when a person accepts it"
    assert said in match.text
    assert "You play a bot" not in browser.get("/about").text
    browser.post("/play", data={"do": "withdraw", "offer": offer})
    assert "You play a bot" not in browser.get(match.url.path).text


def test_an_offer_is_a_row_to_accept_on_three_pages(browser: TestClient, new_browser: NewBrowser) -> None:
    page = browser.post("/play", data={**STANDING, "begins": "first"})
    assert "Your offer waits" in page.text
    assert "Orion: Hydra or Vortex" in page.text
    other = new_browser()
    both, titles = "Orion: Hydra or Vortex", {"/games/orion": "Orion: Hydra", "/games/vortex": "Vortex"}
    starts = {"/games/orion": "Guest begins", "/games/vortex": "the rules draw who begins"}
    for path in ("/", "/play", *titles):
        row = other.get(path).text
        assert re.search(f"<h[23]>{titles.get(path, both)}</h", row), path
        assert starts.get(path, "Guest begins where the rules leave it open") in row, path
        assert "by correspondence: 2 days a turn" in row
        assert path != "/games/orion" or "leave it open" not in row
    assert "Nobody waits for you at the moment" in other.get("/games/throngs").text
    match = accept(other, game="vortex")
    assert match.url.path.startswith("/matches/")
    assert "Vortex" in match.text
    assert browser.get("/me").text.count(f'href="{match.url.path}"') == 1


def test_a_page_without_offers_says_what_happens_next(browser: TestClient) -> None:
    page = browser.get("/play")
    for text in ("You get a notice when a match begins", "The first person who fits begins with you"):
        assert page.text.count(text) == 1
    assert not re.search(r"\b0 (?:online|players|offers)", page.text)
    form = browser.get("/play/new?game-vortex=on").text
    assert re.findall(r'name="(\S+)" checked', form) == ["game-vortex", "tempo-4d+2d/4d", "tempo-6d+3d/6d"]


def test_the_form_says_what_is_wrong_and_keeps_what_was_chosen(browser: TestClient) -> None:
    answer = browser.post("/play", data={**STANDING, "uses": "900"})
    assert answer.status_code == 400
    assert said(answer) == ["The uses of an offer are '900': expected a number from 1 to 50."]
    assert 'name="game-vortex" checked' in answer.text
    assert 'value="900"' in answer.text
    assert not re.search(r'name="(game-throngs|tempo-6d\S+)" checked', answer.text)
    nothing = browser.post("/play", data={"do": "now"})
    assert (nothing.status_code, said(nothing)[0][:18]) == (400, "No game was named:")
    gone = browser.post("/play", data={"do": "accept", "offer": "gone"})
    assert gone.status_code == 404
    assert "session" not in browser.cookies


def test_an_own_offer_is_withdrawn_and_plays_a_bot(browser: TestClient, new_browser: NewBrowser) -> None:
    page = now(browser)
    offer = page.url.path.rpartition("/")[2]
    assert 'data-after="20"' in page.text
    match = browser.post("/play", data={"do": "bot", "offer": offer})
    assert match.url.path.startswith("/matches/")
    assert "Your offers" in match.text
    assert f'href="{match.url.path}"' in browser.get(page.url.path).text
    assert new_browser().post("/play", data={"do": "withdraw", "offer": offer}).status_code == 404
    assert "Your offers" in browser.get("/play").text
    assert "Your offers" not in browser.post("/play", data={"do": "withdraw", "offer": offer}).text
    assert "Your offer has ended" in browser.get(page.url.path).text
    assert new_browser().get(page.url.path).status_code == 404


def test_an_offer_by_link_has_a_code_and_is_in_no_list(browser: TestClient, new_browser: NewBrowser) -> None:
    page = browser.post("/play", data={**STANDING, "only_link": "yes", "uses": "2"})
    link = extract(r'id="link" [^>]*>(.*?)<', page)
    other = new_browser()
    assert link.startswith("http://127.0.0.1:8000/offers/")
    assert "offers a game" not in other.get("/play").text
    assert "Guest offers a game" in other.get(link).text
    code = other.get(f"{link}/code.svg")
    assert (code.status_code, code.headers["content-type"]) == (200, "image/svg+xml")
    assert "<path" in code.text
    offer = link.rpartition("/")[2]
    assert other.post("/play", data={"do": "accept", "offer": offer}).url.path.startswith("/matches/")
    assert "1 of 2 matches begun" in browser.get(link).text


def test_three_seats_show_who_waits_together(browser: TestClient, new_browser: NewBrowser) -> None:
    fields = {"do": "offer", "game-ludo(players=3)": "on", "tempo-2d+1d/2d": "on", "bots_fill": "yes"}
    page = browser.post("/play", data=fields)
    second, third = new_browser(), new_browser()
    row = second.get("/play").text
    assert "you take the second of 3 seats" in row
    joined = accept(second)
    assert "Guest, Guest wait together" in joined.text
    assert "you take the third of 3 seats" in third.get("/play").text
    begun = browser.post("/play", data={"do": "fill", "offer": page.url.path.rpartition("/")[2]})
    assert begun.url.path.startswith("/matches/")


def test_programs_read_the_lobby_and_act_there(browser: TestClient, new_browser: NewBrowser) -> None:
    browser.post("/play", data=STANDING)
    other = new_browser()
    told = other.get("/play", headers=JSON).json()
    (offer,) = told["offers"]
    assert offer["person"] == "Guest"
    assert offer["terms"] == [{"game": game, "tempo": "4d+2d/4d"} for game in ("orion", "vortex")]
    assert (told["mine"], told["usual_wait"]) == ([], {"live": None, "correspondence": None})
    assert other.get(f"/offers/{offer['offer']}", headers=JSON).json()["offer"] == offer
    begun = other.post("/play", data={"do": "accept", "offer": offer["offer"], "game": "vortex"}, headers=JSON).json()
    assert begun["record"].startswith("[Game")
    refused = other.post("/play", data={"do": "accept", "offer": offer["offer"]}, headers=JSON)
    assert refused.status_code == 404
    assert "error" in refused.json()


def test_the_lobby_shows_matches_between_people_first(browser: TestClient, new_browser: NewBrowser) -> None:
    for _ in range(3):
        begin(browser, seat_1="easy")
    browser.post("/play", data=STANDING)
    match = accept(new_browser())
    send(browser, begin(browser, seat_1="easy"), text="u+")
    watch = extract(r'<ul class="watch">(.*?)</ul>', new_browser().get("/play"))
    assert re.findall(r'href="(/matches/[^"]+)"', watch)[0] == match.url.path


def test_every_tempo_of_an_offer_has_its_words(service: Service) -> None:
    assert {*LIVE_CLOCKS} == {clock for clock in CLOCKS if clock}
    assert set(SLOW) == set(CORRESPONDENCE)
    assert {tick.removeprefix("live ") for tick in TICKS} < set(PACES)
    assert len(set(TEMPOS)) == len(TEMPOS)


def ticked(browser: TestClient) -> tuple[list[str], list[str]]:
    """Return the games with which *Play a person now* may begin, and those of which it says that they are new."""
    form = extract(r'class="play-now">(.*?)</form>', browser.get("/play"))
    new = re.findall(r'class="first-time" data-of="game-(\S+?)">', form)  # those that are hidden have a word more
    return re.findall(r'name="game-(\S+)" checked', form), new


def test_who_plays_a_person_now_knows_the_game(browser: TestClient, new_browser: NewBrowser) -> None:
    """A stranger begins with one game, of which its aim is said; who has played some, with those."""
    assert ticked(browser) == (["throngs"], ["throngs"])  # as on the front page
    page = browser.get("/play").text
    assert "Throngs is new to you. Where your stones" in " ".join(page.split())
    assert '<a href="/games/throngs/tutorial">Learn it in a minute</a>' in page
    now(new_browser(), "vortex")
    assert ticked(browser) == (["throngs", "vortex"], ["throngs", "vortex"])  # for which somebody waits
    begin(browser, "throngs", seat_1="easy")
    begin(browser, "orion", seat_1="easy")
    assert ticked(browser) == (["orion", "throngs"], [])


def test_a_form_for_an_offer_ticks_what_was_played_last_or_where_it_was_opened(browser: TestClient) -> None:
    def games(query: str = "") -> list[str]:
        return re.findall(r'name="game-(\S+)" checked', browser.get(f"/play/new{query}").text)

    assert games() == []
    for game in ("orion", "throngs"):
        begin(browser, game, seat_1="easy")
    assert games() == ["throngs"]
    assert games("?game-vortex=on") == ["vortex"]
    browser.post("/play", data=STANDING)
    assert games() == ["orion", "vortex"]


def test_now_remembers_the_last_choice_and_the_waiting_page_says_it(
    browser: TestClient, service: Service, store: Store
) -> None:
    sign_in(browser, service, account(service, store, "Ann"))
    chosen = r'name="tempo" value="(\S*)" checked'
    assert extract(chosen, browser.get("/play")) == "600+5"
    assert 'name="rated" value="yes" checked' in browser.get("/play").text
    waiting = browser.post("/play", data={"do": "now", "game-orion": "on", "tempo": "1800+30", "bot": "yes"})
    assert "<li>30 min + 30 s</li>" in waiting.text
    assert "<li>unrated</li>" in waiting.text
    assert "<strong data-seconds>20</strong>" in waiting.text
    above, _, _ = waiting.text.partition('id="meanwhile"')
    assert 'class="shot"' not in above  # no board that looks as if one could play on it
    page = browser.get("/play")
    assert extract(chosen, page) == "1800+30"
    assert 'name="rated" value="yes" checked' not in page.text
    assert ticked(browser)[0] == ["orion"]
    waiting = browser.post("/play", data={"do": "now", "game-orion": "on", "rated": "yes"})
    assert "<li>3, 10 or 30 minutes each</li>" in waiting.text
    assert "<li>rated, if the other wants that, too</li>" in waiting.text
    assert extract(chosen, browser.get("/play")) == ""
    for offer in ({"do": "now", "tempo": "4d+2d/4d"}, {"do": "offer", "tempo-6d+3d/6d": "on"}):
        browser.post("/play", data={**offer, "game-orion": "on"})
        assert extract(chosen, browser.get("/play")) == "600+5"  # "now" begins live, and a bot comes after 20 seconds


def test_a_bot_and_a_friend_are_beside_it(browser: TestClient) -> None:
    page = browser.get("/play").text
    for way in ("/games/throngs/new", "/games/throngs/new?against=link"):
        assert f'<a class="button" href="{way}"' in page
        assert browser.get(way).status_code == 200


def test_a_friend_is_played_first_in_the_latest_game(browser: TestClient) -> None:
    for game in ("orion", "vortex"):
        begin(browser, game)
    assert {"game-orion", "game-vortex"} <= {*re.findall(r'name="(game-\w+)" checked', browser.get("/play").text)}
    assert 'href="/games/vortex/new?against=link"' in browser.get("/play").text


def test_an_offer_is_left_by_one_press_and_what_few_choose_is_folded(
    browser: TestClient, service: Service, store: Store
) -> None:
    """What is posted is what is ticked: no button offers anything else."""
    sign_in(browser, service, account(service, store, "Ann"))
    page = browser.get("/play/new?game-orion=on").text
    (form,) = re.findall(r'<form method="post" action="/play" class="new">(.*?)</form>', page, re.DOTALL)
    assert page.count('value="offer"') == 1
    in_sight = re.sub(r"<details>.*?</details>", "", form, flags=re.DOTALL)
    assert "<details" not in in_sight  # all folds are closed
    assert len(re.findall(r"<input", in_sight)) == 11
    assert {*re.findall(r'name="(\S+)"(?: value="yes")? checked', form)} == {
        "game-orion", "tempo-4d+2d/4d", "tempo-6d+3d/6d", "rated",
    }  # fmt: skip
    fields = dict.fromkeys(re.findall(r'name="(\S+)"(?: value="yes")? checked', form), "yes")
    assert browser.post("/play", data={**fields, "do": "offer"}).url.path.startswith("/offers/")
    (made,) = service.lobby.view(service.accounts.find("Ann")).mine
    assert (made.offer.games, made.offer.rated) == (("orion",), True)
    for query in ("game-ludo(players%3D4)=on", "tempo-14d%2B7d/14d=on"):
        assert browser.get(f"/play/new?{query}").text.count("<details open>") == 1, query


def test_the_game_that_the_front_page_shows_large_is_the_one_that_is_ticked(browser: TestClient) -> None:
    page = browser.get("/")
    form = extract(r'class="play-now">(.*?)</form>', page)
    (ticked,) = re.findall(r'name="game-(\S+)" checked', form)
    star = extract(r'<ul class="star">(.*?)</ul>', page)
    assert f"/puzzles/{ticked}/" in star


def test_a_stranger_is_led_to_a_friend_in_the_game_that_the_front_page_shows(browser: TestClient) -> None:
    shown = extract(r'action="/games/([a-z]+)/new"', browser.get("/"))
    assert extract(r'href="/games/([a-z]+)/new\?against=link"', browser.get("/play")) == shown


def test_the_form_says_for_which_games_turns_come_all_together(browser: TestClient) -> None:
    form = browser.get("/play/new").text
    assert "> Live, a turn every 2 seconds, in Grid Game</label>" in form
    assert "> 10 minutes each, and 5 seconds a turn</label>" in form


def test_two_who_wait_for_a_game_at_another_pace_are_shown_to_each_other(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    other, third = new_browser(), new_browser()
    first = browser.post("/play", data={"do": "now", "game-orion": "on", "tempo": "600+5", "bot": "yes"})
    assert 'data-after="20"' in first.text
    assert "The game with the bot has no clock" in first.text
    third.post("/play", data={"do": "now", "game-vortex": "on", "tempo": "180+2"})  # another game
    second = other.post("/play", data={"do": "now", "game-orion": "on", "tempo": "180+2", "bot": "yes"})
    assert second.url.path.startswith("/offers/"), "they want different clocks"
    for waiting, pace in ((second, "10 min + 5 s"), (browser.get(first.url.path), "3 min + 2 s")):
        shown = extract('<h2 id="beside">(.*?)</section>', waiting)
        assert pace in shown
        assert shown.count("<li") == 1
        assert "data-after" not in waiting.text  # no bot comes while a person is there
    assert len(browser.get(first.url.path, headers=JSON).json()["beside"]) == 1
    offer = second.url.path.rpartition("/")[2]
    match = browser.post("/play", data={"do": "accept", "offer": offer})
    assert match.url.path.startswith("/matches/")
    assert other.get(second.url.path).url.path == match.url.path
    assert 'id="beside"' not in third.get("/play").text
