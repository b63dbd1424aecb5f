"""A whole match by mail through real servers: commands and replies, sent by swaks and mutt, read from Maildirs.

Seats may be played on the site instead, and many matches side by side.
"""

import subprocess
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from functools import partial
from io import BytesIO
from pathlib import Path
from secrets import token_hex

from starlette.testclient import TestClient

from ludarium.match.clock import DAY
from ludarium.match.numbers import next_number
from ludarium.players.bot_player import choose_turn
from ludarium.search.player import make_bot
from ludarium.site.app import create_app
from ludarium.site.ground.values import Person
from ludarium.site.mail.inbox_processor import InboxProcessor
from ludarium.site.mail.incoming.receiving import NoSuchRecipient, check_recipient, receive
from ludarium.site.mail.outgoing.smtp import Smtp
from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.site.mail.sending import complete_outbox
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.views import MatchView
from ludarium.site.people.accounts import AccountRules
from ludarium.site.people.names import name_key
from ludarium.site.puzzles.mail import Daily
from ludarium.site.puzzles.solving import Solving
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.web.http.identity import SessionCookie
from ludarium.site.words import match_address
from tests.post_office import PLAYERS, SITE, PostOffice

DOOR = MailDoor(f"play@{SITE}")
SECRET = "wonder-land"
SHORT = {
    "grid": "-turn_limit=10 -width=7 -height=6",
    "hex": "-size=3",
    "ludo": "-markers=1 -goal=24 -turn_limit=10",
    "orion": "-clicks=2 -turn_limit=10",
    "throngs": "-turn_limit=10",
    "vortex": "-tokens=1 -board=square3",
}
"""Options with which a game is soon over."""
RACES = ("ludo", "vortex")
Send = Callable[[str, str, str, str], subprocess.Popen[str]]
"""Begins to send a mail: from, to, subject, text."""
_MINUTE, _PAUSE = 61.0, 122.0
"""Seconds of the club's time: an address gets an answer a minute, and thirty an hour."""
QUOTE = "On Monday Ludarium wrote:\n> It is your turn.\n"


@dataclass
class MailMatch:
    """A match: how its seats send, which of them mail commands, and the browsers of those that play on the page.

    After `most` turns the next seat resigns, the first one of several.
    """

    view: MatchView
    senders: Mapping[int, Send]
    by_command: Container[int] = ()
    pages: Mapping[int, TestClient] = field(default_factory=dict)
    most: int = 10_000

    def turns(self) -> Iterator[tuple[int, str]]:
        """Yield the seats that must act, each with a turn: in a race of one that wants to arrive, else any."""
        match = self.view.match
        bot = make_bot("medium" if match.game.name in RACES else "random", match.game, len(match.turns))
        if len(match.turns) >= self.most:
            yield match.to_act[0], "resign"  # others who must act have nothing more to do
            return
        for seat in match.to_act:
            yield seat, choose_turn(bot, match.state, seat)


