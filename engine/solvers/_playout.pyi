"""Types of the compiled module ``_playout.pyx``; what they mean is documented there."""

from typing import Any

from ._outlook import Outlook
from .kernel_rules import KernelPosition

PRESS: int
PASS: int

class Player(Outlook):
    def run(
        self,
        root: KernelPosition,
        action: int,
        seed: int,
        first: int,
        count: int,
        aims: tuple[float, ...],
        stop: bytearray,
    ) -> dict[str, Any]: ...
