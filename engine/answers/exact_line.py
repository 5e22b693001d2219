"""Exact answers for many scores of the mover at once: for lines of maps."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace

from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules, game_over
from ..solvers.boxes.plates import Plates
from ..solvers.cancel_flag import CancelFlag, ProgressListener, ignore
from ..solvers.limits import Limits
from ..solvers.ways import Plan, Way, choose
from .exact import plan_plates, plates_know, predicted_seconds
from .question import Question, ask
from .result import SolveResult
from .result_builder import SolverOutcome, build_result, exact_action


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
    with suppress(Unaffordable, Unsettled):
        return choose((LINE,), top.schedule.left, position, top, asked, play_rules)
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


def _known(position: Position, top: Question, asked: Mapping[int, Question], play_rules: PlayRules) -> bool:
    return plates_know(top, play_rules)


def _plan(position: Position, top: Question, asked: Mapping[int, Question], play_rules: PlayRules) -> Plan:
    return plan_plates(replace(top, position=position), play_rules, highest=max(asked))


def _answers(
    plan: Plan, position: Position, top: Question, asked: Mapping[int, Question], play_rules: PlayRules
) -> dict[int, SolveResult]:
    """Return the answers for the scores that are among those solved."""
    plates: Plates = plan.work
    plates.solve(top.listener)
    answers = {}
    for score, question in asked.items():
        if plates.has(question.position):
            ply = plates.root_ply(question.position)
            press, passing = (exact_action(value, plates.rounding) for value in (ply.press, ply.passing))
            answers[score] = build_result(question, SolverOutcome("exact", play_rules, press, passing, plan.cells))
    return answers


LINE = Way(_answers, _plan, _known)
