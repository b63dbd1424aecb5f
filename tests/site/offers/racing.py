"""A process that accepts offers."""

import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection

from ludarium.core.errors import LudariumError
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.offers.beginning import NoSuchOffer
from ludarium.site.offers.commands import AcceptOffer
from ludarium.site.service import Service
from ludarium.site.store import Store


def run(url: str, person_id: str, threads: int, pipe: Connection) -> None:
    """Accept all offers that come by a pipe, each until it is known whether that has succeeded.

    First it says that it is ready; then it answers each offer by the match that it has begun, or - if it was taken.
    """
    store = Store(url)
    service = Service(store)
    person = service.people.load(person_id)
    assert person
    pipe.send("ready")  # the test waits for both processes, and then hands out the offers
    offers = pipe.recv()

    def accept(offer: str) -> str:
        while True:
            try:
                return service.offers.act(person, AcceptOffer(offer)).match or "-"
            except NoSuchOffer:
                return "-"
            except DatabaseBusy:
                time.sleep(0.01)
            except LudariumError as error:  # pragma: no cover  # which fails the test
                return f"refused: {error}"

    with ThreadPoolExecutor(threads) as pool:
        pipe.send([*pool.map(accept, offers)])
    store.close()
