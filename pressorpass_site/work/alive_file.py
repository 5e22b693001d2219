"""A file that the worker's main loop touches: its age says whether the loop goes round (WORKER_ALIVE_FILE)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from celery import bootsteps
from django.conf import settings

TOUCH_SECONDS = 5.0


class AliveFile(bootsteps.StartStopStep):
    """Has the worker's own timer touch the file."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.enabled = bool(settings.WORKER_ALIVE_FILE)
        self._timer: Any = None

    def start(self, parent: Any) -> None:
        file = Path(settings.WORKER_ALIVE_FILE)
        file.touch()
        self._timer = parent.timer.call_repeatedly(TOUCH_SECONDS, file.touch)

    def stop(self, parent: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
