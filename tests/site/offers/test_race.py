"""Offers that two people accept at once, in two processes and in the same order: each is used as often as it says."""

import time
from collections import Counter
from multiprocessing import Pipe

import pytest
from sqlalchemy import select

from ludarium.site.ground.tables import matches, offer_uses, open_offers
from ludarium.site.offers.commands import MakeOffer
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.fork_server import start
from tests.site.offers.racing import run

OFFERS = 30
THREADS = 4


@pytest.mark.both_databases
@pytest.mark.long
def test_each_offer_is_used_as_often_as_it_says(store: Store, url: str) -> None:
    service = Service(store)
    hosts = [service.people.create_guest() for _ in range(OFFERS)]
    racers = [service.people.create_guest() for _ in range(2)]
    with store.write() as tx:
        made = [MakeOffer("orion", "4d+2d/4d").offered(host, time.time()) for host in hosts]
        for offer in made:
            tx.offers.add(offer, seen_at=offer.seen_at)
    pipes = [Pipe() for _ in racers]
    running = [start(run, url, racer.id, THREADS, there) for racer, (_, there) in zip(racers, pipes, strict=True)]
    for _, given in pipes:
        given.close()  # so that the end of a process that fails is seen
    assert [here.recv() for here, _ in pipes] == ["ready"] * 2
    for here, _ in pipes:
        here.send([offer.id for offer in made])
    answers = [here.recv() for here, _ in pipes]
    for process in running:
        process.join()
    assert [process.exitcode for process in running] == [0, 0]
    assert [len(each) for each in answers] == [OFFERS, OFFERS]  # each has asked for every offer
    begun = [{*each} - {"-"} for each in answers]
    with store.database.connect() as connection:
        used = dict(connection.execute(select(open_offers.c.id, open_offers.c.used)).all())
        uses = Counter(connection.execute(select(offer_uses.c.offer).where(offer_uses.c.offer != "")).scalars())
        found = set(connection.execute(select(matches.c.id)).scalars())
    assert set(used.values()) == {1}
    assert uses == Counter(used.keys())
    assert found == begun[0] | begun[1]
    assert len(found) == OFFERS
