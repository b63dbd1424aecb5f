"""One's own mistakes: exact ones are puzzles of one's own, others are tried again on the board to analyse on."""

from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.core.registry import load
from ludarium.puzzles.file import shipped
from ludarium.puzzles.tables import examine
from ludarium.site.bots.rows import WaitingAnalysis, review_of
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.puzzles.mistakes import Mistakes, NoSuchMistake, puzzle_of
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.solve.installed import installed_table
from tests.conftest import EXACT_LUDO
from tests.site.conftest import NewBrowser
from tests.site.puzzles.conftest import MakeAccount
from tests.site.puzzles.test_own_pages import signed_in
from tests.site.puzzles.test_pages import now


class Played(NamedTuple):
    """A match in which Ann has played a turn that gave something away, after so many lines of the record."""

    match: str
    played: int
    accept: tuple[str, ...]
    answer: str


@pytest.fixture
def mistakes(service: Service) -> Mistakes:
    puzzle_of.cache_clear()
    return Mistakes(service)


def play(service: Service, store: Store, ann: Person, *, exact: bool = True) -> Played:
    """Play a match to its end, with a mistake of Ann's at her first choice that allows one, and review it."""
    seats = [SeatAssignment("person", "Ann", ann.id), SeatAssignment("person", "Zoe")]
    view = service.create(EXACT_LUDO, seats, host=ann.id, seed=5)
    table, found = installed_table(view.match.game), None
    assert table
    while not view.match.over:
        state = view.match.state
        (seat,) = state.actors
        puzzle = examine(state, 0, table, least=0.0) if seat == 0 and not found else None
        turn = state.format_turn(_first(state))
        if puzzle:
            turn = next(one for one in puzzle.proof.losses if one not in puzzle.accept)
            found = Played(view.id, len(view.match.turns), puzzle.accept, turn)
        view = service.bots.submit(view.id, seat, turn, view.revision)
    assert found
    loss, gap = 0.05, table.gap if exact else None
    doubt = None if exact else 0.01
    content = {
        "by": "a bot",
        "advice": [[found.played, [[0, 0.5, found.accept[0], gap, loss, None, doubt]], []]],
        "final": [0.0, 1.0],
    }
    number = review_of(len(view.match.turns))
    with store.write() as tx:
        tx.analyses.ask(WaitingAnalysis(view.id, number, ann.id, 0), None, service.now())
        tx.analyses.finish((view.id, number), service.now(), content)
    return found


def _first(state: State) -> tuple[int, ...]:
    """Return the first turn of a state."""
    actions, now = list[int](), state
    while not actions or (now.in_turn and now.actors):
        actions.append(now.legal()[0])
        now = now.play(actions[-1])
    return tuple(actions)


def test_an_exact_mistake_is_a_puzzle_of_ones_own(
    tables: Path, mistakes: Mistakes, service: Service, store: Store, ann: Person
) -> None:
    played = play(service, store, ann)
    (found,) = mistakes.of_person(ann)
    assert (found.match, found.played, found.seat, found.answer) == (played.match, played.played, 0, played.answer)
    assert found.is_exact
    _, board = mistakes.board(ann, found.match, str(found.played))
    assert board
    assert {*board.puzzle.accept} == {*played.accept}
    right, wrong = (board.answered("", turn).verdict for turn in (played.accept[0], played.answer))
    assert right
    assert right.is_right
    assert wrong
    assert not wrong.is_right
    assert "gives away" in wrong.why


def test_it_is_solved_on_a_page_that_nobody_else_sees(
    tables: Path,
    mistakes: Mistakes,
    service: Service,
    store: Store,
    ann: Person,
    make_account: MakeAccount,
    new_browser: NewBrowser,
) -> None:
    played = play(service, store, ann)
    mine = signed_in(new_browser(), service, ann)
    (found,) = mistakes.of_person(ann)
    assert '<a href="/me/mistakes">' in mine.get("/me").text
    assert found.path in mine.get("/me/mistakes").text
    page = mine.get(f"{found.path}?answer={quote(played.accept[0])}")
    assert now(page).startswith(f"Right: {played.accept[0]}, ")
    assert now(mine.get(f"{found.path}?answer={quote(played.answer)}")).startswith("Not this one")
    assert mine.get(f"{found.path}?answer=nonsense").status_code == 400
    other: TestClient = signed_in(new_browser(), service, make_account("Bob"))
    assert other.get(found.path).status_code == 404
    assert played.match not in other.get("/me/mistakes").text
    assert new_browser().get(found.path).status_code == 403
    for path in ("/me/mistakes/nothing/3", f"/me/mistakes/{played.match}/{'9' * 30}", f"/me/mistakes/{played.match}/x"):
        assert mine.get(path).status_code == 404


def test_the_opponent_does_not_have_it(
    tables: Path, mistakes: Mistakes, service: Service, store: Store, ann: Person, make_account: MakeAccount
) -> None:
    played = play(service, store, ann)
    bob = make_account("Bob")
    assert mistakes.of_person(bob) == ()
    with pytest.raises(NoSuchMistake):
        mistakes.board(bob, played.match, str(played.played))


def test_what_is_not_proved_is_tried_again_on_the_board(
    tables: Path, mistakes: Mistakes, service: Service, store: Store, ann: Person
) -> None:
    played = play(service, store, ann, exact=False)
    (found,) = mistakes.of_person(ann)
    assert not found.is_exact
    assert found.path == f"/analysis/board?match={played.match}&at={played.played}&alone=yes"


def test_who_plays_a_rated_match_of_such_a_position_gets_no_help(
    tables: Path,
    mistakes: Mistakes,
    service: Service,
    store: Store,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = play(service, store, ann)
    asked = list[object]()

    def check(person_id: str, game: str, states: object, *, is_set_up: bool) -> None:
        asked.append((person_id, game, is_set_up))
        raise IllegalMove("you play a rated match of such a position")

    monkeypatch.setattr(service, "check_position", check)
    with pytest.raises(IllegalMove):
        mistakes.board(ann, played.match, str(played.played))
    assert asked == [(ann.id, "ludo", False)]


def test_a_review_of_a_former_version_has_none(
    tables: Path, mistakes: Mistakes, service: Service, store: Store, ann: Person
) -> None:
    played = play(service, store, ann)
    view = service.bots.look(played.match)
    key = (played.match, review_of(len(view.match.turns)))
    for content in (
        {},
        {"by": "a bot"},
        {"by": "a bot", "advice": [[9999, [[0, 0.5, "1", 0.0, 0.5]], []]], "final": []},
    ):
        store.analyses.set(key, content=content)
        assert mistakes.of_person(ann) == ()


def test_a_forced_win_is_a_puzzle_where_it_is_proved_at_once() -> None:
    puzzle = shipped("orion")[0]
    found = puzzle_of(puzzle.state(), puzzle.seat)
    assert found is None or {*found.accept} == {*puzzle.accept}
    assert puzzle_of(load("orion").initial(), 0) is None
