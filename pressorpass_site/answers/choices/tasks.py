"""The background job: the worth of each slide on offer, within a moment and then better."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.conf import settings

from engine import Choice, Limits, Odds, PositionValues, SolveResult, choose, read_choice
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.core.pace import Pace
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Priority
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run

from .models import ChoiceRow

# Time limits of the answers before the last one, which has the limit of the row.
STAGES = (0.8, 2.5, 8.0)


def answer_first(row: ChoiceRow, run: Run) -> None:
    """Store a first answer, and leave better ones to a job of their own."""
    if _solve(row, run, STAGES[:1]):
        run.leave_to_refinement()


def refine_answer(row: ChoiceRow, run: Run) -> None:
    """Store better and better answers. If other work of the machine cut the last one short, that is recorded."""
    last, pace = row.limits["seconds"], Pace()
    left = _solve(row, run, (*(stage for stage in STAGES[1:] if stage < last), last), pace)
    run.store(cut_short=pace.slow and left)


def _solve(row: ChoiceRow, run: Run, stages: Iterable[float], pace: Pace | None = None) -> bool:
    """Store the answer of one time limit after the other, until one is final; return whether none was.

    Known figures never become less certain: each answer begins with them.
    """
    limits = (min(seconds, row.limits["seconds"]) for seconds in stages)
    answers = ((seconds, _answer(row, run, seconds)) for seconds in limits if not _is_final(row))
    for seconds, choice in pace.timed(answers) if pace else answers:
        row.result, row.steps = choice.to_json(), [*row.steps, seconds]
        run.store(result=row.result, steps=row.steps)
    return not _is_final(row)


def _answer(row: ChoiceRow, run: Run, seconds: float) -> Choice:
    question = row.question
    return choose(
        question.position,
        question.board,
        question.rules,
        Limits(seconds, settings.SOLVER_MEMORY_BYTES),
        square=row.square,
        shows=row.shows,
        known=known_odds(row),
        progress=run.report,
        cancel=run.cancel,
    )


def _is_final(row: ChoiceRow) -> bool:
    return row.result is not None and all(take["method"] == "exact" for take in row.result["takes"])


jobs = JobQueue(
    ChoiceRow,
    answer_first,
    task="choices.solve",
    priority=Priority.FIRST,
    refine=refine_answer,
    refine_task="choices.refine",
    fails_undispatched=True,
)


def known_odds(row: ChoiceRow) -> Mapping[str, Odds]:
    """Return the best known odds of the offers, by name; unknown ones are left out."""
    found = {name: Odds.from_json(take) for name, take in row.known.items()}
    question = row.question
    asked = read_choice(question.position, question.board, question.rules, square=row.square, shows=row.shows)
    names: dict[Question, str] = {}
    for name, positions in asked.reached.items():
        if len(positions) == 1:  # not a prize of several possible values
            (position,) = positions
            # An answer page has the rules as they are asked, or spelt out by seat once somebody else is up.
            for rules in (question.rules, asked.rules):
                names[replace(question, position=position, rules=rules)] = name
    for after, answer in analyses.known(names).items():
        name, seat = names[after], after.position.mover_seat
        values = PositionValues.from_result(SolveResult.from_json(answer.result))
        odds = max(filter(None, (values.press, values.passing)), key=lambda each: each.win[seat])
        if name not in found or odds.uncertainty < found[name].uncertainty:
            found[name] = odds
    return found
