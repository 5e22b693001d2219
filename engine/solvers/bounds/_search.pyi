"""Types of the compiled module ``_search.pyx``; what they mean is documented there."""

from ..kernel_rules import KernelPosition
from ._backup import Backup
from ._explored import Explored

class BoundedSearch:
    expanded: int
    visited: int
    left: int
    full: bool
    def __init__(self, explored: Explored, backup: Backup, depth: int) -> None: ...
    def set_root(self, position: KernelPosition) -> bool: ...
    def round(self, threshold: float, most: int) -> None: ...
    def actions(self) -> tuple[list[float] | None, list[float] | None]: ...
