"""What a visitor, or everybody from one network, has too much of is refused, and when it will be possible is said."""

from collections.abc import Iterator
from http import HTTPStatus

import pytest
from starlette.testclient import TestClient

from ludarium.site.app import create_app
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.quotas import Quota, QuotaExceeded, Quotas
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import SECRET, said

pytestmark = pytest.mark.both_databases

BOT = SeatAssignment("bot", "easy")


class Now:
    """A clock that is moved by hand."""

    seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now() -> Now:
    return Now()


def limited(store: Store, now: Now, **quotas: Quota) -> Service:
    """Return a service with these quotas, where Ann and Bob are known."""
    for name in ("ann", "bob", "carl"):
        if store.people.load(name) is None:
            store.people.add_new(Person(name, name.title(), named=True, created_at=0.0))
    return Service(store, now=now, quotas=Quotas(**quotas))


def begin(
    service: Service, host: str = "ann", origin: str = "school", *seats: SeatAssignment, game: str = "orion"
) -> str:
    person = SeatAssignment("person", host.title(), host)
    return service.create(game, seats or (person, person), host=host, origin=origin).id


def test_matches_that_begin_within_an_hour(store: Store, now: Now) -> None:
    service = limited(store, now, begun=Quota(2, 3))
    begin(service)
    now.seconds += 600
    begin(service)
    with pytest.raises(QuotaExceeded, match="within an hour: the next one can begin in 50 minutes") as e:
        begin(service)
    assert e.value.retry_after == 3000
    assert len(service.queries.recent(9)) == 2  # the refused one is not stored
    begin(service, "bob")
    with pytest.raises(QuotaExceeded, match="people from your network have begun 3 matches within an hour"):
        begin(service, "bob")
    begin(service, "bob", "at home")
    now.seconds += 3000
    begin(service)
    with pytest.raises(QuotaExceeded, match="in 10 minutes"):
        begin(service)


def test_matches_that_are_running(store: Store, now: Now) -> None:
    service = limited(store, now, running=Quota(2, 0))
    first, _ = begin(service), begin(service)
    with pytest.raises(QuotaExceeded, match="you have 2 matches in progress: another can begin as soon as one"):
        begin(service)
    service.bots.act(first, 0, Resign(), 0)
    begin(service)
    now.seconds += 8 * 24 * 3600
    begin(service)  # the others have been left


def test_searches_that_wait(store: Store, now: Now) -> None:
    service = limited(store, now, searches=Quota(1, 2))
    begin(service, "ann", "school", BOT, BOT)
    with pytest.raises(QuotaExceeded, match="you have 1 turn of bots waiting"):
        begin(service, "ann", "school", BOT, BOT)
    begin(service)  # without bots
    begin(service, "bob", "school", BOT, BOT)
    with pytest.raises(QuotaExceeded, match="people from your network have 2 turns of bots waiting"):
        begin(service, "carl", "school", BOT, BOT)


def test_live_matches_that_run(store: Store, now: Now) -> None:
    service = limited(store, now, live=Quota(1, 2))
    views = [service.create("grid", [BOT, BOT], tick=0.5, host="ann", origin="school") for _ in range(2)]
    service.live.ready(views[0].id, ())
    with pytest.raises(QuotaExceeded, match="you have 1 live match running"):
        service.live.ready(views[1].id, ())
    with pytest.raises(QuotaExceeded, match="you have 1 live match running"):
        service.create("grid", [BOT, BOT], tick=0.5, host="ann")
    begin(service)  # which is not live
    service.live.ready(service.create("grid", [BOT, BOT], tick=0.5, host="bob", origin="school").id, ())
    service.live.pause(views[0].id)
    service.live.ready(views[1].id, ())
    with pytest.raises(QuotaExceeded, match="people from your network have 2 live matches running"):
        service.create("grid", [BOT, BOT], tick=0.5, host="carl", origin="school")


@pytest.fixture
def browser(store: Store, now: Now) -> Iterator[TestClient]:
    app = create_app(limited(store, now, begun=Quota(1, 2)), SECRET)
    with TestClient(app, base_url="http://127.0.0.1:8000", client=("2001:db8::7", 5)) as browser:
        yield browser


def test_the_page_says_when_it_will_be_possible_again(browser: TestClient, store: Store) -> None:
    form = {"seat-0": "here", "seat-1": "easy"}
    assert browser.post("/games/orion/new", data=form, follow_redirects=False).status_code == HTTPStatus.SEE_OTHER
    answer = browser.post("/games/orion/new", data=form)
    assert (answer.status_code, answer.headers["Retry-After"]) == (HTTPStatus.TOO_MANY_REQUESTS, "3600")
    assert said(answer) == ["You have begun 1 match within an hour: the next one can begin in 60 minutes."]
    browser.cookies.clear()
    browser.post("/games/orion/new", data=form)
    browser.cookies.clear()
    answer = browser.post("/games/orion/new", data=form)
    assert "People from your network have begun 2 matches within an hour" in answer.text
    assert "session" not in answer.cookies  # a stranger who is refused is not made a guest
    assert len(store.recent(9)) == 2
