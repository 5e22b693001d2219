"""The memo's theorems: closed forms, the recursion, and the order of the strategies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
