from engine import OPTIONS, RULE_PRESETS, Rules
from pressorpass_site.questions.rule_labels import (
    BRIEF_PRESET_LABELS,
    OPTION_LABELS,
    PRESET_LABELS,
    describe_rules,
    find_changed_options,
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
        assert not words.number or words.minimum == OPTIONS[words.name].minimum


def test_rules_are_said_by_how_they_differ() -> None:
    rules = Rules.preset("show").with_options({"ties": "joint", "prizes": 3000})
    assert find_changed_options(rules) == ("show", {"ties": "joint", "prizes": "3000"})
    assert describe_rules(Rules.preset("show")) == "standard rules"
    assert "$3,000" in describe_rules(rules)
    assert find_changed_options(Rules.preset("seed")) == ("seed", {})
    few = describe_rules(Rules.preset("seed").with_options({"reduce": 5}))
    assert few.endswith(" · outcomes of a spin, at most 5")
