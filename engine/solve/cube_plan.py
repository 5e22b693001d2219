"""The plan of a cube solve: configurations, lanes, reachable rows, and what memory they take.

Where several contestants hold spins nearly all scores can be reached, so nothing is listed: the scores span a box with
one axis for each seat. ``_reach.pyx`` cuts away what cannot be reached.
"""

from __future__ import annotations

import math

from ..errors import Unaffordable
from ..game.board import Board
from ..game.position import Position
from ..game.rules import PlayRules
from ..game.spin import spins
from . import _reach
from .cancel_flag import CancelFlag
from .cap_cycles import cycle_orders, cycles_matter, planes_of_wins, score_above_cap
from .config_plan import Alike, ConfigPlan, Frame
from .cube_axes import Box
from .cube_configs import FrameKey
from .cube_lanes import ALL_SEATS, gained, members
from .cube_spin import CubeSpin
from .cube_tables import FrameTables

MOST_RANGES = 600_000_000  # lines times configurations whose ranges are kept
RANGE_SECONDS = 2e-8  # planning time of a line of a configuration
# Lanes in which the same seats have gained a Whammy, and so have been at $0, have ranges of their own: up
# to 40% fewer cells for more work, and up to this many ranges.
CLASSES = 8
CLASSED_RANGES = 70_000_000


class CubePlan(ConfigPlan):
    """The configurations below one position, and the cost of computing them.

    Args:
        position, board, play_rules: what to solve (``cubes_apply`` must hold).
        every_score: keep all scores of the root's configuration, for a table of answers.
        grid: dollars between scores that are distinguished; None for all (see ``CubeSpin``).
        patience: seconds that planning may take.
        like: a plan of the same question on another grid, whose configurations are reused.
        counted: bit mask of the seats whose Whammies are counted (see ``LaneMoves``).
        tell_apart: whether to tell cycles at the cap apart; None where it costs little.

    Attributes:
        told_apart: cycles at the cap are told apart, or there are none. On a grid they need not be.

    Raises:
        Unaffordable: too big to plan, or too slow for ``patience``.
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
        counted: int = ALL_SEATS,
        tell_apart: bool | None = None,
    ):
        self.board = board
        spin = CubeSpin(spins(board, play_rules.rules, play_rules.unit), play_rules.unit, grid)
        self.box = Box(position, spin.moves, play_rules.cap)
        super().__init__(
            position, play_rules, spin, self.box.seats, cancel, patience=patience, like=like, counted=counted
        )
        ranges = sum(len(found.keys) for found in self.successors) * self.box.kernel.lines
        if ranges * RANGE_SECONDS > patience:
            raise Unaffordable("It has too many scores and ways to share out the spins.")
        if ranges > MOST_RANGES:
            raise Unaffordable("There are too many scores and ways to share out the spins.")
        classed = CLASSES * ranges <= min(CLASSED_RANGES, patience / RANGE_SECONDS)
        self.tables: dict[FrameKey, FrameTables] = {} if like is None else like.tables
        for key, frame in self.frames.items():
            if key[0] and like is None:
                cancel.check()
                self.tables[key] = FrameTables(frame.successors, self.box.axis_of)
        self._arise()
        self._plan_rows(every_score, classed)
        if tell_apart is None:
            tell_apart = cycles_matter(self, board, every_score)
        self.told_apart = grid is not None or tell_apart
        cycles = grid is None and tell_apart and self._find_cycles()
        # With dollars at stake the chances to win are carried along in three more.
        self.planes = 6 if play_rules.rules.in_dollars else planes_of_wins(self, cycles)

    def _find_cycles(self) -> bool:
        """Find cycles of passes at the cap; return whether there are any."""
        orders = cycle_orders(score_above_cap(self))
        found = [tables.find_cycles(orders) for tables in self.tables.values()]
        return any(found)

    # -- rows ---------------------------------------------------------------------------------

    def _plan_rows(self, every_score: bool, classed: bool) -> None:
        axes = self.box.kernel
        reach = _reach.Reach(axes)
        for frame in self.frames.values():
            for lane in frame.lanes:
                frame.classes[lane] = gained(lane, self.since) if classed and frame.key[0] else 0
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
        """Close a frame's ranges and fill those of the configurations that it leads to."""
        for name, ranges in frame.ranges.items():
            here = sum(1 << lane for lane, its in frame.classes.items() if its == name)
            if frame.key[0]:
                tables = self.tables[frame.key]
                reach.close(ranges, tables.mover, tables.spin, tables.passes)
                for alike in frame.alike:
                    if alike.lanes & here:
                        self._spread_below(reach, frame, alike, ranges, alike.lanes & here)
            frame.sizes[name] = ranges.close()

    def _spread_below(self, reach: _reach.Reach, frame: Frame, alike: Alike, ranges: _reach.Ranges, lanes: int) -> None:
        tables = self.tables[frame.key]
        for kind, key in alike.leads.items():
            below = self.frames[key]
            way = {"spent": _reach.SUM, "off": _reach.WHAMMY_OFF}.get(kind, _reach.WHAMMY)
            after = {"whammy": tables.whammy, "fourth": tables.fourth}.get(kind, tables.spent)
            for name in {below.classes[lane] for lane in members(self.moves.moved(lanes, alike.seat, kind, key))}:
                reach.follow(
                    ranges, alike.numbers, self.box.axis_of[alike.seat], way, below.ranges[name], after,
                    self.cancel.memory,
                )  # fmt: skip
                self.cancel.check()
