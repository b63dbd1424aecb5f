"""`ludarium serve`: the web site."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import click

from ludarium.core.errors import LudariumError
from ludarium.core.extras import extra

HOST = "127.0.0.1"


@click.command()
def serve() -> None:
    """Start the web site on this machine.

    The environment variables PORT and LUDARIUM_DATA set its port and the folder of its database.
    The database is created or upgraded first; bots continue their unfinished turns.
    Games and searches are compiled in the background at the first start; until they are, rules run as plain Python.
    """
    with extra("server", "the web site"):
        import uvicorn  # here, so that all other commands run without the packages of the server
        from starlette.applications import Starlette

        from ludarium.club.bot_workers import BotWorkers
        from ludarium.club.heartbeat import Heartbeat
        from ludarium.club.outbox import Mailer
        from ludarium.club.service import Service
        from ludarium.search.compilers import Compilers
        from ludarium.server.settings import ServerSettings
        from ludarium.server.web.app import create_app
        from ludarium.store.repository import Store

    config = ServerSettings.from_environment()
    config.prepare()
    with _listen(config.port) as listener:
        store = Store(config.database)
        service = Service(store, rules=config.rules, vacation_days=config.vacation_days)
        compilers = Compilers()
        bot_workers = BotWorkers(service, store, config.bot_workers)
        heartbeat, mailer = Heartbeat(service.clocks), Mailer(service.outbox)

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            compilers.start()
            heartbeat.start()
            bot_workers.start()
            mailer.start()
            yield
            compilers.close()
            await asyncio.to_thread(mailer.close)
            await asyncio.to_thread(bot_workers.close)
            await asyncio.to_thread(heartbeat.close)

        app = create_app(service, config.secret(), largest=config.largest_request, lifespan=lifespan)
        click.echo(f"Ludarium is running on http://{HOST}:{config.port} (press Ctrl+C to stop)")
        settings = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=3)
        uvicorn.Server(settings).run(sockets=[listener])
        store.close()


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
