"""Answers a question by the best method that fits its limits.

Exact values come from dense expectimax for most questions, from a state graph for any question with few states; then come
estimates (``estimator.py``) and proven bounds (``bounded.py``). Planning a method gives a plan that fits the limits, or the
reason why none does; it starts after the plans before it were refused and freed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from .. import calibration
from ..errors import Cancelled, ShortOfMemory, Unaffordable, Unsettled, strip_traceback
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.questions import NextRound
from ..game.rules import PlayRules, game_over
from ..game.spin import merged_landings
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, deadline
from ..solvers.costs import affordable_states, dense_seconds, takes_words
from ..solvers.dense.options import DenseOptions
from ..solvers.dense.solver import DenseSolver, supports
from ..solvers.expectimax_graph import ExpectimaxGraph
from ..solvers.limits import Limits
from ..solvers.processors import count_threads
from .abstraction import supports_playouts
from .bounded import narrow_bounds
from .estimator import Estimator
from .question import Question, ask
from .result import (
    SHORT_OF_MEMORY,
    Method,
    SolveResult,
    find_verdict,
    list_outcomes,
    make_exact_action,
    make_finished_result,
    make_result,
)

FEW_HOLDERS = 2  # with more holders of spins nearly all scores vary
FEWER_POSITIONS = 250  # the unit that is suggested if a question is too big and cannot be estimated
TOO_MANY = "It is not exact, as there are too many positions for the time."
LATE = "It takes longer than predicted."
UNSETTLED = "No exact value was found: the best choices in an endless cycle of spins chase one another."


def solve(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    next_spins: NextSpinsBoard | None = None,
    then: NextRound | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> SolveResult:
    """Return each contestant's chance to win if the mover presses, and if the mover passes.

    With ``method=auto`` the answer is read from a stored table, else exact if that is predicted to fit the limits, else
    estimated, and bounded if even an estimate does not fit, or if there is no exact value because the best choices in
    an endless cycle of spins depend on one another. An exact solve that takes longer than predicted and allowed is
    stopped, and the next method tried. ``next_spins`` is another board for the next spins; later spins are on ``board``.
    ``then`` is the next round for a position of round 1, whose odds are always estimated.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
        Unaffordable: too big for the limits; mostly raised before the work starts.
        Unsettled: there is no exact value, as above, and no bounds either (with dollars at stake, or on a board that
            changes), or ``method`` is exact.
        Cancelled: ``cancel`` was set.
    """
    return answer_question(ask(position, board, rules, limits, next_spins, progress, cancel, then))


def answer_question(
    question: Question, *, exactly: bool = True, bounds: bool = True, estimator: Estimator | None = None
) -> SolveResult:
    """Return the answer to a validated question. Raises the errors of ``solve``.

    Args:
        question: the question.
        exactly: whether ``method=auto`` may solve exactly; a table is read in any case.
        bounds: whether ``method=auto`` may answer with bounds, as a last resort.
        estimator: an estimator of the same question to continue with.
    """
    if game_over(question.position, question.rules):
        return make_finished_result(question)
    result = _find_stored_answer(question)
    if result is not None:
        return result
    method, attempts = question.limits.method, Attempts(question)
    if question.then is None and (method == "exact" or (method == "auto" and exactly)):
        with attempts.trying("exact"):
            result = attempt_exactly(attempts)
    has_value = not isinstance(attempts.refusal, Unsettled)
    if result is None and method in ("auto", "estimated") and has_value and supports_playouts(question):
        with attempts.trying("estimated"):
            result = _estimate(question, estimator or Estimator(question))
    has_bounds = question.then is None and question.next_spins is None and not question.rules.in_dollars
    if result is None and (method == "bounded" or (method == "auto" and bounds and has_bounds)):
        with attempts.trying("bounded"):
            *_, result = narrow_bounds(question, ())
            if not has_value:  # however narrow the bounds are
                proven = find_verdict(result.press, result.passing, result.mover_seat, proven=True)
                result = replace(result, method="bounded", **proven._asdict())
    if result is None:
        raise attempts.error
    return attempts.add_note(result)


def _estimate(question: Question, estimator: Estimator) -> SolveResult:
    time = question.schedule
    # A share of the time is reserved, even if other methods have used up more.
    seconds = max(schedule.MIN_ESTIMATE_SHARE * time.seconds, time.left() - estimator.spent)
    estimator.improve(seconds, question.cancel)
    return estimator.answer()


def _find_stored_answer(question: Question) -> SolveResult | None:
    """Return the answer of a stored table; None if there is none, or tables may not be read."""
    limits, rules = question.limits, question.rules
    has_tables = question.then is None and question.next_spins is None and rules.unit and not rules.in_dollars
    if not has_tables or limits.fresh or limits.method not in ("auto", "exact"):
        return None
    # Loading tables takes half as long as loading all methods, and few answers are read from one.
    from .from_table import read_stored_answer

    return read_stored_answer(question)


# -- plans and attempts ------------------------------------------------------------------------


@dataclass(frozen=True)
class ExactPlan:
    """Exact values of a question, under these rules, unit and cap.

    Attributes:
        solver: computes them.
        seconds: predicted; 0 for a state graph, which is already listed: evaluating it takes less time than that did.
    """

    question: Question
    play_rules: PlayRules
    solver: DenseSolver | ExpectimaxGraph
    seconds: float = 0.0

    @property
    def too_long(self) -> str:
        return takes_words(self.solver.states, self.seconds)

    @property
    def is_single(self) -> bool:
        return self.solver.rounding > calibration.DOUBLE_ROUNDING

    def solve(self) -> SolveResult:
        """Return the answer.

        Raises:
            Unsettled: the best choices in an endless cycle of spins depend on one another, perhaps only in single
                precision.
            MemoryError: the machine has less memory than the limits.
            Cancelled: the question's flag was set.
        """
        self.solver.solve(self.question.listener)
        ply = self.solver.root_ply()
        press, passing = (make_exact_action(value, self.solver.rounding) for value in (ply.press, ply.passing))
        outcomes = list_outcomes(self.question, self.play_rules, ply.outcomes)
        return make_result(self.question, "exact", self.play_rules, press, passing, self.solver.states, outcomes)


class Attempts:
    """The methods that were tried for a question, and the reasons why they gave no answer.

    Attributes:
        refusal: the most informative reason; None before anything was refused.
    """

    def __init__(self, question: Question):
        self.question = question
        self.refusal: Exception | None = None
        self._exact_refused = False

    def run(self, plan: ExactPlan | Unaffordable) -> SolveResult | None:
        """Return the answer of a plan; None if it gives up, or for a reason instead of a plan, which is noted.

        Raises:
            Cancelled: the question's flag was set.
        """
        if isinstance(plan, Unaffordable):
            self.refuse("exact", plan)
        else:
            with self.trying("exact", plan.too_long):
                return plan.solve()
        return None

    @contextmanager
    def trying(self, method: Method, too_long: str = LATE) -> Iterator[None]:
        """Note the reason if a method in this context gives up or takes too long. Raises Cancelled by the question's flag."""
        try:
            yield
        except (Unaffordable, Unsettled, MemoryError) as error:
            self.refuse(method, strip_traceback(error))
        except Cancelled:
            self.question.cancel.check()
            self.refuse(method, Unaffordable(too_long))

    def refuse(self, method: Method, reason: Exception) -> None:
        """Note the reason why a method gives no answer."""
        self._exact_refused |= method == "exact"
        # Too little memory says more than a later method's size, a refusal of estimates more than a refusal of bounds.
        bounds_instead = method == "bounded" and self.question.limits.method != "bounded"
        if isinstance(self.refusal, ShortOfMemory) or bounds_instead:
            return
        if method == "exact" or isinstance(reason, Unaffordable):
            self.refusal = reason

    def add_note(self, result: SolveResult) -> SolveResult:
        """Return an answer with a note on a better method that was refused, if any."""
        if result.method == "exact" or not (self._exact_refused or isinstance(self.refusal, ShortOfMemory)):
            return result
        if isinstance(self.refusal, ShortOfMemory):
            note = SHORT_OF_MEMORY
        else:
            note = UNSETTLED if isinstance(self.refusal, Unsettled) else TOO_MANY
        return replace(result, notes=tuple(dict.fromkeys([*result.notes, note])))

    @property
    def error(self) -> Exception:
        """The error to raise if no method gives an answer."""
        method, seconds = self.question.limits.method, self.question.limits.seconds
        refusal = self.refusal or Unaffordable("There is no estimate of such a game.")
        if method == "bounded" or isinstance(refusal, Unsettled):
            return refusal
        kind = ShortOfMemory if isinstance(refusal, ShortOfMemory) else Unaffordable
        estimates = supports_playouts(self.question)
        complaint = "is too big for" if method == "exact" or not estimates else "cannot even be estimated in"
        text = f"This position {complaint} {seconds:g} second{'' if seconds == 1 else 's'}. {refusal}"
        if not estimates and self.question.unit < FEWER_POSITIONS:
            text += f" Sums rounded to ${FEWER_POSITIONS} (--unit {FEWER_POSITIONS}) lead to fewer positions."
        return kind(text)


