"""The values of a grid, corrected by playouts of the true game: for its own position, or for one that can follow."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from .. import calibration
from ..errors import Cancelled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers.cancel_flag import CancelFlag, Progress, WorkClock, deadline
from ..solvers.playouts import Playouts, Sample
from ..solvers.ply import Outcomes, Vector
from .abstraction import habits_error
from .grid_selection import SelectedGrid

MOST_PLAYOUTS = 200_000
FIXED_PLAYOUTS, FIXED_DEPTH = 5000, 2


def preferred(passes: Sequence[Sample], seat: int) -> Sample | None:
    """Return the pass that this contestant prefers, the first if they are equal; None if there is none.

    Where it is not certain which of two that is, return the mean of both by how likely each is. That may be far off
    for the contestants who receive the spins or do not.
    """
    if len(passes) < 2:
        return passes[0] if passes else None
    first, second = passes
    apart = second.mean[seat] - first.mean[seat]
    unsure = calibration.ALIKE * math.hypot(first.error[seat], second.error[seat])
    if not math.isfinite(unsure):  # not played out yet
        return second if apart > 0 else first
    likely = 0.5 * math.erfc(-apart / unsure / math.sqrt(2.0))
    either = math.sqrt(likely * (1 - likely))
    policy = mean(second.policy_error, first.policy_error, likely)
    return Sample(
        mean(second.mean, first.mean, likely),
        mean(second.standard_error, first.standard_error, likely),
        tuple(math.hypot(p, either * (a - b)) for p, a, b in zip(policy, first.mean, second.mean, strict=True)),
        min(first.count, second.count),
    )


def mean(one: Vector, other: Vector, weight: float) -> Vector:
    """Return the weighted mean of two vectors of payoffs or errors, the first with this weight."""
    return tuple(weight * a + (1 - weight) * b for a, b in zip(one, other, strict=True))


class CorrectedGrid:
    """A solved grid and the playouts that correct it.

    Args:
        selected: the grid. It may be of a simpler game than the one that is played out.
        game: the board and the play rules of the game that is played out. next_spins: the board of its next spins.
        position: one that can follow the grid's; by default the grid's own.
        fixed: work of a fixed size, so that with ample time the estimate is the same on every machine.
        depth: spins that playouts look ahead, no more and no fewer; None for as many as there is time for.

    Attributes:
        grid: dollars between its scores.
    """

    def __init__(
        self,
        selected: SelectedGrid,
        game: tuple[Board, PlayRules],
        position: Position | None = None,
        *,
        next_spins: NextSpinsBoard | None = None,
        fixed: bool = False,
        depth: int | None = None,
    ):
        board, play_rules = game
        self._most, self._deepest = (
            (FIXED_PLAYOUTS, FIXED_DEPTH) if fixed else (MOST_PLAYOUTS, max(calibration.ENOUGH_PLAYOUTS))
        )
        self._deepest = depth or self._deepest
        self._least = habits_error(play_rules)
        if position is None and selected.fewer:  # the next spin is on the same board as in the question
            play_rules = replace(play_rules, rules=replace(play_rules.rules, reduce_from=1))
        self.grid = selected.grid
        self._playouts = Playouts(
            selected.cubes, game=(board, play_rules), next_spins=next_spins, depth=depth or 1, position=position
        )

    @property
    def depth(self) -> int:
        """Spins that playouts look ahead where choices are close."""
        return self._playouts.depth

    @property
    def count(self) -> int:
        """Playouts of each action."""
        count = min(sample.count for sample in self._samples())
        return 0 if count < 2 else count

    def _samples(self) -> list[Sample]:
        press = self._playouts.press
        return [*self._playouts.passes, *([] if press is None else [press])]

    def improve(
        self, seconds: float, cancel: CancelFlag, listener: Callable[[Progress], None], most: float | None = None
    ) -> None:
        """Play games out for these seconds, or until the noise is negligible; the first few may take ``most``.

        Raises:
            Cancelled: the flag was set.
        """
        watch, count = (
            WorkClock(),
            calibration.FIRST_PLAYOUTS,
        )  # few: at what rate they are played shows how many there is time for
        most = max(0.0, seconds if most is None else most)
        with deadline(cancel, math.inf, work=most) as time_is_up:
            if not self.count:
                self._look_ahead(seconds, watch, time_is_up)
            while not time_is_up.is_set():
                listener(Progress("Playing the game out many times", min(1.0, self.count / self._most)))
                if self._is_quiet() or self.count >= self._most or (self.count and watch.look() >= seconds):
                    break
                began = watch.look()
                with suppress(Cancelled):
                    self._playouts.improve(count, time_is_up)
                # No more than there is time for, at the rate of the last ones.
                rate = count / max(1e-6, watch.look() - began)
                count = max(calibration.FIRST_PLAYOUTS, min(self.count // 2, int(rate * (seconds - watch.look()))))
        cancel.check()

    def _look_ahead(self, seconds: float, watch: WorkClock, time_is_up: CancelFlag) -> None:
        """Play the first few, looking further and further ahead while that leaves time for enough of them."""
        playouts = self._playouts
        while True:
            began = watch.look()
            with suppress(Cancelled):
                playouts.prepare(time_is_up)
                began = watch.look()
                playouts.improve(calibration.FIRST_PLAYOUTS, time_is_up)
            now = watch.look()
            each = (now - began) / calibration.FIRST_PLAYOUTS
            if playouts is not self._playouts and now + calibration.ENOUGH_PLAYOUTS[playouts.depth] * each > seconds:
                break
            self._playouts = playouts
            if playouts.depth >= self._deepest or time_is_up.is_set():
                break
            if now + calibration.ENOUGH_PLAYOUTS[playouts.depth + 1] * calibration.DEEPER * each > seconds:
                break
            playouts = playouts.deeper()

    @property
    def is_noisy(self) -> bool:
        """Whether a chance is less certain by too few playouts than by close choices."""
        return not self.count or any(
            max(sample.standard_error) > max(sample.policy_error) for sample in self._samples()
        )

    def _is_quiet(self) -> bool:
        return self.count > 0 and all(
            noise <= max(calibration.SMALL_NOISE * policy, calibration.FINE_NOISE * unit)
            for sample in self._samples()
            for noise, policy, unit in zip(
                sample.standard_error, sample.policy_error, self._playouts.units, strict=True
            )
        )

    @property
    def press(self) -> Sample | None:
        """Pressing, as estimated so far; None where it is not allowed. Its errors are infinite before any playout."""
        press = self._playouts.press
        return None if press is None else self._estimate(press)

    @property
    def passes(self) -> list[Sample]:
        """A pass to each receiver likewise, for ``preferred``."""
        return [self._estimate(sample) for sample in self._playouts.passes]

    def outcomes(self) -> Outcomes:
        """Return what each landing of the next spin leads to, adjusted to ``press``."""
        return self._playouts.outcomes()

    def _estimate(self, sample: Sample) -> Sample:
        """Return a sample with the noise that choices without habits add."""
        least = self._playouts.units * self._least / calibration.NOISE
        return replace(sample, standard_error=tuple(np.hypot(sample.standard_error, least).tolist()))
