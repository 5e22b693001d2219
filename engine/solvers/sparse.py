"""Exact values of some positions: the states below them, swept frame by frame from the end.

The graph of states (``_graph.pyx``) leaves Whammies out; the sweep (``_sweep.pyx``) computes all
assignments of Whammies of a frame together, as lanes. Double precision; the error is rounding.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .. import calibration
from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.position import MAX_SPINS, SEATS, WHAMMIES_OUT, Position
from ..game.rules import PlayRules, game_over
from ..game.spin import StagedSpins
from . import _components, _graph, _sweep
from .cancel_flag import CancelFlag, Progress, ProgressListener, ignore
from .kernel_rules import KernelPosition, kernel_position, kernel_rules
from .lanes import Lanes, changed, merge
from .ply import IN_CYCLES, TOLERANCE, Ply, Vector, end_value, one_ply_lookahead
from .spin_arrays import SpinArrays

Values = npt.NDArray[np.float64]

MAX_SWEEPS = 20_000
FRAMES = 8 * (MAX_SPINS + 1)  # numbered by spins left * 8 + bit mask of who is out


class Sparse:
    """The graph below some positions and the values of its frames.

    Args:
        positions, board, play_rules: what to solve; ``play_rules`` holds the rules, unit and cap. ``root_ply`` is about
            the first position. The game must not be over in any of them.
        budget: the most states of the graph.
        memory: bytes that graph and values may take.

    Attributes:
        bytes: those that they take at most. rounding: the error that arithmetic leaves in a value.

    Raises:
        Unaffordable: over the budget or the memory; raised before any value is computed.
        Cancelled: the flag was set.
    """

    def __init__(
        self,
        positions: Sequence[Position],
        board: Board,
        play_rules: PlayRules,
        *,
        budget: int,
        memory: int,
        cancel: CancelFlag,
    ):
        self.positions = tuple(positions)
        self.play_rules = play_rules
        self.cancel = cancel
        most = max(position.spins for position in self.positions)
        self.spins = StagedSpins(board, play_rules.rules, play_rules.unit, most)
        self.spin = SpinArrays(self.spins.stages, play_rules)
        self.offers = self.spin.offers
        # With dollars at stake the chances to win are carried along in three more planes.
        self.planes = 6 if play_rules.rules.in_dollars else 3
        self._scores = self.spin.scores_by_seat(
            [{p.contestants[s].score for p in self.positions} for s in SEATS], cancel
        )
        self._index = [{score: index for index, score in enumerate(scores)} for scores in self._scores]
        self._discover(budget, memory)
        self._plan_lanes()
        self.bytes = self._peak_bytes()
        if self.bytes > memory:
            raise Unaffordable(
                f"This position needs about {self.bytes / 2**30:.1f} GiB of memory; {memory / 2**30:.1f} GiB are allowed."
            )
        self.rounding = calibration.DOUBLE_ROUNDING
        self.values: dict[int, Values] = {}

    @property
    def states(self) -> int:
        """Positions computed, Whammies included."""
        return sum(self.graph.count(f) * len(self.lanes[f].items) for f in self.frames)

    # -- planning -----------------------------------------------------------------------------

    def _discover(self, budget: int, memory: int) -> None:
        rules = self.play_rules.rules
        # The destination of each move from each score.
        memory -= 4 * len(self.spin.moves) * sum(map(len, self._scores))
        orders, self._score_class = self.spin.orders(self._scores, self.cancel)
        stages = range(len(self.spins.stages))
        self._kernel_spins = [self.spin.for_kernel(orders, stage) for stage in stages]
        self.graph = _graph.StateGraph(
            spin=self._kernel_spins[0],
            arises=np.array([self.spin.arises(stage) for stage in (stages[0], stages[-1])]),
            second_from=self.spins.begins,
            scores=self.spin.kernel_scores(self._scores, self._score_class),
            options=kernel_rules(rules),
            money=rules.in_dollars,
            budget=budget,
            memory=memory,
            stop=self.cancel.memory,
        )
        places = self.graph.discover([self._state(position) for position in self.positions])
        self.places = dict(zip(self.positions, places, strict=True))
        self.root_frames = {frame for frame, _ in places}
        self.cancel.check()
        if self.graph.full:
            raise Unaffordable(
                f"Listing what follows this position needs more than {memory / 2**30:.1f} GiB of memory."
            )
        if self.graph.overflow:
            raise Unaffordable(f"This position has more than {budget:,} states.")
        self.frames: list[int] = [f for f in self.graph.frame_ids() if f]
        self.arrays: dict[int, _graph.Arrays] = {}
        for frame in self.frames:
            self.cancel.check()
            self.arrays[frame] = self.graph.arrays(frame)

    def _plan_lanes(self) -> None:
        """Find the lanes of every frame, top down, and the frames that each one reads."""
        self.lanes: dict[int, Lanes] = {f: Lanes() for f in (0, *self.frames)}
        self.lanes[0].add((0, 0, 0))
        for position, (frame, _) in self.places.items():
            self.lanes[frame].add(self._merged(_whammies(position), frame))
        self.fourth_targets: dict[int, list[tuple[int, int]]] = {}
        self.readers: dict[int, int] = dict.fromkeys((0, *self.frames), 0)
        for frame in reversed(self.frames):
            self.cancel.check()
            fourth_frame, mover = self.arrays[frame][5], self.arrays[frame][7]
            pairs = np.flatnonzero(np.bincount(FRAMES * mover.astype(np.int64) + fourth_frame))
            self.fourth_targets[frame] = [divmod(pair, FRAMES) for pair in pairs.tolist()]
            for seat, target in self.fourth_targets[frame]:
                for lane in self.lanes[frame].items:
                    if lane[seat] == WHAMMIES_OUT - 1:
                        self.lanes[target].add(self._merged(lane, target))
            below = self._below(frame)
            for lane in self.lanes[frame].items:
                self.lanes[below].add(self._merged(lane, below))
                for seat in {u for u, _ in self.fourth_targets[frame]}:
                    if lane[seat] < WHAMMIES_OUT - 1:
                        self.lanes[below].add(self._merged(changed(lane, seat, 1), below))
                    if self.offers and lane[seat]:
                        self.lanes[below].add(self._merged(changed(lane, seat, -1), below))
            for target in {below, *(t for _, t in self.fourth_targets[frame])}:
                self.readers[target] += 1
        # A frame reached only by a fourth Whammy that no lane can suffer is not computed.
        self.frames = [f for f in self.frames if self.lanes[f].items]

    def _merged(self, lane: tuple[int, int, int], frame: int) -> tuple[int, int, int]:
        return merge(lane, frame >> 3, frame & 7, self.offers) if frame else (0, 0, 0)

    @staticmethod
    def _below(frame: int) -> int:
        """Return the frame with one spin less; with none left the game is over."""
        return frame - 8 if frame >> 3 > 1 else 0

    def _bytes(self, frame: int) -> int:
        return int(self.graph.count(frame)) * 8 * self.planes * len(self.lanes[frame].items)

    def _peak_bytes(self) -> int:
        graph = int(self.graph.bytes)
        readers = dict(self.readers)
        alive = peak = 0
        for frame in self.frames:
            alive += self._bytes(frame)
            copied = self.graph.count(self._below(frame)) * 8 * self.planes * len(self.lanes[frame].items)
            peak = max(peak, alive + int(copied))
            for target in {self._below(frame), *(t for _, t in self.fourth_targets[frame])}:
                readers[target] -= 1
                if readers[target] == 0 and target in self.lanes:
                    alive -= self._bytes(target)
        return graph + peak

    # -- sweeping -----------------------------------------------------------------------------

    def solve(self, progress: ProgressListener = ignore) -> None:
        """Compute every frame, fewest spins first.

        Raises:
            Unsettled: the choices in an endless cycle depend on one another.
            Cancelled: the flag was set.
        """
        self.values[0] = self._ends()
        self._scale = max(1.0, float(np.abs(self.values[0]).max(initial=0.0)))
        total = max(1, self.states)
        done = 0
        for frame in self.frames:
            sweep = self._frame_sweep(frame)
            order = self._sets
            width = self.planes * len(self.lanes[frame].items) * (len(self.spin.moves) + 4 * self.spin.chances.shape[1])
            sets = len(order[1]) - 1
            step = max(1, calibration.SWEPT_AT_ONCE // width)
            for first in range(0, sets, step):
                last = min(sets, first + step)
                sweep.run(first, last, self._scale, MAX_SWEEPS, self.cancel.memory)
                self.cancel.check()
                part = (int(order[1][last]) - int(order[1][first])) * len(self.lanes[frame].items)
                done += part
                progress(Progress("Working out the odds", done / total))
            if frame != self.places[self.positions[0]][0]:  # ``root_ply`` reads what is below it
                self._release(frame)
        if any(math.isnan(x) for position in self.positions for x in self.value(position)):
            raise Unsettled(
                "The best choices in an endless cycle of spins chase one another; there is no exact answer."
            )

    def _release(self, frame: int) -> None:
        for target in {self._below(frame), *(t for _, t in self.fourth_targets[frame])}:
            self.readers[target] -= 1
            if self.readers[target] == 0 and target and target not in self.root_frames:
                self.values.pop(target, None)

    def _ends(self) -> Values:
        """Return the payoffs at the ends of the game, [ends, planes, 1]: by the seats that share the top."""
        rules = self.play_rules.rules
        masks, top = self.graph.ends()
        values = np.zeros((max(1, len(masks)), 3, 1))
        for seat in SEATS:
            values[: len(masks), seat, 0] = masks >> seat & 1
        if rules.ties == "split":
            values /= np.maximum(1.0, values.sum(axis=1, keepdims=True))
        if rules.in_dollars:
            worth = top + (rules.win_worth if rules.goal == "blend" else 0)
            return np.concatenate([values[: len(masks)] * worth[:, None, None], values[: len(masks)]], axis=1)
        return values

    def _frame_sweep(self, frame: int) -> _sweep.FrameSweep:
        tolerance = TOLERANCE[self.play_rules.rules.in_dollars]
        lanes = self.lanes[frame].items
        below = self._below(frame)
        under = self.lanes[below]
        edges = self.graph.edges(frame, self.cancel.memory)
        self.cancel.check()
        self._sets = _components.components(*edges, stop=self.cancel.memory)
        self.cancel.check()
        self.values[frame] = np.zeros((self.graph.count(frame), self.planes, len(lanes)))
        below_values = self.values.get(below, np.zeros((1, self.planes, 1)))
        spent_lane = np.array([under.place[self._merged(lane, below)] for lane in lanes], np.int32)
        same = len(spent_lane) == below_values.shape[2] and bool((spent_lane == np.arange(len(spent_lane))).all())
        spent = below_values if same else np.ascontiguousarray(below_values[:, :, spent_lane])
        whammy_lane = np.full((3, len(lanes)), -1, np.int32)
        off_lane = np.full((3, len(lanes)), -1, np.int32)
        for seat in {u for u, _ in self.fourth_targets[frame]}:
            for index, lane in enumerate(lanes):
                if lane[seat] < WHAMMIES_OUT - 1:
                    whammy_lane[seat, index] = under.place[self._merged(changed(lane, seat, 1), below)]
                if self.offers and lane[seat]:
                    off_lane[seat, index] = under.place[self._merged(changed(lane, seat, -1), below)]
        blocks, block_lanes, slots = self._fourths(frame)
        return _sweep.FrameSweep(
            spin=self._kernel_spins[self.spins.stage(frame >> 3)],
            graph=self.arrays[frame][:8],
            order_class=self._order_class(frame),
            sets=self._sets,
            values=self.values[frame],
            spent=spent,
            below=below_values,
            whammy_lane=whammy_lane,
            off_lane=off_lane,
            fourths=blocks,
            fourth_lanes=block_lanes,
            fourth_slot=slots,
            ends=self.values[0],
            tolerance=tolerance,
            in_cycles=tolerance * IN_CYCLES,
        )

    def _fourths(self, frame: int) -> tuple[list[Values], list[npt.NDArray[np.int32]], npt.NDArray[np.int32]]:
        """Return where a fourth Whammy leads: values by slot, lanes by slot, slots by frame."""
        lanes = self.lanes[frame].items
        targets = sorted({t for _, t in self.fourth_targets[frame]})
        slots = np.zeros(_graph.MAX_LAYERS * 8, np.int32)
        blocks, block_lanes = [], []
        for slot, target in enumerate(targets):
            slots[target] = slot
            blocks.append(self.values.get(target, np.zeros((1, self.planes, 1))))
            places = np.zeros((3, len(lanes)), np.int32)
            for seat, aim in self.fourth_targets[frame]:
                for index, lane in enumerate(lanes):
                    if aim == target and lane[seat] == WHAMMIES_OUT - 1:
                        places[seat, index] = self.lanes[target].place[self._merged(lane, target)]
            block_lanes.append(places)
        return blocks, block_lanes, slots

    def _order_class(self, frame: int) -> npt.NDArray[np.uint8]:
        """Return the order of preference that holds in each state of a frame."""
        mover, score = self.arrays[frame][7], self.arrays[frame][8]
        result = np.zeros(len(mover), np.uint8)
        for seat in SEATS:
            mine = mover == seat
            if len(self._score_class[seat]) > 1:
                result[mine] = self._score_class[seat][score[mine]]
        return result

    # -- reading ------------------------------------------------------------------------------

    def value(self, position: Position) -> Vector:
        """Return the payoffs of one of the positions, or of one a ply below; with money, then the chances to win."""
        if game_over(position, self.play_rules.rules):
            return end_value(position, self.play_rules.rules)
        frame, state = self.places.get(position) or self.graph.find(self._state(position))
        place = self.lanes[frame].place[self._merged(_whammies(position), frame)]
        return tuple(float(x) for x in self.values[frame][state, :, place])

    def root_ply(self) -> Ply:
        """Return the actions of the first position."""
        root = self.positions[0]
        return one_ply_lookahead(root, self.spins.at(root.spins)[root.mover_seat], self.play_rules, self.value)

    def _state(self, position: Position) -> KernelPosition:
        """Return a position as the graph takes it."""
        places = (index[c.score] for index, c in zip(self._index, position.contestants, strict=True))
        return kernel_position(position, tuple(places))


def _whammies(position: Position) -> tuple[int, int, int]:
    """Return the Whammies by seat; 0 for those who are out, where they do not matter."""
    a, b, c = (0 if contestant.out else contestant.whammies for contestant in position.contestants)
    return a, b, c
