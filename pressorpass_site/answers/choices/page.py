"""The context of the templates of a choice. This module starts no job."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Position, PositionError, Step
from pressorpass_site.answers.analyses.page import HALTED
from pressorpass_site.answers.analyses.trail import Trail
from pressorpass_site.answers.models import ChoiceAnalysis
from pressorpass_site.questions.question import SEATS, Question
from pressorpass_site.work.models import Status

from .answer import ChoiceAnswer, Take
from .services import build_choice_address

# The pause before a page polls again.
POLL_PAUSE = "1s"


@dataclass(frozen=True)
class LinkedTake:
    """One thing that may be taken, and the address of the position after it; "" if nothing is left to decide."""

    take: Take
    address: str


def build_context(choice_analysis: ChoiceAnalysis, names: Sequence[str] = SEATS) -> dict[str, Any]:
    """Return the context of `choices/_answer.html` in each state of the job; `names` are the contestants'."""
    question = choice_analysis.question
    context: dict[str, Any] = {
        "choice": choice_analysis,
        "choice_link": build_choice_address(question, choice_analysis.square, choice_analysis.shows),
        "poll_pause": POLL_PAUSE,
        "choice_answer": None,
        "halted": "",
    }
    if choice_analysis.result is not None:
        answer = ChoiceAnswer(choice_analysis.result, improving=choice_analysis.is_active, names=names)
        context["choice_answer"] = answer
        context["takes"] = [LinkedTake(take, _build_url_after(take, question)) for take in answer.takes]
        context["halted"] = "" if choice_analysis.is_active else HALTED.get(Status(choice_analysis.status), "")
    return context


def _build_url_after(take: Take, question: Question) -> str:
    """Return the address of the position after a take; "" if nothing is left to decide, or a prize has several values."""
    if len(take.positions) != 1:
        return ""
    seat = question.position.mover_seat
    try:
        after = Position.parse(take.positions[0])
    except PositionError:  # nobody has spins left
        return ""
    gain = after.contestants[seat].score - question.position.mover.score
    step = Step(take.kind) if take.kind.startswith("whammy") else Step("money", gain, take.spin)
    return Trail(question, question.position).build_url_after([step])
