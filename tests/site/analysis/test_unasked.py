"""What the champion searches unasked: what was played most, when nobody wants to know anything else."""

from collections.abc import Callable, Sequence
from contextlib import closing

import pytest

from ludarium.core.game import State
from ludarium.core.registry import game_names, load
from ludarium.match.book import BookTurn, position_key
from ludarium.match.study import Study
from ludarium.site.analysis import searching, unasked
from ludarium.site.analysis.analyst import StudyAnalyst
from ludarium.site.analysis.explorer import Explorer
from ludarium.site.analysis.rows import BookProgress, BookRow, BookTable, Search
from ludarium.site.analysis.searching import GivenUp, SearchProcess
from ludarium.site.analysis.studies import Studies, search_id
from ludarium.site.analysis.unasked import UnaskedSearches
from ludarium.site.bots.search_queue import Search as Slot
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.analysis.test_searching import asked, child
from tests.site.conftest import LATE

pytestmark = pytest.mark.both_databases


@pytest.fixture
def clock() -> list[float]:
    """The time, as the site counts it."""
    return [1000.0]


@pytest.fixture
def service(open_store: Callable[[], Store], clock: list[float]) -> Service:
    return Service(open_store(), now=lambda: clock[0])


@pytest.fixture
def studies(service: Service) -> Studies:
    return Studies(service)


@pytest.fixture
def searches(service: Service, studies: Studies) -> UnaskedSearches:
    return UnaskedSearches(service, studies, SearchQueue(1), speed=50, delay=0.0)


def played(service: Service, state: State, **turns: int) -> None:
    """Let turns have been played from a position so often; with them the book grows."""
    key = position_key(state)
    rows = [
        BookRow.of(key, "bots", BookTurn(turn + "+", games, (games / 2, games / 2))) for turn, games in turns.items()
    ]
    BookTable(service.database).count_in(rows)
    progress = BookProgress(service.database)
    progress.put(source="matches", cursor=progress.cursor("matches") + "+")


def said(studies: Studies, state: State) -> Search | None:
    return studies.searches.load(search_id(state))


def test_what_was_played_most_is_looked_at_once(service: Service, studies: Studies, searches: UnaskedSearches) -> None:
    start = load("orion").initial()
    played(service, start, p=9, t=2)
    played(service, start.move("p+"), f=5)
    played(service, start.move("t+"), f=2)  # too few
    assert searches.work()
    found = said(studies, start)
    assert found
    assert found.is_made
    assert found.content
    assert found.content["by"] == "champion"
    assert found.person is None
    explored = Explorer(service).turns(None, [start], "", is_set_up=False)
    assert [one.book.turn for one in explored] == ["p+", "t+"]
    assert all(one.worth and 0 < one.worth.value < 1 for one in explored)
    assert said(studies, start.move("p+")) is None
    assert searches.work()
    assert said(studies, start.move("p+"))
    assert not searches.work()
    assert said(studies, start.move("t+")) is None
    assert studies.searches.count() == 2


def test_the_panel_shows_what_a_visitor_would_be_told(
    service: Service, studies: Studies, searches: UnaskedSearches
) -> None:
    states = Study.begin("orion").states(0)
    played(service, states[0], p=9)
    assert searches.work()
    ann = service.people.create_guest()
    studies.ask(ann, "net", states, is_set_up=False)  # it is known, so nothing waits
    assert not StudyAnalyst(studies, SearchQueue(1), speed=50).work()
    assert studies.said(ann, states, is_set_up=False) == said(studies, states[0])


