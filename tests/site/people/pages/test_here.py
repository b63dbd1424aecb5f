"""Whether a person's page says that they are here now, or were today, and to whom."""

import asyncio
import re
from collections.abc import Callable

import pytest
from anyio.from_thread import BlockingPortal
from starlette.testclient import TestClient

from ludarium.match.clock import DAY
from ludarium.site.ground.changes import MatchChange, Topic
from ludarium.site.ground.values import Person
from ludarium.site.match.pages.events import Events
from ludarium.site.people.here import Here
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser, extract, site_of
from tests.site.overviews.test_overviews import sign_in
from tests.site.service_parts import ANN, BOB
from tests.site.tournaments.playing import account


@pytest.fixture
def people(service: Service, store: Store) -> list[Person]:
    return [account(service, store, name) for name in ("Ann", "Bob")]


@pytest.fixture
def of_bob(service: Service, new_browser: NewBrowser, people: list[Person]) -> TestClient:
    """A browser in which Bob is signed in."""
    browser = new_browser()
    sign_in(browser, service, people[1])
    return browser


def said(browser: TestClient, name: str = "Ann") -> str:
    """Return what the page of a person says of when they were here, to people and to programs."""
    words = re.findall(r"<p[^>]*>(Here now|Last seen today)</p>", browser.get(f"/people/{name}").text)
    data = browser.get(f"/people/{name}", headers={"Accept": "application/json"}).json()
    assert data["was_here"] == {"Here now": "now", "Last seen today": "today"}.get("".join(words), "")
    return "".join(words)


def test_a_person_with_a_page_open_is_here_now_and_then_was_today(
    service: Service, people: list[Person], of_bob: TestClient
) -> None:
    ann, _ = people
    assert said(of_bob) == ""
    service.people.begin_session(ann, "")
    assert said(of_bob) == "Last seen today"
    for _ in range(2):
        service.here.come(ann.id)
    service.here.go(ann.id)
    assert said(of_bob) == "Here now"
    service.here.go(ann.id)
    assert said(of_bob) == "Last seen today"


def test_a_day_later_nothing_is_said(store: Store, service: Service, people: list[Person]) -> None:
    ann, bob = people
    service.people.begin_session(ann, "")
    assert Here(store, service.blocks, service.now).of(ann, bob) == "today"
    assert Here(store, service.blocks, lambda: service.now() + 1.1 * DAY).of(ann, bob) == ""


def test_strangers_guests_and_the_person_themselves_read_nothing(
    service: Service, people: list[Person], browser: TestClient, new_browser: NewBrowser
) -> None:
    ann, _ = people
    service.here.come(ann.id)
    guest, own = new_browser(), new_browser()
    guest.cookies.set("session", service.people.begin_session(service.people.create_guest(), ""))
    sign_in(own, service, ann)
    assert [said(reader) for reader in (browser, guest, own)] == ["", "", ""]


def _blocks(service: Service, ann: Person, bob: Person) -> None:
    service.blocks.add(ann, bob.name)


def _is_blocked(service: Service, ann: Person, bob: Person) -> None:
    service.blocks.add(bob, ann.name)


def _takes_no_challenges(service: Service, ann: Person, bob: Person) -> None:
    service.people.set_challenges(ann, "none")


def _is_suspended(service: Service, ann: Person, bob: Person) -> None:
    with service._matches.store.write() as tx:
        tx.sanctions.set_suspended(ann.id, service.now() + 1000)


def _has_closed(service: Service, ann: Person, bob: Person) -> None:
    service._matches.store.people.set(ann.id, closed_at=service.now())


@pytest.mark.parametrize("hide", [_blocks, _is_blocked, _takes_no_challenges, _is_suspended, _has_closed])
def test_who_does_not_let_others_know_is_not_shown(
    service: Service, people: list[Person], of_bob: TestClient, hide: Callable[[Service, Person, Person], None]
) -> None:
    ann, bob = people
    service.here.come(ann.id)
    assert said(of_bob) == "Here now"
    hide(service, ann, bob)
    assert said(of_bob, ann.id if hide is _has_closed else "Ann") == ""


@pytest.mark.parametrize(("stays", "leaves", "here"), [(True, True, "now"), (False, True, ""), (True, False, "")])
def test_only_the_stream_of_a_page_counts(  # and no program's, with a token or of a bot
    service: Service, people: list[Person], portal: BlockingPortal, *, stays: bool, leaves: bool, here: str
) -> None:
    ann, bob = people

    async def listen() -> str:
        seen: dict[Topic, int] = {(MatchChange, service.create("orion", [ANN, BOB]).id): 0}
        news = Events(site_of(service)).tell(seen, ann.id, stays=stays, leaves=leaves)
        waiting = asyncio.ensure_future(anext(news))
        await asyncio.sleep(0.05)
        found = service.here.of(ann, bob)
        waiting.cancel()
        await asyncio.wait({waiting})
        return found

    assert portal.call(listen) == here
    assert service.here.of(ann, bob) == ""


def test_so_many_people_are_counted_at_most(
    service: Service, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.people.here.MOST", 1)
    ann, bob = people
    for one in people:
        service.here.come(one.id)
    assert (service.here.of(ann, bob), service.here.of(bob, ann)) == ("now", "")
    for one in people:
        service.here.go(one.id)
    service.here.come(bob.id)
    assert service.here.of(bob, ann) == "now"


@pytest.mark.both_databases
def test_those_who_are_hidden_take_no_place_of_others(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.people.here._MOST_LISTED", 2)
    ann, bob, cyd, dan, eve = (account(service, store, name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve"))
    for one in (ann, cyd, dan, service.people.create_guest()):
        for _ in range(3):
            service.here.come(one.id)
    for one in (eve, bob):
        service.here.come(one.id)
    service.blocks.add(ann, cyd.name)
    service.blocks.add(dan, ann.name)
    asked = list[str]()
    monkeypatch.setattr(service.blocks, "are_between", lambda *_: asked.append("each"))
    assert [one.name for one in service.here.now(ann)] == ["Bob", "Eve"]
    assert asked == []  # of all at once
    monkeypatch.setattr("ludarium.site.people.here._AT_ONCE", 1)
    assert [one.name for one in service.here.now(ann)] == ["Bob", "Eve"]
    assert service.here.now(service.people.create_guest()) == []


def test_the_page_of_people_lists_who_is_here_now(
    browser: TestClient, new_browser: NewBrowser, service: Service, store: Store
) -> None:
    ann, bob, cyd = (account(service, store, name) for name in ("Ann", "Bob", "Cyd"))
    sign_in(browser, service, ann)
    assert "Nobody else with an account is here" in browser.get("/people").text
    for one in (ann, bob, cyd, service.people.create_guest()):
        service.here.come(one.id)
    service.blocks.add(ann, cyd.name)
    here = extract(r'<h2 id="here-now">(.*?)</section>', browser.get("/people"))
    assert re.findall(r'class="button" href="(.*?)"', here) == ["/people/Bob#challenge"]
    assert [one["name"] for one in browser.get("/people", headers={"Accept": "application/json"}).json()["here"]] == [
        "Bob"
    ]
    stranger = new_browser()
    assert "Bob" not in extract(r'<h2 id="here-now">(.*?)</section>', stranger.get("/people"))
