"""A run of puzzles against the clock in a real browser, by a site whose time is given and never waited for."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from ludarium.puzzles.puzzle import TableProof
from ludarium.site.ground.values import Person
from ludarium.site.puzzles.board import puzzles_of
from ludarium.site.puzzles.rows import Run, RunTable
from ludarium.site.puzzles.rules import MISTAKES, SECONDS, order_of, place_of
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.web.http.identity import SessionCookie
from tests.browser.conftest import DESK, PATIENCE, PHONE
from tests.browser.pages import Settings
from tests.browser.steps import box
from tests.site.fake_time import FakeTime
from tools.local_site import listening

GAME = "ludo"
OpenPage = Callable[..., Page]


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def service(store: Store, time: FakeTime) -> Service:
    return Service(store, now=time)


@pytest.fixture
def ann(service: Service, store: Store) -> Person:
    """Somebody with an account, whose runs are listed."""
    guest = service.people.rename(service.people.create_guest(), "Ann")
    store.accounts.set_email(guest.id, "ann@example.org", "ann", 0.0)
    return service.accounts.find("ann")


@pytest.fixture
def open_page(service: Service, ann: Person, chromium: Browser) -> Iterator[OpenPage]:
    """Open a page of the site as Ann sees it; errors on its console fail the test."""
    complaints = list[str]()
    with listening(service) as url:
        name, session = SessionCookie(secure=False).name, service.people.begin_session(ann, "test")
        contexts = []

        def open_one(settings: Settings = DESK) -> Page:
            context = chromium.new_context(base_url=url, **settings)
            context.set_default_timeout(PATIENCE)
            context.add_cookies([{"name": name, "value": session, "url": url}])
            contexts.append(context)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            return page

        yield open_one
        for context in contexts:
            context.close()
    assert complaints == []


def going_on(service: Service, ann: Person) -> Run:
    """Return the run of Ann that goes on."""
    (run,) = RunTable(service.database).find(person=ann.id, ended_at=None)
    return run


def answer(service: Service, ann: Person, *, well: bool) -> str:
    """Return a right or a wrong answer to the puzzle at which the run of Ann stands."""
    run = going_on(service, ann)
    puzzle = puzzles_of(GAME)[order_of(GAME, run.seed)[place_of(run)] - 1]
    assert isinstance(puzzle.proof, TableProof)
    return puzzle.accept[0] if well else next(turn for turn in puzzle.proof.losses if turn not in puzzle.accept)


def begin(page: Page) -> None:
    page.goto(f"/puzzles/{GAME}/runs")
    expect(page.get_by_text("None yet.")).to_have_count(2)
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.get_by_text("Puzzle 1 of this run.")).to_be_visible()


def solve_two_and_miss_three(page: Page, service: Service, ann: Person, send: Callable[[str], None]) -> None:
    """Answer five puzzles; the third mistake shows the result."""
    for number, well in enumerate((True, False, True, False), 1):
        right = answer(service, ann, well=True)
        send(turn := answer(service, ann, well=well))
        expect(page.get_by_text(f"Puzzle {number + 1} of this run.")).to_be_visible()
        caption = page.locator("#caption")
        expect(caption).to_contain_text("Right." if well else "Wrong: see what was right.")
        missed = page.get_by_role("region", name="Missed")
        expect(missed).to_have_count(0 if well else 1)
        if not well:  # the right turn stands on the board where it was missed
            expect(missed).to_contain_text(f"Missed: puzzle {number} of this run")
            expect(missed).to_contain_text(f"Right: {right}")
            expect(missed.locator("svg .advised").first).to_be_attached()
        assert turn not in caption.inner_text()
        assert right not in caption.inner_text()
    expect(page.locator("#caption")).to_contain_text(f"2 solved, 2 of {MISTAKES} mistakes.")
    run = going_on(service, ann)
    right = answer(service, ann, well=True)
    send(answer(service, ann, well=False))
    expect(page.get_by_role("heading", name="2 solved")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text(
        "That was the third mistake: 2 puzzles of Multiplication Ludo solved, with 3 mistakes."
        f" The last answer was wrong. {right} is right: "
    )
    assert not page.locator("#play").count()
    ended = RunTable(service.database).load(run.id)
    assert ended
    assert (ended.solved, ended.mistakes, ended.ended_at) == (2, MISTAKES, service.now())
    page.get_by_role("link", name="The best runs").press("Enter")
    for title in ("Today", "Ever"):
        listed = page.get_by_role("region", name=title).get_by_role("listitem")
        expect(listed).to_have_text(re.compile(r"^Ann: 2 solved, 3 mistakes"))
    expect(page.get_by_role("region", name="Your best").get_by_role("listitem")).to_have_count(1)


def typed(page: Page) -> Callable[[str], None]:
    """Return what answers by the keyboard alone."""

    def send(turn: str) -> None:
        field = page.get_by_label("Type the turn")
        expect(field).to_have_value("")  # nothing stays of the answer before
        field.focus()
        page.keyboard.type(turn)
        page.keyboard.press("Enter")

    return send


@pytest.mark.parametrize("settings", [DESK, PHONE, {**PHONE, "java_script_enabled": False}], ids=str)
def test_a_run_is_begun_played_by_the_keyboard_and_listed(
    open_page: OpenPage, service: Service, ann: Person, settings: Settings
) -> None:
    page = open_page(settings)
    begin(page)
    width = page.viewport_size["width"] if page.viewport_size else 0
    fits = page.locator("html").evaluate("html => html.scrollWidth")
    assert fits <= width
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[23]:\d\d$"))
    size = "part => parseFloat(getComputedStyle(part).fontSize)"
    assert page.get_by_role("timer").evaluate(size) > 1.5 * page.locator(".now").evaluate(size)
    solve_two_and_miss_three(page, service, ann, typed(page))


def test_a_turn_of_a_run_is_touched_on_a_phone(open_page: OpenPage, service: Service, ann: Person) -> None:
    page = open_page(PHONE)
    begin(page)
    page.wait_for_load_state()  # before it the scripts may not be there, and a touch is lost
    first = page.locator("body").filter(has_text="Puzzle 1 of this run.")  # the next one may come before any look
    first.locator("#play g.touch, #draft a.action").first.tap()
    send = page.locator("#confirm button, #undo")
    second = page.get_by_text("Puzzle 2 of this run.")
    expect(send.or_(second).first).to_be_visible()
    while not second.count():
        first.locator("#play g.touch, #draft a.action, #confirm button").or_(second).first.tap()
        page.wait_for_load_state()
    run = going_on(service, ann)
    assert place_of(run) == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_the_clock_of_the_site_ends_a_run(
    open_page: OpenPage, service: Service, ann: Person, time: FakeTime, *, scripts: bool
) -> None:
    page = open_page({**PHONE, "java_script_enabled": scripts})
    begin(page)
    send = typed(page)
    send(answer(service, ann, well=True))
    expect(page.get_by_text("Puzzle 2 of this run.")).to_be_visible()
    late = answer(service, ann, well=True)
    time.pass_by(SECONDS)
    send(late)  # it comes too late
    expect(page.get_by_role("status")).to_have_text(
        "Your time is over: 1 puzzle of Multiplication Ludo solved, with 0 mistakes."
    )
    page.get_by_role("button", name="Again").press("Enter")
    expect(page.get_by_text("Puzzle 1 of this run.")).to_be_visible()
    assert going_on(service, ann).solved == 0


def test_a_page_asks_for_the_result_when_its_clock_runs_out(
    open_page: OpenPage, service: Service, ann: Person, time: FakeTime
) -> None:
    page = open_page(DESK)
    page.clock.install()
    begin(page)
    page.wait_for_load_state()  # its script has begun
    page.clock.run_for(1000)
    time.pass_by(SECONDS)
    page.clock.fast_forward(int((SECONDS + 1) * 1000))
    expect(page.get_by_role("heading", name="0 solved")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Your time is over")


def test_outside_a_run_a_direction_of_a_duel_that_counts_is_played_at_once_and_for_good(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/puzzles/grid/1")
    page.locator("#play g.touch").first.click()
    expect(page.locator("#so-far")).to_contain_text("So far n Turn 2 of")
    expect(page.locator("#play g[id^=compass-]")).to_have_count(1)
    expect(page.locator("#confirm, #undo")).to_have_count(0)
    page.locator("body").press("Escape")
    page.locator("#play g.touch").nth(1).click()
    expect(page.locator("#so-far")).to_contain_text("Turn 3 of")
    page.go_back()
    page.goto("/puzzles/grid/1")
    expect(page.locator("#so-far")).to_contain_text("Turn 3 of")


def test_a_direction_is_confirmed_where_a_person_wants_that(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/puzzles/grid/1")
    page.get_by_label("Confirm my answers").check()
    page.locator("#play g.touch").first.click()
    page.get_by_role("button", name="Play n").click()
    expect(page.locator("#so-far")).to_contain_text("So far n Turn 2 of")


def test_the_signs_of_many_answers_stand_in_one_line_and_the_last_are_seen(
    open_page: OpenPage, service: Service, ann: Person
) -> None:
    page = open_page(PHONE)
    page.goto(f"/puzzles/{GAME}/runs")
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.get_by_text("Puzzle 1 of this run.")).to_be_visible()
    before, run = box(page.locator("#play")), going_on(service, ann)
    RunTable(service.database).save(run.id, run.revision, solved=24)
    page.reload()
    signs = page.locator(".signs li")
    expect(signs).to_have_count(24)
    assert box(page.locator("#play"))["y"] == before["y"]
    expect(signs.last).to_be_in_viewport(ratio=1)


def test_what_stands_below_the_boards_of_a_run_keeps_its_place(
    open_page: OpenPage, service: Service, ann: Person
) -> None:
    page = open_page(PHONE)
    page.goto("/puzzles/vortex/runs")
    page.get_by_role("button", name="Begin").press("Enter")
    send, tallest, places = typed(page), 0.0, set[float]()
    for number in range(1, 30):
        expect(page.get_by_text(f"Puzzle {number} of this run.")).to_be_visible()
        page.wait_for_load_state()
        run = going_on(service, ann)
        height = page.locator("#play svg").evaluate("(svg) => svg.getBoundingClientRect().height")
        places.add(page.locator("#draft").evaluate("(draft) => draft.getBoundingClientRect().y + scrollY"))
        if height < tallest:
            break
        if height > tallest:
            tallest, places = height, {max(places)}
        send(puzzles_of("vortex")[order_of("vortex", run.seed)[place_of(run)] - 1].accept[0])
    assert height < tallest  # a board of another shape came
    assert len(places) == 1
