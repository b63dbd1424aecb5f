"""A process that accepts offers: `python -m tests.club.offers.racing URL PERSON THREADS`, the ids from standard input.

It prints a line for each offer: the match that it has begun, or - if the offer was taken.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

from ludarium.club.offers.beginning import NoSuchOffer
from ludarium.club.offers.commands import AcceptOffer
from ludarium.club.service import DatabaseBusy, Service
from ludarium.core.errors import LudariumError
from ludarium.store.match.repository import Store


def run(url: str, person_id: str, threads: int) -> None:
    """Accept all offers, each until it is known whether that has succeeded."""
    store = Store(url)
    service = Service(store)
    person = service.people.load(person_id)
    assert person
    print("ready", flush=True)  # noqa: T201  # the test waits for both processes, and then hands out the offers
    offers = sys.stdin.read().split()

    def accept(offer: str) -> str | None:
        while True:
            try:
                return service.offers.act(person, AcceptOffer(offer)).match
            except NoSuchOffer:
                return None
            except DatabaseBusy:
                time.sleep(0.01)
            except LudariumError as error:  # pragma: no cover  # which fails the test
                return f"refused: {error}"

    with ThreadPoolExecutor(threads) as pool:
        for match in pool.map(accept, offers):
            print(match or "-")  # noqa: T201  # it is what the test reads
    store.close()


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], int(sys.argv[3]))
