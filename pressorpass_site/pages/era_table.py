"""The table of rule options, era by era, in words for fans."""

from dataclasses import dataclass

from engine import ERAS, FACT_MARKS, OPTIONS, Fact
from pressorpass_site.questions.rule_labels import OPTION_LABELS, OptionLabels


@dataclass(frozen=True)
class EraValue:
    """An option's default in one era in words, with the fact behind it."""

    era: str
    value: str
    fact: Fact

    @property
    def sure(self) -> str:
        if self.fact.mark.isdigit() and self.fact.mark != "1":
            return f"{self.fact.mark} independent sources"
        return FACT_MARKS[self.fact.mark].partition(":")[0].partition(";")[0]


@dataclass(frozen=True)
class OptionRow:
    """One option; `about` is the engine's description."""

    name: str
    question: str
    about: str
    values: list[tuple[str, str]]
    cells: list[EraValue]


def build_rows() -> list[OptionRow]:
    labels = {option_label.name: option_label for option_label in OPTION_LABELS}
    return [
        OptionRow(
            name,
            labels[name].question,
            option.sentence,
            _list_era_values(labels[name]),
            [
                EraValue(f"{era.name}, {era.years}", labels[name].label(era.facts[name].value), era.facts[name])
                for era in ERAS
            ],
        )
        for name, option in OPTIONS.items()
    ]


def _list_era_values(labels: OptionLabels) -> list[tuple[str, str]]:
    numbers = [("a number", labels.numbers)] if labels.number else []
    return [*labels.values.items(), *numbers]
