"""Maps over the scores of two contestants, read from a table, and where the verdict changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.rules import Press, legal_actions
from ..solvers.ply import Best
from .answer_table import AnswerTable, Dollars, Payoffs

TIE_ROUNDING = 1e-4  # with no more rounding than this, a margin of 0 is a tie

UNKNOWN, PRESS, PASS = 0, 1, 2  # values of ``HeatMap.best``

Verdicts = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Scores = Sequence[int] | Dollars


@dataclass(frozen=True)
class HeatMap:
    """The answers over two contestants' scores, all else being equal.

    Attributes:
        row_seat, column_seat: the seats (0-2) with a score for each row and for each column.
        rows, columns: these scores in dollars, ascending.
        press, passing: payoffs [rows, columns, seat]; NaN where the action is not allowed or has
            no answer.
        best: [rows, columns] of ``PRESS``, ``PASS`` and ``UNKNOWN``.
        too_close: [rows, columns], whether the mover's gain is within the table's rounding, or the third contestant's
            score lies between two scores of the table with different verdicts.
        capped: [rows, columns], with ``cap=auto``, whether the table's cap may change the answer by more than 1e-9.
    """

    row_seat: int
    column_seat: int
    rows: Dollars
    columns: Dollars
    press: Payoffs
    passing: Payoffs
    best: Verdicts
    too_close: Flags
    capped: Flags


@dataclass(frozen=True, slots=True)
class Flip:
    """A change of the verdict as one score grows.

    Attributes:
        below, above: neighboring scores in dollars, before and after the change.
        becomes: the verdict from ``above`` on.
        too_close: whether the verdict on either side is uncertain.
    """

    below: int
    above: int
    becomes: Best
    too_close: bool


def heat_map(
    answers: AnswerTable,
    position: Position,
    rules: Rules,
    row_seat: int,
    column_seat: int,
    rows: Scores,
    columns: Scores,
) -> HeatMap | None:
    """Return the answers over two contestants' scores; None if the third contestant's score is not in the table.

    The table has the position's configuration and these rules. Scores that are not in the table are left out.

    Raises:
        ValueError: there is no map of these seats.
    """
    if row_seat == column_seat or not {row_seat, column_seat} <= set(position.still_in):
        raise ValueError("A map needs two different contestants who are still in.")
    third = 3 - row_seat - column_seat
    podiums = position.contestants
    score = podiums[third].score
    if score not in answers.dollars[third]:
        return None
    rows = np.intersect1d(answers.dollars[row_seat], rows)
    columns = np.intersect1d(answers.dollars[column_seat], columns)
    scores: dict[int, int | Dollars] = {row_seat: rows[:, None], column_seat: columns, third: score}
    press, passing = answers.read(*(scores[seat] for seat in SEATS))
    margin = press[..., position.mover_seat] - passing[..., position.mover_seat]
    best = np.where(margin >= 0, PRESS, PASS).astype(np.uint8)
    for i, j in np.argwhere(np.isnan(margin)):
        score_by_seat = {row_seat: int(rows[i]), column_seat: int(columns[j]), third: score}
        best[i, j] = _only(
            position.with_scores(*(score_by_seat[seat] for seat in SEATS)), rules, press[i, j], passing[i, j]
        )
    too_close = (np.abs(margin) <= 2 * answers.rounding) & ((margin != 0) | (answers.rounding > TIE_ROUNDING))
    for neighbor in set(answers.grid_neighbors(third, score)) - {score}:
        neighbor_position = position.with_scores(
            *(neighbor if seat == third else c.score for seat, c in enumerate(podiums))
        )
        neighbor_map = heat_map(answers, neighbor_position, rules, row_seat, column_seat, rows, columns)
        if neighbor_map is not None:
            too_close |= best != neighbor_map.best
    return HeatMap(
        row_seat,
        column_seat,
        rows,
        columns,
        press,
        passing,
        best,
        too_close,
        np.logical_and(
            rules.cap is None, ~answers.cap_suffices(*(np.asarray(scores[seat]) for seat in position.still_in))
        ),
    )


def break_even(answers: AnswerTable, position: Position, rules: Rules, seat: int) -> list[Flip] | None:
    """Return the scores of one contestant at which the verdict changes, all else being equal.

    None if the others' scores are not in the table.

    Raises:
        ValueError: there is no other contestant who is still in, or the seat is out.
    """
    other = next((s for s in position.still_in if s != seat), None)
    if other is None:
        raise ValueError("The verdict turns on a score only against another contestant who is still in.")
    score = position.contestants[other].score
    if score not in answers.dollars[other]:
        return None
    line = heat_map(answers, position, rules, other, seat, [score], answers.dollars[seat])
    if line is None:
        return None
    (verdicts,), (close,) = line.best, line.too_close
    known_places = np.flatnonzero(verdicts != UNKNOWN)
    flips = []
    for below, above in pairwise(known_places):
        if verdicts[below] != verdicts[above]:
            becomes: Best = "pass" if verdicts[above] == PASS else "press"
            too_close = bool(close[below] or close[above])
            flips.append(Flip(int(line.columns[below]), int(line.columns[above]), becomes, too_close))
    return flips


def _only(position: Position, rules: Rules, press: Payoffs, passing: Payoffs) -> int:
    """Return the verdict where at most one action has an answer: this action, if the rules allow no other."""
    actions = legal_actions(position, rules)
    if Press() not in actions:
        return UNKNOWN if np.isnan(passing[0]) else PASS
    return PRESS if len(actions) == 1 and not np.isnan(press[0]) else UNKNOWN
