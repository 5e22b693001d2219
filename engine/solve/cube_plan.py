"""The plan of a cube solve: configurations, lanes, reachable rows, and what memory they take.

Where several contestants hold spins nearly all scores can be reached, so nothing is listed: the
scores span a box with one axis for each seat. ``_reach.pyx`` cuts away what cannot be reached.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..errors import Unaffordable
from ..game.board import Board
from ..game.position import Position
from ..game.rules import PlayRules
from ..game.spin import spins
from . import _configs, _reach
from .block_order import LaneBlock, Layout, best_layout
from .cancel_flag import CancelFlag
from .cube_axes import Box
from .cube_configs import MOST_CONFIGS, Config, FrameKey, FrameSuccessors, close, config_of
from .cube_lanes import LaneMoves, gained, lane_of, members, number
from .cube_spin import CubeSpin
from .cube_tables import FrameTables, cycle_orders
from .score_cap import sums_that_matter

CLASSED_CONFIGS = 400  # with more, distinguishing classes of lanes gains little and costs memory
# Cycles of passes at the cap are resolved (see ``cycle_orders``) up to a number of cells, and where two
# contestants meet at the cap with more than a chance (bounded from above, as if there were no Whammies):
# practically any in small cubes, where it costs nothing, and this one in bigger ones.
CYCLE_CELLS = 20_000_000
SMALL_CELLS = 1_000_000
RARELY = 0.03
HARDLY_EVER = 1e-10
MOST_RANGES = 600_000_000  # lines times configurations whose ranges are kept
CONFIG_SECONDS = 1e-4  # that planning takes for a configuration
RANGE_SECONDS = 5e-8  # ... and for each of its lines

Leads = dict[str, FrameKey]  # by kind of change of Whammies


@dataclass
class Frame:
    """All configurations with the same number of spins left and the same contestants out.

    Attributes:
        successors: the configurations by number, and what they lead to.
        arising: by number, the set of lanes it arises in.
        ranges: the rows of each class of lanes; sizes: by class, int64 [configs, 2], cells and rows;
            classes: of each lane.
        lanes: those computed, most Whammies first.
    """

    successors: FrameSuccessors
    arising: list[int] = field(default_factory=list)
    ranges: dict[int, _reach.Ranges] = field(default_factory=dict)
    sizes: dict[int, npt.NDArray[np.int64]] = field(default_factory=dict)
    classes: dict[int, int] = field(default_factory=dict)
    lanes: list[int] = field(default_factory=list)
    ways: dict[tuple[int, str, FrameKey], int] | None = None

    def __post_init__(self) -> None:
        self.key = self.successors.key
        self.configs = self.successors.configs
        self.number = {config: index for index, config in enumerate(self.configs)}
        self._firsts: dict[int, tuple[npt.NDArray[np.int64], int]] = {}

    def here(self, lane: int) -> npt.NDArray[np.bool_]:
        """Whether each configuration arises in a lane."""
        return np.array([bool(mask >> lane & 1) for mask in self.arising])

    def firsts(self, lane: int) -> tuple[npt.NDArray[np.int64], int]:
        """First cell of each configuration in a lane's block, -1 where it never arises; and all cells."""
        if lane not in self._firsts:
            self._firsts[lane] = self._find_firsts(lane)
        return self._firsts[lane]

    def _find_firsts(self, lane: int) -> tuple[npt.NDArray[np.int64], int]:
        cells = self.sizes[self.classes[lane]][:, 0]
        here = self.here(lane) & (cells > 0)
        ends = np.cumsum(np.where(here, cells, 0))
        return np.where(here, ends - cells, -1), int(ends[-1])


