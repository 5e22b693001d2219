"""Types of the compiled module ``_bounds.pyx``; what they mean is documented there."""

from typing import Any

import numpy as np
import numpy.typing as npt

from .play import Play

MAX_DOMAIN: int

Bytes = npt.NDArray[np.uint8]

class Explorer:
    states: int
    expanded: int
    visited: int
    left: int
    memory: int
    full: bool
    def __init__(
        self,
        dollars: list[npt.NDArray[np.int64]],
        play: Play,
        moves: list[npt.NDArray[np.int32]],
        gives_spin: Bytes,
        zero: tuple[int, ...],
        spin: tuple[Any, ...],
        classes: list[Bytes],
        offers: bool,
        split: bool,
        ends: bool,
        step: float,
        rounding: float,
        memory: int,
        stop: Bytes,
    ) -> None: ...
    def plant(
        self,
        earned: tuple[int, ...],
        passed: tuple[int, ...],
        scores: tuple[int, ...],
        whammies: tuple[int, ...],
        up: int,
    ) -> bool: ...
    def round(self, threshold: float, most: int) -> None: ...
    def actions(self) -> tuple[list[float] | None, list[float] | None]: ...
