from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from pressorpass_site.core import limits
from pressorpass_site.core.money import parse_digits

from ..models import MAX_GUESS, StoredGame, Vote

FIRST_CHOICE = (Vote.Action.PRESS, Vote.Action.ONE)
SECOND_CHOICE = (Vote.Action.PASS, Vote.Action.TWO)


@dataclass(frozen=True)
class Tally:
    """The votes on a question; for other choices than press and pass, `press` counts the first and `passing` the second."""

    press: int = 0
    passing: int = 0

    @property
    def count(self) -> int:
        return self.press + self.passing

    @property
    def press_share(self) -> int:
        """The share of press votes, in percent."""
        return round(100 * self.press / self.count) if self.count else 0

    @property
    def pass_share(self) -> int:
        return 100 - self.press_share

    def exclude_vote(self, action: str) -> Tally:
        """Return the votes of others; `action` is the viewer's vote, "" without one."""
        return Tally(max(self.press - (action in FIRST_CHOICE), 0), max(self.passing - (action in SECOND_CHOICE), 0))


def parse_guess(text: str) -> int | None:
    """Return the guess, at most `MAX_GUESS`; None if the text is no number."""
    guess = parse_digits(text)
    return None if guess is None else min(guess, MAX_GUESS)


def build_decision_key(code: str, number: int) -> str:
    """Return the key of the votes on a decision: the one that was open after event `number`."""
    return f"{code} {number}"


def record(
    question: str,
    action: str,
    voter: str,
    own_ids: Sequence[str],
    guess: int | None = None,
    game: StoredGame | None = None,
    **fields: Any,
) -> Vote:
    """Store a vote unless the voter, with owner IDs `own_ids`, already has one; return the vote that counts.

    Raises RateLimited: too many new voters from the same address.
    """
    if first := get_first_vote(question, own_ids):
        return first
    if game is None or not game.votes.filter(voter=voter).exists():
        allowance = limits.spend_own_allowance("new-voter", game.code if game else question)
        if not allowance.granted:
            retry_words = limits.describe_duration(allowance.retry_after)
            raise limits.RateLimited(
                allowance, f"Too many people have voted from your address: try again in {retry_words}."
            )
    values = {"action": action, "guess": guess, "game": game, **fields}
    vote, _ = Vote.objects.get_or_create(question=question, voter=voter, defaults=values)
    return vote


def get_first_vote(question: str, own_ids: Sequence[str]) -> Vote | None:
    """Return the first vote of these owner IDs on a question; no query without an ID."""
    return Vote.objects.filter(question=question, voter__in=own_ids).order_by("pk").first() if own_ids else None


def count_votes(questions: Iterable[str]) -> dict[str, Tally]:
    votes = Vote.objects.filter(question__in=list(questions)).order_by().values_list("question", "action")
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    for question, action, count in votes.annotate(Count("pk")):
        counts[question][action] = count
    return defaultdict(
        Tally,
        {
            question: Tally(
                sum(action_counts.get(action, 0) for action in FIRST_CHOICE),
                sum(action_counts.get(action, 0) for action in SECOND_CHOICE),
            )
            for question, action_counts in counts.items()
        },
    )
