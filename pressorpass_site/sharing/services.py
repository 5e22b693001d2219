"""Finding what can be shared: by analysis, by address, by a link from another site."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve

from engine import InputError
from pressorpass_site.analyses import services as analyses
from pressorpass_site.core import hosts, limits
from pressorpass_site.core.owned import NotFound
from pressorpass_site.games import services as games
from pressorpass_site.questions.address import read_address
from pressorpass_site.questions.build import InvalidQuestion
from pressorpass_site.reviews import services as reviews
from pressorpass_site.saved import services as saved

from .files import Site
from .review_subjects import ReviewSubject, of_game
from .subjects import Shared, Subject, of_question, of_version

if TYPE_CHECKING:
    from pressorpass_site.analyses.models import Analysis

# The URL names of pages that can be shared.
POSITIONS = ("analyses:position", "sharing:embed")
SAVED = ("saved:one", "saved:version", "sharing:embed-saved")
REVIEWS = ("games:review", "sharing:embed-review")


class NotShareable(LookupError):
    """There is nothing to share at this link; the message is for people."""


def subject_of(analysis: Analysis) -> Subject:
    """The subject of a stored analysis."""
    return of_question(analysis.question, analysis)


def by_key(key: str) -> tuple[Subject, Analysis]:
    """The analysis with this key and its subject.

    Raises:
        NotShareable: there is no such analysis.
    """
    analysis = _stored(key)
    if analysis is None:
        raise NotShareable("There is no such analysis.")
    return subject_of(analysis), analysis


def by_position(request: HttpRequest, text: str) -> tuple[Subject, Analysis]:
    """The answer to the position in an address; solving starts if the question is new.

    Raises:
        InvalidQuestion: the address contains no valid position.
        RateLimited: the client has started too many questions.
    """
    question = read_address(text, request.GET)
    if analyses.would_start(question):
        limits.check(request, "ask")
    analysis = analyses.wait(analyses.ask(question), settings.ANSWER_WAIT_MILLISECONDS / 1000)
    return of_question(question, analysis), analysis


def saved_subject(request: HttpRequest, code: str, number: int | None = None) -> Subject:
    """A version of a saved analysis, the newest without a number.

    Raises:
        NotShareable: there is none, or it is private and somebody else's.
    """
    try:
        found = saved.find(request, code)
        version = saved.version_of(found, number)
    except NotFound as error:
        raise NotShareable("There is no such saved analysis.") from error
    return of_version(version, latest=number is None)


def review_subject(request: HttpRequest, code: str) -> ReviewSubject:
    """The review of a game as far as it is; nothing is begun.

    Raises:
        NotShareable: there is no such game, it is private and somebody else's, or it can't be judged.
    """
    try:
        row = games.find(request, code)
        return of_game(row, reviews.find(games.named_game(row)))
    except NotFound as error:
        raise NotShareable("There is no such game.") from error
    except InputError as error:
        raise NotShareable(error.message) from error


def embeddable_review(request: HttpRequest, code: str) -> ReviewSubject:
    """The review of a game that other sites may show.

    Raises:
        NotShareable: as `review_subject`, or the game is private, even to its owner.
    """
    subject = review_subject(request, code)
    if subject.private:
        raise NotShareable("There is no such game.")
    return subject


def linked(request: HttpRequest, url: str) -> Shared:
    """The subject of a link to a page of this site; nothing is solved for it.

    Raises:
        NotShareable: it leads to another site, or to a page without an answer.
    """
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise NotShareable("This is not a valid address.") from error
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != request.get_host().lower():
        raise NotShareable("This address does not belong to this site.")
    try:
        page = resolve(unquote(parts.path))
        if page.view_name in SAVED:
            return _not_private(saved_subject(request, **page.kwargs))
        if page.view_name in REVIEWS:
            return embeddable_review(request, **page.kwargs)
        if page.view_name not in POSITIONS:
            raise NotShareable("This page does not show an answer.")
        question = read_address(page.kwargs["text"], QueryDict(parts.query).dict())
    except (Resolver404, InvalidQuestion) as error:
        raise NotShareable("There is no position at this address.") from error
    return of_question(question, _stored(question.key))


def embeddable(request: HttpRequest, code: str) -> Subject:
    """The newest version of a saved analysis that other sites may show.

    Raises:
        NotShareable: there is none, or it is private, even to its owner.
    """
    return _not_private(saved_subject(request, code))


def site_of(request: HttpRequest) -> Site:
    """The site's base URL and host, from the request.

    Pictures show the host without a made-up port, with which each would be drawn anew.
    """
    return Site(request.build_absolute_uri("/").rstrip("/"), hosts.shown(request))


def _not_private(subject: Subject) -> Subject:
    if subject.private:
        raise NotShareable("There is no such saved analysis.")
    return subject


def _stored(key: str) -> Analysis | None:
    try:
        return analyses.find(key)
    except ObjectDoesNotExist:
        return None
