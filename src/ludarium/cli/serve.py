"""`ludarium serve`: the web site."""

import os
import socket

import click

from ludarium.core.errors import LudariumError
from ludarium.core.extras import extra

HOST = "127.0.0.1"


@click.command()
@click.option("--processes", metavar="N", help="How many processes serve the site; LUDARIUM_PROCESSES, or 1.")
def serve(processes: str | None) -> None:
    """Start the web site on this machine.

    The environment variables PORT and LUDARIUM_DATA set its port and the folder of its database.
    The database is created or upgraded first; bots continue their unfinished turns.
    Games and searches are compiled in the background at the first start; until they are, rules run as plain Python.
    """
    with extra("server", "the web site"):
        from ludarium.server.process import run  # here, so that other commands run without the packages of the server
        from ludarium.server.settings import PROCESSES, ServerSettings
        from ludarium.store.repository import Store

    if processes is not None:
        os.environ[PROCESSES.name] = processes  # which the processes read
    settings = ServerSettings.from_environment()
    settings.prepare()
    with _listen(settings.port) as listener:
        Store(settings.database).close()  # which tells what is wrong with it, before any process starts
        click.echo(f"Ludarium is running on http://{HOST}:{settings.port} (press Ctrl+C to stop)")
        run(settings, listener)


def _listen(port: int) -> socket.socket:
    """Open the socket of the site.

    Raises `LudariumError` if the port is in use.
    """
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise LudariumError(
            f"port {port} of {HOST} cannot be used ({error.strerror}); set PORT to another one"
        ) from error
