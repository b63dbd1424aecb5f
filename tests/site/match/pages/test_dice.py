"""Fair dice on the pages: nonces in the forms, the commitment at once, the secret at the end."""

import re

from starlette.testclient import TestClient

from ludarium.core.record import Record
from ludarium.match.commitment import Commitment
from ludarium.match.verify import describe_dice, verify
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, extract, link_of, said, send

GAME = "vortex"


def test_nonces_of_both_people_are_on_the_page_and_in_the_record(
    browser: TestClient, new_browser: NewBrowser, service: Service
) -> None:
    path = begin(browser, GAME, nonce="a1")
    page = browser.get(path).text
    commitment = service.bots.look(path.rpartition("/")[2]).match.commitment
    assert commitment
    assert commitment.digest in page
    link = link_of(browser.get(path), 1)
    assert commitment.digest in new_browser().get(link).text
    assert ">a1</code>" in browser.get(path).text
    browser.post(path, data={"do": "nonce", "seat": "0", "nonce": "a2"})
    new_browser().post(link, data={"name": "Bob", "nonce": "b2"})
    page = browser.get(path).text
    assert ">a2</code>" in page
    assert ">b2</code>" in page
    assert "Replace my nonce" not in page
    assert said(browser.post(path, data={"do": "nonce", "seat": "0", "nonce": "a3"})) == [
        "The dice of this match cannot be changed any more: expected a match without turns."
    ]


def test_the_secret_is_on_no_page_before_the_end(browser: TestClient, service: Service) -> None:
    path = begin(browser, GAME, seat_1="here")
    secret = service.bots.look(path.rpartition("/")[2]).secret
    assert secret
    pages = [path, f"{path}/record", f"{path}/at/0", f"{path}/at/0/new", "/", "/me"]
    assert not any(secret.hex() in browser.get(page).text for page in pages)
    send(browser, path, "resign")
    assert secret.hex() in browser.get(path).text
    record = browser.get(f"{path}/record").text
    assert "Every throw follows from the secret" in describe_dice(verify(Record.parse(record)))


def test_a_nonce_that_is_refused_is_shown_beside_its_field(browser: TestClient, new_browser: NewBrowser) -> None:
    answer = browser.post(f"/games/{GAME}/new", data={"seat-0": "here", "seat-1": "easy", "nonce": "a b"})
    expected = ["'a b' is not a nonce: expected up to 64 letters and digits."]
    assert (answer.status_code, said(answer)) == (400, expected)
    path = begin(browser, GAME)
    stranger = new_browser()
    answer = stranger.post(link_of(browser.get(path), 1), data={"name": "Bob", "nonce": "a b"})
    assert (answer.status_code, said(answer)) == (400, expected)
    assert 'value="Bob"' in answer.text
    assert not stranger.cookies


def test_the_form_shows_the_commitment_before_the_nonce_is_sent(
    browser: TestClient, new_browser: NewBrowser, service: Service
) -> None:
    form = browser.get(f"/games/{GAME}/new")
    shown = {name: extract(rf'name="{name}" value="(.*?)"', form) for name in ("match", "commitment")}
    assert browser.get(f"/games/{GAME}/new").text != form.text  # each form has its own
    kept = browser.get(f"/games/{GAME}/new", params={**shown, "option-tokens": "3"})  # the options are chosen meanwhile
    assert shown["commitment"] in kept.text
    sent = {"seat-0": "here", "seat-1": "here", "nonce": "a1", **shown}
    begun = browser.post(f"/games/{GAME}/new", data=sent)
    view = service.bots.look(shown["match"])
    assert (begun.url.path, view.match.commitment) == (f"/matches/{shown['match']}", commitment_of(view.secret, shown))
    again = browser.post(f"/games/{GAME}/new", data=sent)  # a double click
    assert again.url.path == begun.url.path
    refused = new_browser().post(f"/games/{GAME}/new", data=sent)
    assert (refused.status_code, "already" in said(refused)[0]) == (409, True)
    stale = browser.post(f"/games/{GAME}/new", data={**sent, "match": "x" * 16})
    assert (stale.status_code, said(stale)) == (400, ["This form is out of date: open it again."])


def commitment_of(secret: bytes | None, shown: dict[str, str]) -> Commitment:
    assert secret
    return Commitment(shown["match"], shown["commitment"], ("a1", ""), secret)


def test_a_match_from_a_position_has_a_commitment_in_its_form_too(browser: TestClient, service: Service) -> None:
    path = begin(browser, GAME, seat_1="here")
    form = browser.get(f"{path}/at/1/new")
    shown = {name: extract(rf'name="{name}" value="(.*?)"', form) for name in ("match", "commitment")}
    browser.post(f"{path}/at/1/new", data={"seat-0": "here", "seat-1": "here", **shown})
    assert service.bots.look(shown["match"]).match.commitment == Commitment(
        shown["match"], shown["commitment"], ("", ""), service.bots.look(shown["match"]).secret
    )


def test_games_without_dice_ask_for_no_nonce(browser: TestClient) -> None:
    assert "nonce" not in browser.get("/games/orion/new").text.replace("nonce.js", "")
    assert 'name="nonce"' in browser.get("/games/vortex/new").text
    assert 'name="nonce"' not in browser.get("/games/grid/new").text
    assert 'name="nonce"' in browser.get("/games/grid/new?option-rocks=3").text


def test_a_roll_that_nobody_plays_any_more_is_no_news_after_the_end(browser: TestClient) -> None:
    path, news = "", "rolled 1:"
    while "rolled 1:" in news:  # with a 1 no marker moves from its start, so that such a roll is a whole turn
        path = begin(browser, "ludo", seat_1="easy")
        news = extract(r'<p id="news">(.*?)</p>', browser.get(path))
    assert "rolled" in news
    page = send(browser, path, "resign")
    assert not re.search(r'<p id="news">[^<]*You rolled \d\.</p>', page.text)
