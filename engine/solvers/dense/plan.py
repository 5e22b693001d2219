"""The plan of dense expectimax: configurations, lanes, cells, evaluation order and memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from ... import calibration
from ...errors import Unaffordable
from ...game.board import Board
from ...game.position import Position
from ...game.rules import PlayRules
from ...game.spin import landings_by_seat
from .. import _configs, _spin
from ..cancel_flag import CancelFlag
from ..configs import Config, Cycles, FrameKey, FrameSuccessors, config_of, reachable_configs
from ..lanes import LANES, LaneTransitions, lane_of, lanes_in, newly_hit_seats, number
from ..spin_rows import DenseSpin
from . import _cells
from .cycles import cycle_orders, find_cycles
from .layout import LaneBlock, Layout, Piece, best_layout
from .options import DenseOptions
from .scores import LayerModel, Scores, make_layer_model

KINDS = {"spent": _cells.SUM, "whammy": _spin.WHAMMY, "fourth": _spin.WHAMMY, "off": _spin.WHAMMY_OFF}
# Memory that planning takes: for a configuration its successors, as they are found and as the kernel reads them, and its
# name; for a pattern of a configuration a box, and the numbers of its cells and rows; for a line of a configuration its
# range, and where lines have ranges the floors of a pattern, too.
CONFIG_BYTES = 568 + 260 + 500
BOX_BYTES = 32 + 8 + 8
RANGE_BYTES = 8
FLOORS_BYTES = 3 * 3 * 2 * 4
# Sets of seats that have gained a Whammy, and so have been at $0. With cells for each of them there are up to 40% fewer.
CLASSES = 8

TargetFrames = dict[str, FrameKey]  # by the change of Whammies
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class ConfigGroup:
    """Configurations of one frame with the same mover, lanes and successor frames; expanded together.

    Attributes:
        seat: the mover. lanes: the set of lanes they arise in. targets: the frames to which the spin leads.
        numbers: int32, which they are.
    """

    seat: int
    lanes: int
    targets: TargetFrames
    numbers: Ints


@dataclass
class Frame:
    """All configurations with the same number of spins left and the same contestants out.

    Attributes:
        successors: the configurations by number, and their successors.
        layer: the scores of its cells, and a spin from there.
        lane_sets: uint64, by number, the set of lanes that the configuration arises in.
        groups: the configurations, sorted by what their spins lead to.
        classes: the class of each lane; lanes of a class share their cells.
        cells: by class, the cells. sizes: by class, int64 [configurations, patterns, 2], their numbers of cells and rows.
        floors: by class, int32 [3, configurations, patterns, 3, 2], by axis the boxes that hold the cells where its score is
            $0: their least places, and the ends.
        lanes: computed lanes, most Whammies first, but lanes that share rows last.
        shared: of lanes that have only $0 lines of their own, the lane that has all their other rows: $0 lines are the rows
            where one of the two scores beside the row's is $0.
    """

    successors: FrameSuccessors
    layer: LayerModel
    lane_sets: npt.NDArray[np.uint64]
    groups: list[ConfigGroup] = field(default_factory=list)
    cells: dict[int, _cells.Cells] = field(default_factory=dict)
    sizes: dict[int, npt.NDArray[np.int64]] = field(default_factory=dict)
    floors: dict[int, Ints] = field(default_factory=dict)
    classes: dict[int, int] = field(default_factory=dict)
    lanes: list[int] = field(default_factory=list)
    shared: dict[int, int] = field(default_factory=dict)
    kinds: dict[tuple[int, str, FrameKey], int] | None = None

    def __post_init__(self) -> None:
        self.key = self.successors.key
        self.configs = self.successors.configs
        self.number = {config: index for index, config in enumerate(self.configs)}
        self._counts: dict[tuple[int, bool], int] = {}

    @property
    def scores(self) -> Scores:
        """The scores of the cells."""
        return self.layer.scores

    def here(self, lane: int) -> npt.NDArray[np.bool_]:
        """Return, by configuration, whether it arises in a lane."""
        return (self.lane_sets >> np.uint64(lane) & np.uint64(1)).astype(np.bool_)

    def cell_offsets(self, lane: int, *, floors: bool = False) -> npt.NDArray[np.int64]:
        """Return the first cell by configuration and pattern in a lane's block, -1 where none arises.

        Of its floors by axis, configuration and pattern. The $0 lines are the floors of two axes; their block has no other cells.
        """
        here, cells = self._cells_here(lane, floors)
        if lane in self.shared and not floors:
            return np.where(here, 0, -1)
        ends = np.cumsum(np.where(here, cells, 0), dtype=np.int64).reshape(cells.shape)
        return np.where(here, ends - cells, -1)

    def count(self, lane: int, *, floors: bool = False) -> int:
        """Return the cells in a lane's block, or of its floors."""
        if (lane, floors) not in self._counts:
            if lane in self.shared and not floors:
                return self.count(lane, floors=True)
            here, cells = self._cells_here(lane, floors)
            self._counts[lane, floors] = int(cells.sum(where=here, dtype=np.int64))
        return self._counts[lane, floors]

    def _cells_here(self, lane: int, floors: bool) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
        """Return whether a configuration and pattern has cells in a lane's block, or among its floors, and how many."""
        of = self.classes[lane]
        cells = np.diff(self.floors[of])[..., 0].prod(axis=-1) if floors else self.sizes[of][..., 0]
        here = self.here(lane)[:, None] & (cells > 0)
        if floors and lane in self.shared:
            here[0] = False
        return here, cells


