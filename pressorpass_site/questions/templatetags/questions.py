"""`{% load questions %}`: the podiums on any page, and a question's parts in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import Context

from engine import AVERAGE_QUESTIONS, first_mover, mover_is_open
from pressorpass_site.boards import ring
from pressorpass_site.boards import services as boards

from ..address import address
from ..forms import EXAMPLE, PodiumForm
from ..moments import Moment, find_moment
from ..question import SEATS, Question
from ..rule_labels import rules_sentence

register = template.Library()
register.filter("rules_sentence", rules_sentence)
register.filter("question_address", address)


@register.inclusion_tag("questions/_podiums.html", takes_context=True)
def podium_form(context: Context, form: PodiumForm, odds: Sequence[Sequence[Any]] = ()) -> dict[str, Any]:
    """Return the podiums of a stage as its form; `odds` are the bars of each contestant, if they are known."""
    form.offer(boards.own_revisions(context["request"]))
    bars = odds or ((), (), ())
    return {"form": form, "podiums": [podium | {"odds": each} for podium, each in zip(form.podiums, bars, strict=True)]}


@register.inclusion_tag("questions/_stage.html", takes_context=True)
def asking_stage(context: Context, form: PodiumForm | None = None, board: str = "") -> dict[str, Any]:
    """Return the stage that asks: the form, blank unless one is given; `board` chooses the board of a blank one."""
    form = form or PodiumForm(initial=_initial(board))
    return {**podium_form(context, form), "ring": _ring(form)}


@register.filter
def asks_example(question: Question) -> bool:
    """Return whether a question is that of the default podiums, on any board."""
    return question.position == EXAMPLE and not question.next_spins and not question.then


@register.filter
def up_by_the_rules(question: Question) -> str:
    """Return who is up where several have spins and the rules would choose the same; "" elsewhere."""
    position = question.position
    holders = sum(bool(contestant.spins) for contestant in position.contestants)
    if holders < 2 or mover_is_open(position.contestants, question.rules):
        return ""
    chosen = first_mover(position.contestants, question.rules) == position.mover_seat
    return SEATS[position.mover_seat] if chosen else ""


@register.simple_tag
def average_questions() -> str:
    """Return how the questions between the rounds are taken, in a sentence."""
    return AVERAGE_QUESTIONS


@register.simple_tag
def famous_moment(question: Question) -> Moment | None:
    """`{% famous_moment question as moment %}`: return the question's moment; None for most."""
    if question.next_spins or question.then:
        return None
    return find_moment(question.position.notation, question.revision.board.slug)


def _ring(form: PodiumForm) -> ring.Ring:
    """Return the board that a form names, the default if it names none, as a ring; an empty one where neither is there."""
    for reference in (str(form["board"].value() or ""), boards.DEFAULT_BOARD):
        try:
            return ring.draw(boards.find_revision(reference).engine_board)
        except boards.BoardNotFound:
            pass
    return ring.Ring([], is_ring=False, legend=[])


def _initial(board: str) -> dict[str, str]:
    try:
        playable = board and boards.find_revision(board).playable
    except boards.BoardNotFound:
        playable = False
    return {"board": board} if playable else {}
