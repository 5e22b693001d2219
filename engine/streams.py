"""What is printed where a stream may be closed or full."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def tell(line: str) -> None:
    """Print a line on standard error, if it can be printed there: an answer is worth more than the words beside it."""
    with suppress(OSError):
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def drop_output() -> None:
    """Let what waits to be printed go nowhere: Python would try again when it ends, and complain."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
