"""The engine's limits in CPU time, so that a busy machine changes no answer."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import iter_modules

import pytest

# Where limits are kept to and speed is measured. Time limits of play in the lab are another matter: they are real.
PACKAGES = ("engine.answers", "engine.solvers")


class CpuTime:
    """What those packages use of `time`."""

    monotonic = perf_counter = staticmethod(time.process_time)
    process_time = staticmethod(time.process_time)
    thread_time = staticmethod(time.thread_time)


@contextmanager
def cpu_time() -> Iterator[None]:
    """Let the engine count CPU time of this process as its seconds."""
    with pytest.MonkeyPatch.context() as patch:
        for package in PACKAGES:
            for found in iter_modules(import_module(package).__path__, f"{package}."):
                module = import_module(found.name)
                if hasattr(module, "time"):
                    patch.setattr(module, "time", CpuTime)
        yield
