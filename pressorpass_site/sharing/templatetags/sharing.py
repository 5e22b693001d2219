"""`{% load sharing %}`: metadata in a page's head, the share sheet, and the head of the printed page.

Each tag takes an analysis or a `Subject`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import unescape
from typing import TYPE_CHECKING, Any

from django import template
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.template import Context
from django.template.base import NodeList, Parser, Token
from django.urls import reverse
from django.utils.html import format_html

from pressorpass_site.games.dilemmas.scoring import SQUARES

from .. import card, files, oembed, services
from ..subjects import NAME, Subject, game_card, game_card_alt, of_game, of_version

if TYPE_CHECKING:
    from pressorpass_site.answers.analyses.models import Analysis
    from pressorpass_site.boards.models import BoardRevision
    from pressorpass_site.games.dilemmas.services import Dilemma
    from pressorpass_site.games.dilemmas.standing import Standing
    from pressorpass_site.games.models import StoredGame
    from pressorpass_site.games.reviews.services import ReviewStatus
    from pressorpass_site.sharing.saved.models import Version

register = template.Library()

TITLE, DESCRIPTION = "page_title", "page_description"
ADDRESS = "page_address"  # of a page whose query is part of what it is about
_ABOUT: dict[str, Any] = {"name": NAME, "width": card.WIDTH, "height": card.HEIGHT}


class TitledNode(template.Node):
    """A node that renders the page's title and description, and stores them for `share_head`."""

    child_nodelists = ("title", "description")

    def __init__(self, title: NodeList, description: NodeList) -> None:
        self.title = title
        self.description = description

    def render(self, context: Context) -> Any:
        # The blocks render HTML; as plain text, each output can escape it once.
        title, description = (unescape(part.render(context)).strip() for part in (self.title, self.description))
        context[TITLE], context[DESCRIPTION] = title, description
        return format_html('<title>{}</title>\n  <meta name="description" content="{}">', title, description)


@register.tag
def titled(parser: Parser, token: Token) -> TitledNode:
    """`{% titled %}title{% described %}description{% endtitled %}`."""
    title = parser.parse(("described",))
    parser.delete_first_token()
    description = parser.parse(("endtitled",))
    parser.delete_first_token()
    return TitledNode(title, description)


@register.inclusion_tag("sharing/_head.html", takes_context=True)
def share_head(context: Context, shared: Analysis | Subject | None = None) -> dict[str, Any]:
    """Return metadata for links from other sites; without an answer, the page's title and description."""
    request: HttpRequest | None = context.get("request")
    try:
        site = services.site_of(request) if request else None
    except DisallowedHost:
        site = None
    if site is None or request is None:  # an error page, which nobody links to
        return {}
    if shared is None:
        return _ABOUT | {
            "title": str(context.get(TITLE, NAME)).removesuffix(f" · {NAME}"),
            "description": context.get(DESCRIPTION, ""),
            "url": f"{site.home}{context.get(ADDRESS, request.path)}",
            "image": f"{site.home}{reverse('sharing:site-card')}",
            "image_alt": f"{NAME}: should they press, or pass?",
        }
    subject = _subject(shared)
    page = f"{site.home}{subject.page}"
    return _ABOUT | {
        "title": subject.headline,
        "description": subject.description,
        "url": page,
        "image": f"{site.home}{subject.preview}",
        "image_alt": subject.preview_alt,
        "canonical": page,
        "oembed": f"{site.home}{oembed.link(page)}",
    }


@register.inclusion_tag("sharing/_head.html", takes_context=True)
def dilemma_head(context: Context, dilemma: Dilemma, prompt: str) -> dict[str, Any]:
    """Return link metadata of a dilemma: the question without the answer."""
    site = services.site_of(context["request"])
    part = f", {dilemma.part} of 3" if dilemma.part else ""
    title = f"Press or Pass {dilemma.number}{part}: what would you do?" if dilemma.number else "What would you do?"
    return _ABOUT | {
        "title": title,
        "description": prompt,
        "url": f"{site.home}{dilemma.link}",
        "image": f"{site.home}{services.question_card(dilemma.question, dilemma.number)}",
        "image_alt": f"{title} {services.unanswered(dilemma.question).situation}",
    }


