"""Rule options: presets, texts and plain values, refusals that name the option."""

import pytest

from engine import Rules, RulesError


def test_no_such_preset():
    with pytest.raises(RulesError) as caught:
        Rules.preset("casino")
    assert caught.value.field == "rules"
    assert "show, seed" in caught.value.message


VALUES = {
    "ties": {"joint": "joint", " Joint ": "joint"},
    "turn_order": {"cyclic": "cyclic"},
    "third_place_plays": {"yes": True, "false": False, True: True},
    "max_lead": {"15000": 15000, 0: 0, "none": None, None: None},
    "prizes": {"pool": "pool", "0": 0, "auto": None},
    "cap": {"20000": 20000, "auto": None},
    "unit": {250: 250, "0250": 250, "10000000": 10_000_000},
    "goal": {"money": "money", "Blend": "blend"},
    "reduce": {"3": 3, "none": None},
    "win_worth": {"0700": 700, 0: 0},
    "house": {" Play ": "play"},
    "opponents": {
        **dict.fromkeys(("optimal", "Optimal", " OPTIMAL ", "optimal/optimal/optimal"), "optimal"),
        "cautious": "cautious",
        "007": "7",
        7: "7",
        0: "0",
        "10000000": "10000000",
        "Aggressive / OPTIMAL /0030": "aggressive/optimal/30",
        # One word would leave out the one asked, three do not: these are not the same.
        "cautious/cautious/cautious": "cautious/cautious/cautious",
        "30/030/30": "30/30/30",
    },
    "weights": {
        " Mover": "mover",
        "EVEN": "even",
        "even/even/even": "even",
        "board/ board /Board": "board",
        "board/even/even": "board/even/even",
    },
}
REFUSED = {
    "ties": ["all", None, ["split"], 1],
    "third_place_plays": ["maybe", None],
    "max_lead": [-1, "auto", False],
    "prizes": ["10000001", "0" * 20 + "9" * 20, "0" * 20 + "9" * 5000, 10**5000, "٣"],
    "cap": [0, "none", True],
    "unit": [0, "0", "-250", "two", 2.5, "", {"a": 1}],
    "goal": ["fun", None],
    "reduce": [2, "auto"],
    "house": ["none", True],
    "win_worth": ["none", None, -1, True, "10000001"],
    "opponents": [
        *("best", "", None, True, -1, "10000001", "1e3", "1,000", "٣", 2.5, ["optimal"], "/", "//", "optimal/cautious"),
        *("optimal//cautious", "optimal/best/0", "optimal/cautious/-5", "optimal/optimal/optimal/optimal", "/" * 10**5),
    ],
    "weights": ["none", None, 1, "3", False, "board/even", "mover/even/even", "board/even/even/even"],
    "Ties": ["split"],
}


@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    for value, stored in VALUES[name].items():
        rules = Rules().with_options({name: value})
        assert getattr(rules, name) == stored
        assert Rules().with_options(rules.options()) == rules


@pytest.mark.parametrize("name", REFUSED)
def test_refused_values_name_the_option(name):
    for value in REFUSED[name]:
        with pytest.raises(RulesError) as caught:
            Rules().with_options({name: value})
        assert caught.value.field == name
        assert name in caught.value.message
        assert len(caught.value.message) < 250


def test_changed_rules_are_custom_and_the_preset_stays():
    joint = Rules.preset("show").with_options({"ties": "joint"})
    assert joint.preset_name == "custom"
    assert joint.options() == Rules().options() | {"ties": "joint"}
    assert Rules() == Rules.preset("show")


@pytest.mark.parametrize(
    ("board_round", "prizes", "value"), [("1", None, 500), ("2", None, 2500), ("bonus1", None, 2500), ("1", 700, 700)]
)
def test_prizes_without_a_value(board_round, prizes, value):
    assert Rules(prizes=prizes).prize_value(board_round) == value


@pytest.mark.parametrize(
    ("opponents", "up", "spelled_out"),
    [
        ("optimal", 0, "optimal"),
        ("cautious", 0, "optimal/cautious/cautious"),
        ("cautious", 1, "cautious/optimal/cautious"),
        ("3000", 2, "3000/3000/optimal"),
        ("cautious/cautious/cautious", 1, "cautious/cautious/cautious"),
        ("aggressive/optimal/0", 0, "aggressive/optimal/0"),
    ],
)
def test_one_word_for_opponents_leaves_out_the_one_who_is_asked(opponents, up, spelled_out):
    rules = Rules(opponents=opponents, house="play").seated(up)
    assert rules == Rules(opponents=spelled_out, house="play")
    assert rules.seated((up + 1) % 3) == rules  # once spelled out they stay, no matter who is up later


@pytest.mark.parametrize(
    ("weights", "up", "spelled_out"),
    [
        ("board", 1, "board"),
        ("even", 1, "even"),
        ("mover", 0, "board/even/even"),
        ("mover", 2, "even/even/board"),
        ("even/board/even", 0, "even/board/even"),
    ],
)
def test_the_mover_is_the_one_who_is_asked(weights, up, spelled_out):
    rules = Rules(weights=weights).seated(up)
    assert rules == Rules(weights=spelled_out)
    assert rules.seated((up + 1) % 3) == rules


def test_the_lead_above_which_a_seat_passes():
    rules = Rules(opponents="aggressive/cautious/0")
    assert [rules.style(seat) for seat in range(3)] == [10_000, 0, 0]
    rules = Rules(opponents="optimal/7/10000000")
    assert [rules.style(seat) for seat in range(3)] == [None, 7, 10_000_000]
    assert [Rules().style(seat) for seat in range(3)] == [None] * 3


def test_the_weights_that_a_seat_meets():
    rules = Rules(weights="board/even/board", ties="joint")
    assert [rules.for_seat(seat) for seat in range(3)] == [
        Rules(weights=word, ties="joint") for word in ("board", "even", "board")
    ]
    assert [Rules(weights="even").for_seat(seat) for seat in range(3)] == [Rules(weights="even")] * 3


def test_words_that_depend_on_who_is_asked_must_be_spelled_out_first():
    with pytest.raises(ValueError, match="spelled out"):
        Rules(opponents="cautious").style(0)
    with pytest.raises(ValueError, match="spelled out"):
        Rules(weights="mover").for_seat(0)
