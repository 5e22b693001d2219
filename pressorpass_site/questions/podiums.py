"""A contestant's podium: on the stage of answers, dilemmas, games, reviews and pictures, and as values of the form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import Contestant, Position
from engine.formatting import format_count, format_money

from .podium_words import describe_podium
from .question import SEATS

PARTS = ("score", "earned", "passed", "whammies")  # of a podium in the form
BY_THE_RULES = "rules"  # the rules decide who is up
MAX_DOTS = 5  # spins that are drawn as dots
OUT = 4  # Whammies
WHAMMIES = tuple(str(number) for number in range(OUT + 1))


@dataclass(frozen=True)
class StagePodium:
    """A contestant on the stage; `odds` are bars (`figures.OddsBar`), one for each action of the mover."""

    seat: int
    name: str
    contestant: Contestant
    up: bool
    known: bool = True
    won: bool = False
    odds: Sequence[Any] = field(default=())

    @property
    def number(self) -> int:
        """The seat from 1, by which a podium has its color."""
        return self.seat + 1

    @property
    def score(self) -> str:
        if self.contestant.out:
            return "Out"
        return format_money(self.contestant.score) if self.known else "?"

    @property
    def spins(self) -> str:
        """Text such as “3 spins”, “no spins”, “2 + 1 passed”."""
        if not self.known:
            return "? spins"
        earned, passed = self.contestant.earned, self.contestant.passed
        if passed:
            return f"{earned} + {passed} passed" if earned else f"{passed} passed"
        return format_count(earned, "spin") if earned else "no spins"

    @property
    def dots_say_all(self) -> bool:
        """Whether the dots say how many spins there are."""
        return not self.contestant.passed and self.contestant.earned <= MAX_DOTS

    @property
    def dots(self) -> range:
        return range(min(self.contestant.spins, MAX_DOTS))

    @property
    def whammies(self) -> str:
        count = self.contestant.whammies
        return f"{count} {'Whammy' if count == 1 else 'Whammies'}"

    @property
    def words(self) -> str:
        """The podium in one line, such as “$8,000, 3 earned spins, 1 Whammy”."""
        return describe_podium(self.contestant) if self.known else "not known"


def build_podiums(
    position: Position, names: Sequence[str] = SEATS, odds: Sequence[Sequence[Any]] = ((), (), ())
) -> list[StagePodium]:
    """Return the podiums of a position, from left to right; `odds` are the bars of each."""
    return [
        StagePodium(seat, names[seat], contestant, seat == position.mover_seat, odds=odds[seat])
        for seat, contestant in enumerate(position.contestants)
    ]


def format_podium(values: list[str]) -> dict[str, Any]:
    """Return the texts of a podium for its numbers as typed; podiums.js writes the same texts when they change."""
    score, earned, passed, whammies = values
    is_out = whammies == str(OUT)
    spins = f"{'no' if earned == '0' else earned} {'spin' if earned == '1' else 'spins'}"
    if passed != "0":
        spins = f"{earned} + {passed} passed" if earned != "0" else f"{passed} passed"
    spin_count = sum(
        int(count) for count in (earned, passed) if count.isascii() and count.isdecimal() and len(count) < 3
    )
    return {
        "score": "Out" if is_out else f"${score.removeprefix('$')}",
        "spins": "" if is_out else spins,
        "dots": range(0 if is_out else min(spin_count, MAX_DOTS)),
        "dots_say_all": passed == "0" and spin_count <= MAX_DOTS,
        "count": whammies if whammies in WHAMMIES else "0",
        "whammies": f"{whammies} {'Whammy' if whammies == '1' else 'Whammies'}",
    }


def build_position_values(position: Position) -> dict[str, str]:
    values = {
        f"seat{seat}_{part}": value
        for seat, contestant in enumerate(position.contestants, 1)
        for part, value in zip(PARTS, build_podium_values(contestant), strict=True)
    }
    return {"up": str(position.mover_seat + 1), "line": position.notation, "line_was": position.notation, **values}


def build_podium_values(contestant: Contestant) -> list[str]:
    return [f"{contestant.score:,}", *(str(getattr(contestant, part)) for part in PARTS[1:])]


def is_untouched(data: Mapping[str, Any]) -> bool:
    """Return whether a form was sent as the first page shows it, except for board and rules."""
    has_line = any(str(data.get(name) or "").strip() for name in ("line", "line_was"))
    blank = {"score": ("",)} | dict.fromkeys(PARTS[1:], ("", "0"))
    return (
        data.get("up") in (BY_THE_RULES, "1")
        and not has_line
        and all(
            str(data.get(f"seat{seat}_{part}") or "").strip() in blank_values
            for seat in (1, 2, 3)
            for part, blank_values in blank.items()
        )
    )
