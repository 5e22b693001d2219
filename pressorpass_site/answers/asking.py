"""What every kind of answers has: the addresses to look at one, to cancel its job and to try it again."""

from collections.abc import Callable
from typing import Generic, TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from pressorpass_site.core import limits
from pressorpass_site.core.http import parts
from pressorpass_site.work.jobs import JobType

from .models import StoredAnswer

A = TypeVar("A", bound=StoredAnswer)

STOP_SECONDS = 0.5  # a worker needs about this long to stop
GOES_ON, FOR_OTHERS = "The solver keeps going.", "Somebody else is waiting for this answer, too."
KEEPS_GOING = f"{GOES_ON} {FOR_OTHERS}"


class AnswerViews(Generic[A]):
    """Base class of the poll, cancel and retry views for one kind of answer; subclasses render the part of the page."""

    jobs: JobType[A]

    def restart(self, row: A) -> A:
        raise NotImplementedError

    def get_page_url(self, row: A) -> str:
        raise NotImplementedError

    def render_part(self, request: HttpRequest, row: A, *, left: bool | None = None) -> HttpResponse:
        """Return the part of the page that changes.

        `left` is None for a look. After an act it is whether the page has left the job to others, and asks no more.
        """
        raise NotImplementedError

    def addresses(self, at: str) -> list[URLPattern]:
        views: list[tuple[str, str, Callable[..., HttpResponse]]] = [
            ("", "answer", require_safe(self.poll)),
            ("cancel/", "cancel", require_POST(self.cancel)),
            ("retry/", "retry", require_POST(self.retry)),
        ]
        return [path(f"{at}<key:key>/{end}", view, name=name) for end, name, view in views]

    def poll(self, request: HttpRequest, key: str) -> HttpResponse:
        """Return the updated part to a page that polls; redirect every other request to the answer's page."""
        limits.check(request, "live")
        row = self.jobs.refresh(get_answer_or_404(self.jobs.model, key))
        return (
            mark_uncached(self.render_part(request, row))
            if parts.is_part_request(request)
            else redirect(self.get_page_url(row))
        )

    def cancel(self, request: HttpRequest, key: str) -> HttpResponse:
        """Stop the job, or where it goes on for others have the page no longer look at it."""
        row = cancel_unviewed(self.jobs, get_answer_or_404(self.jobs.model, key))
        return self._after(request, row, left=row.is_active and not row.cancel_requested)

    def retry(self, request: HttpRequest, key: str) -> HttpResponse:
        limits.check(request, "ask")
        return self._after(request, self.restart(get_answer_or_404(self.jobs.model, key)), left=False)

    def _after(self, request: HttpRequest, row: A, *, left: bool) -> HttpResponse:
        if parts.is_part_request(request):
            return mark_uncached(self.render_part(request, row, left=left))
        if left:
            messages.info(request, KEEPS_GOING)
        return redirect(self.get_page_url(row))


def get_answer_or_404(kind: type[A], key: str) -> A:
    try:
        row: A = kind._default_manager.find(key)  # type: ignore[attr-defined]
    except StoredAnswer.DoesNotExist:
        raise Http404("There is no such answer.") from None
    return row


def cancel_unviewed(jobs: JobType[A], row: A) -> A:
    """Return the row, its job canceled unless somebody else looks at it, once the worker has had a moment to stop."""
    jobs.cancel(row)
    return jobs.long_poll(row, STOP_SECONDS) if row.cancel_requested else row


def mark_uncached(response: HttpResponse) -> HttpResponse:
    """Return a part of a page, which no browser keeps."""
    patch_vary_headers(response, [parts.HEADER])
    patch_cache_control(response, no_store=True)
    return response
