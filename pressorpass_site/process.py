"""One thing about operating-system processes that Python does not offer itself."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def die_with_parent(death_signal: signal.Signals) -> None:
    """Ask Linux to send this process `death_signal` when its parent ends, however that ends.

    Other systems have no such wish; there, processes notice by themselves when they next look.
    """
    if not sys.platform.startswith("linux"):
        return
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
    if os.getppid() != parent:  # it ended before the wish was made
        os.kill(os.getpid(), death_signal)
