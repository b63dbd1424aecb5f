"""A whole match by mail through real servers: commands and replies, sent by swaks and mutt, read from Maildirs.

Seats may be played on the site instead.
"""

import random
import subprocess
from collections.abc import Callable, Mapping
from email import message_from_bytes
from email.message import Message
from io import BytesIO
from pathlib import Path

from starlette.testclient import TestClient

from ludarium.club.accounts import AccountRules
from ludarium.club.names import name_key
from ludarium.club.people import Person
from ludarium.club.service import MatchView, Service
from ludarium.match.numbers import next_number
from ludarium.server.mail.desk import Desk
from ludarium.server.mail.receiving import NoSuchRecipient, check_recipient, receive
from ludarium.server.mail.sending import make_mailer
from ludarium.server.mail.settings import MailDoor
from ludarium.server.mail.smtp import Smtp
from ludarium.server.mail.smtp_settings import SmtpSettings
from ludarium.server.web.addresses import match_address
from ludarium.server.web.app import create_app
from ludarium.store.repository import Store
from tests.post_office import PLAYERS, SITE, PostOffice

DOOR = MailDoor(f"play@{SITE}")
SECRET = "wonder-land"
Send = Callable[[str, str, str, str], None]
"""Sends a mail: from, to, subject, text."""
_MINUTE = 61.0
_QUOTE = "On Monday Ludarium wrote:\n> It is your turn.\n"


class MailClub:
    """A club that is played in by mail alone; its time goes on by a minute with every mail."""

    def __init__(self, store: Store, seed: int = 0) -> None:
        self.now = 1_800_000_000.0
        self.store = store
        rules = AccountRules(f"https://{SITE}", registration="open")
        self.service = Service(store, rules=rules, now=lambda: self.now)
        self.desk = Desk(self.service, store.inbox, store.pending_commands, DOOR, lambda: self.now)
        self.dice = random.Random(seed)
        self.received = 0

    def open(self, office: PostOffice) -> None:
        """Send mails by these servers from now on."""
        settings = SmtpSettings("127.0.0.1", office.smtp, "none", "", None, DOOR.address, door=True)
        self.office, self.smtp = office, Smtp(settings, lambda: self.now)
        make_mailer(self.service, settings, DOOR, lambda: self.now)

    def account(self, name: str) -> Person:
        """Make an account with a mailbox and a password."""
        person = self.service.people.rename(self.service.people.create_guest(), name)
        assert self.store.accounts.set_email(person.id, f"{name}@{PLAYERS}", name_key(name), self.now, None)
        self.service.passwords.set(person, SECRET)
        return self.service.accounts.find(name)

    def receive(self, sender: str, recipient: str, path: Path) -> int:
        """Do what `ludarium mail receive` does; return its exit code."""
        try:
            check_recipient(DOOR, self.store.database, recipient, self.now)
        except NoSuchRecipient:
            return 67
        receive(self.store.inbox, sender, recipient, BytesIO(path.read_bytes()), self.now)
        self.received += 1
        return 0

    def exchange(self, send: Send, sender: str, to: str, subject: str, text: str) -> str:
        """Send a mail, read it when it has come, and send what follows from it; return its outcome."""
        before = self.received
        send(sender, to, subject, text)
        self.office.wait_for(lambda: self.received > before)
        self.now += _MINUTE
        self.desk.handle_waiting()
        self._send_due()
        return self.store.inbox.latest(1)[0].outcome

    def _send_due(self) -> None:
        self.now += _MINUTE
        self.service.notices.plan()
        self.service.outbox.deliver(self.smtp)

    def begin(self, send: Send, game: str, options: str, names: tuple[str, ...]) -> MatchView:
        """Begin a match by a command."""
        line = f"{game} challenge {options} --password={SECRET} {' '.join(names)}"
        outcome = self.exchange(send, f"{names[0]}@{PLAYERS}", DOOR.address, line, "")
        assert outcome.startswith(f"{game} challenge"), outcome
        return self.service.get(self.service.queries.recent(1)[0].id)

    def play(
        self,
        view: MatchView,
        senders: dict[int, Send],
        by_command: tuple[int, ...],
        most: int = 10_000,
        pages: Mapping[int, TestClient] = {},
    ) -> MatchView:
        """Play a match to its end: some seats by commands, others by bare replies to the mails that they got.

        Seats that have `pages`, browsers in which their people have signed in, play on the page of the match.

        After `most` turns the next one resigns.
        """
        while not view.match.over:
            seat = view.match.to_act[0]
            name, turn = view.seats[seat].name, self._choose(view, seat)
            turn = turn if len(view.match.turns) < most else "resign"
            if seat in pages:
                view = self._play_on_page(pages[seat], view, seat, turn)
                continue
            if seat in by_command:
                number = next_number(view.match)
                text = f"{turn}#{number}" if len(view.match.state.actors) == 1 and turn != "resign" else turn
                to, subject = DOOR.address, f"{view.match.game.name} move {view.number} {name} {SECRET} {text}"
                body = ""
            else:
                mail = self.wait_for_mail(name, view)
                to, subject, body = str(mail["Reply-To"]), f"Re: {mail['Subject']}", f"{turn}\n\n{_QUOTE}"
            outcome = self.exchange(senders[seat], f"{name}@{PLAYERS}", to, subject, body)
            assert not outcome.startswith(("refused", "not read")), f"{outcome}: {subject} {body}"
            view = self.service.get(view.id)
        return view

    def _play_on_page(self, page: TestClient, view: MatchView, seat: int, turn: str) -> MatchView:
        values = {"do": "turn", "seat": seat, "text": turn, "revision": view.revision}
        values |= {"do": "resign"} if turn == "resign" else {}
        answer = page.post(match_address(view.id), data=values)
        assert answer.status_code == 200, f"{turn}: {answer.text}"
        self._send_due()
        return self.service.get(view.id)

    def wait_for_mail(self, name: str, view: MatchView) -> Message:
        """Return the latest mail to a person whose answer plays the current turn of a match."""
        found: list[Message] = []

        def come() -> bool:
            for raw in reversed(self.office.mails(name)):
                mail = message_from_bytes(raw)
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

    def _choose(self, view: MatchView, seat: int) -> str:
        """Return a turn at random."""
        state = view.match.state
        if len(state.actors) > 1:
            return state.action_name(self.dice.choice(state.legal(seat)), seat)
        actions, after = list[int](), state
        while not actions or (after.in_turn and after.actors):
            actions.append(self.dice.choice(after.legal(seat)))
            after = after.play(actions[-1])
        return state.format_turn(actions)


