"""How gunicorn serves the site; it reads this file from the folder it is started in."""

import os
import runpy
import shutil
import tempfile
from pathlib import Path
from typing import Any

os.umask(0o077)  # only the site's own user reads what it writes
_host = (os.environ.get("HOST") or "127.0.0.1").strip("[]")
bind = f"{f'[{_host}]' if ':' in _host else _host}:{os.environ.get('PORT') or '8000'}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY") or 2)
# Each stream of a game holds one more thread (GAME_STREAMS of the settings, which only the workers import).
threads = 16 + int(os.environ.get("GAME_STREAMS") or 0)
worker_connections = 500 + threads  # each takes a descriptor, of which shells often allow 1,024
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
logconfig_dict = _logs["build_logging"](
    os.environ.get("LOG_FORMAT") or "json",
    _level,
    **{"gunicorn.error": {"handlers": ["stderr"], "level": _level, "propagate": False}},
)

_metrics_port = int(os.environ.get("METRICS_PORT") or 0)
if _metrics_port and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:  # a reload reads this file again
    # All processes count in one folder (pressorpass_site/core/metrics.py).
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="pressorpass-metrics-")


def post_worker_init(worker: Any) -> None:
    """Tell the site when it is to stop, so that streams and held requests end; serve the metrics."""
    from pressorpass_site.core.http import shutdown

    shutdown.set_stop_check(lambda: not worker.alive)
    if _metrics_port:
        from pressorpass_site.core import metrics
        from pressorpass_site.work.gauges import JobGauges

        metrics.serve(os.environ.get("METRICS_HOST") or "127.0.0.1", _metrics_port, JobGauges())


def on_exit(_: Any) -> None:
    """Remove the folder of the metrics."""
    if _metrics_port:
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
