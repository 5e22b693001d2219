"""The background job: the worth of each slide on offer, within a moment and then better."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.conf import settings

from engine import Choice, Limits, Odds, PositionValues, SolveResult, choose, read_choice
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.models import ChoiceAnalysis
from pressorpass_site.core.pace import CpuShare
from pressorpass_site.questions.question import Question
from pressorpass_site.work.jobs import JobType
from pressorpass_site.work.models import Queue
from pressorpass_site.work.running import JobRun, job_task

# Time limits of the answers before the last one, which has the limit of the row.
STAGES = (0.8, 2.5, 8.0)


jobs = JobType(ChoiceAnalysis, task="choices.solve", queue=Queue.FIRST, refine_queue=Queue.REFINE)


@job_task(jobs)
def solve(row: ChoiceAnalysis, run: JobRun) -> bool:
    """Store better and better answers; a brief run ends with the first. If other work cut the last one short, record it."""
    last, pace = row.limits["seconds"], CpuShare()
    stages = [*(stage for stage in STAGES if stage < last), last]
    if run.is_brief:
        return _solve(row, run, stages[:1])
    left = _solve(row, run, stages if row.result is None else stages[1:], pace)
    run.store(was_interrupted=pace.slow and left)
    return False


def _solve(row: ChoiceAnalysis, run: JobRun, stages: Iterable[float], pace: CpuShare | None = None) -> bool:
    """Store the answer of one time limit after the other, until one is final; return whether none was.

    Known figures never become less certain: each answer begins with them.
    """
    limits = (min(seconds, row.limits["seconds"]) for seconds in stages)
    answers = ((seconds, _answer(row, run, seconds)) for seconds in limits if not _is_final(row))
    for seconds, choice in pace.timed(answers) if pace else answers:
        row.result, row.steps = choice.to_json(), [*row.steps, seconds]
        run.store(result=row.result, steps=row.steps)
    return not _is_final(row)


def _answer(row: ChoiceAnalysis, run: JobRun, seconds: float) -> Choice:
    question = row.question
    return choose(
        question.position,
        question.board,
        question.rules,
        Limits(seconds, settings.SOLVER_MEMORY_BYTES),
        square=row.square,
        shows=row.shows,
        known=get_known_odds(row),
        progress=run.report,
        cancel=run.cancel,
    )


def _is_final(row: ChoiceAnalysis) -> bool:
    return row.result is not None and all(take["method"] == "exact" for take in row.result["takes"])


def get_known_odds(row: ChoiceAnalysis) -> Mapping[str, Odds]:
    """Return the best known odds of the offers, by name; unknown ones are left out."""
    known = {name: Odds.from_json(take) for name, take in row.known.items()}
    question = row.question
    offers = read_choice(question.position, question.board, question.rules, square=row.square, shows=row.shows)
    names: dict[Question, str] = {}
    for name, positions in offers.next_positions.items():
        if len(positions) == 1:  # not a prize of several possible values
            (position,) = positions
            # An answer page has the rules as they are offers, or spelled out by seat once somebody else is up.
            for rules in (question.rules, offers.rules):
                names[replace(question, position=position, rules=rules)] = name
    for after, answer in analyses.get_available_answers(names).items():
        name, seat = names[after], after.position.mover_seat
        values = PositionValues.from_result(SolveResult.from_json(answer.result))
        odds = max(filter(None, (values.press, values.passing)), key=lambda each: each.win[seat])
        if name not in known or odds.uncertainty < known[name].uncertainty:
            known[name] = odds
    return known
