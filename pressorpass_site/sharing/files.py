"""The downloadable files of an answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from pressorpass_site.analyses.answers import Answer

from . import card, chart, csv_tables, pictures, print_page
from .subjects import Subject

CHART_SCALE = 2.0


@dataclass(frozen=True)
class Site:
    """The site's base URL, such as "https://pressorpass.example", and its host."""

    home: str
    host: str


@dataclass(frozen=True)
class File:
    """One kind of file.

    Attributes:
        make: produces the content.
        needs_answer: the file exists only once there is an answer.
        inline: a browser should show it instead of saving it.
    """

    content_type: str
    make: Callable[[Subject, Site], str | bytes]
    needs_answer: bool = True
    inline: bool = True


def _answer(subject: Subject) -> Answer:
    assert subject.answer is not None
    return subject.answer


def _card_svg(subject: Subject, site: Site) -> str:
    return card.svg(subject, site.host)


def _card_png(subject: Subject, site: Site) -> bytes:
    return pictures.png(card.svg(subject, site.host))


def _chart_svg(subject: Subject, site: Site) -> str:
    return chart.svg(subject, _answer(subject))


def _chart_png(subject: Subject, site: Site) -> bytes:
    return pictures.png(_chart_svg(subject, site), CHART_SCALE)


def _sheet(paper: str) -> Callable[[Subject, Site], bytes]:
    return lambda subject, site: pictures.pdf(print_page.svg(subject, _answer(subject), site.home, paper))


def _odds_csv(subject: Subject, site: Site) -> str:
    return csv_tables.odds(subject, _answer(subject))


def _outcomes_csv(subject: Subject, site: Site) -> str:
    return csv_tables.outcomes(subject, _answer(subject))


def _json(subject: Subject, site: Site) -> str:
    """The command line's JSON object for the same question."""
    return json.dumps(_answer(subject).result) + "\n"


FILES = {
    "card.png": File("image/png", _card_png, needs_answer=False),
    "card.svg": File("image/svg+xml", _card_svg, needs_answer=False),
    "chart.png": File("image/png", _chart_png),
    "chart.svg": File("image/svg+xml", _chart_svg),
    "sheet.pdf": File("application/pdf", _sheet("a4")),
    "sheet-letter.pdf": File("application/pdf", _sheet("letter")),
    "odds.csv": File("text/csv; charset=utf-8; header=present", _odds_csv, inline=False),
    "outcomes.csv": File("text/csv; charset=utf-8; header=present", _outcomes_csv, inline=False),
    "answer.json": File("application/json", _json),
}
