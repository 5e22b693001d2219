"""The door to sharing: what there is to share of an analysis, of an address, of a link from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve

from pressorpass_site.analyses import services as analyses
from pressorpass_site.analyses.address import AddressError, read_address
from pressorpass_site.analyses.lookup import stored

from .files import Place
from .subjects import Subject, of_question

if TYPE_CHECKING:
    from pressorpass_site.analyses.models import Analysis

# The pages that can be linked to, as Django calls them.
POSITIONS = ("analyses:position", "sharing:embed")


class NotHere(LookupError):
    """A link that leads to nothing which can be shared; the message is for people."""


def subject_of(analysis: Analysis) -> Subject:
    """What there is to share of a stored analysis."""
    return of_question(analyses.question_of(analysis), analysis)


def by_key(key: str) -> tuple[Subject, Analysis] | None:
    """What there is to share of the analysis of that key, and itself; None if there is no such analysis."""
    analysis = stored(key)
    return (subject_of(analysis), analysis) if analysis else None


def asked(text: str, query: Mapping[str, str]) -> tuple[Subject, Analysis]:
    """The answer to the position of an address, begun if nobody has asked before.

    Raises:
        AddressError: the address names no position.
    """
    question = read_address(text, query)
    analysis = analyses.wait(analyses.ask(question), settings.ANSWER_WAIT_MILLISECONDS / 1000)
    return of_question(question, analysis), analysis


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
        raise NotHere("This address is none of this site.")
    try:
        page = resolve(unquote(parts.path))
        if page.view_name not in POSITIONS:
            raise NotHere("This page tells of no answer.")
        question = read_address(page.kwargs["text"], QueryDict(parts.query).dict())
    except (Resolver404, AddressError) as error:
        raise NotHere("There is no position at this address.") from error
    return of_question(question, stored(question.key))


def place_of(request: HttpRequest) -> Place:
    """Where this site is, as the request has it."""
    return Place(request.build_absolute_uri("/").rstrip("/"), request.get_host())
