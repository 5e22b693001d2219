"""Rule options: presets, texts and plain values, refusals that name the option."""

import pytest

from engine import OPTIONS, RULE_PRESETS, Rules, RulesError

SHOW = {
    "ties": "split",
    "turn_order": "score",
    "level_opponents": "chooser",
    "choices": "visible",
    "lose_whammy": "choice",
    "third_place_plays": False,
    "max_lead": "none",
    "cap_passes": False,
    "prizes": "auto",
    "cap": "auto",
    "goal": "win",
    "win_worth": 5000,
    "opponents": "optimal",
    "house": "won",
    "weights": "board",
    "unit": "auto",
    "reduce": "none",
    "reduce_from": 1,
}
SEED = SHOW | {
    "turn_order": "seat",
    "level_opponents": "next_seat",
    "choices": "even",
    "lose_whammy": "money",
    "prizes": 2500,
    "cap": 20_000,
    "unit": 250,
}
ORIGINAL = SEED | {
    "third_place_plays": True,
    "max_lead": 15_000,
    "cap_passes": True,
    "reduce": 3,
    "reduce_from": 9,
}


@pytest.mark.parametrize(("name", "options"), [("show", SHOW), ("seed", SEED), ("original", ORIGINAL)])
def test_presets(name, options):
    rules = Rules.preset(name)
    assert rules.options() == options
    assert list(rules.options()) == list(OPTIONS)
    assert rules.preset_name == name
    assert set(RULE_PRESETS) == {"show", "seed", "original"}


def test_the_default_is_the_show():
    assert Rules() == Rules.preset("show")


def test_no_such_preset():
    with pytest.raises(RulesError) as caught:
        Rules.preset("casino")
    assert caught.value.field == "rules"
    assert "show, seed" in caught.value.message


@pytest.mark.parametrize(
    ("name", "value", "stored"),
    [
        ("ties", "joint", "joint"),
        ("ties", " Joint ", "joint"),
        ("turn_order", "cyclic", "cyclic"),
        ("third_place_plays", "yes", True),
        ("third_place_plays", "false", False),
        ("third_place_plays", True, True),
        ("max_lead", "15000", 15000),
        ("max_lead", 0, 0),
        ("max_lead", "none", None),
        ("max_lead", None, None),
        ("prizes", "pool", "pool"),
        ("prizes", "0", 0),
        ("prizes", "auto", None),
        ("cap", "20000", 20000),
        ("cap", "auto", None),
        ("unit", 250, 250),
        ("unit", "0250", 250),
        ("unit", "10000000", 10_000_000),
        ("goal", "money", "money"),
        ("reduce", "3", 3),
        ("reduce", "none", None),
        ("goal", "Blend", "blend"),
        ("win_worth", "0700", 700),
        ("win_worth", 0, 0),
        ("house", " Play ", "play"),
        ("opponents", "optimal", "optimal"),
        ("opponents", "Optimal", "optimal"),
        ("opponents", " OPTIMAL ", "optimal"),
        ("opponents", "cautious", "cautious"),
        ("opponents", "007", "7"),
        ("opponents", 7, "7"),
        ("opponents", 0, "0"),
        ("opponents", "10000000", "10000000"),
        ("opponents", "Aggressive / OPTIMAL /0030", "aggressive/optimal/30"),
        ("opponents", "optimal/optimal/optimal", "optimal"),
        # One word would leave out the one asked, three do not: these are not the same.
        ("opponents", "cautious/cautious/cautious", "cautious/cautious/cautious"),
        ("opponents", "30/030/30", "30/30/30"),
        ("weights", " Mover", "mover"),
        ("weights", "EVEN", "even"),
        ("weights", "even/even/even", "even"),
        ("weights", "board/ board /Board", "board"),
        ("weights", "board/even/even", "board/even/even"),
    ],
)
def test_values(name, value, stored):
    rules = Rules().with_options({name: value})
    assert getattr(rules, name) == stored
    assert Rules().with_options(rules.options()) == rules


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ties", "all"),
        ("ties", None),
        ("ties", ["split"]),
        ("ties", 1),
        ("third_place_plays", "maybe"),
        ("third_place_plays", None),
        ("max_lead", -1),
        ("max_lead", "auto"),
        ("max_lead", False),
        ("prizes", "10000001"),
        ("prizes", "0" * 20 + "9" * 20),
        pytest.param("prizes", "0" * 20 + "9" * 5000, id="prizes-long"),
        pytest.param("prizes", 10**5000, id="prizes-huge"),
        ("prizes", "٣"),
        ("cap", 0),
        ("cap", "none"),
        ("cap", True),
        ("unit", 0),
        ("unit", "0"),
        ("unit", "-250"),
        ("unit", "two"),
        ("unit", 2.5),
        ("unit", ""),
        ("unit", {"a": 1}),
        ("goal", "fun"),
        ("reduce", 2),
        ("reduce", "auto"),
        ("house", "none"),
        ("house", True),
        ("goal", None),
        ("win_worth", "none"),
        ("win_worth", None),
        ("win_worth", -1),
        ("win_worth", True),
        ("win_worth", "10000001"),
        ("opponents", "best"),
        ("opponents", ""),
        ("opponents", None),
        ("opponents", True),
        ("opponents", -1),
        ("opponents", "10000001"),
        ("opponents", "1e3"),
        ("opponents", "1,000"),
        ("opponents", "٣"),
        ("opponents", 2.5),
        ("opponents", ["optimal"]),
        ("opponents", "/"),
        ("opponents", "//"),
        ("opponents", "optimal/cautious"),
        ("opponents", "optimal//cautious"),
        ("opponents", "optimal/best/0"),
        ("opponents", "optimal/cautious/-5"),
        ("opponents", "optimal/optimal/optimal/optimal"),
        pytest.param("opponents", "/" * 100_000, id="opponents-long"),
        ("weights", "none"),
        ("weights", None),
        ("weights", 1),
        ("weights", "3"),
        ("weights", False),
        ("weights", "board/even"),
        ("weights", "mover/even/even"),
        ("weights", "board/even/even/even"),
        ("Ties", "split"),
    ],
)
def test_refused_values_name_the_option(name, value):
    with pytest.raises(RulesError) as caught:
        Rules().with_options({name: value})
    assert caught.value.field == name
    assert name in caught.value.message
    assert len(caught.value.message) < 250


