"""Types of the compiled module ``_backup.pyx``; what they mean is documented there."""

from ._explored import Explored

class Backup:
    def __init__(self, explored: Explored, split: bool, ends: bool, rounding: float) -> None: ...
