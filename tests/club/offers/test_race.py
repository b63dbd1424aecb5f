"""Offers that two people accept at once, in two processes and in the same order: each is used as often as it says."""

import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from ludarium.club.offers.commands import MakeOffer
from ludarium.club.offers.reading import new_offer
from ludarium.club.service import Service
from ludarium.store.match.repository import Store
from ludarium.store.tables import matches, offer_uses, open_offers

OFFERS = 60
THREADS = 4


@pytest.mark.both_databases
@pytest.mark.long
def test_each_offer_is_used_as_often_as_it_says(store: Store, url: str) -> None:
    service = Service(store)
    hosts = [service.people.create_guest() for _ in range(OFFERS)]
    racers = [service.people.create_guest() for _ in range(2)]
    with store.write() as tx:
        made = [new_offer(host, MakeOffer("orion", "4d+2d/4d"), time.time()) for host in hosts]
        for offer in made:
            tx.offers.insert(offer)
    ids = "\n".join(offer.id for offer in made)
    command = [sys.executable, "-m", "tests.club.offers.racing", url]

    pipe = subprocess.PIPE
    running = [
        subprocess.Popen([*command, racer.id, str(THREADS)], stdin=pipe, stdout=pipe, text=True) for racer in racers
    ]
    assert [process.stdout.readline() for process in running if process.stdout] == ["ready\n"] * 2
    with ThreadPoolExecutor(2) as threads:
        answers = [said.split() for said, _ in threads.map(lambda process: process.communicate(ids), running)]
    assert [process.returncode for process in running] == [0, 0]
    assert [len(each) for each in answers] == [OFFERS, OFFERS]  # each has asked for every offer
    begun = [{*each} - {"-"} for each in answers]
    with store.database.connect() as connection:
        used = dict(connection.execute(select(open_offers.c.id, open_offers.c.used)).all())
        uses = Counter(connection.execute(select(offer_uses.c.offer_id).where(offer_uses.c.offer_id != "")).scalars())
        there = set(connection.execute(select(matches.c.id)).scalars())
    assert set(used.values()) == {1}
    assert uses == Counter(used.keys())
    assert there == begun[0] | begun[1]
    assert len(there) == OFFERS
