"""Press or Pass: the best action in the board round of *Press Your Luck*, and how certain it is.

This is the engine's facade; ``engine.tables`` reads stored tables. ``python -m engine`` offers the same in a terminal.

Names are loaded on first use (``__init__.pyi`` lists them), so that small commands start at once.
"""

from functools import cache
from typing import Any

# Without the first two, ``from .. import calibration`` in a module would ask for the facade's names.
from . import calibration, calls, review  # noqa: F401

# Once loaded, a subpackage no longer sets this attribute, so ``engine.review`` is the facade's function.
del review


@cache
def _load_exports() -> tuple[Any, Any, list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` from the stub, which is read on first use."""
    import lazy_loader

    return lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return _load_exports()[2]
    return _load_exports()[0](name)


def __dir__() -> list[str]:
    return _load_exports()[2]
