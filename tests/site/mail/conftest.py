"""A post office for tests: two people with accounts and addresses, a match between them, and mails in and out."""

import atexit
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage

import pytest

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.mail.inbox_processor import InboxProcessor
from ludarium.site.mail.incoming.limited_reader import LimitedReader
from ludarium.site.mail.incoming.receiving import receive
from ludarium.site.mail.sending import complete_outbox
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.outbox import Mail
from ludarium.site.outbox.reply_tokens import local_part
from ludarium.site.outbox.rows.received import ReceivedMail
from ludarium.site.people.accounts import AccountRules
from ludarium.site.people.names import name_key
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament

DOOR = MailDoor("play@games.example.org")
READER = LimitedReader()
"""One for all tests, which ends with this process."""
atexit.register(READER.stop)


@dataclass
class Post:
    """The post of a club, whose time stands still unless a test moves it."""

    store: Store
    now: float = 1_800_000_000.0
    service: Service = field(init=False)
    desk: InboxProcessor = field(init=False)
    number: int = 0

    def __post_init__(self) -> None:
        rules = AccountRules("https://games.example.org", registration="open")
        self.service = Service(self.store, now=lambda: self.now, rules=rules)
        self.desk = InboxProcessor(self.service, self.store, DOOR, lambda: self.now, READER)

    def account(self, name: str) -> Person:
        """Make an account whose address has its name."""
        person = self.service.people.rename(self.service.people.create_guest(), name)
        address = f"{name.lower()}@example.com"
        assert self.store.accounts.set_email(person.id, address, name_key(name), self.now)
        return self.service.accounts.find(name)

    def begin(self, game: str, *people: Person) -> MatchView:
        return self.service.create(game, [SeatAssignment("person", one.name, one.id) for one in people])

    def token(self, person: Person, view: MatchView, seat: int) -> str:
        return self.service.reply_addresses.issue(person.id, view.id, seat)

    def drop(self, raw: bytes, sender: str, recipient: str) -> None:
        """Receive a mail, which then waits."""
        self.number += 1
        receive(self.store.inbox, sender, recipient, io.BytesIO(raw), self.now + self.number / 1000)

    def deliver(self, raw: bytes, sender: str, recipient: str) -> ReceivedMail:
        """Receive a mail and handle it; return its outcome."""
        self.drop(raw, sender, recipient)
        self.now += 1
        self.desk.handle_waiting()
        return self.store.inbox.latest(1)[0]

    def reply(self, token: str, text: str, sender: str = "ann@example.com", **headers: str) -> str:
        """Answer a mail about a match; return its outcome."""
        return self.deliver(written(text, sender, **headers), sender, f"{local_part(token)}@{DOOR.domain}").outcome

    def send(self, subject: str, text: str = "", sender: str = "ann@example.com", **headers: str) -> str:
        """Mail a command; return its outcome."""
        return self.deliver(written(text, sender, Subject=subject, **headers), sender, DOOR.address).outcome

    def sent(self) -> list[Mail]:
        """Return the mails that are sent now."""
        found: list[Mail] = []
        complete_outbox(self.service, self.store, DOOR, lambda: self.now).send_due(found.append)
        return found


_ids = iter(range(10**9))


def written(text: str, sender: str, **headers: str) -> bytes:
    """Return a mail as a simple program writes it."""
    message = EmailMessage()
    message["From"] = sender
    message["Message-ID"] = f"<{next(_ids)}@example.com>"
    message["Subject"] = headers.pop("Subject", "Re: Orion")
    for name, value in headers.items():
        del message[name.replace("_", "-")]
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


@pytest.fixture
def post(open_store: Callable[[], Store]) -> Post:
    return Post(open_store())


@pytest.fixture
def ann(post: Post) -> Person:
    return post.account("Ann")


@pytest.fixture
def bob(post: Post) -> Person:
    return post.account("Bob")


@pytest.fixture
def match(post: Post, ann: Person, bob: Person) -> MatchView:
    """Orion, in which Ann has the first turn."""
    return post.begin("orion", ann, bob)


@pytest.fixture
def cup(post: Post, bob: Person) -> str:
    """The id of a tournament of Bob's that waits."""
    return post.service.tournaments.make(bob, MakeTournament("orion(clicks=1)", name="The cup")).target


@pytest.fixture
def duplicate(post: Post, ann: Person, bob: Person) -> str:
    """The id of a duplicate of two games for one that Ann and Bob have begun to play."""
    made = MakeTournament("vortex(players=1,board=square3)", "duplicate", name="The dice", games="2")
    tournament = post.service.tournaments.make(bob, made).target
    for person in (ann, bob):
        post.service.tournaments.act(person, tournament, EnterTournament())
    post.service.tournaments.act(bob, tournament, BeginTournament())
    post.service.tournaments.work()
    post.sent()
    return tournament
