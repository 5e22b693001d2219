"""Standard input, output and error of a terminal, which may be closed, full or without some signs."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from contextlib import suppress

_ALIKE = {
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("‘’‚′", "'"),
    "×": "x",
    "±": "+/-",
    "·": "-",
    "•": "*",
    "→": "->",
    "←": "<-",
    "≤": "<=",
    "≥": ">=",
    "≈": "~",
    "√": "sqrt ",
}


def open_streams() -> bool:
    """Make the streams take every text, and nothing in place of closed ones; return whether standard output is open.

    A closed stream is None in Python: what is printed on it is lost in silence, or printed on another one.
    """
    is_open = sys.stdout is not None
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - pathlib takes long to load
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    codecs.register_error("alike", _alike)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "alike"), (sys.stderr, "alike")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    return is_open


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


def _alike(error: UnicodeError) -> tuple[str | bytes, int]:
    """Write signs that the stream does not have as similar ones in ASCII."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_in_ascii, error.object[error.start : error.end])), error.end


def _in_ascii(sign: str) -> str:
    bare = unicodedata.normalize("NFKD", sign)
    return _ALIKE.get(sign) or bare.encode("ascii", "ignore").decode() or "?"