class DensePlan:
    """The configurations and cells below some positions, and the cost of computing them.

    Args:
        position, board, play_rules: what to solve (``solver.supports`` must hold).
        options: what is to be kept, and what planning may take.
        cancel: stops it.

    Attributes:
        positions: the roots, of the same scores: ``position``, which is the one that is asked for, and others.
        movers: by frame, int32 [configurations], the axis of each mover.
        cycles: of passes at the cap, by frame; a grid, whose values are approximate anyway, has none.
        interpolated: whether values are read between points. reads_all: whether those of all positions are.
        line_ranged: whether each line has a range, and no score a track of its own; otherwise cells lie in boxes.
        has_few_holders: whether one or two contestants hold spins, and only what follows the positions is asked for.
        bytes: the most that the plan of cells takes.
        cells: to compute, Whammies included. rows: to compute; what a cell costs depends on how long its row is.

    Raises:
        Unaffordable: too big to plan in this memory, or too slow for ``planning_seconds``.
        Cancelled: the flag was set.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        options: DenseOptions,
        cancel: CancelFlag,
    ):
        self.position, self.board, self.play_rules = position, board, play_rules
        self.options = replace(options, template=None)  # whose cells are not to be held on to
        self.positions, self.cancel, self.memory = (position, *options.others), cancel, options.memory
        grid, template, planning_seconds = options.grid, options.template, options.planning_seconds
        self.spins = landings_by_seat(board, play_rules.rules, play_rules.unit)
        self.grid, self.terminal_grid = grid, options.terminal_grid or grid
        self.roots = [config for root in self.positions if isinstance(config := config_of(root), Config)]
        assert len(self.roots) == len(self.positions), "a game that is over needs no plan"
        all_hold = all(contestant.spins for contestant in self.position.contestants)
        self.reads_all = options.keep and grid is not None
        self.interpolated = options.keep or grid is not None
        is_for_more = self.interpolated or options.every_score or options.all_starts
        self.has_few_holders = not (all_hold or is_for_more)
        self.line_ranged = not self.has_few_holders
        self._shares = self.line_ranged and not is_for_more
        self._layers: dict[int | None, LayerModel] = {}
        self.moves = LaneTransitions(self.spin.offers, options.counted, options.after is not None)
        a, b, c = (int(seat) for seat in self.seats)
        most = int(min(calibration.MAX_CONFIGS, max(0.0, planning_seconds) / calibration.CONFIG_SECONDS))
        self.successors: list[FrameSuccessors] = (
            reachable_configs(self.roots, play_rules.rules, (a, b, c), cancel, most, options.counted)
            if template is None
            else template.successors
        )
        self.frames = {
            frame_successors.key: Frame(
                frame_successors, self.layer(frame_successors.key[0]), np.zeros(len(frame_successors.keys), np.uint64)
            )
            for frame_successors in self.successors
        }
        by_seat = np.argsort(self.seats).astype(np.int32)
        self.movers = {key: by_seat[frame.successors.mover_seats] for key, frame in self.frames.items()}
        self._find_lanes()
        if not self.line_ranged:
            self._plan_cells(classed=True)
            self.line_ranged = self._all_vary()
            if self.line_ranged:
                self._layers = {}
                for frame in self.frames.values():
                    frame.layer, frame.cells, frame.sizes = self.layer(frame.key[0]), {}, {}
        if self.line_ranged:
            self._plan_lines(planning_seconds)
        self._count()
        self.cycles = self._find_cycles() if grid is None else {}
        self.bytes += sum(array.nbytes for *arrays, _ in self.cycles.values() for array in arrays)

    def layer(self, spins_left: int) -> LayerModel:
        """Return the layer model with this many spins left."""
        after = self.terminal_grid if spins_left <= 1 else self.grid
        if after not in self._layers:
            self._layers[after] = make_layer_model(
                self.grid,
                after,
                self.position,
                self.spins,
                self.play_rules,
                fixed_tracks=not self.line_ranged,
                interpolated=self.reads_all,
            )
        return self._layers[after]

    @property
    def layers(self) -> list[LayerModel]:
        """All layers of frames with spins left."""
        return list(dict.fromkeys(frame.layer for key, frame in self.frames.items() if key[0]))

    @property
    def scores(self) -> Scores:
        """The scores of the roots."""
        return self.layer(self.position.spins).scores

    @property
    def spin(self) -> DenseSpin:
        """A spin from the roots."""
        return self.layer(self.position.spins).spin

    def _all_vary(self) -> bool:
        """Return whether all three scores vary in some cells; boxes then hold 2 to 3 times the reachable cells."""
        free = [pattern for pattern in range(_cells.PATTERNS) if not pattern & _cells.FIXED_SCORES]
        return any(sizes[:, free, 0].any() for frame in self.frames.values() for sizes in frame.sizes.values())

    @property
    def seats(self) -> npt.NDArray[np.int32]:
        return self.scores.seats

    @property
    def root(self) -> Config:
        return self.roots[0]

    @property
    def planes(self) -> int:
        """Payoffs stored for a cell: with two the third is what 1 lacks; with six dollars, then chances to win."""
        rules = self.play_rules.rules
        if rules.in_dollars:
            return 6
        return 2 if rules.ties == "split" and rules.house == "won" and self.spin.ends else 3

    # -- lanes --------------------------------------------------------------------------------

    def _find_lanes(self) -> None:
        """Find the lanes that arise in each configuration, from the root down."""
        self._read_at_end = {root.frame for root in self.roots}
        for root in self.roots:
            frame = self.frames[root.frame]
            self._read_at_end.update(self._target_frames(frame.successors, frame.number[root]).values())
        self.root_lanes = []
        for position, root in zip(self.positions, self.roots, strict=True):
            self.root_lanes.append(self.moves.merged(number(whammies_of(position)), root.frame))
            lanes = range(LANES) if self.options.all_starts else self.root_lanes[-1:]
            frame = self.frames[root.frame]
            for lane in {self.moves.merged(lane, root.frame) for lane in lanes}:
                frame.lane_sets[frame.number[root]] |= np.uint64(1 << lane)
        for key in sorted(self.frames, reverse=True):
            frame = self.frames[key]
            self.cancel.check()
            if key[0]:
                _configs.spread_lanes(frame.lane_sets, frame.successors.spin, frame.successors.passes)
                frame.groups = self._group_configs(frame)
                self._find_lanes_below(frame)
            mask = np.bitwise_or.reduce(frame.lane_sets, initial=np.uint64(0))
            lanes = sorted(lanes_in(int(mask)), key=lambda lane: (-sum(lane_of(lane)), lane))
            frame.shared = {lane: shared for lane in lanes if (shared := self._shared(lane, key)) != lane}
            frame.lanes = [lane for lane in lanes if lane not in frame.shared] + list(frame.shared)

    def _shared(self, lane: int, key: FrameKey) -> int:
        """Return the lane whose rows a lane shares: itself if none."""
        return self.moves.shared(lane, key) if self._shares and key[0] and key not in self._read_at_end else lane

    def _target_lanes(self, lanes: int, seat: int, kind: str, key: FrameKey) -> int:
        """Return the set of lanes of another frame that a set leads to, those included that have rows of others."""
        next_lane = self.moves.moved(lanes, seat, kind, key)
        for lane in lanes_in(next_lane):
            next_lane |= 1 << self._shared(lane, key)
        return next_lane

    def _group_configs(self, frame: Frame) -> list[ConfigGroup]:
        """Return the configurations of a frame, sorted by mover, lanes and what a fourth Whammy leads to."""
        successors = frame.successors
        members: dict[tuple[int, int, FrameKey | None], list[int]] = {}
        for k, way in enumerate(
            zip(successors.mover_seats.tolist(), frame.lane_sets.tolist(), successors.after_fourth, strict=True)
        ):
            members.setdefault(way, []).append(k)
        return [
            ConfigGroup(seat, lanes, self._target_frames(successors, numbers[0]), np.array(numbers, np.int32))
            for (seat, lanes, _), numbers in members.items()
            if lanes
        ]

    def _target_frames(self, successors: FrameSuccessors, k: int) -> TargetFrames:
        """Return the frames to which the spin of a configuration leads, by the change of Whammies."""
        kinds = ("spent", "whammy", "fourth", "off") if self.spin.offers else ("spent", "whammy", "fourth")
        targets = ((kind, successors.frame_after(k, kind)) for kind in kinds)
        return {kind: key for kind, key in targets if key is not None}

    def _find_lanes_below(self, frame: Frame) -> None:
        for group in frame.groups:
            for kind, key in group.targets.items():
                lanes = self._target_lanes(group.lanes, group.seat, kind, key)
                if lanes:
                    _configs.spread_lanes_below(
                        self.frames[key].lane_sets, frame.successors.after(kind), group.numbers, lanes
                    )

    # -- cells --------------------------------------------------------------------------------

    def _plan_lines(self, planning_seconds: float) -> None:
        """Find the cells with ranges by line."""
        self.scores.check_lines()
        ranges = (
            sum(len(frame_successors.keys) for frame_successors in self.successors if frame_successors.key[0])
            * self.scores.tracks.lines
        )
        if ranges * calibration.RANGE_SECONDS > planning_seconds:
            raise Unaffordable("It has too many scores and ways to share out the spins.")
        if ranges > calibration.MAX_RANGES:
            raise Unaffordable("There are too many scores and ways to share out the spins.")
        classed = not self.options.all_starts and CLASSES * ranges <= min(
            calibration.CLASSED_RANGES, planning_seconds / calibration.RANGE_SECONDS
        )
        self._plan_cells(classed and self._sort_lanes(True) <= self.memory)

    def _sort_lanes(self, classed: bool) -> int:
        """Sort lanes into classes (see ``_plan_cells``), and return the bytes that planning their cells takes at most."""
        since = [min(counts) for counts in zip(*(whammies_of(position) for position in self.positions), strict=True)]
        first = since[0], since[1], since[2]
        count = configs = 0
        for frame in self.frames.values():
            frame.classes = {
                lane: newly_hit_seats(lane, first) if classed and frame.key[0] else 0 for lane in frame.lanes
            }
            count += len(frame.configs) * len(set(frame.classes.values())) if frame.key[0] else 0
            configs += len(frame.configs)
        tracks = self.scores.tracks
        bytes_each: int = BOX_BYTES * tracks.patterns
        if self.line_ranged:
            bytes_each += RANGE_BYTES * tracks.lines + FLOORS_BYTES * tracks.patterns
        return CONFIG_BYTES * configs + count * bytes_each

    def _plan_cells(self, classed: bool) -> None:
        """Find the cells that arise in each frame, from those of the roots down.

        ``classed``: lanes in which the same seats have gained a Whammy, and so have been at $0, have cells of their
        own.
        """
        self.bytes = needed = self._sort_lanes(classed)
        if needed > self.memory:
            raise Unaffordable(
                f"Planning it takes up to {needed / 2**20:,.0f} MiB of memory; {self.memory / 2**20:,.0f} MiB are allowed."
            )
        frames = {key: frame for key, frame in self.frames.items() if key[0]}
        for frame in frames.values():
            for name in set(frame.classes.values()):
                frame.cells[name] = _cells.Cells(len(frame.configs), frame.scores.tracks, self.line_ranged)
        self._add_roots()
        for key in sorted(frames, reverse=True):
            frame = frames[key]
            successors = frame.successors
            for name, cells in frame.cells.items():
                here = sum(1 << lane for lane, other in frame.classes.items() if other == name)
                cells.close_under_moves(self.movers[key], successors.spin, successors.passes, self.cancel.memory)
                self.cancel.check()
                for group in frame.groups:
                    if group.lanes & here:
                        self._spread_below(frame, group, cells, group.lanes & here)
                frame.sizes[name] = cells.lay_out(self.cancel.memory)
                if self.line_ranged:
                    frame.floors[name] = cells.find_floors(self.cancel.memory)
                self.cancel.check()

    def _add_roots(self) -> None:
        stop = self.cancel.memory
        for place, (position, root, lane) in enumerate(zip(self.positions, self.roots, self.root_lanes, strict=True)):
            self.cancel.check()
            frame = self.frames[root.frame]
            cells, k = frame.cells[frame.classes[lane]], frame.number[root]  # with every start there is one class
            pattern, at = frame.scores.root(position)
            cells.add_cells(k, pattern, at, at, stop)
            if self.options.all_starts or (not place and self.options.every_score):
                cells.add_cells(k, 0, (0, 0, 0), frame.scores.highest_place, stop)

    def _spread_below(self, frame: Frame, group: ConfigGroup, cells: _cells.Cells, lanes: int) -> None:
        """Add the cells that the spins of some configurations lead to."""
        axis = frame.scores.axis_of[group.seat]
        for kind, key in group.targets.items():
            if not key[0]:
                continue
            below, after = self.frames[key], frame.successors.after(kind)
            for name in {below.classes[lane] for lane in lanes_in(self._target_lanes(lanes, group.seat, kind, key))}:
                cells.add_successors(group.numbers, axis, KINDS[kind], below.cells[name], after, self.cancel.memory)
                self.cancel.check()

    def _find_cycles(self) -> dict[FrameKey, Cycles]:
        orders = cycle_orders(any(podium.score > self.play_rules.cap for podium in self.position.contestants))
        frames = [frame for frame in self.frames.values() if frame.key[0]]
        movers = [self.movers[frame.key] for frame in frames]
        cycles_by_frame = find_cycles(movers, [frame.successors for frame in frames], orders, self.cancel)
        return {frame.key: cycles for frame, cycles in zip(frames, cycles_by_frame, strict=True) if cycles}

    # -- the order and the memory -------------------------------------------------------------

    def blocks(self) -> Iterator[LaneBlock]:
        """Yield the blocks to compute: frames by spins left, lanes with most Whammies first."""
        for key, frame in self.frames.items():
            if key[0]:
                for lane in frame.lanes:
                    yield key, lane

    def reads(self, block: LaneBlock, *, whole: bool = False) -> set[Piece]:
        """Return the blocks that computing a block reads: floors only after a Whammy, else whole blocks.

        Where a score that stands still has a track of its own, there are no floors.

        ``whole``: all of a block is wanted after a Whammy, too.
        """
        frame, lane = self.frames[block[0]], block[1]
        pieces = set()
        for (seat, kind, key), mask in self._kinds(frame).items():
            after = self.moves.after(lane, seat, kind) if mask >> lane & 1 else None
            if after is not None and key[0]:
                floor = self.line_ranged and not whole and kind in ("whammy", "fourth")
                pieces |= self._pieces((key, self.moves.merged(after, key)), floor)
        if lane in frame.shared:
            pieces |= self._pieces(block, False) - {(block, True)}
        return pieces

    def _pieces(self, block: LaneBlock, floor: bool) -> set[Piece]:
        """Return the pieces that hold a block or its floors."""
        key, lane = block
        shared = self.frames[key].shared.get(lane)
        return {(block, floor)} if shared is None else {(block, True), ((key, shared), floor)}

    def _kinds(self, frame: Frame) -> dict[tuple[int, str, FrameKey], int]:
        """Return the lanes in which some spin of a seat leads to another frame, by the change of Whammies."""
        if frame.kinds is None:
            frame.kinds = {}
            for group in frame.groups:
                for kind, key in group.targets.items():
                    of = (group.seat, kind, key)
                    frame.kinds[of] = frame.kinds.get(of, 0) | group.lanes
        return frame.kinds

    def _count(self) -> None:
        self.cells = self.rows = 0
        for key, lane in self.blocks():
            self.cancel.check()
            frame = self.frames[key]
            cells = frame.count(lane)
            self.cells += cells
            whole, rows = frame.sizes[frame.classes[lane]][frame.here(lane)].sum(axis=(0, 1))
            self.rows += int(rows if lane not in frame.shared else cells * rows / max(whole, 1))

    def numbers(self, piece: Piece) -> int:
        """Return how many numbers a piece takes."""
        (key, lane), floors = piece
        frame = self.frames[key]
        return 0 if lane in frame.shared and not floors else frame.count(lane, floors=floors) * self.planes

    def layout(self) -> Layout:
        """Return the order of the blocks and their memory; the roots' blocks and those they read stay, to be
        read at the end, or all of them.

        Raises:
            Cancelled: the flag was set.
        """
        keep = self.options.keep
        blocks = list(self.blocks())
        roots = () if self.options.all_starts else {root.frame for root in self.roots}
        reads: dict[LaneBlock, set[Piece]] = {}
        for block in blocks:
            self.cancel.check()
            reads[block] = self.reads(block, whole=keep or block[0] in roots)

        return best_layout(blocks, reads, self.numbers, lambda block: keep or block[0] in roots, self.cancel)


def whammies_of(position: Position) -> tuple[int, int, int]:
    """Return the Whammies of each seat; those out count as 0."""
    a, b, c = (0 if contestant.out else contestant.whammies for contestant in position.contestants)
    return a, b, c
