"""Types of the compiled module ``_graph.pyx``; what they mean is documented there."""

import numpy as np
import numpy.typing as npt

from .play import Play

MAX_DOMAIN: int
MAX_LAYERS: int

Int32 = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]
Arrays = tuple[Int32, Int32, Int32, Int32, Int32, Int32, Bytes, Bytes, Int32]
State = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int]
Sets = tuple[Int32, Int32, Bytes]

class StateGraph:
    states: int
    overflow: bool
    layers: int
    move_count: int
    def __init__(
        self,
        dollars: list[npt.NDArray[np.int64]],
        moves: list[Int32],
        gives_spin: Bytes,
        zero: tuple[int, ...],
        play: Play,
        money: bool,
        budget: int,
        stop: Bytes,
    ) -> None: ...
    def discover(self, roots: list[State]) -> list[tuple[int, int]]: ...
    def find(
        self, earned: tuple[int, ...], passed: tuple[int, ...], scores: tuple[int, ...], out: int, up: int
    ) -> tuple[int, int]: ...
    def frame_ids(self) -> list[int]: ...
    def count(self, frame: int) -> int: ...
    def arrays(self, frame: int) -> Arrays: ...
    def ends(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
    def order(self, frame: int) -> Sets: ...
