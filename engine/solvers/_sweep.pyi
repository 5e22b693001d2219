"""Types of the compiled module ``_sweep.pyx``; what they mean is documented there."""

from ._components import Components
from ._graph import Bytes, Int32
from ._spin import Doubles, KernelSpin

DONE: int
STOPPED: int
WIDEST_VECTORS: int

class FrameSweep:
    def __init__(
        self,
        *,
        spin: KernelSpin,
        graph: tuple[Int32 | Bytes, ...],
        order_class: Bytes,
        sets: Components,
        values: Doubles,
        spent: Doubles,
        below: Doubles,
        whammy_lane: Int32,
        off_lane: Int32,
        fourths: list[Doubles],
        fourth_lanes: list[Int32],
        fourth_slot: Int32,
        ends: Doubles,
        tolerance: float,
        in_cycles: float,
    ) -> None: ...
    def run(self, first: int, last: int, scale: float, max_sweeps: int, stop: bytearray) -> int: ...
