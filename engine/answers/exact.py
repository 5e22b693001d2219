"""Exact values: the candidates for them, the quickest first.

Boxes of cells take most questions: plates where one or two contestants hold spins, cubes where three do. A graph of
states takes any question that few states follow.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
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
from ..solvers.boxes.cubes import Cubes
from ..solvers.boxes.plates import Plates, plates_apply
from ..solvers.boxes.solver import cubes_apply
from ..solvers.cancel_flag import CancelFlag, ProgressListener, ignore
from ..solvers.costs import cube_seconds, plate_seconds, states_within
from ..solvers.limits import Limits
from ..solvers.next_spins_tree import NextSpins, NextSpinsTree
from ..solvers.ply import Ply
from ..solvers.processors import threads
from ..solvers.sparse import Sparse
from .abstraction import can_be_played_out
from .candidate import Candidate, TooBig, planned
from .question import Question, ask
from .result import Method, SolveResult, SolverOutcome, build_result, exact_action, outcomes_of

PLATE_HOLDERS = 2  # with more holders of spins nearly all scores vary: that is what cubes are for
CUBE_UNIT = 50  # finer units have too many scores for cubes
FEW_STATES = 50_000  # a graph of them takes a tenth of a second
FEW_GAMES = 1e5  # ways the spins can fall; with more, many positions follow


@dataclass(frozen=True, kw_only=True)
class Exact(Candidate):
    """A method for exact values of a question, under these rules, unit and cap."""

    method: Method = "exact"
    question: Question
    play_rules: PlayRules

    @abstractmethod
    def ply(self) -> Ply:
        """Return the values, up to rounding. Raises what ``solve`` raises."""

    def solve(self) -> SolverOutcome:
        ply = self.ply()
        return SolverOutcome(
            "exact",
            self.play_rules,
            exact_action(ply.press, ply.rounding),
            exact_action(ply.passing, ply.rounding),
            ply.states,
            outcomes_of(self.question, self.play_rules, ply.outcomes),
        )


def rank_exact(question: Question, play_rules: PlayRules) -> Iterator[Boxes | Graph | TooBig]:
    """Yield the candidates for exact values, the likely quickest first; each is planned when its turn comes."""
    cubes_know = _cubes_know(question, play_rules)
    boxes: list[Boxes | TooBig] = []
    if plates_know(question, play_rules):
        boxes = _plates_and_cubes(question, play_rules) if cubes_know else [plan_plates(question, play_rules)]
    cubes_are_planned = len(boxes) > 1
    while boxes:
        yield boxes.pop(0)  # which lets go of it: one that gives up has taken its memory
    is_open = precision_is_open(question, play_rules)
    if _few_games(question, play_rules) if is_open else cubes_know and question.position.spins == 1:
        yield plan_graph(question, play_rules, _few_states(question) if is_open else _states(question))
    if cubes_know and not cubes_are_planned:
        cubes = plan_cubes(question, play_rules)
        fit = cubes.seconds <= question.schedule.left()
        single = isinstance(cubes, Boxes) and cubes.solver.rounding > calibration.DOUBLE_ROUNDING
        yield cubes
        del cubes
        if not fit:  # then a graph is no quicker, unless few positions follow
            if _few_games(question, play_rules):
                yield plan_graph(question, play_rules, _few_states(question))
            return
        if single:  # they did not settle
            yield plan_cubes(question, play_rules, single=False)
    yield _any_graph(question, play_rules)


def predicted_seconds(question: Question) -> float | None:
    """Return the seconds that plates need for a question; infinite beyond its limits, None where plates do not apply.

    Raises:
        Unaffordable: there is no cap of the scores.
        Cancelled: the flag was set.
    """
    if game_over(question.position, question.rules):
        return None
    play_rules = question.play_rules(question.unit)
    if not plates_know(question, play_rules):
        return None
    return plan_plates(question, play_rules, schedule.PREDICTING).seconds


# -- boxes of cells ----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Boxes(Exact):
    """Boxes of cells, and what computes them."""

    solver: Plates | Cubes

    def ply(self) -> Ply:
        self.solver.solve(self.question.listener)
        return replace(self.solver.root_ply(), states=self.cells, rounding=self.solver.rounding)


def plates_know(question: Question, play_rules: PlayRules) -> bool:
    """Return whether plates know these rules and are the fastest for as many holders of spins."""
    position = question.position
    if question.next_spins is not None or position.alone or _holders(question) > PLATE_HOLDERS:
        return False
    return plates_apply(position, question.board, play_rules)


def _cubes_know(question: Question, play_rules: PlayRules) -> bool:
    """Return whether cubes know these rules, and have few enough scores."""
    if question.next_spins is not None or question.position.alone or play_rules.unit < CUBE_UNIT:
        return False
    return cubes_apply(question.board, play_rules)


def _holders(question: Question) -> int:
    return sum(1 for seat in SEATS if question.position.contestants[seat].spins)


def plan_plates(
    question: Question, play_rules: PlayRules, patience: float | None = None, highest: int | None = None
) -> Boxes | TooBig:
    """Return plates.

    Args:
        question: the question.
        play_rules: its rules.
        patience: seconds for planning; by default a share of those left.
        highest: solve the same position with every score of the mover's up to this, too.
    """

    def plan() -> Boxes:
        plates = Plates(
            question.position,
            question.board,
            play_rules,
            memory=question.limits.memory_bytes,
            cancel=question.cancel,
            highest=highest,
            threads=threads(),
            patience=_patience(question) if patience is None else patience,
        )
        return Boxes(
            name="plates",
            cells=plates.states,
            bytes=plates.bytes,
            seconds=plate_seconds(plates.plan, plates.peak, threads()),
            question=question,
            play_rules=play_rules,
            solver=plates,
        )

    return planned("exact", "plates", plan)


def plan_cubes(
    question: Question,
    play_rules: PlayRules,
    patience: float | None = None,
    *,
    single: bool | None = None,
) -> Boxes | TooBig:
    """Return cubes.

    Args:
        question: the question.
        play_rules: its rules.
        patience: seconds for planning; by default a share of those left.
        single: as ``Cubes`` takes it.
    """

    def plan() -> Boxes:
        _refuse_hopeless(question, play_rules)
        cubes = Cubes(
            question.position,
            question.board,
            play_rules,
            memory=question.limits.memory_bytes,
            cancel=question.cancel,
            single=single,
            threads=threads(),
            patience=_patience(question) if patience is None else patience,
        )
        return Boxes(
            name=name,
            cells=cubes.states,
            bytes=cubes.bytes,
            seconds=cube_seconds(cubes.plan, cubes.peak, threads()),
            question=question,
            play_rules=play_rules,
            solver=cubes,
        )

    name = "cubes in double precision" if single is False else "cubes"
    return planned("exact", name, plan)


def _patience(question: Question) -> float:
    return schedule.PLAN_EXACT * question.schedule.left()


def _refuse_hopeless(question: Question, play_rules: PlayRules) -> None:
    """Raise Unaffordable for three holders of spins whose cubes take too long by far, before they are planned."""
    if _holders(question) == len(SEATS):
        least = calibration.SECONDS_OF_THREE * question.position.spins**2 * (play_rules.cap / play_rules.unit) ** 3
        if least > question.schedule.left():
            raise Unaffordable("It has too many positions.")


def _plates_and_cubes(question: Question, play_rules: PlayRules) -> list[Boxes | TooBig]:
    """Return plates; where they take long and cubes less, these first."""
    plates = plan_plates(question, play_rules)
    if not schedule.WORTH_COMPARING < plates.seconds < math.inf:
        return [plates]
    left, patience = question.schedule.left(), _patience(question)
    if plates.seconds <= left:  # they are not to be late because cubes might take less
        patience = min(patience, left - plates.seconds)
    cubes = plan_cubes(question, play_rules, patience)
    return [cubes, plates] if cubes.seconds < plates.seconds else [plates]


# -- a graph of states -------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Graph(Exact):
    """A graph of states, listed; behind a tree where the next spins are on another board."""

    solver: Sparse | NextSpins

    def ply(self) -> Ply:
        self.solver.solve(self.question.listener)
        return replace(self.solver.root_ply(), states=self.cells, rounding=self.solver.rounding)


def plan_graph(asked: Question, play_rules: PlayRules, most: int) -> Graph | TooBig:
    """Return a graph of at most ``most`` states."""

    def plan() -> Graph:
        position, board, cancel, memory = asked.position, asked.board, asked.cancel, asked.limits.memory_bytes
        graph: Sparse | NextSpins
        if asked.next_spins is None:
            graph = Sparse([position], board, play_rules, budget=most, memory=memory, cancel=cancel)
        else:
            tree = NextSpinsTree(position, asked.next_spins, play_rules, cancel, patience=_patience(asked))
            graph = NextSpins(tree, board, budget=most, memory=memory)
        return Graph(
            name="graph",
            cells=graph.states,
            bytes=graph.bytes,
            question=asked,
            play_rules=play_rules,
            solver=graph,
        )

    return planned("exact", "graph", plan)


def _any_graph(question: Question, play_rules: PlayRules) -> Graph | TooBig:
    """Return a graph of as many states as there is time for; of few if the exact dollar was not asked for."""
    most = _states(question)
    if precision_is_open(question, play_rules):
        needed = calibration.DOLLAR_STATES.get(question.position.spins)
        no_plates = question.next_spins is not None or play_rules.rules.in_dollars
        if needed is not None and (no_plates or not can_be_played_out(question, play_rules)):
            question = question.within(schedule.NO_PLATES)
            most = _states(question)
        elif needed is None or needed > states_within(min(question.schedule.left(), schedule.TO_THE_DOLLAR)):
            reason = Unaffordable("To the exact dollar it has too many positions.")
            return TooBig(method="exact", name="graph", reason=reason)
    return plan_graph(question, play_rules, most)


def _states(question: Question) -> int:
    return states_within(question.schedule.left())


def _few_states(question: Question) -> int:
    return min(FEW_STATES, states_within(schedule.AT_ONCE * question.schedule.left()))


def _few_games(question: Question, play_rules: PlayRules) -> bool:
    """Return whether the spins can fall in few ways, so that few positions follow, for which a graph is the quickest."""
    position = question.position
    landings = merged(question.board, play_rules.rules.for_seat(position.mover_seat), play_rules.unit)
    return position.alone or len(landings) ** position.spins < FEW_GAMES


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
    if not plates_know(top, play_rules):
        return {}
    line = plan_plates(replace(top, position=position), play_rules, highest=max(asked))
    if isinstance(line, TooBig) or line.seconds > top.schedule.left():
        return {}
    with suppress(Unsettled, MemoryError):
        return dict(_answers(line, asked))
    return {}


def _answers(line: Boxes, asked: Mapping[int, Question]) -> Iterator[tuple[int, SolveResult]]:
    """Yield the answers for the scores that are among those solved. Raises what ``Plates.solve`` raises."""
    plates = line.solver
    assert isinstance(plates, Plates)
    plates.solve(line.question.listener)
    for score, question in asked.items():
        if plates.has(question.position):
            ply = plates.root_ply(question.position)
            press, passing = (exact_action(value, plates.rounding) for value in (ply.press, ply.passing))
            found = SolverOutcome("exact", line.play_rules, press, passing, line.cells)
            yield score, build_result(question, found)


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
