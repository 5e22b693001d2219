"""Options of questions, and the readers of their typed values.

A reader takes the text and returns the value, or raises InputError with a message that continues the
option's name: “must be a whole number from 1 to 100”.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import InputError
from .answer import Value
from .controls import PlayerControl, Slider

Reader = Callable[[str], Value]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a question.

    Attributes:
        name: as on the command line, without the dashes: ``opp-open``.
        help: its meaning, with its unit.
        read: reads the typed text. Raises InputError.
        default: its value as typed if it is left out; None if there is none.
        required: whether a value must be given.
        choices: the only words that it takes, if there are a few.
        flag: whether it takes no value.
        local: whether it names files of this machine, which only the command line may do.
        label, hint: its words in a form; ``group`` is the legend above it.
        words: labels of its choices, by value; with them, a form offers choices even where any text is read.
        radios: whether a form shows all choices instead of a select.
        slider: beside the number in a form.
        player: the control of choices with numbers; with ``many``, of a list of them.
        slots: number of selects in a form, for an option that is a list of ``words``.
        wide: whether it takes the whole width of a form.
        long: whether it takes a text of any length.
    """

    name: str
    help: str
    read: Reader
    default: str | None = None
    required: bool = False
    choices: tuple[str, ...] = ()
    flag: bool = False
    local: bool = False
    label: str = ""
    hint: str = ""
    group: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    radios: bool = False
    slider: Slider | None = None
    player: PlayerControl | None = None
    many: bool = False
    slots: int = 0
    wide: bool = False
    long: bool = False

    def with_changes(self, **changes: Any) -> Option:
        return replace(self, **changes)

    def with_hint(self, hint: str, slider: Sequence[float] = ()) -> Option:
        """Return this option with a hint, and with a slider of these bounds and, if not 1, this step."""
        return replace(self, hint=hint, slider=Slider(*slider) if slider else self.slider)

    @property
    def key(self) -> str:
        """Its name among the parameters: ``opp_open``."""
        return self.name.replace("-", "_")


def whole_reader(low: int, high: int) -> Reader:
    def read(text: str) -> int:
        stripped = text.strip()
        if not re.fullmatch(r"[+-]?[0-9]{1,15}", stripped) or not low <= int(stripped) <= high:
            raise InputError(f"must be a whole number from {low} to {high}, not {_quote(text)}")
        return int(stripped)

    return read


def number_reader(low: float, high: float) -> Reader:
    """Return a reader of a number from ``low`` to ``high``: 0.25, .25 or 1/4."""

    def read(text: str) -> float:
        try:
            top, _, bottom = text.strip().partition("/")
            value = float(top) / float(bottom) if bottom else float(text)
        except (ValueError, ZeroDivisionError):
            value = math.nan
        if not low <= value <= high:
            raise InputError(f"must be a number from {low:g} to {high:g}, not {_quote(text)}")
        return value

    return read


def shares_reader(max_count: int) -> Reader:
    """Return a reader of one to ``max_count`` numbers from 0 to 1, separated by commas."""
    one = number_reader(0, 1)

    def read(text: str) -> list[Value]:
        parts = text.split(",")
        if len(parts) > max_count:
            raise InputError(f"must be at most {max_count} numbers with commas between, not {len(parts)}")
        return [one(part) for part in parts]

    return read


def word_reader(*choices: str) -> Reader:
    """Return a reader of one of a few words."""

    def read(text: str) -> str:
        if text.strip() not in choices:
            raise InputError(f"must be {join_with_or(choices)}, not {_quote(text)}")
        return text.strip()

    return read


def parse_flag(text: str) -> bool:
    """Read a flag in an address: a word for yes or no; empty means no."""
    words = word_reader("0", "1", "no", "yes", "false", "true", "on")(text.lower() if text.strip() else "no")
    return words not in ("0", "no", "false")


def integer(
    name: str, label: str, text: str, low: int, high: int, default: str | None = None, **form_options: Any
) -> Option:
    return _build_number(name, label, text, whole_reader(low, high), default, **form_options)


