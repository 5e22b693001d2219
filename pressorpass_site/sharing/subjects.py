"""Subjects of sharing: an answer, saved or not, or a game's review, with its URLs and texts."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlencode

from django.urls import reverse

from engine import AVERAGE_QUESTIONS, Board, Position
from pressorpass_site.answers.analyses.answers import HOW_SURE, Answer
from pressorpass_site.boards import services as boards
from pressorpass_site.games.dilemmas import services as dilemmas
from pressorpass_site.games.reviews import page as review_page
from pressorpass_site.games.reviews.luck_and_skill import AccountRow, build_account_rows
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.podium_words import describe_podium
from pressorpass_site.questions.podiums import StagePodium, build_podiums
from pressorpass_site.questions.question import SEATS, Question
from pressorpass_site.questions.rule_labels import describe_rules

if TYPE_CHECKING:
    from pressorpass_site.answers.models import Analysis
    from pressorpass_site.games.models import StoredGame
    from pressorpass_site.games.reviews.services import ReviewStatus
    from pressorpass_site.sharing.models import Version

NAME = "Press or Pass"
# How often a frame reloads: without an answer, while the answer is refined, and for a saved answer.
WAITING_SECONDS, REFINING_SECONDS, SAVED_SECONDS = 3, 15, 15


@dataclass(frozen=True, kw_only=True)
class Subject(ABC):
    """A subject of sharing, with its texts and its URLs, which are paths on this site.

    `permalink` is its permanent URL, explained by `promise`; `unanswered` the page that asks before it shows the answer,
    "" without a choice. `version` changes with the odds and the title. A `listed` subject can be found without a link;
    a `saved` one may be renamed, hidden or deleted at any time. `coming`: a better answer is being solved.
    """

    kind: ClassVar[str]  # the key of its files (files.py)
    card: ClassVar[str]  # the file of its picture
    frame: ClassVar[str]  # the template of `embed`

    noun: str
    page: str
    permalink: str
    files: str
    embed: str
    version: str
    promise: str = ""
    title: str = ""
    unanswered: str = ""
    private: bool = False
    listed: bool = True
    saved: bool = False
    coming: bool = False

    @property
    def ready(self) -> bool:
        return True

    @property
    @abstractmethod
    def verdict(self) -> str: ...

    @property
    @abstractmethod
    def headline(self) -> str: ...

    @property
    @abstractmethod
    def description(self) -> str: ...

    @property
    @abstractmethod
    def picture_alt(self) -> str: ...

    @property
    @abstractmethod
    def is_immutable(self) -> bool:
        """Whether it never changes again, so that it may be cached."""

    @abstractmethod
    def build_file_name(self, name: str) -> str: ...

    @property
    def reload_seconds(self) -> int:
        """The seconds after which a frame reloads; 0 for never."""
        return 0

    @property
    def picture(self) -> str:
        """The URL of the card, which changes with its content."""
        return f"{self.files}{self.card}?{urlencode({'v': self.version})}"

    @property
    def preview(self) -> str:
        return self.picture

    @property
    def preview_alt(self) -> str:
        return self.picture_alt


@dataclass(frozen=True, kw_only=True)
class AnswerSubject(Subject):
    """An answer to share; `reference` and `next_round` are as in URLs, and `news` is shown instead of a missing answer."""

    kind = "answer"
    card = "card.png"
    frame = "sharing/embed.html"

    position: Position
    board: Board
    answer: Answer | None
    boards: str
    rules: str
    reference: str
    next_round: tuple[str, int] | None
    final: bool
    news: str = ""

    @property
    def ready(self) -> bool:
        return self.answer is not None

    @property
    def is_immutable(self) -> bool:
        return self.final and not self.saved

    @property
    def reload_seconds(self) -> int:
        if self.saved:
            return 0 if self.answer else SAVED_SECONDS
        if not self.coming:
            return 0
        return REFINING_SECONDS if self.answer else WAITING_SECONDS

    @property
    def headline(self) -> str:
        return self.title or self.verdict

    @property
    def verdict(self) -> str:
        """The verdict with its reason; without an answer, the question."""
        return self.answer.headline if self.answer else f"Press or pass? {self.situation}"

    @property
    def how_sure(self) -> str:
        """The meaning of the badge; "" without an answer."""
        return HOW_SURE[self.answer.method] if self.answer else ""

    @property
    def assumed(self) -> str:
        """A sentence about what the odds assume; "" if nothing."""
        return AVERAGE_QUESTIONS if self.next_round else ""

    @property
    def description(self) -> str:
        """All three chances and the method; for a titled subject, after the verdict."""
        if self.answer is None:
            return f"{self.situation} {self.news}" if self.title else self.news
        summary = f"{self.answer.odds_in_words} {self.answer.badge}: {self.how_sure}. {self.assumed}".rstrip()
        return f"{self.verdict} {summary}" if self.title else summary

    @property
    def situation(self) -> str:
        words = [
            f"{seat} {describe_podium(contestant)}"
            for seat, contestant in zip(SEATS, self.position.contestants, strict=True)
        ]
        return f"{'; '.join(words)}. {SEATS[self.position.mover_seat]} is up."

    @property
    def podiums(self) -> list[StagePodium]:
        return build_podiums(self.position, odds=self.answer.bars) if self.answer else build_podiums(self.position)

    @property
    def picture_alt(self) -> str:
        return f"{self.verdict} {self.situation}" if self.answer else self.verdict

    def build_file_name(self, name: str) -> str:
        notation = self.position.notation.replace(",", "_").replace("@", "_up")
        stem, _, ending = name.partition(".")
        return f"press-or-pass_{notation}{'' if stem == 'card' else f'_{stem}'}.{ending}"


@dataclass(frozen=True, kw_only=True)
class ReviewSubject(Subject):
    kind = "review"
    card = "review.png"
    frame = "sharing/embed_review.html"

    status: ReviewStatus
    stored_game: StoredGame

    @property
    def code(self) -> str:
        return self.stored_game.code

    @property
    def is_immutable(self) -> bool:
        """False: the game may go on, or be renamed, hidden or deleted."""
        return False

    @property
    def headline(self) -> str:
        """The title for links, which does not reveal the result."""
        return f"Review: {self.title}"

    @property
    def verdict(self) -> str:
        return review_page.write_headline(self.status)

    @property
    def description(self) -> str:
        return f"Luck and skill of {self.stored_game.players} in a game of Press Your Luck."

    @property
    def preview(self) -> str:
        return build_game_card_url(self.stored_game)

    @property
    def preview_alt(self) -> str:
        return describe_game_card(self.stored_game)

    @property
    def picture_alt(self) -> str:
        """The winner, the costliest call and the luckiest spin, or the progress."""
        return f"{self.title}: {self.verdict}. {' '.join(self.story)}".rstrip()

    @property
    def story(self) -> list[str]:
        """The story of the game, or the progress of its review."""
        progress = review_page.describe_progress(self.status)
        return [progress] if progress else review_page.build_story(self.status, with_place=True)

    @property
    def podiums(self) -> list[StagePodium]:
        return review_page.build_podiums(self.status)

    @property
    def badge(self) -> str:
        return review_page.choose_certainty_badge(self.status)

    @property
    def accounts(self) -> list[AccountRow]:
        return build_account_rows(self.status.review)

    def build_file_name(self, name: str) -> str:
        return f"press-or-pass_{self.code}_{name}"


def build_question_subject(
    question: Question, analysis: Analysis | None, answer: Answer | None = None
) -> AnswerSubject:
    """Return the subject of a question; `answer` is the analysis's answer, if the caller has already built it."""
    answer = answer or analysis.answer if analysis and not question.unavailable_reason else None
    permalink = build_address(question, is_pinned=True)
    return AnswerSubject(
        noun="answer",
        answer=answer,
        page=build_address(question),
        permalink=permalink,
        promise=_promise_answer(question),
        files=reverse("analyses:answer", args=[question.key]),
        embed=_build_embed_url(question, permalink),
        version=str(analysis.version) if analysis else "0",
        final=answer is not None and analysis is not None and not (analysis.is_active or analysis.halted),
        coming=analysis is not None and analysis.is_active,
        news=question.unavailable_reason or _describe_analysis(analysis),
        **_build_question_fields(question),
    )


