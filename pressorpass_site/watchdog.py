"""Whether a worker's main loop goes round: told to systemd's watchdog, and by the age of a file (WORKER_ALIVE_FILE)."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

from celery import bootsteps
from django.conf import settings


class SignOfLife(bootsteps.StartStopStep):
    """Has the worker's own timer touch the file, and tell systemd."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.enabled = bool(settings.WORKER_ALIVE_FILE or os.environ.get("NOTIFY_SOCKET"))
        self._timer: Any = None

    def start(self, parent: Any) -> None:
        show_life()
        self._timer = parent.timer.call_repeatedly(settings.JOB_STALE_SECONDS / 3, show_life)

    def stop(self, parent: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()


def show_life() -> None:
    """Tell that the worker's main loop goes round."""
    if settings.WORKER_ALIVE_FILE:
        Path(settings.WORKER_ALIVE_FILE).touch()
    tell_systemd("WATCHDOG=1")


def tell_systemd(state: str) -> None:
    """Tell systemd of this process, if it was started as a service that reports (sd_notify)."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify, suppress(OSError):  # systemd restarts
            notify.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
