"""Whether this web process has been told to stop: then nobody is kept waiting for an answer that is not there yet."""

from __future__ import annotations

from collections.abc import Callable


def _never() -> bool:
    return False


_is_asked_for: Callable[[], bool] = _never


def ask(whether: Callable[[], bool]) -> None:
    """Have the web server say whether the process is to stop (gunicorn.conf.py)."""
    global _is_asked_for  # one for the process
    _is_asked_for = whether


def is_under_way() -> bool:
    """Whether requests are to end soon."""
    return _is_asked_for()
