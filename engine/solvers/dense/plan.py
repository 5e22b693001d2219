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
from ..lanes import LANES, LaneTransitions, lane_number, lane_of, lanes_in, newly_hit_seats
from ..spin_rows import DenseSpin
from . import _cells
from .cycles import find_cycles, list_cycle_places
from .layout import LaneBlock, Layout, Piece, choose_layout
from .options import DenseOptions
from .scores import LayerModel, Scores, make_layer_model

KINDS = {"spent": _cells.SUM, "whammy": _spin.WHAMMY, "fourth": _spin.WHAMMY, "off": _spin.WHAMMY_OFF}
# Memory of planning.
CONFIG_BYTES = 568 + 260 + 500  # a configuration: successors in the closure, successors for the kernel, ``Config``
BOX_BYTES = 32 + 8 + 8  # a pattern of a configuration: box, numbers of cells and rows
RANGE_BYTES = 8  # a line of a configuration
FLOORS_BYTES = 3 * 3 * 2 * 4  # a pattern of a configuration, where lines have ranges
# Sets of seats that have gained a Whammy, and so have been at $0. With separate cells for each set there are up to 40%
# fewer.
CLASSES = 8

TargetFrames = dict[str, FrameKey]  # by the change of Whammies
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class ConfigGroup:
    """Configurations of one frame with the same mover, lanes and successor frames; expanded together.

    Attributes:
        seat: the mover. lanes: the set of lanes in which they arise. targets: the frames after the spin.
        numbers: int32, the configurations.
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
        lane_sets: uint64, by configuration, the set of lanes in which it arises.
        groups: the configurations, grouped by mover, lanes and targets.
        classes: the class of each lane; lanes of a class share their cells.
        cells: by class, the cells. sizes: by class, int64 [configurations, patterns, 2], numbers of cells and rows.
        floors: by class, see ``Cells.find_floors``.
        lanes: computed lanes, most Whammies first, but lanes that share rows last.
        shared: for lanes that have only $0 lines of their own (rows where the score of B or C is $0), the lane that has
            all their other rows.
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
        return self.layer.scores

    def arises_in(self, lane: int) -> npt.NDArray[np.bool_]:
        """Return, by configuration, whether it arises in a lane."""
        return (self.lane_sets >> np.uint64(lane) & np.uint64(1)).astype(np.bool_)

    def cell_offsets(self, lane: int, *, floors: bool = False) -> npt.NDArray[np.int64]:
        """Return the first cell by configuration and pattern in a lane's block, -1 if there is none.

        With ``floors`` by axis, configuration and pattern. A lane that shares rows has only the floors of two axes.
        """
        arises, cells = self._count_by_config(lane, floors)
        if lane in self.shared and not floors:
            return np.where(arises, 0, -1)
        ends = np.cumsum(np.where(arises, cells, 0), dtype=np.int64).reshape(cells.shape)
        return np.where(arises, ends - cells, -1)

    def count(self, lane: int, *, floors: bool = False) -> int:
        """Return the number of cells in a lane's block, or in its floors."""
        if (lane, floors) not in self._counts:
            if lane in self.shared and not floors:
                return self.count(lane, floors=True)
            arises, cells = self._count_by_config(lane, floors)
            self._counts[lane, floors] = int(cells.sum(where=arises, dtype=np.int64))
        return self._counts[lane, floors]

    def _count_by_config(self, lane: int, floors: bool) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
        """Return, by configuration and pattern, whether a lane's block, or its floors, have cells, and their number."""
        lane_class = self.classes[lane]
        cells = np.diff(self.floors[lane_class])[..., 0].prod(axis=-1) if floors else self.sizes[lane_class][..., 0]
        arises = self.arises_in(lane)[:, None] & (cells > 0)
        if floors and lane in self.shared:
            arises[0] = False
        return arises, cells


