"""A page that a test has used is for the next one as if it were new."""

import pytest

from tests.browser import conftest
from tests.browser.conftest import DESK
from tests.browser.pages import Pages
from tests.browser.steps import start_match
from tools.local_site import LocalSite

KEPT = """() => [localStorage.length, sessionStorage.length, matchMedia("print").matches, innerWidth, innerHeight,
    matchMedia("(prefers-color-scheme: dark)").matches, matchMedia("(prefers-reduced-motion: reduce)").matches]"""


def test_nothing_of_a_test_is_left_for_the_next_one(site_pages: Pages, shared_server: LocalSite) -> None:
    settings, heard = {"base_url": shared_server.url, **DESK}, list[str]()
    page = site_pages.take({**settings, "color_scheme": "dark"}, {"console": lambda said: heard.append(said.text)})
    start_match(page, seat_1="here")
    page.evaluate("localStorage.setItem('speed', '5'), sessionStorage.setItem('one', 'two')")
    page.emulate_media(media="print", reduced_motion="reduce")
    page.route("**/*", lambda route: route.abort())
    page.context.new_page()
    site_pages.take_back()
    again = site_pages.take({**settings, "viewport": {"width": 400, "height": 300}}, {})
    assert again is page
    assert again.context.cookies() == []
    assert again.context.pages == [again]
    again.goto("/about")
    assert again.evaluate(KEPT) == [0, 0, False, 400, 300, False, False]
    again.evaluate("console.error('nobody hears this')")
    assert heard == []
    site_pages.take_back()


def test_a_page_whose_clock_a_test_has_stopped_is_not_taken_again(site_pages: Pages, shared_server: LocalSite) -> None:
    settings = {"base_url": shared_server.url, **DESK}
    stopped = site_pages.take(settings, {})
    stopped.clock.install()
    stopped.goto("/rankings")
    stopped.clock.pause_at("2100-01-01")
    site_pages.take_back()
    again = site_pages.take(settings, {})
    assert again is not stopped
    assert again.evaluate("new Promise((after) => setTimeout(after, 1, 'later'))") == "later"
    site_pages.take_back()


def test_a_page_that_is_taken_once_is_not_taken_again(site_pages: Pages, shared_server: LocalSite) -> None:
    settings = {"base_url": shared_server.url, **DESK}
    once = site_pages.take(settings, {}, once=True)
    other = site_pages.take(settings, {})
    other.goto(f"http://localhost:{shared_server.port}/healthz")  # whose storage is not emptied
    site_pages.take_back()
    assert once.is_closed()
    assert other.is_closed()


def test_a_page_that_is_led_elsewhere_when_its_test_ends_is_paused_there(
    site_pages: Pages, shared_server: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the page of a tournament leads who waits there to the board, some seconds after their match has begun."""
    leads = "location.assign('/about'); await new Promise(() => {});"
    leads = f"async () => {{ if (location.pathname !== '/about') {{ {leads} }} }}"
    monkeypatch.setattr(conftest, "PAUSE", leads)
    page = site_pages.take({"base_url": shared_server.url, **DESK}, {})
    page.goto("/healthz")
    conftest.pause(page)
    assert page.url.endswith("/about")
    site_pages.take_back()
