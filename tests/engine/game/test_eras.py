"""What is said of the eras is one thing, wherever it is said."""

import re
from pathlib import Path

import pytest

from engine import ERAS, FACT_MARKS, FACT_SOURCES, OPTIONS, RULE_PRESETS, version

RULES_PAGE = Path(version.__file__).resolve().parents[1] / "docs" / "rules.md"


@pytest.mark.parametrize("era", ERAS, ids=lambda era: era.id)
def test_every_option_has_a_default_that_the_engine_takes(era):
    assert list(era.facts) == list(OPTIONS)
    assert era.rules.preset_name == "show"  # as far as is known, the eras differ in boards and money only


@pytest.mark.parametrize("era", ERAS, ids=lambda era: era.id)
def test_facts_are_marked_and_sourced(era):
    for name, fact in era.facts.items():
        assert fact.mark in FACT_MARKS or int(fact.mark) > 1, name
        assert set(fact.sources) <= set(FACT_SOURCES), name
        if fact.mark == "1" or fact.mark.isdigit():
            assert fact.sources, name
        if fact.mark in ("A", "D"):
            assert fact.words, name


def test_no_source_is_listed_that_nothing_rests_on():
    used = {source for era in ERAS for fact in era.facts.values() for source in fact.sources}
    assert used == set(FACT_SOURCES)


def test_the_manual_s_table_of_eras_is_this_one():
    text = RULES_PAGE.read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| ([a-z_]+) \| (\S+) \*\*\[(.+?)\]\*\* \| (\S+) \*\*\[(.+?)\]\*\* \| (\S+) \*\*\[(.+?)\]\*\* \|$",
        text,
        re.MULTILINE,
    )
    written = {name: list(zip(cells[::2], cells[1::2], strict=True)) for name, *cells in rows}
    assert written == {name: [(era.facts[name].value, era.facts[name].mark) for era in ERAS] for name in OPTIONS}


def test_the_preset_is_what_the_first_era_played():
    assert ERAS[0].rules == RULE_PRESETS["show"]
