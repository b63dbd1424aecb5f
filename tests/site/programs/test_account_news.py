"""News for accounts, from this process and from others."""

import asyncio
from collections.abc import Callable

import pytest
from anyio.from_thread import BlockingPortal

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.programs import account_news
from ludarium.site.programs.account_news import AccountUpdate
from ludarium.site.service import Service
from ludarium.site.store import Store


@pytest.fixture
def neighbour(open_store: Callable[[], Store]) -> Service:
    """The service of another process."""
    return Service(open_store())


def hear(
    portal: BlockingPortal, service: Service, person: Person, token: str, change: Callable[[], object]
) -> AccountUpdate:
    """Return the first news of a watch that begins before a change is made."""

    async def listen() -> AccountUpdate:
        async with service.account_news.watch(person.id, service.tokens.find(token)[1].id) as watch:
            assert service.account_news.open == 1
            await asyncio.to_thread(change)
            return await asyncio.wait_for(watch.next(), 300)

    heard = portal.call(listen)
    assert service.account_news.open == 0
    return heard


@pytest.mark.both_databases
@pytest.mark.parametrize("elsewhere", [False, True])
def test_matches_that_begin_and_change_are_announced(
    service: Service, neighbour: Service, portal: BlockingPortal, *, elsewhere: bool
) -> None:
    actor = neighbour if elsewhere else service
    ann = service.people.create_guest()
    token = service.tokens.make(ann, "bot", [])
    seats, begun = [SeatAssignment("person", "Ann", ann.id), SeatAssignment("person", "Bob")], list[str]()
    news = hear(portal, service, ann, token, lambda: begun.append(actor.create("orion", seats).id))
    assert news == AccountUpdate(frozenset(begun))
    news = hear(portal, service, ann, token, lambda: actor.bots.submit(begun[0], 0, "u+", 0))
    assert begun[0] in news.matches


@pytest.mark.both_databases
@pytest.mark.parametrize("elsewhere", [False, True])
def test_the_end_of_a_token_is_announced(
    service: Service, neighbour: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch, *, elsewhere: bool
) -> None:
    monkeypatch.setattr(account_news, "_EACH", 0.02)
    actor, ann = neighbour if elsewhere else service, service.people.create_guest()
    made = service.tokens.make(ann, "bot", [])
    ended = service.tokens.find(made)[1].id

    async def listen() -> AccountUpdate:
        async with service.account_news.watch(ann.id, ended) as watch:
            await asyncio.to_thread(actor.tokens.end, ann, ended)
            return await asyncio.wait_for(watch.next(), 300)

    assert portal.call(listen).gone