class DensePlan:
    """The configurations and cells below some positions, and the cost of computing them.

    Args:
        position, board, play_rules: what to solve (``solver.supports`` must hold).
        options: see ``DenseOptions``.
        cancel: set to stop.

    Attributes:
        positions: the roots, with the same scores: ``position`` and ``options.others``.
        movers: by frame, int32 [configurations], the axis of each mover.
        cycles: of passes at the cap, by frame; none on a grid, whose values are approximate anyway.
        interpolated: whether values are on a grid or read between points. reads_all: whether all positions are read on a
            grid.
        line_ranged: whether each line has a range, and no score a track of its own; otherwise cells lie in boxes.
        has_few_holders: whether one or two contestants hold spins, and only positions below the roots are solved.
        bytes: upper bound on the memory of the plan.
        cells: to compute, Whammies included. rows: to compute, as the cost of a cell depends on the length of its row.

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
        self.options = replace(options, template=None)  # so that its cells are freed
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
        max_configs = int(min(calibration.MAX_CONFIGS, max(0.0, planning_seconds) / calibration.CONFIG_SECONDS))
        self.successors: list[FrameSuccessors] = (
            reachable_configs(self.roots, play_rules.rules, (a, b, c), cancel, max_configs, options.counted)
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
        """All layer models of frames with spins left."""
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
        """Payoffs stored for a cell: with two the third is 1 minus both; with six, dollars and then chances to win."""
        rules = self.play_rules.rules
        if rules.in_dollars:
            return 6
        return 2 if rules.ties == "split" and rules.house == "won" and self.spin.ends else 3

    # -- lanes --------------------------------------------------------------------------------

    def _find_lanes(self) -> None:
        """Find the lanes in which each configuration arises, from the roots down."""
        self._read_at_end = {root.frame for root in self.roots}
        for root in self.roots:
            frame = self.frames[root.frame]
            self._read_at_end.update(self._list_target_frames(frame.successors, frame.number[root]).values())
        self.root_lanes = []
        for position, root in zip(self.positions, self.roots, strict=True):
            self.root_lanes.append(self.moves.canonical(lane_number(whammies_of(position)), root.frame))
            lanes = range(LANES) if self.options.all_starts else self.root_lanes[-1:]
            frame = self.frames[root.frame]
            for lane in {self.moves.canonical(lane, root.frame) for lane in lanes}:
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
            frame.shared = {
                lane: sharing_lane for lane in lanes if (sharing_lane := self._find_shared_lane(lane, key)) != lane
            }
            frame.lanes = [lane for lane in lanes if lane not in frame.shared] + list(frame.shared)

    def _find_shared_lane(self, lane: int, key: FrameKey) -> int:
        """Return the lane whose rows a lane shares, or the lane itself."""
        return self.moves.sharing_lane(lane, key) if self._shares and key[0] and key not in self._read_at_end else lane

    def _find_target_lanes(self, lanes: int, seat: int, kind: str, key: FrameKey) -> int:
        """Return the set of lanes in another frame after a change of Whammies, and the lanes whose rows they share."""
        next_lane = self.moves.target_lanes(lanes, seat, kind, key)
        for lane in lanes_in(next_lane):
            next_lane |= 1 << self._find_shared_lane(lane, key)
        return next_lane

    def _group_configs(self, frame: Frame) -> list[ConfigGroup]:
        """Return the configurations of a frame, grouped by mover, lanes and the frame after a fourth Whammy."""
        successors = frame.successors
        members: dict[tuple[int, int, FrameKey | None], list[int]] = {}
        for k, way in enumerate(
            zip(successors.mover_seats.tolist(), frame.lane_sets.tolist(), successors.after_fourth, strict=True)
        ):
            members.setdefault(way, []).append(k)
        return [
            ConfigGroup(seat, lanes, self._list_target_frames(successors, numbers[0]), np.array(numbers, np.int32))
            for (seat, lanes, _), numbers in members.items()
            if lanes
        ]

    def _list_target_frames(self, successors: FrameSuccessors, k: int) -> TargetFrames:
        """Return the frames after the spin of a configuration, by the change of Whammies."""
        kinds = ("spent", "whammy", "fourth", "off") if self.spin.offers else ("spent", "whammy", "fourth")
        targets = ((kind, successors.frame_after(k, kind)) for kind in kinds)
        return {kind: key for kind, key in targets if key is not None}

    def _find_lanes_below(self, frame: Frame) -> None:
        for group in frame.groups:
            for kind, key in group.targets.items():
                lanes = self._find_target_lanes(group.lanes, group.seat, kind, key)
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
        """Sort lanes into classes (see ``_plan_cells``); return an upper bound on the bytes for planning their cells."""
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
        """Find the cells that arise in each frame, from the roots down.

        ``classed``: plan cells for each class of lanes in which the same seats have gained a Whammy, and so have been at
        $0.
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
                class_lanes = sum(1 << lane for lane, other in frame.classes.items() if other == name)
                cells.close_under_moves(self.movers[key], successors.spin, successors.passes, self.cancel.memory)
                self.cancel.check()
                for group in frame.groups:
                    if group.lanes & class_lanes:
                        self._spread_below(frame, group, cells, group.lanes & class_lanes)
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
        """Add the successors of a group's cells by a spin."""
        axis = frame.scores.axis_of[group.seat]
        for kind, key in group.targets.items():
            if not key[0]:
                continue
            below, after = self.frames[key], frame.successors.after(kind)
            for name in {
                below.classes[lane] for lane in lanes_in(self._find_target_lanes(lanes, group.seat, kind, key))
            }:
                cells.add_successors(group.numbers, axis, KINDS[kind], below.cells[name], after, self.cancel.memory)
                self.cancel.check()

    def _find_cycles(self) -> dict[FrameKey, Cycles]:
        orders = list_cycle_places(any(podium.score > self.play_rules.cap for podium in self.position.contestants))
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
        """Return the pieces that computing a block reads: floors after a Whammy, otherwise whole blocks.

        Boxes have no floors. With ``whole`` whole blocks are read after a Whammy, too.
        """
        frame, lane = self.frames[block[0]], block[1]
        pieces = set()
        for (seat, kind, key), mask in self._list_spin_kinds(frame).items():
            after = self.moves.after(lane, seat, kind) if mask >> lane & 1 else None
            if after is not None and key[0]:
                floor = self.line_ranged and not whole and kind in ("whammy", "fourth")
                pieces |= self._list_pieces((key, self.moves.canonical(after, key)), floor)
        if lane in frame.shared:
            pieces |= self._list_pieces(block, False) - {(block, True)}
        return pieces

    def _list_pieces(self, block: LaneBlock, floor: bool) -> set[Piece]:
        """Return the pieces that hold a block or its floors."""
        key, lane = block
        sharing_lane = self.frames[key].shared.get(lane)
        return {(block, floor)} if sharing_lane is None else {(block, True), ((key, sharing_lane), floor)}

    def _list_spin_kinds(self, frame: Frame) -> dict[tuple[int, str, FrameKey], int]:
        """Return, by mover, change of Whammies and target frame, the set of lanes with such a spin."""
        if frame.kinds is None:
            frame.kinds = {}
            for group in frame.groups:
                for kind, key in group.targets.items():
                    spin_kind = (group.seat, kind, key)
                    frame.kinds[spin_kind] = frame.kinds.get(spin_kind, 0) | group.lanes
        return frame.kinds

    def _count(self) -> None:
        self.cells = self.rows = 0
        for key, lane in self.blocks():
            self.cancel.check()
            frame = self.frames[key]
            cells = frame.count(lane)
            self.cells += cells
            whole, rows = frame.sizes[frame.classes[lane]][frame.arises_in(lane)].sum(axis=(0, 1))
            self.rows += int(rows if lane not in frame.shared else cells * rows / max(whole, 1))

    def numbers(self, piece: Piece) -> int:
        """Return the numbers that a piece takes."""
        (key, lane), floors = piece
        frame = self.frames[key]
        return 0 if lane in frame.shared and not floors else frame.count(lane, floors=floors) * self.planes

    def layout(self) -> Layout:
        """Return the evaluation order of the blocks and their memory layout.

        The roots' blocks, and the blocks that these read, are kept to the end; with ``options.keep`` all blocks.

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

        return choose_layout(blocks, reads, self.numbers, lambda block: keep or block[0] in roots, self.cancel)


def whammies_of(position: Position) -> tuple[int, int, int]:
    """Return the Whammies of each seat, 0 for seats that are out."""
    a, b, c = (0 if contestant.out else contestant.whammies for contestant in position.contestants)
    return a, b, c
