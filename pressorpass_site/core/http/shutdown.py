"""Shutdown flag of a web process: once gunicorn stops it, long-polling requests return at once."""

from collections.abc import Callable

_is_stopping: Callable[[], bool] = bool  # False


def set_stop_check(is_stopping: Callable[[], bool]) -> None:
    """Set the function of the web server that says whether the process is to stop (gunicorn.conf.py)."""
    global _is_stopping  # one for the process
    _is_stopping = is_stopping


def is_under_way() -> bool:
    return _is_stopping()
