"""`{% load answers %}`: the cards of an answer, each made from the answer and its question alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import template

from pressorpass_site.boards import services as boards
from pressorpass_site.boards.ring import Ring
from pressorpass_site.questions.address import address
from pressorpass_site.questions.podiums import Podium, podiums
from pressorpass_site.questions.question import Question

from .. import explanation as texts
from ..answers import Answer
from ..outcomes import stage_ring
from ..trail import Link

register = template.Library()


@register.simple_tag
def reasons(answer: Answer, question: Question) -> list[texts.Reason]:
    """`{% reasons answer question as why %}`: the lines of “Why”; may be empty."""
    return texts.reasons(answer, question)


@register.simple_tag
def answer_ring(question: Question, answer: Answer | None = None, walk: Mapping[Any, list[Link]] | None = None) -> Ring:
    """`{% answer_ring question answer walk as ring %}`: the board of the next spin, marked with what each square changes."""
    return stage_ring(answer or None, question.next_revision, walk)


@register.simple_tag
def answer_podiums(question: Question, answer: Answer | None = None) -> list[Podium]:
    """`{% answer_podiums question answer as podiums %}`: the contestants with their odds."""
    return podiums(question.position, odds=answer.bars) if answer else podiums(question.position)


@register.simple_tag
def overtaken(question: Question) -> dict[str, Any] | None:
    """Return the newer revisions of the boards of an answer, and the way to ask on them; None if there are none."""
    revisions = dict.fromkeys(question.revisions)
    newer = [{"revision": revision, "newer": found} for revision in revisions if (found := boards.newer(revision))]
    if not newer:
        return None
    again = question.on_newest_boards
    return {"boards": newer, "again": "" if again.refusal else address(again)}


@register.simple_tag
def against_the_house(answer: Answer, question: Question) -> str:
    """Return where the winner of a decided game finds the worth of the remaining spins against the house; else ""."""
    mover = question.position.mover
    if not answer.won or not mover.earned or mover.passed or question.then:
        return ""
    return address(replace(question, rules=question.rules.with_options({"house": "play", "goal": "money"})))
