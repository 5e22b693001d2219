"""The places for long work among the processes of one worker.

One process always stays free for those who have no answer yet: to better an answer, or to build a
table, takes a place, and there is one place less than there are processes. What takes only seconds may
use the process that is kept free, too (the spare place), and leaves it as soon as somebody without an
answer waits. A place is a lock that the kernel gives back when its process ends, however that ends.

Who finds no place waits in a line, which is a query: the rows of the database are the line. When
a place becomes free, the most urgent line in which somebody waits calls its first.
"""

from __future__ import annotations

import fcntl
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum

from django.conf import settings

_places = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as the process lives)
_lines: list[Line] = []


class Urgency(IntEnum):
    """What goes first."""

    FIRST_ANSWER = 0
    BRIEFLY = 1  # seconds of work that somebody looks at, in the spare place, too
    SOMEBODY_LOOKS = 2
    IN_PARTS = 3  # seconds each, but many
    IN_ADVANCE = 4


@dataclass(frozen=True)
class Line:
    """Those who wait for a place to do one kind of work.

    Attributes:
        urgency: lines are asked the most urgent first.
        waits: whether anybody is so much in need of a place that less urgent work should give way.
        call_first: announces the first of the line; whether there was one.
        brief: whether the spare place will do.
    """

    urgency: Urgency
    waits: Callable[[], bool]
    call_first: Callable[[], bool]
    brief: bool = False


class Place:
    """A place that may be taken; `taken` says whether it was."""

    def __init__(self) -> None:
        self._number: int | None = None

    @property
    def spare(self) -> bool:
        """Whether it is the process that is kept free for first answers."""
        return self._number == settings.WORKER_REFINERS

    @property
    def urgency(self) -> Urgency:
        """How urgent brief work is here: it gives way to first answers in the spare place only."""
        return Urgency.BRIEFLY if self.spare else Urgency.FIRST_ANSWER

    @property
    def taken(self) -> bool:
        return self._number is not None

    def take(self, *, brief: bool = False) -> bool:
        """Take a free place, or keep the one taken before; false if there is none.

        `brief` work takes the spare place where there is no other.
        """
        for number in range(settings.WORKER_REFINERS + brief):
            if self.taken:
                break
            try:
                fcntl.lockf(_places, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
            except OSError:
                continue
            self._number = number
        return self.taken

    def release(self) -> None:
        if self._number is not None:
            fcntl.lockf(_places, fcntl.LOCK_UN, 1, self._number)
            self._number = None


@contextmanager
def place() -> Iterator[Place]:
    """A place to be taken when it is needed; in the end it is free again and the next is called."""
    one = Place()
    try:
        yield one
    finally:
        if one.taken:
            spare = one.spare
            one.release()
            call_next(brief=spare)


def form(line: Line) -> None:
    """Let those of a line be called."""
    _lines.append(line)
    _lines.sort(key=lambda each: each.urgency)


def call_next(*, brief: bool = False) -> None:
    """A place is free: call whoever waits for one, or if it is the spare one, whoever has `brief` work."""
    any(line.call_first() for line in _lines if line.brief or not brief)


def call_if_free() -> None:
    """If this worker has a place that nobody uses, call whoever waits for one.

    A call goes to whichever worker is quicker, be it one without a place: so calls are repeated.
    """
    one = Place()
    if one.take(brief=True):
        spare = one.spare
        one.release()
        call_next(brief=spare)


def must_give_way(urgency: Urgency) -> bool:
    """Whether work of this urgency keeps somebody waiting who should go first."""
    return any(line.waits() for line in _lines if line.urgency < urgency)
