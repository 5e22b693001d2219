"""Pages of boards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from . import ring, services


def board_list(request: HttpRequest) -> HttpResponse:
    """Every board, newest revision, under the show and round it belongs to."""
    return render(request, "boards/list.html", {"groups": services.grouped(services.current_revisions())})


def board_detail(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """One revision of a board drawn as the show had it; without a number, the newest."""
    try:
        revision = services.find_revision(slug if number is None else f"{slug}.{number}")
    except services.BoardNotFound as error:
        raise Http404(str(error)) from None
    board = services.engine_board(revision)
    context = {
        "revision": revision,
        "reference": services.reference(revision),
        "content": board,
        "ring": ring.draw(board),
        "figures": ring.figures(board),
        "slides": sum(len(square.slides) for square in board.squares),
        "others": revision.board.revisions.exclude(pk=revision.pk),
        "newest": services.find_revision(slug),
    }
    return render(request, "boards/detail.html", context)
