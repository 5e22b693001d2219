"""Looking after a job from a thread of its own while the engine works without the GIL."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection

from engine import CancelFlag, Progress

logger = logging.getLogger(__name__)

# How often a job looks whether somebody wants it stopped (a read of one row), and how often it
# says that it lives (a write).
LOOK_SECONDS = 0.04
BEAT_SECONDS = 0.5


class Watch:
    """What the solving thread and the watching thread tell each other; the job ends after `seconds`.

    `cancel` and `report` are for the engine; `overdue` says whether time ran out.
    """

    def __init__(self, seconds: float) -> None:
        self.cancel = CancelFlag()
        self.done = 0.0
        self.stage = ""
        self.overdue = False
        self._over = threading.Event()
        self._deadline = time.monotonic() + seconds

    def report(self, progress: Progress) -> None:
        """Called by the solver; the watching thread carries it to the database."""
        self.done, self.stage = progress.done, progress.stage

    @contextmanager
    def over_job(self, name: str, beat: Callable[[float, str], bool], wanted: Callable[[], bool]) -> Iterator[None]:
        """Call `beat` with the progress now and then, and `wanted` more often, until the block ends.

        Either returns false when the job should stop.
        """
        thread = threading.Thread(target=self._look_after, args=(name, beat, wanted), name=f"watch {name}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _look_after(self, name: str, beat: Callable[[float, str], bool], wanted: Callable[[], bool]) -> None:
        beat_at = 0.0
        try:
            while not self._over.wait(LOOK_SECONDS):
                now = time.monotonic()
                if now >= self._deadline:
                    self.overdue = True
                    self.cancel.set()
                try:
                    if now >= beat_at:
                        beat_at = now + BEAT_SECONDS
                        still = beat(self.done, self.stage)
                    else:
                        still = wanted()
                    if not still:
                        self.cancel.set()
                except Exception:  # a database that is away for a moment must not end the watching
                    logger.warning("%s: heartbeat failed", name, exc_info=True)
                    self._over.wait(BEAT_SECONDS)
        finally:
            connection.close()
