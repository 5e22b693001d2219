"""The engine's rule options in a fan's words: what each asks, and what each value means.

The engine decides which options and values there are (a test holds this list against it); this
file only says them to people, in forms and beside answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine import RULE_PRESETS, Rules, quoted
from pressorpass_site.core.formatting import money
from pressorpass_site.core.money import parse_money

DEFAULT_PRESET = "show"
SEATS = ("Left", "Centre", "Right")
HIGHEST_NUMBER = 10_000_000  # the engine takes none above

PRESET_WORDS = {
    "show": "The show’s rules",
    "seed": "The simplified rules of the original C++ solver",
}
PRESET_BRIEF = {"show": "show rules", "seed": "simplified rules (C++ solver)"}


@dataclass(frozen=True)
class RuleWords:
    """One option: `values` are the choices, or the words among numbers if `number` is set.

    `figure` is how a number is said, `numbers` how any number is; by default it is dollars, `least` or more. `by_seat` are
    the words of an option that may have a value for each contestant, joined by "/".
    """

    name: str
    question: str
    values: dict[str, str]
    number: bool = False
    figure: Callable[[int], str] = money
    numbers: str = "so many dollars"
    least: int = 0
    by_seat: Mapping[str, str] = field(default_factory=dict)

    def said(self, value: str) -> str:
        """A value in words."""
        if "/" in value and self.by_seat:
            each = zip(SEATS, value.split("/"), strict=False)
            return ", ".join(f"{seat} {self.by_seat.get(one) or self._number(one)}" for seat, one in each)
        return self.values.get(value) or self._number(value)

    def read(self, text: str) -> str:
        """The number or word that somebody typed, as the engine writes it.

        Raises:
            ValueError: the message says what would be right.
        """
        if text.strip().lower() in self.values:
            return text.strip().lower()
        try:
            number = parse_money(text, highest=HIGHEST_NUMBER)
        except ValueError:
            number = -1
        if number < self.least:
            dollars = " of dollars" if self.figure is money else ""
            words = "".join(f", or “{value}” ({meaning})" for value, meaning in self.values.items())
            raise ValueError(
                f"{quoted(text)} can’t be read here. A whole number{dollars} from {self.least} to {HIGHEST_NUMBER:,}"
                f"{words}, please."
            )
        return str(number)

    def _number(self, value: str) -> str:
        return self.figure(int(value)) if value.isdigit() else value


def above_a_lead(dollars: int) -> str:
    """How somebody plays who goes by his lead alone."""
    return f"passes only with a lead above {money(dollars)}"


STYLES = {
    "optimal": "plays as well as can be",
    "aggressive": above_a_lead(10_000),
    "cautious": "passes as soon as in the lead",
}

RULE_WORDS = (
    RuleWords(
        "ties",
        "A tie for the top",
        {"split": "shares the win", "joint": "is a full win for each"},
    ),
    RuleWords(
        "turn_order",
        "Next to play, among those with spins",
        {"score": "the lowest score", "seat": "the leftmost", "cyclic": "the next to the right"},
    ),
    RuleWords(
        "level_opponents",
        "A pass, when both opponents are level, goes to",
        {"chooser": "the one the passer picks", "next_seat": "the next seat round"},
    ),
    RuleWords(
        "choices",
        "On “Move One Space” and “Pick a Corner”",
        {"visible": "the contestant picks, seeing the slides", "even": "chance picks evenly"},
    ),
    RuleWords(
        "lose_whammy",
        "“$2,000 or lose a Whammy” is",
        {"choice": "the contestant’s choice", "money": "always the money"},
    ),
    RuleWords("third_place_plays", "Third place", {"no": "may pass", "yes": "never passes"}),
    RuleWords("max_lead", "A lead above this many dollars always passes", {"none": "no such rule"}, number=True),
    RuleWords(
        "prizes",
        "A prize without a stated value counts",
        {"auto": "$2,500 ($500 in round 1)", "pool": "as drawn from the list of 1984–85"},
        number=True,
    ),
    RuleWords("cap", "Scores stop growing at", {"auto": "too high to matter"}, number=True, least=1),
    RuleWords(
        "goal",
        "Everybody plays",
        {"win": "to win", "money": "for the most money", "blend": "for the money and for the win itself"},
    ),
    RuleWords("win_worth", "Beside the money, the win itself is worth", {}, number=True),
    RuleWords(
        "opponents",
        "Each opponent",
        STYLES,
        number=True,
        figure=above_a_lead,
        numbers="passes only with a lead above so many dollars",
        by_seat=STYLES,
    ),
    RuleWords(
        "house",
        "The last one still in",
        {"won": "has won at once", "play": "plays on against the house while he likes"},
    ),
    RuleWords(
        "weights",
        "Slides come up",
        {
            "board": "as often as the board says",
            "even": "all alike",
            "mover": "as the board says for the one up, all alike for the others",
        },
        by_seat={"board": "as often as the board says", "even": "all alike"},
    ),
    RuleWords(
        "unit", "Board values are rounded to multiples of", {"auto": "the finest affordable"}, number=True, least=1
    ),
    RuleWords(
        "reduce",
        "Outcomes of a spin, at most",
        {"none": "all of the board"},
        number=True,
        figure=str,
        numbers="so many",
        least=3,
    ),
)


def plain(value: object) -> str:
    """An option's value as forms and addresses write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def changed_options(rules: Rules) -> tuple[str, dict[str, str]]:
    """The preset these rules are nearest to, and the options in which they differ from it."""
    options = {name: plain(value) for name, value in rules.options().items()}
    best: tuple[str, dict[str, str]] | None = None
    for name, preset in RULE_PRESETS.items():
        base = {key: plain(value) for key, value in preset.options().items()}
        differing = {key: value for key, value in options.items() if base[key] != value}
        if best is None or len(differing) < len(best[1]):
            best = (name, differing)
    assert best is not None
    return best


def sentence(rules: Rules) -> str:
    """“show rules”, or “show rules · a tie for the top is a full win for each”."""
    preset, changed = changed_options(rules)
    parts = [PRESET_BRIEF.get(preset, preset)]
    parts += [option_words(name, value) for name, value in changed.items()]
    return " · ".join(parts)


def option_words(name: str, value: str) -> str:
    """One changed option in words."""
    words = next((w for w in RULE_WORDS if w.name == name), None)
    if words is None:
        return f"{name}: {value}"
    colon = ":" if "/" in value else ""
    return f"{words.question[0].lower()}{words.question[1:]}{colon} {words.said(value)}"
