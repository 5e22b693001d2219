"""Builds score values: each contestant's chance to win before the questions, averaged over all starts of round 2.

Questions may bring 1,042 ways to hold spins, each with any scores and Whammies. Dense cells solve whole configurations,
and configurations with fewer spins lie below those with more, so one plan has a whole batch. Fewer spins are solved on a
finer grid of scores, as there are fewer ways to share them out (decision 70).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .. import calibration
from ..errors import BoardError, RulesError
from ..game.board import Board
from ..game.figures import board_figures
from ..game.options import Rules
from ..game.position import MAX_SCORE, MAX_SPINS, SEATS, WHAMMIES_OUT, Contestant, Position
from ..game.questions import NextRound, Spins, spins_from_questions
from ..game.rules import PlayRules, first_mover, payoff
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, ignore_progress
from ..solvers.configs import ORDER_SCORES, ORDERS, FrameKey, order_of
from ..solvers.dense.options import DenseOptions
from ..solvers.dense.solver import DenseSolver, supports
from ..solvers.lanes import LANES, lane_of
from ..solvers.processors import count_threads
from ..solvers.score_values import ScoreValues, Solved
from . import array_file
from .array_file import TableError

STAGE = "Working out what a score is worth"
NOBODY_OUT = 0
OUT_MASKS = (NOBODY_OUT, *(1 << seat for seat in SEATS))
Array = npt.NDArray[np.float64]


class StartBatch(NamedTuple):
    """The starts of round 2 that are solved together.

    Attributes:
        max_spins: the three contestants' spins; starts with fewer may be in earlier batches.
        step: dollars between scores, where a spin brings ``calibration.MEAN_SPIN`` on average.
        counted: bit mask of the seats whose Whammies are counted.
    """

    max_spins: int
    step: int
    counted: int = 7


class ScoreValueConfig(NamedTuple):
    """The resolution of score values.

    Attributes:
        batches: of the starts, fewest spins first.
        error: standard error of a chance.
        highest: the highest score of the grid, where a spin brings ``calibration.MEAN_SPIN`` on average.
    """

    batches: tuple[StartBatch, ...]
    error: float
    highest: int = calibration.VALUES_TO


FINE = ScoreValueConfig(
    (StartBatch(11, 1000), StartBatch(15, 1500), StartBatch(MAX_SPINS, 2000)), calibration.SCORE_VALUES
)
ROUGH = ScoreValueConfig((StartBatch(MAX_SPINS, 2000, counted=0),), calibration.ROUGH_SCORE_VALUES)


class Start(NamedTuple):
    """A start of round 2 with a mover.

    Attributes:
        position: with every score $0. chance: of these spins. orders: bool [27], whether the mover begins, by the order
            of the scores.
    """

    position: Position
    chance: float
    orders: npt.NDArray[np.bool_]


def build_values(
    then: NextRound,
    rules: Rules,
    config: ScoreValueConfig = FINE,
    *,
    memory: int,
    checkpoints: Path | None = None,
    progress: ProgressListener = ignore_progress,
    cancel: CancelFlag | None = None,
) -> ScoreValues:
    """Return the score values before the questions, by rules spelled out by seat.

    Solved batches (about 30 MB each) are stored in files whose names begin as ``checkpoints``, so that an interrupted
    build resumes.

    Raises:
        BoardError: the dense solver does not support the board of round 2.
        Unaffordable: it takes more memory.
        Cancelled: the flag was set.
    """
    check_round_1(then.board, rules)
    cancel = cancel or CancelFlag()
    # Whether the order of the seats matters, apart from who begins if everything else is tied.
    by_seats = rules.turn_order in ("seat", "cyclic") or rules.level_opponents != "chooser"
    by_seats |= "/" in rules.opponents + rules.weights
    mean = float(board_figures(then.board, rules.for_seat(0)).after_moves.mean)
    scale = max(1, round(mean / calibration.MEAN_SPIN))
    finest, highest = scale * config.batches[0].step, scale * config.highest
    points, max_spins_before = highest // finest + 1, 0
    total = _weigh_no_spins(then, rules, points)
    for number, batch in enumerate(config.batches):

        def listener(batch_progress: Progress, number: int = number) -> None:
            progress(Progress(STAGE, (number + batch_progress.done) / len(config.batches)))

        starts = [
            start
            for start in _list_starts(then.questions, rules)
            if max_spins_before < start.position.spins <= batch.max_spins
        ]
        max_spins_before, step = batch.max_spins, scale * batch.step
        if not starts:
            continue
        path = checkpoints and checkpoints.with_stem(f"{checkpoints.stem}-{batch.max_spins}-{batch.step}")
        batch_values = _read_checkpoint(path) if path else None
        if batch_values is None:
            play_rules = PlayRules(rules, rules.unit or 1, -(-highest // step) * step)
            options = DenseOptions(
                all_starts=True, grid=step, single=True, counted=batch.counted, threads=count_threads(), memory=memory
            )
            batch_values = _solve(starts, then.board, play_rules, options, listener, cancel)
            if path:
                with suppress(OSError):  # only time is lost
                    array_file.write(path, {}, np.array(list(batch_values.values()), "<f4"))
        if step != finest:
            values = ScoreValues.of_grid(batch_values, step, 0.0, by_seats=by_seats, cancel=cancel)
            batch_values = _read_at(values, finest, points, cancel)
        for out in OUT_MASKS:
            total[out] += batch_values[out]
    progress(Progress(STAGE, 1.0))
    return ScoreValues.of_grid(total, finest, config.error, by_seats=by_seats, cancel=cancel)


def _read_checkpoint(path: Path) -> Solved | None:
    with suppress(OSError, TableError):
        return dict(zip(OUT_MASKS, array_file.read(path)[1].astype(np.float64), strict=True))
    return None


def check_rules(rules: Rules) -> None:
    """Raise RulesError, naming the option, where round 1 has no odds under these rules."""
    if rules.in_dollars:
        raise RulesError("In round 1 only the chance to win is known: choose goal=win.", field="goal")
    if rules.house != "won":
        raise RulesError(
            "In round 1 the last contestant in must win at once; under these rules that contestant plays on.",
            field="house",
        )
    if rules.cap is not None and rules.cap < calibration.VALUES_TO:
        raise RulesError(f"In round 1 scores must be free to grow to ${calibration.VALUES_TO:,}.", field="cap")
    for name in ("cap_passes", "reduce"):
        if getattr(rules, name):
            raise RulesError(f"In round 1 there are no odds with {name}.", field=name)


def check_round_1(board: Board, rules: Rules) -> None:
    """Raise InputError where round 1 has no odds before a round 2 on this board, or under these rules."""
    check_rules(rules)
    if not supports(board, PlayRules(rules.seated(0), rules.unit or 1, MAX_SCORE)):  # the same for any mover
        raise BoardError(
            f"What a score is worth in a round 2 on the board {board.name or board.id} is not known.",
            field="then",
        )


def _list_starts(questions: int, rules: Rules) -> Iterator[Start]:
    for out in OUT_MASKS:
        still_in = [seat for seat in SEATS if not out >> seat & 1]
        for spins, chance in spins_from_questions(still_in, questions).items():
            for seat in SEATS:
                if spins[seat]:
                    yield Start(
                        Position(_podiums((0, 0, 0), spins, out), seat),
                        float(chance),
                        np.array([_begins(order, spins, out, seat, rules) for order in range(ORDERS)]),
                    )


def _begins(order: int, spins: Spins, out: int, seat: int, rules: Rules) -> bool:
    scores = ORDER_SCORES.get(order)
    return scores is not None and first_mover(_podiums(scores, spins, out), rules) == seat


def _podiums(scores: Sequence[int], spins: Sequence[int], out: int) -> tuple[Contestant, Contestant, Contestant]:
    a, b, c = (
        Contestant(0, whammies=WHAMMIES_OUT) if out >> seat & 1 else Contestant(scores[seat], spins[seat])
        for seat in SEATS
    )
    return a, b, c


def _solve(
    starts: list[Start],
    board: Board,
    play_rules: PlayRules,
    options: DenseOptions,
    listener: ProgressListener,
    cancel: CancelFlag,
) -> Solved:
    """Solve some starts of round 2; return their weighted sum for ``ScoreValues.of_grid``. Raises Cancelled."""
    positions = [start.position for start in starts]
    dense = DenseSolver(positions[0], board, play_rules, replace(options, others=positions[1:]), cancel=cancel)
    plan = dense.plan
    starts_by_frame: dict[FrameKey, list[tuple[int, Start]]] = {}
    for start, config in zip(starts, plan.roots, strict=True):
        starts_by_frame.setdefault(config.frame, []).append((plan.frames[config.frame].number[config], start))
    scores = plan.scores.dollars[0]
    order = order_of(scores[:, None, None], scores[:, None], scores)
    axes = [2 - plan.scores.axis_of[seat] for seat in SEATS]
    sums = {out: np.zeros((LANES, *order.shape, 3)) for out in OUT_MASKS}

    def collect(key: FrameKey, lane: int) -> None:
        starts_here = starts_by_frame.get(key, [])
        if not starts_here:
            return
        weighted: Array = np.zeros((*order.shape, 3))
        for number, start in starts_here:
            cells = start.orders[order]
            values = dense.all_scores(key, number, lane).transpose(*axes, 3)[cells]
            weighted[cells, : values.shape[1]] += start.chance * values
        if plan.planes == 2:
            chance = sum(start.orders[order] * start.chance for _, start in starts_here)
            weighted[..., 2] = chance - weighted[..., 0] - weighted[..., 1]
        merged_lanes = [other for other in range(LANES) if plan.moves.canonical(other, key) == lane]
        sums[key[1]][merged_lanes] += weighted

    dense.solve(listener, collect)
    return {out: total.reshape(4, 4, 4, *total.shape[1:]).swapaxes(0, 2) for out, total in sums.items()}


def _weigh_no_spins(then: NextRound, rules: Rules, points: int) -> Solved:
    """Return the payoffs if no question brings a spin, weighted by that chance."""
    values = {out: np.zeros((*(WHAMMIES_OUT,) * 3, *(points,) * 3, 3)) for out in OUT_MASKS}
    order = order_of(*np.indices((points,) * 3))
    for out in OUT_MASKS:
        still_in = [seat for seat in SEATS if not out >> seat & 1]
        chance = spins_from_questions(still_in, then.questions).get((0, 0, 0), Fraction(0))
        for number, scores in ORDER_SCORES.items():
            podiums = _podiums(scores, (0, 0, 0), out)
            values[out][..., order == number, :] = [
                float(chance * share) for share in payoff(Position(podiums, 0), rules)
            ]
    return values


def _read_at(values: ScoreValues, step: int, points: int, cancel: CancelFlag) -> Solved:
    """Return values of a coarser grid, interpolated at the points of a finer one."""
    scores = step * np.indices((points,) * 3).reshape(3, -1).T
    values_by_out = {}
    for out in OUT_MASKS:
        lanes = []
        for lane in range(LANES):
            cancel.check()
            whammies = [WHAMMIES_OUT if out >> seat & 1 else lane_of(lane)[seat] for seat in SEATS]
            lane_scores = np.where(np.equal(whammies, WHAMMIES_OUT), 0, scores)
            lanes.append(values.values(lane_scores, whammies).reshape(*(points,) * 3, 3))
        values_by_out[out] = np.array(lanes).reshape(4, 4, 4, *(points,) * 3, 3).swapaxes(0, 2)
    return values_by_out
