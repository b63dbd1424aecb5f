"""The pages of puzzles for accounts: what counts is sent, never looked at."""

from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from ludarium.puzzles.puzzle import TableProof
from ludarium.site.ground.values import Person
from ludarium.site.puzzles.board import puzzles_of
from ludarium.site.puzzles.rows import AttemptTable, DailyMailTable
from ludarium.site.puzzles.rules import day_of
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, said
from tests.site.fake_time import START
from tests.site.puzzles.conftest import MakeAccount
from tests.site.puzzles.test_pages import now

NOTHING = {"more": ""}
PATH, RIGHT = "/puzzles/ludo/3", puzzles_of("ludo")[2].accept[0]


def signed_in(browser: TestClient, service: Service, person: Person) -> TestClient:
    """Return a browser in which a person has signed in."""
    browser.cookies.set("session", service.people.begin_session(person, "a browser"))
    return browser


def a_wrong_turn() -> str:
    proof = puzzles_of("ludo")[2].proof
    assert isinstance(proof, TableProof)
    return next(turn for turn in proof.losses if turn not in puzzles_of("ludo")[2].accept)


@pytest.fixture
def member(new_browser: NewBrowser, service: Service, ann: Person) -> TestClient:
    """A browser with an account."""
    return signed_in(new_browser(), service, ann)


@pytest.fixture
def attempts(service: Service) -> AttemptTable:
    return AttemptTable(service.database)


def test_an_address_with_an_answer_is_no_attempt(member: TestClient, attempts: AttemptTable) -> None:
    for answer in (RIGHT, a_wrong_turn()):
        page = member.get(f"{PATH}?answer={quote(answer)}&answered=yes")
        assert not now(page).startswith(("Right", "Not"))  # nor does it tell
        assert 'id="confirm"' in page.text
        assert 'hx-trigger="load' not in page.text  # so a link that others give answers nothing
    assert attempts.find() == ()


def test_programs_of_an_account_read_the_verdict_of_what_was_sent_alone(
    member: TestClient, attempts: AttemptTable
) -> None:
    accept = {"Accept": "application/json"}
    for answer in (RIGHT, a_wrong_turn()):
        for more in ("", "&answered=yes"):
            data = member.get(f"{PATH}?answer={quote(answer)}{more}", headers=accept).json()
            assert (data["right"], data["why"]) == (None, None)
    assert attempts.find() == ()
    sent = member.post(PATH, data={"answer": a_wrong_turn()}, follow_redirects=False)
    data = member.get(sent.headers["location"], headers=accept).json()
    assert data["right"] is False
    assert "gives away" in data["why"]
    member.post(PATH, data={"answer": RIGHT})
    assert member.get(f"{PATH}?answer={quote(RIGHT)}", headers=accept).json()["right"]  # nothing counts any more


def partly_right() -> tuple[int, str, float]:
    """Return the number of a puzzle of three turns, the one that is neither the best nor the worst, and its part."""
    for number, puzzle in enumerate(puzzles_of("ludo"), 1):
        assert isinstance(puzzle.proof, TableProof)
        losses = puzzle.proof.losses
        if len({*losses.values()}) == len(losses) == 3:
            turn = sorted(losses, key=losses.__getitem__)[1]
            part = 1 - losses[turn] / max(losses.values())
            if part > 0.1:
                return number, turn, part
    raise AssertionError("no puzzle has such a turn")


def test_what_counts_in_part_is_said_before_and_after_the_answer(member: TestClient) -> None:
    number, turn, part = partly_right()
    path, rule = f"/puzzles/ludo/{number}", "half as much as the worst turn counts as half a right answer"
    assert rule in member.get(path).text
    sent = member.post(path, data={"answer": turn})
    assert now(sent).startswith("Not this one")
    assert f"It counts as {part:.2f} of a right answer." in sent.text
    assert rule not in sent.text
    assert "of a right answer." not in member.get(f"{path}?answer={quote(turn)}").text  # what counts is told once
    assert rule not in member.get("/puzzles/orion/1").text  # a win is proved, or there is none


def test_an_address_that_shows_the_answer_shows_it_only_where_nothing_counts_any_more(
    member: TestClient, attempts: AttemptTable
) -> None:
    page = member.get(f"{PATH}?shown=yes")
    assert not now(page).startswith("The answer")
    assert RIGHT not in page.text
    assert attempts.find() == ()
    assert now(member.post(PATH, data={"do": "show"})).startswith(f"The answer: {RIGHT}, ")
    assert not now(member.get(PATH)).startswith("The answer")


