"""Budget of an answer: its limits in seconds and nodes, and cancellation."""

import time
from collections.abc import Callable

from ..errors import Cancelled, Exhausted
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, ignore_progress

UNLIMITED = 2**62

WriteLine = Callable[[str], None]
ReadLine = Callable[[str], str | None]


class Budget:
    """Limits in seconds and nodes; games check them often and report progress.

    A kernel without the GIL takes ``nodes_left`` and polls ``flag.memory``; if it returns unfinished,
    ``stop`` raises the reason. Loops in Python call ``spend``, which checks both limits.

    The arguments are as in ``ask``, except for ``seconds``, which is only for the message, and two flags: ``flag`` is
    set when the work has to end, ``cancelled`` when the question was canceled.
    """

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        flag: CancelFlag | None = None,
        cancelled: CancelFlag | None = None,
        listener: ProgressListener = ignore_progress,
        write_line: WriteLine = lambda line: None,
        started: float | None = None,
        read_line: ReadLine | None = None,
    ):
        self.nodes, self.seconds = nodes, seconds
        self.nodes_left = UNLIMITED if nodes is None else nodes
        self.flag = flag or CancelFlag()
        self.cancelled = cancelled or self.flag
        self.listener, self.write_line, self.read_line = listener, write_line, read_line
        self.started = time.monotonic() if started is None else started

    def spend(self, nodes: int, progress: str) -> None:
        """Spend nodes. Raises Exhausted or Cancelled, with the progress so far."""
        self.nodes_left -= nodes
        if self.nodes_left < 0 or self.flag.is_set():
            self.stop(progress)

    def stop(self, progress: str) -> None:
        """Raise Cancelled if the question was canceled, else Exhausted."""
        if self.cancelled.is_set():
            raise Cancelled("The analysis was cancelled.")
        budget = f"{self.seconds:g} seconds" if self.flag.is_set() else f"{self.nodes:,} nodes"
        raise Exhausted(f"The budget of {budget} was spent; reached: {progress}.")

    def report_progress(self, stage: str, share: float) -> None:
        self.listener(Progress(stage, share))
