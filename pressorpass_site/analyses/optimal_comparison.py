"""The same position against best play, told beside an answer against other opponents."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pressorpass_site.questions.address import address
from pressorpass_site.questions.opponents import BEST
from pressorpass_site.questions.question import Question

from . import services
from .answers import Answer
from .live import Turn
from .models import Analysis


@dataclass(frozen=True)
class Companion:
    """The question beside, as it stands: `answer` is None as long as there is none."""

    analysis: Analysis
    answer: Answer | None
    link: str

    @property
    def news(self) -> str:
        """What to say where there is no answer."""
        if self.analysis.is_active:
            return "Being worked out; it will stand here when it is there."
        return self.analysis.message or "It was stopped before there was an answer."


def beside(question: Question, turn: Turn | None = None) -> Companion | None:
    """The question against best play, asked if nobody has; None if this one is against best play."""
    if question.rules.opponents == BEST:
        return None
    other = replace(question, rules=question.rules.with_options({"opponents": BEST}))
    return of(services.ask(other, live=turn), other)


def of(analysis: Analysis, question: Question) -> Companion:
    """A question that is shown beside another."""
    answer = Answer(analysis.result, analysis.steps) if analysis.result is not None else None
    return Companion(analysis, answer, address(question))
