"""Text files named by the user."""

from __future__ import annotations

import sys
from pathlib import Path

from .errors import InputError
from .game.plain_text import decode_text

MAX_BYTES = 2_000_000


def read_text(name: str | Path, field: str, *, error: type[InputError] = InputError) -> str:
    """Return the text of a file, or of standard input for “-”. Raises ``error``."""
    source = "Standard input" if str(name) == "-" else f"The file {name}"
    try:
        if str(name) == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise error(f"{source} cannot be read: {fault.strerror}.", field=field) from None
    if len(data) > MAX_BYTES:
        raise error(f"{source} is too long: at most {MAX_BYTES:,} bytes are read.", field=field)
    try:
        return decode_text(data, source)
    except InputError as fault:
        raise error(fault.message, field=field) from None
