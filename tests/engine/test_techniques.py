"""The plain search whose techniques are measured agrees with the engine, whichever of them it uses."""

import json
from pathlib import Path

import pytest

from benchmarks import techniques
from benchmarks.plain_search import WHAMMY_MERGING, PlainSearch
from benchmarks.techniques_report import picture, table
from benchmarks.techniques_words import significant
from engine import Limits, Position, Rules, preset_boards, solve
from engine.commands.question import exact_play_rules
from engine.game.spin import landings_by_seat

BOARD = preset_boards()["pyl-1985-02-r2"]
# Few outcomes and scores, so that a search in Python is quick.
RULES = Rules.preset("seed").with_options({"reduce": "3", "unit": "2000", "cap": "12000"})


def search(text: str, **ways) -> tuple[PlainSearch, tuple]:
    play_rules = exact_play_rules(Position.parse(text), BOARD, RULES)
    plain_search = PlainSearch(landings_by_seat(BOARD, play_rules.rules, play_rules.unit)[0], play_rules, **ways)
    return plain_search, plain_search.solve(Position.parse(text))


@pytest.mark.parametrize("text", ["8000e1,3000,0@1", "6000e1w3,2000e1w2,4000p2w3@3", "4000w3,4000e2w1,0w4@2"])
@pytest.mark.parametrize("composed", [False, True])
@pytest.mark.parametrize("whammies", WHAMMY_MERGING)
def test_every_technique_that_merges_keeps_the_values(text: str, composed: bool, whammies: str) -> None:
    _, (press, passing) = search(text, composed=composed, whammies=whammies)
    answer = solve(Position.parse(text), BOARD, RULES, Limits(method="exact", fresh=True))
    for mine, its in ((press, answer.press), (passing, answer.passing)):
        assert (mine is None) == (its is None)
        assert mine is None or mine == pytest.approx(its.win, abs=1e-9)


@pytest.mark.parametrize(("unit", "outcomes"), [("1", 20), ("250", 16)])
def test_a_spin_has_as_many_different_outcomes_as_the_page_says(unit: str, outcomes: int) -> None:
    play_rules = exact_play_rules(
        Position.parse("8000e1,3000,0@1"), BOARD, Rules.preset("seed").with_options({"unit": unit})
    )
    assert len(landings_by_seat(BOARD, play_rules.rules, play_rules.unit)[0]) == outcomes
    assert (
        "16 different ones on this board, and 20 to the dollar"
        in (Path(__file__).parent / "texts" / "techniques.md").read_text()
    )


def test_merging_leaves_fewer_positions() -> None:
    counts = [search("6000e2,4000w3,0@1", whammies=way)[0].states for way in WHAMMY_MERGING]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] < counts[0]
    # Nobody may pass between passed spins, and the results of all of them are more than those of one.
    one_by_one, composed = (search("6000w3,4000w3,2000p3@3", composed=way)[0] for way in (False, True))
    assert composed.states < one_by_one.states


def test_a_deep_tree_approaches_the_value_from_below() -> None:
    result, (press, passing) = search("8000e1,3000,0@1")
    best = max(press, passing, key=lambda value: value[0])
    gaps = []
    for depth in (2, 5, 8):
        chances, nodes = result.walk(Position.parse("8000e1,3000,0@1"), depth, 10**6)
        assert sum(chances) < 1
        assert nodes <= result.tree(depth)
        gaps.append(abs(chances[0] - best[0]))
    assert gaps[2] < gaps[0]
    assert gaps[2] < 0.02


def test_what_is_shown_is_what_was_measured() -> None:
    figures = json.loads(techniques.FIGURES.read_text())
    assert techniques.TABLE.read_text() == table(figures)
    assert techniques.PICTURE.read_text() == picture(figures)


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
