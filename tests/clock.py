"""The engine's limits in CPU time, so that a busy machine changes no answer."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import pytest

# Where limits are kept to and speed is measured. Time limits of play in the lab are another matter: they are real.
MODULES = (
    "engine.answers.found",
    "engine.answers.question",
    "engine.solve.bounds",
    "engine.solve.costs",
    "engine.solve.flag",
    "engine.solve.switch",
)


class CpuTime:
    """What those modules use of `time`."""

    monotonic = perf_counter = staticmethod(time.process_time)


@contextmanager
def cpu_time() -> Iterator[None]:
    """Let the engine count CPU time of this process as its seconds."""
    with pytest.MonkeyPatch.context() as patch:
        for name in MODULES:
            patch.setattr(import_module(name), "time", CpuTime)
        yield
