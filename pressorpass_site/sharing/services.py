"""The door to sharing: what there is to share of an analysis, of an address, of a link from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve

from pressorpass_site.analyses import services as analyses
from pressorpass_site.core import limits
from pressorpass_site.questions.address import read_address
from pressorpass_site.questions.build import InvalidQuestion
from pressorpass_site.saved import services as saved

from .files import Place
from .subjects import Subject, of_question, of_version

if TYPE_CHECKING:
    from pressorpass_site.analyses.models import Analysis

# The pages that can be linked to, as Django calls them.
POSITIONS = ("analyses:position", "sharing:embed")
SAVED = ("saved:one", "saved:version", "sharing:embed-saved")


class NotHere(LookupError):
    """A link that leads to nothing which can be shared; the message is for people."""


def subject_of(analysis: Analysis) -> Subject:
    """What there is to share of a stored analysis."""
    return of_question(analysis.question, analysis)


def by_key(key: str) -> tuple[Subject, Analysis]:
    """What there is to share of the analysis of that key, and itself.

    Raises:
        NotHere: there is no such analysis.
    """
    analysis = _stored(key)
    if analysis is None:
        raise NotHere("There is no such analysis.")
    return subject_of(analysis), analysis


def asked(request: HttpRequest, text: str) -> tuple[Subject, Analysis]:
    """The answer to the position of an address, begun if nobody has asked before.

    Raises:
        InvalidQuestion: the address names no position.
        RateLimited: too much was begun for whoever asks.
    """
    question = read_address(text, request.GET)
    if analyses.would_begin(question):
        limits.check(request, "ask")
    analysis = analyses.wait(analyses.ask(question), settings.ANSWER_WAIT_MILLISECONDS / 1000)
    return of_question(question, analysis), analysis


def kept(request: HttpRequest, code: str, number: int | None = None) -> Subject:
    """A version of a saved analysis, the newest without a number.

    Raises:
        NotHere: there is none, or it is private and somebody else's.
    """
    try:
        found = saved.find(request, code)
        version = saved.version_of(found, number)
    except saved.NotFound as error:
        raise NotHere("There is no such saved analysis.") from error
    return of_version(version, latest=number is None)


def linked(request: HttpRequest, url: str) -> Subject:
    """What a link to a page of this site leads to; nothing is begun for it.

    Raises:
        NotHere: it leads elsewhere, or to a page that tells of no answer.
    """
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise NotHere("This is no address.") from error
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != request.get_host().lower():
        raise NotHere("This address does not belong to this site.")
    try:
        page = resolve(unquote(parts.path))
        if page.view_name in SAVED:
            return _not_private(kept(request, **page.kwargs))
        if page.view_name not in POSITIONS:
            raise NotHere("This page tells of no answer.")
        question = read_address(page.kwargs["text"], QueryDict(parts.query).dict())
    except (Resolver404, InvalidQuestion) as error:
        raise NotHere("There is no position at this address.") from error
    return of_question(question, _stored(question.key))


def embeddable(request: HttpRequest, code: str) -> Subject:
    """The newest version of a saved analysis that other sites may show.

    Raises:
        NotHere: there is none, or it is private, whoever asks.
    """
    return _not_private(kept(request, code))


def place_of(request: HttpRequest) -> Place:
    """Where this site is, as the request has it."""
    return Place(request.build_absolute_uri("/").rstrip("/"), request.get_host())


def _not_private(subject: Subject) -> Subject:
    if subject.private:
        raise NotHere("There is no such saved analysis.")
    return subject


def _stored(key: str) -> Analysis | None:
    try:
        return analyses.find(key)
    except ObjectDoesNotExist:
        return None
