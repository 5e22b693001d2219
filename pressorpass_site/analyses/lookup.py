"""Finding what is stored without asking for anything."""

from __future__ import annotations

from .models import Analysis


def stored(key: str) -> Analysis | None:
    """The analysis of that key as it stands; None if nobody has asked such a question."""
    analyses = Analysis.objects.select_related("board_revision__board", "now_revision__board")
    return analyses.filter(key=key).first()
