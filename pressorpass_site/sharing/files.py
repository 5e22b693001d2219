"""The files of an answer: what each is called, holds and needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from pressorpass_site.analyses import charts, pictures
from pressorpass_site.analyses.answers import Answer

from . import card, sheet, tables
from .subjects import Subject

CHART_WIDTH = 640
CHART_SCALE = 2.0


@dataclass(frozen=True)
class Place:
    """Where the site is: "https://pressorpass.example", and its host."""

    home: str
    host: str


@dataclass(frozen=True)
class File:
    """One kind of file.

    Attributes:
        make: what it holds.
        needs_answer: there is none as long as there is no answer.
        shown: a browser shows it rather than saving it.
    """

    content_type: str
    make: Callable[[Subject, Place], str | bytes]
    needs_answer: bool = True
    shown: bool = True


def _answer(subject: Subject) -> Answer:
    assert subject.answer is not None
    return subject.answer


def _card_svg(subject: Subject, place: Place) -> str:
    return card.svg(subject, place.host)


def _card_png(subject: Subject, place: Place) -> bytes:
    return pictures.png(card.svg(subject, place.host))


def _chart_svg(subject: Subject, place: Place) -> str:
    return pictures.svg(charts.odds_spec(_answer(subject), width=CHART_WIDTH, background="#ffffff"))


def _chart_png(subject: Subject, place: Place) -> bytes:
    return pictures.png(_chart_svg(subject, place), CHART_SCALE)


def _sheet(paper: str) -> Callable[[Subject, Place], bytes]:
    return lambda subject, place: pictures.pdf(sheet.svg(subject, _answer(subject), place.home, paper))


def _odds_csv(subject: Subject, place: Place) -> str:
    return tables.odds(subject, _answer(subject))


def _outcomes_csv(subject: Subject, place: Place) -> str:
    return tables.outcomes(subject, _answer(subject))


def _json(subject: Subject, place: Place) -> str:
    """The object that the command line prints for the same question."""
    return json.dumps(_answer(subject).result) + "\n"


FILES = {
    "card.png": File("image/png", _card_png, needs_answer=False),
    "card.svg": File("image/svg+xml", _card_svg, needs_answer=False),
    "chart.png": File("image/png", _chart_png),
    "chart.svg": File("image/svg+xml", _chart_svg),
    "sheet.pdf": File("application/pdf", _sheet("a4")),
    "sheet-letter.pdf": File("application/pdf", _sheet("letter")),
    "odds.csv": File("text/csv; charset=utf-8; header=present", _odds_csv, shown=False),
    "outcomes.csv": File("text/csv; charset=utf-8; header=present", _outcomes_csv, shown=False),
    "answer.json": File("application/json", _json),
}
