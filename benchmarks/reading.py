"""The Python files of the engine of which a command runs a function.

    python -m benchmarks.reading solve 8000e3,3000,0@1

Modules that only define names, and kernels, are not counted. The numbers are the same at every run.
"""

from __future__ import annotations

import sys
import threading
from contextlib import redirect_stdout
from importlib import import_module
from inspect import CO_OPTIMIZED
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

import engine
from engine.cli import main

ROOM = Path(engine.__file__).parent


def list_executed_files(words: list[str]) -> dict[str, int]:
    """Return the number of functions that a command runs, by file."""
    functions_by_file: dict[str, set[str]] = {}

    def note_execution(frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        # Bodies of modules and classes are not optimized, and neither they nor what they call is of interest.
        if event == "call" and code.co_flags & CO_OPTIMIZED and code.co_filename.startswith(str(ROOM)):
            functions_by_file.setdefault(code.co_filename, set()).add(code.co_qualname)

    import_module(f"engine.commands.{words[0]}")
    threading.setprofile(note_execution)
    sys.setprofile(note_execution)
    try:
        with redirect_stdout(StringIO()):
            status = main(words)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    if status:
        raise SystemExit(status)
    return {str(Path(name).relative_to(ROOM.parent)): len(names) for name, names in sorted(functions_by_file.items())}


if __name__ == "__main__":
    run = list_executed_files(sys.argv[1:])
    for name, functions in run.items():
        print(f"{functions:4}  {name}")
    print(f"{len(run)} files, {sum(run.values())} functions")
