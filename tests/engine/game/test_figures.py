"""The figures of a spin: held to counts by hand, and to the board's own chances."""

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given

from engine import Board, BoardError, Rules, board_figures, preset_boards
from tests.engine.strategies import boards, many
from tests.engine.tiny import tiny

# Copied from the project's collection of boards (boards/README.md, the output of check_boards.py), which
# was made without this program: Whammies and extra spins among the 54 slides; then, moves followed with
# every offered square and each of its slides alike, both chances and the mean money of a spin, a prize
# of unstated value counting as the number in front.
HAND_COUNTS = {
    "abc-2019-bonus1": (6, 2, 0, "0.1111", "0.0401", "2791.41"),
    "abc-2019-bonus2": (8, 4, 0, "0.1481", "0.0833", "3143.15"),
    "abc-2019-bonus3": (9, 6, 0, "0.1667", "0.1358", "4581.10"),
    "abc-2019-bonus4": (11, 9, 0, "0.2037", "0.2160", "7787.70"),
    "abc-2019-bonus5": (12, 10, 0, "0.2222", "0.2099", "11361.09"),
    "abc-2019-bonus6": (14, 12, 0, "0.2593", "0.2407", "22608.02"),
    "abc-2019-r1": (9, 3, 0, "0.1667", "0.0556", "1458.58"),
    "abc-2019-r2": (10, 10, 0, "0.1852", "0.2654", "2550.98"),
    "pyl-1983-09-r1": (9, 4, 525, "0.1667", "0.0833", "383.16"),
    "pyl-1983-pilot-r1": (9, 5, 525, "0.1667", "0.1204", "381.62"),
    "pyl-1984-09-r1": (9, 4, 525, "0.1667", "0.0833", "450.14"),
    "pyl-1985-02-r2": (9, 13, 2490, "0.1667", "0.2922", "1507.96"),
    "pyl-1985-02-r2-light": (None, None, 2490, "0.1630", "0.2959", "1509.81"),
    "pyl-classic-r2": (9, 16, 2490, "0.1667", "0.2963", "1427.78"),
}


def test_every_complete_preset_has_a_hand_count():
    assert set(HAND_COUNTS) == {board.id for board in preset_boards().values() if board.complete}


@pytest.mark.parametrize("name", HAND_COUNTS)
def test_presets_are_as_counted_by_hand(name):
    whammies, spins, prize, whammy, extra_spin, mean = HAND_COUNTS[name]
    figures = board_figures(preset_boards()[name], Rules(choices="even", prizes=prize))
    if whammies is not None:  # a board without weights
        assert (figures.raw.whammy, figures.raw.extra_spin) == (Fraction(whammies, 54), Fraction(spins, 54))
    after = figures.after_moves
    assert f"{float(after.whammy):.4f}" == whammy
    assert f"{float(after.extra_spin):.4f}" == extra_spin
    assert f"{float(after.mean):.2f}" == mean


def test_a_spin_by_hand():
    # Each slide 1/4; $0, $1,000, $3,000 and $4,000: mean $2,000, squares 0 + 1 + 9 + 16 over 4 = 6.5 million.
    figures = board_figures(tiny("W 1000", "3000+ prize=4000"))
    assert figures.raw == figures.after_moves
    spin = figures.raw
    assert (spin.whammy, spin.extra_spin, spin.move, spin.by_score) == (Fraction(1, 4), Fraction(1, 4), 0, 0)
    assert (spin.mean, spin.variance) == (2000, 2_500_000)
    assert spin.spread == sqrt(2_500_000)
    assert [spin.whammy_within(n) for n in (0, 1, 2, 3)] == [0, *(1 - Fraction(3, 4) ** n for n in (1, 2, 3))]


def test_a_move_brings_nothing_until_it_is_followed():
    # Half a move to square 2, which pays $1,000 or is a Whammy.
    figures = board_figures(tiny("500 >2", "1000 W"))
    assert (figures.raw.move, figures.raw.whammy, figures.raw.mean) == (Fraction(1, 4), Fraction(1, 4), 375)
    after = figures.after_moves
    assert (after.move, after.whammy, after.mean) == (0, Fraction(3, 8), 500)


