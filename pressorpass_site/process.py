"""Settings of a process: files that others cannot read, and an end together with its parent."""

import ctypes
import multiprocessing
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def keep_files_private() -> None:
    """Make files written by this process and its children readable by its own user only."""
    os.umask(0o077)


def find_semaphore_problem() -> str:
    """Return why a worker cannot make semaphores for its processes, and what to do; empty if it can."""
    try:
        multiprocessing.get_context("fork").Lock()
    except OSError as error:
        return (
            f"The workers cannot start, as /dev/shm takes nothing ({error.strerror}): make it writable, "
            "for example by mount -o remount,rw /dev/shm."
        )
    return ""


def end_with_parent(death_signal: signal.Signals) -> None:
    """Ask Linux to send this process `death_signal` when its parent ends for any reason.

    On other systems this does nothing; there, processes notice it when they next check.
    """
    if not sys.platform.startswith("linux"):
        return
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
    if os.getppid() != parent:  # it ended before the call
        os.kill(os.getpid(), death_signal)
