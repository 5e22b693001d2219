"""The configurations below one position, the lanes they arise in, the order to compute them in, and their memory.

The cells of each configuration are up to ``range_plan`` or ``box_plan``.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import calibration
from ...errors import Unaffordable
from ...game.position import Position
from ...game.rules import PlayRules
from .. import _configs
from ..cancel_flag import CancelFlag
from ..configs import MOST_CONFIGS, Config, Cycles, FrameKey, FrameSuccessors, close, config_of
from ..lanes import ALL_SEATS, LaneMoves, gained, lane_of, members, number
from ..spin_rows import CubeSpin
from . import _boxes
from .block_order import LaneBlock, Layout, best_layout
from .cap_cycles import cycle_orders, find_cycles

WAYS = {"spent": _boxes.SUM, "whammy": _boxes.WHAMMY, "fourth": _boxes.WHAMMY, "off": _boxes.WHAMMY_OFF}

Leads = dict[str, FrameKey]  # by the change of Whammies
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Alike:
    """Configurations of a frame whose spins lead to the same frames in the same lanes.

    Attributes:
        seat: the mover. lanes: the set of lanes they arise in. leads: the frames to which the spin leads.
        numbers: int32, which they are.
    """

    seat: int
    lanes: int
    leads: Leads
    numbers: Ints


@dataclass
class Frame:
    """All configurations with the same number of spins left and the same contestants out.

    Attributes:
        successors: the configurations by number, and their successors.
        arising: by number, the set of lanes it arises in. alike: the configurations, sorted by what their spins lead to.
        ranges: the cells of each class of lanes, as the kernel keeps them; sizes: by class, int64 [configs, ..., 2],
            cells and rows; classes: of each lane.
        lanes: those computed, most Whammies first.
    """

    successors: FrameSuccessors
    arising: list[int] = field(default_factory=list)
    alike: list[Alike] = field(default_factory=list)
    ranges: dict[int, Any] = field(default_factory=dict)
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
        """Return, by configuration, whether it arises in a lane."""
        return np.array([bool(mask >> lane & 1) for mask in self.arising])

    def firsts(self, lane: int) -> tuple[npt.NDArray[np.int64], int]:
        """Return the first cell by configuration in a lane's block, as ``sizes``, -1 where it never arises; and all
        cells.
        """
        if lane not in self._firsts:
            self._firsts[lane] = self._find_firsts(lane)
        return self._firsts[lane]

    def _find_firsts(self, lane: int) -> tuple[npt.NDArray[np.int64], int]:
        cells = self.sizes[self.classes[lane]][..., 0]
        here = self.here(lane).reshape(-1, *[1] * (cells.ndim - 1)) & (cells > 0)
        ends = np.cumsum(np.where(here, cells, 0)).reshape(cells.shape)
        return np.where(here, ends - cells, -1), int(ends.flat[-1])


class ConfigPlan(ABC):
    """The configurations below one position.

    Args:
        position, play_rules: what to solve.
        spin: the landings of a spin.
        seats: the seat of each axis.
        memory: bytes that planning may take. patience: seconds that it may take.
        like: a plan of the same question, whose configurations are reused.
        counted: bit mask of the seats whose Whammies are counted (see ``LaneMoves``).

    Attributes:
        movers: by frame, int32 [configurations], the axis of each mover.
        cycles: of passes at the cap, by frame; a grid, whose values are rough anyway, has none.
        cells: to compute, Whammies included. rows: likewise; what a cell costs depends on how long its row is.
        bytes: those that the plan of cells takes at most.

    Raises:
        Unaffordable: too big to plan in this memory, or too slow for ``patience``.
        Cancelled: the flag was set.
    """

    # Set by the plan of cells:
    tracks: _boxes.Tracks  # the scores
    stores_end = False  # whether the end of the game has cells

    def __init__(
        self,
        position: Position,
        play_rules: PlayRules,
        spin: CubeSpin,
        seats: npt.NDArray[np.int32],
        cancel: CancelFlag,
        *,
        memory: float = math.inf,
        patience: float = math.inf,
        like: ConfigPlan | None = None,
        counted: int = ALL_SEATS,
    ):
        self.position = position
        self.play_rules = play_rules
        self.cancel = cancel
        self.memory = memory
        self.spin = spin
        self.seats = seats
        self.moves = LaneMoves(spin.offers, counted)
        root = config_of(position)
        assert isinstance(root, Config), "a game that is over needs no plan"
        self.root = root
        a, b, c = (int(seat) for seat in seats)
        most = max(0, int(min(MOST_CONFIGS, patience / calibration.CONFIG_SECONDS)))  # there may be no time left
        self.successors: list[FrameSuccessors] = (
            close(root, play_rules.rules, (a, b, c), cancel, most, counted) if like is None else like.successors
        )
        self.frames = {found.key: Frame(found) for found in self.successors}
        by_seat = np.argsort(seats).astype(np.int32)
        self.movers = {key: by_seat[frame.successors.mover_seats] for key, frame in self.frames.items()}

        self.cycles: dict[FrameKey, Cycles] = {}
        if spin.grid is None:
            above_cap = any(podium.score > play_rules.cap for podium in position.contestants)
            orders = cycle_orders(above_cap)
            for key, frame in self.frames.items():
                cycles = find_cycles(self.movers[key], frame.successors, orders, cancel) if key[0] else None
                if cycles is not None:
                    self.cycles[key] = cycles

    # -- lanes --------------------------------------------------------------------------------

    def _arise(self) -> None:
        """Find the lanes that arise in each configuration, from the root down."""
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
                frame.alike = self._alike(frame)
                self._arise_below(frame, arising)
            mask = 0
            for lanes in frame.arising:
                mask |= lanes
            frame.lanes = sorted(members(mask), key=lambda lane: (-sum(lane_of(lane)), lane))

    def _alike(self, frame: Frame) -> list[Alike]:
        its = frame.successors
        found: dict[tuple[int, int, FrameKey | None], list[int]] = {}
        for k, way in enumerate(zip(its.mover_seats.tolist(), frame.arising, its.after_fourth, strict=True)):
            found.setdefault(way, []).append(k)
        return [
            Alike(seat, lanes, self._leads(its, numbers[0]), np.array(numbers, np.int32))
            for (seat, lanes, _), numbers in found.items()
            if lanes
        ]

    def _leads(self, successors: FrameSuccessors, k: int) -> Leads:
        """Return the frames to which the spin of a configuration leads, by the change of Whammies."""
        kinds = ("spent", "whammy", "fourth", "off") if self.spin.offers else ("spent", "whammy", "fourth")
        found = ((kind, successors.frame_after(k, kind)) for kind in kinds)
        return {kind: key for kind, key in found if key is not None}

    def _arise_below(self, frame: Frame, arising: dict[FrameKey, npt.NDArray[np.uint64]]) -> None:
        for alike in frame.alike:
            for kind, key in alike.leads.items():
                lanes = self.moves.moved(alike.lanes, alike.seat, kind, key)
                if lanes:
                    _configs.spread_lanes_below(arising[key], frame.successors.after(kind), alike.numbers, lanes)

    @property
    def planes(self) -> int:
        """Payoffs stored for a cell: with two the third is what 1 lacks; with six dollars, then chances to win."""
        rules = self.play_rules.rules
        if rules.in_dollars:
            return 6
        return 2 if rules.ties == "split" and rules.house == "won" and self.spin.ends else 3

    # -- cells --------------------------------------------------------------------------------

    def _sort_lanes(self, classed: bool) -> int:
        """Sort lanes into classes (see ``_plan_cells``), and return the bytes that planning their cells takes at most."""
        count = 0
        for frame in self.frames.values():
            frame.classes = {lane: gained(lane, self.since) if classed and frame.key[0] else 0 for lane in frame.lanes}
            count += len(frame.configs) * len(set(frame.classes.values()))
        return count * self._config_bytes

    def _plan_cells(self, classed: bool) -> None:
        """Find the cells that arise in each frame, from those of the root down.

        Args:
            classed: lanes in which the same seats have gained a Whammy, and so have been at $0, have cells of their own.
        """
        needed = self._sort_lanes(classed)
        if needed > self.memory:
            raise Unaffordable(
                f"Planning it takes up to {needed / 2**20:,.0f} MiB of memory; {self.memory / 2**20:,.0f} MiB are allowed."
            )
        self.bytes = needed
        for frame in self.frames.values():
            for name in set(frame.classes.values()):
                frame.ranges[name] = self._no_cells(len(frame.configs))
        root = self.frames[self.root.frame]
        self._add_root(root.ranges[root.classes[self.root_lane]], root.number[self.root])
        for key in sorted(self.frames, reverse=True):
            frame = self.frames[key]
            for name, cells in frame.ranges.items():
                here = sum(1 << lane for lane, its in frame.classes.items() if its == name)
                if key[0]:
                    self._close(cells, self.movers[key], frame.successors)
                    self.cancel.check()
                    for alike in frame.alike:
                        if alike.lanes & here:
                            self._spread_below(frame, alike, cells, alike.lanes & here)
                frame.sizes[name] = cells.sizes(self.cancel.memory)
                self.cancel.check()
        self._count()

    def _spread_below(self, frame: Frame, alike: Alike, cells: Any, lanes: int) -> None:
        """Add the cells that the spins of some configurations lead to."""
        for kind, key in alike.leads.items():
            if not (key[0] or self.stores_end):
                continue
            below = self.frames[key]
            for name in {below.classes[lane] for lane in members(self.moves.moved(lanes, alike.seat, kind, key))}:
                self._follow(cells, alike, WAYS[kind], below.ranges[name], frame.successors.after(kind))
                self.cancel.check()

    @property
    @abstractmethod
    def _config_bytes(self) -> int:
        """Bytes of the cells of one configuration while they are planned."""

    @abstractmethod
    def _no_cells(self, count: int) -> Any:
        """Return cells for a number of configurations, none so far."""

    @abstractmethod
    def _add_root(self, cells: Any, k: int) -> None:
        """Add the cells that are asked for, of the root's configuration ``k``."""

    @abstractmethod
    def _close(self, cells: Any, mover: Ints, successors: FrameSuccessors) -> None:
        """Add what extra spins and passes lead to."""

    @abstractmethod
    def _follow(self, cells: Any, alike: Alike, way: int, target: Any, after: Ints) -> None:
        """Add to ``target`` what the spins of some configurations lead to in another frame."""

    # -- the order and the memory -------------------------------------------------------------

    def blocks(self) -> Iterator[LaneBlock]:
        """Yield the blocks to compute: frames by spins left, lanes with most Whammies first."""
        for key, frame in self.frames.items():
            if key[0]:
                for lane in frame.lanes:
                    yield key, lane

    def reads(self, block: LaneBlock) -> set[LaneBlock]:
        """Return the blocks that computing this one reads."""
        frame, lane = self.frames[block[0]], block[1]
        found = set()
        for (seat, kind, key), mask in self._ways(frame).items():
            after = self.moves.after(lane, seat, kind) if mask >> lane & 1 else None
            if after is not None:
                found.add((key, self.moves.merged(after, key)))
        return found

    def _ways(self, frame: Frame) -> dict[tuple[int, str, FrameKey], int]:
        """Return the lanes in which some spin of a seat leads to another frame, by the change of Whammies."""
        if frame.ways is None:
            frame.ways = {}
            for alike in frame.alike:
                for kind, key in alike.leads.items():
                    way = (alike.seat, kind, key)
                    frame.ways[way] = frame.ways.get(way, 0) | alike.lanes
        return frame.ways

    def _count(self) -> None:
        self.cells = self.rows = 0
        for key, lane in self.blocks():
            self.cancel.check()
            frame = self.frames[key]
            self.cells += frame.firsts(lane)[1]
            self.rows += int(frame.sizes[frame.classes[lane]][frame.here(lane), ..., 1].sum())

    def layout(self, keep: bool = False) -> Layout:
        """Return the order of the blocks and their memory; the root's blocks and those they read stay, to be read at
        the end.

        Args:
            keep: keep every block.

        Raises:
            Cancelled: the flag was set.
        """
        blocks = list(self.blocks())
        reads: dict[LaneBlock, set[LaneBlock]] = {}
        for block in blocks:
            self.cancel.check()
            reads[block] = self.reads(block)
        return best_layout(
            blocks,
            reads,
            lambda block: self.frames[block[0]].firsts(block[1])[1] * self.planes,
            lambda block: keep or block[0] == self.root.frame,
            self.cancel,
        )
