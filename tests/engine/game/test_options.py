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
    "prizes": "auto",
    "cap": "auto",
    "goal": "win",
    "win_worth": 5000,
    "opponents": "optimal",
    "house": "won",
    "weights": "board",
    "unit": "auto",
    "reduce": "none",
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


@pytest.mark.parametrize(("name", "options"), [("show", SHOW), ("seed", SEED)])
def test_presets(name, options):
    rules = Rules.preset(name)
    assert rules.options() == options
    assert list(rules.options()) == list(OPTIONS)
    assert rules.preset_name == name
    assert set(RULE_PRESETS) == {"show", "seed"}


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
        ("Ties", "split"),
    ],
)
def test_refused_values_name_the_option(name, value):
    with pytest.raises(RulesError) as caught:
        Rules().with_options({name: value})
    assert caught.value.field == name
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


def test_every_option_has_a_sentence_for_fans():
    assert all(option.sentence.endswith(".") for option in OPTIONS.values())
