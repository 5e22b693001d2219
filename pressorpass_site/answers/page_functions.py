"""Functions for the templates of answers, which pass them the answer and its question."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pressorpass_site.boards import services as boards
from pressorpass_site.boards.ring import Ring
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.podiums import StagePodium, build_podiums
from pressorpass_site.questions.question import Question

from .analyses.answers import Answer, build_ring
from .analyses.trail import TrailLink
from .choices import services as choices
from .tables import whatif_tables as tables
from .tables.whatif_tables import TableStatus
from .whatif import services as whatif
from .whatif import variations


def answer_ring(
    question: Question, answer: Answer | None = None, walk: Mapping[Any, list[TrailLink]] | None = None
) -> Ring:
    """Return the board of the next spin, marked with what each square changes."""
    return build_ring(answer, question.next_revision, walk)


def answer_podiums(question: Question, answer: Answer | None = None) -> list[StagePodium]:
    return build_podiums(question.position, odds=answer.bars) if answer else build_podiums(question.position)


def find_newer_boards(question: Question) -> dict[str, Any] | None:
    """Return the newer revisions of a question's boards, and the address of the question on them; None if there are none."""
    revisions = dict.fromkeys(question.revisions)
    newer = [
        {"revision": revision, "newer": newer_revision}
        for revision in revisions
        if (newer_revision := boards.find_newer_revision(revision))
    ]
    if not newer:
        return None
    newest_question = question.on_newest_boards
    return {"boards": newer, "again": "" if newest_question.unavailable_reason else build_address(newest_question)}


def build_house_url(answer: Answer, question: Question) -> str:
    """Return the address of the winner's remaining spins against the house; "" while the game is undecided."""
    mover = question.position.mover
    if not answer.won or not mover.earned or mover.passed or question.next_round:
        return ""
    return build_address(replace(question, rules=question.rules.with_options({"house": "play", "goal": "money"})))


def choice_link(question: Question) -> str:
    """Return the address of the question about a choice square; "" if it has none."""
    return "" if choices.find_unavailable_reason(question) else choices.build_choice_address(question)


def whatif_card(question: Question, table_status: TableStatus) -> dict[str, str]:
    """Return the address of the card; empty without a map, or if none of its answers could be solved."""
    if not table_status.has_map or not question.solvable:
        return {}
    return {"src": variations.build_card_address(question), "map_link": variations.build_map_address(question)}


def break_even_line(answer: Answer, question: Question, table_status: TableStatus | None) -> dict[str, Any]:
    """Return the line under the verdict: the mover's score that changes it, or a placeholder that a script fills.

    `table_status` is None on the page of a saved answer.
    """
    break_even = whatif.find_break_even(question, answer, table_status or tables.get_status(question))
    return {"break_even": break_even, "src": variations.build_break_even_address(question)} if break_even else {}
