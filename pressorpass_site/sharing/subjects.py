"""Subjects of sharing: an answer with its addresses and texts, whether saved or not."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlencode

from django.urls import reverse

from engine import Position
from pressorpass_site.analyses.answers import Answer
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.address import address
from pressorpass_site.questions.podium_words import podium_words, score_and_rest
from pressorpass_site.questions.question import SEATS, Question
from pressorpass_site.questions.rule_labels import rules_sentence

if TYPE_CHECKING:
    from pressorpass_site.analyses.models import Analysis
    from pressorpass_site.saved.models import Version

NAME = "Press or Pass"
HOW_SURE = {
    "exact": "every spin and every later choice counted",
    "bounded": "proven to lie in the interval",
    "estimated": "very likely within the ±",
}


class Shared(Protocol):
    """What links, frames and pictures need of a subject."""

    @property
    def headline(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def page(self) -> str: ...
    @property
    def embed(self) -> str: ...
    @property
    def picture(self) -> str: ...
    @property
    def picture_alt(self) -> str: ...
    @property
    def settled(self) -> bool: ...
    @property
    def private(self) -> bool: ...
    @property
    def listed(self) -> bool: ...


@dataclass(frozen=True)
class Subject:
    """An answer to share; all addresses are paths on this site.

    Attributes:
        answer: None while there is none.
        page: the page of the answer; `lasting` is its permanent address, which `promise` explains.
        files: the path of its pictures and data files: "/a/<key>/".
        embed: the page for frames on other sites.
        boards, rules: the boards and rules in words.
        version: changes whenever the answer or the title does.
        news: the message to show without an answer.
        final: no better answer is being computed.
        title: the title of a saved analysis, else "".
        saved: it is a saved analysis, which its owner may rename, hide or delete at any time.
        private: only its owner may see it.
        listed: anyone can find it without having been given a link.
        reference: the board's reference with its revision, as in addresses.
    """

    position: Position
    answer: Answer | None
    page: str
    lasting: str
    promise: str
    files: str
    embed: str
    boards: str
    rules: str
    reference: str
    version: str
    final: bool
    news: str = ""
    title: str = ""
    saved: bool = False
    private: bool = False
    listed: bool = True

    @property
    def settled(self) -> bool:
        """Whether it cannot change any more, so that it may be cached."""
        return self.final and not self.saved

    @property
    def headline(self) -> str:
        """The title of links to it: its own title, the verdict, or the question."""
        return self.title or self.verdict

    @property
    def verdict(self) -> str:
        """The verdict with its reason; the question while there is no answer."""
        return self.answer.headline if self.answer else f"Press or pass? {self.situation}"

    @property
    def description(self) -> str:
        """All three chances and the method; with a title of its own, the verdict first."""
        if self.answer is None:
            return f"{self.situation} {self.news}" if self.title else self.news
        summary = f"{self.answer.odds_in_words} {self.answer.badge}: {HOW_SURE[self.answer.method]}."
        return f"{self.verdict} {summary}" if self.title else summary

    @property
    def situation(self) -> str:
        """The podiums in a sentence."""
        words = [f"{seat} {podium_words(each)}" for seat, each in zip(SEATS, self.position.contestants, strict=True)]
        return f"{'; '.join(words)}. {SEATS[self.position.mover_seat]} is up."

    @property
    def podiums(self) -> list[dict[str, Any]]:
        """The three podiums, for templates."""
        found = []
        for seat, (name, contestant) in enumerate(zip(SEATS, self.position.contestants, strict=True)):
            score, rest = score_and_rest(contestant)
            up = seat == self.position.mover_seat
            found.append({"name": name, "up": up, "score": score, "rest": rest, "words": podium_words(contestant)})
        return found

    @property
    def picture(self) -> str:
        """The preview picture of links; its address changes with the answer."""
        return f"{self.files}card.png?{urlencode({'v': self.version})}"

    @property
    def picture_alt(self) -> str:
        """What the picture shows."""
        return f"{self.verdict} {self.situation}" if self.answer else self.verdict

    @property
    def file_name(self) -> str:
        """The common beginning of its files' names."""
        notation = self.position.notation.replace(",", "_").replace("@", "_up")
        return f"press-or-pass_{notation}"


def of_question(question: Question, analysis: Analysis | None) -> Subject:
    """The current answer to a question; `analysis` is None if the question is new."""
    answer = analysis.answer if analysis and not question.refusal else None
    lasting = address(question, pinned=True)
    return Subject(
        answer=answer,
        page=address(question),
        lasting=lasting,
        promise=_promise(question),
        files=reverse("analyses:answer", args=[question.key]),
        embed=_embed_of(question, lasting),
        version=str(analysis.version) if analysis else "0",
        final=answer is not None and analysis is not None and not (analysis.is_active or analysis.halted),
        news=question.refusal or _news(analysis),
        **_about(question),
    )


def of_version(version: Version, *, latest: bool) -> Subject:
    """A version of a saved analysis; the latest one has the saved analysis's own address."""
    saved, question = version.saved, version.question
    answer = None if question.refusal else version.answer
    page = saved.get_absolute_url() if latest else version.get_absolute_url()
    return Subject(
        answer=answer,
        page=page,
        lasting=page,
        promise="This link always leads to the newest version."
        if latest
        else f"This link always leads to version {version.number}.",
        files=version.get_absolute_url(),
        embed=reverse("sharing:embed-saved", args=[saved.code]),
        version=f"{version.number}-{hashlib.sha256(saved.title.encode()).hexdigest()[:8]}",
        final=answer is not None,
        news=question.refusal or _news(version.analysis),
        title=saved.title,
        saved=True,
        private=saved.private,
        listed=saved.public,
        **_about(question),
    )


def _about(question: Question) -> dict[str, Any]:
    """The position, boards and rules."""
    return {
        "position": question.position,
        "boards": _boards(question),
        "rules": rules_sentence(question.rules),
        "reference": boards.pinned(question.revision),
    }


def _embed_of(question: Question, page: str) -> str:
    """The frame's address for a position, with the query of its page."""
    path = reverse("sharing:embed", args=[question.position.notation])
    return "?".join([path, *page.split("?")[1:]])


def _promise(question: Question) -> str:
    if question.next_spins:
        return "This link always uses these revisions of both boards."
    return f"This link always uses revision {question.revision.number} of the board."


def _boards(question: Question) -> str:
    later = boards.label_of(question.revision)
    if question.next_spins is None:
        return later
    spins = f"the next {question.next_spins.spins} spins" if question.next_spins.spins > 1 else "the next spin"
    return f"{boards.label_of(question.next_spins.revision)} for {spins}, then {later}"


def _news(analysis: Analysis | None) -> str:
    if analysis is None:
        return "Open the page to get the answer."
    if analysis.is_active:
        return "The answer is being worked out."
    return analysis.message or "The solver was stopped before it had an answer."
