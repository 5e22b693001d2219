"""Parse the two sides of a comparison: links of saved answers, or positions."""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from django.http import HttpRequest, QueryDict

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.core import limits
from pressorpass_site.core.owned import NotFound
from pressorpass_site.questions.address import build_address, parse_address
from pressorpass_site.questions.question import InvalidQuestion

from . import page, services
from .difference import ComparisonSide

CODE = re.compile(r"(?:.*/s/)?(?P<code>[A-Za-z0-9_-]{11})/?(?:(?P<number>[0-9]{1,6})/?)?(?:[?#].*)?")
POSITION = re.compile(r"(?:.*?/)?p/(?P<text>.+)")
MAX_CHARACTERS = 2000
FIRST_ANSWER_SECONDS = 0.8
NOT_FOUND = "There is no saved answer at this link, or it is private."
UNREADABLE = "This is neither the link of a saved answer nor a position."


@dataclass(frozen=True)
class SelectedSide:
    """One side: the typed text, and the answer it names; `unfinished`: a (better) answer is being solved."""

    typed: str
    name: str = ""
    link: str = ""
    side: ComparisonSide | None = None
    unfinished: bool = False
    problem: str = ""


@dataclass(frozen=True)
class Selection:
    a: SelectedSide = field(default_factory=lambda: SelectedSide(""))
    b: SelectedSide = field(default_factory=lambda: SelectedSide(""))

    @property
    def unfinished(self) -> bool:
        return self.a.unfinished or self.b.unfinished

    @property
    def problems(self) -> bool:
        return bool(self.a.problem or self.b.problem)


def parse_selection(request: HttpRequest, a: str, b: str) -> Selection:
    return Selection(_parse_side(request, a), _parse_side(request, b))


def _parse_side(request: HttpRequest, typed_text: str) -> SelectedSide:
    text = typed_text.strip()[:MAX_CHARACTERS]
    if not text:
        return SelectedSide("")
    if match := CODE.fullmatch(text):
        return _select_saved(request, text, match["code"], int(match["number"]) if match["number"] else None)
    try:
        parts = urlsplit(text)
    except ValueError:  # “http://[”
        return SelectedSide(text, problem=UNREADABLE)
    if match := POSITION.fullmatch(unquote(parts.path)):
        return _select_position(request, text, match["text"], parts.query)
    return _select_position(request, text, text, "")


def _select_saved(request: HttpRequest, text: str, code: str, number: int | None) -> SelectedSide:
    try:
        saved_answer = services.find(request, code)
        version = services.get_version(saved_answer, number)
    except NotFound:
        return SelectedSide(text, problem=NOT_FOUND)
    name = saved_answer.title if number is None else f"{saved_answer.title} (version {number})"
    link = saved_answer.get_absolute_url() if number is None else version.get_absolute_url()
    return SelectedSide(text, name, link, page.build_side(version), unfinished=version.result is None)


def _select_position(request: HttpRequest, typed_text: str, text: str, query: str) -> SelectedSide:
    try:
        question = parse_address(text, QueryDict(query))
    except InvalidQuestion as error:
        plain = text == typed_text and error.field == "line"
        return SelectedSide(typed_text, problem=f"{UNREADABLE} {error.message}" if plain else error.message)
    if analyses.needs_job(question):
        limits.check(request, "ask")
    analysis = analyses.wait(analyses.get_or_start_analysis(question), FIRST_ANSWER_SECONDS)
    return SelectedSide(
        typed_text,
        page.suggest_title(question),
        build_address(question, is_pinned=True),
        ComparisonSide(question, analysis.answer),
        unfinished=analysis.is_active,
    )
