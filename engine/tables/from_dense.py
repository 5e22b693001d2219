"""One-ply backup of a whole configuration: combines the successors' arrays into an answer table."""

from __future__ import annotations

from functools import reduce

import numpy as np
import numpy.typing as npt

from ..game.position import SEATS, WHAMMIES_OUT
from ..game.rules import rank_preference
from ..game.spin import Effect
from ..solvers.configs import DECIDED, NO_CONFIG, FrameKey, Ints, order_of
from ..solvers.dense.solver import DenseSolver
from ..solvers.lanes import lane_of
from ..solvers.spin_rows import SumMove
from .answer_table import Payoffs, SolvedTable


def table_from_dense(dense: DenseSolver) -> SolvedTable:
    """Return the table with every triple of scores on the grid.

    ``dense`` was solved with ``every_score`` from a position whose scores are all $0.

    Raises:
        Cancelled: the flag of ``dense`` was set.
    """
    assembler = _TableAssembler(dense)
    scores, out = dense.plan.scores, dense.plan.root.frame[1]
    ends = [1 if out >> seat & 1 else None for seat in SEATS]
    places = (*(slice(end) for end in ends),)
    press, passing = (
        None
        if values is None
        else np.ascontiguousarray(values.transpose(*(2 - scores.axis_of[seat] for seat in SEATS), 3)[places])
        for values in (assembler.press(), assembler.passing())
    )
    a, b, c = (scores.dollars[scores.axis_of[seat]][:end] for seat, end in zip(SEATS, ends, strict=True))
    return SolvedTable((a, b, c), press, passing, dense.rounding, dense.states)


class _TableAssembler:
    """The payoffs of the root's configuration for all scores, from its successors by one spin or pass."""

    def __init__(self, dense: DenseSolver):
        self.dense = dense
        self.plan = plan = dense.plan
        self.frame = plan.frames[plan.root.frame]
        self.successors = self.frame.successors
        self.root = self.frame.number[plan.root]
        self.depth = 2 - plan.scores.axis_of[plan.root.mover_seat]  # payoffs are [scores of C, of B, of A, seats]
        a, b, c = plan.scores.dollars
        self.order = order_of(a, b[:, None], c[:, None, None])

    def press(self) -> Payoffs:
        """Return the payoffs of the next spin, with best play after it."""
        mover_seat, moves = self.plan.root.mover_seat, self.plan.moves
        lane = self.plan.root_lanes[0]
        last = lane_of(lane)[mover_seat] == WHAMMIES_OUT - 1
        after_spin = self._spun("spent", lane)
        values_after_spin = self._all_scores(self.frame.key, int(self.successors.spin[self.root]), lane)
        kind = "fourth" if last else "whammy"
        after_whammy = self._spun(kind, moves.after(lane, mover_seat, kind))
        rows: dict[str | SumMove, Payoffs] = {
            "whammy": np.broadcast_to(np.take(after_whammy, [0], axis=self.depth), after_whammy.shape)
        }
        without = moves.after(lane, mover_seat, "off")
        if without is not None:
            rows["whammy_off"] = self._spun("spent", without)

        def row(part: str | SumMove) -> Payoffs:
            self.dense.cancel.check()
            if isinstance(part, str):
                return rows[part]
            return np.take(
                values_after_spin if part.gives_spin else after_spin, self._moved(part.dollars), axis=self.depth
            )

        def utility(effect: Effect) -> Payoffs:
            total = np.zeros_like(after_whammy)
            for part, weight in self.plan.spin.parts(effect):
                total += np.float32(weight) * row(part)
            return total

        total = np.zeros_like(after_whammy)
        terms: dict[Effect, float] = {}
        for chance, options in self.plan.spin.spins[mover_seat]:
            offered = [o for o in options if o.effect.kind != "whammy_off" or without is not None]
            if len(offered) == 1:
                terms[offered[0].effect] = terms.get(offered[0].effect, 0.0) + float(chance)
                continue
            ranked = sorted(offered, key=lambda o: rank_preference(0, o, self.plan.play_rules.unit))
            total += np.float32(chance) * reduce(self._better, (utility(option.effect) for option in ranked))
        for effect, weight in terms.items():
            total += np.float32(weight) * utility(effect)
        return total

    def passing(self) -> Payoffs | None:
        """Return the payoffs of the mover's best pass; NaN where passing is not allowed, None if it never is."""
        passes = self.successors.passes[self.root]
        if (passes == NO_CONFIG).all():
            return None
        lane = self.plan.root_lanes[0]
        return reduce(self._better, (self._after(targets, self.frame.key, lane) for targets in passes))

    def _better(self, best: Payoffs, other: Payoffs) -> Payoffs:
        mover_seat = self.plan.root.mover_seat
        better = other[..., mover_seat] > best[..., mover_seat] + self.dense.tolerance
        better |= np.isnan(best[..., mover_seat])
        return np.where(better[..., None], other, best)

    def _moved(self, amount: int) -> npt.NDArray[np.int64]:
        size = self.order.shape[self.depth]
        places: npt.NDArray[np.int64] = np.minimum(np.arange(size) + amount // self.plan.scores.grid, size - 1)
        return places

    def _spun(self, kind: str, lane: int | None) -> Payoffs:
        """Return the payoffs after a spin without an extra spin, by the change of Whammies."""
        return self._after(self.successors.after(kind)[self.root], self.successors.frame_after(self.root, kind), lane)

    def _after(self, targets: Ints, key: FrameKey | None, lane: int | None) -> Payoffs:
        """Return the payoffs in a frame's configurations by the order of the scores (``targets``)."""
        payoffs = np.full((*self.order.shape, len(SEATS)), np.nan, np.float32)
        targets = targets[self.order]
        for target in np.unique(targets).tolist():
            self.dense.cancel.check()
            cells = targets == target
            if target <= DECIDED:
                payoffs[cells] = np.eye(len(SEATS), dtype=np.float32)[DECIDED - target]
            elif target != NO_CONFIG and key is not None and not key[0]:
                payoffs[cells] = self.dense.terminal_shares(key)[self.order[cells]]
            elif target != NO_CONFIG and key is not None and lane is not None:
                payoffs[cells] = self._all_scores(key, target, lane)[cells]
        return payoffs

    def _all_scores(self, key: FrameKey, number: int, lane: int) -> Payoffs:
        values = self.dense.all_scores(key, number, self.plan.moves.canonical(lane, key))
        third = 1 - values.sum(axis=-1, keepdims=True)
        return values if values.shape[-1] == len(SEATS) else np.concatenate([values, third], axis=-1)
