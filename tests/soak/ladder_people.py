"""People of the soak program of ladders: authors, who use the workshop's page, and one who plays turns beside."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread

import httpx2

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store

PATIENCE = 600.0
_PAUSE = 0.1


class Fault(Exception):
    """Something hostile was not ended or not named, or a match has another outcome."""


class Author:
    """An account with a token, by which a program uses the pages; one of an earlier run is found by its address."""

    def __init__(self, service: Service, store: Store, url: str, number: int, game: str) -> None:
        address = f"author{number}@example.org"
        account = store.accounts.of_email(address)
        if account is None:
            guest = service.people.rename(service.people.create_guest(), f"Author {number}")
            store.accounts.set_email(guest.id, address, f"author{number}", time.time())
            account = service.people.load(guest.id)
        assert account
        self.person: Person = account
        token = service.tokens.make(account, "soak", ["play", "challenge"])
        self._store, self._game = store, game
        self.page = f"/games/{game}/workshop"
        self.client = httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
        self.client.headers["Accept"] = "application/json"

    def send(self, **fields: str) -> str:
        """Send the form of the page; return where it leads."""
        return self._done(lambda: self.client.post(self.page, data=fields))

    def upload(self, content: bytes, name: str) -> str:
        """Upload a WebAssembly program."""
        files = {"module": ("bot.wasm", content)}
        return self._done(lambda: self.client.post(f"{self.page}/modules", data={"name": name}, files=files))

    def forget(self, name: str) -> None:
        """Delete a bot that a run which was ended has left unpublished."""
        for bot in self._store.workshop.of_person(self.person.id, self._game):
            if bot.name == name and bot.published is None:
                self.send(do="delete", bot=bot.id)

    def result(self, place: str) -> dict[str, object]:
        """Wait until a trial was played, and return it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            answer = self.client.get(place.partition("#")[0])
            if answer.status_code == 200 and not (trial := answer.json()["trial"])["waits"]:
                return dict(trial)
            time.sleep(_PAUSE)
        raise Fault(f"{place} was not played within {PATIENCE:g} seconds")

    def _done(self, send: Callable[[], httpx2.Response]) -> str:
        """Send until the database is not busy, and return where the answer leads."""
        answer = send()
        while answer.status_code == 503:
            time.sleep(1.0)
            answer = send()
        if answer.status_code != 200:
            raise Refused(answer.json()["error"])
        return str(answer.json()["location"])


class Refused(Exception):
    """The page has refused what was sent."""


class Turns:
    """A person who plays turns of a match of two people by the form of the page, and how long each took."""

    def __init__(self, service: Service, url: str, spec: str) -> None:
        self._spec = spec
        self._service, self._times, self._over = service, list[float](), Event()
        self._person = service.people.create_guest()
        token = service.tokens.make(self._person, "soak", ["play", "challenge"])
        self._client = httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
        self._client.headers["Accept"] = "application/json"
        self._thread = Thread(target=self._play, daemon=True)
        self._thread.start()

    def measured(self) -> tuple[float, float, int]:
        """Return the median and the 99th percentile of the turns so far, in milliseconds, and begin anew."""
        times, self._times = sorted(self._times), []
        return times[len(times) // 2] * 1000, times[int(len(times) * 0.99)] * 1000, len(times)

    def close(self) -> None:
        """Play no more."""
        self._over.set()
        self._thread.join()

    def _play(self) -> None:
        both = [SeatAssignment("person", "Guest", self._person.id)] * 2
        while not self._over.is_set():
            view = self._service.create(self._spec, both, host=self._person.id)
            while not view.match.over and not self._over.wait(_PAUSE):
                state = view.match.state
                text = state.format_turn([state.legal(state.actors[0])[0]])
                began = time.perf_counter()
                sent = {"do": "turn", "text": text, "revision": view.revision, "seat": state.actors[0]}
                answer = self._client.post(f"/matches/{view.id}", json=sent)
                self._times.append(time.perf_counter() - began)
                if answer.status_code != 200:
                    raise Fault(answer.text)
                view = self._service.view(self._person, view.id)