def build_version_subject(version: Version, *, is_latest: bool, answer: Answer | None = None) -> AnswerSubject:
    """Return the subject of a version of a saved answer; the latest one has the saved answer's own URL.

    `answer`: see `build_question_subject`.
    """
    saved_answer, question = version.saved, version.question
    answer = None if question.unavailable_reason else answer or version.answer
    page = saved_answer.get_absolute_url() if is_latest else version.get_absolute_url()
    return AnswerSubject(
        noun="saved answer",
        answer=answer,
        page=page,
        permalink=page,
        promise="This link always leads to the newest version."
        if is_latest
        else f"This link always leads to version {version.number}.",
        files=version.get_absolute_url(),
        embed=reverse("sharing:embed-saved", args=[saved_answer.code]),
        version=f"{version.number}-{hashlib.sha256(saved_answer.title.encode()).hexdigest()[:8]}",
        final=answer is not None,
        news=question.unavailable_reason or _describe_analysis(version.analysis),
        title=saved_answer.title,
        saved=True,
        private=saved_answer.private,
        listed=saved_answer.public,
        **_build_question_fields(question),
    )


def build_game_subject(stored_game: StoredGame, status: ReviewStatus) -> ReviewSubject:
    page = reverse("games:review", args=[stored_game.code])
    version = f"{status.version} {len(status.plan.game.events)} {stored_game.title}"
    return ReviewSubject(
        status=status,
        stored_game=stored_game,
        noun="review",
        page=page,
        permalink=page,
        files=stored_game.get_absolute_url(),
        embed=reverse("sharing:embed-review", args=[stored_game.code]),
        version=hashlib.sha256(version.encode()).hexdigest()[:12],
        title=stored_game.title,
        private=stored_game.private,
        listed=stored_game.public,
    )


