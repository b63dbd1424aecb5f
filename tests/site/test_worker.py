"""Tests of the threads that do one piece of work after another."""

from threading import Event

import pytest

from ludarium.site.worker import Worker
from tests.site.waiting import wait_for

HOUR = 3600.0


def test_a_worker_goes_on_until_nothing_is_left_and_is_woken_when_asked() -> None:
    left, looks = [1, 2, 3], list[int]()

    def work() -> bool:
        looks.append(len(left))
        return bool(left) and bool(left.pop())

    worker = Worker("test", work, HOUR, "no work")
    worker.start()
    wait_for(lambda: looks == [3, 2, 1, 0])
    left.append(4)
    worker.asked.set()
    wait_for(lambda: looks == [3, 2, 1, 0, 1, 0])
    worker.close(patience=None)


def test_what_fails_is_logged_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    failures, done = [ValueError("a fault"), ValueError("another")], Event()

    def work() -> None:
        if failures:
            raise failures.pop()
        done.set()

    worker = Worker("test", work, 0.01, "this work failed")
    worker.start()
    assert done.wait(60)
    worker.close(patience=None)
    assert [record.message for record in caplog.records] == ["this work failed"] * 2


def test_a_worker_that_is_closed_before_its_first_look_does_nothing() -> None:
    worker = Worker("test", lambda: pytest.fail("it looked"), HOUR, "no work", delay=HOUR)
    worker.start()
    worker.close(patience=None)
    worker.close()
