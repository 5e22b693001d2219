"""The views that every kind of stored answer has: poll it, cancel its job, try again."""

from collections.abc import Callable
from typing import Generic, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
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

    def restart(self, stored_answer: A) -> A:
        raise NotImplementedError

    def get_page_url(self, stored_answer: A) -> str:
        raise NotImplementedError

    def render_part(self, request: HttpRequest, stored_answer: A, *, stop_polling: bool | None = None) -> HttpResponse:
        """Return the part of the page that changes.

        `stop_polling` is None for a poll. After a cancel or retry it says whether the job goes on for other viewers,
        so that this page stops polling.
        """
        raise NotImplementedError

    def build_url_patterns(self, prefix: str) -> list[URLPattern]:
        views: list[tuple[str, str, Callable[..., HttpResponse]]] = [
            ("", "answer", require_safe(self.poll)),
            ("cancel/", "cancel", require_POST(self.cancel)),
            ("retry/", "retry", require_POST(self.retry)),
        ]
        return [path(f"{prefix}<key:key>/{end}", view, name=name) for end, name, view in views]

    def poll(self, request: HttpRequest, key: str) -> HttpResponse:
        """Return the updated part to a page that polls; redirect every other request to the answer's page."""
        limits.check(request, "live")
        stored_answer = self.jobs.refresh(get_object_or_404(self.jobs.model, key=key))
        return (
            mark_uncached(self.render_part(request, stored_answer))
            if parts.is_part_request(request)
            else redirect(self.get_page_url(stored_answer))
        )

    def cancel(self, request: HttpRequest, key: str) -> HttpResponse:
        """Cancel the job; if it goes on for other viewers, only this page stops polling."""
        stored_answer = cancel_unviewed(self.jobs, get_object_or_404(self.jobs.model, key=key))
        return self._respond(
            request, stored_answer, stop_polling=stored_answer.is_active and not stored_answer.cancel_requested
        )

    def retry(self, request: HttpRequest, key: str) -> HttpResponse:
        limits.check(request, "ask")
        return self._respond(request, self.restart(get_object_or_404(self.jobs.model, key=key)), stop_polling=False)

    def _respond(self, request: HttpRequest, stored_answer: A, *, stop_polling: bool) -> HttpResponse:
        if parts.is_part_request(request):
            return mark_uncached(self.render_part(request, stored_answer, stop_polling=stop_polling))
        if stop_polling:
            messages.info(request, KEEPS_GOING)
        return redirect(self.get_page_url(stored_answer))


def cancel_unviewed(jobs: JobType[A], stored_answer: A) -> A:
    """Cancel the job unless another client views it; give the worker a moment to stop, and return the refreshed row."""
    jobs.cancel(stored_answer)
    return jobs.long_poll(stored_answer, STOP_SECONDS) if stored_answer.cancel_requested else stored_answer


def mark_uncached(response: HttpResponse) -> HttpResponse:
    """Return the page part with headers that forbid caching."""
    patch_vary_headers(response, [parts.HEADER])
    patch_cache_control(response, no_store=True)
    return response
