from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from pressorpass_site.core import limits
from pressorpass_site.core.money import parse_digits

from ..models import MAX_GUESS, StoredGame, Vote

FIRST = (Vote.Action.PRESS, Vote.Action.ONE)
SECOND = (Vote.Action.PASS, Vote.Action.TWO)


@dataclass(frozen=True)
class Tally:
    """The votes on a question; of other choices than press and pass, `press` has the first one and `passing` the second."""

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

    def without(self, action: str) -> Tally:
        """Return the votes of others; `action` is the viewer's own vote, "" without one."""
        return Tally(max(self.press - (action in FIRST), 0), max(self.passing - (action in SECOND), 0))


def parse_guess(text: str) -> int | None:
    """Return a guess as it was sent, at most `MAX_GUESS`; None if it is none."""
    guess = parse_digits(text)
    return None if guess is None else min(guess, MAX_GUESS)


def build_decision_key(code: str, number: int) -> str:
    """Return the question about a decision of a game: the one that was open after the event of that number."""
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
    """Store a vote, unless there is one by the same person, whose owner IDs are `own_ids`; return the vote that stands."""
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
    """Return a person's first vote on a question; no query without an owner ID."""
    return Vote.objects.filter(question=question, voter__in=own_ids).order_by("pk").first() if own_ids else None


def count_votes(questions: Iterable[str]) -> dict[str, Tally]:
    rows = Vote.objects.filter(question__in=list(questions)).order_by().values_list("question", "action")
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    for question, action, count in rows.annotate(Count("pk")):
        counts[question][action] = count
    return defaultdict(
        Tally,
        {
            name: Tally(sum(vote_count.get(one, 0) for one in FIRST), sum(vote_count.get(two, 0) for two in SECOND))
            for name, vote_count in counts.items()
        },
    )
