"""Two people play by mail through Postfix and Dovecot, with swaks and mutt."""

import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from imaplib import IMAP4
from pathlib import Path
from smtplib import SMTP
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from ludarium.cli.main import app
from ludarium.core.registry import definition, game_names
from ludarium.match.verify import verify
from ludarium.puzzles.puzzle import DuelProof, TableProof, WinProof
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.mail.incoming import imap
from ludarium.site.outbox.reply_tokens import local_part
from ludarium.site.puzzles.board import PuzzleBoard, number_of_day, puzzles_of
from ludarium.site.puzzles.solving import Solving
from ludarium.site.store import Store
from tests.installed import installed_here
from tests.mail_game import DOOR, QUOTE, SHORT, MailClub, MailMatch, mutt, swaks
from tests.post_office import IN_MEMORY, PASSWORD, PLAYERS, SITE, PostOffice, missing, open_post_office

pytestmark = pytest.mark.long


@pytest.fixture
def hex_installed(tmp_path: Path) -> Iterator[None]:
    """Install the example of a game of somebody else."""
    with installed_here(Path("examples/hex"), tmp_path / "info"):
        yield


@pytest.fixture(scope="module")
def club(sqlite_file: Path) -> Iterator[MailClub]:
    """A club with two accounts, whose mails go through running servers."""
    if absent := missing():
        if os.environ.get("LUDARIUM_NEED_POST") == "1":
            pytest.fail(f"needed and missing: {', '.join(absent)}")
        pytest.skip(f"missing: {', '.join(absent)}")
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        store = Store(f"sqlite:///{shutil.copy(sqlite_file, folder)}")
        club = MailClub(store)
        with open_post_office(("ann", "bob", "site"), club.receive, club.check) as office:
            club.open(office)
            for name in ("ann", "bob"):
                club.account(name)
            yield club
            club.smtp.close()
            club.desk.reader.stop()
        store.close()


def fetch(club: MailClub, office: PostOffice, folder: Path) -> int:
    """Fetch the mails of the site's mailbox by IMAP."""
    (folder / "password").write_text(PASSWORD)
    settings = imap.ImapSettings("127.0.0.1", office.imap, "none", "site", folder / "password")
    return imap.poll(settings, DOOR, club.store.inbox, lambda: club.now)


WAYS: tuple[tuple[str, int, int], ...] = (
    ("hex", 0, 99), ("hex", 1, 99), ("vortex", 0, 99),
    ("grid", 1, 2), ("ludo", 0, 2), ("orion", 1, 2), ("throngs", 0, 2),
)  # fmt: skip
"""The game, the seat that mails commands, and after how many turns the next seat resigns; the first ones end before."""


def test_games_by_commands_and_by_replies(club: MailClub, hex_installed: None, tmp_path: Path) -> None:
    """The games side by side: one player mails commands by swaks, the other answers mails by mutt.

    A turn of each game goes both ways; whole games of each are played by `tests.soak.post`.
    """
    by_swaks, by_mutt = swaks(club.office.smtp), mutt(club.office.smtp, tmp_path)
    matches = [
        MailMatch(
            club.begin(by_swaks, game, SHORT[game], ("ann", "bob")),
            {seat: by_swaks, 1 - seat: by_mutt},
            (seat,),
            most=most,
        )
        for game, seat, most in WAYS
    ]
    assert {game for game, _, _ in WAYS} == {*SHORT}
    for view, (_, _, most) in zip(club.play(*matches), WAYS, strict=True):
        assert view.match.over
        assert (view.match.termination is None) == (most == 99)  # it ended by the rules
        assert len(view.match.turns) >= 2
        verify(club.service.queries.record(view.id))


def test_mails_are_fetched_only_from_a_server_whose_certificate_is_believed(club: MailClub, tmp_path: Path) -> None:
    (tmp_path / "password").write_text(PASSWORD)
    values = {"LUDARIUM_IMAP": f"127.0.0.1:{club.office.imaps}", "LUDARIUM_IMAP_TLS": "tls"}
    values |= {"LUDARIUM_IMAP_USER": "site", "LUDARIUM_IMAP_PASSWORD_FILE": str(tmp_path / "password")}
    refused = CliRunner().invoke(app, ["mail", "poll", "--once"], env=environment(club, values))
    assert refused.output.startswith("127.0.0.1 cannot be asked for mails: its certificate is not believed (")
    assert "expected one of a known authority, or of one in LUDARIUM_MAIL_CA_FILE" in refused.output
    values["LUDARIUM_MAIL_CA_FILE"] = str(club.office.certificate)
    assert "mails fetched" in CliRunner().invoke(app, ["mail", "poll", "--once"], env=environment(club, values)).output
    starttls = {"LUDARIUM_IMAP": f"127.0.0.1:{club.office.imap}", "LUDARIUM_IMAP_TLS": "starttls"}
    settings = imap.ImapSettings.from_environment(values | starttls)
    assert imap.poll(settings, DOOR, club.store.inbox, lambda: club.now) == 0
    with pytest.raises(ssl.SSLCertVerificationError):
        imap.poll(replace(settings, ca_file=None), DOOR, club.store.inbox, lambda: club.now)


