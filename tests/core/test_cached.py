"""Properties that are computed once for each object."""

from threading import Barrier, Event, Thread

from ludarium.core.cached import cached_property


class _Slow:
    def __init__(self, may_end: Event) -> None:
        self.begun, self.may_end, self.times = Event(), may_end, 0

    @cached_property
    def value(self) -> int:
        """Compute for as long as the event says."""
        self.times += 1
        self.begun.set()
        assert self.may_end.wait(60)
        return self.times


def test_the_property_of_one_object_does_not_wait_for_that_of_another() -> None:
    may_end, at_once = Event(), Event()
    at_once.set()
    slow, quick = _Slow(may_end), _Slow(at_once)
    thread = Thread(target=lambda: slow.value)
    thread.start()
    assert slow.begun.wait(60)
    other = Thread(target=lambda: quick.value)
    other.start()
    other.join(30)
    waited = other.is_alive()
    may_end.set()
    thread.join()
    other.join()
    assert not waited


def test_it_is_computed_once() -> None:
    at_once = Event()
    at_once.set()
    one = _Slow(at_once)
    assert [one.value, one.value, one.times] == [1, 1, 1]


class _Both:
    def __init__(self) -> None:
        self.both = Barrier(2)

    @cached_property
    def value(self) -> list[int]:
        """Compute only while another thread does so as well."""
        self.both.wait(60)
        return []


def test_threads_that_compute_it_at_once_get_the_same_object() -> None:
    one, found = _Both(), list[list[int]]()
    threads = [Thread(target=lambda: found.append(one.value)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [value is one.value for value in found] == [True, True]
