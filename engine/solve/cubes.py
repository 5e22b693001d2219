"""Exact values of a whole configuration: every score at once, row by row (``_cubes.pxi``).

``cube_plan`` plans what is to be computed; this module computes it block by block (a frame and a
lane), and reads the answer.
"""

from __future__ import annotations

import math
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.options import Rules
from ..game.position import SEATS, WHAMMIES_OUT, Contestant, Position
from ..game.rules import PlayRules, game_over, payoff
from ..game.spin import spins
from . import _cubes32, _cubes64
from .against_house import against_house_value, staying_in
from .arena import reserve
from .block_order import LaneBlock
from .cancel_flag import CancelFlag, Progress, ProgressListener, ignore
from .cube_configs import ORDER_SCORES, ORDERS, Config, FrameKey, config_of
from .cube_lanes import lane_of, number
from .cube_plan import CubePlan, Frame
from .ply import TOLERANCE, Ply, Vector, end_value, one_ply_lookahead

Array = npt.NDArray[Any]

STILL = {"float32": 1e-7, "float64": 1e-15}
SINGLE_TOLERANCE = 1e-6  # beside rounding noise in single precision
DOUBLE_CELLS = 4_000_000  # more cells than these are kept in single precision
SHARED_CELLS = 20_000  # a smaller block is computed before a second thread gets going

# What arithmetic leaves open in an answer, in probability.
DOUBLE_ROUNDING = 1e-10
SINGLE_ROUNDING = 8e-6


def cubes_apply(board: Board, play_rules: PlayRules) -> bool:
    """Whether the cube kernel knows these rules and this board; the sparse kernel knows all."""
    rules = play_rules.rules
    if rules.house == "play" and rules.in_dollars:  # when to stop depends on the score
        return False
    for landings in set(spins(board, rules, play_rules.unit)):
        for _, options in landings:
            for option in options:
                if option.effect.kind in ("double", "add_a_one"):
                    return False
                if option.effect.spin and 0 in option.effect.amounts:
                    return False
    return True


