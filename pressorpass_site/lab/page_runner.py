"""Run a page generator of the lab: get or start the answers to the questions that it yields."""

from collections.abc import Generator
from typing import Any, TypeVar

from django.conf import settings

from engine.lab import Game
from engine.lab.answer_view import AnswerView
from engine.lab.exhibits import Ask, Panel, Pending, Waiting

from . import services

Page = TypeVar("Page")


def run_page(page: Generator[Panel | Ask, AnswerView, Page], game: Game) -> tuple[list[Panel], Page | None]:
    """Return the page's cards and its return value; wait shortly for the answer to each `Ask`.

    `Pending` is thrown into the page; if the page does not handle it, a placeholder for the job ends the cards. Raises
    InputError.
    """
    cards: list[Panel] = []
    views: dict[str, AnswerView] = {}
    try:
        step = next(page)
        while True:
            if isinstance(step, Panel):
                cards.append(step)
                step = next(page)
                continue
            try:
                view = _get_answer_view(game, step, views)
            except Pending as pending:
                step = page.throw(pending)
            else:
                step = page.send(view)
    except StopIteration as end:
        return cards, end.value
    except Pending as pending:
        return [*cards, Panel("", (Waiting(pending.job),), "Picture", wide=True)], None


def _get_answer_view(game: Game, request: Ask, views: dict[str, AnswerView]) -> AnswerView:
    """Return the answer to a question, from `views` if it was asked before. Raises Pending, InputError."""
    texts = {name: str(value) for name, value in request.options.items()}
    query = services.parse_query(game, game.get_question(request.question), texts)
    if query.key not in views:
        lab_answer = services.get_or_start_answer(query, retry_failed=request.again)
        if request.patient:
            lab_answer = services.wait(lab_answer, settings.ANSWER_WAIT_MILLISECONDS / 1000)
        if lab_answer.result is None:
            raise Pending(lab_answer)
        views[query.key] = build_view(query, lab_answer.result)
    return views[query.key]


def build_view(query: services.LabQuery, result: dict[str, Any]) -> AnswerView:
    return AnswerView(query.question, query.options, result)