# -- exact values ------------------------------------------------------------------------------


def attempt_exactly(attempts: Attempts) -> SolveResult | None:
    """Return exact values by the solver that is likely the quickest; None if none fits the limits.

    Raises:
        Unaffordable: endless extra spins make every cap matter.
        Cancelled: the question's flag was set, or planning took too long.
    """
    question = attempts.question
    question.listener(Progress("Working out the odds", 0.0))
    only = question.limits.method == "exact"
    late = (1 + schedule.MIN_ESTIMATE_SHARE * only) * question.limits.seconds
    with deadline(question.cancel, max(schedule.MIN_EXACT_SECONDS, late)) as overdue:
        return _attempt_in_turn(attempts, replace(question, cancel=overdue))


def _attempt_in_turn(attempts: Attempts, question: Question) -> SolveResult | None:
    """Return exact values; each solver is planned after those before it were refused."""
    play_rules, result, is_hopeless = question.play_rules(), None, False
    if _dense_supports(question, play_rules):
        plan = plan_dense(question, play_rules)
        # If dense cells are too slow, a graph is no quicker unless few positions follow.
        is_hopeless = isinstance(plan, Unaffordable) and play_rules.unit >= calibration.UNIT_OF_MANY
        is_single = isinstance(plan, ExactPlan) and plan.is_single
        result = attempts.run(plan)
        del plan  # frees its memory
        if result is None and is_single:  # its values may not converge in single precision
            result = attempts.run(plan_dense(question, play_rules, single=False))
    is_quick = is_hopeless or _unit_is_open(question)
    if result is None and is_quick and _has_few_spin_sequences(question, play_rules):
        states = min(calibration.FEW_STATES, affordable_states(schedule.FEW_STATES_SHARE * question.schedule.left()))
        result = attempts.run(_plan_graph(question, play_rules, states))
    if result is None and not is_hopeless:
        result = attempts.run(_plan_any_graph(question, play_rules))
    return result


