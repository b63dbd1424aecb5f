"""Trials of the workshop: nobody waits behind all the tests of another person."""

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.programs.rows import AskedTrial
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import url
from tests.site.fake_time import DAY, START

__all__ = ["url"]


@pytest.fixture
def people(service: Service) -> list[Person]:
    return [service.people.create_guest() for _ in range(2)]


def ask(store: Store, person: Person, kind: str, name: str, at: float) -> None:
    store.trials.ask(AskedTrial(name, person.id, "vortex", kind, {}, at), None)


def claimed(store: Store, now: float) -> str:
    trial = store.trials.claim("one", now, now + 300)
    assert trial
    return trial.id


def test_who_has_had_least_comes_first(store: Store, people: list[Person]) -> None:
    ann, bob = people
    for number in range(3):
        ask(store, ann, "test", f"test {number}", START + number)
    ask(store, bob, "try", "try 0", START + 10)
    ask(store, bob, "try", "try 1", START + 11)
    order = []
    for number in range(5):
        order.append(claimed(store, START + 20 + number))
        if number != 1:  # the second is still played meanwhile
            store.trials.finish(order[-1], START + 20 + number, None)
    assert order == ["test 0", "try 0", "try 1", "test 1", "test 2"]
    assert store.trials.claim("one", START + 30, START + 330) is None


@pytest.mark.both_databases
def test_what_was_more_than_an_hour_ago_does_not_count(store: Store, people: list[Person]) -> None:
    ann, bob = people
    ask(store, ann, "test", "former", START - DAY)
    store.trials.finish("former", START - DAY, None)
    ask(store, ann, "test", "first", START)
    ask(store, bob, "try", "second", START + 1)
    assert [claimed(store, START + 2), claimed(store, START + 3)] == ["first", "second"]
