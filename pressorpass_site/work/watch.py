"""Watching a running job from a second thread while the engine computes without the GIL."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context

from django.db import connection

from engine import CancelFlag, Progress

logger = logging.getLogger(__name__)

# How often a job checks whether it should stop (a read), and how often it records a heartbeat (a write).
CHECK_SECONDS = 0.04
BEAT_SECONDS = 0.5


class Watch:
    """What the computing and the watching thread share; the job is stopped after `seconds`.

    `cancel` and `report` are for the engine; `timed_out` says whether the time ran out.
    """

    def __init__(self, seconds: float) -> None:
        self.cancel = CancelFlag()
        self.done = 0.0
        self.stage = ""
        self.timed_out = False
        self._ended = threading.Event()
        self._deadline = time.monotonic() + seconds

    def report(self, progress: Progress) -> None:
        """Take note of the engine's progress; the watching thread writes it to the database."""
        self.done, self.stage = progress.done, progress.stage

    @contextmanager
    def watching(
        self, name: str, beat: Callable[[float, str], bool], should_continue: Callable[[], bool]
    ) -> Iterator[None]:
        """Call `beat` with the progress now and then, and `should_continue` more often, until the block ends.

        Either returns false when the job should stop.
        """
        # In a copy of the context, which has the ids in log lines.
        arguments = (self._watch, name, beat, should_continue)
        thread = threading.Thread(target=copy_context().run, args=arguments, name=f"watch {name}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()

    def _watch(self, name: str, beat: Callable[[float, str], bool], should_continue: Callable[[], bool]) -> None:
        beat_at = 0.0
        try:
            while not self._ended.wait(CHECK_SECONDS):
                now = time.monotonic()
                if now >= self._deadline:
                    self.timed_out = True
                    self.cancel.set()
                try:
                    if now >= beat_at:
                        beat_at = now + BEAT_SECONDS
                        go_on = beat(self.done, self.stage)
                    else:
                        go_on = should_continue()
                    if not go_on:
                        self.cancel.set()
                except Exception:  # a database that is away for a moment must not end the watching
                    logger.warning("%s: heartbeat failed", name, exc_info=True)
                    self._ended.wait(BEAT_SECONDS)
        finally:
            connection.close()
