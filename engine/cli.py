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

OUTPUT_FAILED, STOPPED = 4, 130  # exit statuses
MAX_START_SECONDS = 30.0  # a process that seems to have started earlier uses another clock


# Signs that a terminal may lack, and their ASCII substitutes.
_SIMILAR_SIGNS = {
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
        return _print_error("Standard output is closed: there is nowhere to print to.", OUTPUT_FAILED)
    try:
        status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        with suppress(OSError):
            sys.stdout.flush()
        return _print_error("Stopped.", STOPPED)
    except BrokenPipeError:  # the reader has closed the pipe
        drop_output()
        return 0
    except OSError as error:
        drop_output()
        subject = (
            "The answer cannot be printed" if error.filename is None else f"The file {error.filename} cannot be used"
        )
        return _print_error(f"{subject}: {error.strerror}.", OUTPUT_FAILED)
    return status


def _open_streams() -> bool:
    """Make the streams accept every text, and open closed ones on the null device; return whether standard output is open.

    A closed stream is None in Python.
    """
    is_open = sys.stdout is not None
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - pathlib takes long to load
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    codecs.register_error("alike", _replace_signs)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "alike"), (sys.stderr, "alike")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    return is_open


def _replace_signs(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace signs that the stream cannot encode by similar ASCII ones."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_to_ascii, error.object[error.start : error.end])), error.end


def _to_ascii(sign: str) -> str:
    decomposed = unicodedata.normalize("NFKD", sign)
    return _SIMILAR_SIGNS.get(sign) or decomposed.encode("ascii", "ignore").decode() or "?"


def _run(argv: list[str] | None) -> int:
    try:
        words = sys.argv[1:] if argv is None else argv
        if words[:1] == ["lab"]:
            words = ["lab", *_load_command("lab").move_options_last(words[1:])]
        arguments = _make_parser(words).parse_args(words)
        arguments.began = time.monotonic() - (_process_age() if argv is None else 0.0)
        command: Any = arguments.run
        command(arguments)
    except NotationError as error:
        where = "" if error.position is None else f" (at character {error.position + 1})"
        return _print_error(error.message + where)
    except InputError as error:
        return _print_error(error.message if error.field is None else f"{error.field}: {error.message}")
    except (Unaffordable, Unsettled) as error:
        return _print_error(str(error), 1)
    except Exhausted as error:
        return _print_error(str(error), 3)
    except SystemExit as error:  # after --help
        return int(error.code or 0)
    return 0


def _process_age() -> float:
    """Return the seconds since this process started, including the loading of Python and the engine; 0 if unknown."""
    try:
        with open("/proc/self/stat") as file:  # noqa: PTH123 - loading pathlib takes a tenth of a short answer's time
            ticks = int(file.read().rpartition(")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0
    return age if 0 < age < MAX_START_SECONDS else 0.0


class _Parser(argparse.ArgumentParser):
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown options here; argparse would report them with the help of the outermost parser."""
        arguments, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return arguments, unknown

    def print_help(self, file: Any = None) -> None:
        """Print the help; argparse would ignore a full disk."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try {self.prog} --help")


def _make_parser(words: list[str]) -> argparse.ArgumentParser:
    """Return a parser for these words: only with the command that they begin with, or else with all commands."""
    parser = _Parser(
        prog=f"python -m {__package__}",
        description="Press Your Luck, round 2: press or pass? Answers by expectimax (max^n).",
    )
    # Without ``prog`` argparse would load the help's formatter, which takes a while.
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog=parser.prog)
    for name in set(words[:1]).intersection(COMMANDS) or COMMANDS:
        if name == "lab":
            _load_command(name).add_to(commands, words[1:])
        else:
            _load_command(name).add_to(commands)
    return parser


def _load_command(command: str) -> Any:
    """Return a command's module; loading all of them would take longer than many answers."""
    return import_module(f".commands.{command}", __package__)


def _print_error(message: str, status: int = 2) -> int:
    tell(f"engine: {' '.join(message.split())}")
    return status
