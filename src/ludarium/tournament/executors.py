"""Executors for games: this process, several processes, threads, or a Dask cluster.

`processes:N` and `threads:N` are so many of them; without a number there is one for each core.
`dask://host:port` is the address of a cluster's scheduler; its workers need the same version of Ludarium.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any, NamedTuple

from ludarium import __version__
from ludarium.core.arguments import check_workers
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.extras import extra
from ludarium.core.text import nearest, shorten, to_text

PROCESSES, THREADS, DASK = "processes", "threads", "dask://"
_PORTS = 65_536
_DIGITS = 9
_ASKED = 5
"""Times that workers are asked for their version, of which one may end at any time."""
_PATIENCE = 10
"""Seconds in which a cluster must answer."""


class BadCluster(LudariumError):
    """A cluster cannot be reached, or cannot be used."""


class LostWorkers(LudariumError):
    """The workers were killed; their unfinished games must be played again."""


class Workers(NamedTuple):
    """An executor and the number of jobs that it runs at once."""

    executor: Executor
    number: int


class Inline(Executor):
    """Runs every job immediately, in the calling thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function and return its result as a finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  the future passes every exception on
            future.set_exception(error)
        return future


@contextmanager
def open_workers(name: str = PROCESSES, count: int | None = None) -> Iterator[Workers]:
    """Open the executor of this name with `count` workers, or as many as its name says; else one for each core.

    >>> with open_workers("threads", 2) as workers:
    ...     workers.executor.submit(sum, [1, 2]).result()
    3

    Raises `ParseError` for another name or two numbers, `InvalidOption` for another number, `BadCluster` if no cluster
    answers, `LostWorkers` if all workers are killed.
    """
    name, said = to_text(name), None
    if not name.startswith(DASK):
        name, said = _numbered(name)
    if said is not None and count not in (None, said):
        raise ParseError(f"{name}:{said} and {count} workers are two numbers: expected one")
    count = count if said is None else said
    if count is not None:
        check_workers(count)
    if name.startswith(DASK):
        with _cluster(name.removeprefix(DASK)) as workers:
            yield workers
        return
    count = count or os.cpu_count() or 1
    if name == PROCESSES and count == 1:
        yield Workers(Inline(), 1)
    elif name == PROCESSES:
        context = multiprocessing.get_context("spawn")
        try:
            with ProcessPoolExecutor(count, mp_context=context, initializer=_end_with_parent) as pool:
                yield Workers(pool, count)
        except BrokenExecutor:
            raise LostWorkers("a process that played games was killed") from None
    elif name == THREADS:
        with ThreadPoolExecutor(count) as pool:
            yield Workers(pool, count)
    else:
        hint = nearest(name, [PROCESSES, THREADS])
        known = f"{PROCESSES}, {PROCESSES}:4, {THREADS}, {DASK}host:port"
        raise ParseError(f"{shorten(name)} is not an executor{hint} (expected one of {known})")


def _numbered(name: str) -> tuple[str, int | None]:
    """Return the name of an executor without its number, and the number, as in `processes:4`."""
    kind, colon, number = name.partition(":")
    if not colon:
        return name, None
    if not (number.isascii() and number.isdigit() and len(number) <= _DIGITS):
        raise ParseError(f"{shorten(name)} has no number of workers: expected one as in {PROCESSES}:4")
    return kind, int(number)


def _end_with_parent() -> None:
    """End a worker silently when it is interrupted or its parent process is killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    """Connect to the Dask cluster whose scheduler has this address."""
    with extra("dask", "a cluster"):
        from distributed import Client, KilledWorker
        from distributed.comm.addressing import get_address_host_port
    try:
        _, port = get_address_host_port(f"tcp://{address}", strict=True)
        if not 0 < port < _PORTS:
            raise ValueError(port)
    except ValueError:
        raise ParseError(f"{shorten(address)} is not a cluster address: expected host:port") from None
    # a lost connection is reported by `LostWorkers`, not by the library's long log
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client = Client(f"tcp://{address}", timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise BadCluster(f"no Dask scheduler answers at {shorten(address)} ({reason})") from None
    with client:
        count = sum(client.ncores().values())
        if not count:
            raise BadCluster(f"the cluster at {address} has no workers; start one with dask worker {address}")
        _check_versions(client, address)
        try:
            yield Workers(client.get_executor(pure=False), count)
        except (CancelledError, KilledWorker):
            raise LostWorkers(
                f"the cluster at {address} has disconnected, or its workers were killed repeatedly"
            ) from None


def _check_versions(client: Any, address: str) -> None:
    """Raise `BadCluster` unless all workers have this version of Ludarium."""
    for asked in range(_ASKED):
        try:
            found = client.run(version)
            break
        except OSError as error:  # a worker has just ended: those that are left are asked again
            if asked == _ASKED - 1:
                raise BadCluster(f"the workers of the cluster at {address} end one after another: {error}") from None
        except Exception as error:  # noqa: BLE001  a worker without the package may raise anything
            raise BadCluster(f"a worker of the cluster at {address} cannot use Ludarium: {error}") from None
    for worker, has in found.items():
        if has != version():
            raise BadCluster(f"the worker {worker} has Ludarium {has}, and this is {version()}: install the same")


def version() -> str:
    """Return the version of Ludarium in this process."""
    return __version__
