"""A question from texts: every wrong field is reported at once, alike for the form, an address and the API."""

from typing import Any

import pytest
from django.test import Client

from pressorpass_site.questions.question import InvalidQuestion, build_question
from tests.site.markup import error_at, value_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

POSITION = "8000e3,3000,0@1"
OTHER = "abc-2019-r1"


def errors(position: str, options: dict[str, str], **fields: Any) -> dict[str, str]:
    with pytest.raises(InvalidQuestion) as caught:
        build_question(position, options, **fields)
    return {name: error.message for name, error in caught.value.errors.items()}


def test_every_wrong_field_is_reported() -> None:
    wrong = errors("8000x", {"ties": "no", "goal": "fun"}, board="none", now=OTHER)
    assert list(wrong) == ["board", "spins", "option_ties", "option_goal", "line"]


def test_what_has_no_effect_is_dropped_or_refused() -> None:
    options, same = {"win_worth": "9000"}, {"now": "pyl-1985-02-r2.1", "spins": "2"}
    assert build_question(POSITION, options, **same) == build_question(POSITION, {})
    assert list(errors(POSITION, options, **same, refuse_idle=True)) == ["now", "option_win_worth"]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ({"board": "pyl-1984-09-r1", "round": "1", "goal": "money"}, "option_goal"),
        ({"board": "pyl-1984-09-r1", "round": "1", "house": "play"}, "option_house"),
        ({"board": "pyl-1984-09-r1", "round": "1", "reduce": "5"}, "option_reduce"),
        ({"round": "1", "goal": "money"}, "option_goal"),
        ({"round": "3"}, "round"),
        ({"then": "nosuch"}, "then"),
        ({"goal": "x"}, "option_goal"),
    ],
)
def test_an_address_with_an_option_wrong_keeps_its_position(client: Client, query: dict[str, str], name: str) -> None:
    page = client.get("/p/1500e2,800,300w1@1", query)
    assert (page.status_code, bool(error_at(page, name))) == (404, True)
    fields = (*(f"seat{seat}_score" for seat in (1, 2, 3)), "line", "seat3_whammies", "up", "board")
    board = "pyl-1984-09-r1" if query.get("round") == "1" else "pyl-1985-02-r2"
    values = ["1,500", "800", "300", "1500e2,800,300w1@1", "1", "1", board]
    assert [value_of(page, field).lstrip("$") for field in fields] == values
    assert "not a position" not in words(page).lower()
