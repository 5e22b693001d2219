"""Shutdown flag of a web process: once gunicorn stops it, long-polling requests return at once."""

from collections.abc import Callable

_is_asked_for: Callable[[], bool] = bool  # False


def set_stop_check(whether: Callable[[], bool]) -> None:
    """Set the function of the web server that says whether the process is to stop (gunicorn.conf.py)."""
    global _is_asked_for  # one for the process
    _is_asked_for = whether


def is_under_way() -> bool:
    return _is_asked_for()
