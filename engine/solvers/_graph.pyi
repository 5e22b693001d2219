"""Types of the compiled module ``_graph.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from ._spin import KernelScores, KernelSpin
from .kernel_rules import KernelPosition, KernelRules

MAX_LAYERS: int

Int32 = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]
Arrays = tuple[Int32, Int32, Int32, Int32, Int32, Int32, Bytes, Bytes, Int32]

class StateGraph:
    states: int
    bytes: int
    overflow: bool
    full: bool
    layers: int
    def __init__(
        self,
        *,
        spin: KernelSpin,
        arises: Bytes,
        second_from: int,
        scores: KernelScores,
        options: KernelRules,
        money: bool,
        budget: int,
        memory: int,
        stop: bytearray,
    ) -> None: ...
    def discover(self, roots: list[KernelPosition]) -> list[tuple[int, int]]: ...
    def find(self, position: KernelPosition) -> tuple[int, int]: ...
    def frame_ids(self) -> list[int]: ...
    def count(self, frame: int) -> int: ...
    def arrays(self, frame: int) -> Arrays: ...
    def ends(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
    def edges(self, frame: int, stop: bytearray) -> tuple[npt.NDArray[np.int64], Int32]: ...
