"""Games played out by their true sums, to correct values that were found on a coarse grid of scores.

Everybody takes the action that looks best by the values of the coarse cubes: one spin ahead, further
where the actions are close to each other. What such a game is worth is estimated without bias: the
values' own errors along each game are added up exactly (``_playout.pyx``), which leaves little noise.

What is left is that some choices are not the best ones. The one who errs loses next to nothing by
it, as he only errs where his actions are close; the others may gain or lose much. So each choice
brings a *doubt*: what it changes for each contestant, times exp(-x²/2) where the actions are x times
as far apart as such differences may well be wrong. Doubts of one configuration are added up, as if
all its errors went the same way, those of different configurations as if independent, and ``DOUBT``
of the whole is stated. ``benchmarks/playouts.py`` measures how well that covers the truth.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.game.options import Rules
from engine.game.position import SEATS, Contestant, Position
from engine.game.rules import payoff
from engine.solve import _playout
from engine.solve.cube_axes import Axis
from engine.solve.cube_lanes import LANES
from engine.solve.cubes import Cubes
from engine.solve.flag import CancelFlag
from engine.solve.ply import Vector
from engine.solve.spin_arrays import SpinArrays

Doubles = npt.NDArray[np.float64]
Near = tuple[npt.NDArray[np.int32], Doubles]
Aims = tuple[float, ...]  # typical error of a difference between two actions, looked at 1, 2, ... spins ahead

PILOTS = 200  # playouts of each action that show how uncertain the values are
PILOT_SEED = 0x5EED
UNSURE = 3.0  # a difference may be wrong by so many times what looking one more spin ahead changes
DOUBT = 0.5  # the part of doubts that is stated as an error; fitted, with UNSURE, to 79 exactly solved positions
ALL = 1e9  # an error in whose light any two actions are close


@dataclass(frozen=True, slots=True)
class Sample:
    """What playouts say of one action.

    Attributes:
        mean: payoffs by seat.
        standard_error: of ``mean``, by seat; the playouts' noise alone.
        policy_error: by seat, how far choices by coarse values may have moved ``mean`` from the truth.
        count: playouts made.
    """

    mean: Vector
    standard_error: Vector
    policy_error: Vector
    count: int

    @property
    def error(self) -> Vector:
        """By seat, the standard error to state: noise and policy together."""
        return tuple(math.hypot(*pair) for pair in zip(self.standard_error, self.policy_error, strict=True))


@dataclass
class _Sums:
    """Playouts of one action so far: what they corrected, and how they went."""

    count: int = 0
    total: Doubles = field(default_factory=lambda: np.zeros(3))
    square: Doubles = field(default_factory=lambda: np.zeros(3))
    doubt: Doubles = field(default_factory=lambda: np.zeros((1, 3)))  # by configuration
    close: int = 0
    moved: float = 0.0

    def add(self, tally: dict[str, Any]) -> None:
        self.count += tally["count"]
        self.total += tally["sum"]
        self.square += tally["square"]
        self.doubt = self.doubt + tally["doubt"]
        self.close += tally["close"]
        self.moved += tally["moved"]


class Playouts:
    """Estimates of the root's actions that get better with every playout.

    Args:
        cubes: solved, with all values kept (``keep=True``).
        seed: of the random numbers; the same seed gives the same playouts.

    Attributes:
        ply: the root as the coarse values see it, one step ahead by the true sums.
    """

    def __init__(self, cubes: Cubes, seed: int = 1):
        plan = cubes.plan
        position = plan.position
        podiums = position.contestants
        spin = SpinArrays(plan.spin.landings, plan.table)
        scores = [spin.scores(c.score) for c in podiums]
        self.ply = cubes.look()
        self._seed = seed
        self._threads = cubes.threads
        self._player = _player(cubes, spin, scores)
        self._root = (
            tuple(c.earned for c in podiums),
            tuple(c.passed for c in podiums),
            tuple(s.index(c.score) for s, c in zip(scores, podiums, strict=True)),
            tuple(c.whammies for c in podiums),
            position.up,
        )
        self._aims: Aims | None = None
        self._sums = {
            action: _Sums()
            for action, value in ((_playout.PRESS, self.ply.press), (_playout.PASS, self.ply.passing))
            if value is not None
        }

    @property
    def press(self) -> Sample | None:
        """Pressing; None where it is not allowed. Before any playout its errors are infinite."""
        return None if self.ply.press is None else _sample(self.ply.press, self._sums[_playout.PRESS])

    @property
    def passing(self) -> Sample | None:
        """The pass that the coarse values prefer; None where there is none."""
        return None if self.ply.passing is None else _sample(self.ply.passing, self._sums[_playout.PASS])

    def improve(self, playouts: int, cancel: CancelFlag) -> None:
        """Makes so many more playouts of each action.

        Raises:
            Cancelled: the flag was set; playouts of earlier calls still count.
        """
        if self._aims is None:
            self._aims = self._aim(cancel)
        more = {
            action: self._play(action, self._seed, sums.count, playouts, self._aims, cancel)
            for action, sums in self._sums.items()
        }
        cancel.check()
        for action, tallies in more.items():
            for tally in tallies:
                self._sums[action].add(tally)

    def _aim(self, cancel: CancelFlag) -> Aims:
        """How to choose: measured by what another spin ahead changes about the difference between two actions."""
        one = self._moved((ALL,), cancel)
        return one, UNSURE * (self._moved((one, ALL), cancel) or one)

    def _moved(self, aims: Aims, cancel: CancelFlag) -> float:
        """Root mean square of what the last spin ahead changed, where actions are close; 0 if they never are."""
        sums = _Sums()
        for action in self._sums:
            for tally in self._play(action, PILOT_SEED, 0, PILOTS, aims, cancel):
                sums.add(tally)
        cancel.check()
        return math.sqrt(sums.moved / sums.close) if sums.close else 0.0

    def _play(
        self, action: int, seed: int, first: int, count: int, aims: Aims, cancel: CancelFlag
    ) -> list[dict[str, Any]]:
        """What playouts ``first`` to ``first + count`` add up to, in parts; not all of it once the flag is set."""
        ends = [first + count * part // self._threads for part in range(self._threads + 1)]
        with ThreadPoolExecutor(self._threads) as workers:
            parts = [
                workers.submit(self._player.run, self._root, action, seed, start, end - start, aims, cancel.memory)
                for start, end in pairwise(ends)
            ]
            return [part.result() for part in parts]


def _sample(value: Vector, sums: _Sums) -> Sample:
    endless = (math.inf, math.inf, math.inf)
    if not sums.count:
        return Sample(value, endless, endless, 0)
    correction = sums.total / sums.count
    variance = np.maximum(0.0, sums.square / sums.count - correction**2)
    error = _vector(np.sqrt(variance / (sums.count - 1))) if sums.count > 1 else endless
    doubt = DOUBT * np.sqrt(((sums.doubt / sums.count) ** 2).sum(axis=0))
    return Sample(_vector(value + correction), error, _vector(doubt), sums.count)


def _vector(numbers: Doubles) -> Vector:
    return float(numbers[0]), float(numbers[1]), float(numbers[2])


def _player(cubes: Cubes, spin: SpinArrays, scores: list[list[int]]) -> _playout.Player:
    """The kernel, made ready."""
    plan, table = cubes.plan, cubes.plan.table
    rules = table.rules
    orders, _ = spin.orders(scores)
    frames = [frame for frame in plan.frames.values() if frame.key[0]]
    configs = [(config, index, k) for index, frame in enumerate(frames) for k, config in enumerate(frame.configs)]
    places: list[tuple[Any, Any] | None] = []
    for frame in frames:
        firsts: dict[int, tuple[Any, Any]] = {}
        for lane in frame.lanes:
            first, _ = frame.firsts(lane)
            start = cubes.where[(frame.key, lane)]
            firsts[lane] = (frame.ranges[frame.classes[lane]], np.where(first < 0, -1, start + first * plan.planes))
        places += [firsts.get(plan.moves.merged(lane, frame.key)) for lane in range(LANES)]
    return _playout.Player(
        (
            [np.array(s, np.int64) for s in scores],
            _playout.TURN_ORDERS[rules.turn_order],
            rules.level_opponents == "chooser",
            rules.third_place_plays,
            -1 if rules.max_lead is None else rules.max_lead,
        ),
        [spin.next_scores(s) for s in scores],
        spin.gives_spin,
        tuple(s.index(0) for s in scores),
        (
            spin.weights, spin.whammy, spin.chances, spin.options, np.ascontiguousarray(orders[0]), spin.parts,
            spin.part_moves, spin.part_weights,
        ),
        plan.box.kernel,
        plan.box.seats,
        [_near(axis, scores[axis.seat], index == 0) for index, axis in enumerate(plan.box.axes)],
        np.array([_playout.config_key(c.spins, c.up, c.frame[1]) for c, _, _ in configs], np.uint64),
        np.array([index for _, index, _ in configs], np.int32),
        np.array([k for _, _, k in configs], np.int32),
        places,
        cubes.memory,
        plan.planes,
        _ends(rules),
        cubes.tolerance,
    )  # fmt: skip


def _near(axis: Axis, scores: list[int], by_track: bool) -> Near:
    """Where scores lie on an axis: on each track the point below, and the next one's weight.

    ``by_track`` counts points from the start of their track, as along axis A.
    """
    firsts = np.cumsum([0, *(len(track) for track in axis.tracks)])
    points = np.full((len(scores), len(axis.tracks), 2), -1, np.int32)
    above = np.zeros((len(scores), len(axis.tracks)))
    for i, score in enumerate(scores):
        for way, around in enumerate(axis.around(score)):
            index = around[0][0]
            track = int(np.searchsorted(firsts, index, side="right")) - 1
            points[i, way] = index - (firsts[track] if by_track else 0), track
            if len(around) > 1:
                above[i, way] = around[1][1]
    return points, above


def _ends(rules: Rules) -> Doubles:
    """Payoffs of a finished game by bit mask of the winners, [8, 3]."""
    ends = np.zeros((8, 3))
    for mask in range(1, 8):
        podiums = [Contestant(1 if mask >> seat & 1 else 0) for seat in SEATS]
        ends[mask] = [float(x) for x in payoff(Position((podiums[0], podiums[1], podiums[2]), 0), rules)]
    return ends
