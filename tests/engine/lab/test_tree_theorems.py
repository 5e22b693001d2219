"""The memo's theorems: closed forms, the recursion, and the order of the strategies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputError
from engine.lab import ask
from engine.lab.games.tree.theorems import lead


@settings(max_examples=25, deadline=None)
@given(st.floats(0.3, 0.99), st.floats(0.5, 0.99), st.floats(0.05, 0.95))
def test_closed_forms_are_what_the_recursion_finds(end: float, ratio: float, top: float) -> None:
    found = ask("tree", "theorems", {"E": repr(end), "A": repr(ratio), "top": repr(top)}).answer
    assert isinstance(found.answer, list)
    for *_, closed, recursion in found.answer:
        assert closed == pytest.approx(recursion, abs=1e-10)
    assert found.details["order"] == ["lstrat", "hstrat", "strat"]
    chances = {row[1]: row[4] for row in found.answer if row[0] in ("3.1", "3.2")}
    assert chances["lstrat"] - chances["hstrat"] == pytest.approx(lead(end, ratio), abs=1e-12)


def test_the_memo_s_examples() -> None:
    found = ask("tree", "theorems", {"E": "1/2", "A": "3/4"}).answer
    assert isinstance(found.answer, list)
    chances = {(row[0], row[1]): row[4] for row in found.answer}
    assert chances["3.1", "hstrat"] == pytest.approx(7 / 9)
    assert chances["3.2", "lstrat"] == pytest.approx(4 / 5)
    assert chances["lemma 3.1", "hstrat"] == pytest.approx(0.4375)
    assert chances["6.1", "hstrat"] == pytest.approx(5 / 6)
    assert chances["6.1", "lstrat"] == pytest.approx(0.7)


@pytest.mark.parametrize("name", ["E", "top"])
def test_nothing_is_divided_by_zero(name: str) -> None:
    with pytest.raises(InputError) as caught:
        ask("tree", "theorems", {"E": ".5", "A": ".5", name: "0"})
    assert caught.value.field == name
