"""Who searches now: persons before matches of bots alone, and each person as much as the others."""

import sys
from threading import Event, Thread

import pytest

from ludarium.site.bots.search_queue import Abandoned, Search, SearchQueue
from tests.site.waiting import wait_for


class Now:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Searcher:
    """A search in a thread of its own, which gives way or ends when it is told to."""

    def __init__(self, queue: SearchQueue, owner: str, *, alone: bool = False, width: int = 1) -> None:
        self._told, self._done, self._next = Event(), Event(), "give way"
        self.search, self.abandoned, self._queue = Search(owner, alone, width), False, queue
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            with self._queue.running(self.search):
                while self._told.wait(60) and self._next != "end":
                    self._told.clear()
                    self._queue.give_way(self.search)
                    self._done.set()
        except Abandoned:
            self.abandoned = True

    @property
    def runs(self) -> bool:
        return self.search.running

    def gives_way(self) -> "Searcher":
        """Reach the end of a slice."""
        self._done.clear()
        self._told.set()
        wait_for(lambda: self._done.is_set() or not self.runs)
        return self

    def ends(self) -> None:
        self._next = "end"
        self._told.set()
        self._thread.join(60)
        assert not self._thread.is_alive()


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def queue(now: Now) -> SearchQueue:
    return SearchQueue(2, now)


def start(queue: SearchQueue, owner: str, *, alone: bool = False, width: int = 1) -> Searcher:
    """Start a search, and wait until it runs or waits."""
    before = sum(queue.sizes())
    searcher = Searcher(queue, owner, alone=alone, width=width)
    wait_for(lambda: sum(queue.sizes()) > before and (queue.sizes()[1] or searcher.runs))
    return searcher


def test_no_more_searches_of_one_kind_run_than_there_are_threads(queue: SearchQueue) -> None:
    searchers = [start(queue, "ann") for _ in range(3)]
    assert queue.sizes() == (2, 1)
    searchers[0].ends()
    wait_for(lambda: searchers[2].runs)
    for searcher in searchers[1:]:
        searcher.ends()
    assert queue.sizes() == (0, 0)


def test_a_search_in_several_threads_takes_their_place(queue: SearchQueue) -> None:
    wide, narrow = start(queue, "ann", width=9), start(queue, "bob")
    assert (wide.runs, queue.sizes()) == (True, (1, 1))
    wide.ends()
    wait_for(lambda: narrow.runs)
    narrow.ends()


@pytest.mark.both_databases
def test_a_person_begins_at_once_and_bots_alone_stop(queue: SearchQueue) -> None:
    bots = [start(queue, "ann", alone=True) for _ in range(2)]
    person = start(queue, "bob")
    assert person.runs
    assert not bots[0].gives_way().runs
    assert bots[1].gives_way().runs  # two threads, one of them a person's
    person.ends()
    wait_for(lambda: bots[0].runs)
    for bot in bots:
        bot.ends()


def test_bots_alone_wait_for_persons(queue: SearchQueue) -> None:
    persons = [start(queue, "ann") for _ in range(2)]
    bot = start(queue, "ann", alone=True)
    third = start(queue, "ann")
    persons[0].ends()
    wait_for(lambda: third.runs)
    assert not bot.runs
    persons[1].ends()
    wait_for(lambda: bot.runs)
    third.ends()
    bot.ends()


def test_who_has_searched_less_goes_first(queue: SearchQueue, now: Now) -> None:
    anns = [start(queue, "ann") for _ in range(4)]
    now.seconds = 1.0
    bob = start(queue, "bob")
    assert not bob.runs
    first = anns[0].gives_way()
    wait_for(lambda: bob.runs)  # before the two of Ann that came earlier
    assert not first.runs
    now.seconds = 1.04
    assert bob.gives_way().runs  # its time has only begun
    bob.ends()
    while anns:
        wait_for(lambda: any(ann.runs for ann in anns))
        ann = next(ann for ann in anns if ann.runs)
        ann.ends()
        anns.remove(ann)


def test_who_has_searched_while_nobody_else_did_owes_nothing_for_it(now: Now) -> None:
    queue = SearchQueue(1, now)
    ann = start(queue, "ann")
    now.seconds = 10.0
    bob = start(queue, "bob")
    now.seconds = 10.06
    ann.gives_way()
    wait_for(lambda: bob.runs)
    now.seconds = 10.2
    bob.gives_way()
    wait_for(lambda: ann.runs)  # after more than Ann's slice, and long before ten seconds
    ann.ends()
    wait_for(lambda: bob.runs)
    bob.ends()


def test_two_of_one_person_take_turns(now: Now) -> None:
    queue = SearchQueue(1, now)
    first, second = start(queue, "ann"), start(queue, "ann")
    now.seconds = 0.04
    assert first.gives_way().runs
    now.seconds = 0.06
    assert not first.gives_way().runs
    wait_for(lambda: second.runs)
    now.seconds = 0.2
    second.gives_way()
    wait_for(lambda: first.runs)
    assert first.search.seconds(0.3) == pytest.approx(0.06 + 0.1)  # without what it has waited
    first.ends()
    wait_for(lambda: second.runs)
    second.ends()


def test_a_search_that_is_abandoned_ends_where_it_waits_or_gives_way(queue: SearchQueue) -> None:
    runs, other, waits = start(queue, "ann", width=1), start(queue, "ann"), start(queue, "bob")
    queue.abandon(waits.search)
    wait_for(lambda: waits.abandoned)
    assert queue.sizes() == (2, 0)
    queue.abandon(runs.search)
    runs.gives_way()
    wait_for(lambda: runs.abandoned)
    assert queue.sizes() == (1, 0)
    other.ends()


def test_a_queue_that_closes_ends_all_searches(queue: SearchQueue) -> None:
    runs, _, waits = (start(queue, "ann") for _ in range(3))
    queue.close()
    wait_for(lambda: waits.abandoned)
    runs.gives_way()
    wait_for(lambda: runs.abandoned)
    late = Searcher(queue, "bob")
    wait_for(lambda: late.abandoned)
    assert queue.sizes() == (1, 0)


def test_searches_of_one_person_that_come_while_others_end_all_run(now: Now) -> None:
    """One that came just when the last other had ended failed, and its bot lost the match."""
    queue, ran = SearchQueue(2, now), list[int]()

    def come_and_go() -> None:
        for number in range(500):
            with queue.running(Search("ann", alone=True)):
                ran.append(number)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=come_and_go) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
    assert len(ran) == 4 * 500