def plan_dense(
    question: Question, play_rules: PlayRules, planning_seconds: float | None = None, *, single: bool | None = None
) -> ExactPlan | Unaffordable:
    """Return dense cells that fit a question's limits, or the reason why none do; see ``DenseOptions``.

    Planning may take ``planning_seconds``, by default a share of the time left.
    """
    position, seconds_left = question.position, question.schedule.left()
    if _count_holders(position) == len(SEATS):  # checked before planning, which takes long, too
        min_seconds = calibration.SECONDS_OF_THREE * position.spins**2 * (play_rules.cap / play_rules.unit) ** 3
        if min_seconds > seconds_left:
            return Unaffordable("It has too many positions.")
    options = DenseOptions(
        memory=question.limits.memory_bytes,
        single=single,
        threads=count_threads(),
        planning_seconds=schedule.PLAN_EXACT_SHARE * seconds_left if planning_seconds is None else planning_seconds,
    )
    try:
        dense = DenseSolver(position, question.board, play_rules, options, cancel=question.cancel)
    except (Unaffordable, MemoryError) as error:
        return strip_traceback(error)
    plan = ExactPlan(question, play_rules, dense, dense_seconds(dense.plan, dense.peak, count_threads()))
    return Unaffordable(plan.too_long) if plan.seconds > question.schedule.left() else plan


