import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pressorpass_site.answers.analyses.answers import Answer

from . import card, csv_tables, pictures
from .subjects import AnswerSubject, ReviewSubject, Subject

CSV = "text/csv; charset=utf-8; header=present"


@dataclass(frozen=True)
class Site:
    home: str
    host: str


@dataclass(frozen=True)
class File:
    """A file of a subject; with `needs_answer` it exists only once there is an answer, with `inline` browsers show it."""

    name: str
    label: str
    content_type: str
    make: Callable[[Any, Site], str | bytes]
    needs_answer: bool = True
    inline: bool = True

    @property
    def id(self) -> str:
        return self.name.replace(".", "-")


@dataclass(frozen=True)
class Files:
    pictures: tuple[File, ...]
    data: tuple[File, ...]

    @property
    def by_name(self) -> dict[str, File]:
        return {file.name: file for file in (*self.pictures, *self.data)}


def list_files(subject: Subject) -> Files:
    files = FILES[subject.kind]
    if subject.ready:
        return files
    return Files(*(tuple(file for file in group if not file.needs_answer) for group in (files.pictures, files.data)))


# --- of answers ----------------------------------------------------------------------------------


def _require_answer(subject: AnswerSubject) -> Answer:
    assert subject.answer is not None
    return subject.answer


def _draw_answer_card(subject: AnswerSubject, site: Site) -> str:
    return card.render_answer_card(subject, site.host)


def _write_odds(subject: AnswerSubject, site: Site) -> str:
    return csv_tables.render_odds(subject, _require_answer(subject))


def _make_png_writer(draw: Callable[[Any, Site], str]) -> Callable[[Any, Site], bytes]:
    return lambda subject, site: pictures.render_png(draw(subject, site))


def _write_answer_json(subject: AnswerSubject, site: Site) -> str:
    return json.dumps(_require_answer(subject).result) + "\n"


OF_ANSWERS = Files(
    pictures=(File("card.png", "Card as PNG", "image/png", _make_png_writer(_draw_answer_card), needs_answer=False),),
    data=(
        File("odds.csv", "Odds as CSV", CSV, _write_odds, inline=False),
        File("answer.json", "Everything as JSON", "application/json", _write_answer_json),
    ),
)

# --- of reviews ----------------------------------------------------------------------------------


def _draw_review_card(subject: ReviewSubject, site: Site) -> str:
    return card.render_review_card(subject, site.host)


def _write_steps(subject: ReviewSubject, site: Site) -> str:
    return csv_tables.render_steps(subject.status.review)


def _write_review_json(subject: ReviewSubject, site: Site) -> str:
    return json.dumps(subject.status.review.to_json(), ensure_ascii=False) + "\n"


OF_REVIEWS = Files(
    pictures=(File("review.png", "PNG", "image/png", _make_png_writer(_draw_review_card)),),
    data=(
        File("review.csv", "Every step as CSV", CSV, _write_steps, inline=False),
        File("review.json", "Everything as JSON", "application/json", _write_review_json),
    ),
)

# By the kind of subject.
FILES = {AnswerSubject.kind: OF_ANSWERS, ReviewSubject.kind: OF_REVIEWS}
