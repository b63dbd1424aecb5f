"""Metrics for Prometheus, on a port of their own, which visitors of the site cannot reach."""

from collections.abc import Iterator
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, GCCollector, Histogram, PlatformCollector, ProcessCollector
from prometheus_client import start_http_server as start_server
from prometheus_client.core import GaugeMetricFamily

from ludarium.core.errors import LudariumError
from ludarium.site.workers.bot_workers import BotWorkers

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The metrics of one process."""

    def __init__(self, bot_workers: BotWorkers) -> None:
        self._registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._registry)
        labels = ("method", "route", "status")
        self._requests = Histogram(
            "ludarium_request_seconds", "Time to the first byte", labels, buckets=_SECONDS, registry=self._registry
        )
        self._workers = bot_workers
        self._registry.register(self)
        self._server: WSGIServer | None = None

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that has been answered."""
        self._requests.labels(method, route, str(int(status))).observe(seconds)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the metrics that are computed when they are read."""
        running, waiting = self._workers.queue.sizes()
        yield GaugeMetricFamily("ludarium_searches_running", "Searches of bots that run", value=running)
        yield GaugeMetricFamily("ludarium_searches_waiting", "Searches of bots that wait for a thread", value=waiting)
        yield GaugeMetricFamily(
            "ludarium_kept_search_bytes",
            "Memory of searches cached for the next turn",
            value=self._workers.bot_cache.size,
        )

    def serve(self, address: str, port: int, processes: int) -> None:
        """Serve the metrics on the first free port from `port` on, since every process has a port of its own.

        Raises `LudariumError` if none of as many ports as there are processes is free.
        """
        for candidate in range(port, port + processes):
            try:
                self._server, _ = start_server(candidate, address, self._registry)
            except OSError as error:
                failure = error
            else:
                return
        raise LudariumError(
            f"port {port} of {address} cannot be used for metrics ({failure.strerror}); "
            "set LUDARIUM_METRICS_PORT to another one"
        )

    def close(self) -> None:
        """End the server of the metrics."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
