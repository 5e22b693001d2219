"""Exact answers for many scores of the mover at once: for lines of maps."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules, game_over
from ..solve.boxes.plates import Plates
from ..solve.cancel_flag import CancelFlag, ProgressListener, ignore
from ..solve.costs import plate_seconds
from ..solve.limits import Limits
from ..solve.processors import threads
from ..solve.result import SolveResult
from .question import Question, ask
from .result_builder import SolverOutcome, build_result, exact_action
from .values import PLANNING, are_for_plates, predicted_seconds


def exact_line(
    position: Position,
    board: Board,
    rules: Rules,
    scores: Collection[int],
    limits: Limits | None = None,
    *,
    next_spins: NextSpinsBoard | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> dict[int, SolveResult]:
    """Return the exact answers for these scores of the mover, all else being equal, from one solve.

    It takes a few times as long as one answer. Left out are scores that no sum of the board leads to from $0, except
    the mover's own; all are left out where plates do not apply or exceed the limits. The answers lack the outcomes of
    the next spin.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
        Cancelled: ``cancel`` was set.
    """
    flag = cancel or CancelFlag()
    asked = {
        score: ask(_with_score(position, score), board, rules, limits or Limits(), next_spins, progress or ignore, flag)
        for score in sorted(scores)
    }
    if not asked or game_over(position, rules):
        return {}
    top = asked[max(asked)]
    play_rules = top.play_rules(top.unit)  # the highest score needs the highest cap
    if not are_for_plates(top, play_rules):
        return {}
    with suppress(Unaffordable, Unsettled):
        plates = _solved(position, top, play_rules, max(asked))
        if plates is not None:
            answers = {score: _answer(plates, its, play_rules) for score, its in asked.items()}
            return {score: found for score, found in answers.items() if found is not None}
    return {}


def exact_seconds(position: Position, board: Board, rules: Rules, limits: Limits | None = None) -> float | None:
    """Return the predicted time of an exact answer; infinite beyond the limits, None where it cannot be predicted.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
    """
    return predicted_seconds(ask(position, board, rules, limits or Limits(), None, ignore, CancelFlag()))


def _with_score(position: Position, score: int) -> Position:
    scores = [contestant.score for contestant in position.contestants]
    scores[position.mover_seat] = score
    return position.with_scores(*scores)


def _solved(position: Position, question: Question, play_rules: PlayRules, highest: int) -> Plates | None:
    plates = Plates(
        position,
        question.board,
        play_rules,
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
        highest=highest,
        threads=threads(),
        patience=PLANNING * question.seconds_left(),
    )
    if plate_seconds(plates.plan, plates.peak, threads()) > question.seconds_left():
        return None
    plates.solve(question.listener)
    return plates


def _answer(plates: Plates, question: Question, play_rules: PlayRules) -> SolveResult | None:
    """Return the answer for one of the scores; None if it is not among those solved."""
    if not plates.has(question.position):
        return None
    ply = plates.root_ply(question.position)
    press, passing = (
        None if value is None else exact_action(value, plates.rounding) for value in (ply.press, ply.passing)
    )
    return build_result(question, SolverOutcome("exact", play_rules, press, passing, plates.states))
