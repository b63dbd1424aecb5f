"""`ludarium serve`: the web site."""

import os
import socket
import time
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

import click

from ludarium.cli.terminal.output import print_error
from ludarium.core.errors import LudariumError

if TYPE_CHECKING:
    from ludarium.site.check import Fault


@click.command()
@click.option("--port", metavar="N", help="The port at which the site listens; PORT, or 8000.")
@click.option("--processes", metavar="N", help="How many processes serve the site; LUDARIUM_PROCESSES, or 1.")
def serve(port: str | None, processes: str | None) -> None:
    """Start the web site on this machine.

    The environment variable LUDARIUM_DATA sets the folder of its database; the documentation lists all settings.
    The database is created or upgraded first; bots continue their unfinished turns.
    On a machine of one's own a link is printed that makes its reader the administrator, until there is one.
    Games and searches are compiled in the background at the first start; until they are, rules run as plain Python.
    """
    from ludarium.site.check import check_database
    from ludarium.site.people.accounts import is_loopback
    from ludarium.site.people.administration import Administration
    from ludarium.site.process import run  # here, so that other commands run without the packages of the server
    from ludarium.site.settings import PORT, PROCESSES, ServerSettings
    from ludarium.site.store import Store

    for option, given in ((PORT, port), (PROCESSES, processes)):
        if given is not None:
            os.environ[option.name] = given  # which the processes read
    settings = ServerSettings.from_environment()
    os.umask(0o077)  # what the site writes is for its owner alone
    settings.prepare()
    address, number = settings.network.address, settings.network.port
    with _listen(address, number) as listener:
        store = Store(settings.database)  # which tells what is wrong with it, before any process starts
        link = Administration(store, settings.rules, time.time).make_link() if is_loopback(address) else ""
        store.close()
        click.echo(f"Ludarium is running on {settings.rules.url} (listening on {address}:{number}, Ctrl+C to stop)")
        if link:
            click.echo(
                f"To be the administrator of this site, open this link on this machine, once, within a day: {link}"
            )
        Thread(target=_report_damage, args=[settings.database, check_database], daemon=True).start()
        run(settings, listener)


def _report_damage(database: str, check: Callable[..., "list[Fault]"]) -> None:
    """Print the damage of the database that the site meets now; the site goes on with the rest."""
    for match_id, cause in check(database, going_on=True):
        where = f"match {match_id}" if match_id else "the database"
        print_error(f"{where} is damaged: {cause} (ludarium check tells more, ludarium restore fills a new database)")


def _listen(address: str, port: int) -> socket.socket:
    """Open the socket of the site.

    Raises `LudariumError` if the port is in use.
    """
    try:
        return socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET)
    except OSError as error:
        raise LudariumError(
            f"port {port} of {address} cannot be used ({error.strerror}); set PORT to another one"
        ) from error
