"""Rule options: what the sources leave open, and the simplifications of older programs.

Each option has a name, the values it takes, and a sentence for fans. Two presets: ``show`` (the
show's rules, docs/rules.md) and ``seed`` (the simplifications of the original C++ solver).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from engine.errors import RulesError

MAX_NUMBER = 10_000_000


@dataclass(frozen=True, slots=True)
class Rules:
    """One value for each option; see ``OPTIONS`` for what they mean.

    ``prizes`` None stands for $2,500 in round 2 and $500 in round 1. ``cap`` None is "auto",
    ``unit`` None is "auto", ``reduce`` None is "none".
    """

    ties: str = "split"
    turn_order: str = "score"
    level_opponents: str = "chooser"
    choices: str = "visible"
    lose_whammy: str = "choice"
    third_place_plays: bool = False
    max_lead: int | None = None
    prizes: int | str | None = None
    cap: int | None = None
    goal: str = "win"
    unit: int | None = None
    reduce: int | None = None

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The preset of that name. Raises RulesError if there is none."""
        if name not in RULE_PRESETS:
            raise RulesError(f"The rules are one of {', '.join(RULE_PRESETS)}.", field="rules")
        return RULE_PRESETS[name]

    @property
    def preset_name(self) -> str:
        """The preset these options are, or "custom"."""
        return next((name for name, rules in RULE_PRESETS.items() if rules == self), "custom")

    def with_options(self, options: Mapping[str, Any]) -> Rules:
        """These rules with some options set, from texts or plain values.

        Raises:
            RulesError: an unknown option or value; ``field`` is the option's name.
        """
        changes: dict[str, Any] = {}
        for name, value in options.items():
            if name not in OPTIONS:
                raise RulesError(f"There is no option {name}; known are {', '.join(OPTIONS)}.", field=name)
            changes[name] = OPTIONS[name].read(value)
        return replace(self, **changes)

    def options(self) -> dict[str, Any]:
        """Every option as a plain JSON value, in the order to show them."""
        return {name: OPTIONS[name].write(getattr(self, name)) for name in OPTIONS}

    def prize_value(self, board_round: str) -> int:
        """Dollars counted for a prize whose value the board does not give."""
        if isinstance(self.prizes, int):
            return self.prizes
        return 500 if board_round == "1" else 2500


@dataclass(frozen=True, slots=True)
class Option:
    """How one option is written and what it means to a fan."""

    name: str
    values: tuple[str, ...]
    sentence: str
    number: bool = False
    yes_no: bool = False
    minimum: int = 0

    def read(self, value: Any) -> Any:
        """The stored value for a text or plain value; RulesError if it is not one of ours."""
        plain = value is None or isinstance(value, str) or (isinstance(value, int) and abs(value) <= MAX_NUMBER)
        if not plain or (isinstance(value, bool) and not self.yes_no):
            raise RulesError(f"{self.name} takes {self._allowed()}.", field=self.name)
        text = ("none" if value is None else str(value)).strip().lower()
        if self.yes_no:
            if text in ("yes", "true", "on", "1"):
                return True
            if text in ("no", "false", "off", "0"):
                return False
            raise RulesError(f"{self.name} takes yes or no.", field=self.name)
        if text in self.values:
            return None if text in ("auto", "none") else text
        digits = text.lstrip("0") or "0"
        if self.number and text.isascii() and text.isdigit() and self.minimum <= int(digits[:12]) <= MAX_NUMBER:
            return int(digits)
        raise RulesError(f"{self.name} takes {self._allowed()}.", field=self.name)

    def write(self, value: Any) -> Any:
        if value is None:
            return next(v for v in self.values if v in ("auto", "none"))
        return value

    def _allowed(self) -> str:
        allowed = list(self.values)
        if self.number:
            allowed.append(f"a whole number from {self.minimum} to {MAX_NUMBER:,}")
        return " or ".join(allowed)


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option("ties", ("split", "joint"), "Contestants level at the top share the win, or each wins fully."),
        Option(
            "turn_order",
            ("score", "seat", "cyclic"),
            "Who plays next among those with spins: the lowest score, the leftmost, or the next to the right.",
        ),
        Option(
            "level_opponents",
            ("chooser", "next_seat"),
            "If both opponents are level, the passer chooses who gets the spins, or the next seat round does.",
        ),
        Option(
            "choices",
            ("visible", "even"),
            "On a choice square the contestant picks among the slides that show, or fate picks evenly.",
        ),
        Option(
            "lose_whammy",
            ("choice", "money"),
            "“$2,000 or lose a Whammy”: the contestant decides, or it is always the money.",
        ),
        Option("third_place_plays", (), "A contestant in third place never passes.", yes_no=True),
        Option(
            "max_lead",
            ("none",),
            "With a lead above this many dollars a contestant always passes if he may.",
            number=True,
        ),
        Option(
            "prizes",
            ("auto", "pool"),
            "Dollars counted for a prize: a number (auto: $2,500, in round 1 $500), or drawn from the list of 1984-85.",
            number=True,
        ),
        Option("cap", ("auto",), "A score stops growing here; auto is too high to matter.", number=True, minimum=1),
        Option("goal", ("win", "money"), "Everybody plays to win, or for the most money on average."),
        Option(
            "unit",
            ("auto",),
            "Board values are rounded half up to multiples of this; auto is the finest that can be afforded.",
            number=True,
            minimum=1,
        ),
        Option(
            "reduce",
            ("none",),
            "A spin has only this many outcomes, with the same mean money and chances of a Whammy and of a spin.",
            number=True,
            minimum=3,
        ),
    )
}
assert set(OPTIONS) == {f.name for f in fields(Rules)}

RULE_PRESETS: dict[str, Rules] = {
    "show": Rules(),
    "seed": Rules(
        turn_order="seat",
        level_opponents="next_seat",
        choices="even",
        lose_whammy="money",
        prizes=2500,
        cap=20_000,
        unit=250,
    ),
}
