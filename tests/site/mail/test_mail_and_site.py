"""One match through several doors: one player answers mails, one plays on the page, and one at a terminal."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Data, Refused, Sessions
from ludarium.cli.terminal.site_match import SiteMatch
from ludarium.cli.terminal.site_play import SiteSession
from ludarium.match.match import Match
from ludarium.match.numbers import next_number
from ludarium.match.verify import verify
from ludarium.players.bot_player import choose_turn
from ludarium.search.player import make_bot
from ludarium.site.app import create_app
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.seating import open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.reply_tokens import parse_local_part
from ludarium.site.store import Store
from ludarium.site.words import invitation_address
from tests.databases import sqlite_copy
from tests.mail_game import open_pages
from tests.site.conftest import send, turns
from tests.site.mail.conftest import Post

PASSWORD = "wonder-land"
GRACE = 600
SESSION = "__Host-session"


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.site.mail.outgoing.mail_content._picture", lambda scene: b"")


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
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
    view = post.begin("orion(clicks=1)", ann, bob)
    path = f"/matches/{view.id}"
    site, mine = open_pages(post.service, bob, ann)
    post.reply(mail_to(post, "ann@example.com"), "p+")
    assert turns(site.get(path)) == ["1 X p+"]
    post.send(f"orion queue {view.number} ann {PASSWORD} s+#5")  # when it is her turn after the next
    assert plans(mine.get(f"{path}/plan").text) == ["I play s+ as turn 5."]
    assert "as turn 5" not in site.get(path).text  # plans are nobody else's

    post = Post(open_store(), post.now)  # the server stops, and another one starts
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
    assert (len(record.turns), post.service.bots.look(view.id).match.winners) == (6, (1,))


class PageSite(SiteClient):
    """The site of a browser without a screen, as a terminal asks it."""

    def __init__(self, browser: TestClient, folder: Path) -> None:
        super().__init__("http://127.0.0.1:8000", Sessions(folder))
        self._browser = browser

    def _ask(self, path: str, fields: Data | None) -> Data:
        told = {"Accept": "application/json"}
        browser = self._browser
        answer = browser.get(path, headers=told) if fields is None else browser.post(path, data=fields, headers=told)
        data: Data = answer.json()
        if answer.status_code >= 400:
            raise Refused(data["error"], answer.status_code)
        return data

    def listen(self, path: str) -> Iterator[Data]:
        """Hear of nothing: the tests say when something has changed."""
        yield from ()


@dataclass
class Doors:
    """A match of Ann, who plays by mail, Bob, who plays on the page, and Tess at a terminal."""

    post: Post
    match_id: str
    people: tuple[Person, Person]
    folder: Path
    session: str = ""

    def __post_init__(self) -> None:
        self.bob, self.ann = open_pages(self.post.service, self.people[1], self.people[0])
        app = create_app(self.post.service, "a secret of the site")
        cookies = {SESSION: self.session} if self.session else None
        self.tess = TestClient(app, base_url="https://127.0.0.1:8000", cookies=cookies)

    @property
    def path(self) -> str:
        return f"/matches/{self.match_id}"

    @property
    def view(self) -> MatchView:
        return self.post.service.bots.look(self.match_id)

    def restart(self, store: Store) -> "Doors":
        """Stop the server, and start another one."""
        session = self.tess.cookies[SESSION]
        return Doors(Post(store, self.post.now), self.match_id, self.people, self.folder, session)

    def mail(self, text: str) -> None:
        """Answer Ann's latest mail."""
        self.post.reply(mail_to(self.post, "ann@example.com"), text)

    def type(self, *lines: str) -> None:
        """Type lines at the terminal, where the seat must be known, and leave."""
        site, typed = PageSite(self.tess, self.folder), iter([*lines, "quit"])
        shown = SiteMatch.parse(site.get(self.path))
        assert shown.seats == (2,)
        SiteSession(site, shown, lambda prompt: next(typed), lambda: None).run()

    def play(self) -> None:
        """Play a turn, through the door of the player who must act."""
        (seat,), turn = self.view.match.to_act, choose(self.view.match)
        if seat == 0:
            self.mail(turn)
        elif seat == 1:
            send(self.bob, self.path, seat=1, text=turn)
        else:
            self.type(turn)

    def play_until(self, seat: int) -> None:
        while self.view.match.to_act != (seat,):
            self.play()


def choose(match: Match) -> str:
    return choose_turn(make_bot("medium", match.game, 0), match.state, match.to_act[0])


def turn_after_next(match: Match, seat: int) -> str:
    """Return the turn of a seat after its next one, with its number, as it will be with the dice of the match."""
    for _ in range(2):
        while match.to_act != (seat,):
            match = match.submit(match.to_act[0], choose(match)).roll()
        turn, number = choose(match), next_number(match)
        match = match.submit(seat, turn).roll()
    return f"{turn}#{number}"


def test_a_match_by_mail_on_the_site_and_at_a_terminal(
    post: Post, open_store: Callable[[], Store], ann: Person, bob: Person, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    post.service.passwords.set(ann, PASSWORD)
    seats = [*(SeatAssignment("person", one.name, one.id) for one in (ann, bob)), open_seat(post.now)]
    view = post.service.create("vortex(players=3,tokens=2)", seats, host=ann.id, seed=6)
    doors = Doors(post, view.id, (ann, bob), tmp_path)
    assert seats[2].invitation
    PageSite(doors.tess, tmp_path).post(invitation_address(view.id, seats[2].invitation.token), name="Tess")
    doors.play_until(0)
    doors.mail(choose(doors.view.match))
    planned, _, number = turn_after_next(doors.view.match, 0).partition("#")
    post.send(f"vortex queue {view.number} ann {PASSWORD} {planned}#{number}")
    listed = [f"I play {planned} as turn {number}."]
    assert plans(doors.ann.get(f"{doors.path}/plan").text) == listed

    doors = doors.restart(open_store())
    assert plans(doors.ann.get(f"{doors.path}/plan").text) == listed
    doors.play_until(0)
    doors.play()  # her next turn, by mail
    doors.play_until(1)  # after a turn of Tess
    before = doors.view.match.turns
    doors.type("undo")
    doors.mail("accept")
    send(doors.bob, doors.path, "accept", 1)
    assert len(doors.view.match.turns) < len(before)
    assert plans(doors.ann.get(f"{doors.path}/plan").text) == listed
    doors.play()
    assert doors.view.match.turns == before  # with the same dice
    doors.play()  # Bob, whom Ann's plan waits for
    played = [turn.text for turn in doors.view.match.turns]
    assert (played[-2], doors.view.match.to_act) == (planned, (2,))  # and a roll follows
    assert plans(doors.ann.get(f"{doors.path}/plan").text) == []

    send(doors.bob, doors.path, "takeback", 1)
    doors.mail("accept")
    doors.type("accept")
    doors.play()
    assert doors.view.match.to_act == (0,)  # what was planned is not played again
    doors.play()
    assert [turn.text for turn in doors.view.match.turns] == played
    doors.mail("resign")
    send(doors.bob, doors.path, "resign", 1)
    doors.type("moves")
    assert "You won" in capsys.readouterr().out
    record = doors.post.service.queries.record(view.id)
    verify(record)
    assert doors.view.match.winners == (2,)
