"""What an answer may cost, and how it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..errors import Cancelled, Exhausted
from ..solve.flag import CancelFlag, Progress, ProgressListener, ignore

UNLIMITED = 2**62

Say = Callable[[str], None]


class Budget:
    """Seconds and nodes that may be spent; games ask it often and tell it how far they are.

    A kernel without the GIL gets ``nodes_left`` and polls ``flag.memory``; when it comes back
    unfinished, ``stop`` says why. ``spend`` does all of that for loops in Python.

    Args:
        nodes: states or positions that may be looked at; None for no limit.
        seconds: for the message only: whoever makes the budget sets ``flag`` when time is over.
        flag: set when the work has to end.
        cancelled: set when that is because nobody wants the answer any more.
        listener: hears the progress.
        say: takes lines that are worth showing before the answer is there.
        began: when the question was asked, on the monotonic clock: now unless told otherwise.
    """

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        flag: CancelFlag | None = None,
        cancelled: CancelFlag | None = None,
        listener: ProgressListener = ignore,
        say: Say = lambda line: None,
        began: float | None = None,
    ):
        self.nodes, self.seconds = nodes, seconds
        self.nodes_left = UNLIMITED if nodes is None else nodes
        self.flag = flag or CancelFlag()
        self.cancelled = cancelled or self.flag
        self.listener, self.say = listener, say
        self.began = time.monotonic() if began is None else began

    def spend(self, nodes: int, reached: str) -> None:
        """Takes nodes off what is left. Raises Exhausted or Cancelled, saying what was reached so far."""
        self.nodes_left -= nodes
        if self.nodes_left < 0 or self.flag.is_set():
            self.stop(reached)

    def stop(self, reached: str) -> None:
        """Raises Exhausted, or Cancelled if that is why."""
        if self.cancelled.is_set():
            raise Cancelled("The analysis was cancelled.")
        spent = f"{self.seconds:g} seconds" if self.flag.is_set() else f"{self.nodes:,} nodes"
        raise Exhausted(f"The budget of {spent} was spent; reached: {reached}.")

    def progress(self, stage: str, done: float) -> None:
        """Tells whoever listens how far the work is, from 0 to 1."""
        self.listener(Progress(stage, done))
