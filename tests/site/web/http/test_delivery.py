"""Pages and files are compressed, and are not sent again to a browser that has them."""

import gzip
import re

import pytest
from starlette.testclient import TestClient

from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, send


def raw_body(browser: TestClient, path: str, **headers: str) -> tuple[bytes, str]:
    """Return what is sent, and how it is encoded."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with browser.stream("GET", path, headers=named) as answer:
        return b"".join(answer.iter_raw()), answer.headers.get("content-encoding", "")


@pytest.mark.parametrize(
    "path", ["/", "/games/orion", "/games/orion/board.svg", "/static/site.css", "/static/board.js"]
)
def test_texts_are_compressed_for_browsers_that_can_read_them(browser: TestClient, path: str) -> None:
    plain, encoding = raw_body(browser, path, accept_encoding="identity")
    assert encoding == ""
    packed, encoding = raw_body(browser, path, accept_encoding="gzip, br")
    assert encoding == "gzip"
    assert len(packed) < len(plain) / 2
    assert gzip.decompress(packed) == plain
    assert "Accept-Encoding" in browser.get(path).headers["vary"]


def test_the_front_page_is_small(browser: TestClient) -> None:
    assert len(raw_body(browser, "/", accept_encoding="gzip")[0]) < 30_000


def test_answers_to_other_sites_are_not_compressed(browser: TestClient) -> None:
    _, encoding = raw_body(browser, "/", accept_encoding="gzip", sec_fetch_site="cross-site")
    assert encoding == ""


def test_a_page_that_has_not_changed_is_not_sent_again(browser: TestClient) -> None:
    path = begin(browser, seat_1="here")
    for address in (path, "/games/orion", "/static/site.css"):
        tag = browser.get(address).headers["etag"]
        answer = browser.get(address, headers={"If-None-Match": tag})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
    tag = browser.get(path).headers["etag"]
    send(browser, path, text="u+")
    assert browser.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_a_tag_is_that_of_one_person_and_of_one_part(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser)
    mine = browser.get(path).headers
    assert new_browser().get(path, headers={"If-None-Match": mine["etag"]}).status_code == 200
    part = browser.get(path, headers={"HX-Request": "true", "If-None-Match": mine["etag"]})
    assert part.status_code == 200
    assert {"Cookie", "HX-Request"} <= {name.strip() for name in mine["vary"].split(",")}
    assert mine["cache-control"] == "private, no-cache"


def test_pages_that_change_by_themselves_or_hold_what_was_typed_are_forgotten(browser: TestClient) -> None:
    clocked = begin(browser, seat_1="here", pace="600+5")
    refused = send(browser, clocked, text="rubbish")
    for answer in (browser.get(clocked), browser.get("/"), browser.get("/me"), refused, browser.get("/nothing")):
        assert answer.headers["cache-control"] == "no-store"


def test_a_kept_page_is_filled_once_and_again_after_a_turn(
    browser: TestClient, new_browser: NewBrowser, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begin(browser)
    strangers = [new_browser() for _ in range(3)]
    filled = list[str]()

    def count(text: str) -> str:
        filled.append(text)
        return text

    monkeypatch.setattr("ludarium.site.match.pages.status.MatchStatus.text", property(lambda status: count("once")))
    pages = {stranger.get(path).text for stranger in strangers}
    assert len(pages) == 1
    once = len(filled)
    service.bots.submit(
        path.rpartition("/")[2], 0, "u+", 1 if "1" in re.findall('data-revision="(.)"', pages.pop()) else 0
    )
    for stranger in strangers:
        stranger.get(path)
    assert len(filled) == 2 * once


def test_lists_show_a_change_of_this_process_at_once(browser: TestClient, new_browser: NewBrowser) -> None:
    stranger = new_browser()
    stranger.get("/watch")
    path = begin(browser, seat_1="here")
    watched = stranger.get("/watch").text
    assert path in watched
    assert "With bots" not in watched, "two who share a device are people"