def test_a_game_of_which_all_is_known_is_not_read_again_until_the_book_grows(
    service: Service, studies: Studies, searches: UnaskedSearches, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = load("orion").initial()
    played(service, start, p=9)
    assert searches.work()
    assert not searches.work()
    read, look = list[str](), BookTable.look

    def noted(table: BookTable, keys: Sequence[str], limit: int) -> dict[str, tuple[BookTurn, ...]]:
        read.extend(keys)
        return look(table, keys, limit)

    monkeypatch.setattr(BookTable, "look", noted)
    clock[0] += 301
    assert not searches.work()
    assert read == []
    played(service, start.move("p+"), f=9)
    clock[0] += 301
    assert searches.work()
    assert position_key(start) in read


def test_it_gives_way_between_positions(
    service: Service, searches: UnaskedSearches, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    start, known = load("orion").initial(), list[str]()
    played(service, start, p=9)
    played(service, start.move("p+"), f=8)
    queue = searches._queue

    def is_known(_: object) -> bool:
        known.append("one")
        monkeypatch.setattr(queue, "sizes", lambda: (1, 0))  # somebody begins to search
        return True

    monkeypatch.setattr(searches, "_is_known", is_known)
    assert not searches.work()
    assert known == ["one"]
    monkeypatch.undo()
    clock[0] += 301
    assert searches.work()  # so nothing is remembered of this game


@pytest.mark.parametrize("fails", [True, False])
def test_a_question_that_is_asked_meanwhile_waits_on(
    service: Service, studies: Studies, searches: UnaskedSearches, monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    states = Study.begin("orion").states(0)
    played(service, states[0], p=9)

    def search(*_: object) -> object:
        studies.ask(None, "net", states, is_set_up=False)
        studies.asked.clear()
        return 1 / 0 if fails else {"by": "champion", "advice": [0, [[0, 0.5, "p+"]], []], "lines": [], "played": []}

    monkeypatch.setattr(unasked, "search", search)
    assert searches.work()
    found = said(studies, states[0])
    assert found
    assert (found.is_made, found.content) == (False, None)
    assert studies.searches.waits(1000.0)


def test_games_take_turns(service: Service, studies: Studies, searches: UnaskedSearches) -> None:
    starts = [load(name).initial() for name in ("orion", "throngs")]
    played(service, starts[0], p=9, t=9)
    for turn in ("p+", "t+"):
        played(service, starts[0].move(turn), f=9)
    stones = [starts[1].format_turn(actions) for actions in [first_turn(starts[1])]]
    BookTable(service.database).count_in(
        [BookRow.of(position_key(starts[1]), "bots", BookTurn(stones[0], 3, (1.0, 2.0)))]
    )
    assert searches.work()
    assert searches.work()
    assert all(said(studies, start) for start in starts)


def first_turn(state: State) -> tuple[int, ...]:
    actions, now = list[int](), state
    while now.actors == state.actors and (now.in_turn or not actions):
        actions.append(now.legal(now.actors[0])[0])
        now = now.play(actions[-1])
    return tuple(actions)


def test_an_answer_that_is_there_is_completed(service: Service, studies: Studies, searches: UnaskedSearches) -> None:
    start = load("orion").initial()
    studies.ask(None, "net", [start], is_set_up=False)
    played(service, start, p=9, t=3, u=3)
    studies.asked.clear()
    assert not searches.work()  # somebody waits
    found = said(studies, start)
    assert found
    lines = [["p+", 0.625, ["f+"], None]]
    content = {"by": "champion", "advice": [0, [[0, 0.625, "p+"]], []], "lines": lines}
    studies.searches.finish(found, 1001.0, content)
    assert searches.work()
    found = said(studies, start)
    assert found
    assert found.content
    assert found.content["lines"] == lines
    explored = Explorer(service).turns(None, [start], "", is_set_up=False)
    assert [one.worth is not None for one in explored] == [True, True, True]
    assert explored[0].worth
    assert explored[0].worth.value == 0.625  # as the page has said already
    assert not searches.work()


def test_an_hour_has_so_many(
    service: Service, studies: Studies, searches: UnaskedSearches, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unasked, "AN_HOUR", 2)
    start = load("orion").initial()
    played(service, start, p=9, t=8, u=7)
    for turn in ("p+", "t+", "u+"):
        played(service, start.move(turn), f=6)
    other = UnaskedSearches(service, studies, SearchQueue(1), speed=50, delay=0.0)  # of another process
    assert searches.work()
    assert other.work()
    assert not searches.work()
    clock[0] += 1000
    assert not searches.work()
    clock[0] += 2601
    assert searches.work()
    assert studies.searches.count() == 3


def test_it_waits_after_the_start_and_where_nothing_was_found(
    service: Service, studies: Studies, clock: list[float]
) -> None:
    searches = UnaskedSearches(service, studies, SearchQueue(1), speed=50)
    played(service, load("orion").initial(), p=9)
    assert not searches.work()
    clock[0] += 301
    assert searches.work()
    assert not searches.work()
    played(service, load("orion").initial().move("p+"), f=9)
    assert not searches.work()
    clock[0] += 301
    assert searches.work()


def test_it_begins_nothing_while_anybody_searches_or_asks(
    service: Service, studies: Studies, searches: UnaskedSearches
) -> None:
    played(service, load("orion").initial(), p=9)
    queue = searches._queue
    for busy in (queue, queue.programs):
        with busy.running(Slot("ann", False)):
            assert not searches.work()
    studies.asked.set()
    assert not searches.work()
    studies.asked.clear()
    studies.ask(None, "net", Study.begin("orion", LATE).states(0), is_set_up=True)
    studies.asked.clear()  # as in another process, which hears of it from the database
    assert not searches.work()


@pytest.mark.parametrize("lane", ["people", "programs", "questions", "elsewhere"])
def test_it_ends_when_anybody_wants_to_search(
    service: Service, studies: Studies, searches: UnaskedSearches, lane: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(service, load("orion").initial(), p=9)
    queue, ended = searches._queue, list[str]()

    def search(asked: Search, seconds: float, give_way: Callable[[], object], played: list[str]) -> object:
        give_way()
        searches._asked_at = 0.0
        if lane == "questions":
            studies.asked.set()
        elif lane == "elsewhere":
            studies.ask(None, "net", Study.begin("orion", LATE).states(0), is_set_up=True)
            studies.asked.clear()
        else:
            monkeypatch.setattr(queue if lane == "people" else queue.programs, "sizes", lambda: (1, 1))
        try:
            give_way()
        except GivenUp:
            ended.append(lane)
            raise
        return {}

    monkeypatch.setattr(unasked, "search", search)
    assert not searches.work()
    assert ended == [lane]
    assert said(studies, load("orion").initial()) is None


def test_a_bot_that_fails_is_asked_once(
    service: Service, studies: Studies, searches: UnaskedSearches, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = Study.begin("orion").states(0)
    played(service, states[0], p=9)
    monkeypatch.setattr("ludarium.site.analysis.searching.Adviser", lambda *_, **__: 1 / 0)
    assert searches.work()
    found = said(studies, states[0])
    assert found
    assert (found.is_made, found.content) == (True, None)
    assert not searches.work()
    studies.ask(None, "net", states, is_set_up=False)  # a person may ask again
    assert studies.searches.waits(1000.0)


def test_a_game_that_fails_stops_no_other(
    service: Service, studies: Studies, searches: UnaskedSearches, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(service, load("orion").initial(), p=9)
    monkeypatch.setattr(unasked, "load", lambda name: load(name) if name == "orion" else 1 / 0)
    assert searches.work()
    assert said(studies, load("orion").initial())
    assert len(game_names()) > 1


def test_it_comes_after_what_people_ask(service: Service, studies: Studies) -> None:
    called = list[str]()

    def search() -> bool:
        called.append("unasked")
        return len(called) == 1

    analyst = StudyAnalyst(studies, SearchQueue(1), speed=50, unasked=search)
    studies.ask(None, "net", Study.begin("orion", LATE).states(0), is_set_up=True)
    assert analyst.work()
    assert called == []
    assert analyst.work()
    assert not analyst.work()
    assert called == ["unasked", "unasked"]


def test_a_process_that_gives_up_hears_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_PATIENCE", 600.0)  # machines are busy
    with closing(SearchProcess()) as process:
        process.search(asked(), 0.1, str)
        begun = child()

        def give_way() -> None:
            raise GivenUp

        for _ in range(3):
            with pytest.raises(GivenUp):
                process.search_unasked(asked(level=""), 30.0, give_way, [])
            assert process.search(asked(), 0.1, str)["by"] == "easy"
        found = process.search_unasked(asked(), 0.2, str, [])
        assert found["played"] == []
        assert child() == begun


def test_a_process_that_does_not_give_up_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_PATIENCE", 0.0)

    def give_way() -> None:
        raise GivenUp

    with closing(SearchProcess()) as process:
        process.search(asked(), 0.1, str)
        begun = child()
        with pytest.raises(GivenUp):
            process.search_unasked(asked(level=""), 30.0, give_way, [])
        assert process.search(asked(), 0.1, str)["by"] == "easy"
        assert child() != begun
