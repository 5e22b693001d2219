"""Printing to streams that may be closed or full."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def tell(line: str) -> None:
    """Print a line on standard error; ignore a failure, as the answer matters more."""
    with suppress(OSError):
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def drop_output() -> None:
    """Discard buffered output, which Python would try to print again at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
