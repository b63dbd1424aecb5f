"""The pages of ladders: the table, a player, a match as a replay, and the file; the same as data for programs."""

import json
import re
from collections.abc import Iterator
from gzip import decompress
from html import unescape

import pytest
from starlette.testclient import TestClient

from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.match.verify import verify
from ludarium.site.ground.values import Person
from ludarium.site.ladder.ladder_file import FileLine
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser, extract
from tests.site.fake_time import DAY, HOUR, FakeTime
from tests.site.ladder.conftest import GAME, Bench
from tests.site.ladder.pages.conftest import SECRET_CODE, signed_in, with_account

JSON = {"Accept": "application/json"}
PAGE = f"/games/{GAME}/ladder"
WORKSHOP = f"/games/{GAME}/workshop"


def lines(browser: TestClient, query: str = "") -> list[dict[str, object]]:
    answer = browser.get(f"{PAGE}/file{query}")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def test_an_empty_ladder_has_the_levels_and_says_what_happens_next(bench: Bench, browser: TestClient) -> None:
    page = browser.get(PAGE).text
    assert "Ada, easy" in page
    assert "No bot of a person is on this ladder yet, so the levels of this site play each other." in page
    assert f'href="{WORKSHOP}"' in page
    assert "The first matches are played as soon as this machine has time" in page
    assert PAGE in browser.get(f"/games/{GAME}").text


def test_a_site_without_ladders_says_so(bench: Bench, service: Service, browser: TestClient) -> None:
    service.ladder_views._at_once = 0
    assert "This site plays no matches of ladders at the moment" in browser.get(PAGE).text
    assert browser.get(PAGE, headers=JSON).json()["is_on"] is False


def test_places_follow_what_ratings_are_at_least_and_the_pages_say_so(bench: Bench, browser: TestClient) -> None:
    bench.play(2)
    why = "Fewer than 10 matches"
    assert browser.get(PAGE).text.count(why) == 1
    assert "In the order of what a rating is at least" in browser.get(PAGE).text
    with bench.store.write() as tx:
        (easy, medium) = tx.ladder_players.find(game=GAME)
        tx.ladder_players.set(easy.id, mean=40.0, deviation=6.0, games=12)
        tx.ladder_players.set(medium.id, mean=25.0, deviation=4.0, games=60)
    table = extract(r"<tbody>(.*?)</tbody>", browser.get(PAGE))
    assert table.index("easy<") < table.index("1578<") < table.index("medium<") < table.index("1312<")
    assert why not in table
    card = extract(r'<h3><a href="/games/vortex/ladder">(.*?)</li>\s*</ul>', browser.get("/rankings"))
    assert re.findall(r'class="place">(.)<', card) == ["1", "2"]
    assert re.findall(r'title="at least; the estimate is (\d+)">(\d+)', card) == [("1860", "1578"), ("1500", "1312")]
    assert card.count('title="provisional">?') == 1
    rows = browser.get(PAGE, headers=JSON).json()["rows"]
    assert [(row["level"], row["provisional"]) for row in rows] == [("easy", True), ("medium", False)]


def test_every_match_is_reached_from_the_table_as_a_replay(
    bench: Bench, ranked: str, ann: Person, browser: TestClient
) -> None:
    table = browser.get(PAGE).text
    (place,) = re.findall(rf'href="({PAGE}/players/\d+)">Walker 1</a>', table)
    assert f'<a href="/people/{ann.id}">Ann</a>' in table
    player = browser.get(place).text
    matches = re.findall(rf'href="({PAGE}/matches/\d+)"', player)
    assert len(set(matches)) == 10
    replay = browser.get(matches[0]).text
    assert "<ludarium-replay data-replay=" in replay
    record = browser.get(f"{matches[0]}/record")
    assert verify(Record.parse(record.text)).over
    data = browser.get(matches[0], headers=JSON).json()
    assert (data["game"], data["record"]) == (GAME, record.text.strip())


def test_the_table_and_a_player_as_data(bench: Bench, ranked: str, browser: TestClient) -> None:
    data = browser.get(PAGE, headers=JSON).json()
    row = next(row for row in data["rows"] if row["bot"] == ranked)
    assert (row["name"], row["author"], row["version"], row["games"]) == ("Walker 1", "Ann", 1, 10)
    assert row["place"] and row["low"] < row["rating"] < row["high"]  # noqa: PT018 - one row
    assert not row["source_shown"]
    player = browser.get(f"{PAGE}/players/{row['player']}", headers=JSON).json()
    assert player["row"] == row
    assert sum(each["won"] + each["drawn"] + each["lost"] for each in player["against"]) == 10
    assert [each["number"] for each in player["matches"]] == sorted(
        (each["number"] for each in player["matches"]), reverse=True
    )
    assert browser.get(f"{PAGE}/players/{row['player']}?before=1", headers=JSON).json()["matches"] == []


