"""Find subjects to share: by analysis, by URL, by a link from another site."""

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, QueryDict
from django.urls import Resolver404, resolve

from engine import InputError
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core import clients, limits
from pressorpass_site.core.owned import NotFound
from pressorpass_site.games import services as games
from pressorpass_site.games.dilemmas import page as dilemma_page
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.questions.address import build_address, parse_address
from pressorpass_site.questions.question import InvalidQuestion, Question
from pressorpass_site.sharing.saved import services as saved

from .files import Site
from .subjects import (
    AnswerSubject,
    ReviewSubject,
    Subject,
    build_game_subject,
    build_question_subject,
    build_version_subject,
)

# Returns the subject with these arguments of a URL; raises NotShareable.
SubjectFinder = Callable[..., Subject]

NO_SAVED = "There is no such saved answer."
NO_GAME = "There is no such game."


class NotShareable(Http404):
    """There is nothing to share at this link; the message is shown to the viewer."""


def get_subject_by_key(request: HttpRequest, key: str) -> AnswerSubject:
    """Raises NotShareable."""
    analysis = _get_analysis(key)
    if analysis is None:
        raise NotShareable("There is no such answer.")
    return build_question_subject(analysis.question, analysis)


def get_subject_by_position(request: HttpRequest, text: str) -> AnswerSubject:
    """Return the answer to the position in an address, asked if it is new. Raises NotShareable, RateLimited."""
    question = parse_question(request, text)
    if analyses.needs_job(question):
        limits.check(request, "ask")
    return build_question_subject(
        question, analyses.wait(analyses.get_or_start_analysis(question), settings.ANSWER_WAIT_MILLISECONDS / 1000)
    )


def parse_question(request: HttpRequest, text: str) -> Question:
    """Parse the question in a URL; start no job. Raises NotShareable."""
    try:
        return parse_address(text, request.GET)
    except InvalidQuestion as error:
        raise NotShareable(error.message) from error


def build_unanswered_subject(question: Question, day: int = 0) -> AnswerSubject:
    """Return the subject of a question with its answer hidden; `day` is the number of its dilemma, 0 for none."""
    title = f"Dilemma {day}" if day else ""
    return replace(
        build_question_subject(question, None), title=title, news=dilemma_page.write_question_prompt(question)
    )


def build_question_card_url(question: Question, day: int) -> str:
    """Return the URL of the picture of a question without its answer."""
    path = build_address(question, page="sharing:question-card")
    return f"{path}{'&' if '?' in path else '?'}day={day}" if day else path


def get_saved_subject(request: HttpRequest, code: str, number: int | None = None) -> AnswerSubject:
    """Return a version, the newest without a number. Raises NotShareable: there is none, or it is private."""
    try:
        version = saved.get_version(saved.find(request, code), number)
    except NotFound as error:
        raise NotShareable(NO_SAVED) from error
    return build_version_subject(version, is_latest=number is None)


def get_review_subject(request: HttpRequest, code: str) -> ReviewSubject:
    """Return the review of a game so far; start no job. Raises NotShareable."""
    try:
        stored_game = games.get_game(request, code)
        return build_game_subject(stored_game, reviews.find_stored_review(stored_game))
    except NotFound as error:
        raise NotShareable(NO_GAME) from error
    except InputError as error:
        raise NotShareable(error.message) from error


def _make_public_finder(find: SubjectFinder, missing_message: str) -> SubjectFinder:
    """Return a finder that refuses private subjects, even to their owner."""

    def wrapper(request: HttpRequest, **address: str) -> Subject:
        subject = find(request, **address)
        if subject.private:
            raise NotShareable(missing_message)
        return subject

    return wrapper


# The finders of subjects that other sites may embed, by the URL names of their pages.
EMBEDDABLE: dict[str, SubjectFinder] = {
    **dict.fromkeys(
        ("saved:detail", "saved:version", "sharing:embed-saved"), _make_public_finder(get_saved_subject, NO_SAVED)
    ),
    **dict.fromkeys(("games:review", "sharing:embed-review"), _make_public_finder(get_review_subject, NO_GAME)),
}
POSITION_PAGES = ("analyses:position", "sharing:embed")


def get_linked_subject(request: HttpRequest, url: str) -> Subject:
    """Return the subject of a link to a page of this site; start no job. Raises NotShareable."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise NotShareable("This is not a valid address.") from error
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != request.get_host().lower():
        raise NotShareable("This address does not belong to this site.")
    try:
        page = resolve(unquote(parts.path))
        if page.view_name in EMBEDDABLE:
            return EMBEDDABLE[page.view_name](request, **page.kwargs)
        if page.view_name not in POSITION_PAGES:
            raise NotShareable("This page does not show an answer.")
        question = parse_address(page.kwargs["text"], QueryDict(parts.query).dict())
    except (Resolver404, InvalidQuestion) as error:
        raise NotShareable("There is no position at this address.") from error
    return build_question_subject(question, _get_analysis(question.key))


def get_site(request: HttpRequest) -> Site:
    """Return the site's base URL and host, from the request.

    Pictures show the host without its port: with an invented port, each request would draw a new picture.
    """
    return Site(request.build_absolute_uri("/").rstrip("/"), clients.display_host(request))


def _get_analysis(key: str) -> Analysis | None:
    try:
        return Analysis.objects.get(key=key)
    except ObjectDoesNotExist:
        return None
