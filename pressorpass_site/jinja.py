"""The environment of the site's pages: every function and filter that a template in `templates/` can use.

The admin, form widgets and mails keep Django's language (`templates/django/`).
"""

from datetime import datetime
from functools import cache
from html import unescape
from typing import Any

from django.template import defaultfilters as django_filters
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import json_script, strip_spaces_between_tags
from django.utils.timezone import localtime
from jinja2 import Environment
from markupsafe import Markup

from engine import AVERAGE_QUESTIONS
from pressorpass_site.answers import page_functions as answers
from pressorpass_site.answers.analyses import explanation
from pressorpass_site.boards import page_functions as boards
from pressorpass_site.boards.services import get_label
from pressorpass_site.core import page_functions as core
from pressorpass_site.games import page_functions as games
from pressorpass_site.lab import page_functions as lab
from pressorpass_site.lab.pages import betsy_board
from pressorpass_site.questions import page_functions as questions
from pressorpass_site.questions.address import build_address as question_address
from pressorpass_site.questions.rule_labels import describe_rules
from pressorpass_site.sharing import page_functions as sharing
from pressorpass_site.sharing.subjects import build_game_subject, build_question_subject, build_version_subject

FUNCTIONS: dict[str, Any] = {
    "house_url": answers.build_house_url,
    "answer_podiums": answers.answer_podiums,
    "answer_ring": answers.answer_ring,
    "average_questions": AVERAGE_QUESTIONS,
    "board_head": sharing.board_head,
    "break_even_line": answers.break_even_line,
    "choice_link": answers.choice_link,
    "day_share": sharing.day_share,
    "diff_url": boards.diff_url,
    "dilemma_head": sharing.dilemma_head,
    "dilemma_share": sharing.dilemma_share,
    "famous_moment": questions.famous_moment,
    "find_newer_boards": answers.find_newer_boards,
    "game_head": sharing.game_head,
    "offer_boards": questions.offer_boards,
    "page_head": sharing.page_head,
    "podium_rows": questions.podium_rows,
    "print_head": sharing.print_head,
    "reasons": explanation.build_reasons,
    "review_subject": build_game_subject,
    "saved_subject": build_version_subject,
    "share_sheet": sharing.share_sheet,
    "subject_head": sharing.subject_head,
    "subject_of": build_question_subject,
    "stage_form": questions.stage_form,
    "stage_ring": questions.stage_ring,
    "todays_dilemma": games.todays_dilemma,
    "whatif_card": answers.whatif_card,
    "why_lead": explanation.build_lead,
}

FILTERS: dict[str, Any] = {
    **core.FILTERS,
    "address": lab.address,
    "asks_example": questions.asks_example,
    "at": boards.get_item,
    "board_label": get_label,
    "drawing": lab.build_drawing,
    "kind": lab.part_kind,
    "outline": games.outline,
    "question_address": question_address,
    "rules_sentence": describe_rules,
    "seen_from": betsy_board.draw_board,
    "share": games.share,
    "up_by_the_rules": questions.up_by_the_rules,
}

# Django's filters that Jinja2 lacks or defines differently.
_DJANGO = (
    *("capfirst", "cut", "default_if_none", "floatformat", "force_escape", "linebreaksbr", "pluralize"),
    *("truncatechars", "urlencode", "urlize"),
)


def build_environment(**options: Any) -> Environment:
    """Return the environment for Django's backend, which escapes everything that is not marked as safe."""
    jinja = Environment(  # noqa: S701  # the backend passes autoescape=True
        trim_blocks=True, lstrip_blocks=True, cache_size=-1, **options
    )
    jinja.globals |= FUNCTIONS | {"static": _cache_static_url, "url": build_url}
    jinja.filters |= FILTERS | {name: getattr(django_filters, name) for name in _DJANGO}
    jinja.filters |= {
        "date": format_date,
        "json_script": json_script,
        "linebreaks": django_filters.linebreaks_filter,
        "plain": remove_tags,
        "spaceless": remove_spaces,
    }
    return jinja


def build_url(name: str, *args: Any, **kwargs: Any) -> str:
    """Return the path of a named URL pattern with these arguments."""
    return reverse(name, args=args, kwargs=kwargs) if args or kwargs else _cache_fixed_url(name)


def format_date(day: Any, form: str) -> str:
    """Return a day or a time in Django's notation, in the site's zone; "" for None."""
    return str(django_filters.date(localtime(day) if isinstance(day, datetime) and day.tzinfo else day, form))


def remove_spaces(html: str) -> Markup:
    """Return HTML without the spaces between its tags."""
    return Markup(strip_spaces_between_tags(html.strip()))  # noqa: S704  # a part of a template, escaped before


def remove_tags(html: str) -> str:
    """Return HTML without tags in it as text, so that each output can escape it once."""
    return unescape(str(html)).strip()


@cache
def _cache_fixed_url(name: str) -> str:
    return reverse(name)


@cache
def _cache_static_url(path: str) -> str:
    return static(path)
