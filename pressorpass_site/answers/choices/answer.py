"""An engine's answer about a choice, in words and figures; nothing is computed again."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine import Odds, Position, calls, formatting
from pressorpass_site.answers.analyses.answers import BADGES
from pressorpass_site.answers.analyses.figures import VISIBLE
from pressorpass_site.questions.question import SEATS


@dataclass(frozen=True)
class SeatOdds:
    name: str
    text: str


@dataclass(frozen=True)
class Take:
    """One thing that may be taken; `share` is the mover's chance, `error` where its bar may end, None if too narrow."""

    what: str
    square: int
    kind: str
    spin: bool
    positions: Sequence[str]
    best: bool
    method: str
    badge: str
    share: float
    error: tuple[float, float] | None
    mover: SeatOdds
    others: Sequence[SeatOdds]

    @property
    def title(self) -> str:
        """Text such as “$500 + one spin”, “One Whammy off”."""
        return f"{self.what[0].upper()}{self.what[1:]}"


class ChoiceAnswer:
    """A stored result, ready to be shown; `names` are the contestants' from left to right."""

    def __init__(self, result: dict[str, Any], *, improving: bool = False, names: Sequence[str] = SEATS) -> None:
        self.result = result
        self.improving = improving
        self.names = names
        self.position = Position.parse(result["position"])
        self.seat = self.position.mover_seat
        self.mover = names[self.seat]

    @cached_property
    def call(self) -> str:
        """The call: take, only, toss-up or open (`engine.calls`)."""
        margin = self.result["margin"]
        if margin is None:
            return calls.ONLY
        return calls.call(calls.TAKE, margin, self.margin_error, self.too_close)

    @property
    def too_close(self) -> bool:
        return bool(self.result["too_close"])

    @property
    def margin_error(self) -> float:
        return sum(self._off(take, self.seat) for take in self.result["takes"][:2])

    @cached_property
    def takes(self) -> list[Take]:
        """The things that may be taken, the best first."""
        return [self._take(take, number) for number, take in enumerate(self.result["takes"])]

    @property
    def word(self) -> str:
        best = self.takes[0]
        if self.call == calls.ONLY:
            return f"Only {best.what}."
        if self.call == calls.OPEN:
            return "Can’t tell yet." if self.improving else "Can’t tell."
        if self.call == calls.TOSS_UP:
            return "Toss-up."
        if self._one_square:
            return "Lose a Whammy." if best.kind == "whammy_off" else f"Take {best.what}."
        return f"Take square {best.square}: {best.what}."

    @property
    def sentence(self) -> str:
        best, *other_takes = self.takes
        wins = f"{self.mover} wins {best.mover.text}"
        if not other_takes:
            return f"{wins} after it. Nothing else is on offer."
        margin = float(self.result["margin"])
        if self.call == calls.TOSS_UP and not self.too_close and margin < calls.EQUAL:
            return f"{wins} with {best.what} and with {other_takes[0].what} alike."
        both_takes = f"{wins} with {best.what}, {other_takes[0].mover.text} with {other_takes[0].what}."
        small = self.call == calls.TOSS_UP and calls.is_small(margin, self.margin_error, self.too_close)
        return f"{both_takes} Either is fine." if small else both_takes

    @property
    def headline(self) -> str:
        return f"{self.word} {self.sentence}"

    @property
    def margin(self) -> str:
        """The advantage of the best take over the next; "" if not known."""
        if self.call != calls.TAKE:
            return ""
        first, second = (self._shown(take) for take in self.result["takes"][:2])
        return formatting.write_in_100(
            formatting.format_wins(self.result["margin"], self.margin_error, (first, second))
        )

    @property
    def notes(self) -> Sequence[str]:
        return self.result["notes"]

    @property
    def _one_square(self) -> bool:
        return len({take["square"] for take in self.result["takes"]}) == 1

    def _take(self, take: dict[str, Any], number: int) -> Take:
        odds = [SeatOdds(name, self._text(take, seat)) for seat, name in enumerate(self.names)]
        chance, error = float(take["win"][self.seat]), self._off(take, self.seat)
        return Take(
            what=take["take"].removesuffix(f" on square {take['square']}"),
            square=take["square"],
            kind=take["kind"],
            spin=take["spin"],
            positions=take["positions"],
            best=number == 0 and self.call == calls.TAKE,
            method=take["method"],
            badge=BADGES[take["method"]],
            share=chance,
            error=None if error < VISIBLE else (max(chance - error, 0.0), min(chance + error, 1.0)),
            mover=odds[self.seat],
            others=[seat_odds for seat, seat_odds in enumerate(odds) if seat != self.seat],
        )

    def _text(self, take: dict[str, Any], seat: int) -> str:
        if self.position.contestants[seat].out:
            return formatting.format_exact_percent(0.0)
        chance, error = float(take["win"][seat]), self._off(take, seat)
        return formatting.format_percent(chance, chance - error, chance + error, take["method"])

    def _shown(self, take: dict[str, Any]) -> float:
        chance, error = float(take["win"][self.seat]), self._off(take, self.seat)
        return formatting.round_shown_chance(chance, chance - error, chance + error, take["method"])

    @staticmethod
    def _off(take: dict[str, Any], seat: int) -> float:
        """Return the error of a chance: two standard errors of an estimate."""
        error = float(Odds.from_json(take).error[seat])
        return 2 * error if take["method"] == "estimated" else error