class CubePlan:
    """The configurations below one position, and what computing them takes.

    Args:
        position, board, play_rules: what to solve (``cubes_apply`` must hold).
        every_score: keep all scores of the root's configuration, for a table of answers.
        grid: dollars between scores that are distinguished; None for all (see ``CubeSpin``).
        patience: seconds that planning may take.
        like: a plan of the same question on another grid, whose configurations are taken over.

    Raises:
        Unaffordable: too big to plan, or not within ``patience``.
        Cancelled: the flag was set.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        cancel: CancelFlag,
        *,
        every_score: bool = False,
        grid: int | None = None,
        patience: float = math.inf,
        like: CubePlan | None = None,
    ):
        self.position = position
        self.play_rules = play_rules
        self.cancel = cancel
        self.spin = CubeSpin(spins(board, play_rules.rules, play_rules.unit), play_rules.unit, grid)
        self.box = Box(position, self.spin.moves, play_rules.cap)
        self.moves = LaneMoves(self.spin.offers)
        root = config_of(position)
        assert isinstance(root, Config), "a game that is over needs no plan"
        self.root = root
        self.successors: list[FrameSuccessors] = self._close(patience) if like is None else like.successors
        ranges = sum(len(found.keys) for found in self.successors) * self.box.kernel.lines
        if ranges * RANGE_SECONDS > patience:
            raise Unaffordable("It has too many scores and ways to share out the spins.")
        if ranges > MOST_RANGES:
            raise Unaffordable("There are too many scores and ways to share out the spins.")
        self.frames = {found.key: Frame(found) for found in self.successors}
        self.tables: dict[FrameKey, FrameTables] = {} if like is None else like.tables
        for key, frame in self.frames.items():
            if key[0] and like is None:
                cancel.check()
                self.tables[key] = FrameTables(frame.successors, self.box.axis_of)
        self._arise()
        self._plan_rows(every_score)
        cycles = grid is None and self._near_cap(board, every_score) and self._find_cycles()
        # With two planes the third payoff is what is missing to 1, which a cycle's first rounds are not.
        rules = play_rules.rules
        two = rules.ties == "split" and rules.house == "won" and self.spin.ends and not cycles
        # With dollars at stake the chances to win are carried along in three more.
        self.planes = 6 if play_rules.rules.in_dollars else 2 if two else 3

    def _close(self, patience: float) -> list[FrameSuccessors]:
        a, b, c = (int(seat) for seat in self.box.seats)
        most = max(0, int(min(MOST_CONFIGS, patience / CONFIG_SECONDS)))  # there may be no time left
        return close(self.root, self.play_rules.rules, (a, b, c), self.cancel, most)

    def _near_cap(self, board: Board, every_score: bool) -> bool:
        """Whether two contestants may well meet at the cap, and to tell its cycles apart can be afforded."""
        rules, cap = self.play_rules.rules, self.play_rules.cap
        if rules.cap is None or self.cells > CYCLE_CELLS:
            return False
        best = sorted((c.score for c in self.position.contestants if not c.out), reverse=True)[:2]
        if every_score:
            return True
        try:
            chance = RARELY if self.cells > SMALL_CELLS else HARDLY_EVER
            sums = sums_that_matter(board, rules, self.play_rules.unit, self.position.spins, chance)
        except Unaffordable:
            return True
        return sums is None or sum(max(0, cap - score) for score in best) < sums

    def _find_cycles(self) -> bool:
        """Finds cycles of passes at the cap; whether there are any."""
        beyond = any(podium.score > self.play_rules.cap for podium in self.position.contestants)
        orders = cycle_orders(beyond)
        found = [tables.find_cycles(orders) for tables in self.tables.values()]
        return any(found)

    # -- lanes --------------------------------------------------------------------------------

    def _arise(self) -> None:
        """Which lanes arise in which configuration, from the root down."""
        counts = [0 if c.out else c.whammies for c in self.position.contestants]
        self.since = (counts[0], counts[1], counts[2])
        self.root_lane = self.moves.merged(number(self.since), self.root.frame)
        arising = {key: np.zeros(len(frame.configs), np.uint64) for key, frame in self.frames.items()}
        root = self.frames[self.root.frame]
        arising[root.key][root.number[self.root]] = 1 << self.root_lane
        for key in sorted(self.frames, reverse=True):
            frame = self.frames[key]
            self.cancel.check()
            if key[0]:
                _configs.spread_lanes(arising[key], frame.successors.spin, frame.successors.passes)
            frame.arising = arising[key].tolist()
            if key[0]:
                self._arise_below(frame, arising)
            mask = 0
            for lanes in frame.arising:
                mask |= lanes
            frame.lanes = sorted(members(mask), key=lambda lane: (-sum(lane_of(lane)), lane))

    def _arise_below(self, frame: Frame, arising: dict[FrameKey, npt.NDArray[np.uint64]]) -> None:
        moved: dict[tuple[str, FrameKey], npt.NDArray[np.uint64]] = {}
        for k, (mask, seat) in enumerate(zip(frame.arising, frame.successors.mover_seats.tolist(), strict=True)):
            for kind, key in self.leads(frame, k).items():
                masks = moved.get((kind, key))
                if masks is None:
                    masks = moved[kind, key] = np.zeros(len(frame.configs), np.uint64)
                masks[k] = self.moves.moved(mask, seat, kind, key)
        for (kind, key), masks in moved.items():
            _configs.spread_lanes_below(arising[key], frame.successors.after(kind), masks)

    def leads(self, frame: Frame, k: int) -> Leads:
        """Where the spin of a configuration leads in other frames, by the kind of change of Whammies."""
        kinds = ("spent", "whammy", "fourth", "off") if self.spin.offers else ("spent", "whammy", "fourth")
        found = ((kind, frame.successors.frame_after(k, kind)) for kind in kinds)
        return {kind: key for kind, key in found if key is not None}

    # -- rows ---------------------------------------------------------------------------------

    def _plan_rows(self, every_score: bool) -> None:
        axes = self.box.kernel
        reach = _reach.Reach(axes)
        configs = sum(len(frame.configs) for frame in self.frames.values())
        for frame in self.frames.values():
            for lane in frame.lanes:
                frame.classes[lane] = gained(lane, self.since) if configs <= CLASSED_CONFIGS and frame.key[0] else 0
            for name in set(frame.classes.values()):
                frame.ranges[name] = _reach.Ranges(len(frame.configs), axes)
        frame = self.frames[self.root.frame]
        ranges, k = frame.ranges[frame.classes[self.root_lane]], frame.number[self.root]
        if every_score:
            for line in range(axes.lines):
                ranges.add(k, line, 0, int(axes.a_length[line % axes.tracks]))
        else:
            [(_, line, cell)] = next(self.box.around(self.position))
            ranges.add(k, line, cell, cell + 1)
        for key in sorted(self.frames, reverse=True):
            self._spread(reach, self.frames[key])
            self.cancel.check()

    def _spread(self, reach: _reach.Reach, frame: Frame) -> None:
        """Closes a frame's ranges and fills those of the configurations that it leads to."""
        for name, ranges in frame.ranges.items():
            here = sum(1 << lane for lane, its in frame.classes.items() if its == name)
            if frame.key[0]:
                tables = self.tables[frame.key]
                reach.close(ranges, tables.mover, tables.spin, tables.passes)
                for k, mask in enumerate(frame.arising):
                    if mask & here:
                        self.cancel.check()
                        self._spread_below(reach, frame, k, ranges, mask & here)
            frame.sizes[name] = ranges.close()

    def _spread_below(self, reach: _reach.Reach, frame: Frame, k: int, ranges: _reach.Ranges, mask: int) -> None:
        seat = frame.configs[k].mover_seat
        tables = self.tables[frame.key]
        for kind, key in self.leads(frame, k).items():
            below = self.frames[key]
            lanes = self.moves.moved(mask, seat, kind, key)
            way = {"spent": _reach.SUM, "off": _reach.WHAMMY_OFF}.get(kind, _reach.WHAMMY)
            after = {"whammy": tables.whammy, "fourth": tables.fourth}.get(kind, tables.spent)[k]
            for name in {below.classes[lane] for lane in members(lanes)}:
                reach.follow(ranges, k, self.box.axis_of[seat], way, below.ranges[name], after)

    # -- the order and the memory -------------------------------------------------------------

    def blocks(self) -> Iterator[LaneBlock]:
        """What is computed: frames by spins left, lanes with most Whammies first."""
        for key, frame in self.frames.items():
            if key[0]:
                for lane in frame.lanes:
                    yield key, lane

    def reads(self, block: LaneBlock) -> set[LaneBlock]:
        """The blocks that computing this one reads."""
        frame, lane = self.frames[block[0]], block[1]
        found = set()
        for (seat, kind, key), mask in self._ways(frame).items():
            after = self.moves.after(lane, seat, kind) if mask >> lane & 1 else None
            if after is not None:
                found.add((key, self.moves.merged(after, key)))
        return found

    def _ways(self, frame: Frame) -> dict[tuple[int, str, FrameKey], int]:
        """Lanes in which some spin of a seat leads to another frame, by the kind of change of Whammies."""
        if frame.ways is None:
            frame.ways = {}
            for k, mask in enumerate(frame.arising):
                for kind, key in self.leads(frame, k).items():
                    way = (frame.configs[k].mover_seat, kind, key)
                    frame.ways[way] = frame.ways.get(way, 0) | mask
        return frame.ways

    @cached_property
    def cells(self) -> int:
        """Cells to compute, Whammies included."""
        return sum(self.frames[key].firsts(lane)[1] for key, lane in self.blocks())

    @cached_property
    def rows(self) -> int:
        """Rows to compute: what a cell costs depends on how long its row is."""
        frames = ((self.frames[key], lane) for key, lane in self.blocks())
        return sum(int(f.sizes[f.classes[lane]][f.here(lane), 1].sum()) for f, lane in frames)

    def layout(self, keep: bool = False) -> Layout:
        """The order of the blocks, and their memory. Root blocks and what they read stay, to be read at the end.

        Args:
            keep: keep every block.
        """
        blocks = list(self.blocks())
        return best_layout(
            blocks,
            {block: self.reads(block) for block in blocks},
            lambda block: self.frames[block[0]].firsts(block[1])[1] * self.planes,
            lambda block: keep or block[0] == self.root.frame,
        )
