from engine import OPTIONS, RULE_PRESETS, Rules
from pressorpass_site.analyses.rule_words import (
    PRESET_BRIEF,
    PRESET_WORDS,
    RULE_WORDS,
    changed_options,
    plain,
    sentence,
)


def test_every_option_of_the_engine_has_words_and_every_word_an_option() -> None:
    assert [words.name for words in RULE_WORDS] == list(OPTIONS)
    assert set(PRESET_WORDS) == set(PRESET_BRIEF) == set(RULE_PRESETS)


def test_every_value_offered_is_one_the_engine_takes() -> None:
    for words in RULE_WORDS:
        for value in words.values:
            taken = Rules.preset("show").with_options({words.name: value}).options()[words.name]
            assert plain(taken) == value
        assert words.number == OPTIONS[words.name].number


def test_rules_are_said_by_how_they_differ() -> None:
    rules = Rules.preset("show").with_options({"ties": "joint", "prizes": 3000})
    assert changed_options(rules) == ("show", {"ties": "joint", "prizes": "3000"})
    assert sentence(Rules.preset("show")) == "show rules"
    assert "$3,000" in sentence(rules)
    assert changed_options(Rules.preset("seed")) == ("seed", {})
    few = sentence(Rules.preset("seed").with_options({"reduce": 5}))
    assert few.endswith(" · outcomes of a spin, at most 5")
