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
from pressorpass_site.work.running import JobRun, make_job_task

# Time limits of the answers before the last one, which has the limit of the row.
STAGES = (0.8, 2.5, 8.0)


jobs = JobType(ChoiceAnalysis, task="choices.solve", queue=Queue.FIRST, refine_queue=Queue.REFINE)


@make_job_task(jobs)
def solve(choice_analysis: ChoiceAnalysis, run: JobRun) -> bool:
    """Store better and better answers; a brief run ends with the first. If other work cut the last one short, record it."""
    last, pace = choice_analysis.limits["seconds"], CpuShare()
    stages = [*(stage for stage in STAGES if stage < last), last]
    if run.is_brief:
        return _solve(choice_analysis, run, stages[:1])
    is_unsolved = _solve(choice_analysis, run, stages if choice_analysis.result is None else stages[1:], pace)
    run.store(was_interrupted=pace.slow and is_unsolved)
    return False


def _solve(choice_analysis: ChoiceAnalysis, run: JobRun, stages: Iterable[float], pace: CpuShare | None = None) -> bool:
    """Store the answer of one time limit after the other, until one is final; return whether none was.

    Each answer starts from the known odds, so that none becomes less certain.
    """
    limits = (min(seconds, choice_analysis.limits["seconds"]) for seconds in stages)
    answers = (
        (seconds, _answer(choice_analysis, run, seconds)) for seconds in limits if not _is_final(choice_analysis)
    )
    for seconds, choice in pace.time_results(answers) if pace else answers:
        choice_analysis.result, choice_analysis.steps = choice.to_json(), [*choice_analysis.steps, seconds]
        run.store(result=choice_analysis.result, steps=choice_analysis.steps)
    return not _is_final(choice_analysis)


def _answer(choice_analysis: ChoiceAnalysis, run: JobRun, seconds: float) -> Choice:
    question = choice_analysis.question
    return choose(
        question.position,
        question.board,
        question.rules,
        Limits(seconds, settings.SOLVER_MEMORY_BYTES),
        square=choice_analysis.square,
        shows=choice_analysis.shows,
        known=get_known_odds(choice_analysis),
        progress=run.report,
        cancel=run.cancel,
    )


def _is_final(choice_analysis: ChoiceAnalysis) -> bool:
    return choice_analysis.result is not None and all(
        take["method"] == "exact" for take in choice_analysis.result["takes"]
    )


def get_known_odds(choice_analysis: ChoiceAnalysis) -> Mapping[str, Odds]:
    """Return the best known odds of the offers, by name; unknown ones are left out."""
    odds_by_name = {name: Odds.from_json(take) for name, take in choice_analysis.takes_by_name.items()}
    question = choice_analysis.question
    offers = read_choice(
        question.position, question.board, question.rules, square=choice_analysis.square, shows=choice_analysis.shows
    )
    names: dict[Question, str] = {}
    for name, positions in offers.next_positions.items():
        if len(positions) == 1:  # not a prize of several possible values
            (position,) = positions
            # An answer page has the question's rules, or has them spelled out by seat once another contestant is up.
            for rules in (question.rules, offers.rules):
                names[replace(question, position=position, rules=rules)] = name
    for after, answer in analyses.get_available_answers(names).items():
        name, seat = names[after], after.position.mover_seat
        values = PositionValues.from_result(SolveResult.from_json(answer.result))
        odds = max(filter(None, (values.press, values.passing)), key=lambda action_odds: action_odds.win[seat])
        if name not in odds_by_name or odds.uncertainty < odds_by_name[name].uncertainty:
            odds_by_name[name] = odds
    return odds_by_name