@pytest.mark.parametrize(
    "path",
    ["/players/0", "/players/999999999", "/players/x", "/players/1?before=x", "/matches/0", "/matches/-1", "?page=2"],
)
def test_what_is_not_on_the_ladder_is_not_found(bench: Bench, browser: TestClient, path: str) -> None:
    assert browser.get(f"{PAGE}{path}").status_code == 404
    assert browser.get(f"{PAGE}{path}", headers=JSON).json()["kind"] == "no-ladder"


@pytest.mark.parametrize("query", ["?limit=0", "?limit=1001", "?limit=x", "?after=-1"])
def test_a_file_is_asked_for_within_limits(bench: Bench, browser: TestClient, query: str) -> None:
    assert browser.get(f"{PAGE}/file{query}").status_code in (400, 404)


def test_a_file_is_read_part_by_part_and_each_part_has_its_players(bench: Bench, browser: TestClient) -> None:
    bench.play(6)
    whole = lines(browser)
    pairing = ["pairing", "match", "match"]
    assert [line["line"] for line in whole] == ["ladder", "pairing", "player", "player", "match", "match", *pairing * 2]
    first, second = lines(browser, "?limit=4"), lines(browser, "?after=4&limit=4")
    played = [[line for line in each if line["line"] in ("pairing", "match")] for each in (first, second, whole)]
    assert [*played[0], *played[1]] == played[2]
    assert (first[0]["rated"], second[0]["after"]) == (6, 4)


def test_source_that_is_not_shown_is_in_the_file_of_its_author_and_of_an_administrator_alone(
    bench: Bench, ranked: str, ann: Person, service: Service, store: Store, new_browser: NewBrowser
) -> None:
    eve, root = (with_account(service, store, name) for name in ("Eve", "Zoe"))
    store.accounts.set(root.id, administrator=True)
    readers = {"author": ann, "administrator": root, "other": eve}
    found = {name: lines(signed_in(service, new_browser, person)) for name, person in readers.items()}
    found["stranger"] = lines(new_browser())
    sources = {name: next(line["source"] for line in each if line.get("bot")) for name, each in found.items()}
    assert sources == {"author": SECRET_CODE, "administrator": SECRET_CODE, "other": None, "stranger": None}
    for path in ("", f"/players/{bench.entered(ranked).id}", "/matches/1"):
        for headers in ({}, JSON):
            assert "ann keeps this" not in new_browser().get(f"{PAGE}{path}", headers=headers).text
    store.workshop.set(ranked, shown=True)
    shown = lines(new_browser())
    assert next(line["source"] for line in shown if line.get("bot")) == SECRET_CODE
    assert f"{WORKSHOP}?bot={ranked}&amp;version=1" in new_browser().get(PAGE).text


def nightly(service: Service, browser: TestClient) -> str:
    """Let the site write the file of the night, if it is due, and return it."""
    service.nightly_files.work()
    answer = browser.get(f"{PAGE}/nightly.ndjson.gz")
    assert answer.status_code == 200
    return decompress(answer.content).decode()


@pytest.mark.parametrize("how", ["hidden", "deleted"])
def test_no_file_of_a_night_has_the_source_of_a_bot_that_is_hidden_or_deleted(
    bench: Bench, ranked: str, ann: Person, service: Service, browser: TestClient, time: FakeTime, how: str
) -> None:
    service.workshop.set_shown(ann, ranked, shown=True, may_copy=False)
    time.now += -time.now % DAY + 3 * HOUR
    for _ in range(2):
        time.now += DAY
        assert "ann keeps this" in nightly(service, browser)
    days = [file.day for file in service.nightly_files.of(load(GAME))]
    assert browser.get(PAGE, headers=JSON).json()["nightly"] == days
    other = bench.publish(ann, name="Never shown")
    service.workshop.set_shown(ann, other, shown=False, may_copy=False)
    service.workshop.remove(ann, other)
    assert [file.day for file in service.nightly_files.of(load(GAME))] == days
    assert len(days) == 2
    if how == "hidden":
        service.workshop.set_shown(ann, ranked, shown=False, may_copy=False)
    else:
        service.workshop.remove(ann, ranked)
    assert browser.get(f"{PAGE}/nightly.ndjson.gz").status_code == 404
    again = nightly(service, browser)
    assert "Walker 1" in again
    assert "ann keeps this" not in again
    assert len(service.nightly_files.of(load(GAME))) == 1