def test_the_answer_that_counts_is_sent_and_rated(member: TestClient, attempts: AttemptTable) -> None:
    assert '<details id="answer-shown"' not in member.get(PATH).text
    page = member.post(PATH, data={"answer": RIGHT})
    assert now(page).startswith(f"Right: {RIGHT}, ")
    assert "Your rating here is" in page.text
    assert "(+" in page.text
    (attempt,) = attempts.find()
    assert attempt.is_right
    again = member.get(f"{PATH}?answer={quote(a_wrong_turn())}")  # what is done now counts no more
    assert now(again).startswith("Not this one")
    assert attempts.find() == (attempt,)


def test_after_a_wrong_answer_it_can_be_solved_but_not_rated(member: TestClient, attempts: AttemptTable) -> None:
    page = member.post(PATH, data={"answer": a_wrong_turn()})
    assert now(page).startswith("Not this one")
    assert "(-" in page.text
    assert RIGHT not in page.text.partition('id="draft"')[2]
    page = member.post(PATH, data={"answer": RIGHT})
    assert "You solved it later" in page.text
    assert "(+" not in page.text
    (attempt,) = attempts.find()
    assert (attempt.is_right, attempt.solved_at is not None) == (False, True)


def test_the_answer_is_shown_when_it_is_asked_for(member: TestClient, attempts: AttemptTable) -> None:
    page = member.post(PATH, data={"do": "show"})
    assert RIGHT in page.text
    (attempt,) = attempts.find()
    assert (attempt.is_right, attempt.shown) == (False, True)


@pytest.mark.parametrize(
    "values", [NOTHING, {"answer": "no turn"}, {"answer": "x" * 5000}, {"draft": "999,1"}, {"do": "win"}]
)
def test_what_is_no_answer_is_refused_and_not_counted(
    member: TestClient, attempts: AttemptTable, values: dict[str, str]
) -> None:
    answer = member.post(PATH, data=values)
    assert answer.status_code == 400
    assert said(answer) or "expected" in answer.text
    assert attempts.find() == ()


def test_a_huge_answer_is_refused(member: TestClient, attempts: AttemptTable) -> None:
    assert member.post(PATH, data={"answer": "x" * 200_000}).status_code == 413
    assert attempts.find() == ()


def test_strangers_and_guests_get_the_verdict_and_leave_nothing(
    browser: TestClient, new_browser: NewBrowser, attempts: AttemptTable
) -> None:
    guest = new_browser()
    guest.post("/puzzles/ludo/runs", data=NOTHING)
    for one in (browser, guest):
        assert now(one.post(PATH, data={"answer": RIGHT})).startswith("Right")
        assert now(one.get(f"{PATH}?answer={quote(RIGHT)}")).startswith("Right")
    assert attempts.find() == ()
    assert browser.get("/me/puzzles").status_code == 403
    assert "guest" in guest.get("/me/puzzles").text


def test_progress_is_on_a_page_of_ones_own(
    member: TestClient, new_browser: NewBrowser, service: Service, make_account: MakeAccount
) -> None:
    member.post(PATH, data={"answer": RIGHT})
    page = member.get("/me/puzzles").text
    assert "Tried 1 of" in page
    assert all(f"next?theme={quote(theme)}" in page for theme in puzzles_of("ludo")[2].themes)
    assert PATH in page
    other = signed_in(new_browser(), service, make_account("Bob"))
    assert "You have tried none yet" in other.get("/me/puzzles").text


def test_the_next_puzzle_is_a_new_one(member: TestClient) -> None:
    number = member.get("/puzzles/ludo/next?after=3", follow_redirects=False).headers["location"]
    assert number != PATH
    for after in ("", "x", "-1", "9" * 50):
        assert member.get(f"/puzzles/ludo/next?after={after}", follow_redirects=False).status_code == 303
    assert member.get("/puzzles/nothing/next").status_code == 404


def test_the_puzzle_of_the_day_is_chosen_by_game(member: TestClient, service: Service) -> None:
    table = DailyMailTable(service.database)
    member.post("/me/puzzles", data={"mail-ludo": "yes", "push-vortex": "yes", "mail-nothing": "yes"})
    assert [(one.game, one.by_mail, one.by_push) for one in table.find(order=(table.table.c.game,))] == [
        ("ludo", True, False),
        ("vortex", False, True),
    ]
    member.post("/me/puzzles", data={"push-vortex": "yes"})
    assert [one.game for one in table.find()] == ["vortex"]


def test_the_front_page_draws_the_puzzles_of_today(browser: TestClient) -> None:
    page = browser.get("/").text
    for game in ("grid", "ludo", "orion", "throngs", "vortex"):
        assert f'<a href="/puzzles/{game}"><span class="shot" aria-hidden="true"><img src="/puzzles/{game}/' in page
    assert day_of(START, "UTC")
