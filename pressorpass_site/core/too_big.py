"""Says in a sentence that a form was too big to be read, instead of a bad request with a traceback in the log."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.shortcuts import render

STATUS = 413


class TooBigMiddleware:
    """Reads what was posted before anything else does."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.POST  # noqa: B018  # reads it
        except UnreadablePostError:  # whoever sent it has gone
            pass
        except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
            megabytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE / 2**20
            return render(request, "413.html", {"megabytes": f"{megabytes:g}"}, status=STATUS)
        return self.get_response(request)
