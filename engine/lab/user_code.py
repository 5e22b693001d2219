"""Functions of the user, from a Python file."""

from collections.abc import Callable
from typing import Any

from ..errors import InputError
from ..text_files import read_text


def load_functions(path: str) -> dict[str, Callable[..., Any]]:
    """Return the public functions that a Python file defines, by name.

    The file is *executed*, so it must be the user's own. Raises InputError (``field``: ``file``).
    """
    import runpy
    from pathlib import Path

    if not Path(path).is_file():
        raise InputError(f"must be a Python file, and “{path}” is none", field="file")
    try:
        namespace = runpy.run_path(path)
    except SyntaxError as error:
        read_text(path, "file")
        raise InputError(f"cannot be run: {error!r}", field="file") from error
    except Exception as error:
        raise InputError(f"cannot be run: {error!r}", field="file") from error
    return {
        name: value
        for name, value in namespace.items()
        if callable(value) and not name.startswith("_") and getattr(value, "__globals__", {}).get("__file__") == path
    }
