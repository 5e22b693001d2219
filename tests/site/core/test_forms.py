"""Inputs and selects are those of Django's templates, to the byte."""

from typing import Any

import pytest
from django import forms
from django.forms.renderers import Jinja2

from pressorpass_site.core.forms import RENDERER

HOSTILE = """<b>"it's" & more</b>"""


class Every(forms.Form):
    text = forms.CharField(label="Text", required=False)
    money = forms.CharField(widget=forms.TextInput(attrs={"data-money": "", "placeholder": HOSTILE, "autofocus": True}))
    hidden = forms.CharField(widget=forms.HiddenInput)
    mail = forms.EmailField()
    secret = forms.CharField(widget=forms.PasswordInput)
    number = forms.IntegerField(min_value=0)
    tick = forms.BooleanField()
    one = forms.ChoiceField(choices=[("a", HOSTILE), ("b", "B")], widget=forms.RadioSelect)
    grouped = forms.ChoiceField(choices=[("", "none"), (HOSTILE, [("a", "A"), (HOSTILE, HOSTILE)])], required=False)
    note = forms.CharField(widget=forms.Textarea)


def html(data: dict[str, Any] | None, renderer: Jinja2) -> str:
    form = Every(data, renderer=renderer, initial={"text": HOSTILE, "grouped": HOSTILE})
    radios = [radio.tag(wrap_label=wrapped) for radio in form["one"] for wrapped in (True, False)]
    return "\n".join([*map(str, form), *map(str, radios)])


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"text": HOSTILE, "one": "a", "grouped": "a", "tick": "on", "number": "5"},
        {"one": HOSTILE, "number": HOSTILE},
    ],
    ids=["blank", "nothing sent", "sent", "wrong"],
)
def test_widgets_match_django_s_templates(data: dict[str, Any] | None) -> None:
    assert html(data, RENDERER) == html(data, Jinja2())
