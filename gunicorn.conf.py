"""How gunicorn serves the site; it reads this file from the folder it is started in."""

import os
import resource
import runpy
import shutil
import socket
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

HEADER_SECONDS = 10.0  # as nginx allows in deploy/nginx/
SPARE_FILES = 256  # of a process, besides its connections


class Worker(ThreadWorker):
    """gunicorn's threads, which a connection holds for `HEADER_SECONDS` at most before its header is there."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._reading: dict[Any, float] = {}  # until when, by connection

    def handle(self, conn: Any) -> Any:
        """Read a request and answer it."""
        self._reading[conn] = time.monotonic() + HEADER_SECONDS
        try:
            return super().handle(conn)
        finally:
            self._reading.pop(conn, None)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request whose header is there."""
        self._reading.pop(conn, None)
        return super().handle_request(req, conn)

    def murder_pending(self) -> None:
        """End what has taken too long; gunicorn calls this once a second."""
        super().murder_pending()
        now = time.monotonic()
        for conn, until in list(self._reading.items()):
            if until < now:
                with suppress(OSError):  # closed already
                    conn.sock.shutdown(socket.SHUT_RD)  # its thread sees the end of the data


os.umask(0o077)  # only the site's own user reads what it writes
_host = (os.environ.get("HOST") or "127.0.0.1").strip("[]")
bind = f"{f'[{_host}]' if ':' in _host else _host}:{os.environ.get('PORT') or '8000'}"
worker_class = Worker
workers = int(os.environ.get("WEB_CONCURRENCY") or 2)
# A thread for each stream of a game that is followed, and for 8 other requests, which are answered by as many threads
# of their own (pressorpass_site/wsgi.py): GAME_STREAMS and REQUEST_THREADS of the settings, which only its processes
# import. Threads are started when they are needed.
threads = 250 + 8
worker_connections = 1000 + threads
# A connection for which there is no descriptor would end its process; shells often allow 1,024.
_wanted = worker_connections + SPARE_FILES
_allowed, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
if _allowed != resource.RLIM_INFINITY and _allowed < _wanted:
    _allowed = _wanted if _most == resource.RLIM_INFINITY else min(_wanted, _most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_allowed, _most))
    worker_connections = min(worker_connections, _allowed - SPARE_FILES)
# Held requests and streams end at once; this is for pages and pictures under way (tools/run waits for 10 s).
graceful_timeout = 8
timeout = 60
forwarder_headers = ""  # a header SCRIPT_NAME or PATH_INFO would make another address of the request
control_socket_disable = True
# What proxies write; gunicorn would refuse a request in which a client's X-Forwarded-Ssl says otherwise.
secure_scheme_headers = {"X-FORWARDED-PROTO": "https"}

# The project itself is imported by the worker processes only: so a reload (SIGHUP) takes up new code.
_logs = runpy.run_path(str(Path(__file__).parent / "pressorpass_site" / "logs.py"))
_level = (os.environ.get("LOG_LEVEL") or "INFO").upper()
logconfig_dict = _logs["configuration"](
    os.environ.get("LOG_FORMAT") or "json",
    _level,
    **{"gunicorn.error": {"handlers": ["stderr"], "level": _level, "propagate": False}},
)

_metrics_port = int(os.environ.get("METRICS_PORT") or 0)
if _metrics_port and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:  # a reload reads this file again
    # All processes count in one folder (pressorpass_site/core/metrics.py).
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="pressorpass-metrics-")


def post_worker_init(worker: Any) -> None:
    """Have streams and held requests end when their process is to stop, as they would keep it; serve the metrics."""
    from pressorpass_site.core.http import shutdown

    shutdown.ask(lambda: not worker.alive)
    if _metrics_port:
        from pressorpass_site.core import metrics
        from pressorpass_site.work.gauges import JobGauges

        metrics.serve(os.environ.get("METRICS_HOST") or "127.0.0.1", _metrics_port, JobGauges())


def on_exit(_: Any) -> None:
    """Remove the folder of the metrics."""
    if _metrics_port:
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
