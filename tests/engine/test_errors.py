"""What is quoted in messages."""

import pytest

from engine.errors import quoted


@pytest.mark.parametrize("text", ["👩\u200d🚀", "می\u200cخواهم", "क\u094d\u200dष"])
def test_the_joiners_of_names_are_quoted_as_typed(text: str) -> None:
    assert quoted(text) == f"“{text}”"


def test_what_nobody_sees_is_shown_as_a_box() -> None:
    assert quoted("a\x07b\u202e") == "“a�b�”"