def environment(club: MailClub, values: dict[str, str]) -> dict[str, str]:
    return {
        "LUDARIUM_DATABASE": club.store.database.readers.url.render_as_string(),
        "LUDARIUM_MAIL_ADDRESS": DOOR.address,
        **values,
    }


def test_mails_are_fetched_by_imap(club: MailClub, tmp_path: Path) -> None:
    send = swaks(club.office.smtp)
    forwarded = f"To: {DOOR.address}\nX-Original-To: {DOOR.address}"
    for subject in (f"help\n{forwarded}", "for somebody else"):
        assert send(f"ann@{PLAYERS}", f"site@{PLAYERS}", subject, "").wait() == 0
    club.office.wait_for(lambda: len(club.office.mails("site")) == 2)
    assert fetch(club, club.office, tmp_path) == 1
    assert fetch(club, club.office, tmp_path) == 0
    assert len(club.office.mails("site")) == 1
    assert club.store.inbox.latest(10)[0].recipient == DOOR.address
    club.desk.handle_waiting()
    assert club.store.inbox.latest(10)[0].outcome == "help"


CLIENTS = {
    "gmail_web_above": "Nice opening.",
    "outlook_word_html_only": "A hard one!",
    "thunderbird_below": "Guter Zug!",
    "mail_ru_koi8": "Хороший ход!",
    "qq_chinese": "好棋!",
    "mutt_signed": "",
    "fullwidth_signs": "",
    "apple_mail_picture_between": "I did not see that coming.",
    "flowed_stuffed_mark": "> 5 pieces are in danger",
    "wrapped_link_above": "Well played.",
    "words_below_underscores": "I like this game.",
}
"""Mails that people's programs write, with what they say to the opponent."""


@pytest.mark.parametrize("name", CLIENTS)
def test_mails_of_peoples_programs_play_through_postfix(club: MailClub, name: str, tmp_path: Path) -> None:
    ann, bob = (club.service.accounts.find(each) for each in ("ann", "bob"))
    seats = [SeatAssignment("person", one.name, one.id) for one in (ann, bob)]
    view = club.service.create("orion", seats)
    to = f"{local_part(club.service.reply_addresses.issue(ann.id, view.id, 0))}@{SITE}"
    raw = (Path(__file__).parent / "clients" / f"{name}.eml").read_bytes()
    (tmp_path / "mail").write_bytes(raw.replace(b"ann@example.com", f"ann@{PLAYERS}".encode()))

    def send(sender: str, to: str, subject: str, text: str) -> subprocess.Popen[str]:
        words = ["swaks", "--server", f"127.0.0.1:{club.office.smtp}", "--from", sender, "--to", to, "--silent", "2"]
        return subprocess.Popen([*words, "--data", f"@{tmp_path / 'mail'}"], text=True)

    before = len(club.office.mails("bob"))
    assert club.exchange(send, f"ann@{PLAYERS}", to, "", "").startswith(f"game {view.number}: ")
    assert [turn.text for turn in club.service.bots.look(view.id).match.turns] == ["u+"]
    club.office.wait_for(lambda: len(club.office.mails("bob")) > before)
    club.office.wait_for(lambda: any(CLIENTS[name] in text for text in told(club, "bob")))


def test_an_absence_note_resigns_nothing_and_a_third_person_gets_no_answer(club: MailClub) -> None:
    ann, bob = (club.service.accounts.find(each) for each in ("ann", "bob"))
    view = club.service.create("orion", [SeatAssignment("person", one.name, one.id) for one in (ann, bob)])
    to = f"{local_part(club.service.reply_addresses.issue(ann.id, view.id, 0))}@{SITE}"
    before, third = len(club.office.mails("ann")), len(club.office.mails("site"))

    def send(sender: str, to: str, subject: str, text: str) -> subprocess.Popen[str]:
        words = ["swaks", "--server", f"127.0.0.1:{club.office.smtp}", "--from", sender, "--to", to, "--silent", "2"]
        return subprocess.Popen([*words, "--add-header", subject, "--body", text], text=True)

    for mark in ("X-Autoreply: yes", "Precedence: auto_reply", "X-Autorespond: ann"):
        assert club.exchange(send, f"ann@{PLAYERS}", to, mark, "resign").startswith("not read: ")
    assert not club.service.bots.look(view.id).match.over
    refused = club.exchange(send, f"ann@{PLAYERS}", to, f"Reply-To: site@{PLAYERS}", "nonsense")
    assert refused.startswith("refused: ")
    club.office.wait_for(lambda: len(club.office.mails("ann")) > before)
    assert len(club.office.mails("site")) == third


def told(club: MailClub, box: str) -> list[str]:
    """Return the texts of the mails in a mailbox."""
    mails = [message_from_bytes(raw, policy=default) for raw in club.office.mails(box)]
    return [part.get_content() for mail in mails if (part := mail.get_body(("plain",)))]


