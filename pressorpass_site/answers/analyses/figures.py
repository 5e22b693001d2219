"""The numbers of a stored answer with their errors, as bars, figures and gaps."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from engine import ActionResult, Position, calls, formatting
from pressorpass_site.questions.question import SEATS

ACTIONS = {"press": "Press", "pass": "Pass"}
# A contestant alone against the house has nobody to pass to, and gives the spins up.
_ALONE = {"press": "Press", "pass": "Stop"}
_GERUNDS = {"Press": "pressing", "Pass": "passing", "Stop": "stopping"}

# Half a tenth of a percent: bars draw no smaller error.
VISIBLE = 0.0005


@dataclass(frozen=True)
class OddsBar:
    """One action's chance to win for one contestant, or the winnings as a share of the largest.

    `wins` is the chance to win where the bar shows dollars; `proven` says that an interval is all that is known.
    """

    action: str
    label: str
    chance: float
    low: float
    high: float
    text: str
    wins: str = ""
    proven: bool = False

    @property
    def uncertainty(self) -> float:
        return max(self.high - self.chance, self.chance - self.low, 0.0)

    @property
    def length(self) -> float:
        """The part of its track that the bar fills, 0 to 1."""
        return min(max(self.chance, 0.0), 1.0)

    @property
    def width(self) -> float:
        return max(0.0, self.high - self.low)

    @property
    def error(self) -> tuple[float, float] | None:
        """The interval in which the bar may end, 0 to 1; None if too narrow to be seen."""
        if self.uncertainty < VISIBLE:
            return None
        return max(self.low, 0.0), min(self.high, 1.0)


@dataclass(frozen=True)
class Figure:
    """A chance to win, or dollars on average; its error, its text, and its value as that rounds it."""

    value: float
    error: float
    text: str
    shown: float


@dataclass(frozen=True)
class ContestantOdds:
    name: str
    is_up: bool
    bars: list[OddsBar]


@dataclass(frozen=True)
class OddsGap:
    """How much better the better choice is: “23” and “more wins in 100”, or “$570” and “more on average”."""

    size: str
    unit: str

    @classmethod
    def from_wins(cls, size: str) -> Self:
        return cls(size, formatting.write_in_100(size, "more").removeprefix(f"{size} "))

    def __str__(self) -> str:
        return f"{self.size} {self.unit}"


class Figures:
    """The numbers of a stored result: the mover's actions, and the figures of each action for each contestant.

    The one place that knows the structure of the stored JSON.

    `steps` has the verdicts of this answer and of the rougher ones before it; `improving` says that a better answer is
    being computed; `names` are the contestants' names, from left to right.
    """

    def __init__(
        self,
        result: dict[str, Any],
        steps: Sequence[dict[str, Any]] = (),
        *,
        improving: bool = False,
        names: Sequence[str] = SEATS,
    ) -> None:
        self.result = result
        self.steps = steps
        self.improving = improving
        self.names = names
        self.position = Position.parse(result["position"])
        self.mover_seat = self.position.mover_seat
        self.mover = names[self.mover_seat]
        self.method: str = result["method"]
        self._order = sorted(range(len(SEATS)), key=lambda seat: seat != self.mover_seat)  # the mover first
        self._bars: dict[tuple[str, int], OddsBar] = {}
        self.labels = _ALONE if self.position.alone else ACTIONS
        self.actions: dict[str, dict[str, Any]] = {
            name: result["actions"][name] for name in ACTIONS if result["actions"].get(name)
        }

    @property
    def forced(self) -> bool:
        return len(self.actions) == 1

    @cached_property
    def call(self) -> str:
        """The verdict: an action, toss-up or open (`engine.calls`)."""
        return calls.call(self.best, self.difference, self.margin_error, self.too_close, self.scale)

    @property
    def best(self) -> str:
        """The better action; pressing if proven intervals leave it open."""
        return str(self.result["best"] or "press")

    @property
    def other(self) -> str:
        """The action that is not the better one."""
        return "pass" if self.best == "press" else "press"

    @property
    def difference(self) -> float | None:
        """The advantage of the better action; None without a choice. Of proven intervals, the middles are compared."""
        if self.forced or self.result["margin"] is not None:
            margin: float | None = self.result["margin"]
            return margin
        press, passing = (self.get_figure(action, self.mover_seat, in_dollars=False).value for action in ACTIONS)
        return passing - press if self.best == "pass" else press - passing

    @cached_property
    def too_close(self) -> bool:
        """Whether it is not certain which action is the better one."""
        return not self.forced and bool(self.result["too_close"])

    @cached_property
    def equal(self) -> bool:
        """Whether both actions are certain to be worth the same."""
        return self.call == calls.TOSS_UP and not self.too_close and abs(self.difference or 0.0) < calls.EQUAL

    @cached_property
    def margin_error(self) -> float:
        return sum(self._get_error(action) for action in self.actions)

    @property
    def proven(self) -> bool:
        """Whether intervals are all that is known."""
        return self.method == "bounded"

    @property
    def certain(self) -> bool:
        """Whether proven intervals are far enough apart for a verdict."""
        return self.proven and not self.forced and self.call in ACTIONS

    @cached_property
    def is_too_rough(self) -> bool:
        """Whether the answer is so rough that only its ranges can be shown."""
        if (self.call != calls.OPEN and not self.forced) or self.proven:
            return False
        max_error = calls.ROUGH_SHARE * self.scale if self.in_dollars else calls.ROUGH
        return max(self._get_error(action) for action in self.actions) > max_error

    @property
    def is_rough(self) -> bool:
        """Whether the mover's figures are less certain than five points, or that share of the winnings."""
        return max(self._get_error(action) for action in self.actions) > calls.NEAR * self.scale + calls.EQUAL

    @cached_property
    def scale(self) -> float:
        """The scale of a difference: 1 for chances, the larger winnings for dollars."""
        if not self.in_dollars:
            return 1.0
        return max(1.0, *(abs(self._get_utilities(action)[self.mover_seat]) for action in self.actions))

    def _get_error(self, action: str) -> float:
        if self.in_dollars:
            return self._get_dollar_error(action, self.mover_seat)
        chance, low, high = self._get_interval(action, self.mover_seat)
        return max(high - chance, chance - low, 0.0)

    @cached_property
    def won(self) -> bool:
        """Whether the other two are out and there is no playing on against the house."""
        return self.position.alone and self.result["rules"].get("house", "won") == "won"

    @property
    def stopping(self) -> bool:
        return self.position.alone and not self.won

    @property
    def of_round_1(self) -> bool:
        """Whether questions and round 2 are to follow, so that the figures assume average questions."""
        return "then" in self.result

    @cached_property
    def in_dollars(self) -> bool:
        """Whether the verdict is about dollars: the winnings alone, or with the worth of the win."""
        return self.result["rules"].get("goal", "win") != "win"

    @property
    def blended(self) -> bool:
        return self.result["rules"].get("goal") == "blend"

    @property
    def unit(self) -> int:
        """Dollars that the board's values were rounded to; 1 if they were not."""
        return int(self.result.get("unit") or 1)

    def get_bar(self, action: str, seat: int) -> OddsBar:
        if (action, seat) not in self._bars:  # a page shows each of them half a dozen times
            self._bars[action, seat] = self._make_bar(action, seat)
        return self._bars[action, seat]

    def _make_bar(self, action: str, seat: int) -> OddsBar:
        if self.in_dollars:
            utility, error = float(self._get_utilities(action)[seat]), self._get_dollar_error(action, seat)
            if self.position.contestants[seat].out:
                error = 0.0  # and nothing is taken home
            share, low, high = (
                max(0.0, dollars) / self.most_money for dollars in (utility, utility - error, utility + error)
            )
            text = formatting.format_money_within(utility, error)
            return OddsBar(action, self.labels[action], share, low, high, text, self._format_chance(action, seat))
        chance, low, high = self._get_interval(action, seat)
        return OddsBar(
            action, self.labels[action], chance, low, high, self._format_chance(action, seat), proven=self.proven
        )

    def get_figure(self, action: str, seat: int, *, in_dollars: bool) -> Figure:
        """Return an action's worth to a contestant: dollars on average, or the chance to win."""
        if in_dollars:
            utility, error = float(self._get_utilities(action)[seat]), self._get_dollar_error(action, seat)
            return Figure(
                utility,
                error,
                formatting.format_money_within(utility, error),
                formatting.round_shown_money(utility, error),
            )
        chance, low, high = self._get_interval(action, seat)
        rounded_chance = formatting.round_shown_chance(chance, low, high, self.method)
        return Figure(chance, max(high - chance, chance - low, 0.0), self._format_chance(action, seat), rounded_chance)

    def get_mover_figure(self, action: str) -> Figure:
        """Return an action's worth to the mover, in the measure of the verdict."""
        return self.get_figure(action, self.mover_seat, in_dollars=self.in_dollars)

    def get_ends(self, action: str, seat: int) -> tuple[float, float]:
        """Return the ends of a proven interval as they are shown."""
        _, low, high = self._get_interval(action, seat)
        return formatting.round_shown_ends(low, high)

    def _get_interval(self, action: str, seat: int) -> tuple[float, float, float]:
        numbers = self.actions[action]
        low, high = float(numbers["low"][seat]), float(numbers["high"][seat])
        chance = (low + high) / 2 if numbers["win"] is None else float(numbers["win"][seat])
        if self.position.contestants[seat].out:
            low = high = chance  # nobody who is out wins, however chances are rounded
        return chance, low, high

    def _format_chance(self, action: str, seat: int) -> str:
        if self.position.contestants[seat].out:
            return formatting.format_exact_percent(0.0)
        if "toss_up" in self.actions[action]:
            toss_up = ActionResult.from_json(self.actions[action]).toss_up
            if toss_up is not None and toss_up.moves(seat):
                return formatting.format_either_percent(toss_up.low[seat], toss_up.high[seat])
        return formatting.format_percent(*self._get_interval(action, seat), self.method)

    @cached_property
    def toss_ups(self) -> list[str]:
        sentences = []
        for action, outcome in self.actions.items():
            toss_up = ActionResult.from_json(outcome).toss_up if "toss_up" in outcome else None
            if toss_up is not None:
                chances = [f"{self.names[s]} {self._format_chance(action, s)}" for s in self._order if toss_up.moves(s)]
                sentences.append(
                    f"By {self.gerunds[action]}, {', '.join(chances)}: {self.names[toss_up.seat]}’s call is a toss-up."
                )
        return sentences

    def _get_utilities(self, action: str) -> list[float]:
        """Return an action's worth to each contestant in dollars; engines before 1.2 store only money."""
        numbers = self.actions[action]
        return list(numbers["worth"] if "worth" in numbers else numbers["money"])

    def _get_dollar_error(self, action: str, seat: int) -> float:
        """Return two standard errors of the dollars; 0 if they are exact, or an older engine stored none."""
        errors = self.actions[action].get("worth_error")
        return 2 * float(errors[seat]) if errors else 0.0

    @cached_property
    def most_money(self) -> float:
        """The amount that fills a bar where bars show dollars."""
        amounts = [
            utility + self._get_dollar_error(action, seat)
            for action in self.actions
            for seat, utility in enumerate(self._get_utilities(action))
        ]
        return max(amounts) or 1.0

    @cached_property
    def odds(self) -> list[ContestantOdds]:
        """The contestants' odds: the mover first, then from left to right."""
        return [ContestantOdds(self.names[seat], seat == self.mover_seat, self.bars[seat]) for seat in self._order]

    @cached_property
    def bars(self) -> list[list[OddsBar]]:
        """The contestants' odds from left to right: a bar for each action that is open to the mover."""
        return [[self.get_bar(action, seat) for action in self.actions] for seat in range(len(SEATS))]

    @cached_property
    def gerunds(self) -> dict[str, str]:
        return {name: _GERUNDS[label] for name, label in self.labels.items()}
