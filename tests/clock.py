"""The engine's limits in CPU time, so that a busy machine changes no answer.

`SOLVER_SPEED=10` in the environment lets the solvers seem ten times as fast, `SOLVER_SPEED=0.1` ten times as slow: no
test may need either (`make nightly` tries both).
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import iter_modules

import pytest

# Where limits are kept to and speed is measured. Time limits of play in the lab are another matter: they are real.
PACKAGES = ("engine.answers", "engine.solvers")


SPEED = float(os.environ.get("SOLVER_SPEED", "1"))


def process_time() -> float:
    return time.process_time() / SPEED


class CpuTime:
    """What those packages use of `time`."""

    monotonic = perf_counter = process_time = staticmethod(process_time)


@contextmanager
def cpu_time() -> Iterator[None]:
    """Let the engine count CPU time of this process as its seconds."""
    with pytest.MonkeyPatch.context() as patch:
        for package in PACKAGES:
            for found_module in iter_modules(import_module(package).__path__, f"{package}."):
                module = import_module(found_module.name)
                if hasattr(module, "time"):
                    patch.setattr(module, "time", CpuTime)
        yield
