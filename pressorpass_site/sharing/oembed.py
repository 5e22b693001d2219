"""What oEmbed (oembed.com) says of a page: a frame, and the picture that may stand for it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

from django.urls import reverse
from django.utils.html import format_html

from . import card
from .files import Place
from .lettering import clean
from .subjects import NAME, Subject

FORMATS = {"json": "application/json", "xml": "text/xml; charset=utf-8"}
WIDTH, HEIGHT = 600, 460
CACHE_SECONDS = 3600


def frame(subject: Subject, place: Place, width: int = WIDTH, height: int = HEIGHT) -> str:
    """The element that shows the answer in a page of another site."""
    return str(
        format_html(
            '<iframe src="{}" width="{}" height="{}" title="{}" frameborder="0" loading="lazy"></iframe>',
            f"{place.home}{subject.embed}",
            width,
            height,
            f"{NAME}: {subject.headline}",
        )
    )


def told(subject: Subject, place: Place, most_width: int | None, most_height: int | None) -> dict[str, Any]:
    """The answer of the endpoint, no larger than allowed."""
    width, height = min(WIDTH, most_width or WIDTH), min(HEIGHT, most_height or HEIGHT)
    said: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": subject.headline,
        "provider_name": NAME,
        "provider_url": f"{place.home}/",
        "cache_age": CACHE_SECONDS if subject.settled else 0,
        "html": frame(subject, place, width, height),
        "width": width,
        "height": height,
    }
    if (most_width or card.WIDTH) >= card.WIDTH and (most_height or card.HEIGHT) >= card.HEIGHT:
        said |= {
            "thumbnail_url": f"{place.home}{subject.picture}",
            "thumbnail_width": card.WIDTH,
            "thumbnail_height": card.HEIGHT,
        }
    return said


def xml(said: dict[str, Any]) -> bytes:
    """The same as XML, without what it must not hold."""
    root = ElementTree.Element("oembed")
    for name, value in said.items():
        ElementTree.SubElement(root, name).text = clean(str(value))
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def link(page: str, kind: str) -> str:
    """The path where a page's address (whole) is told of in that format."""
    return f"{reverse('sharing:oembed')}?{urlencode({'url': page, 'format': kind})}"
