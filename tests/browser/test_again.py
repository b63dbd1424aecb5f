"""The mistakes of a match, tried again in a real browser: what is touched, what is said of it, and the next."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ludarium.site.analysis.again import retry_path
from ludarium.site.analysis.analyst import StudyAnalyst
from ludarium.site.analysis.studies import Studies
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import element
from tests.browser.test_accessibility import violations
from tests.site.analysis.test_again import TURNS, reviewed
from tools.local_site import listening


class Reviewed:
    """A site with a reviewed match of Ann's: its address, that of her first mistake, and her session."""

    def __init__(self, service: Service, store: Store, url: str) -> None:
        ann = service.people.rename(service.people.create_guest(), "Ann")
        further = ("f-", "s+", "j-", "s-", "a+", "r-", "j+", "u+", "j-", "r-", "e+", "q-", "g+", "t+")
        self.url, self.match = url, reviewed(service, store, ann, TURNS + further).id
        self.path = retry_path(self.match, 0)
        self.session = service.people.begin_session(ann, "a browser")


@pytest.fixture
def site(service: Service, store: Store) -> Iterator[Reviewed]:
    analyst = StudyAnalyst(Studies(service), SearchQueue(1), speed=10)
    analyst.start()
    with listening(service) as url:
        yield Reviewed(service, store, url)
    analyst.close()


def test_the_list_of_turns_shows_the_first_mistake(visit: Visit, site: Reviewed) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"}, once=True)
    page.context.add_cookies([{"name": "session", "value": site.session, "url": site.url}])
    page.goto(f"{site.url}/matches/{site.match}")
    listed = page.locator("#turns li")
    page.locator("#turns").scroll_into_view_if_needed()
    expect(listed.first).to_be_in_viewport()
    page.get_by_role("link", name="Previous turn").click()
    chosen = page.locator("#turns [aria-current]")
    expect(chosen).to_have_text("g+")
    page.locator("#turns").scroll_into_view_if_needed()
    expect(chosen).to_be_in_viewport()


@pytest.mark.parametrize("settings", [DESK, PHONE], ids=["desk", "phone"])
def test_a_mistake_is_tried_again_until_it_is_right(visit: Visit, site: Reviewed, settings: Settings) -> None:
    page = visit({**settings, "reduced_motion": "reduce"}, once=True)
    page.context.add_cookies([{"name": "session", "value": site.session, "url": site.url}])
    page.goto(site.url + site.path)
    now = page.locator(".now")
    expect(now).to_have_text(re.compile(r"^You played p\+, which gave away .* Find a better turn\.$"))
    expect(now).to_be_in_viewport()
    expect(page.locator("#play svg")).to_be_in_viewport(ratio=0.95)
    assert violations(page) == []
    element(page, "s-").click()
    expect(now).to_have_text(re.compile(r"^(Right|Better|Not this one): s-$"))  # by a bot that was asked by itself
    assert violations(page) == []
    page.goto(site.url + site.path)
    element(page, "p+").click()
    expect(now).to_have_text("As it was played: p+")
    page.get_by_role("link", name="Try again").click()
    expect(now).to_have_text(re.compile("Find a better turn"))
    page.get_by_text("Show the answer").click()
    expect(page.locator("#play .advised")).to_have_count(1)
    element(page, "t+").click()
    expect(now).to_have_text("Right: t+")
    page.get_by_role("link", name="Next mistake").click()
    expect(now).to_have_text(re.compile(r"^You played q\+, "))
    expect(page.locator("#answer-shown")).not_to_have_attribute("open", "")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
