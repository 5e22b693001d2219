"""Runs targets and counts."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from .requests import MAX_CPU_SECONDS, Failure
from .target import Target, undone

MAX_FAILURES = 5  # of a target, which then ends
REPORTED = 10_000  # characters of a failure


@dataclass
class Tally:
    """What a target's cases came to; `failures` are reports with the case and its number, which makes it again."""

    target: Target
    cases: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_case: Any = None
    failures: list[str] = field(default_factory=list)


def run(
    targets: Sequence[Target], cases: int, seed: int, *, until: float = float("inf"), first: int = 0
) -> Iterator[Tally]:
    """Try this many cases in all, each target's share of them, or fewer if it is later than `until` (monotonic).

    A case is made of the seed, the target's name and its number, of which the `first` may be another than 0.
    """
    weights = sum(target.weight for target in targets)
    for target in targets:
        tally = Tally(target)
        began = time.monotonic()
        with ExitStack() as stack:
            if target.stores:
                stack.enter_context(connection_kept())
                stack.enter_context(undone())
            for number in range(first, first + max(cases * target.weight // weights, 1)):
                if time.monotonic() >= until or len(tally.failures) >= MAX_FAILURES:
                    break
                _attempt(tally, seed, number)
        tally.seconds = time.monotonic() - began
        yield tally


def _attempt(tally: Tally, seed: int, number: int) -> None:
    target = tally.target
    case = target.cases(Random(f"{seed} {target.name} {number}"))
    tally.cases += 1
    try:
        seconds = target.run(case)
        if seconds > MAX_CPU_SECONDS:
            seconds = min(seconds, target.run(case))  # what is loaded at first use does not count
    except Failure as failure:
        tally.failures.append(f"case {number}: {failure}"[:REPORTED])
        return
    if seconds > MAX_CPU_SECONDS:
        tally.failures.append(f"case {number}: {seconds:.2f} s of CPU time for {case}"[:REPORTED])
    if seconds > tally.slowest:
        tally.slowest, tally.slowest_case = seconds, case


@contextmanager
def connection_kept() -> Iterator[None]:
    """Requests leave the connection, and with it a transaction, open, as in Django's own tests."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)
