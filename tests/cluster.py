"""A cluster of two workers, which a test may kill: the fixtures `cluster` and `there`."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from distributed import LocalCluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """Two workers for all tests; one that is killed is begun again, however long a busy machine takes for it.

    `distributed` 2026.8 drops one for good that is not back after 15 seconds, even while it begins.
    """
    from dask import config  # here, since every process of the tests imports this module
    from distributed import LocalCluster

    with (
        config.set({"distributed.deploy.lost-worker-timeout": "600s"}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as running,
    ):
        yield running


@pytest.fixture
def there(cluster: LocalCluster) -> str:
    """The name of the executor, when both workers are there: the test before may have killed one."""
    cluster.wait_for_workers(2)
    address: str = cluster.scheduler_address
    return address.replace("tcp", "dask")


def kill_a_worker(cluster: LocalCluster) -> None:
    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
