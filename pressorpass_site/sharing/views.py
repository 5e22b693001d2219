from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp, csp_update
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from pressorpass_site.boards import services as boards
from pressorpass_site.core import limits
from pressorpass_site.core.money import parse_digits
from pressorpass_site.games import services as games
from pressorpass_site.games.dilemmas.standing import get_finished_day

from . import card, files, oembed, pictures, services
from .subjects import Subject

CACHE_SECONDS = 3600
RETRY_SECONDS = 5
NOT_INDEXED = "noindex"
# For the only pages that other sites may frame: they contain no actions, so clickjacking is harmless.
EMBED_POLICY = {
    "default-src": [NONE],
    "style-src": [SELF],
    "font-src": [SELF],
    "img-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}
# Browsers show a PNG in a page with inline styles; without this policy the console reports each as refused.
VIEWER_POLICY = {"style-src": [UNSAFE_INLINE]}
THEMES = ("light", "dark")
MAX_PIXELS = 100_000


def make_file_view(find: services.SubjectFinder) -> Callable[..., HttpResponseBase]:
    @conditional_page
    def build_response(request: HttpRequest, *, name: str, **address: Any) -> HttpResponse:
        limits.check(request, "picture")
        subject = find(request, **address)
        response = _send_file(request, subject, name)
        if subject.saved:
            response["X-Robots-Tag"] = NOT_INDEXED
        return response

    @require_safe
    def view(request: HttpRequest, *, name: str, **address: Any) -> HttpResponseBase:
        response = build_response(request, name=name, **address)
        if response.status_code == HTTPStatus.NOT_FOUND or not name.endswith(".png"):
            return response
        return csp_update(VIEWER_POLICY)(lambda request: response)(request)

    return view


answer_file = make_file_view(services.get_subject_by_key)
saved_file = make_file_view(services.get_saved_subject)
review_file = make_file_view(services.get_review_subject)


def _send_file(request: HttpRequest, subject: Subject, name: str) -> HttpResponse:
    file = files.FILES[subject.kind].by_name[name]
    if file.needs_answer and not subject.ready:
        response = render(request, "sharing/not_yet.html", {"subject": subject}, status=404)
        if subject.coming:
            response["Retry-After"] = str(RETRY_SECONDS)
        patch_cache_control(response, no_store=True)
        return response
    response = HttpResponse(file.make(subject, services.get_site(request)), content_type=file.content_type)
    disposition = "inline" if file.inline else "attachment"
    response["Content-Disposition"] = f'{disposition}; filename="{subject.build_file_name(name)}"'
    return _set_subject_cache_headers(response, subject)


def _set_cache_headers(
    response: HttpResponse, *, is_private: bool, is_listed: bool, is_immutable: bool = False
) -> HttpResponse:
    """Return the response with the headers for caches and crawlers.

    Private subjects are never cached, unlisted ones only by browsers; anything that can change is revalidated. Crawlers
    may index only listed subjects.
    """
    if is_private:
        patch_cache_control(response, private=True, no_store=True)
    elif is_immutable:
        patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
    elif is_listed:
        patch_cache_control(response, no_cache=True)
    else:
        patch_cache_control(response, private=True, no_cache=True)
    if not is_listed:
        response["X-Robots-Tag"] = NOT_INDEXED
    return response


def _set_subject_cache_headers(response: HttpResponse, subject: Subject) -> HttpResponse:
    return _set_cache_headers(
        response, is_private=subject.private, is_listed=subject.listed, is_immutable=subject.is_immutable
    )


def card_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Limit the requests of a view of a PNG, and let browsers style the page in which they show it."""

    @require_safe
    @csp_update(VIEWER_POLICY)
    @conditional_page
    @wraps(view)
    def wrapper(request: HttpRequest, **address: Any) -> HttpResponse:
        limits.check(request, "picture")
        return view(request, **address)

    return wrapper


@card_view
def site_card(request: HttpRequest) -> HttpResponse:
    return _send_public_png(card.render_site_card(services.get_site(request).host))


@card_view
def question_card(request: HttpRequest, text: str) -> HttpResponse:
    day = parse_digits(request.GET.get("day", "")) or 0
    subject = services.build_unanswered_subject(services.parse_question(request, text), day)
    return _send_public_png(card.render_answer_card(subject, services.get_site(request).host))


@card_view
def day_card(request: HttpRequest, number: int) -> HttpResponse:
    """Return the picture of the requester's finished day, without its answers; redirect to the day if it is not finished."""
    standing = get_finished_day(request, number)
    if standing is None:
        return redirect("dilemmas:day", number)
    response = _send_png(card.render_day_card(standing, services.get_site(request).host))
    return _set_cache_headers(response, is_private=True, is_listed=False)


@card_view
def game_card(request: HttpRequest, code: str) -> HttpResponse:
    stored_game = games.get_game(request, code)
    response = _send_png(card.render_game_card(stored_game, services.get_site(request).host))
    return _set_cache_headers(response, is_private=stored_game.private, is_listed=stored_game.public)


@card_view
def board_card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    revision = boards.find_revision(f"{slug}.{number}")
    return _send_public_png(
        card.render_board_card(revision.engine_board, revision.board.label, services.get_site(request).host)
    )


def _send_png(drawing: str) -> HttpResponse:
    return HttpResponse(pictures.render_png(drawing), content_type="image/png")


def _send_public_png(drawing: str) -> HttpResponse:
    response = _send_png(drawing)
    patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
    return response


def make_frame_view(find: services.SubjectFinder) -> Callable[..., HttpResponseBase]:
    """Return the view of a subject for frames on other sites, without scripts and cookies."""

    @require_safe
    @xframe_options_exempt
    @csp(EMBED_POLICY)
    @conditional_page  # innermost, so that “not modified” has the frame's policy too
    def frame(request: HttpRequest, **address: Any) -> HttpResponse:
        try:
            subject = find(request, **address)
        except services.NotShareable as error:
            return _render_no_frame(request, str(error))
        context = {"subject": subject, "theme": _read_theme(request), "home": services.get_site(request).home}
        return _set_subject_cache_headers(render(request, subject.frame, context), subject)

    return frame


embed = make_frame_view(services.get_subject_by_position)
embed_saved = make_frame_view(services.EMBEDDABLE["sharing:embed-saved"])
embed_review = make_frame_view(services.EMBEDDABLE["sharing:embed-review"])


def _render_no_frame(request: HttpRequest, message: str) -> HttpResponse:
    response = render(
        request,
        "sharing/embed.html",
        {"subject": None, "message": message, "theme": _read_theme(request), "home": ""},
        status=404,
    )
    patch_cache_control(response, no_store=True)
    return response


@require_safe
@conditional_page
def oembed_endpoint(request: HttpRequest) -> HttpResponse:
    """Return the oEmbed JSON of the page `url`; `maxwidth` and `maxheight` limit its size."""
    kind = request.GET.get("format") or "json"
    if kind != "json":
        return _render_plain(f"There is no format “{kind[:20]}”: use json.", HTTPStatus.NOT_IMPLEMENTED)
    try:
        max_size = [_parse_pixels(request.GET.get(name, "")) for name in ("maxwidth", "maxheight")]
    except ValueError:
        return _render_plain("maxwidth and maxheight must be whole numbers of pixels.", HTTPStatus.BAD_REQUEST)
    if not request.GET.get("url"):
        return _render_plain("The parameter url is missing: ?url=…", HTTPStatus.BAD_REQUEST)
    try:
        subject = services.get_linked_subject(request, request.GET["url"])
    except services.NotShareable as error:
        return _render_plain(str(error), HTTPStatus.NOT_FOUND)
    response = JsonResponse(oembed.build_response(subject, services.get_site(request), *max_size))
    response["Access-Control-Allow-Origin"] = "*"  # for scripts on other sites
    return _set_subject_cache_headers(response, subject)


def _render_plain(message: str, status: HTTPStatus) -> HttpResponse:
    response = HttpResponse(message, content_type="text/plain; charset=utf-8", status=status)
    patch_cache_control(response, no_store=True)
    return response


def _parse_pixels(text: str) -> int | None:
    """Return the number of pixels, None if the text is empty. Raises ValueError: it is no positive number."""
    if not text:
        return None
    if not (pixels := parse_digits(text, max_digits=9)):
        raise ValueError(text)
    return min(pixels, MAX_PIXELS)


def _read_theme(request: HttpRequest) -> str:
    """Return the theme in the query; "" leaves it to the viewer's system."""
    theme = request.GET.get("theme", "")
    return theme if theme in THEMES else ""
