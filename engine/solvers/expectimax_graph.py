"""Expectimax (max^n) over a state graph: every board and every rule option, up to a few million states.

``_state_graph.pyx`` lists the states, ``_expectimax_graph.pyx`` values them with rounding errors only.
"""

from __future__ import annotations

import math

from .. import calibration
from ..errors import PositionError, Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.position import Position
from ..game.rules import PlayRules, game_over
from ..game.spin import StagedSpins
from . import _expectimax_graph
from .cancel_flag import CancelFlag, Progress, ProgressListener, ignore_progress
from .kernel_rules import KernelPosition, kernel_position
from .ply import IN_CYCLES, TOLERANCE, LookaheadValues, Vector, one_ply_lookahead, terminal_payoff
from .spin_arrays import SpinArrays

MAX_SWEEPS = 20_000
COMPONENTS_PER_CALL = 40_000  # of the kernel, which takes well under a tenth of a second


class ExpectimaxGraph:
    """The states below a position and their values.

    Args:
        position, board, play_rules: what to solve; ``play_rules`` holds the rules, unit and cap.
        next_spins: another board for the next spins, or None.
        budget: limit of states.
        memory: limit of bytes.

    Attributes:
        bytes: upper bound on the memory of the states. rounding: rounding error of a value.

    Raises:
        PositionError: the game is over.
        Unaffordable: over the budget or the memory; raised before any value is computed.
        Cancelled: the flag was set.
    """

    rounding = calibration.DOUBLE_ROUNDING

    def __init__(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        *,
        budget: int,
        memory: int,
        cancel: CancelFlag,
        next_spins: NextSpinsBoard | None = None,
    ):
        self.position, self.play_rules, self.cancel = position, play_rules, cancel
        rules = play_rules.rules
        if game_over(position, rules):
            raise PositionError("The game is over, so there is nothing to decide.", field="up")
        self._next_spins = next_spins.spins if next_spins else 0
        now = next_spins.board if next_spins else None
        staged = StagedSpins(board, rules, play_rules.unit, position.spins, now)
        self._spin = staged.stages[-1][position.mover_seat]
        spin = SpinArrays(staged.stages, play_rules)
        scores = spin.scores_by_seat([{c.score} for c in position.contestants], cancel)
        self._index = [{score: index for index, score in enumerate(seat_score)} for seat_score in scores]
        # The target of each move from each score.
        memory -= 4 * len(spin.moves) * sum(map(len, scores))
        self._graph = _expectimax_graph.Expectimax(
            **spin.for_states(scores, cancel),
            early_from=staged.begins,
            money=rules.in_dollars,
            split=rules.ties == "split",
            bonus=rules.win_worth if rules.goal == "blend" else 0,
            memory=memory,
        )
        self._graph.discover(self._numbers(position), self._next_spins, budget)
        cancel.check()
        if self._graph.full:
            raise Unaffordable(
                f"Listing what follows this position needs more than {memory / 2**30:.1f} GiB of memory."
            )
        if self._graph.count > budget:
            raise Unaffordable(f"This position has more than {budget:,} states.")
        self.states, self.bytes = int(self._graph.expanded), int(self._graph.bytes)

    def solve(self, progress: ProgressListener = ignore_progress) -> None:
        """Compute all values, fewest spins left first.

        Raises:
            Unsettled: the choices in an endless cycle depend on one another.
            Cancelled: the flag was set.
        """
        components = self._graph.order_components()
        self.cancel.check()
        tolerance = TOLERANCE[self.play_rules.rules.in_dollars]
        done_count = 0
        for first in range(0, components, COMPONENTS_PER_CALL):
            last = min(components, first + COMPONENTS_PER_CALL)
            done_count += self._graph.run(first, last, MAX_SWEEPS, tolerance, tolerance * IN_CYCLES)
            self.cancel.check()
            progress(Progress("Working out the odds", done_count / self._graph.count))
        if any(map(math.isnan, self.value(self.position, self._next_spins))):
            raise Unsettled

    def value(self, position: Position, next_spins: int = 0) -> Vector:
        """Return the payoffs of the position or of a successor: dollars if at stake, then chances to win.

        ``next_spins``: spins left on the other board.
        """
        if game_over(position, self.play_rules.rules):
            return terminal_payoff(position, self.play_rules.rules)
        payoffs: Vector = self._graph.payoffs(self._numbers(position), next_spins)
        return payoffs

    def root_ply(self) -> LookaheadValues:
        after_a_spin = max(0, self._next_spins - 1)
        return one_ply_lookahead(
            self.position,
            self._spin,
            self.play_rules,
            lambda position: self.value(position, after_a_spin),
            passed=lambda position: self.value(position, self._next_spins),
        )

    def _numbers(self, position: Position) -> KernelPosition:
        places = (index[c.score] for index, c in zip(self._index, position.contestants, strict=True))
        return kernel_position(position, tuple(places))
