"""`{% load boards %}`: boards on the pages of any app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse

from .. import services
from ..models import BoardRevision

register = template.Library()


@register.filter
def at(found: Mapping[Any, Any], key: Any) -> Any:
    """`{{ walk|at:slide.key }}`: return the mapping's value for a key; None if it has none."""
    return found.get(key) if found else None


@register.filter
def board_label(revision: BoardRevision) -> str:
    """Return the board's label, with the revision's number where there is a newer one."""
    return services.label_of(revision)


@register.simple_tag
def diff_url(old: BoardRevision, new: BoardRevision) -> str:
    """Return the address of the comparison of two revisions."""
    return f"{reverse('boards:diff')}?from={old.board.slug}.{old.number}&to={new.board.slug}.{new.number}"
