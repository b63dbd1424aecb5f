"""One match by mail and on the site: the one player answers mails, the other plays on the page."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ludarium.club.people import Person
from ludarium.club.reply_addresses import parse_local_part
from ludarium.match.verify import verify
from ludarium.server.mail.notice_mails import NoticeMails
from ludarium.store.repository import Store
from tests.databases import sqlite_copy
from tests.mail_game import open_pages
from tests.server.mail.conftest import DOOR, Post
from tests.server.web.conftest import send, turns

PASSWORD = "wonder-land"
GRACE = 600


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.server.mail.letters._picture", lambda scene: b"")


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the club run on both."""
    return sqlite_copy(request, tmp_path)


def mail_to(post: Post, address: str) -> str:
    """Return the token of the latest mail to an address, once the notices are due."""
    post.now += GRACE
    post.service.notices.plan()
    mail = [mail for mail in post.sent() if mail.address == address and "Reply-To" in mail.headers][-1]
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    return token


def plans(page: str) -> list[str]:
    """Return what the page of plans lists."""
    found = re.findall(r'<li class="row"><span>(.*?)</span>', page, re.DOTALL)
    return [" ".join(re.sub("<.*?>", "", one).split()).replace(" .", ".") for one in found]


def test_a_match_by_mail_and_on_the_site(post: Post, open_store: Callable[[], Store], ann: Person, bob: Person) -> None:
    post.service.passwords.set(ann, PASSWORD)
    NoticeMails(post.service, DOOR, lambda: post.now)
    view = post.begin("orion(clicks=1)", ann, bob)
    path = f"/matches/{view.id}"
    site, mine = open_pages(post.service, bob, ann)
    post.reply(mail_to(post, "ann@example.com"), "p+")
    assert turns(site.get(path)) == ["1 X p+"]
    post.send(f"orion queue {view.number} ann {PASSWORD} s+#5")  # when it is her turn after the next
    assert plans(mine.get(f"{path}/plan").text) == ["I play s+ as turn 5."]
    assert "as turn 5" not in site.get(path).text  # plans are nobody else's

    post = Post(open_store(), post.now)  # the server stops, and another one starts
    NoticeMails(post.service, DOOR, lambda: post.now)
    site, mine = open_pages(post.service, bob, ann)
    assert turns(send(site, path, seat=1, text="f+")) == ["1 X p+", "2 O f+"]
    post.reply(mail_to(post, "ann@example.com"), "t+")
    post.reply(mail_to(post, "ann@example.com"), "takeback")
    assert turns(send(site, path, "accept", 1)) == ["1 X p+", "2 O f+"]

    post.reply(mail_to(post, "ann@example.com"), "r+")
    assert plans(mine.get(f"{path}/plan").text) == ["I play s+ as turn 5."]
    played = ["1 X p+", "2 O f+", "3 X r+", "4 O g+", "5 X s+"]
    assert turns(send(site, path, seat=1, text="g+")) == played
    assert plans(mine.get(f"{path}/plan").text) == []
    post.reply(mail_to(post, "ann@example.com"), "takeback")
    assert turns(send(site, path, "accept", 1)) == played[:4]  # it is played once, and not again
    post.reply(mail_to(post, "ann@example.com"), "t+")
    assert turns(send(site, path, seat=1, text="h+")) == [*played[:4], "5 X t+", "6 O h+"]
    post.reply(mail_to(post, "ann@example.com"), "resign")
    record = post.service.queries.record(view.id)
    verify(record)
    assert (len(record.turns), post.service.get(view.id).match.winners) == (6, (1,))
