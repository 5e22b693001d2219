"""The processor time that work gets on a busy machine."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

ENOUGH = 0.6  # processor seconds per second by the clock; a solve uses one or more


class CpuShare:
    """Measures the share of the clock in which this process had a processor while it worked."""

    def __init__(self) -> None:
        self._clock = self._processor = 0.0

    def time_results(self, results: Iterable[T]) -> Iterator[T]:
        """Yield the same results; only the time between them counts, not the caller's."""
        source = iter(results)
        while True:
            try:
                with self.measure():
                    result = next(source)
            except StopIteration:
                return
            yield result

    @contextmanager
    def measure(self) -> Iterator[None]:
        clock, processor = time.monotonic(), time.process_time()
        try:
            yield
        finally:
            self._clock += time.monotonic() - clock
            self._processor += time.process_time() - processor

    @property
    def slow(self) -> bool:
        """Whether other processes took enough CPU time for a retry to give a better result."""
        return self._processor < ENOUGH * self._clock
