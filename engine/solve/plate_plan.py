"""The plan of a plate solve: which boxes of cells are needed, see ``_boxes.pyx``."""

from __future__ import annotations

import math

import numpy as np

from ..game.board import Board
from ..game.position import Position
from ..game.rules import PlayRules
from ..game.spin import spins
from . import _boxes
from .cancel_flag import CancelFlag
from .cap_cycles import planes_of_wins
from .config_plan import Alike, ConfigPlan, Frame
from .cube_lanes import gained, members
from .cube_spin import CubeSpin
from .plate_axes import PlateAxes


class PlatePlan(ConfigPlan):
    """The configurations and boxes below one position, and the cost of computing them.

    Args:
        position, board, play_rules: what to solve (``plates_apply`` must hold).
        highest: the same position is solved with every score of the mover's on the grid up to this, besides the mover's
            own.
        patience: seconds that planning may take.

    Attributes:
        movers: by frame, int32 [configurations], the axis of each mover.

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
        highest: int | None = None,
        patience: float = math.inf,
    ):
        self.highest = highest
        spin = CubeSpin(spins(board, play_rules.rules, play_rules.unit), play_rules.unit)
        self.axes = PlateAxes(position, spin.moves, play_rules.cap)
        super().__init__(position, play_rules, spin, self.axes.seats, cancel, patience=patience)
        by_seat = np.argsort(self.axes.seats).astype(np.int32)
        self.movers = {key: by_seat[frame.successors.mover_seats] for key, frame in self.frames.items()}
        self._arise()
        self._plan_boxes()
        self.planes = planes_of_wins(self)

    def _plan_boxes(self) -> None:
        for frame in self.frames.values():
            for lane in frame.lanes:
                frame.classes[lane] = gained(lane, self.since) if frame.key[0] else 0
            for name in set(frame.classes.values()):
                frame.ranges[name] = _boxes.Boxes(len(frame.configs))
        root = self.frames[self.root.frame]
        boxes, number = root.ranges[root.classes[self.root_lane]], root.number[self.root]
        pattern, place = next(self.axes.places(self.position))
        boxes.add_cell(number, pattern, place)
        if self.highest is not None:
            for pattern, place in self.axes.ends(self.position, self.highest):
                boxes.add_cell(number, pattern, place)
        for key in sorted(self.frames, reverse=True):
            self._spread(self.frames[key])
            self.cancel.check()

    def _spread(self, frame: Frame) -> None:
        """Close a frame's boxes and fill those of the configurations that it leads to."""
        its = frame.successors
        for name, boxes in frame.ranges.items():
            here = sum(1 << lane for lane, its_class in frame.classes.items() if its_class == name)
            if frame.key[0]:
                boxes.close(self.axes.tracks, self.movers[frame.key], its.spin, its.passes)
                for alike in frame.alike:
                    if alike.lanes & here:
                        self._spread_below(frame, alike, boxes, alike.lanes & here)
            frame.sizes[name] = boxes.sizes()

    def _spread_below(self, frame: Frame, alike: Alike, boxes: _boxes.Boxes, lanes: int) -> None:
        for kind, key in alike.leads.items():
            if not key[0]:
                continue  # the end of the game takes no memory
            below = self.frames[key]
            way = {"spent": _boxes.SUM, "off": _boxes.WHAMMY_OFF}.get(kind, _boxes.WHAMMY)
            after, mover = frame.successors.after(kind), self.axes.axis_of[alike.seat]
            for name in {below.classes[lane] for lane in members(self.moves.moved(lanes, alike.seat, kind, key))}:
                boxes.follow(self.axes.tracks, alike.numbers, mover, way, below.ranges[name], after)
