"""Ending a process together with its parent, which Python's standard library does not offer."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def die_with_parent(death_signal: signal.Signals) -> None:
    """Ask Linux to send this process `death_signal` when its parent ends for any reason.

    On other systems this does nothing; there, processes notice it when they next check.
    """
    if not sys.platform.startswith("linux"):
        return
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
    if os.getppid() != parent:  # it ended before the call
        os.kill(os.getpid(), death_signal)
