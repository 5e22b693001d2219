"""Functions about questions for the templates of all apps: the podiums, and a question's parts in words."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from engine import first_mover, mover_is_open
from pressorpass_site.boards import ring
from pressorpass_site.boards import services as boards

from .forms import EXAMPLE, PodiumForm
from .moments import Moment, find_moment
from .question import SEATS, Question


def podium_rows(form: PodiumForm, odds: Sequence[Sequence[Any]] = ()) -> list[dict[str, Any]]:
    """Return the podiums of the form; `odds` are the bars of each contestant, if known."""
    return [podium | {"odds": bars} for podium, bars in zip(form.podiums, odds or ((), (), ()), strict=True)]


def offer_boards(request: HttpRequest, form: PodiumForm) -> PodiumForm:
    """Return the form with the visitor's own boards among its choices."""
    form.offer(boards.list_own_revisions(request))
    return form


def stage_form(board: str = "") -> PodiumForm:
    """Return the blank form; `board` chooses its board, if it can be played on."""
    return PodiumForm(initial=_build_initial(board))


def stage_ring(form: PodiumForm) -> ring.Ring:
    """Return the ring of the form's board, else of the default board; an empty ring if neither is there."""
    for reference in (str(form["board"].value() or ""), boards.DEFAULT_BOARD):
        try:
            return ring.draw(boards.find_revision(reference).engine_board)
        except boards.BoardNotFound:
            pass
    return ring.Ring([], is_ring=False, legend=[])


def asks_example(question: Question) -> bool:
    """Return whether the question is about the example of blank podiums, on any board."""
    return question.position == EXAMPLE and not question.next_spins and not question.next_round


def up_by_the_rules(question: Question) -> str:
    """Return who is up if several contestants have spins and the rules choose the same one; else ""."""
    position = question.position
    holders = sum(bool(contestant.spins) for contestant in position.contestants)
    if holders < 2 or mover_is_open(position.contestants, question.rules):
        return ""
    is_usual = first_mover(position.contestants, question.rules) == position.mover_seat
    return SEATS[position.mover_seat] if is_usual else ""


def famous_moment(question: Question) -> Moment | None:
    """Return the question's moment; None for most."""
    if question.next_spins or question.next_round:
        return None
    return find_moment(question.position.notation, question.revision.board.slug)


def _build_initial(board: str) -> dict[str, str]:
    try:
        playable = board and boards.find_revision(board).playable
    except boards.BoardNotFound:
        playable = False
    return {"board": board} if playable else {}
