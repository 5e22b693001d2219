"""The page of rules says what the engine plays and what the manual says."""

import re
from pathlib import Path

import pytest
from django.test import Client

from engine import ERAS, FACT_MARKS, OPTIONS
from pressorpass_site.pages.rules_text import RULE_SECTIONS, Section
from tests.site import markup

MANUAL = (Path(__file__).resolve().parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")


@pytest.fixture
def page(client: Client, db: None) -> str:
    return markup.page(client, "/rules/")


def test_one_row_for_every_option_of_the_engine(page: str) -> None:
    assert re.findall(r'<tr role="row" id="option-([a-z_]+)">', page) == list(OPTIONS)


def test_every_row_has_its_sentence_its_values_and_every_era(page: str) -> None:
    rows = dict(re.findall(r'<tr role="row" id="option-([a-z_]+)">(.*?)</tr>', page, re.DOTALL))
    for name, row in rows.items():
        assert OPTIONS[name].sentence in row
        for value in OPTIONS[name].values:
            assert f"<code>{value}</code>" in row
        for era, cell in zip(ERAS, re.findall(r"<td.*?</td>", row, re.DOTALL), strict=True):
            fact = era.facts[name]
            assert f"[{fact.mark}]" in cell
            assert fact.words in cell
            assert re.findall(r"#source-([^\"]+)", cell) == list(fact.sources)


def test_every_mark_and_every_source_is_explained(page: str) -> None:
    for meaning in FACT_MARKS.values():
        assert meaning in page
    linked = set(re.findall(r'href="#(source-[^"]+)"', page))
    assert linked <= set(re.findall(r'id="(source-[^"]+)"', page))


@pytest.mark.parametrize("section", RULE_SECTIONS, ids=lambda section: section.number)
def test_no_point_is_surer_than_the_manual(section: Section) -> None:
    match = re.search(rf"^### {re.escape(section.number)} .*?(?=^##)", MANUAL, re.DOTALL | re.MULTILINE)
    assert match, "the manual has this section"
    marks = {mark for marks in re.findall(r"\*\*\[(.+?)\]\*\*", match[0]) for mark in marks.split("/")}
    assert {point.mark for point in section.points} <= marks
