"""The same question on the newest revisions of its boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision

from .identity import Question

Newer = Callable[[BoardRevision], BoardRevision | None]


def newest(question: Question, newer: Newer = boards.newer) -> Question:
    """The question with the newest revision in the place of each board's; itself if there is none newer.

    Those revisions may be incomplete, and then there is no asking on them. `newer` finds the newest one, for
    those who have many questions on the same boards.
    """
    again = replace(question, revision=newer(question.revision) or question.revision)
    if again.now:
        now = newer(again.now.revision) or again.now.revision
        # Where both were revisions of one board, there is nothing left that would change.
        again = replace(again, now=None if now == again.revision else replace(again.now, revision=now))
    return again
