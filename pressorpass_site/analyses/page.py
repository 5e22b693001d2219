"""The context of the answer page's templates. Nothing is asked or begun here."""

from __future__ import annotations

from typing import Any

from pressorpass_site.questions.address import address
from pressorpass_site.questions.question import Question

from .models import Analysis, Status
from .progress import HALTED, waiting
from .related import OptimalComparison, chains


def context(analysis: Analysis, question: Question, optimal: Analysis | None = None) -> dict[str, Any]:
    """What the part of the page that changes needs in each state.

    `optimal` is the analysis of the same question against best play, where this one is against other opponents.
    """
    found: dict[str, Any] = {
        "analysis": analysis,
        "question": question,
        "announce": None,
        "halted": HALTED[Status(analysis.status)] if analysis.halted else "",
        "here": address(question),
    }
    if answer := analysis.answer:
        found["answer"] = answer
        found["chains"] = chains(answer, question)
        found["comparison"] = OptimalComparison(optimal) if optimal else None
    if analysis.is_active:
        found["waiting"] = waiting(analysis)
    return found
