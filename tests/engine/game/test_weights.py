"""Boards with weights: what comes up how often, JSON both ways, what is refused, identity."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from engine import DEFAULT_BOARD, Board, BoardError, Rules, preset_boards
from engine.game.light import SEQUENCES_OF_1983, with_light
from engine.game.spin import landings, landings_by_seat, merged_landings
from tests.engine.strategies import boards, many
from tests.engine.tiny import tiny

PRESETS = preset_boards()
EVEN = Rules(weights="even")

# Of the boards that had none, as they were before there were weights: answers are kept under these.
DIGESTS = {
    "pyl-1985-02-r2": "b912a49604407da1",
    "pyl-classic-r2": "99ba569b4e037694",
    "pyl-1984-09-r1": "bc22612d3701d21d",
    "abc-2019-r2": "2e5c4295d3fb32eb",
}


def slide_chances(board, *, even=False):
    """Chance by square and the slide's words."""
    return {f"{square.number} {slide.text}": chance for chance, square, slide in board.slides(even=even)}


def taken(board, rules):
    """Chance by what may be taken: sums, with + for a spin, joined with a slash."""
    return {"/".join(map(name, options)): chance for chance, options in merged_landings(board, rules, 1)}


def name(option):
    effect = option.effect
    return f"{effect.amounts[0]}{'+' * effect.spin}" if effect.kind == "money" else effect.kind


def test_squares_and_slides_come_up_by_their_weights():
    # Square 1: 3/6, square 2: 1/6, square 3: 2/6; in square 3 the Whammy shows 4 times of 5.
    board = tiny("3: 100", "200 W", "2: 300 W*4 500*0")
    assert board.weighted
    assert slide_chances(board) == {
        "1 $100": Fraction(1, 2),
        "2 $200": Fraction(1, 12),
        "2 Whammy": Fraction(1, 12),
        "3 $300": Fraction(1, 15),
        "3 Whammy": Fraction(4, 15),
    }
    assert slide_chances(board, even=True) == {
        "1 $100": Fraction(1, 3),
        "2 $200": Fraction(1, 6),
        "2 Whammy": Fraction(1, 6),
        "3 $300": Fraction(1, 9),
        "3 Whammy": Fraction(1, 9),
        "3 $500": Fraction(1, 9),
    }


def test_a_square_with_weight_0_is_never_stopped_on():
    board = tiny("0: 100", "200")
    assert slide_chances(board) == {"2 $200": 1}
    assert taken(board, Rules()) == {"200": 1}
    assert taken(board, EVEN) == {"100": Fraction(1, 2), "200": Fraction(1, 2)}


def test_a_choice_sees_slides_by_their_weights():
    # Square 2 shows $1,000 one time of four, square 3 $500 two of three.
    board = tiny(">2,3", "0: 1000 W*3", "0: 500*2 W")
    assert taken(board, Rules()) == {
        "1000/500": Fraction(2, 12),
        "1000/whammy": Fraction(1, 12),
        "whammy/500": Fraction(6, 12),
        "whammy": Fraction(3, 12),
    }
    # Fate picks the squares alike, whatever their weights, and shows the slides by theirs.
    assert taken(board, Rules(choices="even")) == {
        "1000": Fraction(1, 8),
        "whammy": Fraction(3, 8) + Fraction(1, 6),
        "500": Fraction(1, 3),
    }


@many(60)
@given(boards())
def test_without_weights_nothing_changes(board):
    if not board.weighted:
        assert board.slides() == board.slides(even=True)
        assert landings(board, Rules(), 1) == landings(board, EVEN, 1)
    assert sum(chance for chance, _, _ in board.slides()) == 1
    assert sum(landing.chance for landing in landings(board, EVEN, 1)) == 1


def test_each_contestant_spins_by_what_he_knows():
    board = tiny("3: 500", "W")
    weighted, even = merged_landings(board, Rules(), 1), merged_landings(board, EVEN, 1)
    assert weighted != even
    assert landings_by_seat(board, Rules(weights="mover").seated(1), 1) == (even, weighted, even)
    assert landings_by_seat(board, Rules(weights="board/even/board"), 1) == (weighted, even, weighted)
    assert landings_by_seat(board, EVEN, 1) == (even,) * 3


