"""The odds between the rounds, while the questions are asked: one analysis and job for each moment."""

from dataclasses import dataclass
from typing import Any

from engine import ENGINE_VERSION, Limits, Rules, between_rounds
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.work.jobs import JobType
from pressorpass_site.work.models import VIEW_SECONDS, Queue
from pressorpass_site.work.running import JobRun, get_brief_memory, make_job_task

from ..models import BetweenRoundsAnalysis, Podiums

LIMITS = {"seconds": 15.0}
FIRST_SECONDS = 2.0

jobs = JobType(BetweenRoundsAnalysis, task="between.solve", queue=Queue.FIRST, refine_queue=Queue.REFINE)


@dataclass(frozen=True)
class BetweenRounds:
    """A moment between the rounds, with the spins earned so far; `questions` is the number of questions to come."""

    podiums: Podiums
    revision: BoardRevision
    rules: Rules
    questions: int
    secret: str = ""

    @property
    def key(self) -> str:
        board = [self.revision.board_id, self.revision.number, self.revision.digest]
        secret = [self.secret] if self.secret else []
        return build_identity_key(
            ["between", self.podium_numbers, board, self.rules.identity(), self.questions, ENGINE_VERSION, *secret]
        )

    @property
    def podium_numbers(self) -> list[dict[str, int]]:
        return [
            {"score": podium.score, "earned": podium.earned, "whammies": podium.whammies} for podium in self.podiums
        ]


def get_or_start(moment: BetweenRounds, *, view_seconds: float = VIEW_SECONDS) -> BetweenRoundsAnalysis:
    """Return the analysis; start its job if it is new. Raises TooManyQuestions."""
    return jobs.get_or_start(moment.key, LIMITS, view_seconds=view_seconds, **_build_columns(moment))


def get_stored(moment: BetweenRounds) -> BetweenRoundsAnalysis | None:
    analysis: BetweenRoundsAnalysis | None = BetweenRoundsAnalysis.objects.filter(key=moment.key).first()
    return analysis


@make_job_task(jobs)
def solve(analysis: BetweenRoundsAnalysis, run: JobRun) -> bool:
    """Store the odds on the finest grid that the time allows; a brief run leaves a finer grid to a refinement job."""
    if run.is_brief:
        _solve(analysis, run, FIRST_SECONDS)
        return True
    if analysis.odds is None or analysis.odds.method != "exact":
        _solve(analysis, run, analysis.limits["seconds"])
    return False


def _solve(analysis: BetweenRoundsAnalysis, run: JobRun, seconds: float) -> None:
    podiums, rules, next_round = analysis.question_parts
    odds = between_rounds(podiums, rules, next_round, Limits(seconds, get_brief_memory()), cancel=run.cancel)
    if analysis.odds is None or odds.uncertainty < analysis.odds.uncertainty:
        run.store(result=odds.to_json())


def _build_columns(moment: BetweenRounds) -> dict[str, Any]:
    return {
        "input": moment.podium_numbers,
        "next_round_revision": moment.revision,
        "questions_before_round_2": moment.questions,
        "rules": moment.rules.options(),
        "engine_version": ENGINE_VERSION,
    }
