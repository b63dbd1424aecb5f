"""Few requests compute at once; what takes long, and what has no work yet, takes no slot."""

from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import anyio
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from starlette.types import Message, Receive, Scope, Send

from ludarium.site.web.http import slots
from ludarium.site.web.http.slots import AT_ONCE, Slots

ASKED = 3 * AT_ONCE
Sender = Callable[["Work"], Coroutine[Any, Any, None]]  # Any: what a coroutine never yields or gets


@pytest.fixture(autouse=True)
def never_long(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LONG", "LONGER", "GIVES_WAY"):
        monkeypatch.setattr(slots, name, 3600)


@pytest.fixture
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as opened:
        yield opened


class Work:
    """An application whose requests end when they may; it counts those that have begun."""

    def __init__(self) -> None:
        self.begun = self.ended = 0
        self.may_end = anyio.Event()
        self.answers_first = self.fails = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            await receive()
        self.begun += 1
        if self.answers_first:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        if self.fails:
            raise RuntimeError("a fault")
        await self.may_end.wait()
        self.ended += 1

    async def until_begun(self, number: int) -> None:
        """Wait until so many have begun, and nothing else goes on."""
        while self.begun < number:
            await anyio.sleep(0.001)
        await anyio.wait_all_tasks_blocked()


async def ask(work: Work, method: str = "GET", body: Callable[[], bool] = lambda: True, path: str = "/") -> None:
    """Send a request; its body is complete when `body` says so."""

    async def receive() -> Message:
        while not body():
            await anyio.sleep(0.001)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        pass

    await Slots(work, lane=["/lane"])({"type": "http", "method": method, "path": path}, receive, send)


async def look(work: Work) -> None:
    """Send a request of the lane."""
    await ask(work, path="/lane/page")


async def play(work: Work) -> None:
    """Post a turn."""
    await ask(work, "POST", path="/matches/0")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_few_begin_and_the_others_follow_as_they_end(portal: BlockingPortal, method: str) -> None:
    async def check() -> None:
        work = Work()
        async with anyio.create_task_group() as tasks:
            for _ in range(ASKED):
                tasks.start_soon(ask, work, method)
            await work.until_begun(AT_ONCE)
            assert work.begun == AT_ONCE
            work.may_end.set()
        assert work.ended == ASKED

    portal.call(check)


@pytest.mark.parametrize(("limit", "send", "number"), [("LONG", ask, ASKED), ("LONGER", look, AT_ONCE)])
def test_what_has_taken_long_holds_up_nobody(
    portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch, limit: str, send: Sender, number: int
) -> None:
    """Neither those that have no slot, nor the next one of the lane."""
    monkeypatch.setattr(slots, limit, 0)

    async def check() -> None:
        work = Work()
        async with anyio.create_task_group() as tasks:
            for _ in range(number):
                tasks.start_soon(send, work)
            await work.until_begun(number)
            work.may_end.set()

    portal.call(check)


def test_a_body_that_comes_slowly_takes_no_slot(portal: BlockingPortal) -> None:
    async def check() -> None:
        slow, quick, complete = Work(), Work(), False
        quick.may_end.set()
        async with anyio.create_task_group() as tasks:
            for _ in range(ASKED):
                tasks.start_soon(ask, slow, "POST", lambda: complete)
            await anyio.sleep(0)
            await ask(quick)
            assert (quick.ended, slow.begun) == (1, 0)
            complete = True
            slow.may_end.set()

    portal.call(check)


def test_an_answer_that_has_begun_takes_no_slot(portal: BlockingPortal) -> None:
    async def check() -> None:
        streams = Work()
        streams.answers_first = True
        async with anyio.create_task_group() as tasks:
            for _ in range(ASKED):
                tasks.start_soon(ask, streams)
            await streams.until_begun(ASKED)
            streams.may_end.set()

    portal.call(check)


def test_a_failure_gives_its_slot_back(portal: BlockingPortal) -> None:
    async def check() -> None:
        work = Work()
        work.fails = True
        for _ in range(ASKED):
            with pytest.raises(RuntimeError, match="a fault"):
                await ask(work)
        assert work.begun == ASKED

    portal.call(check)


def test_one_that_leaves_while_it_waits_costs_no_slot(portal: BlockingPortal) -> None:
    async def check() -> None:
        work = Work()
        async with anyio.create_task_group() as tasks:
            for _ in range(AT_ONCE):
                tasks.start_soon(ask, work)
            await work.until_begun(AT_ONCE)
            with anyio.move_on_after(0.01):
                await ask(work)
            work.may_end.set()
        for _ in range(ASKED):
            await ask(work)
        assert work.ended == AT_ONCE + ASKED

    portal.call(check)


def test_those_of_the_lane_go_one_at_a_time_and_in_order(portal: BlockingPortal) -> None:
    async def check() -> None:
        works = [Work() for _ in range(ASKED)]
        async with anyio.create_task_group() as tasks:
            for work in works:
                tasks.start_soon(look, work)
                await anyio.wait_all_tasks_blocked()
            for number, work in enumerate(works):
                assert [one.begun for one in works] == [1] * (number + 1) + [0] * (ASKED - number - 1)
                work.may_end.set()
                await anyio.wait_all_tasks_blocked()

    portal.call(check)


def test_a_full_lane_holds_up_no_turn_and_nothing_that_is_sent(portal: BlockingPortal) -> None:
    async def check() -> None:
        looked, played = Work(), Work()
        played.may_end.set()
        async with anyio.create_task_group() as tasks:
            for _ in range(ASKED):
                tasks.start_soon(look, looked)
            await looked.until_begun(1)
            await play(played)
            await ask(played, "POST", path="/lane/page")
            assert (played.ended, looked.begun, looked.ended) == (2, 1, 0)
            looked.may_end.set()

    portal.call(check)


def test_the_lane_begins_nothing_while_a_turn_is_played(portal: BlockingPortal) -> None:
    async def check() -> None:
        looked, played = Work(), Work()
        looked.may_end.set()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(play, played)
            await played.until_begun(1)
            tasks.start_soon(look, looked)
            await anyio.wait_all_tasks_blocked()
            assert looked.begun == 0
            played.may_end.set()
        assert looked.ended == 1

    portal.call(check)


def test_turns_without_end_hold_up_the_lane_for_a_moment(
    portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slots, "GIVES_WAY", 0)

    async def check() -> None:
        looked, played = Work(), Work()
        looked.may_end.set()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(play, played)
            await played.until_begun(1)
            for _ in range(ASKED):
                await look(looked)
            assert (looked.ended, played.ended) == (ASKED, 0)
            played.may_end.set()

    portal.call(check)


def test_one_that_fails_or_leaves_frees_the_lane(portal: BlockingPortal) -> None:
    async def check() -> None:
        failing, work = Work(), Work()
        failing.fails = True
        with pytest.raises(RuntimeError, match="a fault"):
            await look(failing)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(look, work)
            await work.until_begun(1)
            with anyio.move_on_after(0.01):
                await look(work)
            work.may_end.set()
        await look(work)
        assert work.ended == 2

    portal.call(check)
