"""What is fuzzed: cases, and what is done with each."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from .requests import Failure, Request, check
from .values import Cases


@dataclass(frozen=True)
class Target:
    """Cases of one kind.

    Attributes:
        name: for reports.
        cases: makes them.
        run: tries one and returns the seconds of CPU time that it took. Raises Failure.
        weight: its share of all cases, in thousandths.
        stores: whether something might be stored.
    """

    name: str
    cases: Cases[Any]
    run: Callable[[Any], float]
    weight: int
    stores: bool = False


def reader(name: str, cases: Cases[Any], weight: int, read: Callable[[Any], Any], *errors: type) -> Target:
    """A reader that may raise only these errors, with messages that can be shown."""

    def run(case: Any) -> float:
        began = time.thread_time()
        try:
            try:
                read(case)
            except errors as refusal:
                str(refusal).encode()
        except Exception as error:
            raise Failure(f"{type(error).__name__}: {error}\n{read.__name__}({case!r})") from error
        return time.thread_time() - began

    return Target(name, cases, run, weight)


def requests(name: str, cases: Cases[Request], weight: int) -> Target:
    """Requests to the site."""

    def run(case: Request) -> float:
        with undone():
            return check(case).seconds

    return Target(name, cases, run, weight, stores=True)


@contextmanager
def undone() -> Iterator[None]:
    """Nothing that happens inside is stored."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
