"""The plain search whose techniques are measured agrees with the engine, whichever of them it uses."""

import json

import pytest

from benchmarks import techniques
from benchmarks.plain_search import WHAMMY_MERGING, PlainSearch
from benchmarks.techniques_report import draw_picture, format_table
from engine import Limits, Position, Rules, preset_boards, solve
from engine.commands.question import build_exact_rules
from engine.game.spin import landings_by_seat

BOARD = preset_boards()["pyl-1985-02-r2"]
# Few outcomes and scores, so that a search in Python is quick.
RULES = Rules.preset("seed").with_options({"reduce": "3", "unit": "2000", "cap": "12000"})


def search(text: str, **ways) -> tuple[PlainSearch, tuple]:
    play_rules = build_exact_rules(Position.parse(text), BOARD, RULES)
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


def test_what_is_shown_is_what_was_measured() -> None:
    figures = json.loads(techniques.FIGURES.read_text())
    assert techniques.TABLE.read_text() == format_table(figures)
    assert techniques.PICTURE.read_text() == draw_picture(figures)
