"""Metrics for Prometheus, and the port on which they are served (METRICS_PORT; docs/deploy.md).

All processes of a web server or worker write to the same folder, and any of them can serve the sums
(prometheus_client's multiprocess mode). The folder's name must be in the environment before prometheus_client is
imported: gunicorn.conf.py sets it for a web server, celery.py for a worker.
"""

import logging
import socket
import threading
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, make_wsgi_app
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

REQUESTS = Counter("pressorpass_requests", "Requests answered.", ["view", "method", "status"])
REQUEST_SECONDS = Histogram(
    "pressorpass_request_seconds",
    "Time until the response began.",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
CACHE = Counter("pressorpass_cache_requests", "Cache lookups: hits and misses.", ["cache", "result"])
ERRORS = Counter("pressorpass_errors", "Errors logged.", ["logger"])

FIRST_ANSWER_SECONDS = Histogram(
    "pressorpass_first_answer_seconds",
    "Time from a question that the solver had to answer to its first stored answer.",
    ["task"],
    buckets=(0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300),
)
JOB_SECONDS = Histogram(
    "pressorpass_job_seconds",
    "Time that a worker spent on a job, by how it ended.",
    ["task", "status"],
    buckets=(0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 900),
)
SLOTS = Gauge("pressorpass_slots", "Processes for jobs that a worker has.", ["worker"], multiprocess_mode="max")
SLOTS_IN_USE = Gauge("pressorpass_slots_in_use", "Processes at work on a job.", ["worker"], multiprocess_mode="max")


def count_lookup(cache: str, *, is_hit: bool) -> None:
    CACHE.labels(cache, "hit" if is_hit else "miss").inc()


class ErrorCounter(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.labels(record.name).inc()


def serve(host: str, port: int, *more: Collector) -> None:
    """Serve the metrics of all processes and other collectors on a separate port."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    for collector in more:
        registry.register(collector)
    server_class = _Server6 if ":" in host else _Server
    server = make_server(host, port, make_wsgi_app(registry), server_class, _QuietHandler)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()


class _Server(ThreadingMixIn, WSGIServer):
    """A server that shares its port with the web server's other processes; each can serve all metrics."""

    daemon_threads = True
    allow_reuse_port = True


class _Server6(_Server):
    address_family = socket.AF_INET6


class _QuietHandler(WSGIRequestHandler):
    timeout = 10

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass
