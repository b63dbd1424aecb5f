"""The position before a mistake of a match, tried again: what is asked, what is said of a turn, and what comes next."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.core.errors import IllegalMove
from ludarium.puzzles.puzzle import whole_turns
from ludarium.site.analysis.again import NotAMistake, Retry, Searches, load_retry, retry_path
from ludarium.site.analysis.analyst import StudyAnalyst
from ludarium.site.analysis.rows import Search
from ludarium.site.analysis.studies import Studies
from ludarium.site.bots.rows import WaitingAnalysis, review_of
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.solve.installed import require_table
from tests.site.conftest import NewBrowser, extract, said
from tests.site.puzzles.test_mistakes import play

TURNS = ("p+", "b+g+", "q+")
ADVICE = [
    [0, [[0, 0.6, "t+", None, 0.2, None, 0.05]], []],
    [1, [[1, 0.5, "c+h+", None, 0.3, None, 0.05]], []],
    [2, [[0, 0.4, "r+", None, 0.1, None, 0.05]], []],
]
"""Of the first turn of X 20 of 100 games were given away, of its second 10, and of that of O 30."""


@pytest.fixture
def ann(service: Service) -> Person:
    return service.people.rename(service.people.create_guest(), "Ann")


def reviewed(
    service: Service, store: Store, ann: Person, turns: Sequence[str] = TURNS, advice: object = ADVICE
) -> MatchView:
    """Return a match that Ann has lost as X, with its review."""
    seats = [SeatAssignment("person", "Ann", ann.id), SeatAssignment("person", "Zoe")]
    view = service.create("orion", seats, host=ann.id)
    for number, turn in enumerate(turns):
        view = service.bots.submit(view.id, number % 2, turn, view.revision)
    return resigned(service, store, ann, view, advice)


def resigned(service: Service, store: Store, ann: Person, view: MatchView, advice: object) -> MatchView:
    """Return a match after Ann has resigned the first seat, with its review."""
    service.act(ann, view.id, Resign(), revision=view.revision, seat=0)
    view = service.view(ann, view.id)
    number = review_of(len(view.match.turns))
    with store.write() as tx:
        tx.analyses.ask(WaitingAnalysis(view.id, number, ann.id, 0), None, service.now())
        tx.analyses.finish((view.id, number), service.now(), {"by": "champion", "advice": advice, "final": [0.0, 1.0]})
    return view


def signed_in(browser: TestClient, service: Service, person: Person) -> TestClient:
    browser.cookies.set("session", service.people.begin_session(person, "a browser"))
    return browser


def heard(answer: Response) -> list[str]:
    """Return the two sentences above the board."""
    found = re.findall(r"<p [^>]*>(.*?)</p>", extract(r'<div id="status"(.*?)</div>', answer), re.DOTALL)
    return [" ".join(unescape(re.sub(r"<noscript>.*?</noscript>|<[^>]*>", "", text)).split()) for text in found]


@pytest.fixture
def mine(new_browser: NewBrowser, service: Service, ann: Person) -> TestClient:
    """The browser of Ann."""
    return signed_in(new_browser(), service, ann)


def test_the_page_asks_for_a_better_turn_and_leads_to_the_next_mistake_of_the_reader(
    service: Service, store: Store, ann: Person, mine: TestClient, new_browser: NewBrowser
) -> None:
    view = reviewed(service, store, ann)
    page = mine.get(f"/matches/{view.id}").text
    links = [retry_path(view.id, played) for played in (0, 1, 2)]
    beside = re.findall(r'<li><a class="moment" href="[^"]*/at/(\d)".*?href="(/analysis/again/[^"]*)"', page, re.DOTALL)
    assert sorted(beside) == [(str(played), link) for played, link in enumerate(links)]  # each with its turn
    first = mine.get(links[0])
    assert heard(first)[0] == "You played p+, which gave away 20.0 ± 5.0 of 100 games. Find a better turn."
    assert "Mistake 1 of 2, turn 1" in first.text
    right = mine.get(f"{links[0]}?answer=t%2B")
    assert heard(right) == ["Right: t+", "So would Dara play."]
    assert "Find a better turn" not in right.text
    assert f'class="button primary" href="{links[2]}">Next mistake' in right.text
    last = mine.get(f"{links[2]}?answer=r%2B")
    assert f'class="button primary" href="/matches/{view.id}#review"' in last.text
    assert "Next mistake" not in last.text
    assert last.text.count("Back to the review") == 1


def test_who_did_not_play_reads_who_did_and_has_the_mistakes_of_that_seat(
    service: Service, store: Store, ann: Person, browser: TestClient
) -> None:
    view = reviewed(service, store, ann)
    page = browser.get(retry_path(view.id, 1))
    assert heard(page)[0] == "Zoe (O) played b+g+, which gave away 30.0 ± 5.0 of 100 games. Find a better turn."
    assert "Mistake 1 of 1, turn 2" in page.text


def test_the_page_says_how_many_mistakes_are_not_tried(
    service: Service, store: Store, ann: Person, mine: TestClient
) -> None:
    """A review lists the five largest of both seats, of which two are those of X, who has made four."""
    turns = ("v+", "g-", "p-", "e+", "x+", "h-", "v+")
    losses = (0.2, 0.4, 0.15, 0.5, 0.3, 0.35, 0.06)
    advice = [[at, [[at % 2, 0.6, "t+", None, loss, None, 0.05]], []] for at, loss in enumerate(losses)]
    view = reviewed(service, store, ann, turns, advice)
    page = " ".join(mine.get(retry_path(view.id, 4)).text.split())
    assert "Mistake 2 of the 2 that gave away most, turn 5 of" in page
    assert "2 more are among all turns of the review." in page


def test_the_answer_is_folded_and_is_drawn_when_it_is_asked_for(
    service: Service, store: Store, ann: Person, mine: TestClient
) -> None:
    page = mine.get(retry_path(reviewed(service, store, ann).id, 0))
    assert '<details id="answer-shown" data-touched="t+" data-marks=' in unescape(page.text)
    assert '<strong class="turn">t+</strong>' in page.text


def test_an_address_of_the_position_alone_leads_there(
    service: Service, store: Store, ann: Person, mine: TestClient
) -> None:
    view = reviewed(service, store, ann)
    board = f"/analysis/board?match={view.id}&alone=yes"
    answer = mine.get(f"{board}&at=0", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, retry_path(view.id, 0))
    assert mine.get(f"{board}&at=3", follow_redirects=False).status_code == 200  # which is no mistake
    assert mine.get(f"{board}&at=0", headers={"Accept": "application/json"}).json()["turns"] == []


def test_the_turn_of_the_match_is_called_so_and_a_wrong_one_is_refused(
    service: Service, store: Store, ann: Person, mine: TestClient
) -> None:
    path = retry_path(reviewed(service, store, ann).id, 0)
    page = mine.get(f"{path}?answer=p%2B")
    assert heard(page) == ["As it was played: p+", "It gave away 20.0 ± 5.0 of 100 games. Find a better one."]
    assert f'class="button primary" href="{path}">Try again' in page.text
    refused = mine.get(f"{path}?answer=nonsense")
    assert refused.status_code == 400
    assert said(refused)
    assert heard(refused)[0].endswith("Find a better turn.")


def test_a_bot_looks_at_any_other_turn_once_it_is_asked(
    service: Service, store: Store, ann: Person, mine: TestClient
) -> None:
    path = retry_path(reviewed(service, store, ann).id, 0)
    page = mine.get(f"{path}?answer=s%2B")
    assert heard(page) == ["You try s+", "Only a bot can say what this turn is worth."]
    assert 'hx-trigger="load' not in page.text  # a link that came from elsewhere asks nothing by itself
    draft = extract(r'name="draft" value="([^"]+)"', page)
    analyst = StudyAnalyst(Studies(service), SearchQueue(1), speed=5)
    for _ in range(2):  # at the position, and unless it thinks of the turn there, at what follows the turn
        page = mine.post(path, data={"draft": draft})
        if "looks at it" not in page.text:
            break
        assert heard(page) == ["You try s+", "Dara looks at it"]
        assert 'hx-trigger="every 1s"' in page.text
        assert analyst.work()
        page = mine.get(str(page.url))
    assert re.match(r"(Right|Better|Not this one): s\+", heard(page)[0])
    assert "of 100 games" in heard(page)[1] or "as good as" in heard(page)[1]
    assert not analyst.work()


def searched(lines: Sequence[tuple[str, float]], value: float, seat: int) -> Search:
    """Return what a bot has said of a position."""
    content = {
        "by": "champion",
        "advice": [0, [[seat, value, lines[0][0] if lines else ""]], []],
        "lines": [[turn, worth, [], None] for turn, worth in lines],
    }
    return Search("", "orion", "", None, 1, True, content)


OF_MATCH = "of 100 games, and the turn of the match 20.0 ± 5.0."


def retry_of(service: Service, store: Store, ann: Person, turn: str) -> Retry:
    return load_retry(service, ann, reviewed(service, store, ann).id, "0").tried("", turn)


def test_searches_say_whether_a_turn_is_better(service: Service, store: Store, ann: Person) -> None:
    retry = retry_of(service, store, ann, "s+")
    before = searched([("t+", 0.6), ("s-", 0.55)], 0.6, 0)
    assert retry.asks(Searches()) == retry.board.states
    assert retry.judge(Searches()) is None
    assert retry.asks(Searches(before)) == (*retry.board.states, retry.after)
    for value, heading, words in (
        (0.41, "Right: s+", "For Dara it is as good as t+."),
        (
            0.5,
            "Better, but still a mistake: s+",
            f"It gives away about 10 {OF_MATCH}",
        ),
        (0.44, "Better: s+", f"It gives away about 4 {OF_MATCH}"),
        (0.7, "Not this one: s+", "It gives away about 30 of 100 games."),
    ):  # what the other side can expect after it
        found = Searches(before, searched([], value, 1))
        assert retry.asks(found) == ()
        judged = retry.judge(found)
        assert judged
        assert (judged.heading, judged.words, judged.is_right) == (heading, words, heading.startswith("Right"))
    listed = retry.tried("", "s-")
    assert listed.asks(Searches(before)) == ()
    judged = listed.judge(Searches(before))
    assert judged
    assert judged.heading == "Better, but still an inaccuracy: s-"


def test_a_bot_that_says_nothing_leaves_the_turn_unjudged(service: Service, store: Store, ann: Person) -> None:
    retry = retry_of(service, store, ann, "s+")
    failed = searched([], 0.5, 0)._replace(content=None)
    judged = retry.judge(Searches(failed))
    assert judged
    assert judged.heading == "Not what Dara thinks of: s+"
    assert retry.judge(Searches(failed._replace(is_made=False))) == ("You try s+", "Dara looks at it", False, True)


def test_a_table_judges_every_turn_exactly(tables: Path, service: Service, store: Store, ann: Person) -> None:
    played = play(service, store, ann)
    view = service.view(ann, played.match)
    review = service.analyses.of(view).review
    assert review
    table = require_table(view.match.game)
    state = Retry.of(view, review, played.played, frozenset({0})).state
    payoffs = table.payoffs(state)
    assert payoffs
    value = table.game.payoff_range.parts(payoffs)[0]
    (advice,) = review.advice
    said = advice.seats[0]._replace(value=value)
    retry = Retry.of(view, replace(review, advice=(advice._replace(seats=(said,)),)), played.played, frozenset({0}))
    for actions in whole_turns(state).values():
        tried = retry.tried("", state.format_turn(actions))
        assert tried.asks(Searches()) == ()
        judged = tried.judge(Searches())
        assert judged
        assert judged.is_right == (state.format_turn(actions) in played.accept)
        if not judged.is_right and not judged.heading.startswith("As it was played"):
            assert re.fullmatch(
                r"It gives away \d+\.\d\d of 100 games(, and the turn of the match 5\.00)?\.", judged.words
            )


def test_what_no_review_names_is_no_mistake(
    service: Service, store: Store, ann: Person, new_browser: NewBrowser
) -> None:
    view = reviewed(service, store, ann)
    for played in ("3", "99", "x", "-1", "9" * 30):
        with pytest.raises(NotAMistake):
            load_retry(service, ann, view.id, played)
    assert new_browser().get(retry_path(view.id, 3)).status_code == 404


def test_who_plays_a_rated_match_of_such_a_position_gets_no_help(
    service: Service, store: Store, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = reviewed(service, store, ann)

    def check(person_id: str, game: str, states: Sequence[object], *, is_set_up: bool) -> None:
        assert (person_id, game, len(states), is_set_up) == (ann.id, "orion", 2, False)
        raise IllegalMove("you play a rated match of such a position")

    monkeypatch.setattr(service, "check_position", check)
    with pytest.raises(IllegalMove):
        load_retry(service, ann, view.id, "1")


def test_they_are_listed_with_their_boards_and_the_turns_that_were_played_the_worst_first(
    service: Service, store: Store, ann: Person, tables: Path, new_browser: NewBrowser
) -> None:
    play(service, store, ann)
    match = reviewed(service, store, ann).id
    page = signed_in(new_browser(), service, ann).get("/me/mistakes").text
    assert re.findall(r"You played <span[^>]*>(.*?)</span>", page) == ["p+", "q+", "1 × 4 = 4"]
    assert re.findall(r'class="grade (\w+)"', page) == ["blunder", "mistake", "inaccuracy"]
    pictures = re.findall(rf'src="(/matches/{match}/at/\d/board\.svg)"', page)
    assert pictures == [f"/matches/{match}/at/{at}/board.svg" for at in (0, 2)]