def build_game_card_url(stored_game: StoredGame) -> str:
    """Return the URL of a game's preview picture, which changes with its content."""
    version = hashlib.sha256(f"{stored_game.title} {stored_game.players}".encode()).hexdigest()[:8]
    return f"{reverse('sharing:game-card', args=[stored_game.code])}?{urlencode({'v': version})}"


def describe_game_card(stored_game: StoredGame) -> str:
    return f"{stored_game.title}: {stored_game.players}"


def _build_question_fields(question: Question) -> dict[str, Any]:
    """Return the fields of a subject that depend on its question alone."""
    return {
        "unanswered": build_address(question, page="dilemmas:position") if dilemmas.has_choice(question) else "",
        "position": question.position,
        "board": question.next_revision.engine_board,
        "boards": _name_boards(question),
        "rules": describe_rules(question.rules),
        "reference": boards.build_pinned_reference(question.revision),
        "next_round": (boards.build_pinned_reference(question.next_round.revision), question.next_round.questions)
        if question.next_round
        else None,
    }


def _build_embed_url(question: Question, page: str) -> str:
    """Return the URL of the frame for a position, with the query of its page."""
    path = reverse("sharing:embed", args=[question.position.notation])
    return "?".join([path, *page.split("?")[1:]])


def _promise_answer(question: Question) -> str:
    if question.next_spins or question.next_round:
        return "This link keeps its answer, even if one of the boards is corrected later."
    return "This link keeps its answer, even if the board is corrected later."


def _name_boards(question: Question) -> str:
    board_label = boards.get_label(question.revision)
    if question.next_round:
        return f"{board_label}, {question.next_round.words}"
    if question.next_spins is None:
        return board_label
    spins = f"the next {question.next_spins.spins} spins" if question.next_spins.spins > 1 else "the next spin"
    return f"{boards.get_label(question.next_spins.revision)} for {spins}, then {board_label}"


def _describe_analysis(analysis: Analysis | None) -> str:
    if analysis is None:
        return "Open the page to get the answer."
    if analysis.is_active:
        return "The answer is being solved."
    return analysis.message or "The solver was stopped before it had an answer."
