"""The language of the pages: where Jinja2 is not Django's, and what the environment does about it."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import TemplateDoesNotExist, engines
from django.template.loader import get_template
from django.utils import timezone
from jinja2 import Environment, UndefinedError, meta
from markupsafe import Markup

from pressorpass_site.settings import TEMPLATES

ENVIRONMENT: Environment = engines["jinja2"].env
PAGES = [name for name in ENVIRONMENT.list_templates() if not name.startswith("django/")]


def rendered(source: str, **values: Any) -> str:
    return ENVIRONMENT.from_string(source).render(**values)


def test_everything_is_escaped() -> None:
    assert rendered("{{ word }}", word="<b>") == "&lt;b&gt;"
    assert rendered("{{ word }}", word=Markup("<b>")) == "<b>"
    assert rendered("{{ word|force_escape }}", word=Markup("<b>")) == "&lt;b&gt;"


def test_a_name_that_is_missing_is_an_error_in_tests() -> None:
    with pytest.raises(UndefinedError):
        rendered("{{ nothing }}")
    with pytest.raises(UndefinedError):
        rendered("{% if thing.nothing %}{% endif %}", thing=1)


def test_a_missing_name_is_empty_in_production() -> None:
    lenient = ENVIRONMENT.overlay(undefined=TEMPLATES[0]["OPTIONS"]["undefined"])
    source = "[{{ nothing.at.all }}{% if thing.no == 1 %}x{% endif %}]"
    assert lenient.from_string(source).render(thing=1) == "[]"


@pytest.mark.parametrize(
    ("day", "words"),
    [(date(2026, 3, 4), "March 4, 2026"), (datetime(2026, 3, 4, 23, 30, tzinfo=UTC), "March 5, 2026"), (None, "")],
)
def test_dates_are_in_the_site_s_zone(day: Any, words: str) -> None:
    with timezone.override("Asia/Tokyo"):
        assert rendered("{{ day|date('F j, Y') }}", day=day) == words


def test_filters_are_django_s() -> None:
    assert rendered("{{ 2|pluralize }}{{ 1|pluralize }} {{ 'a b/'|urlencode }}") == "s a%20b/"
    assert rendered("{{ 0.5|floatformat('2u') }} {{ 'a.'|cut('.') }} {{ 'é'|capfirst }}") == "0.50 a É"
    assert rendered("{{ 'a\n<b>'|linebreaks }}") == "<p>a<br>&lt;b&gt;</p>"
    assert rendered("{{ 'see https://x.org/?a&b'|urlize|linebreaks }}").count("&amp;b") == 2
    assert rendered("{{ [1]|json_script('id') }}") == '<script id="id" type="application/json">[1]</script>'
    assert rendered("{% filter spaceless %}<b> <i>{{ word }}</i> </b>{% endfilter %}", word="<") == "<b><i>&lt;</i></b>"
    assert rendered("{{ '<a>'|plain }}{{ 'a &amp; b '|plain }}") == "&lt;a&gt;a &amp; b"


@pytest.mark.parametrize("name", PAGES)
def test_every_page_compiles_and_calls_filters_and_functions_that_exist(name: str) -> None:
    source = Path(settings.BASE_DIR, "templates", name).read_text()
    ENVIRONMENT.get_template(name)
    for other in meta.find_referenced_templates(ENVIRONMENT.parse(source)):
        if other is not None:
            ENVIRONMENT.get_template(other)


@pytest.mark.parametrize("name", ["admin/base_site.html", "accounts/forgotten_mail.txt"])
def test_the_admin_and_mails_keep_django_s_language(name: str) -> None:
    assert get_template(name).backend.name == "django"
    with pytest.raises(TemplateDoesNotExist):
        engines["jinja2"].get_template(name)