class MailClub:
    """A club that is played in by mail; its time goes on with every mail."""

    def __init__(self, store: Store) -> None:
        self.now = 1_800_000_000.0
        self.store = store
        rules = AccountRules(f"https://{SITE}", registration="open")
        self.service = Service(store, rules=rules, now=lambda: self.now)
        self.daily = Daily(Solving(self.service), DOOR)
        self.desk = InboxProcessor(self.service, store, DOOR, lambda: self.now, other=self.daily.reply)
        self.received = 0

    def open(self, office: PostOffice) -> None:
        """Send mails by these servers from now on."""
        settings = SmtpSettings("127.0.0.1", office.smtp, "none", "", None, DOOR.address, door=True)
        self.office, self.smtp = office, Smtp(settings, lambda: self.now)
        outbox = complete_outbox(self.service, self.store, DOOR, lambda: self.now)
        self.outbox = outbox.with_composers(self.daily.composers)

    def account(self, name: str) -> Person:
        """Make an account with a mailbox and a password."""
        person = self.service.people.rename(self.service.people.create_guest(), name)
        assert self.store.accounts.set_email(person.id, f"{name}@{PLAYERS}", name_key(name), self.now)
        self.service.passwords.set(person, SECRET)
        return self.service.accounts.find(name)

    def receive(self, sender: str, recipient: str, path: Path) -> int:
        """Do what `ludarium mail receive` does; return its exit code."""
        try:
            check_recipient(DOOR, self.store.inbox, recipient, self.now)
        except NoSuchRecipient:
            return 67
        receive(self.store.inbox, sender, recipient, BytesIO(path.read_bytes()), self.now)
        self.received += 1
        return 0

    def check(self, recipient: str) -> None:
        """Do what `ludarium mail policy` does for an address."""
        check_recipient(DOOR, self.store.inbox, recipient, self.now)

    def exchange(self, send: Send, sender: str, to: str, subject: str, text: str) -> str:
        """Send a mail, read it when it has come, and send what follows from it; return its outcome."""
        return self._exchange([partial(send, sender, to, subject, text)])[0]

    def _exchange(self, mails: Sequence[Callable[[], subprocess.Popen[str]]]) -> list[str]:
        """Send mails at the same time, read them, and send what follows from them; return what they have caused."""
        expected = self.received + len(mails)
        for program in [mail() for mail in mails]:
            assert program.wait() == 0, program.args
        self.office.wait_for(lambda: self.received >= expected)
        self.now += _PAUSE * len(mails)
        while self.desk.handle_waiting():
            pass
        self._send_due()
        return [mail.outcome for mail in self.store.inbox.latest(len(mails))]

    def send_puzzles(self) -> int:
        """Go on to the next day, and send the puzzles of the day that are due then; return how many were due."""
        self.now += DAY
        due = self.daily.send()
        self._send_due()
        return due

    def _send_due(self) -> None:
        self.now += _MINUTE
        self.service.notices.plan()
        while self.outbox.deliver(self.smtp):
            self.now += _MINUTE  # an address gets an answer a minute

    def begin(self, send: Send, game: str, options: str, names: tuple[str, ...]) -> MatchView:
        """Begin a match by a command."""
        line = f"{game} challenge {options} --password={SECRET} {' '.join(names)}"
        outcome = self.exchange(send, f"{names[0]}@{PLAYERS}", DOOR.address, line, "")
        assert outcome.startswith(f"{game} challenge"), outcome
        return self.service.bots.look(self.service.queries.recent(1)[0].id)

    def play(self, *matches: MailMatch) -> list[MatchView]:
        """Play matches to their ends, side by side: all seats that must act send at the same time."""
        while going_on := [match for match in matches if not match.view.match.over]:
            mails = list[Callable[[], subprocess.Popen[str]]]()
            for match in going_on:
                for seat, turn in match.turns():
                    if seat in match.pages:
                        self._play_on_page(match.pages[seat], match.view, seat, turn)
                    else:
                        mails.append(self._mail(match, seat, turn))
            outcomes = self._exchange(mails)
            refused = [outcome for outcome in outcomes if outcome.startswith(("refused", "not read"))]
            assert not refused, refused
            for match in going_on:
                match.view = self.service.bots.look(match.view.id)
        return [match.view for match in matches]

    def _mail(self, match: MailMatch, seat: int, turn: str) -> Callable[[], subprocess.Popen[str]]:
        """Return how the mail of a turn is sent: a command, or the answer to the mail that asks for it."""
        view, name, body = match.view, match.view.seats[seat].name, ""
        if seat in match.by_command:
            is_numbered = len(view.match.state.actors) == 1 and turn != "resign"
            text = f"{turn}#{next_number(view.match)}" if is_numbered else turn
            to, subject = DOOR.address, f"{view.match.game.name} move {view.number} {name} {SECRET} {text}"
        else:
            mail = self.wait_for_mail(name, view)
            to, subject, body = str(mail["Reply-To"]), f"Re: {mail['Subject']}", f"{turn}\n\n{QUOTE}"
        return partial(match.senders[seat], f"{name}@{PLAYERS}", to, subject, body)

    def _play_on_page(self, page: TestClient, view: MatchView, seat: int, turn: str) -> None:
        values = {"do": "turn", "seat": seat, "text": turn, "revision": view.revision}
        values |= {"do": "resign"} if turn == "resign" else {}
        answer = page.post(match_address(view.id), data=values)
        assert answer.status_code == 200, f"{turn}: {answer.text}"

    def wait_for_mail(self, name: str, view: MatchView) -> Message:
        """Return the latest mail to a person whose answer plays the current turn of a match."""
        found, others = list[Message](), set[Path]()

        def come() -> bool:
            for path in self.office.latest(name):
                if path in others:
                    continue
                others.add(path)
                mail = message_from_bytes(path.read_bytes())
                token = str(mail["Reply-To"] or "").partition("@")[0].removeprefix("m+")
                try:
                    reply = self.service.reply_addresses.redeem(token)
                except ValueError:
                    continue
                if reply.view.id == view.id and reply.seat in view.match.to_act:
                    found.append(mail)
                    return True
            return False

        self.office.wait_for(come)
        return found[-1]


def open_pages(service: Service, *people: Person) -> list[TestClient]:
    """Return a browser of each person, in which they have signed in."""
    app, opened = create_app(service, "a secret of the site"), list[TestClient]()
    cookie = SessionCookie(secure=service.accounts.rules.url.startswith("https:"))
    for person in people:
        cookies = {cookie.name: service.people.begin_session(person, "test")}
        opened.append(TestClient(app, base_url="http://127.0.0.1:8000", cookies=cookies))
    return opened


def swaks(port: int) -> Send:
    """Return a sender of mails that uses swaks."""

    def send(sender: str, to: str, subject: str, text: str) -> subprocess.Popen[str]:
        words = ["swaks", "--server", f"127.0.0.1:{port}", "--from", sender, "--to", to, "--silent", "2"]
        body = [f"--body={text}\n"] if text else ["--body", "\n"]  # a word of its own must not begin with +
        return subprocess.Popen([*words, "--header", f"Subject: {subject}", *body], text=True)

    return send


def mutt(port: int, home: Path) -> Send:
    """Return a sender of mails that uses mutt, with its own folder."""

    def send(sender: str, to: str, subject: str, text: str) -> subprocess.Popen[str]:
        settings, body = home / f"muttrc-{sender}", home / f"body-{token_hex(4)}"
        if not settings.exists():  # another mutt may be reading it
            settings.write_text(
                f'set smtp_url="smtp://127.0.0.1:{port}"\nset from="{sender}"\nset use_from\nset envelope_from\n'
                f'set copy=no\nset ssl_starttls=no\nset ssl_force_tls=no\nset hostname="{PLAYERS}"\n'
            )
        body.write_text(text)
        words = ["mutt", "-n", "-F", str(settings), "-s", subject, "--", to]
        environment = {"HOME": str(home), "PATH": "/usr/bin"}
        with body.open() as typed:
            return subprocess.Popen(words, stdin=typed, text=True, cwd=home, env=environment)

    return send
