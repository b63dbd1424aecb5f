"""How a browser subscribes to push messages, and what it needs for them."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from starlette.testclient import TestClient

from ludarium.site.notices.pushing import encode
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract

FORM = serialization.PublicFormat.UncompressedPoint


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


def test_a_browser_subscribes_and_ends_that(browser: TestClient, new_browser: NewBrowser, store: Store) -> None:
    begin(browser)
    key = ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(serialization.Encoding.X962, FORM)
    fields = {"endpoint": "https://push.example.net/a", "key": encode(key), "secret": encode(b"s" * 16)}
    assert browser.post("/me/push", data={**fields, "do": "subscribe"}).status_code == 204
    one = store.push.of_endpoint(fields["endpoint"], 0.0, 0.0)
    assert one
    assert "data-on" in extract(r'(<button[^>]*id="push"[^>]*>)', browser.get("/me/account"))
    assert (one.key, one.secret) == (fields["key"], fields["secret"])
    assert new_browser().post("/me/push", data={**fields, "do": "unsubscribe"}).status_code == 403
    for wrong in ({"endpoint": "https://10.0.0.1/a"}, {"key": "x"}, {"do": "?"}):
        assert browser.post("/me/push", data={**fields, "do": "subscribe", **wrong}).status_code == 400
    assert browser.post("/me/push", data={**fields, "do": "unsubscribe"}).status_code == 204
    assert store.push.of_endpoint(fields["endpoint"], 0.0, 0.0) is None
    assert "data-on" not in extract(r'(<button[^>]*id="push"[^>]*>)', browser.get("/me/account"))


@pytest.mark.parametrize("do", ["end", "end-all"])
def test_a_subscription_ends_with_its_session(browser: TestClient, store: Store, do: str) -> None:
    begin(browser)
    key = ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(serialization.Encoding.X962, FORM)
    fields = {"endpoint": "https://push.example.net/a", "key": encode(key), "secret": encode(b"s" * 16)}
    assert browser.post("/me/push", data={**fields, "do": "subscribe"}).status_code == 204
    one = store.push.of_endpoint(fields["endpoint"], 0.0, 0.0)
    assert one
    data = {"do": do, "session": one.session}
    assert browser.post("/me/account", data=data, follow_redirects=False).status_code == 303
    assert store.push.of_endpoint(fields["endpoint"], 0.0, 0.0) is None


def test_a_device_can_install_the_site(browser: TestClient) -> None:
    begin(browser)
    page = browser.get("/me/account")
    assert len(extract(r'id="push" data-key="([^"]*)"', page)) == 87
    manifest = browser.get(extract(r'rel="manifest" href="([^"]*)"', page)).json()
    assert (manifest["display"], manifest["scope"]) == ("standalone", "/")
    assert browser.get(manifest["icons"][0]["src"]).status_code == 200
    worker = browser.get("/service-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "showNotification" in worker.text
