from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from engine import legal_actions
from pressorpass_site.answers.analyses import moments
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core import owners
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.moment_cards import build_card
from pressorpass_site.questions.moments import Moment, find_moment
from pressorpass_site.questions.question import SEATS, NextRound, Question

from ..models import Vote
from . import days, lessons, votes
from .deck import LEVELS, Entry, get_entry
from .votes import Tally


class NoDilemma(Http404):
    """There is no such dilemma; the message is shown to the viewer."""


@dataclass(frozen=True)
class Dilemma:
    """A position to decide: `part` 1, 2 or 3 of day `number`, 0 if it has none.

    `entry` is its entry of the deck, if any; `people` are the contestants of its game, if it is a mistake of a game.
    """

    question: Question
    number: int = 0
    part: int = 0
    entry: Entry | None = None
    moment: Moment | None = None
    people: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of its votes: the hash of the choice without the engine's version, and of the day if it has three."""
        question = self.question
        identity: dict[str, Any] = {
            "position": question.position.notation,
            "board": question.revision.digest,
            "rules": question.rules.identity(),
        }
        if next_spins := question.next_spins:
            identity["now"] = [next_spins.revision.digest, next_spins.spins]
        if next_round := question.next_round:
            identity["then"] = [next_round.revision.digest, next_round.questions]
        if self.part:
            identity["day"] = [self.number, self.part]
        return build_identity_key(identity)

    @property
    def link(self) -> str:
        if self.part:
            return reverse("dilemmas:part", args=[self.number, self.part])
        if self.number:
            return reverse("dilemmas:day", args=[self.number])
        return build_address(self.question, page="dilemmas:position")

    @property
    def names(self) -> tuple[str, ...]:
        names = [podium.name for podium in self.moment.podiums] if self.moment else []
        return self.people or (*names, *SEATS[len(names) :])

    @property
    def choices(self) -> list[tuple[str, str]]:
        if self.entry and not self.is_a_call:
            return list(zip((Vote.Action.ONE, Vote.Action.TWO), self.entry.choices, strict=True))
        return [(Vote.Action.PRESS, "Press"), (Vote.Action.PASS, "Stop" if self.question.position.alone else "Pass")]

    @property
    def is_a_call(self) -> bool:
        return self.entry is None or self.entry.is_a_call

    @property
    def question_text(self) -> str:
        """The question if the choice is not press or pass; else ""."""
        if self.entry is None or self.is_a_call:
            return ""
        return f"On square {self.entry.square}: take which?" if self.entry.square else "You pass. To whom?"

    @property
    def known_answer(self) -> Answer | None:
        """The answer that is shipped with the site; None if the position needs an analysis."""
        if self.entry is None or self.entry.result is None:
            return None
        return Answer(self.entry.result | {"rules": self.question.rules.identity(), "seconds": None})

    @property
    def done(self) -> str:
        """The choice made on the show; "" if unknown."""
        return self.moment.done.words if self.moment and self.moment.done else ""

    @property
    def lesson(self) -> str:
        if self.entry is None or not self.entry.choices:
            return ""
        name = self.entry.lesson or self.entry.kind
        return lessons.write_lesson(name, self.question.position, self.entry.best, self.names)


def get_dilemma(number: int, part: int = 0) -> Dilemma:
    """Return a dilemma of a day up to today; `part` is 1 to 3 on the days that have three. Raises NoDilemma."""
    if not 1 <= number <= days.get_today():
        raise NoDilemma("This day’s dilemma is still to come.")
    if part not in list_parts(number):
        raise NoDilemma("This day has no such dilemma.")
    return build_dilemma_from_entry(get_entry(number, part), number, part)


def build_dilemma_from_entry(entry: Entry, number: int = 0, part: int = 0) -> Dilemma:
    """Return the dilemma of an entry of the deck. Raises NoDilemma: the site does not have its board."""
    revision = _find_revision(entry.board or entry.moment_data.asked_board, entry.digest)
    last_revision = _find_revision(entry.then, entry.then_digest) if entry.then else None
    if revision is None or (entry.then and last_revision is None):
        raise NoDilemma("The board of this dilemma is not on this site.")
    if entry.moment:
        ((card,), _) = moments.get_answered_cards([build_card(entry.moment_data, revision)])
        revision = card.revision or revision
    next_round = NextRound(last_revision, entry.questions) if last_revision else None
    question = Question(entry.position, revision, entry.rules, next_round=next_round)
    return Dilemma(question, number, part, entry, entry.moment_data if entry.moment else None)


def list_parts(number: int) -> Sequence[int]:
    """Return the parts of a day: 1 to 3, or 0 alone."""
    return range(1, len(LEVELS) + 1) if days.has_three(number) else (0,)


def build_dilemma(question: Question, people: tuple[str, ...] = ()) -> Dilemma:
    """Return any question as a dilemma. Raises NoDilemma: there is nothing to choose."""
    if not has_choice(question):
        raise NoDilemma("There is nothing to choose in this position.")
    moment = (
        None
        if question.next_spins or question.next_round or people
        else find_moment(question.position.notation, question.revision.board.slug)
    )
    return Dilemma(question, moment=moment, people=people)


def has_choice(question: Question) -> bool:
    position = question.position
    return question.solvable and len(legal_actions(position, question.rules.seated(position.mover_seat))) > 1


def record_vote(request: HttpRequest, dilemma: Dilemma, action: str, guess: int | None) -> tuple[Vote, str]:
    """Record the requester's vote; return the first one if there are two, and the secret for the cookie."""
    voter, secret = owners.choose_row_owner(request)
    position = dilemma.question.position.notation
    own_ids = owners.list_owner_ids(request)
    return votes.record(dilemma.key, action, voter, own_ids, guess, position=position), secret


def get_vote(request: HttpRequest, dilemma: Dilemma) -> Vote | None:
    return votes.get_first_vote(dilemma.key, owners.list_owner_ids(request))


def count_votes(dilemma: Dilemma) -> Tally:
    return votes.count_votes([dilemma.key])[dilemma.key]


def is_on_its_day(dilemma: Dilemma, made_at: datetime) -> bool:
    return bool(dilemma.number) and days.get_day_number(made_at) == dilemma.number


def _find_revision(slug: str | None, digest: str) -> BoardRevision | None:
    """Return the revision of an entry's board with this digest; the newest without a digest."""
    current = next((revision for revision in boards.list_current_revisions() if revision.board.slug == slug), None)
    if not digest or (current and current.digest == digest):
        return current
    revisions = BoardRevision.objects.select_related("board").filter(board__slug=slug, digest=digest)
    return revisions.order_by("-number").first()
