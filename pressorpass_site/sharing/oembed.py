"""oEmbed (oembed.com) responses: an iframe and a thumbnail for a page."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html

from . import card
from .files import Site
from .subjects import NAME, Subject

WIDTH, HEIGHT = 600, 520
CACHE_SECONDS = 3600


def render_frame(subject: Subject, site: Site, width: int = WIDTH, height: int = HEIGHT) -> str:
    return str(
        format_html(
            '<iframe src="{}" width="{}" height="{}" title="{}" frameborder="0" loading="lazy"></iframe>',
            f"{site.home}{subject.embed}",
            width,
            height,
            f"{NAME}: {subject.headline}",
        )
    )


def build_response(subject: Subject, site: Site, max_width: int | None, max_height: int | None) -> dict[str, Any]:
    """Return the oEmbed object, within the given size."""
    width, height = min(WIDTH, max_width or WIDTH), min(HEIGHT, max_height or HEIGHT)
    content: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": subject.headline,
        "provider_name": NAME,
        "provider_url": f"{site.home}/",
        "cache_age": CACHE_SECONDS if subject.is_immutable else 0,
        "html": render_frame(subject, site, width, height),
        "width": width,
        "height": height,
    }
    if (max_width or card.WIDTH) >= card.WIDTH and (max_height or card.HEIGHT) >= card.HEIGHT:
        content |= {
            "thumbnail_url": f"{site.home}{subject.preview}",
            "thumbnail_width": card.WIDTH,
            "thumbnail_height": card.HEIGHT,
        }
    return content


def build_oembed_link(page: str) -> str:
    return f"{reverse('sharing:oembed')}?{urlencode({'url': page, 'format': 'json'})}"
