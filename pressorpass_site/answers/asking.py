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

from .models import Answer

A = TypeVar("A", bound=Answer)

STOP_SECONDS = 0.5  # a worker needs about this long to stop
GOES_ON, FOR_OTHERS = "The solver keeps going.", "Somebody else is waiting for this answer, too."
KEEPS_GOING = f"{GOES_ON} {FOR_OTHERS}"


class Asked(Generic[A]):
    """Answers of one kind, as the pages that wait for one need them; a kind says how a page shows its answers."""

    jobs: JobType[A]

    def again(self, row: A) -> A:
        raise NotImplementedError

    def page(self, row: A) -> str:
        raise NotImplementedError

    def part(self, request: HttpRequest, row: A, *, left: bool | None = None) -> HttpResponse:
        """Return the part of the page that changes.

        `left` is None for a look. After an act it is whether the page has left the job to others, and asks no more.
        """
        raise NotImplementedError

    def addresses(self, at: str) -> list[URLPattern]:
        views: list[tuple[str, str, Callable[..., HttpResponse]]] = [
            ("", "answer", require_safe(self.look)),
            ("cancel/", "cancel", require_POST(self.cancel)),
            ("retry/", "retry", require_POST(self.retry)),
        ]
        return [path(f"{at}<key:key>/{end}", view, name=name) for end, name, view in views]

    def look(self, request: HttpRequest, key: str) -> HttpResponse:
        """Show an answer to a page that waits for it; lead anybody else to its page."""
        limits.check(request, "live")
        row = self.jobs.refresh(find(self.jobs.model, key))
        return uncached(self.part(request, row)) if parts.wanted(request) else redirect(self.page(row))

    def cancel(self, request: HttpRequest, key: str) -> HttpResponse:
        """Stop the job, or where it goes on for others have the page no longer look at it."""
        row = stop(self.jobs, find(self.jobs.model, key))
        return self._after(request, row, left=row.is_active and not row.cancel_requested)

    def retry(self, request: HttpRequest, key: str) -> HttpResponse:
        limits.check(request, "ask")
        return self._after(request, self.again(find(self.jobs.model, key)), left=False)

    def _after(self, request: HttpRequest, row: A, *, left: bool) -> HttpResponse:
        if parts.wanted(request):
            return uncached(self.part(request, row, left=left))
        if left:
            messages.info(request, KEEPS_GOING)
        return redirect(self.page(row))


def find(kind: type[A], key: str) -> A:
    try:
        row: A = kind._default_manager.find(key)  # type: ignore[attr-defined]
    except Answer.DoesNotExist:
        raise Http404("There is no such answer.") from None
    return row


def stop(jobs: JobType[A], row: A) -> A:
    """Return the row, its job canceled unless somebody else looks at it, once the worker has had a moment to stop."""
    jobs.cancel(row)
    return jobs.long_poll(row, STOP_SECONDS) if row.cancel_requested else row


def uncached(response: HttpResponse) -> HttpResponse:
    """Return a part of a page, which no browser keeps."""
    patch_vary_headers(response, [parts.HEADER])
    patch_cache_control(response, no_store=True)
    return response
