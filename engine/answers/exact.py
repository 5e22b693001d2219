"""Exact values: the candidates for them, the quickest first.

Dense cells take most questions, a graph of states any question that few states follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from .. import calibration
from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.rules import PlayRules, game_over
from ..game.spin import merged
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, ProgressListener
from ..solvers.costs import dense_seconds, states_within
from ..solvers.dense.dense import Dense, knows
from ..solvers.limits import Limits
from ..solvers.processors import threads
from ..solvers.sparse import Sparse
from .abstraction import can_be_played_out
from .candidate import Candidate, TooBig, planned
from .question import Question, ask
from .result import Method, SolveResult, exact_action, outcomes_of, result_of

FEW_HOLDERS = 2  # with more holders of spins nearly all scores vary


@dataclass(frozen=True, kw_only=True)
class Exact(Candidate):
    """Exact values of a question, under these rules, unit and cap, and what computes them.

    A graph has no prediction: to list it, which is done, takes longer than to solve it.
    """

    method: Method = "exact"
    question: Question
    play_rules: PlayRules
    solver: Dense | Sparse

    def solve(self) -> SolveResult:
        """Return the answer. Raises what its base raises, and Unaffordable if only double precision can tell."""
        try:
            self.solver.solve(self.question.listener)
        except Unsettled:
            if self.solver.rounding > calibration.DOUBLE_ROUNDING:
                raise Unaffordable("In single precision its values do not settle.") from None
            raise
        ply = self.solver.root_ply()
        return result_of(
            self.question,
            "exact",
            self.play_rules,
            exact_action(ply.press, self.solver.rounding),
            exact_action(ply.passing, self.solver.rounding),
            self.cells,
            outcomes_of(self.question, self.play_rules, ply.outcomes),
        )


def rank_exact(question: Question, play_rules: PlayRules) -> Iterator[Exact | TooBig]:
    """Yield the candidates for exact values, the likely quickest first; each is planned when its turn comes."""
    hopeless = False
    if _dense_knows(question, play_rules):
        dense = plan_dense(question, play_rules)
        too_slow = dense.seconds > question.schedule.left()
        single = isinstance(dense, Exact) and dense.solver.rounding > calibration.DOUBLE_ROUNDING
        yield dense
        del dense  # which lets go of it: one that gives up has taken its memory
        if single and not too_slow:
            yield plan_dense(question, play_rules, single=False)  # where those in single precision do not settle
        # A graph is no quicker then, unless few positions follow.
        hopeless = too_slow and play_rules.unit >= calibration.UNIT_OF_MANY
    if (hopeless or precision_is_open(question, play_rules)) and _few_games(question, play_rules):
        states = min(calibration.FEW_STATES, states_within(schedule.AT_ONCE * question.schedule.left()))
        yield _plan_graph(question, play_rules, states)
    if not hopeless:
        yield _plan_any_graph(question, play_rules)


def predicted_seconds(question: Question) -> float | None:
    """Return the seconds that dense cells need for one or two holders of spins; infinite beyond a question's limits, None
    where they do not apply.

    Raises:
        Unaffordable: there is no cap of the scores.
        Cancelled: the question's flag was set.
    """
    if game_over(question.position, question.rules):
        return None
    play_rules = question.play_rules(question.unit)
    if not few_are_dense(question, play_rules):
        return None
    return plan_dense(question, play_rules, schedule.PREDICTING).seconds


# -- dense cells -------------------------------------------------------------------------------


def few_are_dense(question: Question, play_rules: PlayRules) -> bool:
    """Return whether dense cells know a question with one or two holders of spins."""
    return _dense_knows(question, play_rules) and _holders(question) <= FEW_HOLDERS


def _dense_knows(question: Question, play_rules: PlayRules) -> bool:
    """Return whether dense cells know these rules, and have few enough scores."""
    if question.next_spins is not None or question.position.alone:
        return False
    if _holders(question) > FEW_HOLDERS and play_rules.unit < calibration.UNIT_OF_MANY:
        return False
    return knows(question.board, play_rules)


def _holders(question: Question) -> int:
    return sum(1 for seat in SEATS if question.position.contestants[seat].spins)


def plan_dense(
    question: Question,
    play_rules: PlayRules,
    patience: float | None = None,
    *,
    highest: int | None = None,
    single: bool | None = None,
) -> Exact | TooBig:
    """Return dense cells.

    Args:
        question: the question.
        play_rules: its rules.
        patience: seconds for planning; by default a share of those left.
        highest: solve the same position with every score of the mover's up to this, too.
        single: as ``Dense`` takes it.
    """
    name = "dense cells in double precision" if single is False else "dense cells"

    def plan() -> Exact:
        if _holders(question) == len(SEATS):  # before they are planned, which takes long, too
            least = calibration.SECONDS_OF_THREE * question.position.spins**2 * (play_rules.cap / play_rules.unit) ** 3
            if least > question.schedule.left():
                raise Unaffordable("It has too many positions.")
        dense = Dense(
            question.position,
            question.board,
            play_rules,
            memory=question.limits.memory_bytes,
            cancel=question.cancel,
            highest=highest,
            single=single,
            threads=threads(),
            patience=schedule.PLAN_EXACT * question.schedule.left() if patience is None else patience,
        )
        return _exact(name, question, play_rules, dense, dense_seconds(dense.plan, dense.peak, threads()))

    return planned("exact", name, plan)


def _exact(name: str, question: Question, play_rules: PlayRules, solver: Dense | Sparse, seconds: float = 0.0) -> Exact:
    return Exact(
        name=name,
        cells=solver.states,
        bytes=solver.bytes,
        seconds=seconds,
        question=question,
        play_rules=play_rules,
        solver=solver,
    )


# -- a graph of states -------------------------------------------------------------------------


def _plan_graph(question: Question, play_rules: PlayRules, most: int) -> Exact | TooBig:
    """Return a graph of at most ``most`` states."""

    def plan() -> Exact:
        solver = Sparse(
            question.position,
            question.board,
            play_rules,
            budget=most,
            memory=question.limits.memory_bytes,
            cancel=question.cancel,
            next_spins=question.next_spins,
        )
        return _exact("graph", question, play_rules, solver)

    return planned("exact", "graph", plan)


def _plan_any_graph(question: Question, play_rules: PlayRules) -> Exact | TooBig:
    """Return a graph of as many states as there is time for; of few if the exact dollar was not asked for."""
    seconds = question.schedule.left()
    if precision_is_open(question, play_rules):
        needed = calibration.DOLLAR_STATES.get(question.position.spins)
        alone = question.next_spins is not None or not knows(question.board, play_rules)
        if needed is not None and (alone or not can_be_played_out(question)):
            question = replace(question, schedule=question.schedule.within(schedule.NOT_DENSE))
            seconds = question.schedule.left()
        elif needed is None or needed > states_within(min(seconds, schedule.TO_THE_DOLLAR)):
            reason = Unaffordable("To the exact dollar it has too many positions.")
            return TooBig(method="exact", name="graph", reason=reason)
    return _plan_graph(question, play_rules, states_within(seconds))


def _few_games(question: Question, play_rules: PlayRules) -> bool:
    """Return whether the spins can fall in few ways, so that few positions follow, for which a graph is the quickest."""
    position = question.position
    landings = merged(question.board, play_rules.rules.for_seat(position.mover_seat), play_rules.unit)
    return position.alone or len(landings) ** position.spins < calibration.FEW_GAMES


def precision_is_open(question: Question, play_rules: PlayRules) -> bool:
    """Return whether the question asks neither for a unit nor for a method."""
    return play_rules.unit == 1 and question.rules.unit is None and question.limits.method == "auto"


# -- many scores at once -----------------------------------------------------------------------


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

    Takes a few times as long as one answer. Omits scores that the board cannot produce from $0, except the mover's own.
    Empty if dense cells do not know the question or exceed the limits. The answers lack the outcomes of the next spin.

    Returns:
        The answers by score in dollars.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
        Cancelled: ``cancel`` was set.
    """
    asked: dict[int, Question] = {}
    for score in sorted(scores):
        three = [score if seat == position.mover_seat else position.contestants[seat].score for seat in SEATS]
        asked[score] = ask(position.with_scores(*three), board, rules, limits, next_spins, progress, cancel)
    if not asked or game_over(position, rules):
        return {}
    top = asked[max(asked)]
    play_rules = top.play_rules(top.unit)  # the highest score needs the highest cap
    if not few_are_dense(top, play_rules):
        return {}
    line = plan_dense(replace(top, position=position), play_rules, highest=max(asked))
    if isinstance(line, TooBig) or line.seconds > top.schedule.left():
        return {}
    dense, found = line.solver, dict[int, SolveResult]()
    assert isinstance(dense, Dense)
    with suppress(Unsettled, MemoryError):
        dense.solve(top.listener)
        for score, question in asked.items():
            if dense.has(question.position):
                ply = dense.root_ply(question.position)
                press, passing = (exact_action(value, dense.rounding) for value in (ply.press, ply.passing))
                found[score] = result_of(question, "exact", play_rules, press, passing, line.cells)
    return found


def exact_seconds(position: Position, board: Board, rules: Rules, limits: Limits | None = None) -> float | None:
    """Return the predicted time of an exact answer; infinite beyond the limits, None where it cannot be predicted.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
    """
    return predicted_seconds(ask(position, board, rules, limits))
