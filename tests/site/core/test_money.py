import re

import pytest

from pressorpass_site.core.money import parse_count, parse_money


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("8000", 8000),
        ("$8,000", 8000),
        ("8\u202f000", 8000),
        ("007", 7),
        ("999,999", 999_999),
        ("\uff18\uff10\uff10\uff10", 8000),  # full-width digits
        ("8k", 8000),
        ("$8.5K", 8500),
    ],
)
def test_reads_money_as_people_type_it(text: str, amount: int) -> None:
    assert parse_money(text, highest=999_999) == amount


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("abc", "isn’t an amount"),
        ("1.2345k", "isn’t an amount"),
        ("1000k", "up to $999,999"),
        ("1e5", "isn’t an amount"),
        ("8,00", "isn’t an amount"),
        ("8.000.000", "isn’t an amount"),
        ("\u0668\u0660\u0660\u0660", "isn’t an amount"),  # Arabic-Indic digits
        ("8²", "isn’t an amount"),
        ("8000\x00", "isn’t an amount"),
        ("-500", "can’t be negative"),
        ("-$1,500", "can’t be negative"),
        ("8000.50", "whole dollars"),
        ("1000000", "up to $999,999"),
        ("9" * 10_000, "up to $999,999"),
        ("1" + "0" * 310 + "k", "up to $999,999"),
        ("x" * 10_000, "isn’t an amount"),
    ],
)
def test_wrong_amounts_have_a_message(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        parse_money(text, highest=999_999)
    assert len(str(caught.value)) < 120
    assert "\x00" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("three", "isn’t a number of spins"),
        ("-1", "can’t be negative"),
        ("41", "from 0 to 40"),
        ("2.5", "isn’t a number"),
        ("9" * 5000, "from 0 to 40"),
    ],
)
def test_counts_are_parsed(text: str, words: str) -> None:
    assert parse_count(" 3 ", highest=40, subject="Spins") == 3
    with pytest.raises(ValueError, match=words):
        parse_count(text, highest=40, subject="Spins")
