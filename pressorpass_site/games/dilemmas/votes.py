"""Record, find and count votes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.utils import timezone

from pressorpass_site.core import voters
from pressorpass_site.core.money import parse_digits

from .models import MAX_GUESS, Vote

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


def as_guess(text: str) -> int | None:
    """Return a guess as it was sent, at most `MAX_GUESS`; None if it is none."""
    guess = parse_digits(text)
    return None if guess is None else min(guess, MAX_GUESS)


def in_game(code: str, number: int) -> str:
    """Return the question about a decision of a game: the one that was open after the event of that number."""
    return f"{code} {number}"


def record(
    question: str, action: str, voter: str, own_ids: Sequence[str], guess: int | None = None, **fields: Any
) -> Vote:
    """Store a vote, unless there is one by the same person; return the vote that stands.

    Args:
        question: names the choice.
        action: what the voter would do.
        voter: the owner ID for a new vote.
        own_ids: all owner IDs of the same person.
        guess: the chance as guessed, in percent; None without one.
        fields: other columns.
    """
    if first := own(question, own_ids):
        return first
    if not voters.counts(_poll(question), voter):
        vote = Vote(question=question, voter=voter, action=action, guess=guess, made_at=timezone.now(), **fields)
        told = "" if guess is None else f" {guess}"
        voters.keep(_poll(question), voter, question, f"{action} {vote.made_at.isoformat()}{told}")
        return vote
    values = {"action": action, "guess": guess, **fields}
    stored, _ = Vote.objects.get_or_create(question=question, voter=voter, defaults=values)
    return stored


def own(question: str, own_ids: Sequence[str]) -> Vote | None:
    """Return a person's first vote on a question, also one that does not count; no query without an owner ID."""
    if not own_ids:
        return None
    stored = Vote.objects.filter(question=question, voter__in=own_ids).order_by("pk").first()
    if stored is None and (kept := voters.kept(_poll(question), own_ids).get(question)):
        action, made_at, *guess = kept.split()
        told = int(guess[0]) if guess else None
        return Vote(question=question, action=action, guess=told, made_at=datetime.fromisoformat(made_at))
    return stored


def tallies(questions: Iterable[str]) -> dict[str, Tally]:
    """Return everybody's votes on each of the questions."""
    rows = Vote.objects.filter(question__in=list(questions)).order_by().values_list("question", "action")
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for question, action, count in rows.annotate(Count("pk")):
        found[question][action] = count
    return defaultdict(
        Tally,
        {
            each: Tally(sum(of.get(one, 0) for one in FIRST), sum(of.get(two, 0) for two in SECOND))
            for each, of in found.items()
        },
    )


def _poll(question: str) -> str:
    """Return what an address's voters are counted for: a whole game, or one dilemma."""
    return question.partition(" ")[0]