def test_the_contestant_takes_the_most_money_and_a_whammy_last():
    # From square 1 to 2 or 3, which show W or $100, and W or $900: a Whammy only if both show one.
    chosen = board_figures(tiny(">2,3", "W 100", "W 900")).after_moves
    assert chosen.whammy == Fraction(1, 3) * Fraction(1, 4) + Fraction(2, 3) * Fraction(1, 2)
    assert chosen.mean == Fraction(1, 3) * (Fraction(2, 4) * 900 + Fraction(1, 4) * 100) + Fraction(1000, 6)
    even = board_figures(tiny(">2,3", "W 100", "W 900"), Rules(choices="even")).after_moves
    assert (even.whammy, even.mean) == (Fraction(1, 2), 250)


def test_an_extra_spin_counts_as_an_average_slide():
    # Money and a spin, or $1,000? The slides without a choice average $600, so the spin does not make up
    # for $700 less, but it does for $500 less.
    without = board_figures(tiny(">2,3", "300+", "1000", "500")).after_moves
    assert without.extra_spin == Fraction(1, 4)
    with_spin = board_figures(tiny(">2,3", "500+", "1000", "300")).after_moves
    assert with_spin.extra_spin == Fraction(2, 4)


def test_prizes_without_a_value_count_as_in_answers():
    assert board_figures(tiny("prize")).raw.mean == 2500
    assert board_figures(tiny("prize", round=1)).raw.mean == 500
    assert board_figures(tiny("prize"), Rules(prizes=900)).raw.mean == 900
    assert board_figures(tiny("prize")).raw.variance == 0
    pool = board_figures(tiny("prize"), Rules(prizes="pool")).raw
    assert round(pool.mean) == 2490
    assert pool.spread > 500


def test_slides_that_depend_on_the_score_are_told_apart():
    figures = board_figures(tiny("double+ add 900")).raw
    assert (figures.by_score, figures.extra_spin, figures.mean) == (Fraction(2, 3), Fraction(1, 3), 300)


def test_weights_by_hand():
    # Square 1 comes up three times in four; there the $600 shows twice as often as the Whammy. Square 2's
    # prize never shows.
    squares = [
        {"weight": 3, "slides": [{"kind": "whammy"}, {"kind": "cash", "amount": 600, "weight": 2}]},
        {"slides": [{"kind": "cash_spin", "amount": 1000}, {"kind": "prize", "value": 9000, "weight": 0}]},
    ]
    board = Board.from_json({"id": "weighted", "squares": squares})
    spin = board_figures(board).raw
    assert (spin.whammy, spin.extra_spin, spin.mean) == (Fraction(1, 4), Fraction(1, 4), 300 + 250)
    even = board_figures(board, Rules(weights="even")).raw
    assert (even.whammy, even.extra_spin, even.mean) == (Fraction(1, 4), Fraction(1, 4), 150 + 250 + 2250)


def test_a_board_with_gaps_has_no_figures():
    with pytest.raises(BoardError, match="not complete"):
        board_figures(preset_boards()["pyl-1983-r2-partial"])


@many(60)
@given(boards(either=False))
def test_raw_figures_are_the_boards_own_chances(board):
    raw = board_figures(board, Rules(prizes=700)).raw
    slides = board.slides()

    def chance(*kinds):
        return sum((part for part, _, slide in slides if slide.kind in kinds), Fraction(0))

    assert raw.whammy == chance("whammy")
    assert raw.move == chance("move")
    assert raw.by_score == chance("double", "add_a_one")
    assert raw.extra_spin == sum(part for part, _, slide in slides if slide.gives_spin)
    money = [(p, s.amount or s.value or (700 if s.kind == "prize" else 0)) for p, _, s in slides]
    assert raw.mean == sum(part * amount for part, amount in money)
    assert raw.variance == sum(part * (amount - raw.mean) ** 2 for part, amount in money)
