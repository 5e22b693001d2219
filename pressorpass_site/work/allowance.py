"""How many questions of one client may be unfinished at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from django.conf import settings

from pressorpass_site.core import clients
from pressorpass_site.core.limits import Allowance, Rate, RateLimited

from . import scheduling

RETRY_SECONDS = 10


class TooManyQuestions(RateLimited):
    """The client has to wait until some of its questions are answered, or to close pages that wait for them."""

    def __init__(self, most: int) -> None:
        super().__init__(
            Allowance(granted=False, rate=Rate(most, most * RETRY_SECONDS), filling=most * RETRY_SECONDS),
            f"{most} questions from your address are still being solved: try again in {RETRY_SECONDS} seconds.",
        )


def check() -> None:
    """Make sure that the present client may ask another question.

    Questions that nobody looks at do not count: the oldest of them make room.

    Raises:
        TooManyQuestions: the middleware turns it into a page with status 429.
    """
    client, most = clients.current(), settings.QUESTIONS_PER_CLIENT
    if client == clients.SITE or not most:
        return
    if count_unfinished((client,))[client] >= most:
        raise TooManyQuestions(most)
    for queue in scheduling.queues():
        queue.drop_unseen(client, most)


def count_unfinished(of: Collection[str]) -> Counter[str]:
    """How many questions in view each of these clients has that are not done."""
    found: Counter[str] = Counter()
    for queue in scheduling.queues():
        found.update(queue.count_questions(of))
    return found
