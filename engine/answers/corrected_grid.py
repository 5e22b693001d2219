"""The values of a grid, corrected by playouts of the true game: for its own position, or for one that can follow."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from ..errors import Cancelled
from ..game.board import Board
from ..game.position import Position
from ..game.rules import PlayRules
from ..solve.cancel_flag import CancelFlag, Progress, WorkClock, deadline
from ..solve.playouts import Playouts, Sample
from ..solve.ply import Ply, Vector
from .abstraction import habits_error
from .grid_selection import SelectedGrid

FIRST_PLAYOUTS = 32  # of each action; then half as many again each time
MOST_PLAYOUTS = 200_000
# Noise (standard error of a chance) that needs no more playouts: small compared with the error of the
# choices, or small in itself.
SMALL = 0.1
FINE = 2e-4
# Spins that playouts look ahead where choices are close: the most with which ``ENOUGH_PLAYOUTS`` of each action fit the time.
DEEPEST = 3
ENOUGH_PLAYOUTS = 400
FIXED_PLAYOUTS, FIXED_DEPTH = 5000, 2
ONE_GRID = 1.5  # factor on the stated errors where there is no second grid


@dataclass(frozen=True)
class ActionEstimate:
    """An estimate of one action.

    Attributes:
        mean: payoffs by seat. error: standard errors by seat.
    """

    mean: Vector
    error: Vector


class CorrectedGrid:
    """A solved grid and the playouts that correct it.

    Args:
        selected: the grid. It may be of a simpler game than the one that is played out.
        game: the board and the play rules of the game that is played out.
        position: one that can follow the grid's; by default the grid's own.
        fixed: work of a fixed size, so that with ample time the estimate is the same on every machine.
    """

    def __init__(
        self,
        selected: SelectedGrid,
        game: tuple[Board, PlayRules],
        position: Position | None = None,
        *,
        fixed: bool = False,
    ):
        board, play_rules = game
        self._most, self._deepest = (FIXED_PLAYOUTS, FIXED_DEPTH) if fixed else (MOST_PLAYOUTS, DEEPEST)
        self._least = habits_error(play_rules)
        if position is None and selected.fewer:  # the next spin is on the same board as in the question
            play_rules = replace(play_rules, rules=replace(play_rules.rules, reduce_from=1))
        self.grid = selected.grid
        self._playouts = Playouts(selected.cubes, game=(board, play_rules), depth=1, position=position)

    @property
    def count(self) -> int:
        """Playouts of each action."""
        sample = self._playouts.press or self._playouts.passing
        return 0 if sample is None or sample.count < 2 else sample.count

    def improve(
        self, seconds: float, cancel: CancelFlag, listener: Callable[[Progress], None], most: float | None = None
    ) -> None:
        """Plays games out for these seconds, or until the noise is negligible; the first few may take ``most``.

        Raises:
            Cancelled: the flag was set.
        """
        watch, count = WorkClock(), FIRST_PLAYOUTS  # few: at what rate they are played shows how many there is time for
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
                count = max(FIRST_PLAYOUTS, min(self.count // 2, int(rate * (seconds - watch.look()))))
        cancel.check()

    def _look_ahead(self, seconds: float, watch: WorkClock, time_is_up: CancelFlag) -> None:
        """Plays the first few, looking further and further ahead while that leaves time for enough of them."""
        playouts = self._playouts
        while True:
            began = watch.look()
            with suppress(Cancelled):
                playouts.improve(FIRST_PLAYOUTS, time_is_up)
            now = watch.look()
            too_slow = (seconds - now) * FIRST_PLAYOUTS < ENOUGH_PLAYOUTS * (now - began)
            if playouts is not self._playouts and too_slow:
                break
            self._playouts = playouts
            if playouts.depth == self._deepest or too_slow or time_is_up.is_set():
                break
            playouts = playouts.deeper()

    def _is_quiet(self) -> bool:
        return self.count > 0 and all(
            noise <= max(SMALL * policy, FINE)
            for sample in (self._playouts.press, self._playouts.passing)
            if sample is not None
            for noise, policy in zip(sample.standard_error, sample.policy_error, strict=True)
        )

    @property
    def press(self) -> ActionEstimate | None:
        """Pressing, as estimated so far; None where it is not allowed. Its errors are infinite before any playout."""
        return self._estimate(self._playouts.press)

    @property
    def passing(self) -> ActionEstimate | None:
        """The preferred pass likewise."""
        return self._estimate(self._playouts.passing)

    def ply(self) -> Ply:
        """The actions and what each landing of the next spin leads to, adjusted to ``press``."""
        return self._playouts.root_ply()

    def _estimate(self, sample: Sample | None) -> ActionEstimate | None:
        if sample is None:
            return None
        return ActionEstimate(sample.mean, tuple(math.hypot(error, self._least) for error in sample.error))
