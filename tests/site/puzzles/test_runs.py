"""Runs against the clock: the server's time and order count, and nobody sees or plays another's."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.people.standing import Sanctioned
from ludarium.site.puzzles import runs as module
from ludarium.site.puzzles.board import NoSuchPuzzle, PuzzleBoard
from ludarium.site.puzzles.rows import Run, RunTable
from ludarium.site.puzzles.rules import MISTAKES, SECONDS, order_of, place_of
from ludarium.site.puzzles.runs import NoSuchRun, Runs
from ludarium.site.puzzles.solving import Solving
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser, extract, said
from tests.site.fake_time import DAY, FakeTime
from tests.site.puzzles.conftest import MakeAccount, right, wrong

pytestmark = pytest.mark.both_databases


@pytest.fixture
def runs(service: Service) -> Runs:
    return Runs(service)


def answered(run: Run, *, well: bool = True) -> PuzzleBoard:
    """Return the puzzle at which a run stands, with an answer."""
    number = order_of(run.game, run.seed)[place_of(run)]
    return right(run.game, number) if well else wrong(run.game, number)


def play(runs: Runs, person: Person, run_id: str, *wells: bool) -> Run:
    """Answer the next puzzles of a run, rightly or not."""
    for well in wells:
        run = runs.load(person, run_id)
        assert runs.answer(person, run, place_of(run), answered(run, well=well)) is well
    return runs.load(person, run_id)


def test_answers_are_counted_in_the_order_of_the_seed(runs: Runs, ann: Person) -> None:
    run = play(runs, ann, runs.begin(ann, "ludo"), True, True, False, True)
    assert (run.solved, run.mistakes, run.ended_at) == (3, 1, None)
    board = runs.board(run)
    assert board
    assert board.number == order_of("ludo", run.seed)[4]


def test_three_mistakes_end_a_run(runs: Runs, ann: Person) -> None:
    run = play(runs, ann, runs.begin(ann, "ludo"), True, *[False] * MISTAKES)
    assert run.ended_at is not None
    assert runs.board(run) is None
    assert runs.answer(ann, run, place_of(run), answered(run)) is None
    assert runs.load(ann, run.id) == run


def test_what_is_missed_in_a_run_is_listed_when_it_is_over(runs: Runs, ann: Person, solving: Solving) -> None:
    run_id = runs.begin(ann, "ludo")
    wells = (True, False, True, False)
    answers = []
    for place, well in enumerate(wells):
        board = answered(runs.load(ann, run_id), well=well)
        answers.append((board.number, board.answer))
        play(runs, ann, run_id, well)
        assert len(runs.missed(runs.load(ann, run_id))) == wells[: place + 1].count(False)
    missed = runs.missed(runs.load(ann, run_id))
    assert [(one.number, one.answer) for one in missed] == [answers[1], answers[3]]
    assert [one.verdict.is_right for one in missed if one.verdict] == [False, False]
    assert runs.left(runs.load(ann, run_id)) == SECONDS  # by a clock that nothing has moved


def test_who_was_shown_an_answer_in_a_run_gets_no_rating_for_it(runs: Runs, ann: Person, solving: Solving) -> None:
    run_id = runs.begin(ann, "ludo")
    board, after = answered(runs.load(ann, run_id)), answered(runs.load(ann, run_id), well=False)
    play(runs, ann, run_id, False)
    attempt = solving.attempt_of(ann, board)
    assert attempt
    assert (attempt.is_right, attempt.shown, attempt.solved_at) == (False, True, None)
    assert not solving.is_open(ann, board)
    assert solving.answer(ann, board) == (False, 0, 0)
    assert solving.rating(ann, "ludo") is None
    play(runs, ann, run_id, True)
    assert len(solving.progress(ann).latest) == 1  # a right one is no attempt
    assert after.number == board.number


def test_a_missed_puzzle_opens_with_its_answer_after_the_run(browser: TestClient, service: Service) -> None:
    path = browser.post("/puzzles/ludo/runs", data={"more": ""}, follow_redirects=False).headers["location"]
    table, wrongs = RunTable(service.database), []
    for place in range(MISTAKES):
        (run,) = table.find()
        wrongs.append(answered(run, well=False))
        page = browser.post(path, data={"place": f"{place}", "answer": wrongs[-1].answer})
        assert ("What you missed" in page.text) is (place == MISTAKES - 1)
    text = unescape(page.text)
    for board in wrongs:
        right_turn = board.puzzle.accept[0]
        assert f"<strong>Puzzle {board.number}</strong>" in text
        assert f'Right: <span class="turn">{board.said(right_turn)}</span>' in text
        opened = browser.get(f"/puzzles/ludo/{board.number}?{urlencode({'answer': board.answer})}")
        assert str(opened.url.query, "ascii") in unescape(page.text)
        assert "Not this one" in opened.text
        assert right_turn in extract(r'<details id="answer-shown".*?>(.*?)</details>', opened)
    assert "What you missed" not in browser.get("/puzzles/ludo/runs").text


def test_the_page_of_a_run_has_a_row_of_what_was_solved_and_missed(browser: TestClient, service: Service) -> None:
    path = browser.post("/puzzles/ludo/runs", data={"more": ""}, follow_redirects=False).headers["location"]
    for place, well in enumerate((True, False, True, False, False)):
        (run,) = RunTable(service.database).find()
        page = browser.post(path, data={"place": f"{place}", "answer": answered(run, well=well).answer})
    signs = extract(r'<ol class="signs" aria-label="Answers so far">(.*?)</ol>', page)
    assert re.findall("✓|✗", signs) == [*"✓✗✓✗✗"]
    assert re.findall("solved|missed", signs) == ["solved", "missed", "solved", "missed", "missed"]


def test_an_answer_after_three_minutes_does_not_count(runs: Runs, ann: Person, time: FakeTime) -> None:
    run_id = runs.begin(ann, "ludo")
    time.pass_by(SECONDS - 1)
    run = play(runs, ann, run_id, True)
    assert runs.left(run) == 1
    time.pass_by(1)
    assert runs.board(run) is None
    assert runs.answer(ann, run, place_of(run), answered(run)) is None
    assert runs.load(ann, run_id).solved == 1
    assert runs.of_person(ann, "ludo") == (run,)


def test_an_answer_that_is_sent_again_counts_once(runs: Runs, ann: Person) -> None:
    run = runs.load(ann, runs.begin(ann, "ludo"))
    board = answered(run)
    assert runs.answer(ann, run, 0, board)
    for seen in (run, runs.load(ann, run.id)):  # as another window sees it, and by a replay
        assert runs.answer(ann, seen, 0, board) is None
    assert runs.load(ann, run.id).solved == 1


def test_two_windows_at_once_count_once(
    open_store: Callable[[], Store], time: FakeTime, runs: Runs, ann: Person
) -> None:
    run = runs.load(ann, runs.begin(ann, "ludo"))
    board, windows = answered(run), [Runs(Service(open_store(), now=time)) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        counted = list(pool.map(lambda window: window.answer(ann, run, 0, board), windows))
    assert sorted(counted, key=str) == [None, None, None, True]
    assert runs.load(ann, run.id).solved == 1


def test_nobody_else_sees_or_plays_a_run(runs: Runs, ann: Person, make_account: MakeAccount) -> None:
    run = runs.load(ann, runs.begin(ann, "ludo"))
    bob = make_account("Bob")
    for other in (bob, None):
        with pytest.raises(NoSuchRun):
            runs.load(other, run.id)
        assert runs.answer(other, run, 0, answered(run)) is None
    for unknown in ("", "x" * 5000, "\0", "💥"):
        with pytest.raises(NoSuchRun):
            runs.load(ann, unknown)
    assert runs.load(ann, run.id).solved == 0


def test_a_new_run_ends_the_one_that_goes_on(runs: Runs, ann: Person) -> None:
    first = runs.begin(ann, "ludo")
    play(runs, ann, first, True)
    second = runs.begin(ann, "vortex")
    assert runs.load(ann, first).ended_at is not None
    assert runs.load(ann, second).ended_at is None
    assert len(runs.export(ann)) == 2


def test_a_person_begins_so_many_runs_a_day(
    runs: Runs, ann: Person, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_BEGUN", 2)
    for _ in range(2):
        runs.begin(ann, "ludo")
    with pytest.raises(QuotaExceeded):
        runs.begin(ann, "ludo")
    time.pass_by(DAY + 1)
    assert runs.begin(ann, "ludo")


def test_a_game_without_puzzles_has_no_runs(runs: Runs, ann: Person, tiny: None) -> None:
    with pytest.raises(NoSuchPuzzle):
        runs.begin(ann, "race")


def test_the_best_of_each_account_is_listed(
    runs: Runs, service: Service, store: Store, ann: Person, make_account: MakeAccount, time: FakeTime
) -> None:
    bob, guest = make_account("Bob"), service.people.create_guest()
    play(runs, ann, runs.begin(ann, "ludo"), True, True)
    time.pass_by(DAY)
    for person, wells in ((ann, [True]), (bob, [False, True]), (guest, [True] * 4)):
        play(runs, person, runs.begin(person, "ludo"), *wells)
    assert runs.best("ludo", of_day=True) == ()  # as they go on
    time.pass_by(SECONDS)
    assert [(one.name, one.solved) for one in runs.best("ludo", of_day=True)] == [("Ann", 1), ("Bob", 1)]
    assert [(one.name, one.solved) for one in runs.best("ludo", of_day=False)] == [("Ann", 2), ("Bob", 1)]
    assert runs.best("vortex", of_day=False) == ()
    store.people.set(bob.id, suspended_until=time() + DAY)
    assert [one.name for one in runs.best("ludo", of_day=False)] == ["Ann"]
    service.closing.close(ann, ann.id, keep_name=True)
    assert runs.best("ludo", of_day=False) == ()
    assert RunTable(store.database).count(person=ann.id) == 0


def test_a_suspended_account_runs_not(runs: Runs, service: Service, store: Store, ann: Person) -> None:
    run = runs.load(ann, runs.begin(ann, "ludo"))
    store.people.set(ann.id, suspended_until=service.now() + DAY)
    suspended = service.people.load(ann.id)
    assert suspended
    with pytest.raises(Sanctioned):
        runs.begin(suspended, "ludo")
    with pytest.raises(Sanctioned):
        runs.answer(suspended, run, 0, answered(run))


def test_the_runs_of_a_guest_go_to_the_account(runs: Runs, service: Service, store: Store, ann: Person) -> None:
    guest = service.people.create_guest()
    run = play(runs, guest, runs.begin(guest, "ludo"), True)
    store.accounts.merge(guest, ann)
    assert runs.load(ann, run.id).solved == 1


def test_a_run_is_played_on_its_pages(browser: TestClient, new_browser: NewBrowser, service: Service) -> None:
    begun = browser.post("/puzzles/vortex/runs", data={"more": ""}, follow_redirects=False)
    path = begun.headers["location"]
    table = RunTable(service.database)
    (run,) = table.find()
    page = browser.get(path)
    assert 'name="place" value="0"' in page.text
    for answer, place in (("", "0"), ("nonsense", "0"), ("x" * 5000, "0")):
        refused = browser.post(path, data={"place": place, "answer": answer})
        assert refused.status_code == 400
        assert said(refused)
    for place in ("1", "-1", "", "x", "9" * 40):
        browser.post(path, data={"place": place, "answer": answered(run).typed})
    assert table.load(run.id) == run
    assert "Right." in browser.post(path, data={"place": "0", "answer": answered(run).typed}).text
    (run,) = table.find()
    wrong_turn = answered(run, well=False).typed
    page = browser.post(path, data={"place": "1", "answer": wrong_turn})
    right = answered(run)
    assert f"Right: {right.said(right.typed)}" in re.sub("<[^>]*>", "", unescape(page.text))  # such as "X's token"
    assert new_browser().get(path).status_code == 404
    assert new_browser().post(path, data={"place": "2", "answer": wrong_turn}).status_code == 404


def test_a_turn_of_a_run_is_chosen_on_the_board_and_sent(browser: TestClient, service: Service) -> None:
    path = browser.post("/puzzles/vortex/runs", data={"more": ""}, follow_redirects=False).headers["location"]
    (run,) = RunTable(service.database).find()
    actions = ",".join(map(str, answered(run).turn.actions))
    page = browser.get(f"{path}?place=0&draft={actions}")
    assert 'id="confirm"' in page.text
    assert 'id="confirm"' not in browser.get(f"{path}?place=1&draft={actions}").text  # of another puzzle
    assert RunTable(service.database).load(run.id) == run  # an address that is looked at changes nothing
    assert "1 solved" in browser.post(path, data={"place": "0", "draft": actions}).text
