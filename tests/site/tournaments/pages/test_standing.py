"""The page of a tournament that goes on, and of one that is over: what stands first, and what is folded."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.match.commands import Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.pages.page import deciding_match, listed_rows
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.rows.values import StoredBoard
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, extract
from tests.site.tournaments.pages.test_tournament_words import signed_in
from tests.site.tournaments.playing import accounts, begun, better, finish, look, play_round, undecided
from tests.site.tournaments.test_tables import play_all


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


def to_the_end(service: Service, tournament: str) -> None:
    while play_round(service, tournament, better).tournament.state != "over":
        pass


@pytest.mark.parametrize("kind", ["swiss", "knock-out"])
def test_one_that_is_over_shows_the_match_that_decided_and_folds_its_rounds(
    service: Service, store: Store, browser: TestClient, kind: str
) -> None:
    tournament = begun(service, accounts(service, store, 4), kind, rounds="2")
    going_on = browser.get(f"/tournaments/{tournament}").text
    assert "decided" not in going_on
    assert 'class="podium"' not in going_on
    assert going_on.index('<h2 id="rounds">') < going_on.index('<h2 id="table">Table<')
    to_the_end(service, tournament)
    page, view = browser.get(f"/tournaments/{tournament}"), look(service, tournament)
    decided = extract(r'<a class="shot decided" href="/matches/([^"]+)"', page)
    (board,) = [board for board in view.boards if board.match_id == decided]
    assert set(board.seating) == {view.table[0].row.player, view.table[1].row.player}
    assert f'src="/matches/{decided}/small.svg' in page.text
    first = re.findall(
        r'<strong><a href="/people/[^"]+">([^<]+)</a></strong>', extract(r'<ol class="podium">(.*?)</ol>', page)
    )
    assert first == [row.entry.name for row in view.table if row.row.points][:3]
    assert page.text.index('<h2 id="table">Final table<') < page.text.index('<h2 id="rounds">')
    rounds = extract(r'<h2 id="rounds">(.*?)</section>', page)
    assert re.findall(r"<details( open)?>\s*<summary>([^<]*)", rounds) == [("", "Round 2"), ("", "Round 1")]
    assert page.text.count("1 for a win, ½ for a draw.") == 1


def test_the_round_that_goes_on_stands_before_the_table_and_others_behind(
    service: Service, store: Store, browser: TestClient
) -> None:
    tournament = begun(service, accounts(service, store, 4), "swiss", rounds="3")
    play_round(service, tournament, better)
    page = browser.get(f"/tournaments/{tournament}").text
    now, table, earlier = (page.index(f'<h2 id="{place}">') for place in ("rounds", "table", "earlier"))
    assert now < table < earlier
    assert "<summary>Round 2</summary>" in page[now:table]
    assert "<summary>Round 1</summary>" in page[earlier:]
    assert page.count("<details open>") == 1


def test_two_teams_with_as_many_points_have_drawn(service: Service, store: Store, browser: TestClient) -> None:
    people = accounts(service, store, 4)
    command = MakeTournament("orion(clicks=1)", "team-match", "4d+2d/4d", teams="North, South")
    tournament = service.tournaments.make(people[0], command).target
    for number, person in enumerate(people):
        service.tournaments.act(person, tournament, EnterTournament(team=("North", "South")[number % 2]))
    service.tournaments.act(people[0], tournament, BeginTournament())
    assert play_round(service, tournament, lambda board: board.first).tournament.state == "over"
    said = extract(r'<p class="score winner">(.*?)</p>', browser.get(f"/tournaments/{tournament}"))
    assert said == "A draw between <strong>North and South</strong>."


def begun_arena(service: Service, people: list[Person]) -> str:
    """Return the id of an arena that its organiser, the first of the people, has begun."""
    arena = service.tournaments.make(people[0], MakeTournament("orion(clicks=1)", "arena", "600+5")).target
    for person in people:
        service.tournaments.act(person, arena, EnterTournament())
    service.tournaments.act(people[0], arena, BeginTournament())
    return arena


def test_after_a_match_of_an_arena_the_first_press_leads_back_to_it(
    service: Service, store: Store, new_browser: NewBrowser
) -> None:
    people = accounts(service, store, 4)
    arena = begun_arena(service, people)
    view = look(service, arena)
    board = undecided(view)[0]
    finish(service, view, board, board.first)
    player = service.people.load(view.players[board.first].person)
    assert player
    page = signed_in(service, new_browser, player).get(f"/matches/{board.match_id}").text
    plate = page[page.index('class="said"') :]
    assert re.findall(r"<(?:a|button)[^>]*>([^<]+)<", plate)[0] == "Back to the arena"
    assert f'href="/tournaments/{arena}">Back to the arena' in plate
    assert not {"Rematch", "New opponent"} & set(re.findall(r">([^<>]+)<", plate))
    assert "In a rematch" not in page


def test_after_a_match_of_a_round_robin_a_rematch_is_one_outside_it(
    service: Service, store: Store, new_browser: NewBrowser
) -> None:
    people = accounts(service, store, 4)
    view = look(service, begun(service, people, "round-robin"))
    board = undecided(view)[0]
    finish(service, view, board, board.first)
    player = service.people.load(view.players[board.first].person)
    assert player
    page = signed_in(service, new_browser, player).get(f"/matches/{board.match_id}").text
    assert page.index(">Back to the tournament<") < page.index(">Rematch outside it<")


def test_who_pauses_in_an_arena_stays_in_their_place(service: Service, store: Store, browser: TestClient) -> None:
    people = accounts(service, store, 4)
    arena = begun_arena(service, people)
    view = play_round(service, arena, better)
    first = view.table[0].entry
    service.tournaments.act(service.people.load(first.person), arena, LeaveTournament())
    page = browser.get(f"/tournaments/{arena}").text
    rows = re.findall(r'<tr(?: class="(\w+)")?><td>(\d)</td><th scope="row"><a [^>]*>([^<]*)', page)
    assert [place for _, place, _ in rows] == sorted(place for _, place, _ in rows)
    assert first.name in [name for kind, _, name in rows[:-1] if kind == "gone"]
    assert "stands last" not in page


def test_the_only_match_of_a_tournament_stands_once_on_its_page(
    service: Service, store: Store, new_browser: NewBrowser
) -> None:
    people = accounts(service, store, 3)
    cup = begun(service, people, "round-robin", game="vortex(players=3)")
    for browser in (new_browser(), reader := signed_in(service, new_browser, people[0])):
        assert matches_on(browser, cup) == [look(service, cup).boards[0].match_id]
    play_all(service, cup)
    assert look(service, cup).tournament.state == "over"
    assert matches_on(reader, cup) == [look(service, cup).boards[0].match_id]


def test_where_others_play_too_ones_own_matches_are_a_list(
    service: Service, store: Store, new_browser: NewBrowser
) -> None:
    people = accounts(service, store, 4)
    cup = begun(service, people, "round-robin")
    reader = signed_in(service, new_browser, people[0])
    page = reader.get(f"/tournaments/{cup}").text
    assert page.index('id="own"') < page.index('id="table"') < page.index('id="cross"')


def matches_on(browser: TestClient, tournament: str) -> list[str]:
    """Return the ids of the matches to which a reader is led by the page of a tournament, once for each link."""
    page = browser.get(f"/tournaments/{tournament}").text
    page = re.sub(r"<a [^>]*aria-hidden.*?</a>", "", page[page.index("<main") :], flags=re.DOTALL)
    return re.findall(r'<a [^>]*href="/matches/([\w-]+)"', page)


def test_a_result_stands_on_the_page_as_soon_as_its_player_opens_it(
    service: Service, store: Store, new_browser: NewBrowser
) -> None:
    """The page said "in progress" of a match that had ended, until the next look for what is due."""
    people = accounts(service, store, 4)
    cup = begun(service, people, "round-robin")
    board = next(one for one in undecided(look(service, cup)) if people[0].id in players_of(service, cup, one))
    service.act(people[0], board.match_id or "", Resign(), 0)
    reader = signed_in(service, new_browser, people[0])
    page = reader.get(f"/tournaments/{cup}").text
    own = page[page.index('id="own"') : page.index('id="table"')]
    assert own.count("in progress") == 2
    assert [board.how for board in look(service, cup).boards].count("played") == 1


def players_of(service: Service, tournament: str, board: StoredBoard) -> set[str]:
    players = look(service, tournament).players
    return {players[number].person for number in board.seating}


def test_who_has_left_stands_last_while_it_goes_on_and_keeps_the_place(
    service: Service, store: Store, browser: TestClient
) -> None:
    people = accounts(service, store, 4)
    tournament = begun(service, people, "swiss", rounds="3")
    view = play_round(service, tournament, better)
    first = view.table[0].entry
    service.tournaments.act(service.people.load(first.person), tournament, LeaveTournament())
    rows = re.findall(
        r'<tr(?: class="(\w+)")?><td>(\d)</td><th scope="row"><a [^>]*>([^<]*)',
        browser.get(f"/tournaments/{tournament}").text,
    )
    assert [place for _, place, _ in rows] == ["2", "3", "4", "1"]
    assert rows[-1] == ("gone", "1", first.name)
    assert "keeps the place and the points" in browser.get(f"/tournaments/{tournament}").text
    to_the_end(service, tournament)
    view = look(service, tournament)
    assert listed_rows(view) is view.table


def test_a_tournament_without_points_has_no_match_that_decided(service: Service, store: Store) -> None:
    tournament = begun(service, accounts(service, store, 3), "round-robin")
    assert deciding_match(look(service, tournament)) == ""


def test_the_table_of_an_arena_has_games_by_forfeit_in_a_column(
    browser: TestClient, service: Service, store: Store
) -> None:
    arena = begun_arena(service, accounts(service, store, 4))
    assert "By forfeit" not in browser.get(f"/tournaments/{arena}").text
    view = look(service, arena)
    left = service.people.load(view.players[view.boards[0].first].person)
    assert left
    service.tournaments.act(left, arena, LeaveTournament())
    service.tournaments.work()
    page = browser.get(f"/tournaments/{arena}")
    rows = re.findall(
        r"<td><strong>(\d+)</strong></td><td>0</td><td>0</td><td>0</td><td>(\d won|\d lost|0)</td>", page.text
    )
    assert sorted(rows) == [("0", "0"), ("0", "0"), ("0", "1 lost"), ("2", "1 won")]
    assert "By forfeit: one player did not come" in page.text
