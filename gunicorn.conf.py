"""How gunicorn serves the site; it reads this file from the folder it is started in."""

import os
import resource
import runpy
import shutil
import socket
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

HEADER_SECONDS = 10.0  # as nginx allows in deploy/nginx/
SPARE_FILES = 256  # of a process, besides its connections


class Threads(ThreadPoolExecutor):
    """gunicorn's threads, which a connection holds for `HEADER_SECONDS` at most before its header is there."""

    def submit(self, handle: Any, conn: Any) -> Any:
        """Begin to read a request, and then answer it."""
        return super().submit(self._in_time, handle, conn)

    def _in_time(self, handle: Any, conn: Any) -> Any:
        from pressorpass_site.core.http import arrival

        with arrival.within(conn.sock, HEADER_SECONDS):
            return handle(conn)


class Worker(ThreadWorker):
    """gunicorn's worker with these threads."""

    def get_thread_pool(self) -> Threads:
        """Return the threads; gunicorn says that this method is there to be replaced."""
        return Threads(self.cfg.threads)


def pre_request(_: Any, __: Any) -> None:
    """Note that the header of a request is there."""
    from pressorpass_site.core.http import arrival

    arrival.ended()


os.umask(0o077)  # only the site's own user reads what it writes
_host = (os.environ.get("HOST") or "127.0.0.1").strip("[]")
bind = f"{f'[{_host}]' if ':' in _host else _host}:{os.environ.get('PORT') or '8000'}"
worker_class = Worker
workers = int(os.environ.get("WEB_CONCURRENCY") or 2)
# Of the requests of one address half as many are answered at the same time (pressorpass_site/core/http/shares.py). Each
# stream of a game holds one more thread (GAME_STREAMS of the settings, which only the workers import).
threads = 16 + int(os.environ.get("GAME_STREAMS") or 0)
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
    """Tell the site of its process: when it is to stop, how many threads it has; serve the metrics."""
    from pressorpass_site import wsgi
    from pressorpass_site.core.http import arrival, shutdown

    shutdown.ask(lambda: not worker.alive)  # streams and held requests then end
    wsgi.shared.most = worker.cfg.threads // 2
    arrival.watch()
    for listener in worker.sockets:
        # A connection takes a thread once it has sent something: browsers open some that they may never use.
        with suppress(AttributeError, OSError):  # Linux alone has this, and no socket file
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, int(HEADER_SECONDS))
    if _metrics_port:
        from pressorpass_site.core import metrics
        from pressorpass_site.work.gauges import JobGauges

        metrics.serve(os.environ.get("METRICS_HOST") or "127.0.0.1", _metrics_port, JobGauges())


def on_exit(_: Any) -> None:
    """Remove the folder of the metrics."""
    if _metrics_port:
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
