"""Dense expectimax (max^n) solver: computes blocks (a lane of a frame) in dependency order, exactly or on a grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import calibration
from ...errors import BoardError, InputError, PositionError, RulesError, Unaffordable, Unsettled
from ...game.board import Board
from ...game.landing import BY_SCORE
from ...game.options import Rules
from ...game.position import SEATS, WHAMMIES_OUT, Contestant, Position
from ...game.rules import PlayRules, game_over, payoff
from ...game.spin import landings_by_seat
from ..against_house import against_house_value, survival_chance
from ..arena import arena_array
from ..cancel_flag import CancelFlag, Progress, ProgressListener, Team, ignore_progress
from ..configs import ORDER_SCORES, ORDERS, Config, FrameKey, config_of
from ..lanes import lane_number, lane_of
from ..ply import IN_CYCLES, TOLERANCE, LookaheadValues, Vector, one_ply_lookahead, terminal_payoff
from ..score_values import ScoreValues
from . import _cells, _expectimax32, _expectimax64, _frame
from .layout import GUARD, LaneBlock
from .options import DenseOptions
from .plan import DensePlan, Frame, whammies_of

Array = npt.NDArray[Any]

# Memory of the kernel for each configuration and pattern of a block: a `Tile`, the first cell; for its floors a `Tile` and
# a `Box`.
TILE_BYTES, FIRST_BYTES, FLOOR_BYTES = 56, 8, 56 + 32
CONVERGENCE = {"float32": 1e-7, "float64": 1e-15}
SINGLE_TOLERANCE = 1e-6  # of ties, above rounding noise in single precision


def supports(board: Board, play_rules: PlayRules) -> bool:
    """Return whether the dense solver supports these rules and this board (``expectimax_graph`` supports all)."""
    return _why_unsupported(board, play_rules) is None


def _why_unsupported(board: Board, play_rules: PlayRules) -> InputError | None:
    """Return the reason why the kernel does not support these rules or this board; None if it does."""
    rules = play_rules.rules
    if rules.house == "play" and rules.in_dollars:  # when to stop depends on the score
        return RulesError("Dense cells know no play against the house for dollars.", field="house")
    if rules.cap_passes:
        return RulesError("Dense cells know no pass at the cap.", field="cap_passes")
    if rules.reduce is not None and rules.reduce_from > 1:
        return RulesError("Dense cells know no board that is reduced for some spins only.", field="reduce_from")
    for landings in set(landings_by_seat(board, rules, play_rules.unit)):
        for _, options in landings:
            for option in options:
                if option.effect.kind in BY_SCORE:
                    return BoardError("Dense cells know no sum that depends on the score.", field="board")
                if option.effect.spin and 0 in option.effect.amounts:
                    return BoardError("Dense cells know no spin that brings $0 and another spin.", field="board")
    return None


def _check_support(
    positions: Sequence[Position], board: Board, play_rules: PlayRules, after: ScoreValues | None
) -> None:
    """Raise InputError unless the kernel supports these positions, the board, the rules and the score values."""
    if after is not None and (play_rules.rules.in_dollars or play_rules.rules.house == "play"):
        raise RulesError("What a score is worth in the next round is known for goal=win and house=won.", field="goal")
    for position in positions:
        if position.alone or game_over(position, play_rules.rules):
            raise PositionError(
                "Dense cells are for two contestants at least, and for spins that are left.", field="up"
            )
    if (reason := _why_unsupported(board, play_rules)) is not None:
        raise reason


class DenseSolver:
    """The values below a position, or below several with the same scores.

    Args:
        position, board, play_rules: what to solve; at least two contestants are in.
        options: see ``DenseOptions``.
        cancel: set to stop.

    Attributes:
        plan: the cells and their order.
        cancel: the cancel flag, which may be replaced before ``solve``.
        rounding: rounding error of a value.
        peak: bytes of the values.

    Raises:
        InputError: a position, board or rules that are not supported (see ``supports``).
        Unaffordable: more memory than allowed; raised before any value is computed.
        Cancelled: ``cancel`` was set.
    """

    memory: Array

    def __init__(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        options: DenseOptions,
        *,
        cancel: CancelFlag,
    ):
        self.after, single, memory = options.after, options.single, options.memory
        _check_support((position, *options.others), board, play_rules, options.after)
        self.plan = plan = DensePlan(position, board, play_rules, options, cancel)
        self.cancel, self.threads, self.limit = cancel, options.threads, memory
        self.layout = plan.layout()
        self._held = self._max_block_bytes()
        rules = play_rules.rules
        if single is None:
            # Dollars are shown to the cent, which single precision does not know.
            double_cells = calibration.DOUBLE_CELLS if plan.has_few_holders else calibration.DOUBLE_CELLS_OF_MANY
            single = not rules.in_dollars and (
                self.states > double_cells or plan.bytes + self._held + 8 * self.layout.length > memory
            )
        self.kernel = _expectimax32 if single else _expectimax64
        # With dollars at stake a value of 1 is the largest possible payoff.
        self.bonus = rules.win_worth if rules.goal == "blend" else 0
        scores = [contestant.score for contestant in position.contestants]
        self.scale = float(max(play_rules.cap, *scores) + self.bonus) if rules.in_dollars else 1.0
        self.tolerance = SINGLE_TOLERANCE if single else TOLERANCE[rules.in_dollars] / self.scale
        self.rounding = calibration.SINGLE_ROUNDING * plan.spin.error_growth if single else calibration.DOUBLE_ROUNDING
        self.blocks: dict[LaneBlock, Any] = {}
        self._cell_offsets: dict[LaneBlock, Array] = {}
        self.terminals: dict[tuple[FrameKey, _cells.Tracks, int], Any] = {}
        self.peak = self.layout.length * np.dtype(self.kernel.PRECISION).itemsize
        if self.bytes > memory:
            raise Unaffordable(
                f"This position needs about {self.bytes / 2**30:.1f} GiB of memory; "
                f"{memory / 2**30:.1f} GiB are allowed."
            )

    @property
    def states(self) -> int:
        """Positions computed, Whammies included."""
        return self.plan.cells

    @property
    def bytes(self) -> int:
        """Upper bound on the memory of the plan, the values and the tables to find them."""
        return self.plan.bytes + int(self.peak) + self._held + self._terminal_bytes()

    def _max_block_bytes(self) -> int:
        """Return an upper bound on the memory of blocks beside their values."""
        held_bytes = max_bytes = 0
        for block in self.layout.order:
            held_bytes += self._block_bytes(block)
            max_bytes = max(max_bytes, held_bytes)
            held_bytes -= sum(map(self._block_bytes, self.layout.done.get(block, ())))
        return max_bytes

    def _block_bytes(self, block: LaneBlock) -> int:
        parts: int = len(self.plan.frames[block[0]].successors.keys) * self.plan.scores.tracks.patterns
        return parts * (TILE_BYTES + FIRST_BYTES + (block in self.layout.floors) * 3 * FLOOR_BYTES)

    def _terminal_bytes(self) -> int:
        """Return the memory of score values at the end, for all scores and Whammies."""
        if self.after is None:
            return 0
        lanes = sum(len(frame.lanes) for key, frame in self.plan.frames.items() if not key[0])
        ways = 1 + 3 * (self.plan.layer(1).remainder_count - 1)
        a, b, c = (len(dollars) for dollars in self.plan.scores.tracks.dollars)
        numbers = lanes * ways * c * b * self.plan.planes * (a + GUARD)
        return int(numbers * np.dtype(self.kernel.PRECISION).itemsize)

    @property
    def convergence(self) -> float:
        """Values that change by less have converged."""
        return CONVERGENCE[np.dtype(self.kernel.PRECISION).name]

    # -- sweeping -----------------------------------------------------------------------------

    def solve(
        self, progress: ProgressListener = ignore_progress, collect: Callable[[FrameKey, int], None] | None = None
    ) -> None:
        """Compute every block, each after those it reads.

        ``collect`` is called with the frame and the lane of each block while its values are in memory.

        Raises:
            Unsettled: some choices in an endless cycle depend on one another.
            Cancelled: the flag was set.
        """
        plan = self.plan
        self.memory = arena_array(self.layout.length, self.kernel.PRECISION, self.limit)
        self._prepare()
        done_cells = 0
        with Team(self.threads, self.cancel) as team:
            for key, lane in self.layout.order:
                self._share(key, lane, team)
                self.cancel.check()
                if collect:
                    collect(key, lane)
                for block in self.layout.done.get((key, lane), ()):
                    self.blocks.pop(block, None)
                    self._cell_offsets.pop(block, None)
                done_cells += plan.frames[key].count(lane)
                progress(Progress("Working out the odds", done_cells / max(1, self.states)))
        if not plan.options.all_starts and any(math.isnan(x) for x in self.value(plan.position)):
            raise Unsettled

    def _prepare(self) -> None:
        """Make the kernel's settings and transition tables for all blocks."""
        plan = self.plan
        max_lead, press_within_lead = self._lead_policies()
        self.kernel_configs = {
            layer: self.kernel.KernelConfig(
                spin=layer.spin.for_kernel(self.kernel, [int(seat) for seat in self.plan.seats]),
                planes=plan.planes,
                seats=self.plan.seats,
                scale=self.scale,
                bonus=self.bonus,
                max_lead=max_lead,
                press_within_lead=press_within_lead,
                tolerance=self.tolerance,
                cycle_tolerance=self.tolerance * (1 if self.kernel is _expectimax32 else IN_CYCLES),
                convergence=self.convergence,
                stall_window=calibration.STALL_WINDOW if plan.grid is None else calibration.STALL_WINDOW_ON_GRID,
                allow_unsettled=plan.grid is not None,
            )
            for layer in plan.layers
        }
        self.transitions: dict[FrameKey, _frame.FrameTransitions] = {}
        for key, frame in plan.frames.items():
            self.cancel.check()
            if key[0]:
                successors = frame.successors
                self.transitions[key] = _frame.FrameTransitions(
                    plan.movers[key],
                    successors.spin,
                    successors.spent,
                    successors.whammy,
                    successors.fourth,
                    successors.passes,
                    plan.cycles.get(key),
                )
        self.cancel.check()

    def _terminal(self, key: FrameKey, tracks: _cells.Tracks, lane: int) -> Any:
        """Return the kernel's terminal payoffs for these scores."""
        if (key, tracks, lane) not in self.terminals:
            self.terminals[key, tracks, lane] = self._make_terminal(key, tracks, lane)
        return self.terminals[key, tracks, lane]

    def _make_terminal(self, key: FrameKey, tracks: _cells.Tracks, lane: int) -> Any:
        if self.after is not None:
            return self.kernel.ScoreValueTerminal(tracks, self._values_after(self.after, key, tracks, lane))
        shares = self.terminal_shares(key)
        if self.plan.play_rules.rules.in_dollars:
            axis_of = np.array([self.plan.scores.axis_of[seat] for seat in SEATS], np.int32)
            return self.kernel.DollarTerminal(tracks, shares, axis_of, self.scale, self.bonus)
        out = np.array([key[1] >> int(seat) & 1 for seat in self.plan.seats], np.uint8)
        return self.kernel.WinTerminal(tracks, shares, out, self.plan.planes)

    def _values_after(self, after: ScoreValues, key: FrameKey, tracks: _cells.Tracks, lane: int) -> Array:
        """Return the payoffs for all scores, [C, B, planes, A + GUARD]."""
        planes, (a, b, c) = self.plan.planes, tracks.dollars
        values = np.zeros((len(c), len(b), planes, len(a) + GUARD), self.kernel.PRECISION)
        by_axis = np.meshgrid(c, b, a, indexing="ij")[::-1]
        scores = np.stack([by_axis[self.plan.scores.axis_of[seat]] for seat in SEATS], axis=-1)
        now, counted_seats = whammies_of(self.plan.position), self.plan.moves.counted
        counts = [lane_of(lane)[seat] if counted_seats >> seat & 1 else now[seat] for seat in SEATS]
        whammies = [WHAMMIES_OUT if key[1] >> seat & 1 else counts[seat] for seat in SEATS]
        payoffs = after.values(scores.reshape(-1, len(SEATS)), whammies).reshape(scores.shape)
        values[..., : len(a)] = payoffs[..., :planes].transpose(0, 1, 3, 2)
        return values

    def _work(self, frame: Frame, lane: int, stop: CancelFlag) -> Callable[[], object]:
        """Return a function that computes a block until the flag is set; several threads may call it at once."""
        own = self._block(frame.key, lane)
        task = self._task(frame, lane, own)
        wavefront = self.kernel.Wavefront(own)

        def work() -> None:
            self.kernel.SweepWorker(self.kernel_configs[frame.layer], task).run(wavefront, stop.memory)

        return work

    def _share(self, key: FrameKey, lane: int, team: Team) -> None:
        """Compute one block; several threads share it where that pays."""
        frame = self.plan.frames[key]
        work = self._work(frame, lane, team.stop)
        threads = self.threads if frame.count(lane) > calibration.SHARED_CELLS else 1
        for _ in team.results([work] * threads):
            pass

    def _block(self, key: FrameKey, lane: int) -> Any:
        """Return a lane's block of a frame with spins left; None if there is none."""
        block = self.blocks.get((key, lane))
        if block is None and (key, lane) in self.layout.where:
            frame = self.plan.frames[key]
            shared_block = self._block(key, frame.shared[lane]) if lane in frame.shared else None
            first, memory = self._memory(key, lane, floors=False)
            cells = frame.cells[frame.classes[lane]]
            block = self.kernel.Block(frame.scores.tracks, cells, memory, first, self.plan.planes, shared_block)
            if (key, lane) in self.layout.floors:
                first, memory = self._memory(key, lane, floors=True)
                block.add_floors(frame.floors[frame.classes[lane]], memory, first)
            self.blocks[(key, lane)] = block
        return block

    def _memory(self, key: FrameKey, lane: int, *, floors: bool) -> tuple[Array, Array]:
        """Return the first cell and the memory of a lane's block, or of its floors."""
        frame = self.plan.frames[key]
        count = frame.count(lane, floors=floors)
        first = frame.cell_offsets(lane, floors=True) if floors else self._first(frame, lane)
        start = (self.layout.floors if floors else self.layout.where)[(key, lane)]
        return first, self.memory[start : start + count * self.plan.planes + 16]

    def _first(self, frame: Frame, lane: int) -> Array:
        """Return the cell offsets of a lane's block, cached as long as the block."""
        if (frame.key, lane) not in self._cell_offsets:
            self._cell_offsets[frame.key, lane] = frame.cell_offsets(lane)
        return self._cell_offsets[frame.key, lane]

    def _rows(self, reader: Frame, key: FrameKey, lane: int, axis: int = 0, remainder: int = 0) -> Any:
        """Return values of a lane for another frame; at the end of the game with an axis's scores raised by a remainder."""
        if key[0]:
            return self._block(key, lane)
        arises = key in self.plan.frames and self.plan.frames[key].lanes
        return self._terminal(key, reader.layer.shifted_tracks(axis, remainder), lane) if arises else None

    def _task(self, frame: Frame, lane: int, own: Any) -> Any:
        """Return a lane's block with the blocks that it reads."""
        moves = self.plan.moves
        key, counts = frame.key, lane_of(lane)
        read = self.layout.reads[key, lane]
        below = (key[0] - 1, key[1]) if key[0] > 1 else (0, key[1])
        last = [counts[seat] == WHAMMIES_OUT - 1 for seat in SEATS]

        def block_after(seat: int, kind: str, target: FrameKey, axis: int = 0, remainder: int = 0) -> Any:
            after = moves.after(lane, seat, kind)
            return None if after is None else self._rows(frame, target, moves.canonical(after, target), axis, remainder)

        def after_whammy(seat: int, target: FrameKey | None) -> Any:
            after = lane if last[seat] else moves.after(lane, seat, "whammy")
            if target is None or after is None:
                return None
            block = (target, moves.canonical(after, target))
            rows = self._rows(frame, *block)
            return rows.floors[self.plan.scores.axis_of[seat]] if (block, True) in read else rows

        successors = frame.successors
        return self.kernel.BlockTask(
            transitions=self.transitions[key],
            own=own,
            below=[
                block_after(0, "spent", below, axis, remainder)
                for axis in range(3)
                for remainder in range(frame.layer.remainder_count)
            ],
            after_whammy=[
                after_whammy(seat, after_fourth if last[seat] else below)
                for seat, after_fourth in zip(successors.mover_seats.tolist(), successors.after_fourth, strict=True)
            ],
            after_whammy_off=[block_after(int(seat), "off", below) for seat in self.plan.seats],
            fourth_is_next=np.array([last[seat] for seat in self.plan.seats], np.uint8),
            survival_chance=self._survival_chances(frame, lane),
        )

    def _survival_chances(self, frame: Frame, lane: int) -> npt.NDArray[np.float64]:
        """Return, by configuration, the last contestant's chance to win after the mover's fourth Whammy."""
        chances = np.ones(len(frame.successors.keys))
        if self.plan.play_rules.rules.house == "play":
            for k, config in enumerate(frame.configs):
                others = [seat for seat in SEATS if seat != config.mover_seat and not config.frame[1] >> seat & 1]
                if len(others) == 1:
                    last = Contestant(0, *config.spins[others[0]], lane_of(lane)[others[0]])
                    chances[k] = survival_chance(last, self.plan.spins[others[0]])
        return chances

    def _lead_policies(self) -> tuple[Array, Array]:
        """Return, by axis, the lead above which a seat always passes (-1: none), and whether it never passes otherwise."""
        rules: Rules = self.plan.play_rules.rules
        max_lead, press_within_lead = [], []
        for seat in map(int, self.plan.seats):
            style = rules.style(seat)
            max_lead.append(min((lead for lead in (style, rules.max_lead) if lead is not None), default=-1))
            press_within_lead.append(style is not None)
        return np.array(max_lead, np.int64), np.array(press_within_lead, np.uint8)

    def terminal_shares(self, key: FrameKey) -> Array:
        """Return the shares of the win in a finished game by the order of the scores, [27, 3]."""
        shares = np.zeros((ORDERS, len(SEATS)), self.kernel.PRECISION)
        rules = replace(self.plan.play_rules.rules, goal="win")
        for order, scores in ORDER_SCORES.items():
            podiums = [Contestant(0)] * len(SEATS)
            for seat, score in zip(self.plan.seats, scores, strict=True):
                podiums[seat] = Contestant(score, whammies=WHAMMIES_OUT if key[1] >> seat & 1 else 0)
            shares[order] = [float(x) for x in payoff(Position((podiums[0], podiums[1], podiums[2]), 0), rules)]
        return shares

    def detach_from_arena(self) -> None:
        """Copy the values out of the arena, so that the next solver can use it."""
        self.blocks.clear()
        self.memory = self.memory.copy()

    # -- reading ------------------------------------------------------------------------------

    def value(self, position: Position) -> Vector:
        """Return the payoffs of a root or a successor, or of any position if all are kept; NaN if it has no cell.

        By seat: dollars if at stake, then chances to win.
        """
        if game_over(position, self.plan.play_rules.rules):
            if self.after is not None:
                return self.after.value(position.contestants)
            return terminal_payoff(position, self.plan.play_rules.rules)
        if position.alone:
            return against_house_value(position, self.plan.spins)
        config = config_of(position)
        assert isinstance(config, Config)
        frame = self.plan.frames[config.frame]
        lane = self.plan.moves.canonical(lane_number(whammies_of(position)), frame.key)
        total = self._stored(position, frame, frame.number[config], lane)
        if self.plan.planes == 2:
            return total[0], total[1], max(0.0, 1 - total[0] - total[1])
        return *(self.scale * x for x in total[:3]), *total[3:]

    def _stored(self, position: Position, frame: Frame, k: int, lane: int) -> list[float]:
        """Return the stored payoffs of a position in the frame's configuration ``k``; NaN if it has no cell."""
        planes, start = self.plan.planes, self.layout.where[(frame.key, lane)]
        cells, first = frame.cells[frame.classes[lane]], self._first(frame, lane)[k]
        for pattern, place in frame.scores.at(position):
            if (location := cells.find_cell(k, pattern, place)) is not None:
                stored_as, row, cell, width = location
                index = start + (int(first[stored_as]) + row) * planes + cell
                return [float(self.memory[index + plane * width]) for plane in range(planes)]
        return [math.nan] * planes

    def all_scores(self, key: FrameKey, number: int, lane: int) -> Array:
        """Return the values of a frame's configuration in a lane for every score from $0, [C, B, A, planes].

        NaN for unreachable scores; only for frames with spins left.
        """
        values: Array = self._block(key, lane).all_scores(number)
        return values

    def root_ply(self, position: Position | None = None) -> LookaheadValues:
        """Return the actions of the root, or of another solved position of its configuration."""
        plan = self.plan
        root = position or plan.position
        tolerance = self.scale * self.tolerance
        return one_ply_lookahead(root, plan.spins[root.mover_seat], plan.play_rules, self.value, tolerance)
