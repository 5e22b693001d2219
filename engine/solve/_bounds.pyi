"""Types of the compiled module ``_bounds.pyx``; what they mean is documented there."""

from ._explored import Explored
from ._shrinking import Shrinking
from .kernel_rules import KernelPosition

class BoundedSearch:
    expanded: int
    visited: int
    left: int
    full: bool
    def __init__(self, explored: Explored, shrinking: Shrinking, depth: int) -> None: ...
    def set_root(self, position: KernelPosition) -> bool: ...
    def round(self, threshold: float, most: int) -> None: ...
    def actions(self) -> tuple[list[float] | None, list[float] | None]: ...
