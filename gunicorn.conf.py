"""How gunicorn serves the site; it reads this file from the folder it is started in."""

import os
from typing import Any

bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY") or 2)
# A thread for each stream of a game that is followed, and for 8 other requests, which are answered by as many threads
# of their own (pressorpass_site/wsgi.py). Threads are started when they are needed.
threads = 8 + int(os.environ.get("GAME_STREAMS") or 250)
worker_connections = 1000 + threads
# Held requests and streams end at once; this is for pages and pictures under way (tools/run waits for 10 s).
graceful_timeout = 8
timeout = 60
# Not preload_app: making PNG and PDF hangs in a process forked after its first use.
preload_app = False
control_socket_disable = True
loglevel = (os.environ.get("LOG_LEVEL") or "info").lower()


def post_worker_init(worker: Any) -> None:
    """Have streams and held requests end when their process is to stop, as they would keep it."""
    from pressorpass_site.core import shutdown

    shutdown.ask(lambda: not worker.alive)