def open_pages(service: Service, *people: Person) -> list[TestClient]:
    """Return a browser of each person, in which they have signed in."""
    app, opened = create_app(service, "a secret of the site"), list[TestClient]()
    for person in people:
        cookies = {"session": service.people.begin_session(person, "test")}
        opened.append(TestClient(app, base_url="http://127.0.0.1:8000", cookies=cookies))
    return opened


def swaks(port: int) -> Send:
    """Return a sender of mails that uses swaks."""

    def send(sender: str, to: str, subject: str, text: str) -> None:
        words = ["swaks", "--server", f"127.0.0.1:{port}", "--from", sender, "--to", to, "--silent", "2"]
        subprocess.run([*words, "--header", f"Subject: {subject}", "--body", text + "\n"], check=True)

    return send


def mutt(port: int, home: Path) -> Send:
    """Return a sender of mails that uses mutt, with its own folder."""

    def send(sender: str, to: str, subject: str, text: str) -> None:
        settings = home / "muttrc"
        settings.write_text(
            f'set smtp_url="smtp://127.0.0.1:{port}"\nset from="{sender}"\nset use_from\nset envelope_from\n'
            f'set copy=no\nset ssl_starttls=no\nset ssl_force_tls=no\nset hostname="{PLAYERS}"\n'
        )
        words = ["mutt", "-n", "-F", str(settings), "-s", subject, "--", to]
        subprocess.run(words, input=text, text=True, check=True, cwd=home, env={"HOME": str(home), "PATH": "/usr/bin"})

    return send
