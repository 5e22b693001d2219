import hashlib
from dataclasses import dataclass

from csp.decorators import csp_update
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from . import eras, exchange, page, picture, ring, services, statistics
from .compare import CompareForm, compare_boards
from .models import BoardRevision

PICTURE_SECONDS = 24 * 3600


@dataclass(frozen=True)
class BoardCard:
    revision: BoardRevision
    summary: statistics.BoardSummary
    coverage: statistics.Coverage
    counts: list[tuple[str, int]]

    @property
    def round(self) -> str:
        return eras.ROUNDS[eras.get_round(self.revision.board)]


@require_safe
def board_list(request: HttpRequest) -> HttpResponse:
    """Show the boards in time; `date` in the query finds the boards nearest to an episode."""
    revisions = list(services.list_current_revisions())
    today = timezone.localdate()
    form = eras.DateForm(request.GET or None)
    day = form.cleaned_data["date"] if "date" in request.GET and form.is_valid() else None
    context = {
        "timelines": [
            (
                timeline,
                [_build_card(revision) for revision in timeline.boards],
                [_build_card(revision) for revision in timeline.bonus],
            )
            for timeline in eras.build_timelines(revisions, today)
        ],
        "form": form,
        "day": day,
        "nearest": eras.find_nearest_boards(revisions, day, today) if day else [],
    }
    return render(request, "boards/list.html", context)


def _build_card(revision: BoardRevision) -> BoardCard:
    board = revision.engine_board
    return BoardCard(
        revision, statistics.summarize_board(board), statistics.measure_coverage(board), ring.count_slides(board)
    )


@require_safe
def board_detail(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    revision = _get_revision(slug, number)
    if revision.board.is_fan_board:
        return redirect(revision if number is not None else revision.board)
    context = page.build_context(revision, services.find_revision(slug)) | {
        "mine": False,
        "others": revision.board.revisions.exclude(pk=revision.pk),
        "compare": CompareForm(initial={"from": services.build_short_reference(revision)}),
    }
    return render(request, "boards/detail.html", context)


@require_safe
def board_diff(request: HttpRequest) -> HttpResponse:
    compares = "from" in request.GET and "to" in request.GET
    form = CompareForm(request.GET) if compares else CompareForm(initial=request.GET.dict())
    context: dict[str, object] = {"form": form, "diff": None}
    if not compares:
        return render(request, "boards/diff.html", context)
    if not form.is_valid():
        return render(request, "boards/diff.html", context, status=404)
    old, new = form.cleaned_data["from"], form.cleaned_data["to"]
    before, after = old.engine_board, new.engine_board
    context |= {
        "old": old,
        "new": new,
        "diff": compare_boards(before, after),
        "groups": statistics.compare(before, after),
        "troubles": [
            (revision, summary.unavailable_reason)
            for revision, summary in (
                (old, statistics.summarize_board(before)),
                (new, statistics.summarize_board(after)),
            )
            if summary.unavailable_reason
        ],
        "notes": list(
            dict.fromkeys([*statistics.summarize_board(before).notes, *statistics.summarize_board(after).notes])
        ),
    }
    return render(request, "boards/diff.html", context)


@require_safe
@conditional_page
@cache_control(public=True, max_age=3600)
def board_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one revision as a JSON file that `exchange.read_board` accepts."""
    revision = _get_revision(slug, number)
    response = HttpResponse(exchange.write_board(revision.engine_board), content_type="application/json")
    response["Content-Disposition"] = f'inline; filename="{slug}.{number}.json"'
    return response


@require_safe
@conditional_page
@cache_control(public=True, max_age=3600)
def board_schema(request: HttpRequest) -> HttpResponse:
    return HttpResponse(exchange.render_schema(), content_type="application/schema+json")


@require_safe
@conditional_page
@cache_control(public=True, max_age=3600)
@csp_update(picture.POLICY)  # type: ignore[arg-type]  # typed for views without arguments
def board_picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    revision = _get_revision(slug, number)
    label = revision.board.label
    key = f"board-picture:{hashlib.sha256(f'{revision.digest} {label} {picture.STYLE}'.encode()).hexdigest()}"
    svg = cache.get(key)
    if svg is None:
        svg = picture.render_svg(revision.engine_board, label)
        cache.set(key, svg, PICTURE_SECONDS)
    return HttpResponse(svg, content_type="image/svg+xml")


def _get_revision(slug: str, number: int | None) -> BoardRevision:
    return services.find_revision(slug if number is None else f"{slug}.{number}")
