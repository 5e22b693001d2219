"""Fitting texts into pictures."""

import hashlib
import json

import pytest

from pressorpass_site.sharing.lettering import (
    BOLD,
    DISPLAY,
    FONTS,
    WIDTHS,
    cut_text,
    measure_text,
    wrap_text,
)


def test_widths_are_those_of_the_fonts() -> None:
    # Liberation Sans and Arial, thousandths of the size: P 667, r 333, e 556, s 500; bold: P 667, r 389, e 556, s 556.
    assert measure_text("Press", 1000) == pytest.approx(667 + 333 + 556 + 500 + 500, abs=1)
    assert measure_text("Press", 1000, BOLD) == pytest.approx(667 + 389 + 556 + 556 + 556, abs=1)
    assert measure_text("$8,000", 10) == pytest.approx(10 * (5 * 0.556 + 0.278), abs=0.01)
    assert measure_text("PASS", 1000, DISPLAY) < 0.7 * measure_text("PASS", 1000, BOLD)
    assert measure_text("Привет", 1000) == pytest.approx(719 + 556 + 559 + 531 + 556 + 458, abs=1)


@pytest.mark.parametrize("text", ["", "Press.", "A very long name of a board", "漢字漢字漢字漢字", "😀" * 30])
@pytest.mark.parametrize("room", [40.0, 120.0, 5000.0])
def test_what_is_cut_has_room(text: str, room: float) -> None:
    cut = cut_text(text, room, 20)
    assert measure_text(cut, 20) <= room
    assert cut == text or cut.endswith("…")


def test_lines_hold_what_belongs_together_and_break_what_is_too_long() -> None:
    said = "Left wins 47.6\xa0–\xa072.4% by pressing, " + "http://" + "x" * 200
    lines = wrap_text(said, 200, 16, 20)
    assert all(measure_text(line, 16) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == said.replace(" ", "")
    assert any("47.6\xa0–\xa072.4%" in line for line in lines)
    short = wrap_text(said, 200, 16, 2)
    assert len(short) == 2
    assert short[1].endswith("…")


def test_the_table_of_widths_is_that_of_the_fonts() -> None:
    table = json.loads(WIDTHS.read_text(encoding="utf-8"))
    assert {name: font["sha256"] for name, font in table.items()} == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FONTS.glob("*.ttf")
    }
