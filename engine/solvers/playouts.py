"""Monte Carlo playouts with control variates (as in AIVAT): unbiased corrections of values from a coarse score grid.

Contestants take the best action by the values of the coarse grid: with one spin of lookahead, more where the actions
are close to each other. The value of the game with these choices is estimated without bias: the values' own errors
along each game are added up exactly (``_playout.pyx``), which leaves little noise. That holds for any values, even
those of a simpler game in which some contestants never go out.

The remaining error is that some choices are not the best. The mover loses little by a wrong choice, as it happens only
where the options are close; the others may gain or lose much. So each choice (press or pass, the receiver of a pass, an
option of a landing) has a *policy error*: its effect on each contestant times (1 + x²)^-0.7 where the options are x
typical errors apart, as errors of choices have a long tail. The typical error is the change by the last spin of
lookahead, or a share of the correction by playouts if that is larger; a fifth of it where the lookahead covers all spins
left. Policy errors of one configuration are added up as if fully correlated, those of different configurations as if
independent. ``_policy_error`` derives the stated error; ``benchmarks/consistent.py`` measures how well it covers the
truth. The effects of toss-ups are added up by seat: where most of an error depends on one contestant's, both ends of
the range are stated (``PlayoutEstimate.toss_up``).

The first call after a pass is the same in every playout, so its error would not average out. Where the next mover has a
choice there, both actions are played out, and the pass has the value of the better one after correction.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import calibration
from ..errors import RulesError
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import MAX_SPINS, SEATS, WHAMMIES_OUT, Contestant, Position
from ..game.rules import Pass, PlayRules, apply_effect, game_over, legal_actions, pass_spins, payoff
from ..game.spin import Effect, SpinLandings, StagedSpins
from ..game.walk import Step
from . import _grid_values, _playout, _spin
from .against_house import against_house_value, survival_by_passed_spins
from .cancel_flag import CancelFlag, Team
from .dense.plan import Frame
from .dense.scores import FROM_ENTRY, FROM_ZERO, Axis
from .dense.solver import DenseSolver
from .kernel_rules import KernelPosition, kernel_position, kernel_rules
from .lanes import LANES, LaneTransitions, lane_of
from .ply import Outcomes, TossUp, Triple, Vector, one_ply_lookahead, terminal_payoff, to_triple
from .processors import count_threads
from .spin_arrays import SpinArrays, sums_of

Doubles = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Lanes = npt.NDArray[np.int8]
LookaheadErrors = tuple[float, ...]  # typical error of a difference between two actions, by depth of lookahead, from 1

MAX_DEPTH = 3  # spins of lookahead after passes between which the mover chooses
BATCHES = 8  # of playouts, shared by threads
PILOT_SEED = 0x5EED
NO_VARIANCE = 1e-12  # variance of values that need no correction
INFINITE_ERROR = 1e9  # with it any two actions are close
PASS_CERTAINTY = 0.99  # probability of one of two actions from which its toss-ups are stated


@dataclass(frozen=True, slots=True)
class PlayoutEstimate:
    """The estimate of one action.

    Attributes:
        mean: payoffs by seat: dollars if at stake, then chances to win.
        standard_error: of ``mean``; only the playouts' noise.
        policy_error: error of ``mean`` by wrong choices.
        count: number of playouts.
        toss_up: the toss-ups on which most of a chance's error depends, or None.
        rest: the standard errors to state for both ends of ``toss_up``.
    """

    mean: Vector
    standard_error: Vector
    policy_error: Vector
    count: int
    toss_up: TossUp | None = None
    rest: Triple | None = None

    @property
    def error(self) -> Vector:
        """The standard errors to state: noise and policy together."""
        return tuple(
            math.hypot(calibration.NOISE_FACTOR * noise, policy)
            for noise, policy in zip(self.standard_error, self.policy_error, strict=True)
        )


@dataclass(frozen=True, slots=True)
class PlayoutRecord:
    """One recorded playout.

    Attributes:
        winners: bit mask of the winners' seats; a shared win is drawn.
        steps: as the kernel records them; ``Playouts.steps_of`` translates them.
    """

    winners: int
    steps: tuple[int, ...]


@dataclass
class _Sums:
    """Sums over the playouts of one action, by payoff; see ``PlayoutSums`` in the kernel."""

    count: int = 0
    total: Doubles = field(default_factory=lambda: np.zeros(1))
    square: Doubles = field(default_factory=lambda: np.zeros(1))
    choice_error: Doubles = field(default_factory=lambda: np.zeros((1, 1)))
    toss_ups: Doubles = field(default_factory=lambda: np.zeros((4, 2, 1)))
    close: int = 0
    moved: float = 0.0
    by_part: Doubles = field(default_factory=lambda: np.zeros((1, 1)))

    def add(self, batch: dict[str, Any]) -> None:
        """Add the sums that ``PlayoutKernel.run`` returns, which have the names of the fields."""
        for name, amount in batch.items():
            setattr(self, name, getattr(self, name) + amount)


def can_play_out(position: Position, rules: Rules, next_spins: NextSpinsBoard | None = None) -> bool:
    """Return whether playouts from a position are possible, with the rules spelled out by seat."""
    if position.alone or game_over(position, rules):
        return False
    # The last contestant's chances depend on the board, and with dollars at stake on the score.
    several_boards = next_spins is not None or rules.mixes_boards(position.spins)
    return not (rules.house == "play" and (rules.in_dollars or several_boards))


class Playouts:
    """Estimates of the root's actions, which improve with every playout.

    Args:
        dense: solved dense cells, with all values kept (``keep=True``), perhaps of a simpler game.
        seed: of the random numbers; the same seed gives the same playouts.
        game: the board and the play rules of the true game; None for those of ``dense``.
        next_spins: another board for the next spins of the true game, or None.
        depth: spins of lookahead where actions are close, 1 to 4; one more after passes that the mover chooses between.
            With 3, playouts take six to ten times as long, and the policy error is a quarter to a half smaller.
        position: the root, by default that of ``dense``; a position that can follow it.

    Raises:
        RulesError: the game cannot be played out (see ``can_play_out``).

    Attributes:
        position: the root. depth: spins of lookahead.
        units: float64, dollars for a payoff of 1; 1 for chances.
        ply: one-ply lookahead from the root, with the true sums and the coarse values.
    """

    def __init__(
        self,
        dense: DenseSolver,
        seed: int = 1,
        *,
        game: tuple[Board, PlayRules] | None = None,
        next_spins: NextSpinsBoard | None = None,
        depth: int = 2,
        position: Position | None = None,
    ):
        board, play_rules = game or (dense.plan.board, dense.plan.play_rules)
        self.position = position or dense.plan.position
        if not can_play_out(self.position, play_rules.rules, next_spins):
            raise RulesError("This game cannot be played out where the last one in may be put out.", field="house")
        now, count = (next_spins.board, next_spins.spins) if next_spins else (None, 0)
        staged = StagedSpins(board, play_rules.rules, play_rules.unit, self.position.spins, now)
        stages, self._spins = staged.stages, staged.stages[-1]
        in_dollars = play_rules.rules.in_dollars
        self.units = np.array([dense.scale] * (3 * in_dollars) + [1.0] * 3)
        self._play_rules, self._tolerance = play_rules, float(self.units[0]) * dense.tolerance
        self._seed = seed
        self.depth = depth
        self._threads, self._after = dense.threads, dense.after
        self._spin = SpinArrays(stages, play_rules)
        self._kernel = _make_kernel(dense, self._spin, stages, self.position, staged.begins, count)
        self._lookahead_errors: LookaheadErrors = ()
        self._set_root(self.position)
        self._followers = self._list_followers()

    def _set_root(self, position: Position) -> None:
        rules = self._play_rules.rules
        self.position, self._root, self._followers = position, _kernel_position(position), dict[int, Playouts]()
        self._landings = self._spins[position.mover_seat]
        self.ply = one_ply_lookahead(position, self._landings, self._play_rules, self.value, self._tolerance)
        passes = (a.to for a in legal_actions(position, rules) if isinstance(a, Pass) and a.to is not None)
        values = {_playout.PASS + to: self.value(pass_spins(position, to, rules)) for to in passes}
        if len(values) > 1:
            (_, first_values), (second, second_values) = values.items()
            if abs(first_values[position.mover_seat] - second_values[position.mover_seat]) <= self._tolerance:
                del values[second]  # tied, so the order of preference decides
        self._between = len(values) > 1
        self._values = values if self.ply.press is None else {_playout.PRESS: self.ply.press, **values}
        self._sums = {action: _Sums() for action in self._values}

    def _list_followers(self) -> dict[int, Playouts]:
        """Return, by pass, playouts from the next position, if the next mover has a choice there that makes a difference."""
        followers, rules = dict[int, Playouts](), self._play_rules.rules
        for action in self._values:
            if action == _playout.PRESS:
                continue
            position = pass_spins(self.position, action - _playout.PASS, rules)
            if len(legal_actions(position, rules)) > 1:
                follower = self.for_position(position)._at_depth(self._depth_of(action))
                if follower._values_differ:
                    followers[action] = follower
        return followers

    @property
    def _values_differ(self) -> bool:
        """Whether the mover prefers an action by the values."""
        values = [value[self.position.mover_seat] for value in self._values.values()]
        return max(values) - min(values) > self._tolerance

    def for_position(self, position: Position) -> Playouts:
        """Return new playouts from another position of the same scores that has no more spins.

        After its passes the next mover chooses by the values.
        """
        playouts = copy(self)
        playouts._set_root(position)
        return playouts

    def one_ply_deeper(self) -> Playouts:
        """Return new playouts from the same root with one more spin of lookahead."""
        return self._at_depth(self.depth + 1)

    def _at_depth(self, depth: int) -> Playouts:
        playouts = copy(self)
        playouts.depth, playouts._sums = depth, {action: _Sums() for action in self._sums}
        playouts._followers = {
            action: follower._at_depth(playouts._depth_of(action)) for action, follower in self._followers.items()
        }
        return playouts

    def measure_value_error(self, cancel: CancelFlag) -> None:
        """Estimate the values' error at each depth of lookahead from pilot playouts, which are discarded.

        `improve` calls this.

        Raises:
            Cancelled: the flag was set.
        """
        while len(self._lookahead_errors) < max(root._depth_of(action) for root, action in self._list_games()):
            self._lookahead_errors += (self._measure_next_depth(cancel),)

    @property
    def press(self) -> PlayoutEstimate | None:
        """Pressing; None where it is not allowed. Before any playout its errors are infinite."""
        return self._estimate(_playout.PRESS) if _playout.PRESS in self._values else None

    @property
    def passes(self) -> tuple[PlayoutEstimate, ...]:
        """A pass to each receiver; two where the mover chooses between tied opponents, and it makes a difference."""
        return tuple(self._estimate(action) for action in self._values if action != _playout.PRESS)

    @property
    def preferred(self) -> PlayoutEstimate:
        """The action that the mover prefers after correction, or the mean of both if it is uncertain which.

        The first, if both have the same values.
        """
        mover = self.position.mover_seat
        press, passing = self.press, choose_pass(self.passes, mover)
        if press and not self._values_differ:
            return press
        choice = choose_pass([action for action in (press, passing) if action is not None], mover)
        assert choice is not None
        if press and passing and 1 - PASS_CERTAINTY <= _likelihood(press, passing, mover) <= PASS_CERTAINTY:
            others = tuple(map(max, press.error, passing.error))
            if toss_up := _toss_up(mover, np.array([press.mean, passing.mean]), others):
                return replace(choice, toss_up=toss_up, rest=to_triple(others[-3:]))
        return choice

    def _estimate(self, action: int) -> PlayoutEstimate:
        if action in self._followers:
            return self._followers[action].preferred
        value, sums = self._values[action], self._sums[action]
        infinite = (math.inf,) * len(self.units)
        if not sums.count:
            return PlayoutEstimate(value, infinite, infinite, 0)
        correction = sums.total / sums.count
        variance = np.maximum(0.0, sums.square / sums.count - correction**2)
        rare = np.where(variance > NO_VARIANCE, (calibration.RARE_EVENT_ERROR / sums.count) ** 2, 0.0)
        error = _vector(self.units * np.sqrt(variance / (sums.count - 1) + rare)) if sums.count > 1 else infinite
        errors = sums.choice_error / sums.count
        policy = _policy_error(errors, correction)
        unclipped = value + self.units * correction
        mean = self._clip(unclipped)  # noise may exceed the limits a little; the sum of the chances is right
        mean[-3:] *= min(1.0, unclipped[-3:].sum() / max(mean[-3:].sum(), 1e-300))
        estimate = PlayoutEstimate(_vector(mean), error, _vector(self.units * policy), sums.count)
        for seat in SEATS:
            rest = _policy_error(errors[np.arange(len(errors)) % 4 != seat], correction)
            others = replace(estimate, policy_error=_vector(self.units * rest)).error
            ends = self._clip(mean + self.units * sums.toss_ups[seat] / sums.count)
            if toss_up := _toss_up(seat, ends, others):
                return replace(estimate, toss_up=toss_up, rest=to_triple(others[-3:]))
        return estimate

    def _clip(self, payoffs: Doubles) -> Doubles:
        """Return payoffs with chances from 0 to 1, and no dollars below 0."""
        return np.asarray(np.clip(payoffs, 0.0, [math.inf] * (len(self.units) - 3) + [1.0] * 3))

    def outcomes(self) -> Outcomes:
        """Return the corrected payoffs after each landing of the next spin; their expectation is the mean of the press."""
        press = self.press
        if press is None or not press.count:
            return self.ply.outcomes
        lookahead = one_ply_lookahead(
            self.position, self._landings, self._play_rules, self._corrected_value(), self._tolerance
        )
        chances = np.array([float(chance) for chance, _ in self._landings])
        values = np.array([lookahead.outcomes[options] for _, options in self._landings])
        mean = np.array(press.mean)
        now = (chances[:, None] * values[:, :-3]).sum(axis=0)
        dollars = values[:, :-3] * mean[:-3] / np.maximum(now, 1e-300)
        payoffs = np.column_stack(
            [dollars, _rescaled_outcomes(chances, values[:, -3:], mean[-3:], self._play_rules.rules)]
        )
        return {options: _vector(v) for (_, options), v in zip(self._landings, payoffs, strict=True)}

    def _corrected_value(self) -> Callable[[Position], Vector]:
        """Return the function that gives the corrected payoffs of a position after the root's spin.

        Few playouts reach each position, so its mean correction is shrunk toward the mean of all (empirical Bayes): the
        more, the larger the variance within positions is compared with the variance between them.
        """
        sums = self._sums[_playout.PRESS]
        mean = sums.total / sums.count
        counts = sums.by_part[:, :1]
        means = np.where(counts > 0, sums.by_part[:, 1:] / np.maximum(counts, 1), mean)
        within = np.maximum(1e-18, sums.square / sums.count - mean**2)
        between = np.maximum(
            0.0, (counts * (means - mean) ** 2).sum(axis=0) / sums.count - len(counts) * within / sums.count
        )
        corrections = mean + (means - mean) * between / (between + within / np.maximum(counts, 1))
        by_position: dict[Position, Doubles] = {}
        # Without any amount of money the kernel still has one move, which never occurs.
        moves = self._spin.moves or [Effect("money", (0,))]
        effects = [*moves, Effect("whammy_off"), Effect("whammy")]
        for effect, correction in zip(effects, corrections, strict=True):
            if effect.kind != "whammy_off" or self.position.mover.whammies:
                [(_, after)] = apply_effect(self.position, effect, self._play_rules)
                by_position[after] = correction

        def correct_value(position: Position) -> Vector:
            payoffs = np.array(self.value(position))
            if game_over(position, self._play_rules.rules) or position not in by_position:
                return _vector(payoffs)
            return _vector(self._clip(payoffs + self.units * by_position[position]))

        return correct_value

    def improve(self, playouts: int, cancel: CancelFlag) -> None:
        """Make more playouts of each action.

        Raises:
            Cancelled: the flag was set; playouts of earlier calls still count.
        """
        self.measure_value_error(cancel)
        more: list[tuple[_Sums, list[dict[str, Any]]]] = []
        for root, action in self._list_games():
            sums, errors = root._sums[action], self._lookahead_errors[: root._depth_of(action)]
            more.append((sums, root._play(action, self._seed, sums.count, playouts, errors, cancel)))
        cancel.check()
        for sums, batches in more:
            for batch in batches:
                sums.add(batch)

    def _list_games(self) -> Iterator[tuple[Playouts, int]]:
        """Yield the playouts and actions to play: each action or, if the next mover has a choice after it, both of those."""
        for action in self._values:
            if action in self._followers:
                yield from self._followers[action]._list_games()
            else:
                yield self, action

    def record(self, action: int, first: int, count: int, cancel: CancelFlag) -> list[PlayoutRecord]:
        """Return games ``first`` to ``first + count`` of an action (a key of ``actions``), the same that ``improve`` plays.

        After a pass the next mover decides by the values, where ``improve`` may play out both calls.

        Raises:
            Cancelled: the flag was set.
        """
        self.measure_value_error(cancel)
        records: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(BATCHES)]
        self._play(action, self._seed, first, count, self._lookahead_errors[: self._depth_of(action)], cancel, records)
        cancel.check()
        return [PlayoutRecord(winners, steps) for record in records for winners, steps in record]

    @property
    def actions(self) -> dict[int, Vector]:
        """The root's actions, ``_playout.PRESS`` and ``_playout.PASS`` + receiver's seat, with their uncorrected payoffs."""
        return self._values

    def steps_of(self, game: PlayoutRecord) -> tuple[Step, ...]:
        """Return the steps of one game from the root."""
        position, position_and_steps = self.position, list[Step]()
        for number in game.steps:
            if number <= _playout.RECORDED_PASS:
                to = _playout.RECORDED_PASS - number
                position_and_steps.append(Step("pass", to=to))
                position = pass_spins(position, to, self._play_rules.rules)
                continue
            effect = self._effect(number)
            [(_, after)] = apply_effect(position, effect, self._play_rules)
            gained = after.contestants[position.mover_seat].score - position.mover.score
            money = effect.kind not in ("whammy", "whammy_off")
            position_and_steps.append(Step("money", gained, effect.spin) if money else Step(effect.kind))
            position = after
        return tuple(position_and_steps)

    def _effect(self, number: int) -> Effect:
        """Return the effect of the spin result with this number in the kernel."""
        if number < 0:
            return Effect("whammy" if number == _spin.WHAMMY else "whammy_off")
        return self._spin.moves[number]

    def value(self, position: Position) -> Vector:
        """Return the uncorrected payoffs of a position."""
        if game_over(position, self._play_rules.rules):
            return self._terminal_payoff(position)
        if position.alone:
            return against_house_value(position, self._spins)
        return _vector(self.units * self._kernel.value(_kernel_position(position)))

    def _terminal_payoff(self, position: Position) -> Vector:
        if self._after is not None:
            return self._after.value(position.contestants)
        return terminal_payoff(position, self._play_rules.rules)

    def _depth_of(self, action: int) -> int:
        """Return the depth of lookahead after an action: one spin more after passes between which the mover chooses.

        Such passes are often nearly tied for the mover and very different for the receivers.
        """
        between = action != _playout.PRESS and self._between
        return self.depth + 1 if between and self.depth < MAX_DEPTH else self.depth

    def _measure_next_depth(self, cancel: CancelFlag) -> float:
        """Return the typical error of a difference between two actions, one spin deeper than measured so far.

        That is the change by the last spin of lookahead where actions are close, or a share of the correction of a game if
        that is larger.
        """
        sums, errors = _Sums(), (*self._lookahead_errors, INFINITE_ERROR)
        for action in self._sums:
            for batch in self._play(action, PILOT_SEED, 0, calibration.PILOTS, errors, cancel):
                sums.add(batch)
        cancel.check()
        last_spin_change = math.sqrt(sums.moved / sums.close) if sums.close else 0.0
        typical_correction = math.sqrt(sums.square[:3].max() / sums.count)
        share = calibration.ERROR_PER_CORRECTION * calibration.ERROR_DECAY_PER_PLY ** len(self._lookahead_errors)
        return max(last_spin_change, share * typical_correction, calibration.MIN_VALUE_ERROR)

    def _play(
        self,
        action: int,
        seed: int,
        first: int,
        count: int,
        errors: LookaheadErrors,
        cancel: CancelFlag,
        records: Sequence[list[Any] | None] = (None,) * BATCHES,
    ) -> list[dict[str, Any]]:
        """Return the sums of playouts ``first`` to ``first + count``, in batches; incomplete once the flag is set.

        ``records`` get the games of each batch.
        """
        # The same batches for any number of threads, so that their sums are rounded alike.
        ends = [first + count * batch // BATCHES for batch in range(BATCHES + 1)]
        with Team(min(self._threads, count_threads()), cancel) as team:
            stop = team.stop.memory
            batches = [
                partial(self._kernel.run, self._root, action, seed, start, end - start, errors, stop, record)
                for (start, end), record in zip(pairwise(ends), records, strict=True)
            ]
            return list(team.results(batches))


def choose_pass(estimates: Sequence[PlayoutEstimate], seat: int) -> PlayoutEstimate | None:
    """Return the action that this contestant prefers, the first if they are equal; None if there is none.

    If it is uncertain which of two that is, return the mean of both, weighted by their probabilities. The policy error
    then includes the difference for the other contestants.
    """
    if len(estimates) < 2:
        return estimates[0] if estimates else None
    first, second = estimates
    likely = _likelihood(first, second, seat)
    if likely in (0.0, 1.0):
        return second if likely else first
    deviation = math.sqrt(likely * (1 - likely))
    policy = _weigh(second.policy_error, first.policy_error, likely)
    sure = second if likely > PASS_CERTAINTY else first if likely < 1 - PASS_CERTAINTY else None
    return PlayoutEstimate(
        _weigh(second.mean, first.mean, likely),
        _weigh(second.standard_error, first.standard_error, likely),
        tuple(math.hypot(p, deviation * (a - b)) for p, a, b in zip(policy, first.mean, second.mean, strict=True)),
        min(first.count, second.count),
        *((None, None) if sure is None else (sure.toss_up, sure.rest)),
    )


def _likelihood(first: PlayoutEstimate, second: PlayoutEstimate, seat: int) -> float:
    """Return the probability that a contestant prefers the second of two actions."""
    margin = second.mean[seat] - first.mean[seat]
    error = calibration.PASS_DIFFERENCE_ERROR * math.hypot(first.error[seat], second.error[seat])
    if not math.isfinite(error):  # not played out yet
        return float(margin > 0)
    return 0.5 * math.erfc(-margin / error / math.sqrt(2.0))


def _weigh(one: Vector, other: Vector, weight: float) -> Vector:
    """Return the weighted mean of two vectors of payoffs or errors, the first with this weight."""
    return tuple(weight * a + (1 - weight) * b for a, b in zip(one, other, strict=True))


def _toss_up(seat: int, ends: Doubles, others: Vector) -> TossUp | None:
    """Return the range of the chances by a contestant's toss-ups; None if the mean is enough.

    Args:
        seat: the contestant.
        ends: payoffs if all toss-ups are passed, or all pressed.
        others: the standard errors of the payoffs by everything else.
    """
    low, high = ends[:, -3:].min(axis=0), ends[:, -3:].max(axis=0)
    widths = high - low
    cheap = calibration.TOSS_UP_COST_RATIO * widths[seat] < max(widths)  # to the contestant who makes them
    if not cheap or all(
        widths <= np.maximum(calibration.TOSS_UP_MIN_WIDTH, calibration.TOSS_UP_ERROR_RATIO * np.array(others[-3:]))
    ):
        return None
    return TossUp(seat, to_triple(low.tolist()), to_triple(high.tolist()))


def _policy_error(errors: Doubles, correction: Doubles) -> Doubles:
    """Return, by payoff, the error of the mean by wrong choices."""
    error = np.sqrt((errors**2).sum(axis=0))
    unseen = (
        calibration.UNSEEN_ERROR_SHARE * np.abs(correction).reshape(-1, 3).max(axis=1) + calibration.MIN_POLICY_ERROR
    )
    return np.asarray(np.hypot(calibration.POLICY_ERROR_FACTOR * error, np.repeat(unseen, 3)))


def _rescaled_outcomes(chances: Doubles, values: Doubles, mean: Doubles, rules: Rules) -> Doubles:
    """Return payoffs by landing, rescaled to this mean, each between 0 and 1.

    Where a win is shared, the losses of some contestants go to the others, so that the sums stay.
    """
    now: Doubles = (chances[:, None] * values).sum(axis=0)  # in a fixed order, unlike a matrix product
    change = mean - now
    if rules.ties != "split":
        raised = values + change * (1 - values) / np.maximum(1 - now, 1e-300)
        lowered = values + change * values / np.maximum(now, 1e-300)
        return np.asarray(np.clip(np.where(change > 0, raised, lowered), 0.0, 1.0))
    # The chance that nobody wins, as all are out, is a fourth contestant here.
    values = np.column_stack([values, 1 - values.sum(axis=1)])
    now = np.append(now, 1 - now.sum())
    change = np.append(change, -change.sum())
    losses = values * np.minimum(1.0, np.maximum(0.0, -change) / np.maximum(now, 1e-300))
    gains = np.maximum(0.0, change)
    gained = losses.sum(axis=1)[:, None] * gains / max(gains.sum(), 1e-300)
    return np.asarray(np.clip(values - losses + gained, 0.0, 1.0)[:, :3])


def _vector(numbers: Doubles) -> Vector:
    return tuple(numbers.tolist())


def _kernel_position(position: Position) -> KernelPosition:
    """Return a position for the kernel, with scores in dollars."""
    return kernel_position(position, tuple(c.score for c in position.contestants))


def _make_kernel(
    dense: DenseSolver,
    spin: SpinArrays,
    stages: list[tuple[SpinLandings, SpinLandings, SpinLandings]],
    position: Position,
    early_from: int,
    next_spins: int,
) -> _playout.PlayoutKernel:
    """Return the kernel; see ``PlayoutKernel`` for the arguments."""
    plan, play_rules = dense.plan, spin.play_rules
    rules = play_rules.rules
    entries = [c.score for c in position.contestants]
    highest = max(play_rules.cap, *entries)
    orders, classes = spin.orders([[score] for score in entries])
    frames = [frame for frame in plan.frames.values() if frame.key[0]]
    sizes = [len(frame.configs) for frame in frames]
    places: list[tuple[Any, Any] | None] = []
    for frame in frames:
        for lane in range(LANES):
            if lane in frame.lanes:
                first = frame.cell_offsets(lane)
                start = dense.layout.where[(frame.key, lane)]
                where = np.where(first[:, 0] < 0, -1, start + first[:, 0] * plan.planes)
                places.append((frame.cells[frame.classes[lane]], where))
            else:
                places.append(None)
    values = _grid_values.GridInterpolator(
        scores=[
            (layer.scores.tracks, [_tracks(axis, index == 0) for index, axis in enumerate(layer.scores.axes)])
            for layer in plan.layers
        ],
        layers=np.array([plan.layers.index(frame.layer) for frame in frames], np.int32),
        seats=plan.scores.seats,
        keys=np.concatenate([frame.successors.keys for frame in frames]),
        frames=np.repeat(np.arange(len(frames), dtype=np.int32), sizes),
        numbers=np.concatenate([np.arange(size, dtype=np.int32) for size in sizes]),
        lanes=np.concatenate([_nearest_lanes(frame, plan.moves) for frame in frames]),
        places=places,
        values=dense.memory,
        planes=plan.planes,
        counted=plan.moves.counted,
    )
    preferred = orders[[int(c[0]) for c in classes]]
    return _playout.PlayoutKernel(
        stages=(spin.for_kernel(preferred, 0), spin.for_kernel(preferred, len(stages) - 1)),
        early_from=early_from,
        next_spins=next_spins,
        scores=np.arange(highest + 1, dtype=np.int64),
        options=kernel_rules(replace(rules, house="won")),  # ``ends`` has the values of the last contestant in
        gains=[
            sums_of(move, play_rules.unit, np.arange(highest + 1)).astype(np.int32)
            for move in spin.moves or [Effect("money", (0,))]
        ],
        cap=play_rules.cap,
        values=values,
        ends=_terminal_shares(replace(rules, goal="win"), stages[0]),
        scale=dense.scale,
        bonus=dense.bonus,
        elimination_odds=_elimination_odds(stages[0], position.spins),
        tolerance=dense.tolerance,
        after=None if dense.after is None else dense.after.table,
    )


def _tracks(axis: Axis, each_from_zero: bool) -> Ints:
    """Return the tracks of an axis as ``GridTrack`` has them, the track from the entered score first.

    With ``each_from_zero`` points are counted from the start of their track, as along axis A.
    """
    rows = []
    for number in (FROM_ENTRY, FROM_ZERO):
        track = axis.tracks[number]
        if track:
            step = track[1] - track[0] if len(track) > 1 else 1
            first = 0 if each_from_zero or number == FROM_ZERO else len(axis.tracks[FROM_ZERO])
            rows.append((track[0], step, track[-1], len(track), first, number))
    return np.array(rows, np.int32)


def _nearest_lanes(frame: Frame, moves: LaneTransitions) -> Lanes:
    """Return, for each lane, the nearest lane that arises in a configuration, [configs, 64]."""
    counts = np.array([lane_of(lane) for lane in range(LANES)])
    merged = counts[[moves.canonical(lane, frame.key) for lane in range(LANES)]]
    distances = (np.abs(merged[:, None] - counts) * (1.0 + 0.1 * np.maximum(merged[:, None], counts))).sum(axis=2)
    lanes_by_config = np.zeros(len(frame.configs), np.uint64)  # bit masks of lanes
    for lane in frame.lanes:
        lanes_by_config |= (frame.cell_offsets(lane)[:, 0] >= 0).astype(np.uint64) << np.uint64(lane)
    kinds, kind = np.unique(lanes_by_config, return_inverse=True)
    sets = kinds[:, None] >> np.arange(LANES, dtype=np.uint64) & np.uint64(1)
    nearest = np.array([np.where(lanes, distances, np.inf).argmin(axis=1) for lanes in sets])
    return nearest[kind].astype(np.int8)


def _elimination_odds(spins: tuple[SpinLandings, SpinLandings, SpinLandings], max_spins: int) -> Doubles:
    """Return the odds of elimination by pressing all spins, [seat, Whammies, spins held, 2]; see ``PlayoutKernel``."""
    odds = np.zeros((len(SEATS), WHAMMIES_OUT, max_spins + 1, 2))
    for seat in SEATS:
        whammy_chance = sum(float(chance) for chance, options in spins[seat] if options[0].effect.kind == "whammy")
        extra_spin_chance = sum(float(chance) for chance, options in spins[seat] if any(o.effect.spin for o in options))
        per_spent_spin = min(1.0, whammy_chance / max(1e-9, 1 - extra_spin_chance))  # an extra spin spends none
        for whammies in range(WHAMMIES_OUT):
            to_go = WHAMMIES_OUT - whammies
            for spins_held in range(to_go + 1, max_spins + 1):
                out_after = {  # negative binomial: the chance that spin n brings the last Whammy
                    n: math.comb(n - 1, to_go - 1) * per_spent_spin**to_go * (1 - per_spent_spin) ** (n - to_go)
                    for n in range(to_go, spins_held)
                }
                chance = sum(out_after.values())
                spins_left = sum(chance_at * (spins_held - n) for n, chance_at in out_after.items())
                odds[seat, whammies, spins_held] = chance, spins_left / chance if chance else 0.0
    return odds


def _terminal_shares(rules: Rules, spins: tuple[SpinLandings, SpinLandings, SpinLandings]) -> Doubles:
    """Return the shares of the win in a finished game, [8 + 3 * 41, 3]; see ``ends`` of ``PlayoutKernel``."""
    ends = np.zeros((8, 3))
    for mask in range(1, 8):
        podiums = [Contestant(1 if mask >> seat & 1 else 0) for seat in SEATS]
        ends[mask] = [float(x) for x in payoff(Position((podiums[0], podiums[1], podiums[2]), 0), rules)]
    last = np.zeros((3, MAX_SPINS + 1, 3))
    for seat in SEATS:
        last[seat, :, seat] = survival_by_passed_spins(spins[seat]) if rules.house == "play" else 1.0
    return np.concatenate([ends, last.reshape(-1, 3)])
