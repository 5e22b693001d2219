"""Functions of templates about sharing: metadata in a page's head, the share sheet, and the head of the printed page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import reverse

from pressorpass_site.games.dilemmas.scoring import SQUARES

from . import card, files, oembed, services
from .files import Site
from .subjects import NAME, Subject, build_game_card_url, describe_game_card

if TYPE_CHECKING:
    from pressorpass_site.boards.models import BoardRevision
    from pressorpass_site.games.dilemmas.services import Dilemma
    from pressorpass_site.games.dilemmas.standing import DayStanding
    from pressorpass_site.games.models import StoredGame


_HEAD: dict[str, Any] = {"name": NAME, "width": card.WIDTH, "height": card.HEIGHT, "canonical": ""}


def page_head(request: HttpRequest | None, title: str, description: str, path: str = "") -> dict[str, Any]:
    """Return link metadata of a page; `path` overrides its URL, to include a query."""
    site = _get_site(request)
    if site is None or request is None:
        return {}
    return _HEAD | {
        "title": title.removesuffix(f" · {NAME}"),
        "description": description,
        "url": f"{site.home}{path or request.path}",
        "image": f"{site.home}{reverse('sharing:site-card')}",
        "image_alt": f"{NAME}: should they press, or pass?",
    }


def subject_head(request: HttpRequest | None, subject: Subject) -> dict[str, Any]:
    site = _get_site(request)
    if site is None:
        return {}
    page = f"{site.home}{subject.page}"
    return _HEAD | {
        "title": subject.headline,
        "description": subject.description,
        "url": page,
        "image": f"{site.home}{subject.preview}",
        "image_alt": subject.preview_alt,
        "canonical": page,
        "oembed": f"{site.home}{oembed.build_oembed_link(page)}",
    }


def _get_site(request: HttpRequest | None) -> Site | None:
    """Return the site; None on an error page, which needs no link metadata."""
    try:
        return services.get_site(request) if request else None
    except DisallowedHost:
        return None


def dilemma_head(request: HttpRequest, dilemma: Dilemma, prompt: str) -> dict[str, Any]:
    """Return link metadata of a dilemma, without the answer."""
    site = services.get_site(request)
    part = f", {dilemma.part} of 3" if dilemma.part else ""
    title = f"Press or Pass {dilemma.number}{part}: what would you do?" if dilemma.number else "What would you do?"
    return _HEAD | {
        "title": title,
        "description": prompt,
        "url": f"{site.home}{dilemma.link}",
        "image": f"{site.home}{services.build_question_card_url(dilemma.question, dilemma.number)}",
        "image_alt": f"{title} {services.build_unanswered_subject(dilemma.question).situation}",
    }


def game_head(request: HttpRequest, stored_game: StoredGame) -> dict[str, Any]:
    """Return link metadata of a game, without its course."""
    site = services.get_site(request)
    return _HEAD | {
        "title": stored_game.title,
        "description": f"Press or pass? Make each call before {stored_game.players} do.",
        "url": f"{site.home}{stored_game.get_absolute_url()}",
        "image": f"{site.home}{build_game_card_url(stored_game)}",
        "image_alt": describe_game_card(stored_game),
    }


def board_head(request: HttpRequest, revision: BoardRevision, description: str) -> dict[str, Any]:
    site = services.get_site(request)
    picture = reverse("sharing:board-card", args=[revision.board.slug, revision.number])
    return _HEAD | {
        "title": revision.board.label,
        "description": description,
        "url": f"{site.home}{revision.board.get_absolute_url()}",
        "image": f"{site.home}{picture}",
        "image_alt": f"The squares of the {revision.board.label}",
    }


def dilemma_share(request: HttpRequest, dilemma: Dilemma, call: Any = None) -> dict[str, str]:
    """Return a dilemma's link, title and text to share; after a call, with its score."""
    link = f"{services.get_site(request).home}{dilemma.link}"
    if not dilemma.number:
        return {"link": link, "title": "What would you do?", "text": link}
    title = f"Press or Pass {dilemma.number}"
    if call and not dilemma.part:
        title += f" {SQUARES[call.mark]}{'' if call.score is None else f' {call.score}'}"
    return {"link": link, "title": title, "text": f"{title}\n{link}"}


def day_share(request: HttpRequest, standing: DayStanding) -> dict[str, str]:
    link = f"{services.get_site(request).home}{reverse('dilemmas:day', args=[standing.number])}"
    return {"link": link, "title": standing.line, "text": f"{standing.line}\n{standing.sentence}\n{link}"}


def share_sheet(request: HttpRequest, subject: Subject) -> dict[str, Any]:
    site = services.get_site(request)
    return {
        "subject": subject,
        "files": files.list_files(subject),
        "links": _build_share_links(subject, site.home),
        "frame": oembed.render_frame(subject, site),
    }


@dataclass(frozen=True)
class ShareLink:
    """A link on the share sheet: its label, the title that is sent with it, and the text of its copy button.

    `hint` explains the link; `ask` is the path of the page for looking at the question first.
    """

    id: str
    label: str
    address: str
    title: str
    copy: str
    hint: str = ""
    ask: str = ""


def _build_share_links(subject: Subject, home: str) -> list[ShareLink]:
    """Return the links to a subject, first the link without the answer."""
    note = " (only you can open it)" if subject.private else ""
    link = ShareLink(
        "link",
        f"Link to this {subject.noun}{note}",
        f"{home}{subject.permalink}",
        subject.headline,
        "Copy link",
        subject.promise,
    )
    if not subject.unanswered:
        return [link]
    asking = "Without the answer: friends say first what they would do"
    address = f"{home}{subject.unanswered}"
    return [
        ShareLink("ask-link", asking, address, "What would you do?", "Copy link", ask=subject.unanswered),
        replace(link, label=f"With the answer{note}"),
    ]


def print_head(request: HttpRequest, subject: Subject) -> dict[str, Any]:
    return {
        "subject": subject,
        "link": f"{services.get_site(request).home}{subject.permalink}",
    }