def _plan_graph(question: Question, play_rules: PlayRules, max_states: int) -> ExactPlan | Unaffordable:
    """Return a graph of at most ``max_states``, or the reason why it cannot be listed."""
    try:
        graph = ExpectimaxGraph(
            question.position,
            question.board,
            play_rules,
            budget=max_states,
            memory=question.limits.memory_bytes,
            cancel=question.cancel,
            next_spins=question.next_spins,
        )
    except (Unaffordable, MemoryError) as error:
        return strip_traceback(error)
    return ExactPlan(question, play_rules, graph)


def _plan_any_graph(question: Question, play_rules: PlayRules) -> ExactPlan | Unaffordable:
    """Return a graph of as many states as there is time for; fewer if the question does not ask for the exact dollar."""
    seconds = question.schedule.left()
    if _unit_is_open(question):
        needed = calibration.DOLLAR_STATES.get(question.position.spins)
        alone = question.next_spins is not None or not supports(question.board, play_rules)
        if needed is not None and (alone or not supports_playouts(question)):
            seconds = question.schedule.within(schedule.NOT_DENSE_SHARE).left()
        elif needed is None or needed > affordable_states(min(seconds, schedule.DOLLAR_GRAPH_SECONDS)):
            return Unaffordable("To the exact dollar it has too many positions.")
    return _plan_graph(question, play_rules, affordable_states(seconds))


def _dense_supports(question: Question, play_rules: PlayRules) -> bool:
    """Return whether the dense solver supports the question and has few enough scores for the holders of spins."""
    position = question.position
    if question.next_spins is not None or position.alone:
        return False
    too_many = _count_holders(position) > FEW_HOLDERS and play_rules.unit < calibration.UNIT_OF_MANY
    return not too_many and supports(question.board, play_rules)


def _count_holders(position: Position) -> int:
    return sum(contestant.spins > 0 for contestant in position.contestants)


def _has_few_spin_sequences(question: Question, play_rules: PlayRules) -> bool:
    """Return whether there are few sequences of landings, and so few positions: then a graph is the quickest."""
    position = question.position
    landings = merged_landings(question.board, play_rules.rules.for_seat(position.mover_seat), play_rules.unit)
    return position.alone or len(landings) ** position.spins < calibration.FEW_GAMES


def _unit_is_open(question: Question) -> bool:
    """Return whether the question asks neither for a unit nor for a method."""
    return question.rules.unit is None and question.limits.method == "auto"


# -- predictions -----------------------------------------------------------------------------


def exact_seconds(position: Position, board: Board, rules: Rules, limits: Limits | None = None) -> float | None:
    """Return ``predict_seconds`` of a question. Raises InputError as ``solve``."""
    return predict_seconds(ask(position, board, rules, limits))


def predict_seconds(question: Question) -> float | None:
    """Return the predicted seconds of dense cells for one or two holders of spins.

    Infinite beyond the question's limits, None if they do not apply.

    Raises:
        Cancelled: the question's flag was set.
    """
    is_open = question.then is None and not game_over(question.position, question.rules)
    if not is_open or _count_holders(question.position) > FEW_HOLDERS:
        return None
    try:
        play_rules = question.play_rules()
    except Unaffordable:
        return None
    if not _dense_supports(question, play_rules):
        return None
    plan = plan_dense(question, play_rules, schedule.PREDICTION_SECONDS)
    return math.inf if isinstance(plan, Unaffordable) else plan.seconds
