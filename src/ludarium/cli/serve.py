"""`ludarium serve`: the site."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import typer

from ludarium.core.errors import LudariumError
from ludarium.core.extras import extra

HOST = "127.0.0.1"


def serve() -> None:
    """Open the site on this machine; PORT and LUDARIUM_DATA in the environment say where, and where it keeps matches.

    The database is made or brought up to date first, and bots that were to move go on thinking.
    """
    with extra("server", "the site"):
        import uvicorn  # asked for here, so that all else runs without the server's packages
        from starlette.applications import Starlette

        from ludarium.club.bot_workers import BotWorkers
        from ludarium.club.service import Service
        from ludarium.server.settings import ServerSettings
        from ludarium.server.web.app import create_app
        from ludarium.store.repository import Store

    config = ServerSettings.from_environment()
    config.prepare()
    with _listen(config.port) as door:
        store = Store(config.database)
        service = Service(store)
        bot_workers = BotWorkers(service, store, config.bot_workers)

        @asynccontextmanager
        async def thinking(app: Starlette) -> AsyncIterator[None]:
            bot_workers.start()
            yield
            await asyncio.to_thread(bot_workers.close)

        app = create_app(service, config.secret(), largest=config.largest_request, lifespan=thinking)
        typer.echo(f"Ludarium is open on http://{HOST}:{config.port} (Ctrl+C closes it)")
        settings = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=3)
        uvicorn.Server(settings).run(sockets=[door])
        store.close()


def _listen(port: int) -> socket.socket:
    """The socket that the site listens on.

    Raises `LudariumError` where the port is not free.
    """
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise LudariumError(f"port {port} of {HOST} cannot be used ({error.strerror}); PORT names another") from error