def test_changed_rules_are_custom_and_the_preset_stays():
    joint = Rules.preset("show").with_options({"ties": "joint"})
    assert joint.preset_name == "custom"
    assert joint.options() == SHOW | {"ties": "joint"}
    assert Rules.preset("show").options() == SHOW


@pytest.mark.parametrize(
    ("board_round", "prizes", "value"), [("1", None, 500), ("2", None, 2500), ("bonus1", None, 2500), ("1", 700, 700)]
)
def test_prizes_without_a_value(board_round, prizes, value):
    assert Rules(prizes=prizes).prize_value(board_round) == value


# -- who the opponents are, and who knows the board's weights ------------------------------------


@pytest.mark.parametrize(
    ("opponents", "up", "spelt_out"),
    [
        ("optimal", 0, "optimal"),
        ("cautious", 0, "optimal/cautious/cautious"),
        ("cautious", 1, "cautious/optimal/cautious"),
        ("3000", 2, "3000/3000/optimal"),
        ("cautious/cautious/cautious", 1, "cautious/cautious/cautious"),
        ("aggressive/optimal/0", 0, "aggressive/optimal/0"),
    ],
)
def test_one_word_for_opponents_leaves_out_the_one_who_is_asked(opponents, up, spelt_out):
    rules = Rules(opponents=opponents, house="play").seated(up)
    assert rules == Rules(opponents=spelt_out, house="play")
    assert rules.seated((up + 1) % 3) == rules  # once spelt out they stay, whoever is up later


@pytest.mark.parametrize(
    ("weights", "up", "spelt_out"),
    [
        ("board", 1, "board"),
        ("even", 1, "even"),
        ("mover", 0, "board/even/even"),
        ("mover", 2, "even/even/board"),
        ("even/board/even", 0, "even/board/even"),
    ],
)
def test_the_mover_is_the_one_who_is_asked(weights, up, spelt_out):
    rules = Rules(weights=weights).seated(up)
    assert rules == Rules(weights=spelt_out)
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


def test_words_that_depend_on_who_is_asked_must_be_spelt_out_first():
    with pytest.raises(ValueError, match="spelt out"):
        Rules(opponents="cautious").style(0)
    with pytest.raises(ValueError, match="spelt out"):
        Rules(weights="mover").for_seat(0)


def test_every_option_has_a_sentence_for_fans():
    assert all(option.sentence.endswith(".") for option in OPTIONS.values())
