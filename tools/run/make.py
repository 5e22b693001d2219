"""Noticing what happens to the `make` that started the runner."""

import os
import signal
from pathlib import Path

from pressorpass_site.process import end_with_parent


def end_with_make() -> None:
    """Stop politely when make itself is killed."""
    if "MAKELEVEL" in os.environ:
        end_with_parent(signal.SIGTERM)


def make_is_interrupted() -> bool:
    """Tell whether make got an interrupt that did not reach this process.

    Ctrl-C reaches both, but `kill -INT` of make alone does not: make then waits for its children without telling
    them. On Linux it shows, as make blocks the signal for as long as it handles it.
    """
    if "MAKELEVEL" not in os.environ:
        return False
    try:
        status = Path(f"/proc/{os.getppid()}/status").read_text()
    except OSError:
        return False
    lines = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    return bool(int(lines.get("SigBlk", "0"), 16) & 1 << (signal.SIGINT - 1))