def test_a_file_that_is_being_written_when_a_bot_is_hidden_is_not_published(
    bench: Bench,
    ranked: str,
    ann: Person,
    service: Service,
    browser: TestClient,
    time: FakeTime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    service.workshop.set_shown(ann, ranked, shown=True, may_copy=False)
    time.now += -time.now % DAY + 3 * HOUR
    whole = service.ladder_files.whole

    def hidden_in_the_middle(game: Game) -> Iterator[FileLine]:
        yield from whole(game)
        service.workshop.set_shown(ann, ranked, shown=False, may_copy=False)

    with monkeypatch.context() as patch:
        patch.setattr(service.ladder_files, "whole", hidden_in_the_middle)
        service.nightly_files.work()
    files = service.nightly_files.of(load(GAME))  # the one with the code is gone, and another is written
    assert all(b"ann keeps this" not in decompress(file.path.read_bytes()) for file in files)
    assert "ann keeps this" not in nightly(service, browser)


def test_the_workshop_and_the_page_of_a_person_lead_to_the_ladder(
    bench: Bench, ranked: str, ann: Person, service: Service, store: Store, new_browser: NewBrowser
) -> None:
    bob = with_account(service, store, "Bob")
    browser = signed_in(service, new_browser, bob)
    assert "Rank it: a bot that is published plays on" in browser.get(WORKSHOP).text
    assert "It enters" in browser.get(f"{WORKSHOP}?bot={bench.publish(bob, name='Runner')}").text
    place = f"{PAGE}/players/{bench.entered(ranked).id}"
    assert f'href="{place}"' in signed_in(service, new_browser, ann).get(f"{WORKSHOP}?bot={ranked}").text
    assert f'href="{place}"' in new_browser().get("/people/Ann").text
    assert "Walker 1" in new_browser().get("/people/Ann", headers=JSON).json()["bots"]


def test_a_deleted_bot_stays_in_its_matches_without_its_author(
    bench: Bench, ranked: str, store: Store, browser: TestClient
) -> None:
    player = bench.entered(ranked).id
    store.workshop.remove(ranked)
    page = browser.get(f"{PAGE}/players/{player}").text
    assert "Its author has deleted this bot" in page
    assert "Ann" not in page
    assert next(line["source"] for line in lines(browser) if line.get("player") == player) is None


def test_three_versions_make_a_curve(bench: Bench, ann: Person, browser: TestClient) -> None:
    bot = bench.publish(ann)
    for number in (1, 2, 3):
        while not any(each.version == number for each in bench.store.ladder_players.find(bot_id=bot)):
            bench.play(1)
        bench.publish(ann, bot=bot)
    page = browser.get(f"{PAGE}/players/{bench.entered(bot).id}").text
    assert "Rating of 3 versions" in page


def test_a_resting_bot_is_marked_and_its_failure_is_explained(bench: Bench, ann: Person, browser: TestClient) -> None:
    bot = bench.publish(ann, "api.play('nowhere');\n", "Stray")
    for _ in range(60):
        if (written := bench.store.workshop.load(bot)) and written.rests_until:
            break
        assert bench.play(1)
    assert "rests until" in browser.get(PAGE).text
    page = browser.get(f"{PAGE}/players/{bench.entered(bot).id}").text
    assert "which forfeited: Stray 1 chose &#39;nowhere&#39;, which is not legal here" in page


def test_the_page_of_a_player_leads_to_a_match_against_it(
    bench: Bench, ann: Person, ranked: str, browser: TestClient
) -> None:
    page = browser.get(f"/games/{GAME}/ladder/players/{bench.entered(ranked).id}")
    form = browser.get(unescape(extract(r'<a class="button primary large" href="([^"]+)">Play against', page)))
    assert form.status_code == 200
    assert re.search(r'<option selected value="script [^"]*Walker"', form.text)
    level = next(one for one in bench.store.ladder_players.find(game=GAME) if one.level)
    page = browser.get(f"/games/{GAME}/ladder/players/{level.id}")
    assert extract(r'<a class="button primary large" href="([^"]+)">Play', page) == f"/games/{GAME}/bots/{level.level}"
    assert page.text.index(level.spec) > page.text.index("Opponents")
    bench.publish(ann, bot=ranked)
    old = browser.get(f"/games/{GAME}/ladder/players/{bench.entered(ranked).id}").text
    assert "which does not play any more" not in old or "Play against" not in old