class Cubes:
    """The values below one position.

    Args:
        position, board, play_rules: what to solve (``cubes_apply`` must hold).
        memory: bytes that values may take, with what the process keeps for them (``arena.reserve``).
        single: single precision instead of double; None leaves it to the size, and to whether dollars
            are at stake.
        every_score: keep all scores of the root's configuration, for a table of answers.
        grid: dollars between scores that are distinguished, None for all (see ``CubeSpin``). Endless cycles
            then need not settle: values on a grid are rough anyway.
        threads: how many share a block.
        keep: keep all values, not only those of the root and just below.
        patience: seconds that planning may take.
        like: a plan of the same question on another grid, to save planning.

    Attributes:
        rounding: what arithmetic leaves open in a value.
        peak: bytes that values take at most.

    Raises:
        Unaffordable: more memory than allowed; raised before any value is computed.
        Cancelled: ``cancel`` was set.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        *,
        memory: int,
        cancel: CancelFlag,
        single: bool | None = None,
        every_score: bool = False,
        grid: int | None = None,
        threads: int = 1,
        keep: bool = False,
        patience: float = math.inf,
        like: CubePlan | None = None,
    ):
        self.plan = CubePlan(
            position, board, play_rules, cancel, every_score=every_score, grid=grid, patience=patience, like=like
        )
        self.cancel = cancel
        self.threads = threads
        self.limit = memory
        self.layout = self.plan.layout(keep)
        if single is None:
            # Dollars are shown to the cent, which single precision does not know.
            single = not play_rules.rules.in_dollars and (self.states > DOUBLE_CELLS or 8 * self.layout.length > memory)
        self.kernel = _cubes32 if single else _cubes64
        rules = play_rules.rules
        # With dollars at stake a value of 1 is the most that a contestant can have.
        self.bonus = rules.win_worth if rules.goal == "blend" else 0
        scores = [contestant.score for contestant in position.contestants]
        self.scale = float(max(play_rules.cap, *scores) + self.bonus) if rules.in_dollars else 1.0
        self.tolerance = SINGLE_TOLERANCE if single else TOLERANCE[rules.in_dollars] / self.scale
        self.rounding = SINGLE_ROUNDING * self.plan.spin.echo if single else DOUBLE_ROUNDING
        self.blocks: dict[LaneBlock, Any] = {}
        self.peak = self.layout.length * np.dtype(self.kernel.PRECISION).itemsize
        if self.peak > memory:
            raise Unaffordable(
                f"This position needs about {self.peak / 2**30:.1f} GiB of memory; "
                f"{memory / 2**30:.1f} GiB are allowed."
            )

    @property
    def states(self) -> int:
        """Positions computed, Whammies included."""
        return self.plan.cells

    # -- sweeping -----------------------------------------------------------------------------

    def solve(self, progress: ProgressListener = ignore) -> None:
        """Computes every block, each after those it reads.

        Raises:
            Unsettled: some choices in an endless cycle chase one another.
            Cancelled: the flag was set.
        """
        plan = self.plan
        self.memory = reserve(self.layout.length, self.kernel.PRECISION, self.limit)
        self.spin = plan.spin.for_kernel(self.kernel, [int(seat) for seat in plan.box.seats])
        self.rules = {
            key: self.kernel.FrameRules(
                t.mover,
                t.spin,
                t.spent,
                t.whammy,
                t.fourth,
                t.passes,
                t.orders,
                t.early,
                t.depends,
                t.cycles,
                t.cycle,
                t.cycle_first,
            )
            for key, t in plan.tables.items()
        }
        axis_of = np.array([plan.box.axis_of[seat] for seat in SEATS], np.int32)
        for frame in plan.frames.values():
            if not frame.key[0] and frame.lanes:
                self._block(frame.key, 0).fill_end(
                    plan.box.kernel, self._end_shares(frame), axis_of, self.scale, self.bonus
                )
        done = 0
        with ThreadPoolExecutor(self.threads) as workers:
            for key, lane in self.layout.order:
                self._sweep(key, lane, workers)
                self.cancel.check()
                done += plan.frames[key].firsts(lane)[1]
                progress(Progress("Solving positions", done / max(1, self.states)))
        if any(math.isnan(x) for x in self.value(plan.position)):
            raise Unsettled(
                "The best choices in an endless cycle of spins chase one another; there is no exact answer."
            )

    def _block(self, key: FrameKey, lane: int) -> Any:
        """A lane's block of a frame, whose memory is laid out."""
        block = self.blocks.get((key, lane))
        if block is None:
            frame = self.plan.frames[key]
            first, cells = frame.firsts(lane)
            start = self.layout.where[(key, lane)]
            memory = self.memory[start : start + cells * self.plan.planes + 16]
            block = self.kernel.Block(frame.ranges[frame.classes[lane]], memory, first, self.plan.planes)
            self.blocks[(key, lane)] = block
        return block

    def _sweep(self, key: FrameKey, lane: int, workers: Executor) -> None:
        """Computes one block; several threads share it where that pays."""
        plan, moves = self.plan, self.plan.moves
        frame = plan.frames[key]
        counts = lane_of(lane)
        below = (key[0] - 1, key[1]) if key[0] > 1 else (0, key[1])
        last = [counts[seat] == WHAMMIES_OUT - 1 for seat in SEATS]

        def block_after(seat: int, kind: str, target: FrameKey) -> Any:
            after = moves.after(lane, seat, kind)
            place = None if after is None else (target, moves.merged(after, target))
            return None if place is None or place not in self.layout.where else self._block(*place)

        whammied = [block_after(seat, "whammy", below) for seat in SEATS]
        hit = [
            self._block_after_fourth(config, lane) if last[config.mover_seat] else whammied[config.mover_seat]
            for config in frame.configs
        ]
        seats = plan.box.seats
        own = self._block(key, lane)
        given = (
            plan.box.kernel,
            self.spin,
            self.rules[key],
            plan.planes,
            seats,
            own,
            block_after(0, "spent", below),
            hit,
            np.array([last[seat] for seat in seats], np.uint8),
            [block_after(int(seat), "off", below) for seat in seats],
            self.scale,
            self.bonus,
            self._staying(frame, counts),
            *self._leads(),
            self.tolerance,
            STILL[np.dtype(self.kernel.PRECISION).name],
            plan.spin.grid is not None,
        )
        front = self.kernel.Front(plan.box.kernel, own)

        def share() -> None:
            self.kernel.Sweep(*given).run(front, self.cancel.memory)

        threads = self.threads if plan.frames[key].firsts(lane)[1] > SHARED_CELLS else 1
        for report in [workers.submit(share) for _ in range(threads)]:
            report.result()

    def _staying(self, frame: Frame, counts: tuple[int, int, int]) -> Array:
        """By configuration, the chance that the last one in is not put out too, after the mover's fourth Whammy."""
        found = np.ones(len(frame.configs))
        if self.plan.play_rules.rules.house == "play":
            for k, config in enumerate(frame.configs):
                left = [seat for seat in SEATS if seat != config.mover_seat and not config.frame[1] >> seat & 1]
                if len(left) == 1:
                    last = Contestant(0, *config.spins[left[0]], counts[left[0]])
                    found[k] = staying_in(last, self.plan.spin.spins[left[0]])
        return found

    def _leads(self) -> tuple[Array, Array]:
        """By axis, the lead above which a contestant always passes, -1 for none; and whether it never passes below."""
        rules: Rules = self.plan.play_rules.rules
        leads, by_lead = [], []
        for seat in map(int, self.plan.box.seats):
            style = rules.style(seat)
            leads.append(min((lead for lead in (style, rules.max_lead) if lead is not None), default=-1))
            by_lead.append(style is not None)
        return np.array(leads, np.int64), np.array(by_lead, np.uint8)

    def _block_after_fourth(self, config: Config, lane: int) -> Any:
        plan = self.plan
        frame = plan.frames[config.frame]
        target = frame.successors.after_fourth[frame.number[config]]
        if target is None:
            return None
        place = (target, plan.moves.merged(lane, target))
        return self._block(*place) if place in self.layout.where else None

    def _end_shares(self, frame: Frame) -> Array:
        """Shares of the win at the end of the game by the order of the scores, [27, 3]."""
        shares = np.zeros((ORDERS, len(SEATS)), self.kernel.PRECISION)
        rules = replace(self.plan.play_rules.rules, goal="win")
        for order, scores in ORDER_SCORES.items():
            podiums = [Contestant(0)] * len(SEATS)
            for seat, score in zip(self.plan.box.seats, scores, strict=True):
                podiums[seat] = Contestant(score, whammies=WHAMMIES_OUT if frame.key[1] >> seat & 1 else 0)
            worth = payoff(Position((podiums[0], podiums[1], podiums[2]), 0), rules)
            shares[order] = [float(x) for x in worth]
        return shares

    # -- reading ------------------------------------------------------------------------------

    def value(self, position: Position) -> Vector:
        """Payoffs of a position in a block that is still held: the root's and those just below.

        On a grid, scores between points that are reached are interpolated.
        """
        if game_over(position, self.plan.play_rules.rules):
            return end_value(position, self.plan.play_rules.rules)
        if position.alone:
            return against_house_value(position, self.plan.spin.spins)
        plan = self.plan
        config = config_of(position)
        assert isinstance(config, Config)
        frame = plan.frames[config.frame]
        k = frame.number[config]
        counts = [0 if c.out else c.whammies for c in position.contestants]
        lane = plan.moves.merged(number((counts[0], counts[1], counts[2])), frame.key)
        ranges = frame.ranges[frame.classes[lane]]
        block = self.layout.where[(frame.key, lane)] + int(frame.firsts(lane)[0][k]) * plan.planes
        best, total = 0.0, [math.nan] * plan.planes
        for points in plan.box.around(position):
            found = [(weight, ranges.find(k, line, cell)) for weight, line, cell in points]
            share = sum(weight for weight, here in found if here)
            if share > best + 1e-9:
                best, total = share, [0.0] * plan.planes
                for weight, here in found:
                    if here is not None:
                        start, cell, width = here
                        for plane in range(plan.planes):
                            at = block + start * plan.planes + cell + plane * width
                            total[plane] += weight / share * float(self.memory[at])
        if plan.planes == 2:
            return total[0], total[1], max(0.0, 1 - total[0] - total[1])
        return *(self.scale * x for x in total[:3]), *total[3:]

    def cube(self, key: FrameKey, number: int, lane: int) -> Array:
        """Values of a frame's configuration in a lane, [C, B, A, planes]; NaN where never reached."""
        cube: Array = self._block(key, lane).cube(self.plan.box.kernel, number)
        return cube

    def root_ply(self, position: Position | None = None) -> Ply:
        """The actions of the root, or, where every score is kept, of another position of its configuration."""
        plan = self.plan
        root = position or plan.position
        tolerance = self.scale * self.tolerance
        return one_ply_lookahead(root, plan.spin.spins[root.mover_seat], plan.play_rules, self.value, tolerance)
