"""The engine's rule options in a fan's words: the question of each, and the meaning of each value.

The engine decides which options and values there are (a test compares this list with it).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine import RULE_PRESETS, Rules, quoted
from engine.formatting import format_money
from pressorpass_site.core.money import parse_money

from .question import SEATS

MAX_NUMBER = 10_000_000  # the engine takes none above
MAX_CACHED = 256  # rules in a process's cache: visitors use a handful

PRESET_LABELS = {
    "show": "The show’s rules",
    "seed": "Simplified rules (C++ solver)",
    "original": "Simplified rules and habits (C++ solver)",
}
BRIEF_PRESET_LABELS = {
    "show": "standard rules",
    "seed": "simplified rules (C++ solver)",
    "original": "simplified rules and habits (C++ solver)",
}


@dataclass(frozen=True)
class OptionLabels:
    """One option in words. `values` are its choices, or the words that may replace a number; `by_seat` those of one seat."""

    name: str
    question: str
    values: dict[str, str]
    number: bool = False
    figure: Callable[[int], str] = format_money
    numbers: str = "this many dollars"
    minimum: int = 0
    by_seat: Mapping[str, str] = field(default_factory=dict)

    def label(self, value: str) -> str:
        if "/" in value and self.by_seat:
            seat_values = zip(SEATS, value.split("/"), strict=False)
            return ", ".join(f"{seat} {self.by_seat.get(one) or self._format_number(one)}" for seat, one in seat_values)
        return self.values.get(value) or self._format_number(value)

    def read(self, text: str) -> str:
        """Return the typed value as the engine writes it. Raises ValueError with the valid values."""
        if text.strip().lower() in self.values:
            return text.strip().lower()
        try:
            number = parse_money(text, highest=MAX_NUMBER)
        except ValueError:
            number = -1
        if number < self.minimum:
            dollars = " of dollars" if self.figure is format_money else ""
            words = "".join(f", or “{value}” ({meaning})" for value, meaning in self.values.items())
            raise ValueError(
                f"{quoted(text)} is not valid here. Enter a whole number{dollars} from {self.minimum} to {MAX_NUMBER:,}"
                f"{words}."
            )
        return str(number)

    def _format_number(self, value: str) -> str:
        return self.figure(int(value)) if value.isdigit() else value


def name_passing_above(dollars: int) -> str:
    """Return the words for a contestant who plays by the lead alone."""
    return f"passes only with a lead above {format_money(dollars)}"


STYLE_LABELS = {
    "optimal": "plays as well as possible",
    "aggressive": name_passing_above(10_000),
    "cautious": "passes whenever in the lead",
}

OPTION_LABELS = (
    OptionLabels(
        "ties",
        "A tie for the top",
        {"split": "shares the win", "joint": "is a full win for each"},
    ),
    OptionLabels(
        "turn_order",
        "Who plays next, among those with spins",
        {
            "score": "the lowest score",
            "seat": "the leftmost",
            "cyclic": "the next to the right",
            "receiver": "after the first lap, the one who received spins last",
        },
    ),
    OptionLabels(
        "level_opponents",
        "If the opponents are tied, a pass goes to",
        {"chooser": "the opponent the passer chooses", "next_seat": "the next seat"},
    ),
    OptionLabels(
        "choices",
        "On “Move One Space” and “Pick a Corner”",
        {"visible": "the contestant chooses, seeing the slides", "even": "chosen at random"},
    ),
    OptionLabels(
        "lose_whammy",
        "“$2,000 or lose a Whammy” is",
        {"choice": "the contestant’s choice", "money": "always the money"},
    ),
    OptionLabels("third_place_plays", "Third place", {"no": "may pass", "yes": "never passes"}),
    OptionLabels("max_lead", "Always pass with a lead above", {"none": "no limit"}, number=True),
    OptionLabels(
        "cap_passes", "A contestant whose score has stopped growing", {"no": "may press", "yes": "always passes"}
    ),
    OptionLabels(
        "prizes",
        "A prize without a stated value counts as",
        {"auto": "$2,500 ($500 in round 1)", "pool": "a random prize from the list of 1984–85"},
        number=True,
    ),
    OptionLabels("cap", "Scores stop growing at", {"auto": "a limit too high to matter"}, number=True, minimum=1),
    OptionLabels(
        "goal",
        "All contestants play",
        {"win": "to win", "money": "for the most money", "blend": "for the money and for the win itself"},
    ),
    OptionLabels("win_worth", "In addition to the money, a win is worth", {}, number=True),
    OptionLabels(
        "opponents",
        "Each opponent",
        STYLE_LABELS,
        number=True,
        figure=name_passing_above,
        numbers="passes only with a lead above this many dollars",
        by_seat=STYLE_LABELS,
    ),
    OptionLabels(
        "house",
        "The last contestant still in",
        {"won": "wins at once", "play": "plays on against the house and may stop at any time"},
    ),
    OptionLabels(
        "weights",
        "Slides come up",
        {
            "board": "as often as the board says",
            "even": "equally often",
            "mover": "as the board says for the contestant who is up, equally often for the others",
        },
        by_seat={"board": "as often as the board says", "even": "equally often"},
    ),
    OptionLabels(
        "unit",
        "Board values are rounded to multiples of",
        {"auto": "the finest that is fast enough"},
        number=True,
        minimum=1,
    ),
    OptionLabels(
        "reduce",
        "Outcomes of a spin, at most",
        {"none": "all outcomes of the board"},
        number=True,
        figure=str,
        numbers="this many",
        minimum=3,
    ),
    OptionLabels(
        "reduce_from",
        "Limit the outcomes only while the spins left are at least",
        {},
        number=True,
        figure=str,
        numbers="this many",
        minimum=1,
    ),
)


def format_option(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _list_option_texts(rules: Rules) -> dict[str, str]:
    return {name: format_option(value) for name, value in rules.options().items()}


_PRESET_TEXTS = {name: _list_option_texts(preset) for name, preset in RULE_PRESETS.items()}


@lru_cache(maxsize=MAX_CACHED)
def find_changed_options(rules: Rules) -> tuple[str, Mapping[str, str]]:
    """Return the preset these rules are nearest to, and the options in which they differ from it."""
    options = _list_option_texts(rules)
    changes = {
        name: {key: value for key, value in options.items() if preset[key] != value}
        for name, preset in _PRESET_TEXTS.items()
    }
    return min(changes.items(), key=lambda item: len(item[1]))


def describe_rules(rules: Rules) -> str:
    """Return text such as “standard rules”, or “standard rules · a tie for the top is a full win for each”."""
    preset, options = find_changed_options(rules)
    parts = [BRIEF_PRESET_LABELS.get(preset, preset)]
    parts += [get_option_label(name, value) for name, value in options.items()]
    return " · ".join(parts)


def get_option_label(name: str, value: str) -> str:
    labels = next((label for label in OPTION_LABELS if label.name == name), None)
    if labels is None:
        return f"{name}: {value}"
    colon = ":" if "/" in value else ""
    return f"{labels.question[0].lower()}{labels.question[1:]}{colon} {labels.label(value)}"
