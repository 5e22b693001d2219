"""The page of measured techniques shows each way with its positions, time and error, and where they are from."""

import re
from html import unescape

import pytest
from django.test import Client

from pressorpass_site.pages.techniques import measurement, significant


@pytest.fixture
def page(client: Client, db: None) -> str:
    response = client.get("/method/techniques/")
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_every_way_of_every_technique_is_a_row(page: str) -> None:
    for technique in measurement()["techniques"]:
        assert f">{technique['name']}</h2>" in page
        assert technique["about"] in page
        for way in technique["ways"]:
            row = next(
                row
                for row in re.findall(
                    r"<tr role=\"row\".*?</tr>", page.partition(f">{technique['name']}</h2>")[2], re.DOTALL
                )
                if f">{way.name[0].upper()}{way.name[1:]}</th>" in row
            )
            for shown in (f"{way.positions:,}", way.time, way.error):
                assert shown in row


def test_where_the_figures_are_from(page: str) -> None:
    measured = measurement()
    for words in (*(measured[name] for name in ("engine", "machine", "measured")), "python -m benchmarks.techniques"):
        assert words in page
    assert all(any(way.as_in_text and way.time == "1" for way in each["ways"]) for each in measured["techniques"])


def test_the_page_of_the_method_leads_there(client: Client, db: None) -> None:
    assert 'href="/method/techniques/"' in client.get("/method/").content.decode()


@pytest.mark.parametrize(
    ("number", "digits", "shown"),
    [
        (1, 1, "1"),
        (1, 2, "1.0"),
        (0.00614, 2, "0.0061"),
        (3.44, 1, "3"),
        (0.96, 1, "1"),
        (123.4, 2, "120"),
        (15700, 2, "16,000"),
    ],
)
def test_figures_have_no_digit_that_is_not_known(number: float, digits: int, shown: str) -> None:
    assert significant(number, digits) == shown
