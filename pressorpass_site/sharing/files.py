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
    """One kind of file; what `needs_answer` exists only once there is one, and browsers show what is `inline`."""

    name: str
    label: str
    content_type: str
    make: Callable[[Any, Site], str | bytes]
    needs_answer: bool = True
    inline: bool = True

    def is_of(self, subject: Subject) -> bool:
        return not self.needs_answer or subject.ready

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
    return Files(
        *(tuple(file for file in kind_files if file.is_of(subject)) for kind_files in (files.pictures, files.data))
    )


# --- of answers ----------------------------------------------------------------------------------


def _answer(subject: AnswerSubject) -> Answer:
    assert subject.answer is not None
    return subject.answer


def _draw_card(subject: AnswerSubject, site: Site) -> str:
    return card.render_answer_card(subject, site.host)


def _write_odds(subject: AnswerSubject, site: Site) -> str:
    return csv_tables.render_odds(subject, _answer(subject))


def _make_png_writer(drawing: Callable[[Any, Site], str]) -> Callable[[Any, Site], bytes]:
    return lambda subject, site: pictures.render_png(drawing(subject, site))


def _answer_json(subject: AnswerSubject, site: Site) -> str:
    return json.dumps(_answer(subject).result) + "\n"


OF_ANSWERS = Files(
    pictures=(File("card.png", "Card as PNG", "image/png", _make_png_writer(_draw_card), needs_answer=False),),
    data=(
        File("odds.csv", "Odds as CSV", CSV, _write_odds, inline=False),
        File("answer.json", "Everything as JSON", "application/json", _answer_json),
    ),
)

# --- of reviews ----------------------------------------------------------------------------------


def _review(subject: ReviewSubject, site: Site) -> str:
    return card.review_svg(subject, site.host)


def _write_steps(subject: ReviewSubject, site: Site) -> str:
    return csv_tables.render_steps(subject.status.review)


def _review_json(subject: ReviewSubject, site: Site) -> str:
    return json.dumps(subject.status.review.to_json(), ensure_ascii=False) + "\n"


OF_REVIEWS = Files(
    pictures=(File("review.png", "PNG", "image/png", _make_png_writer(_review)),),
    data=(
        File("review.csv", "Every step as CSV", CSV, _write_steps, inline=False),
        File("review.json", "Everything as JSON", "application/json", _review_json),
    ),
)

# By the kind of subject.
FILES = {AnswerSubject.kind: OF_ANSWERS, ReviewSubject.kind: OF_REVIEWS}
