"""Results that hold for one request: a page may ask for the same thing in many places and pays once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

# None outside requests: workers and commands live long, so they read it each time.
_results: ContextVar[dict[Any, Any] | None] = ContextVar("request_cache", default=None)


@contextmanager
def fresh() -> Iterator[None]:
    """Keep results during the block, which answers a request."""
    token = _results.set({})
    try:
        yield
    finally:
        _results.reset(token)


def once_per_request(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Keep what the function returns for the rest of the request, by its (hashable) arguments."""

    @wraps(function)
    def cached(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        results = _results.get()
        if results is None:
            return function(*args, **kwargs)
        key = (function, args, *kwargs.items())
        if key not in results:
            results[key] = function(*args, **kwargs)
        found: Result = results[key]
        return found

    return cached


def forget_results() -> None:
    """Start afresh, for a request that has changed cached data."""
    results = _results.get()
    if results is not None:
        results.clear()
