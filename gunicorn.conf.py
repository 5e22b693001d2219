"""How gunicorn serves the site; it reads this file from the folder it is started in."""

import os

bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY") or 2)
threads = 8
graceful_timeout = 5
timeout = 60
# Not preload_app: making PNG and PDF hangs in a process forked after its first use.
preload_app = False
control_socket_disable = True
loglevel = (os.environ.get("LOG_LEVEL") or "info").lower()
