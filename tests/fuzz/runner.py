"""Runs targets in batches and counts."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.database import InMemoryExampleDatabase

from .requests import MAX_CPU_SECONDS, Failure
from .target import Target

BATCH = 1_000  # cases; Hypothesis remembers each case of a batch


@dataclass
class Tally:
    """What a target's cases came to; `failures` are reports with the case, made as small as it could be."""

    target: Target
    cases: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_case: Any = None
    failures: list[str] = field(default_factory=list)


def run(targets: Sequence[Target], cases: int, first_seed: int, *, until: float = float("inf")) -> Iterator[Tally]:
    """Try so many cases in all, each target's share of them, or fewer if it is later than `until` (monotonic)."""
    weights = sum(target.weight for target in targets)
    for target in targets:
        tally = Tally(target)
        wanted = max(cases * target.weight // weights, 1)
        number = first_seed
        while tally.cases < wanted and time.monotonic() < until and not tally.failures:
            _batch(tally, min(BATCH, wanted - tally.cases), number)
            number += 1
        yield tally


def _batch(tally: Tally, count: int, number: int) -> None:
    began = time.monotonic()
    before = tally.cases
    failed = False

    @seed(number)
    @settings(
        max_examples=count,
        deadline=None,
        database=InMemoryExampleDatabase(),
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
    )
    @given(tally.target.cases)
    def attempt(case: Any) -> None:
        nonlocal failed
        tally.cases += not failed
        try:
            with undone():
                seconds = tally.target.run(case)
        except Failure:
            failed = True
            raise
        if seconds > MAX_CPU_SECONDS and not failed:
            with undone():
                seconds = min(seconds, tally.target.run(case))  # what is loaded at first use does not count
            if seconds > MAX_CPU_SECONDS:
                tally.failures.append(f"{seconds:.2f} s of CPU time for {case}")
        if seconds > tally.slowest:
            tally.slowest, tally.slowest_case = seconds, case

    try:
        with connection_kept(), undone():
            attempt()
    except Exception as failure:  # also what Hypothesis says of a case that failed only once
        tally.failures.append(str(failure))
    if tally.cases == before:
        tally.cases += count  # there are no more cases than were tried
    tally.seconds += time.monotonic() - began


@contextmanager
def undone() -> Iterator[None]:
    """Nothing that happens inside is stored."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


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
