"""Named locks among the processes of a machine that use the same data folder.

File locks, which the system releases when a process ends, however that happens.
"""

from __future__ import annotations

import fcntl
import os
import zlib
from functools import cache

from django.conf import settings

from pressorpass_site.environment import private_folder

_held: set[int] = set()  # by this process


def take(name: str) -> bool:
    """Take a lock, or keep it; return false if another process has it."""
    place = _place(name)
    if place not in _held:
        try:
            fcntl.lockf(_file(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except OSError:
            return False
        _held.add(place)
    return True


def release(name: str) -> None:
    """Leave a lock to others."""
    place = _place(name)
    _held.discard(place)
    fcntl.lockf(_file(), fcntl.LOCK_UN, 1, place)


def is_free(name: str) -> bool:
    """Return whether no other process has the lock."""
    mine = _place(name) in _held
    free = take(name)
    if free and not mine:
        release(name)
    return free


def _place(name: str) -> int:
    return zlib.crc32(name.encode())


@cache
def _file() -> int:
    """Return the open file: it stays open, as closing it would release all locks of the process."""
    private_folder(settings.DATA_DIR)
    return os.open(settings.DATA_DIR / "work.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
