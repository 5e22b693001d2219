"""The `make` that started the runner: its end, and its interrupt."""

import os
import signal
from pathlib import Path

from pressorpass_site.process import end_with_parent


def end_with_make() -> None:
    """Let this process get SIGTERM when make is killed."""
    if "MAKELEVEL" in os.environ:
        end_with_parent(signal.SIGTERM)


def make_is_interrupted() -> bool:
    """Return whether make got an interrupt that did not reach this process.

    Ctrl-C reaches both, but `kill -INT` reaches make alone, which then waits for its children without interrupting
    them. On Linux that is visible, as make blocks the signal while it handles it.
    """
    if "MAKELEVEL" not in os.environ:
        return False
    try:
        status = Path(f"/proc/{os.getppid()}/status").read_text()
    except OSError:
        return False
    lines = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    return bool(int(lines.get("SigBlk", "0"), 16) & 1 << (signal.SIGINT - 1))
