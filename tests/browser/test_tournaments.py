"""Challenge ladders and the organiser's page of a tournament: for eyes, screen readers, keyboards and phones."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from ludarium.site.begin.rows import Terms
from ludarium.site.challenge_ladders.commands import ChallengePlace, JoinLadder
from ludarium.site.ground.values import Person
from ludarium.site.leagues.commands import EndLeague, EnterLeague, MakeLeague
from ludarium.site.match.commands import OfferDraw, Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.conducting import Adjourn, AnnounceToPlayers, Disqualify
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament, CancelTournament
from ludarium.site.tournaments.reading import MakeTournament
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import box, follow, press_until
from tests.browser.test_accessibility import violations
from tests.browser.test_challenges import store
from tests.site.tournaments.playing import account, better, finish, look, play_round, undecided

__all__ = ["store"]
SCREENS = pytest.mark.parametrize(("screen", "game"), [(DESK, "throngs"), (PHONE, "vortex")], ids=["desk", "phone"])


def signed_in(visit: Visit, screen: Settings, service: Service, person: Person, expecting: Sequence[str] = ()) -> Page:
    page = visit({**screen, "reduced_motion": "reduce"}, expecting=expecting)
    page.goto("/about")
    session = service.people.begin_session(person, "a test")
    page.context.add_cookies([{"name": "session", "value": session, "url": page.url}])
    return page


@SCREENS
def test_a_ladder_with_sixteen_people(visit: Visit, store: Store, screen: Settings, game: str) -> None:
    service = Service(store)
    people = [account(service, store, f"{game.capitalize()}player{number:02}") for number in range(16)]
    for person in people:
        service.challenge_ladders.act(person, game, JoinLadder())
    service.challenge_ladders.act(people[9], game, ChallengePlace(people[6].id))
    service.challenge_ladders.act(people[6], game, ChallengePlace(people[4].id))
    page = signed_in(visit, screen, service, people[6])
    page.goto(f"/games/{game}/challenge-ladder")
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("region", name="Places").get_by_role("listitem")).to_have_count(16)
    for control in page.locator("main button:visible, main select:visible").all():
        assert box(control)["height"] >= 24
    page.goto("/me")
    expect(page.get_by_role("region", name="Your challenge ladders")).to_contain_text("place 7 of 16")
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("combobox", name="Time for a turn").select_option("10d+36h/10d")
    accept = page.get_by_role("button", name="Accept the challenge by")
    press_until(page, "Tab", page.locator("button:focus").filter(has_text="Accept"))
    page.keyboard.press("Enter")
    expect(page.locator("#play svg")).to_be_visible()
    expect(accept).to_have_count(0)


@SCREENS
def test_the_organisers_page_of_a_tournament(visit: Visit, store: Store, screen: Settings, game: str) -> None:
    service = Service(store)
    people = [account(service, store, f"{game.capitalize()}guest{number:02}") for number in range(4)]
    cup = service.tournaments.make(people[0], MakeTournament("orion", "swiss", name=f"The {game} cup")).target
    for person in people:
        service.tournaments.act(person, cup, EnterTournament())
    service.tournaments.act(people[0], cup, BeginTournament())
    for command in (
        AnnounceToPlayers("Round two begins on Friday."),
        Disqualify(people[3].id, "Two accounts."),
        Adjourn("7", "Holidays."),
    ):
        service.tournaments.act(people[0], cup, command)
    page = signed_in(visit, screen, service, people[0])
    page.goto(f"/tournaments/{cup}")
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    news = page.get_by_role("region", name="News")
    expect(news.get_by_role("listitem")).to_have_count(3)
    page.get_by_role("button", name="Go on now").click()
    expect(news.get_by_role("listitem").first).to_contain_text("went on with the tournament")
    page.locator("summary", has_text="Announce").click()
    page.get_by_label("What all players should know").fill("We go on.")
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(news.get_by_role("listitem").first).to_contain_text("We go on.")


def test_a_member_who_chose_no_zone_reads_times_where_the_browser_is(visit: Visit, store: Store) -> None:
    service = Service(store)
    people = [account(service, store, f"Zoned{number:02}") for number in range(4)]
    slow = "4d+2d/4d"
    plain, teams, arena, begun = (
        service.tournaments.make(organiser, MakeTournament("orion(clicks=1)", kind, tempo, name)).target
        for organiser, (kind, tempo, name) in zip(
            (*people[:2], people[3], people[3]),  # the form of who organises an arena names zones
            (
                ("swiss", slow, "Zoned"),
                ("team-match", slow, "Zoned teams"),
                ("arena", "600+5", "Zoned arena"),
                ("arena", "600+5", "Zoned arena in progress"),
            ),
            strict=True,
        )
    )
    league = service.leagues.make(people[0], MakeLeague("orion", slow)).target
    for person in people[:3]:
        service.tournaments.act(person, begun, EnterTournament())
    service.tournaments.act(people[3], begun, BeginTournament())
    (waiting,) = (each for each in people[:3] if service.tournaments.view(each, begun).live_board is None)
    page = signed_in(visit, {**DESK, "timezone_id": "America/New_York"}, service, waiting)
    for path in (*(f"/tournaments/{one}" for one in (plain, teams, arena, begun)), f"/leagues/{league}"):
        page.goto(path)
        expect(page.get_by_role("main")).to_contain_text(re.compile(r"\d\d:\d\d GMT-[45]"))
        expect(page.get_by_role("main")).not_to_contain_text("UTC")
    page.goto("/me/account")
    page.get_by_label("Your time zone").select_option("Asia/Tokyo")
    page.get_by_role("button", name="Save time zone").click()
    expect(page.get_by_label("Your time zone")).to_have_value("Asia/Tokyo")
    page.goto(f"/tournaments/{plain}")
    expect(page.locator(".stands")).to_contain_text("JST")


def test_times_stay_where_the_browser_is_when_the_page_of_a_tournament_follows_it(visit: Visit, store: Store) -> None:
    service = Service(store)
    people = [account(service, store, f"Follows{number:02}") for number in range(2)]
    arena = service.tournaments.make(people[0], MakeTournament("orion(clicks=1)", "arena", "600+5", "Followed")).target
    page = signed_in(visit, {**DESK, "timezone_id": "Asia/Tokyo"}, service, people[0])
    page.goto(f"/tournaments/{arena}")
    expect(page.locator(".stands")).to_contain_text("GMT+9")
    service.tournaments.act(people[1], arena, EnterTournament())
    expect(page.get_by_role("main")).to_contain_text("1 of 300 have entered")
    expect(page.locator(".stands")).to_contain_text("GMT+9")


@SCREENS
def test_an_arena_that_waits_and_the_portraits_of_the_settings(
    visit: Visit, store: Store, screen: Settings, game: str
) -> None:
    service = Service(store)
    people = [account(service, store, f"{game.capitalize()}waits{number:02}") for number in range(4)]
    arena = service.tournaments.make(people[0], MakeTournament("orion(clicks=1)", "arena", "600+5", "To come")).target
    for person in people[:3]:
        service.tournaments.act(person, arena, EnterTournament())
    page = signed_in(visit, screen, service, people[2])
    page.goto(f"/tournaments/{arena}")
    expect(page.locator(".stands")).to_contain_text("Begins")
    assert not violations(page)
    service.tournaments.act(people[0], arena, BeginTournament())
    (waiting,) = (each for each in people[:3] if service.tournaments.view(each, arena).live_board is None)
    page = signed_in(visit, screen, service, waiting)
    page.goto(f"/tournaments/{arena}")
    expect(page.locator(".cup-head .stands strong")).to_have_text(re.compile(r"^5\d:\d\d left$"))
    assert not violations(page)
    page.goto("/me/account")
    expect(page.locator("#portrait")).to_be_visible()
    page.locator("#portrait > summary").click()
    page.locator(".portrait-form label").nth(3).click()
    assert not violations(page)


@SCREENS
def test_every_page_leads_from_one_match_of_an_arena_to_the_next(
    visit: Visit, store: Store, screen: Settings, game: str
) -> None:
    service = Service(store)
    people = [account(service, store, f"{game.capitalize()}arena{number:02}") for number in range(4)]
    command = MakeTournament("orion(clicks=1)", "arena", "600+5", f"The {game} arena")
    arena = service.tournaments.make(people[0], command).target
    for person in people:
        service.tournaments.act(person, arena, EnterTournament())
    service.tournaments.act(people[0], arena, BeginTournament())
    elsewhere = signed_in(visit, screen, service, people[3])
    elsewhere.goto("/about")
    link = elsewhere.get_by_role("link", name="Go to the board")
    expect(link).to_be_visible()
    first = link.get_attribute("href")
    there = signed_in(visit, screen, service, people[2])
    there.goto(f"/tournaments/{arena}")
    expect(there).to_have_url(re.compile("/matches/"))  # the game has just begun
    there.goto(f"/tournaments/{arena}")
    there.get_by_role("button", name="Pause").focus()
    boards = there.locator("[data-board]")
    expect(boards).to_have_count(2)
    old = boards.first.get_attribute("data-board")
    play_round(service, arena, better)
    expect(link).not_to_have_attribute("href", first or "")
    expect(link).to_be_visible()
    assert elsewhere.title().count("Your game begins") == 1
    expect(there.locator(f'[data-board="{old}"]')).to_have_count(0)
    expect(there.get_by_role("button", name="Pause")).to_be_focused()
    view = look(service, arena)
    board = boards.first.get_attribute("data-board")
    assert board
    match = service.bots.look(board)
    service.bots.act(board, 0, OfferDraw(), match.revision)
    expect(boards.first.locator(".shot img")).to_have_attribute("src", re.compile("small.svg"))
    assert not violations(there)
    for each in undecided(view):
        finish(service, view, each, better(each))


def test_pages_that_were_open_before_tell_of_what_begins(visit: Visit, store: Store) -> None:
    """The pages knew of nothing when they were opened, and the news come from another process, through the database."""
    service = Service(store)
    people = [account(service, store, f"Openpage{number}") for number in range(4)]  # nobody has a bye
    page, silent = (signed_in(visit, screen, service, people[0], ["AudioContext"]) for screen in (DESK, PHONE))
    page.goto("/rules")
    page.evaluate("localStorage.setItem('sound', 'true')")
    page.evaluate("""() => {
        globalThis.AudioContext = class extends AudioContext {
            constructor() { super(); document.body.dataset.heard = "yes"; }
        };
    }""")
    silent.goto("/leagues")
    for each in (page, silent):
        expect(each.locator("#live-bar")).to_be_hidden()
    service.challenges.make(people[1], people[0].name, Terms("orion(clicks=1)"))
    for each in (page, silent):
        expect(each.locator("#live-bar")).to_contain_text("challenges you to Orion")
    assert not violations(silent)
    assert silent.evaluate("document.documentElement.scrollWidth <= innerWidth")
    silent.locator("#live-bar").get_by_role("button", name="Close").click()
    expect(silent.locator("#live-bar")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-heard", "yes")
    made = MakeTournament("orion(clicks=1)", "round-robin", "180+2", "The open cup")
    cup = service.tournaments.make(people[1], made).target
    for person in people:
        service.tournaments.act(person, cup, EnterTournament())
    service.tournaments.act(people[1], cup, BeginTournament())
    own = look(service, cup)
    board = next(one for one in undecided(own) if any(own.players[n].person == people[0].id for n in one.seating))
    for each in (page, silent):
        link = each.locator("#live-bar").get_by_role("link", name="Go to the board")
        expect(link).to_have_attribute("href", f"/matches/{board.match_id}")
        assert not violations(each)
    follow(page.locator("#live-bar a"))
    expect(page.locator("#play svg")).to_be_visible()
    expect(page.locator("#live-bar")).to_be_hidden()
    silent.evaluate(
        "document.dispatchEvent(new Event('visibilitychange'))"
    )  # the page that was open is looked at again
    expect(silent.locator("#live-bar")).not_to_contain_text("begins")
    silent.goto("/rules")
    page.goto("/rules")
    for each in (page, silent):
        with each.expect_response("**/play/found"):
            each.reload()
        expect(each.locator("#live-bar")).to_be_hidden()
    finish(service, own, board, better(board))


def test_who_waits_on_the_page_of_a_live_tournament_is_led_to_the_board(visit: Visit, store: Store) -> None:
    service = Service(store)
    people = [account(service, store, f"Waits{number}") for number in range(4)]  # nobody has a bye
    made = MakeTournament("orion(clicks=1)", "round-robin", "180+2", "The cup that begins")
    cup = service.tournaments.make(people[1], made).target
    for person in people:
        service.tournaments.act(person, cup, EnterTournament())
    waiting = signed_in(visit, PHONE, service, people[0])
    waiting.goto(f"/tournaments/{cup}")
    expect(waiting.locator("#follow")).to_be_visible()
    service.tournaments.act(people[1], cup, BeginTournament())
    own = look(service, cup)
    board = next(one for one in undecided(own) if any(own.players[n].person == people[0].id for n in one.seating))
    expect(waiting).to_have_url(re.compile(f"/matches/{board.match_id}$"))
    waiting.go_back()  # who comes back to look at the page stays there
    for _ in range(2):
        expect(waiting.get_by_role("link", name="To the board")).to_be_visible()
        with waiting.expect_response(re.compile(f"/tournaments/{cup}$")):
            waiting.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(waiting.locator("#to-board:not([data-leads])")).to_be_visible()
        expect(waiting).to_have_url(re.compile(f"/tournaments/{cup}$"))
        waiting.goto(f"/tournaments/{cup}")
    finish(service, own, board, better(board))


def test_a_page_that_is_loaded_as_the_game_begins_leads_to_the_board_once_it_is_in_sight(
    visit: Visit, store: Store
) -> None:
    """Whose arena began while the page was loaded, as by "Begin now", was left beside a board whose clocks ran."""
    service = Service(store)
    people = [account(service, store, f"Arrives{number}") for number in range(4)]  # nobody waits for an opponent
    made = MakeTournament("orion(clicks=1)", "arena", "180+2", "The arena that has begun", soon="5")
    arena = service.tournaments.make(people[0], made).target
    for person in people:
        service.tournaments.act(person, arena, EnterTournament())
    organiser, hidden = (signed_in(visit, PHONE, service, person) for person in people[:2])
    hidden.add_init_script("Object.defineProperty(Document.prototype, 'hidden', {get: () => !globalThis.seen})")
    organiser.goto(f"/tournaments/{arena}")
    organiser.get_by_role("button", name="Begin now").click()
    expect(organiser).to_have_url(re.compile("/matches/"))
    hidden.goto(f"/tournaments/{arena}")
    expect(hidden.get_by_role("link", name="To the board")).to_be_visible()
    hidden.evaluate("globalThis.seen = true; document.dispatchEvent(new Event('visibilitychange'))")
    expect(hidden).to_have_url(re.compile("/matches/"))
    view = look(service, arena)
    service.notices.see(people[2].id)  # as who has looked at the board has
    seen = signed_in(visit, DESK, service, people[2])
    seen.goto(f"/tournaments/{arena}")
    expect(seen.locator("#to-board:not([data-leads])")).to_be_visible()
    expect(seen).to_have_url(re.compile(f"/tournaments/{arena}$"))
    for board in undecided(view):
        finish(service, view, board, better(board))


def test_the_page_of_a_live_tournament_counts_down_to_its_start(visit: Visit, store: Store) -> None:
    """A page that stays open said for minutes that it begins in five, also after it had begun."""
    service = Service(store)
    organiser = account(service, store, "Counts")
    made = MakeTournament("orion(clicks=1)", "arena", "180+2", "The counted arena", soon="5")
    cup, page = service.tournaments.make(organiser, made).target, visit(DESK, once=True)
    page.clock.install()
    page.goto(f"/tournaments/{cup}")
    said = page.locator(".stands strong")
    expect(said).to_have_text(re.compile(r"Begins in (5:00|4:[0-5]\d)"))
    page.clock.run_for(4 * 60_000)
    expect(said).to_have_text(re.compile(r"Begins in (1:00|0:[0-5]\d)"))
    page.clock.run_for(61_000)
    expect(said).to_have_text("Begins now")
    service.tournaments.act(organiser, cup, CancelTournament())


@SCREENS
def test_a_duplicate_shows_who_has_ended_and_no_match_of_others(
    visit: Visit, store: Store, screen: Settings, game: str
) -> None:
    service = Service(store)
    people = [account(service, store, f"{game.capitalize()}alone{number}") for number in range(3)]
    made = MakeTournament("vortex(players=1,board=square3)", "duplicate", "2d+1d/2d", f"Same dice {game}", games="2")
    tournament = service.tournaments.make(people[0], made).target
    for person in people:
        service.tournaments.act(person, tournament, EnterTournament())
    service.tournaments.act(people[0], tournament, BeginTournament())
    service.tournaments.work()
    first = service.tournaments.view(people[1], tournament).own_boards[0].match_id or ""
    service.act(people[1], first, Resign(), service.view(people[1], first).revision)
    page = signed_in(visit, screen, service, people[0], ["404"])
    page.goto(f"/tournaments/{tournament}")
    expect(page.get_by_role("region", name="Games")).to_contain_text("has ended")
    assert page.locator("main a[href^='/matches/']").count() == 4  # one's own, twice
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not violations(page)
    page.locator("main a[href^='/matches/']").first.click()
    expect(page.get_by_role("button", name="Offer a draw")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("nobody else sees it until all have ended this game")
    assert not violations(page)
    page.goto(f"/matches/{first}")
    expect(page.locator("main")).to_contain_text("closed to others")
    page.goto("/tournaments/new")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_of_a_league_follows_who_enters_and_what_is_played(visit: Visit, store: Store) -> None:
    """A page that stayed open showed who had entered when it was loaded, and matches that had ended as in progress."""
    service = Service(store)
    people = [account(service, store, f"Entrant{number}") for number in range(4)]
    league = service.leagues.make(
        people[0], MakeLeague("orion(clicks=1)", "2d+1d/2d", name="The followed league")
    ).target
    page = signed_in(visit, PHONE, service, people[0])
    page.goto(f"/leagues/{league}")
    expect(page.get_by_text("Nobody has entered yet")).to_be_visible()
    for person in people:
        service.leagues.act(person, league, EnterLeague())
    expect(page.get_by_role("region", name="Who plays in season 1").get_by_role("listitem")).to_have_count(4)
    with store.write() as tx:
        tx.leagues.set(league, begins_at=service.now(), due_at=service.now())
    service.leagues.work()
    service.tournaments.work()
    own = page.get_by_role("region", name="Your matches").get_by_role("listitem")
    expect(own).to_have_count(3)
    mine = service.leagues.view(people[0], league).mine
    assert mine
    board = mine.view.own_boards[0]
    rival = next(one for one in people[1:] if one.id in {mine.view.players[n].person for n in board.seating})
    service.act(rival, board.match_id or "", Resign(), 0)
    service.tournaments.work()
    expect(own.get_by_text("won")).to_have_count(1)
    service.leagues.act(people[0], league, EndLeague())
    expect(page.locator(".stands")).to_contain_text("No season follows")


def test_another_kind_keeps_the_game_that_was_chosen_last(visit: Visit, store: Store) -> None:
    service = Service(store)
    page = signed_in(visit, DESK, service, account(service, store, "Keeper"))
    page.goto("/tournaments/new")
    page.get_by_label("Game", exact=True).select_option("vortex")
    for kind in ("Arena of an hour", "Knock-out"):
        follow(page.get_by_role("link", name=kind))
        expect(page.get_by_label("Game", exact=True)).to_have_value("vortex")


def test_the_form_of_an_arena_asks_for_a_time_only_where_that_is_chosen_and_within_its_limits(
    visit: Visit, store: Store
) -> None:
    service = Service(store)
    page = signed_in(visit, DESK, service, account(service, store, "Timely"))
    page.goto("/tournaments/new?kind=arena&game=orion")
    begins = page.get_by_label("At a time")
    expect(page.get_by_label("Begins")).to_have_value("10")
    expect(begins).to_be_hidden()
    expect(begins).to_be_disabled()
    page.get_by_label("Begins").select_option("")
    expect(begins).to_be_visible()
    expect(begins).to_have_value(re.compile("T20:00$"))  # the usual time, until another is chosen
    page.get_by_label("Your time zone").select_option("UTC")
    first = begins.get_attribute("min")
    assert first and begins.get_attribute("max")  # noqa: PT018 - one form
    page.get_by_label("Your time zone").select_option("Asia/Tokyo")
    assert (begins.get_attribute("min") or "") > first
    page.locator("main summary", has_text="More").click()
    page.get_by_label("Most players").fill("2")
    page.locator("main summary", has_text="More").click()
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_label("Most players")).to_be_focused()  # what is wrong in a folded part is shown
    page.get_by_label("Most players").fill("8")
    page.get_by_label("Begins").select_option("30")
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.locator(".stands")).to_contain_text("Begins in")
    expect(page.get_by_text("after how many days")).to_have_count(0)


def test_the_table_of_a_ladder_fits_a_phone(visit: Visit) -> None:
    page = visit(PHONE)
    page.goto("/games/vortex/ladder")
    wide = page.locator(".scroll:has(.ladder-table)").evaluate("box => box.scrollWidth - box.clientWidth")
    assert wide == 0