@pytest.mark.parametrize("game", game_names())
def test_the_puzzle_of_the_day_is_answered_by_a_bare_reply(club: MailClub, game: str, tmp_path: Path) -> None:
    """Wrong at first by swaks, then right by mutt: each verdict comes as a mail, and the first answer counts."""
    solving, ann = Solving(club.service), club.service.accounts.find("ann")
    solving.choose_mail(ann, game, by_mail=True, by_push=False)
    before = {*club.office.latest("ann")}
    assert club.send_puzzles() == 1
    puzzle = come_after(club, before, f"{definition(game).title}: puzzle of the day")
    number = number_of_day(game, solving.today(ann))
    task, reply_to = PuzzleBoard.of(game, number).task, str(puzzle["Reply-To"])
    assert " ".join(task.split()) in " ".join(str(body(puzzle)).split())
    assert f"/puzzles/{game}/{number}" in body(puzzle)
    subject, verdicts = f"Re: {puzzle['Subject']}", list[str]()
    ways = ((swaks(club.office.smtp), misses(game, number)), (mutt(club.office.smtp, tmp_path), finds(game, number)))
    for send, turn in ways:
        before = {*club.office.latest("ann")}
        said = club.exchange(send, f"ann@{PLAYERS}", reply_to, subject, f"{turn}\n\n{QUOTE}")
        assert said == f"puzzle {game} {number}: answered"
        verdicts.append(body(come_after(club, before, str(puzzle["Subject"]))))
    assert re.match(rf"Not this one: {re.escape(misses(game, number))}[.,] ", verdicts[0])  # perhaps in words, too
    assert "Your rating: " in verdicts[0]
    assert verdicts[1].startswith("Right: ")
    assert "Your rating: " not in verdicts[1]
    before = {*club.office.latest("ann")}
    refused = club.exchange(swaks(club.office.smtp), f"ann@{PLAYERS}", reply_to, subject, f"thanks!\n\n{QUOTE}")
    assert refused == "refused: no answer to a puzzle"
    assert "'thanks!' was read, and nothing was counted" in body(come_after(club, before, str(puzzle["Subject"])))
    solving.choose_mail(ann, game, by_mail=False, by_push=False)
    assert club.send_puzzles() == 0


def finds(game: str, number: int) -> str:
    """Return a right answer to a puzzle."""
    return puzzles_of(game)[number - 1].accept[0]


def misses(game: str, number: int) -> str:
    """Return a wrong answer to a puzzle, as the puzzle explains it."""
    puzzle = puzzles_of(game)[number - 1]
    wrong = {TableProof: "losses", WinProof: "replies", DuelProof: "ends"}[type(puzzle.proof)]
    turns: Iterable[str] = getattr(puzzle.proof, wrong)
    return next(turn for turn in turns if turn not in puzzle.accept)


def body(mail: EmailMessage) -> str:
    """Return the plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part
    return str(part.get_content())


def come_after(club: MailClub, before: Container[Path], subject: str) -> EmailMessage:
    """Wait for a mail to Ann that was not there before; return it."""

    def come() -> EmailMessage | None:
        for path in club.office.latest("ann"):
            if path not in before:
                mail = message_from_bytes(path.read_bytes(), policy=default)
                if subject in str(mail["Subject"]):
                    return mail
        return None

    club.office.wait_for(lambda: come() is not None)
    found = come()
    assert found
    return found


def test_postfix_refuses_an_address_that_was_never_given_before_its_queue(club: MailClub) -> None:
    send, received = swaks(club.office.smtp), club.received
    refused = send(f"ann@{PLAYERS}", f"m+{'a' * 26}@{SITE}", "x", "u+")
    assert refused.wait() == 24  # no recipient was accepted
    assert send(f"ann@{PLAYERS}", DOOR.address, "help", "").wait() == 0
    club.office.wait_for(lambda: club.received == received + 1)
    assert club.store.inbox.latest(1)[0].recipient == DOOR.address
    club.desk.handle_waiting()


def test_of_an_oversized_mail_only_what_is_kept_is_fetched(
    club: MailClub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, whole = 0, IMAP4.read

    def count(self: IMAP4, size: int) -> bytes:
        nonlocal read
        read += size
        return whole(self, size)

    monkeypatch.setattr(IMAP4, "read", count)
    monkeypatch.setattr(imap, "LARGEST", 10_000)
    raw = f"From: ann@{PLAYERS}\nTo: {DOOR.address}\nSubject: help\n\n" + "a line\n" * 100_000
    with SMTP("127.0.0.1", club.office.smtp) as smtp:
        smtp.sendmail(f"ann@{PLAYERS}", [f"site@{PLAYERS}"], raw)
    before = len(club.office.mails("site"))
    club.office.wait_for(lambda: any(len(mail) > 700_000 for mail in club.office.mails("site")))
    assert fetch(club, club.office, tmp_path) == 1
    received = club.store.inbox.latest(1)[0]
    assert len(received.raw) == 10_000
    assert received.size > 700_000
    assert read <= 10_000
    assert len(club.office.mails("site")) <= before
