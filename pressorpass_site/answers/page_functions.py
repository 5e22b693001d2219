"""What the templates of answers ask for: each made from the answer and its question alone."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pressorpass_site.boards import services as boards
from pressorpass_site.boards.ring import Ring
from pressorpass_site.questions.address import address
from pressorpass_site.questions.podiums import Podium, podiums
from pressorpass_site.questions.question import Question

from .analyses import explanation as texts
from .analyses.answers import Answer, stage_ring
from .analyses.trail import Link
from .choices import services as choices
from .tables import whatif_tables as tables
from .tables.whatif_tables import TableStatus
from .whatif import services as whatif
from .whatif import variations


def reasons(answer: Answer, question: Question) -> list[texts.Reason]:
    """Return the lines of “Why”; may be empty."""
    return texts.reasons(answer, question)


def why_lead(answer: Answer) -> texts.Lead | None:
    """Return the first sentence of “Why”; None where too little is known."""
    return texts.lead(answer)


def answer_ring(question: Question, answer: Answer | None = None, walk: Mapping[Any, list[Link]] | None = None) -> Ring:
    """Return the board of the next spin, marked with what each square changes."""
    return stage_ring(answer, question.next_revision, walk)


def answer_podiums(question: Question, answer: Answer | None = None) -> list[Podium]:
    """Return the contestants with their odds."""
    return podiums(question.position, odds=answer.bars) if answer else podiums(question.position)


def overtaken(question: Question) -> dict[str, Any] | None:
    """Return the newer revisions of the boards of an answer, and the way to ask on them; None if there are none."""
    revisions = dict.fromkeys(question.revisions)
    newer = [{"revision": revision, "newer": found} for revision in revisions if (found := boards.newer(revision))]
    if not newer:
        return None
    again = question.on_newest_boards
    return {"boards": newer, "again": "" if again.refusal else address(again)}


def against_the_house(answer: Answer, question: Question) -> str:
    """Return where the winner of a decided game finds the worth of the remaining spins against the house; else ""."""
    mover = question.position.mover
    if not answer.won or not mover.earned or mover.passed or question.then:
        return ""
    return address(replace(question, rules=question.rules.with_options({"house": "play", "goal": "money"})))


def choice_link(question: Question) -> str:
    """Return where a choice square is asked about; empty if there is none."""
    return "" if choices.refusal(question) else choices.choice_address(question)


def whatif_card(question: Question, wanted: TableStatus) -> dict[str, str]:
    """Return where the card is fetched; empty where there is no map, or none of the answers could be found."""
    if not wanted.has_map or not question.solvable:
        return {}
    return {"src": variations.card_address(question), "map_link": variations.map_address(question)}


def break_even_line(answer: Answer, question: Question, wanted: TableStatus | None) -> dict[str, Any]:
    """Return the line under the verdict: the mover's score that changes it, or a place for a script to ask.

    A saved answer's page does not know what table is `wanted`.
    """
    found = whatif.break_even(question, answer, wanted or tables.status(question))
    return {"even": found, "src": variations.break_even_address(question)} if found else {}
