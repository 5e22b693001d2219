from engine import OPTIONS, RULE_PRESETS, Rules
from pressorpass_site.questions.rule_labels import (
    BRIEF_PRESET_LABELS,
    OPTION_LABELS,
    PRESET_LABELS,
    changed_options,
    describe_rules,
    format_option,
)


def test_every_option_of_the_engine_has_words_and_every_word_an_option() -> None:
    assert [words.name for words in OPTION_LABELS] == list(OPTIONS)
    assert set(PRESET_LABELS) == set(BRIEF_PRESET_LABELS) == set(RULE_PRESETS)


def test_every_value_offered_is_one_the_engine_takes() -> None:
    for words in OPTION_LABELS:
        for value in words.values:
            taken = Rules.preset("show").with_options({words.name: value}).options()[words.name]
            assert format_option(taken) == value
        assert words.number == OPTIONS[words.name].number
        assert not words.number or words.least == OPTIONS[words.name].minimum


def test_opponents_and_weights_are_said_for_everybody_or_by_seat() -> None:
    def said(**options: object) -> str:
        return describe_rules(Rules.preset("show").with_options(options)).removeprefix("standard rules · ")

    assert said(opponents="cautious") == "each opponent passes whenever in the lead"
    assert said(opponents=3000) == "each opponent passes only with a lead above $3,000"
    assert said(opponents="optimal/aggressive/0") == (
        "each opponent: Left plays as well as possible, Center passes only with a lead above $10,000, "
        "Right passes only with a lead above $0"
    )
    assert said(weights="board/even/even").startswith("slides come up: Left as often as the board says, Center equally")
    assert said(goal="blend", win_worth=8000) == (
        "all contestants play for the money and for the win itself · in addition to the money, a win is worth $8,000"
    )
    assert said(house="play") == "the last contestant still in plays on against the house and may stop at any time"


def test_rules_are_said_by_how_they_differ() -> None:
    rules = Rules.preset("show").with_options({"ties": "joint", "prizes": 3000})
    assert changed_options(rules) == ("show", {"ties": "joint", "prizes": "3000"})
    assert describe_rules(Rules.preset("show")) == "standard rules"
    assert "$3,000" in describe_rules(rules)
    assert changed_options(Rules.preset("seed")) == ("seed", {})
    few = describe_rules(Rules.preset("seed").with_options({"reduce": 5}))
    assert few.endswith(" · outcomes of a spin, at most 5")
