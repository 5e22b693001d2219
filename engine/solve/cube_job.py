"""One sweep of the cube kernel: a frame for one group of lanes, made ready as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from engine.game.position import WHAMMIES_OUT
from engine.game.rules import by_preference
from engine.game.spin import single_sums
from engine.solve import _cubes64
from engine.solve.cube_plan import frame_key
from engine.solve.lanes import Lane, changed
from engine.solve.ply import TOLERANCE

if TYPE_CHECKING:
    from engine.solve.cube_plan import Config, Frame
    from engine.solve.cubes import Cubes

STILL = {"float32": 1e-7, "float64": 1e-15}
SINGLE_TOLERANCE = 1e-6  # beside rounding noise in single precision


class Job:
    """Gathers what a sweep reads, numbers it, and runs the kernel."""

    def __init__(self, cubes: Cubes, frame: Frame, group: int):
        self.cubes = cubes
        self.plan = cubes.plan
        self.frame = frame
        self.group = group
        self.lanes = frame.groups[group]
        self.kernel = cubes.kernel
        members = [frame.configs[name] for name in frame.members[group]]
        self.configs = [c for c in sorted(members, key=_order) if cubes.plan.ranges[c.key].cells]
        self.number = {config.key: index for index, config in enumerate(self.configs)}
        self.tables: dict[Any, int] = {}
        self.blocks: dict[Any, int] = {}
        self.block_items: list[tuple[npt.NDArray[Any], int]] = []
        self.gathers: dict[tuple[Any, str, int], int] = {}
        self.gather_items: list[tuple[list[Any], int]] = []
        self.copies: list[npt.NDArray[Any]] = []

    def run(self) -> None:
        """Fills the frame's values for this group. Returns early when cancelled."""
        plan = self.plan
        rows = [self._row(config) for config in self.configs]
        tolerance = TOLERANCE["win"] if self.kernel is _cubes64 else SINGLE_TOLERANCE
        counts = (len(self.tables), len(self.block_items), len(self.gather_items), len(rows))
        sweep = self.kernel.CubeSweep(
            len(self.lanes),
            (
                plan.a_first, plan.a_length, plan.dollars, plan.b_next, plan.c_next, plan.shift, plan.zero,
                plan.gives_spin,
            ),
            self._spin(),
            counts,
            np.array([axis.seat for axis in plan.axes], np.int32),
            plan.offers,
            tolerance,
            STILL[np.dtype(self.kernel.PRECISION).name],
        )  # fmt: skip
        for key in self.tables:
            ranges = plan.ranges[key]
            sweep.add_table(ranges.low, ranges.high, ranges.start)
        for values, table in self.block_items:
            sweep.add_block(values, table)
        for lanes, table in self.gather_items:
            sweep.add_gather(lanes, table)
        for row in rows:
            sweep.add_config(*row)
        sweep.prepare(*self._dependencies())
        sweep.run(0, len(plan.dollars[2]), plan.cancel.memory)
        for copy in self.copies:
            self.cubes.pool.give(copy)

    # -- one configuration --------------------------------------------------------------------

    def _row(self, config: Config) -> tuple[Any, ...]:
        seat = config.key[3]
        passes = [
            [-1 if key is None else self.number.get(key, -1) for key in config.passes[place]] for place in range(2)
        ]
        return (
            config.up,
            self.cubes.values[(config.key, self.group)],
            self._table(config.key),
            self._spun(config),
            np.array([self._block(key) for key in config.spent], np.int32),
            np.array(passes, np.int32),
            np.array(config.may_press, np.uint8),
            np.array([self._gather(key, "whammy", seat) for key in config.whammy], np.int32),
            np.array([self._gather(key, "fourth", seat) for key in config.fourth], np.int32),
            np.array([self._gather(key, "off", seat) if self.plan.offers else -1 for key in config.spent], np.int32),
        )

    def _spun(self, config: Config) -> int:
        """The configuration after an extra spin; on a board without any, nobody asks for it."""
        return self.number.get(config.spin, self.number[config.key])

    def _table(self, key: Any) -> int:
        return self.tables.setdefault(key, len(self.tables))

    def _block(self, key: Any) -> int:
        """Number of a configuration's values in this sweep's lanes; -1 where it never arises."""
        if key is None:
            return -1
        if key not in self.blocks:
            if not self.plan.ranges[key].cells:
                self.blocks[key] = -1
                return -1
            self.block_items.append((self._in_our_lanes(key), self._table(key)))
            self.blocks[key] = len(self.block_items) - 1
        return self.blocks[key]

    def _in_our_lanes(self, key: Any) -> npt.NDArray[Any]:
        """The stored array itself where its lanes are ours, or a copy with our lanes."""
        frame = self.plan.frames[frame_key(key)]
        places = [frame.place.get(self.plan.merged(lane, frame.key)) for lane in self.lanes]
        first = places[0]
        if first is not None and places == [(first[0], index) for index in range(len(frame.groups[first[0]]))]:
            stored = self.cubes.values.get((key, first[0]))
            if stored is not None:
                return stored
        copy = self.cubes.pool.take(self.plan.ranges[key].cells, len(places))
        self.copies.append(copy)
        for index, place in enumerate(places):
            stored = None if place is None else self.cubes.values.get((key, place[0]))
            if stored is not None and place is not None:
                copy[:, :, index] = stored[:, :, place[1]]
            else:
                copy[:, :, index] = 0  # this lane does not arise there
        return copy

    def _gather(self, key: Any, kind: str, seat: int) -> int:
        """Number of a configuration's values after a Whammy or a Whammy off; -1 where it never arises."""
        if key is None:
            return -1
        number = self.gathers.get((key, kind, seat))
        if number is None:
            number = self.gathers[(key, kind, seat)] = self._new_gather(key, kind, seat)
        return number

    def _new_gather(self, key: Any, kind: str, seat: int) -> int:
        after: list[Lane | None] = []
        for lane in self.lanes:
            count = lane[seat]
            if kind == "whammy":
                after.append(changed(lane, seat, 1) if count < WHAMMIES_OUT - 1 else None)
            elif kind == "fourth":
                after.append(lane if count == WHAMMIES_OUT - 1 else None)
            else:
                after.append(changed(lane, seat, -1) if count else None)
        if all(lane is None for lane in after) and kind != "off":
            return -1
        if key[0] == "end" and key[1] is not None:
            decided = np.zeros((1, 3, 1), self.kernel.PRECISION)
            if key[1] >= 0:
                decided[0, key[1], 0] = 1
            items: list[Any] = [None if lane is None else (decided, 0) for lane in after]
            table = -1
        else:
            if not self.plan.ranges[key].cells:
                return -1
            frame = self.plan.frames[frame_key(key)]
            items = []
            for reached in after:
                if reached is None:
                    items.append(None)
                    continue
                group, place = frame.place.get(self.plan.merged(reached, frame.key), (-1, 0))
                stored = self.cubes.values.get((key, group))
                items.append(None if stored is None else (stored, place))
            table = self._table(key)
        self.gather_items.append((items, table))
        return len(self.gather_items) - 1

    # -- the board and the order --------------------------------------------------------------

    def _spin(self) -> tuple[Any, ...]:
        """The landings as arrays: sums without an extra spin first."""
        plan, real = self.plan, self.kernel.PRECISION
        taps: dict[int, float] = {}
        whammy = 0.0
        chances: list[float] = []
        options_at, parts_at, part_moves, part_weights = [0], [0], list[int](), list[float]()
        for chance, options in plan.spin:
            if len(options) == 1 and options[0].effect.kind == "whammy":
                whammy += float(chance)
            elif len(options) == 1:
                for effect, weight in single_sums(options[0].effect):
                    move = plan.move_index[effect]
                    taps[move] = taps.get(move, 0.0) + float(chance) * weight
            else:
                chances.append(float(chance))
                for option in sorted(options, key=lambda o: by_preference(0, o, plan.table.unit)):
                    kind = option.effect.kind
                    if kind in ("whammy", "whammy_off"):
                        parts = [(-2 if kind == "whammy" else -1, 1.0)]
                    else:
                        parts = [(plan.move_index[e], w) for e, w in single_sums(option.effect)]
                    part_moves += [move for move, _ in parts]
                    part_weights += [weight for _, weight in parts]
                    parts_at.append(len(part_moves))
                options_at.append(len(parts_at) - 1)
        order = sorted(taps, key=lambda move: bool(plan.gives_spin[move]))
        spent = sum(1 for move in order if not plan.gives_spin[move])
        return (
            np.array(order, np.int32),
            np.array([taps[move] for move in order] or [0.0], real),
            spent,
            whammy,
            np.array(chances, real),
            np.array(options_at, np.int32),
            np.array(parts_at, np.int32),
            np.array(part_moves or [0], np.int32),
            np.array(part_weights or [0.0], real),
        )

    def _dependencies(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Which configurations read another's row of the same line, and which are read too early."""
        size = len(self.configs)
        depends = np.zeros((size, size), np.uint8)
        early = np.zeros(size, np.uint8)
        for k, config in enumerate(self.configs):
            read = {self.number[key] for keys in config.passes for key in keys if key in self.number}
            spin = self._spun(config)
            if config.up == 0 and spin != k:
                read.add(spin)
            for d in read:
                depends[k, d] = 1
                if d > k:
                    early[d] = 1
            if spin != k:
                depends[k, spin] = 1
        return depends, early


def _order(config: Config) -> tuple[int, int, int]:
    """Configurations so that, mostly, each comes after those that it reads on the same line.

    Passing turns earned spins into passed ones, so what a pass leads to has fewer earned spins.
    Passed spins on axis A that all bring a spin become earned again on the same line.
    """
    earned = sum(e for e, _ in config.spins)
    passed = config.spins[config.key[3]][1]
    if config.up == 0:
        return (earned + passed, 0, passed)
    return (-1, 0, 0) if passed else (earned, 1, 0)
