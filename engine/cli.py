"""The engine from a terminal: ``python -m engine COMMAND``; ``engine.commands`` has the commands.

Exit status 0 for success; 2 with a one-line message on standard error for bad input; 1 if there is no
answer within the limits; 3 if a budget was spent before there was an answer; 4 if it cannot be printed.
"""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
import time
import unicodedata
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

from .errors import Exhausted, InputError, NotationError, Unaffordable, Unsettled
from .streams import drop_output, tell

COMMANDS = (
    "solve",
    "table",
    "oracle",
    "spin",
    "choose",
    "review",
    "play",
    "perft",
    "bench",
    "boards",
    "lab",
)  # in the order of the help

UNPRINTED, STOPPED = 4, 130  # exit statuses
LONGEST_START = 30.0  # seconds; a process that seems to have started earlier uses another clock


# Signs that a terminal may lack, and similar ones.
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


def main(argv: list[str] | None = None) -> int:
    """Run one command; return the exit status."""
    if not _open_streams():
        return _complain("Standard output is closed: there is nowhere to print to.", UNPRINTED)
    try:
        status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        with suppress(OSError):
            sys.stdout.flush()
        return _complain("Stopped.", STOPPED)
    except BrokenPipeError:  # the reader has seen enough
        drop_output()
        return 0
    except OSError as error:
        drop_output()
        what = "The answer cannot be printed" if error.filename is None else f"The file {error.filename} cannot be used"
        return _complain(f"{what}: {error.strerror}.", UNPRINTED)
    return status


def _open_streams() -> bool:
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


def _alike(error: UnicodeError) -> tuple[str | bytes, int]:
    """Write signs that the stream does not have as similar ones in ASCII."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_in_ascii, error.object[error.start : error.end])), error.end


def _in_ascii(sign: str) -> str:
    bare = unicodedata.normalize("NFKD", sign)
    return _ALIKE.get(sign) or bare.encode("ascii", "ignore").decode() or "?"


def _run(argv: list[str] | None) -> int:
    try:
        words = sys.argv[1:] if argv is None else argv
        if words[:1] == ["lab"]:
            words = ["lab", *_module("lab").options_last(words[1:])]
        arguments = _parser(words).parse_args(words)
        arguments.began = time.monotonic() - (_age() if argv is None else 0.0)
        command: Any = arguments.run
        command(arguments)
    except NotationError as error:
        where = "" if error.position is None else f" (at character {error.position + 1})"
        return _complain(error.message + where)
    except InputError as error:
        return _complain(error.message if error.field is None else f"{error.field}: {error.message}")
    except (Unaffordable, Unsettled) as error:
        return _complain(str(error), 1)
    except Exhausted as error:
        return _complain(str(error), 3)
    except SystemExit as error:  # after --help
        return int(error.code or 0)
    return 0


def _age() -> float:
    """Return the seconds since this process started, including loading Python and the engine; 0 if not known."""
    try:
        with open("/proc/self/stat") as file:  # noqa: PTH123 - loading pathlib takes a tenth of a short answer's time
            ticks = int(file.read().rpartition(")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0
    return age if 0 < age < LONGEST_START else 0.0


class _Parser(argparse.ArgumentParser):
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown options, which argparse would leave to the outermost parser and its help."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def print_help(self, file: Any = None) -> None:
        """Print the help; argparse would take no notice of a full disk."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try {self.prog} --help")


def _parser(words: list[str]) -> argparse.ArgumentParser:
    """Return a parser for these words: with the command that they begin with, or with all commands if there is none."""
    parser = _Parser(prog=f"python -m {__package__}", description="Press Your Luck, round 2: press or pass?")
    # argparse would work out the program's name with the help's formatter, which takes a while to load.
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog=parser.prog)
    for name in set(words[:1]).intersection(COMMANDS) or COMMANDS:
        if name == "lab":
            _module(name).add_to(commands, words[1:])
        else:
            _module(name).add_to(commands)
    return parser


def _module(command: str) -> Any:
    """Return a command's module; loading all of them would take longer than many answers."""
    return import_module(f".commands.{command}", __package__)


def _complain(message: str, status: int = 2) -> int:
    tell(f"engine: {' '.join(message.split())}")
    return status