def decimal(
    name: str, label: str, text: str, low: float, high: float, default: str | None = None, **form_options: Any
) -> Option:
    return _build_number(name, label, text, number_reader(low, high), default, **form_options)


def _build_number(
    name: str, label: str, text: str, read: Reader, default: str | None, slider: Sequence[float] = (), **form: Any
) -> Option:
    return Option(name, text, read, default, label=label, slider=Slider(*slider) if slider else None, **form)


def choice(
    name: str, label: str, text: str, words: Mapping[str, str], default: str | None = None, **form_options: Any
) -> Option:
    """Return an option that takes one of a few words, shown as a select; ``words`` has their labels."""
    return Option(
        name, text, word_reader(*words), default, choices=tuple(words), label=label, words=words, **form_options
    )


def radios(
    name: str, label: str, text: str, words: Mapping[str, str], default: str | None = None, **form_options: Any
) -> Option:
    """Return an option that takes one of a few words, shown as radio buttons."""
    return choice(name, label, text, words, default, radios=True, **form_options)


def players(name: str, label: str, text: str, player: PlayerControl, default: str, **form_options: Any) -> Option:
    """Return an option that names a player, or several with ``many``."""
    return Option(name, text, str, default, label=label, player=player, wide=True, **form_options)


def flag(name: str, label: str, text: str, **form_options: Any) -> Option:
    return Option(name, text, parse_flag, flag=True, label=label, **form_options)


def group(legend: str, *options: Option) -> tuple[Option, ...]:
    return tuple(option.with_changes(group=legend) for option in options)


def check_best_responses(a: bool, b: bool) -> None:
    """Raise InputError (``field``: b) if both players are best responses."""
    if a and b:
        raise InputError(
            "must be a policy that --a can be the best response to: two best responses are “optimal” for both",
            field="b",
        )


def join_with_or(choices: tuple[str, ...]) -> str:
    """Return text such as “a, b or c”."""
    return " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))


def _quote(text: str) -> str:
    shortened = text if len(text) <= 40 else text[:39] + "…"
    return f"“{shortened}”" if text.strip() else "nothing"


# Legends of forms.
PLAYED, THE_METHOD, THE_SCORES = "What was played", "The method", "The scores"
MAX_GAMES, MAX_SEED = 100_000_000, 2**63 - 1
# The options of every simulation.
GAMES, SEED = group(
    THE_METHOD,
    integer("games", "Games", "how many games are simulated", 2, MAX_GAMES, "100000", hint="how many are simulated"),
    integer("seed", "Seed", "the seed of the simulation: the same seed, the same games", 0, MAX_SEED, "1").with_hint(
        "the same seed, the same dice"
    ),
)


def points(name: str, label: str, text: str, max_points: int) -> Option:
    """Return an option of a player's points, which must be below the option ``goal``."""
    slider = Slider(0, 99, below="goal")
    return Option(name, text, whole_reader(0, max_points), "0", label=label, slider=slider, group=THE_SCORES)


# Both players' points in a game of dice to at most 1,000.
MAX_GOAL = 1000
SCORES = (
    points("own", "A’s points", "A's points", MAX_GOAL - 1),
    points("opp", "B’s points", "B's points", MAX_GOAL - 1),
)


def read_score(parameters: Mapping[str, Any], name: str) -> int:
    """Return a player's points. Raises InputError if they have won already."""
    points: int = parameters[name]
    if points >= parameters["goal"]:
        raise InputError(f"must be less than the goal of {parameters['goal']}", field=name)
    return points


def read_scores(parameters: Mapping[str, Any]) -> tuple[int, int]:
    """Return both players' points. Raises InputError if one has won already."""
    return read_score(parameters, "own"), read_score(parameters, "opp")


def record(text: str, hint: str, label: str = "The game") -> Option:
    return Option("record", text, str, required=True, label=label, hint=hint, wide=True, long=True, group=PLAYED)
