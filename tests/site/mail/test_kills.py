"""The process that works off the inbox is killed before each of its commits, and another one takes the mail over.

A mail changes nothing but the database, so there is no other moment at which it matters when the process is killed.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from ludarium.site.begin.rows import Terms
from ludarium.site.ground.database import Database
from ludarium.site.ground.tables import outbox, people
from ludarium.site.outbox.reply_tokens import local_part, parse_local_part
from ludarium.site.store import Store
from tests.site.mail.conftest import DOOR, Post, written

SECRET = "wonder-land"
ANN, BOB = "ann@example.com", "bob@example.com"
LEASE = 121


class Killed(BaseException):
    """The process is killed."""


@pytest.fixture
def kill_before(monkeypatch: pytest.MonkeyPatch) -> Callable[[int | None], None]:
    """Let the next process be killed before its commit of a number from 0 on; None ends that."""
    begin = Database.begin
    left: list[int | None] = [None]

    @contextmanager
    def killed(database: Database) -> Iterator[Connection]:
        with begin(database) as connection:
            yield connection
            if left[0] is not None:
                left[0] -= 1
                if left[0] < 0:
                    raise Killed

    monkeypatch.setattr(Database, "begin", killed)
    monkeypatch.setattr("ludarium.site.ground.engine.migrate", lambda engine: None)  # the copies have their tables
    monkeypatch.setattr("ludarium.site.mail.outgoing.mail_content._picture", lambda scene: b"")
    return lambda number: left.__setitem__(0, number)


@dataclass
class Club:
    """A database with two people, a match and what can be answered, of which each process gets a copy."""

    path: Path
    now: float
    tokens: dict[str, str]

    def copy(self, folder: Path) -> str:
        shutil.copy(self.path, folder / "copy.sqlite")
        return f"sqlite:///{folder / 'copy.sqlite'}"


@pytest.fixture(scope="module")
def club(sqlite_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Club:
    path = tmp_path_factory.mktemp("club") / "ludarium.sqlite"
    shutil.copy(sqlite_file, path)
    store = Store(f"sqlite:///{path}")
    post = Post(store)
    monkeypatch = pytest.MonkeyPatch()
    ann, bob, carl = map(post.account, ("Ann", "Bob", "Carl"))
    post.service.passwords.set(ann, SECRET)
    post.service.people.set_challenges(carl, "ask")
    post.service.watching.want_broadcasts(bob, wanted=True)
    tokens = {"turn": post.token(ann, post.begin("orion", ann, bob), 0)}
    view = post.begin("orion", bob, ann)
    challenge = post.service.challenges.make(bob, "Ann", Terms("orion", clock="3d+3d/3d"))
    tokens["challenge"] = post.service.challenges.issue(challenge)
    post.send("orion submit 1 ann wonder-land u+")
    (mail,) = [mail for mail in post.sent() if mail.address == ANN]
    tokens["confirm"] = parse_local_part(mail.headers["Reply-To"].partition("@")[0]) or ""
    assert view.number == 2
    store.close()
    monkeypatch.undo()
    return Club(path, post.now + 100, tokens)


def turns(post: Post, number: int) -> list[str]:
    return [entry.text for entry in post.service.bots.look(post.service.queries.by_number(number)).match.turns]


def planned(post: Post) -> list[str]:
    lines = post.service.planning.of(post.service.queries.by_number(2), 1)
    return [step.play for line in lines for step in line.steps]


def challenges(post: Post) -> list[str]:
    return [made.challenged.name for made in post.service.challenges.of_person(post.service.accounts.find("Ann")).made]


def begun(post: Post) -> list[int]:
    return [game.number for game in post.service.queries.recent()]


def guests(post: Post) -> list[tuple[int, int]]:
    """Return how many guests there are with the new name, and how many mails wait for the new address."""
    count = select(func.count()).select_from
    named = count(people).where(people.c.name == "Dora")
    mails = count(outbox).where(outbox.c.address == "dora@example.com", outbox.c.kind.in_(("sign-up", "sign-in")))
    with post.store.database.connect() as connection:
        return [(connection.execute(named).scalar_one(), connection.execute(mails).scalar_one())]


def password(post: Post, text: str) -> str:
    return post.service.passwords.check("ann", text).name


CASES: dict[str, tuple[str, str, str, Callable[[Post], object], object]] = {
    "move": (f"orion move 1 ann {SECRET} u+", "Good luck!", "", lambda post: turns(post, 1), ["u+"]),
    "queue": (f"orion queue 2 ann {SECRET} a--", "", "", planned, ["a--"]),
    "challenge": (
        f"orion challenge --password={SECRET} ann bob",
        "",
        "",
        begun,
        [3, 2, 1],
    ),
    "asked": (f"orion challenge --password={SECRET} ann carl", "", "", challenges, ["Carl"]),
    "broadcast": (f"broadcast ann {SECRET}", "Good luck!", "", lambda post: 0, 0),
    "vacation": (
        f"vacation ann {SECRET} 7",
        "",
        "",
        lambda post: round(post.service.vacation.left(post.service.accounts.find("Ann").id) / 86400),
        23,
    ),
    "signup": (f"signup Dora {SECRET} dora@example.com", "", "", guests, [(1, 1)]),
    "password": (
        f"change password ann {SECRET} another-one",
        "",
        "",
        lambda post: password(post, "another-one"),
        "Ann",
    ),
    "address": (f"change address ann {SECRET} dora@example.com", "", "", guests, [(0, 1)]),
    "delete": (f"delete ann {SECRET}", "", "", lambda post: post.service.accounts.of_email(ANN), None),
    "reply": ("Re: Orion", "u+\n\nGood luck!", "turn", lambda post: turns(post, 1), ["u+"]),
    "confirm": ("Re: submit", "confirm", "confirm", lambda post: turns(post, 1), ["u+"]),
    "accept": (
        "Re: Bob",
        "accept\n\nGood luck!",
        "challenge",
        begun,
        [3, 2, 1],
    ),
}
"""Subject, text, the token that is answered, what it does, and how that is afterwards."""


@pytest.mark.parametrize("name", CASES)
def test_no_command_is_lost_or_done_twice(
    name: str, club: Club, kill_before: Callable[[int | None], None], tmp_path: Path
) -> None:
    subject, text, token, look, expected = CASES[name]
    recipient = f"{local_part(club.tokens[token])}@{DOOR.domain}" if token else DOOR.address
    first = 0 if name == "move" else (2 if token else 3)  # the first commits are the same ones for every mail
    for kills in count(first):
        url = club.copy(tmp_path)
        post = Post(Store(url), club.now)
        post.drop(written(text, ANN, Subject=subject), ANN, recipient)
        post.now += 1
        kill_before(kills)
        with suppress(Killed):
            post.desk.handle_waiting()
            break
        kill_before(None)
        post.store.close()
        post = Post(Store(url), post.now + LEASE)
        post.desk.handle_waiting()
        mail = post.store.inbox.latest(1)[0]
        assert mail.handled_at
        assert not mail.outcome.startswith(("refused", "failed"))
        assert look(post) == expected
        sent = post.sent()
        assert len([mail for mail in sent if mail.headers.get("Auto-Submitted") == "auto-replied"]) == 1
        assert len([mail for mail in sent if mail.address == BOB and "Good luck!" in mail.text]) == ("luck" in text)
        post.store.close()
    assert kills > first
    kill_before(None)
    assert look(post) == expected
    post.store.close()
