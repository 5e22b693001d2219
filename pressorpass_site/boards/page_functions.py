"""Functions about boards for the templates of all apps."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from .models import BoardRevision


def get_item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the mapping's value for a key, as in `walk|at(slide.key)`; None if it has none."""
    return mapping.get(key) if mapping else None


def diff_url(old: BoardRevision, new: BoardRevision) -> str:
    return f"{reverse('boards:diff')}?from={old.board.slug}.{old.number}&to={new.board.slug}.{new.number}"
