"""What is fuzzed: cases, and what is done with each."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from .requests import Failure, Request, check


@dataclass(frozen=True)
class Target:
    """Cases of one kind.

    Attributes:
        name: for reports.
        cases: makes them.
        run: tries one and returns the seconds of CPU time that it took. Raises Failure.
        weight: its share of all cases, in thousandths.
    """

    name: str
    cases: st.SearchStrategy[Any]
    run: Callable[[Any], float]
    weight: int


def reader(name: str, cases: st.SearchStrategy[Any], weight: int, read: Callable[[Any], Any], *errors: type) -> Target:
    """A reader that may raise only these errors."""

    def run(case: Any) -> float:
        began = time.thread_time()
        try:
            read(case)
        except errors:
            pass
        except Exception as error:
            raise Failure(f"{type(error).__name__}: {error}\n{read.__name__}({case!r})") from error
        return time.thread_time() - began

    return Target(name, cases, run, weight)


def requests(name: str, cases: st.SearchStrategy[Request], weight: int) -> Target:
    """Requests to the site."""
    return Target(name, cases, lambda case: check(case).seconds, weight)
