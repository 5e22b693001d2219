"""The context of the answer page's templates. Nothing is asked or started here."""

from __future__ import annotations

import json
from typing import Any

from pressorpass_site.questions.address import address

from .answers import Answer
from .models import Analysis, Status
from .progress import HALTED, waiting
from .related import OptimalComparison, chains
from .trail import Trail


def context(analysis: Analysis, trail: Trail, optimal: Analysis | None = None) -> dict[str, Any]:
    """Return the context of the part of the page that changes, in each state.

    `trail` leads to the question. `optimal` is the analysis of the same question against best play, if this one is
    against other opponents.
    """
    question = trail.question
    found: dict[str, Any] = {
        "analysis": analysis,
        "question": question,
        "announce": None,
        "halted": HALTED[Status(analysis.status)] if analysis.halted else "",
        "here": trail.on(address(question)),
        "trail": trail,
    }
    if answer := analysis.answer:
        found["answer"] = answer
        found["strip"] = _strip(answer)
        found["walk"] = trail.outcome_links() if answer.outcomes else {}
        found["chains"] = chains(answer, trail)
        found["comparison"] = OptimalComparison(optimal) if optimal else None
    if analysis.is_active:
        found["waiting"] = waiting(analysis)
    return found


def _strip(answer: Answer) -> str:
    """Return the worth of pressing and passing to the mover, as JSON for the strip that stays in view."""
    odds = answer.odds[0]
    bars = [
        {"action": bar.action, "label": bar.label, "text": bar.text, "share": round(bar.chance, 4)} for bar in odds.bars
    ]
    return json.dumps({"who": odds.name, "bars": bars}, ensure_ascii=False)
