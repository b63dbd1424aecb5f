"""`ludarium mail`: the mail of the site."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from ludarium.cli._database import site_database
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.extras import extra
from ludarium.core.text import counted, plain, shorten

if TYPE_CHECKING:
    from ludarium.site.mail.settings import MailDoor
    from ludarium.site.outbox.rows.boxes import InboxTable
    from ludarium.site.outbox.rows.received import Reception

_NO_USER, _TRY_AGAIN = os.EX_NOUSER, os.EX_TEMPFAIL
"""Exit codes by which an MTA knows that nobody has the address, or that it must deliver the mail again later."""


@click.group()
def mail() -> None:
    """Receive mails, list and read again those received, and work them off.

    LUDARIUM_DATA and LUDARIUM_DATABASE name the database, as they do for `serve`; LUDARIUM_MAIL_ADDRESS is the address
    to which people mail their commands.
    """


@mail.command(context_settings={"ignore_unknown_options": True})
@click.argument("addresses", nargs=-1, metavar="SENDER RECIPIENT", help="Of the envelope; a bounce has no sender ('').")
def receive(addresses: tuple[str, ...]) -> None:
    """Store a mail from standard input, for an MTA such as Postfix.

    The exit code is 67 if nobody has the address, and 75 if the mail cannot be stored now and must come again.
    """
    try:
        code = _receive(addresses)
    except Exception as error:  # noqa: BLE001  # whatever fails here, the MTA must keep the mail
        click.echo(f"the mail cannot be stored now: {plain(str(error).partition(chr(10))[0])}", err=True)
        code = _TRY_AGAIN
    raise click.exceptions.Exit(code)


def _receive(addresses: tuple[str, ...]) -> int:
    from ludarium.site.mail.incoming import receiving  # here, and little besides: this starts for every mail

    if len(addresses) != 2:
        raise ParseError(f"{counted(len(addresses), 'word')} given: expected the sender and the recipient")
    sender, recipient = addresses
    door = _door()
    with _reception() as inbox:
        try:
            receiving.check_recipient(door, inbox, recipient, time.time())
        except receiving.NoSuchRecipient as error:
            click.echo(str(error), err=True)
            return _NO_USER
        receiving.receive(inbox, sender, recipient, sys.stdin.buffer, time.time())
    return 0


@mail.command()
def policy() -> None:
    """Tell an MTA which addresses are valid, so that it refuses mail for others before it accepts it.

    Postfix starts this as a policy service; How to run the post says how.
    """
    from ludarium.site.mail.incoming import receiving
    from ludarium.site.mail.incoming import receiving as policies  # here, as above

    door = _door()
    with _reception() as inbox:

        def check(recipient: str) -> None:
            receiving.check_recipient(door, inbox, recipient, time.time())

        policies.answer_policy(sys.stdin.buffer, sys.stdout.buffer, door.domain, check)


@mail.command()
@click.option("--every", type=click.IntRange(1), default=60, show_default=True, help="Seconds between two looks.")
@click.option("--once", is_flag=True, help="Look once, and end.")
def poll(every: int, *, once: bool) -> None:
    """Fetch mails by IMAP, instead of receiving them from an MTA.

    LUDARIUM_IMAP, LUDARIUM_IMAP_USER and LUDARIUM_IMAP_PASSWORD_FILE name the mailbox. What is stored is deleted there.
    """
    with extra("mail", "fetching mails"):
        from ludarium.site.mail.incoming import imap
    from imaplib import IMAP4

    from imap_tools.errors import ImapToolsError

    from ludarium.site.mail.incoming.receiving import TooManyWait
    from ludarium.site.mail.tls import explain

    settings, door = imap.ImapSettings.from_environment(), _door()
    with _inbox() as inbox:
        while True:
            try:
                count = imap.poll(settings, door, inbox, time.time)
            except (OSError, ImapToolsError, IMAP4.error, TooManyWait) as error:
                if once:
                    raise LudariumError(f"{settings.host} cannot be asked for mails: {explain(error)}") from error
                click.echo(f"{settings.host} cannot be asked for mails: {plain(explain(error))}", err=True)
            else:
                if once:
                    click.echo(f"{counted(count, 'mail')} fetched")
            if once:
                return
            time.sleep(every)


@mail.command("list")
@click.option("--number", type=click.IntRange(1), default=50, show_default=True, help="How many mails are listed.")
def list_mails(number: int) -> None:
    """List the mails received last: when, from whom, to which address, and what they have caused."""
    with _inbox() as inbox:
        latest = inbox.latest(number)
        if not latest:
            click.echo("0 mails")
        for received in latest:
            moment = f"{datetime.fromtimestamp(received.received_at, UTC):%Y-%m-%d %H:%M:%S} UTC"
            outcome = received.outcome or ("waiting" if received.handled_at is None else "nothing to do")
            click.echo(plain(f"{received.id}  {moment}  {received.sender or '<>'} to {received.recipient}: {outcome}"))


@mail.command()
@click.argument("mail_id", metavar="MAIL", help="The id of a mail, as `list` prints it.")
def show(mail_id: str) -> None:
    """Print a mail as it came."""
    with _inbox() as inbox:
        received = inbox.load(mail_id)
    if received is None:
        raise _no_such_mail(mail_id)
    sys.stdout.buffer.write(received.raw)
    sys.stdout.flush()


@mail.command()
@click.argument("mail_id", metavar="MAIL", help="The id of a mail, as `list` prints it.")
def replay(mail_id: str) -> None:
    """Let a mail be read again, as if it had just come."""
    with _inbox() as inbox:
        if not inbox.replay(mail_id, time.time()):
            raise _no_such_mail(mail_id)
    click.echo(f"{mail_id} will be read again")


@mail.command()
def worker() -> None:
    """Send the mails that wait, and work off those received, until a signal ends it.

    The site does so itself; a process of its own takes the work from it, and both may run. LUDARIUM_SMTP names the mail
    server.
    """
    from ludarium.site.analysis.studies import Studies
    from ludarium.site.logs import configure_logs
    from ludarium.site.mail.worker import work
    from ludarium.site.settings import ServerSettings

    settings = ServerSettings.from_environment()
    configure_logs(settings.log)
    if settings.smtp:
        click.echo(f"Mails are sent to {settings.smtp.host}:{settings.smtp.port} (press Ctrl+C to stop)")
    else:
        click.echo("LUDARIUM_SMTP is not set, so mails are written to the log (press Ctrl+C to stop)")
    work(settings, Studies)


@mail.command()
@click.argument("game", help="A game, such as orion.")
def ratings(game: str) -> None:
    """Print the ratings of a game, counted from the records of its matches, as the mailed command does."""
    from ludarium.core.registry import definition
    from ludarium.site.mail.commands.standings import format_rating
    from ludarium.site.service import Service  # here, since an MTA starts this program for every mail
    from ludarium.site.store import Store

    definition(game)
    store = Store(site_database())
    for standing in Service(store).standings.of_game(game):
        click.echo(f"{format_rating(standing.rating)}  {standing.person.name}")
    store.close()


def _door() -> "MailDoor":
    """Return where mails arrive.

    Raises `ParseError` if no address is set.
    """
    from ludarium.site.mail.settings import MailDoor

    door = MailDoor.from_environment()
    if not door:
        raise ParseError("LUDARIUM_MAIL_ADDRESS is not set: expected the address to which commands are mailed")
    return door


def _reception() -> AbstractContextManager["Reception"]:
    """Open what receives mails in the database of the settings, which the site has migrated."""
    from ludarium.site.ground.location import database_url
    from ludarium.site.outbox.rows.reception import open_reception

    return open_reception(database_url())


@contextmanager
def _inbox() -> Iterator["InboxTable"]:
    """Open the inbox in the database of the settings."""
    from ludarium.site.ground.database import Database
    from ludarium.site.outbox.rows.boxes import InboxTable

    database = Database(site_database())
    try:
        yield InboxTable(database)
    finally:
        database.dispose()


def _no_such_mail(mail_id: str) -> LudariumError:
    return ParseError(f"there is no mail {shorten(mail_id)}: expected an id as ludarium mail list prints it")
