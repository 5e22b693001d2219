"""How many unfinished questions a client has: the next one waits for its place in the fair order, or is refused."""

from __future__ import annotations

from django.conf import settings

from pressorpass_site.core import clients
from pressorpass_site.core.limits import Allowance, Rate, RateLimited

from . import scheduling
from .models import POLL_LOOK

# By then the pages that have been closed do not count.
RETRY_SECONDS = round(2 * POLL_LOOK)


class TooManyQuestions(RateLimited):
    """The client has to wait until some of its questions are answered, or to close pages that wait for them."""

    def __init__(self, most: int) -> None:
        super().__init__(
            Allowance(granted=False, rate=Rate(most, most * RETRY_SECONDS), filling=most * RETRY_SECONDS),
            f"{most} questions from your address are still being solved: try again in {RETRY_SECONDS} seconds.",
        )


def check() -> int:
    """Return the `client_seq` of the present client's next question: the number of its unfinished ones in view.

    Those out of view do not count; if they are too many, the oldest are cancelled.

    Raises:
        TooManyQuestions: the middleware turns it into a page with status 429.
    """
    client, most = clients.current(), settings.QUESTIONS_PER_CLIENT
    seen, unseen = count_unfinished()
    if most and seen >= most:
        raise TooManyQuestions(most)
    if most and unseen > most:
        scheduling.drop_unseen(client, most)
    return seen


def count_unfinished() -> tuple[int, int]:
    """Return the present client's numbers of unfinished questions, in view and out of view; 0 for commands and workers."""
    client = clients.current()
    return (0, 0) if client == clients.SITE else scheduling.count_questions(client)
