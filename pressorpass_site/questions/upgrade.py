"""The same question on the newest revisions of its boards."""

from __future__ import annotations

from dataclasses import replace

from pressorpass_site.boards import services as boards

from .identity import Question


def newest(question: Question) -> Question:
    """The question with the newest revision in the place of each board's; itself if there is none newer.

    Those revisions may be incomplete, and then there is no asking on them.
    """
    again = replace(question, revision=boards.newer(question.revision) or question.revision)
    if again.now:
        now = boards.newer(again.now.revision) or again.now.revision
        # Where both were revisions of one board, there is nothing left that would change.
        again = replace(again, now=None if now == again.revision else replace(again.now, revision=now))
    return again
