"""The stop of a web process: once told to stop, it keeps nobody waiting for an answer."""

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
    """Return whether requests are to end soon."""
    return _is_asked_for()