@pytest.mark.parametrize("weights", ["mover", "board/even/board"])
def test_a_spin_is_somebodys(weights):
    with pytest.raises(ValueError, match="one seat"):
        landings(tiny("3: 500", "W"), Rules(weights=weights), 1)


def test_json_both_ways():
    board = tiny("3: 100 W*0", "0: >3*1000 200", "300")
    data = board.to_json()
    assert [square.get("weight") for square in data["squares"]] == [3, 0, None]  # 1 is not written
    assert [slide.get("weight") for slide in data["squares"][1]["slides"]] == [1000, None]
    read_back = Board.from_json(json.loads(json.dumps(data)))
    assert read_back == board
    assert read_back.to_json() == data
    assert read_back.digest == board.digest


BAD = ["3", 1.5, 1.0, -1, 1001, 10**5000, True, None, [1], float("nan")]


@pytest.mark.parametrize("weight", BAD, ids=lambda weight: str(weight)[:5] if weight != 10**5000 else "huge")
@pytest.mark.parametrize("place", ["square2", "square2.slide1"])
def test_weights_that_are_refused_and_where(place, weight):
    data = tiny("100", "200 W").to_json()
    square = data["squares"][1]
    (square["slides"][0] if "slide" in place else square)["weight"] = weight
    with pytest.raises(BoardError) as caught:
        Board.from_json(data)
    assert caught.value.field == place
    assert "weight" in caught.value.message
    assert "0 to 1,000" in caught.value.message
    assert caught.value.message.startswith("Square 2" if place == "square2" else "Square 2, slide 1")
    assert len(caught.value.message) < 100


@pytest.mark.parametrize(
    ("squares", "field"),
    [
        (("100", "200*0 W*0"), "square2"),
        (("0: 100", "0: 200 W"), "squares"),
        ((">2", "0: 200*0"), "square2"),  # though it is only moved to
    ],
)
def test_something_must_come_up(squares, field):
    with pytest.raises(BoardError) as caught:
        tiny(*squares)
    assert caught.value.field == field


@pytest.mark.parametrize("board_id", DIGESTS)
def test_a_board_without_weights_is_still_the_same(board_id):
    assert PRESETS[board_id].digest == DIGESTS[board_id]
    assert not PRESETS[board_id].weighted


def test_one_preset_has_weights_and_is_not_the_default():
    """Square 8 in 6 and square 18 in 4 of the 90 steps of the light of June 1984, whose second sequence has 8 twice."""
    assert DEFAULT_BOARD in DIGESTS
    assert [board.id for board in PRESETS.values() if board.weighted] == ["pyl-1985-02-r2-light"]
    light, even = PRESETS["pyl-1985-02-r2-light"], PRESETS[DEFAULT_BOARD]
    stops = {square.number: Fraction(0) for square in light.squares}
    for chance, square, _ in light.slides():
        stops[square.number] += chance
    assert stops == {number: Fraction({8: 6, 18: 4}.get(number, 5), 90) for number in range(1, 19)}
    assert [square.slides for square in light.squares] == [square.slides for square in even.squares]


def test_weights_are_part_of_a_boards_identity():
    variants = ["100 W|200", "2: 100 W|200", "100 W|2: 200", "100*2 W|200", "100 W*2|200", "100 W|200*2"]
    variants += ["0: 100 W|200", "100 W*0|200"]
    assert len({tiny(*text.split("|")).digest for text in variants}) == len(variants)


def test_each_sequence_of_1983_passes_every_square_once():
    for sequence in SEQUENCES_OF_1983:
        assert sorted(sequence) == list(range(1, 19))
    even = PRESETS[DEFAULT_BOARD]
    assert with_light(even, "1983").digest == even.digest
    assert with_light(PRESETS["pyl-1985-02-r2-light"], "1983").digest == even.digest


def test_the_light_of_june_1984_passes_square_8_more_and_18_less():
    assert with_light(PRESETS[DEFAULT_BOARD], "1984").digest == PRESETS["pyl-1985-02-r2-light"].digest


def test_there_are_two_lights_and_they_run_round_the_ring():
    with pytest.raises(BoardError, match="the lights are 1983, 1984"):
        with_light(PRESETS[DEFAULT_BOARD], "1985")
    board = PRESETS[DEFAULT_BOARD]
    with pytest.raises(BoardError, match="this board has others"):
        with_light(replace(board, squares=board.squares[:17]), "1983")