@register.inclusion_tag("sharing/_head.html", takes_context=True)
def game_head(context: Context, row: StoredGame) -> dict[str, Any]:
    """Return metadata for links to a game: who plays, and nothing of how it goes."""
    site = services.site_of(context["request"])
    return _ABOUT | {
        "title": row.title,
        "description": f"Press or pass? Make each call before {row.players} do.",
        "url": f"{site.home}{row.get_absolute_url()}",
        "image": f"{site.home}{game_card(row)}",
        "image_alt": game_card_alt(row),
    }


@register.inclusion_tag("sharing/_head.html", takes_context=True)
def board_head(context: Context, revision: BoardRevision) -> dict[str, Any]:
    """Return metadata for links to a board."""
    site = services.site_of(context["request"])
    picture = reverse("sharing:board-card", args=[revision.board.slug, revision.number])
    return _ABOUT | {
        "title": revision.board.label,
        "description": context.get(DESCRIPTION, ""),
        "url": f"{site.home}{revision.board.get_absolute_url()}",
        "image": f"{site.home}{picture}",
        "image_alt": f"The squares of the {revision.board.label}",
    }


@register.simple_tag(takes_context=True)
def dilemma_share(context: Context, dilemma: Dilemma) -> dict[str, str]:
    """`{% dilemma_share dilemma as sent %}`: return a dilemma's link, title and text for sharing, after a call with its score."""
    link = f"{services.site_of(context['request']).home}{dilemma.link}"
    if not dilemma.number:
        return {"link": link, "title": "What would you do?", "text": link}
    title = f"Press or Pass {dilemma.number}"
    call = context.get("call")
    if call and not dilemma.part:
        title += f" {SQUARES[call.mark]}{'' if call.score is None else f' {call.score}'}"
    return {"link": link, "title": title, "text": f"{title}\n{link}"}


@register.simple_tag(takes_context=True)
def day_share(context: Context, standing: Standing) -> dict[str, str]:
    """`{% day_share standing as sent %}`: return the link, title and text of a day with three dilemmas."""
    link = f"{services.site_of(context['request']).home}{reverse('dilemmas:day', args=[standing.number])}"
    return {"link": link, "title": standing.line, "text": f"{standing.line}\n{link}"}


@register.inclusion_tag("sharing/_share.html", takes_context=True)
def share_sheet(context: Context, shared: Analysis | Subject) -> dict[str, Any]:
    """Return the button with its sheet: the links, pictures, frames and data; beside it the button that saves."""
    subject = _subject(shared)
    site = services.site_of(context["request"])
    return {
        "request": context["request"],
        "analysis": None if isinstance(shared, Subject) else shared,
        "subject": subject,
        "files": files.offered(subject),
        "links": _links(subject, site.home),
        "frame": oembed.frame(subject, site),
    }


@dataclass(frozen=True)
class ShareLink:
    """A link on the sheet: what its field says, the title it is sent under, and the words of its button.

    `hint` explains the address, `ask` is the path of a page that is to be opened first.
    """

    id: str
    label: str
    address: str
    title: str
    copy: str
    hint: str = ""
    ask: str = ""


def _links(subject: Subject, home: str) -> list[ShareLink]:
    """Return the links to a subject, the one without the answer first."""
    alone = " (only you can open it)" if subject.private else ""
    whole = f"{home}{subject.lasting}"
    link = ShareLink(
        "link", f"Link to this {subject.noun}{alone}", whole, subject.headline, "Copy link", subject.promise
    )
    if not subject.unanswered:
        return [link]
    asking = "Without the answer: friends say first what they would do"
    address = f"{home}{subject.unanswered}"
    return [
        ShareLink("ask-link", asking, address, "What would you do?", "Copy link", ask=subject.unanswered),
        replace(link, label=f"With the answer{alone}"),
    ]


@register.inclusion_tag("sharing/_print_head.html", takes_context=True)
def print_head(context: Context, analysis: Analysis) -> dict[str, Any]:
    """Return the podiums in words and the address, shown only in print."""
    subject = services.subject_of(analysis)
    return {
        "subject": subject,
        "link": f"{services.site_of(context['request']).home}{subject.lasting}",
    }


@register.simple_tag
def saved_subject(version: Version, latest: bool) -> Subject:
    """`{% saved_subject version latest as subject %}`: return a version of a saved answer, for the tags above."""
    return of_version(version, latest=latest)


@register.simple_tag
def review_subject(row: StoredGame, status: ReviewStatus) -> Subject:
    """`{% review_subject row status as subject %}`: return the review of a game, for the tags above."""
    return of_game(row, status)


def _subject(shared: Analysis | Subject) -> Subject:
    return shared if isinstance(shared, Subject) else services.subject_of(shared)
