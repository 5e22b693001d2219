"""Requests for a part of a page, by static/js/parts.js, and instructions to the page."""

from django.http import HttpRequest, HttpResponse

HEADER = "Part-Request"


def is_part_request(request: HttpRequest) -> bool:
    return request.headers.get(HEADER) == "true"


def reload() -> HttpResponse:
    return HttpResponse(headers={"Part-Reload": "true"})
