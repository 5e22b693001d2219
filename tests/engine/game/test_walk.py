"""Steps from a position: what a slide brings, what a pass hands over, and how steps are written."""

import pytest

from engine import Position, Rules, Slide, Step, preset_boards, slide_steps, walk

SHOW = Rules()
BOARD = preset_boards()["pyl-1985-02-r2"]


def walk_steps(notation: str, *steps: str, rules: Rules = SHOW) -> str | None:
    position = Position.parse(notation)
    for text in steps:
        step = Step.parse(text)
        assert step
        assert step.text == text
        next_position = walk(position, step, rules)
        if next_position is None:
            return None
        position = next_position
    return position.notation


@pytest.mark.parametrize(
    ("before", "step", "expected"),
    [
        ("8000e3,3000,0@1", "750", "8750e2,3000,0@1"),
        ("8000e3,3000,0@1", "750s", "8750e3,3000,0@1"),
        ("8000e3,3000,0@1", "w", "0e2w1,3000,0@1"),
        ("8000e3w1,3000,0@1", "u", "8000e2,3000,0@1"),
        ("8000e3,3000,0@1", "u", None),
        ("8000e3,3000,0@1", "p2", "8000,3000p3,0@2"),
        ("8000e3,3000,0@1", "p3", None),
        ("8000p3,3000,0@1", "p2", None),
        ("8000e1,3000e2,0@1", "500", "8500,3000e2,0@2"),
        ("8000p2,3000,0@1", "w", "0e1w1,3000,0@1"),
    ],
)
def test_a_step_leads_where_the_rules_say(before: str, step: str, expected: str | None) -> None:
    assert walk_steps(before, step) == expected


def test_steps_follow_one_another() -> None:
    assert walk_steps("8000e3,3000,0@1", "750s", "w", "500", "p2") == "500w1,3000p1,0@2"


def test_amounts_are_neither_rounded_nor_capped() -> None:
    assert walk_steps("19900e2,3000,0@1", "777", rules=Rules.preset("seed")) == "20677e1,3000,0@1"


@pytest.mark.parametrize("text", ["", "750x", "p4", "p", "-5", "75000000", "ww", "٧"])
def test_nonsense_is_no_step(text: str) -> None:
    assert Step.parse(text) is None


def test_every_slide_of_the_show_but_moves_has_its_steps() -> None:
    position = Position.parse("8000e3w1,3000,0@1")
    slides = {slide for square in BOARD.squares for slide in square.slides}
    for slide in slides:
        steps = slide_steps(position, slide, BOARD, SHOW)
        assert bool(steps) == (slide.kind != "move")
        assert all(walk(position, step, SHOW) for step in steps)
    (either,) = (slide for slide in slides if slide.kind == "cash_or_lose_whammy")
    assert [step.text for step in slide_steps(position, either, BOARD, SHOW)] == ["2000", "u"]
    no_whammies = Position.parse("8000e3,3000,0@1")
    assert [step.text for step in slide_steps(no_whammies, either, BOARD, SHOW)] == ["2000"]


def test_slides_that_depend_on_the_score() -> None:
    position = Position.parse("1234e3,3000,0@1")
    assert [step.text for step in slide_steps(position, Slide("double", spin=True), BOARD, SHOW)] == ["1234s"]
    assert [step.text for step in slide_steps(position, Slide("add_a_one"), BOARD, SHOW)] == ["10000"]


def test_a_prize_counts_as_the_rules_assume_and_not_at_all_if_it_is_drawn() -> None:
    position = Position.parse("8000e3,3000,0@1")
    assert [step.text for step in slide_steps(position, Slide("prize"), BOARD, SHOW)] == ["2500"]
    assert [step.text for step in slide_steps(position, Slide("prize", value=777), BOARD, SHOW)] == ["777"]
    assert slide_steps(position, Slide("prize"), BOARD, Rules(prizes="pool")) == ()
