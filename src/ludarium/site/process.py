"""One process of the site, and the parent that keeps several of them running.

The processes share the socket and the database. They agree there on everything: which of them thinks for a bot, keeps
the time of a live match or sends a mail.
"""

import asyncio
import gc
import logging
import multiprocessing
import os
import resource
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Thread
from typing import TYPE_CHECKING, Protocol

import uvicorn
from starlette.applications import Starlette
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from ludarium.core.errors import LudariumError
from ludarium.core.extras import MissingExtra, extra
from ludarium.search.compilers import Compilers
from ludarium.site.analysis.analyst import StudyAnalyst
from ludarium.site.analysis.explorer import Explorer, book_worker
from ludarium.site.analysis.searching import SearchProcess
from ludarium.site.analysis.studies import Studies
from ludarium.site.analysis.unasked import UnaskedSearches
from ludarium.site.app import create_app
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.due import Clock, dues, overdue
from ludarium.site.heartbeat import Heartbeat
from ludarium.site.logs import configure_logs
from ludarium.site.mail.inbox_processor import InboxProcessor, InboxWorker
from ludarium.site.mail.sending import make_mailer
from ludarium.site.people.dice import dice_worker
from ludarium.site.puzzles.mail import Daily
from ludarium.site.puzzles.solving import Solving
from ludarium.site.ratings.ratings import rating_worker
from ludarium.site.service import Service
from ludarium.site.settings import ServerSettings
from ludarium.site.settings_in_words import missing_parts, settings_in_words
from ludarium.site.store import Store
from ludarium.site.workers.analysts import Adjudicators, Analysts
from ludarium.site.workers.bot_workers import BotWorkers
from ludarium.site.workers.ladder_worker import LadderWorker
from ludarium.site.workers.trial_worker import TrialWorker

if TYPE_CHECKING:
    from ludarium.site.metrics import Metrics

_log = logging.getLogger(__name__)
_MOST_FILES = 65_536
_NEW_OBJECTS = 10_000
"""Objects after which the collector looks for cycles; with the usual 700 it takes a fifteenth of the processor."""
SLICE = 0.0003
"""Seconds that a thread computes while another one waits for the interpreter; usual are 0.005. A turn waits so long at
each of its questions to the database and the rules while a page is made."""
_LAST_REQUESTS = 3
"""Seconds that running requests have when the site closes."""


class Running(Protocol):
    """The interface of what runs beside the requests from the start of a process to its end."""

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End."""


def create() -> Starlette:
    """Return the site of the environment's settings, with its bot workers, compilers and mailer."""
    _follow_parent()
    settings = ServerSettings.from_environment()
    configure_logs(settings.log)
    _raise_file_limit()
    store = _open_store(settings.database)
    workers, memory = max(1, settings.bot_workers // settings.processes), settings.search_memory // settings.processes
    queue = SearchQueue(workers)
    service = Service(
        store,
        rules=settings.rules,
        quotas=settings.quotas,
        vacation_days=settings.vacation_days,
        queue=queue,
        announces=settings.webhook is not None,
        ladder=settings.ladder,
        ladder_folder=settings.data / "ladders",
        most_module_bytes=settings.module_megabytes << 20,
        weekly=settings.weekly,
    )
    studies, solving = Studies(service), Solving(service)
    daily, searches = Daily(solving, settings.door), SearchProcess()
    compilers = Compilers()
    bot_workers = BotWorkers(service, store, workers, memory * 1_000_000, shared=queue)
    running: list[Running] = [
        Heartbeat(service.clocks),  # before anything can end a match in which a clock has run out
        overdue(service),
        bot_workers,
        Analysts(service, store.analyses, queue),
        StudyAnalyst(studies, queue, searches, unasked=UnaskedSearches(service, studies, queue, searches).work),
        book_worker(Explorer(service)),
        Adjudicators(service, store.judgements, queue),
        TrialWorker(service, store.trials),
        dice_worker(service.dice),
        rating_worker(service.ratings),
        *(LadderWorker(service) for _ in range(-(-settings.ladder // settings.processes))),
        Clock([*dues(service), daily.due]),
        make_mailer(service, store, settings.smtp, settings.door, settings.webhook, more=daily.composers),
    ]
    if settings.door:
        running.append(InboxWorker(InboxProcessor(service, store, settings.door, other=daily.reply)))

    network = settings.network
    for sentence in missing_parts(settings):
        _log.warning("%s", sentence)
    metrics = _make_metrics(bot_workers) if network.metrics_port else None

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if metrics:
            metrics.serve(network.address, network.metrics_port, settings.processes)
        compilers.start()
        for one in running:
            one.start()
        gc.freeze()  # what has been loaded stays, so the collector need not look through it
        gc.set_threshold(_NEW_OBJECTS)
        usual = sys.getswitchinterval()
        sys.setswitchinterval(SLICE)
        yield
        sys.setswitchinterval(usual)
        compilers.close()
        for one in reversed(running):
            await asyncio.to_thread(one.close)
        if metrics:
            await asyncio.to_thread(metrics.close)
        store.close()

    return create_app(
        service,
        settings.secret(),
        largest=settings.largest_request,
        hosts=network.hosts,
        observe=metrics.observe if metrics else None,
        lifespan=lifespan,
        source=settings.source,
        facts=settings_in_words(settings),
        studies=studies,
        solving=solving,
    )


def run(settings: ServerSettings, listener: socket.socket) -> None:
    """Serve the site on a socket until a signal ends it; processes that die are replaced.

    Raises `SystemExit` if the site does not start, and `LudariumError` if one of several processes does not; so a
    service manager starts it again.
    """
    app = create() if settings.processes == 1 else f"{__name__}:{create.__name__}"
    config = uvicorn.Config(
        app,
        factory=settings.processes > 1,
        workers=settings.processes,
        log_config=None,
        log_level="warning",
        access_log=False,
        forwarded_allow_ips=list(settings.network.proxies),
        timeout_graceful_shutdown=_LAST_REQUESTS,
    )
    if settings.processes == 1:
        uvicorn.Server(config).run(sockets=[listener])
        return
    parent = Multiprocess(config, sockets=[listener])
    parent.run()
    if any(process.exitcode == STARTUP_FAILURE for process in parent.processes):
        raise LudariumError("a process of the site has not started: the log above says why")


def _open_store(url: str) -> Store:
    """Return the store of a database.

    If it cannot be opened, one of several processes says so in its log and ends, since its parent starts another.
    """
    try:
        return Store(url)
    except LudariumError as error:
        if multiprocessing.parent_process() is None:
            raise
        _log.error("a process of the site ends, and another starts: %s", " ".join(str(error).split()))
        raise SystemExit(1) from None


def _make_metrics(bot_workers: BotWorkers) -> "Metrics | None":
    """Return the metrics for Prometheus; None if the library for it is not installed, see `missing_parts`."""
    try:
        with extra("metrics", "LUDARIUM_METRICS_PORT"):
            from ludarium.site.metrics import Metrics
    except MissingExtra:
        return None
    return Metrics(bot_workers)


def _raise_file_limit() -> None:
    """Let this process open as many files as the system allows it: every connection of a browser is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _follow_parent() -> None:
    """End this process when its parent has died: nobody else would replace it, and it would keep the port."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def follow() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=follow, name="parent", daemon=True).start()
