"""Rule options: points that the sources leave open, and simplifications of older programs.

Each option has a name, the values it takes, and a sentence for fans. There are three presets: ``show``
(the show's rules, docs/rules.md), ``seed`` (the simplifications of the original C++ solver) and ``original`` (``seed``
plus that solver's habits, which change the answers further).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from ..errors import RulesError
from .position import SEATS

MAX_NUMBER = 10_000_000

# The original describes boards of three outcomes for games with many spins left, without saying how many. Its list of
# test positions calls nine, five and even four spins “too many” (docs/rules.md).
REDUCED_TO = 3
MANY_SPINS = 9

# The lead in dollars above which contestants of a style pass; otherwise they press.
STYLES = {"aggressive": 10_000, "cautious": 0}


@dataclass(frozen=True, slots=True)
class Rules:
    """One value for each option, explained in ``OPTIONS``.

    ``prizes`` None stands for $2,500 in round 2 and $500 in round 1. ``cap`` None is "auto",
    ``unit`` None is "auto", ``reduce`` None is "none".

    ``opponents`` and ``weights`` may hold one word for each seat, joined by "/". ``seated`` spells out words
    whose meaning depends on the mover of the question's position; the rules of play
    (``engine.game.rules``, ``engine.game.spin``) take only the spelled-out form.
    """

    ties: str = "split"
    turn_order: str = "score"
    level_opponents: str = "chooser"
    choices: str = "visible"
    lose_whammy: str = "choice"
    third_place_plays: bool = False
    max_lead: int | None = None
    cap_passes: bool = False
    prizes: int | str | None = None
    cap: int | None = None
    goal: str = "win"
    win_worth: int = 5000
    opponents: str = "optimal"
    house: str = "won"
    weights: str = "board"
    unit: int | None = None
    reduce: int | None = None
    reduce_from: int = 1

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Return the preset of that name. Raises RulesError if there is none."""
        if name not in RULE_PRESETS:
            raise RulesError(f"The rules are one of {', '.join(RULE_PRESETS)}.", field="rules")
        return RULE_PRESETS[name]

    @property
    def preset_name(self) -> str:
        """The preset with these options, or "custom"."""
        return next((name for name, rules in RULE_PRESETS.items() if rules == self), "custom")

    def with_options(self, options: Mapping[str, Any]) -> Rules:
        """Return these rules with some options set, from texts or plain values.

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
        """Return every option as a plain JSON value, in display order."""
        return dict(_list_rule_options(self))

    def identity(self) -> dict[str, Any]:
        """Return the options that tell questions apart.

        Options that are newer than stored answers are omitted at their defaults, so that those answers are still found.
        """
        return dict(_identify_rules(self))

    def at(self, spins_left: int) -> Rules:
        """Return the rules of a spin with these spins left in the game: without ``reduce`` below ``reduce_from``."""
        return self if self.reduce is None or spins_left >= self.reduce_from else replace(self, reduce=None)

    def mixes_boards(self, spins_left: int) -> bool:
        """Return whether some of these spins are on the reduced board and some on the whole one."""
        return self.reduce is not None and 1 < self.reduce_from <= spins_left

    @property
    def in_dollars(self) -> bool:
        """Whether payoffs are dollars, not chances to win."""
        return self.goal != "win"

    def seated(self, mover_seat: int) -> Rules:
        """Return these rules with ``opponents`` and ``weights`` spelled out for a position in which ``mover_seat`` is up."""
        opponents, weights = self.opponents, self.weights
        if "/" not in opponents and opponents != "optimal":
            opponents = "/".join("optimal" if seat == mover_seat else opponents for seat in SEATS)
        if weights == "mover":
            weights = "/".join("board" if seat == mover_seat else "even" for seat in SEATS)
        return (
            self
            if (opponents, weights) == (self.opponents, self.weights)
            else replace(self, opponents=opponents, weights=weights)
        )

    def with_seating(self, seating: tuple[int, int, int]) -> Rules:
        """Return these rules after the contestants change places: ``seating`` has the new seat of each."""

        def reorder(text: str) -> str:
            words = text.split("/")
            return text if len(words) == 1 else "/".join(words[seating.index(seat)] for seat in SEATS)

        return replace(self, opponents=reorder(self.opponents), weights=reorder(self.weights))

    def style(self, seat: int) -> int | None:
        """Return the lead in dollars up to which this seat presses, else it passes; None if it plays optimally.

        Raises:
            ValueError: ``opponents`` is not spelled out; see ``seated``.
        """
        if self.opponents == "optimal":
            return None
        words = self.opponents.split("/")
        if len(words) != len(SEATS):
            raise ValueError("opponents must be spelled out by seat (Rules.seated)")
        word = words[seat]
        return None if word == "optimal" else STYLES[word] if word in STYLES else int(word)

    def for_seat(self, seat: int) -> Rules:
        """Return the rules as they apply to one seat: ``weights`` is the word for it.

        Raises:
            ValueError: ``weights`` is not spelled out; see ``seated``.
        """
        if self.weights in ("board", "even"):
            return self
        words = self.weights.split("/")
        if len(words) != len(SEATS):
            raise ValueError("weights must be spelled out by seat (Rules.seated)")
        return replace(self, weights=words[seat])

    def prize_value(self, board_round: str) -> int:
        """Return the dollars assumed for a prize whose value the board does not give."""
        if isinstance(self.prizes, int):
            return self.prizes
        return 500 if board_round == "1" else 2500


# Cached, as a page reads them dozens of times.


@lru_cache(maxsize=256)
def _list_rule_options(rules: Rules) -> dict[str, Any]:
    return {name: OPTIONS[name].write(getattr(rules, name)) for name in OPTIONS}


@lru_cache(maxsize=256)
def _identify_rules(rules: Rules) -> dict[str, Any]:
    defaults = Rules()
    return {
        name: value
        for name, value in _list_rule_options(rules).items()
        if name not in LATER_OPTIONS or getattr(rules, name) != getattr(defaults, name)
    }


@dataclass(frozen=True, slots=True)
class Option:
    """The notation of one option, and its meaning for a fan.

    Attributes:
        name: as in ``--set name=value``.
        values: words it takes. number: whether it also takes whole numbers from ``minimum``.
        yes_no: whether it takes yes or no.
        by_seat: words allowed in a value for each seat, joined by "/".
        as_one_word: words of ``by_seat`` whose triple means the same as the single word.
    """

    name: str
    values: tuple[str, ...]
    sentence: str
    number: bool = False
    yes_no: bool = False
    minimum: int = 0
    by_seat: tuple[str, ...] = ()
    as_one_word: tuple[str, ...] = ()

    def read(self, value: Any) -> Any:
        """Return the stored value for a text or plain value. Raises RulesError if the option does not take it."""
        has_valid_type = (
            value is None or isinstance(value, str) or (isinstance(value, int) and abs(value) <= MAX_NUMBER)
        )
        if not has_valid_type or (isinstance(value, bool) and not self.yes_no):
            raise RulesError(f"{self.name} takes {self._describe_values()}.", field=self.name)
        text = ("none" if value is None else str(value)).strip().lower()
        if self.yes_no:
            if text in ("yes", "true", "on", "1"):
                return True
            if text in ("no", "false", "off", "0"):
                return False
            raise RulesError(f"{self.name} takes yes or no.", field=self.name)
        if self.by_seat:
            return self._read_seats(text)
        if text in self.values:
            return None if text in ("auto", "none") else text
        digits = self._read_digits(text)
        if digits is not None:
            return int(digits)
        raise RulesError(f"{self.name} takes {self._describe_values()}.", field=self.name)

    def _read_seats(self, text: str) -> str:
        """Return one word for all, or three by seat; three equal ones become one word if the meaning is the same."""
        if "/" not in text and text in self.values:
            return text
        words = [word.strip() for word in text.split("/")]
        canonical = [word if word in self.by_seat else self._read_digits(word) for word in words]
        if len(canonical) not in (1, len(SEATS)) or any(word is None for word in canonical):
            raise RulesError(f"{self.name} takes {self._describe_values()}.", field=self.name)
        is_uniform = len(set(canonical)) == 1 and (len(canonical) == 1 or canonical[0] in self.as_one_word)
        return str(canonical[0]) if is_uniform else "/".join(map(str, canonical))

    def _read_digits(self, text: str) -> str | None:
        """Return a number in its shortest form; None if the option does not take it."""
        digits = text.lstrip("0") or "0"
        if self.number and text.isascii() and text.isdigit() and self.minimum <= int(digits[:12]) <= MAX_NUMBER:
            return digits
        return None

    def write(self, value: Any) -> Any:
        if value is None:
            return next(v for v in self.values if v in ("auto", "none"))
        return value

    def _describe_values(self) -> str:
        alternatives = list(self.values)
        if self.number:
            alternatives.append(f"a whole number from {self.minimum} to {MAX_NUMBER:,}")
        if self.by_seat:
            words = ", ".join(self.by_seat) + (" or numbers" if self.number else "")
            alternatives.append(f"three of {words} joined by / (one for each contestant)")
        return " or ".join(alternatives)


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option("ties", ("split", "joint"), "Contestants tied at the top share the win, or each gets a full win."),
        Option(
            "turn_order",
            ("score", "seat", "cyclic", "receiver"),
            "Who plays next among those with spins: the lowest score, the leftmost, the next to the right, or after the "
            "first lap the one who received spins last.",
        ),
        Option(
            "level_opponents",
            ("chooser", "next_seat"),
            "If both opponents are level, the passer chooses who gets the spins, or the next seat gets them.",
        ),
        Option(
            "choices",
            ("visible", "even"),
            "On a choice square the contestant picks among the visible slides, or one is drawn at random.",
        ),
        Option(
            "lose_whammy",
            ("choice", "money"),
            "“$2,000 or lose a Whammy”: the contestant decides, or always takes the money.",
        ),
        Option("third_place_plays", (), "A contestant in third place never passes.", yes_no=True),
        Option(
            "max_lead",
            ("none",),
            "With a lead of more dollars than this, a contestant who may pass always does.",
            number=True,
        ),
        Option("cap_passes", (), "At the cap a contestant who may pass always does; not with cap=auto.", yes_no=True),
        Option(
            "prizes",
            ("auto", "pool"),
            "Dollars assumed for a prize: a number (auto: $2,500, in round 1 $500), or drawn from the list of 1984-85.",
            number=True,
        ),
        Option("cap", ("auto",), "Scores stop growing here; auto is too high to matter.", number=True, minimum=1),
        Option(
            "goal",
            ("win", "money", "blend"),
            "All play to win, or for the most money on average, or for the money and the win itself.",
        ),
        Option(
            "win_worth",
            (),
            "With goal=blend: what the win itself is worth in dollars, in addition to the money.",
            number=True,
        ),
        Option(
            "opponents",
            ("optimal", *STYLES),
            "The others play optimally, or pass with a lead above a certain sum and press otherwise: aggressive "
            "$10,000, cautious as soon as they lead. One word for all opponents, or three by contestant.",
            number=True,
            by_seat=("optimal", *STYLES),
            as_one_word=("optimal",),
        ),
        Option(
            "house",
            ("won", "play"),
            "The last contestant in has won at once, or may play on against the house.",
        ),
        Option(
            "weights",
            ("board", "even", "mover"),
            "Slides come up with the board's weights, or all equally often; or with the board's weights for the "
            "contestant who is up and equally often for the others.",
            by_seat=("board", "even"),
            as_one_word=("board", "even"),
        ),
        Option(
            "unit",
            ("auto",),
            "Board values are rounded half up to multiples of this; auto is the finest that fits the limits.",
            number=True,
            minimum=1,
        ),
        Option(
            "reduce",
            ("none",),
            "A spin has only this many outcomes, with the same mean money and chances of a Whammy and of an extra spin.",
            number=True,
            minimum=3,
        ),
        Option(
            "reduce_from",
            (),
            "With reduce: only while at least this many spins are left in the game; later spins are on the whole board.",
            number=True,
            minimum=1,
        ),
    )
}
assert set(OPTIONS) == {f.name for f in fields(Rules)}
LATER_OPTIONS = ("cap_passes", "reduce_from")  # newer than stored answers

_SEED = Rules(
    turn_order="seat",
    level_opponents="next_seat",
    choices="even",
    lose_whammy="money",
    prizes=2500,
    cap=20_000,
    unit=250,
)
RULE_PRESETS: dict[str, Rules] = {
    "show": Rules(),
    "seed": _SEED,
    "original": replace(
        _SEED, third_place_plays=True, max_lead=15_000, cap_passes=True, reduce=REDUCED_TO, reduce_from=MANY_SPINS
    ),
}
