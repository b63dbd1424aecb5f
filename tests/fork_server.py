"""Processes for tests that are forked from one that has imported the site, so that they cost little.

A worker of the tests has one such server, which it shares with the soak programs; see `tests.soak.forked`.
"""

import multiprocessing
import sys
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from types import ModuleType
from unittest.mock import patch

_FORKS = multiprocessing.get_context("forkserver")


def start(target: Callable[..., object], *arguments: object) -> ForkServerProcess:
    """Start a function of a module in a process of its own, and return the process."""
    process = _FORKS.Process(target=target, args=arguments)
    with patch.dict(sys.modules, {"__main__": ModuleType("__main__")}):  # which would be run again in the process
        process.start()
    return process
