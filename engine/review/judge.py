"""A game's events with their odds, and what they add up to for each contestant.

For the contestant who decides, a decision is skill: what was done, less the best there was. Everything else is
luck: what the spins brought, what opponents decided, and what a correction of the record changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import hypot
from typing import Literal

from ..game.landing import SpinOption
from ..game.position import SEATS, Position
from ..game.record import events
from ..game.record.slides import came_text
from ..solve.result import Method
from .odds import GameOdds, action_name
from .plan import Change, Plan
from .position_values import METHODS, Odds, PositionValues, better, mixed

Kind = Literal["decision", "chance", "correction"]
TOO_CLOSE = 2.0  # standard errors


@dataclass(frozen=True, slots=True)
class Judged:
    """One step of a game.

    Attributes:
        event: number of the event in the game.
        kind: what it was.
        position: before it.
        mover: seat of who acted; None for a correction.
        before, after: odds.
        done: what was done, in short; "" unless it was a decision.
        choices: for a decision, the odds of each choice by its name.
        best: the best of them; "" unless it was a decision.
        remark: a sentence on how it is counted, or "".
    """

    event: int
    kind: Kind
    position: Position
    mover: int | None
    before: Odds
    after: Odds
    done: str = ""
    choices: Mapping[str, Odds] = field(default_factory=dict)
    best: str = ""
    remark: str = ""

    @property
    def method(self) -> Method:
        """The less sure of the methods."""
        return max(self.before.method, self.after.method, key=METHODS.index)

    @property
    def error(self) -> float:
        """The largest error of its odds."""
        return max(*self.before.error, *self.after.error)

    @property
    def cost(self) -> float:
        """What a decision cost its mover, in probability; 0 of anything else."""
        if self.kind != "decision" or self.mover is None:
            return 0.0
        return max(0.0, self.before.win[self.mover] - self.after.win[self.mover])

    @property
    def cost_error(self) -> float:
        """How far the cost may be off."""
        if self.kind != "decision" or self.mover is None or self.done == self.best:
            return 0.0
        return hypot(self.before.error[self.mover], self.after.error[self.mover])

    @property
    def margin(self) -> float | None:
        """How much better the best choice is for the mover than the next; None without a choice."""
        if self.mover is None or len(self.choices) < 2:
            return None
        values = sorted((odds.win[self.mover] for odds in self.choices.values()), reverse=True)
        return values[0] - values[1]

    @property
    def too_close(self) -> bool:
        """Whether the best choice is not certain."""
        if self.mover is None or self.margin is None or self.method == "exact":
            return False
        first, second = sorted(self.choices.values(), key=lambda odds: -odds.win[self.mover or 0])[:2]
        return self.margin < TOO_CLOSE * hypot(first.error[self.mover], second.error[self.mover])

    @property
    def swing(self) -> float:
        """The largest change of a contestant's chance."""
        return max(abs(a - b) for a, b in zip(self.after.win, self.before.win, strict=True))


@dataclass(frozen=True, slots=True)
class Account:
    """What a game added up to for one contestant: ``start + luck + skill = end``, and
    ``luck = chance + opponents + corrections``.

    Attributes:
        seat: whose.
        start, end: chances to win.
        chance: what spins brought.
        opponents: what the others' decisions changed.
        corrections: what numbers put right, overruled turns and gaps of the record changed.
        skill: what the contestant's own decisions cost, 0 or less.
        chance_error, opponents_error, skill_error: how far they may be off; of ``luck`` that is no more than the
            last and the errors of start and end.
        decisions, right: how many, and how many of them were the best choice.
    """

    seat: int
    start: Odds
    end: Odds
    chance: float
    opponents: float
    corrections: float
    skill: float
    chance_error: float
    opponents_error: float
    skill_error: float
    decisions: int
    right: int

    @property
    def luck(self) -> float:
        return self.chance + self.opponents + self.corrections

    @property
    def luck_error(self) -> float:
        """How far the luck may be off."""
        return hypot(self.start.error[self.seat], self.end.error[self.seat], self.skill_error)


def judge(plan: Plan, solved: Mapping[Position, PositionValues]) -> tuple[list[Judged], tuple[Account, ...]]:
    """Everything that has odds; no accounts if nothing has."""
    odds = GameOdds(plan, solved)
    start = last = None if plan.first is None else odds.of(plan.first)
    judged: list[Judged] = []
    for change in plan.changes:
        for step in _steps(change, odds):
            if last is not None and step.before != last:
                remark = "What came before could not be solved within the limits."
                judged.append(Judged(step.event, "correction", step.position, None, last, step.before, remark=remark))
            judged.append(step)
            last = step.after
    if judged and start is None:
        start = judged[0].before
    if start is None or last is None:
        return judged, ()
    accounts = tuple(_account(seat, start, last, judged) for seat in SEATS)
    return judged, accounts


def _steps(change: Change, odds: GameOdds) -> Iterator[Judged]:
    if change.before is None or change.after is None:
        return
    before, after = odds.of(change.before), odds.of(change.after)
    if before is None or after is None:
        return
    number, mover = change.played.number, change.before.mover_seat
    if change.kind in ("correction", "gap"):
        remark = "What happened in between is not documented." if change.kind == "gap" else ""
        yield Judged(number, "correction", change.before, None, before, after, remark=remark)
    elif not change.as_modelled:
        remark = "The rules leave this contestant no choice here, and something else was done; it counts as chance."
        yield Judged(number, "chance", change.before, mover, before, after, remark=remark)
    elif change.kind == "pass":
        yield from _pass(change, odds, before, after)
    else:
        yield from _spin(change, odds, before, after)


def _pass(change: Change, odds: GameOdds, before: Odds, after: Odds) -> Iterator[Judged]:
    event, position = change.played.event, change.before
    assert isinstance(event, events.PassSpins)
    assert position is not None
    choices = odds.choices(position)
    done = action_name(event.to)
    yield _decision(change, position, before, after, done, {**choices, done: after})


def _spin(change: Change, odds: GameOdds, before: Odds, after: Odds) -> Iterator[Judged]:
    position, number = change.before, change.played.number
    assert position is not None
    pressed = before
    if change.free:
        choices = odds.choices(position)
        pressed = choices.get("press", before)
        yield _decision(change, position, before, pressed, "press", choices)
    values: dict[str, Odds] = {}
    for offer in change.offers:
        parts = [(float(chance), found) for chance, reached in offer.reached if (found := odds.of(reached)) is not None]
        if len(parts) == len(offer.reached):
            values[offer_name(offer.option)] = mixed(parts)
    if len(values) < max(1, len(change.offers)):
        yield Judged(number, "chance", position, position.mover_seat, pressed, after)
        return
    best = next(iter(values.values()))
    for value in values.values():
        best = better(best, value, position.mover_seat)
    taken = offer_name(change.offers[change.taken].option)
    yield Judged(number, "chance", position, position.mover_seat, pressed, best)
    yield _decision(change, position, best, values[taken], taken, values)
    if values[taken] != after:
        yield Judged(number, "chance", position, position.mover_seat, values[taken], after)


def _decision(
    change: Change, position: Position, before: Odds, after: Odds, done: str, choices: Mapping[str, Odds]
) -> Judged:
    seat = position.mover_seat
    best = done
    for name, odds in choices.items():
        if odds.win[seat] > choices.get(best, after).win[seat] + 1e-12:
            best = name
    return Judged(change.played.number, "decision", position, seat, before, after, done, choices, best)


def offer_name(option: SpinOption) -> str:
    """What may be taken, in words: “$500 + one spin on square 8”."""
    effect = option.effect
    if effect.kind == "money" and len(effect.amounts) > 1:
        return f"a prize on square {option.square}"
    came = events.Came(effect.kind, effect.amounts[0] if effect.amounts else None, effect.spin)
    return f"{came_text(came)} on square {option.square}"


def _account(seat: int, start: Odds, end: Odds, judged: list[Judged]) -> Account:
    sums = {"chance": 0.0, "opponents": 0.0, "correction": 0.0, "skill": 0.0}
    # How often each of the odds counts in a sum: where one step goes on from the last, they cancel out.
    counts: dict[str, Counter[Odds]] = {name: Counter() for name in sums}
    own = [step for step in judged if step.kind == "decision" and step.mover == seat]
    for step in judged:
        name: str = step.kind
        if name == "decision":
            name = "skill" if step.mover == seat else "opponents"
        sums[name] += step.after.win[seat] - step.before.win[seat]
        counts[name][step.after] += 1
        counts[name][step.before] -= 1
    errors = {
        name: hypot(*(times * odds.error[seat] for odds, times in counted.items())) for name, counted in counts.items()
    }
    return Account(
        seat,
        start,
        end,
        chance=sums["chance"],
        opponents=sums["opponents"],
        corrections=sums["correction"],
        skill=sums["skill"],
        chance_error=errors["chance"],
        opponents_error=errors["opponents"],
        skill_error=errors["skill"],
        decisions=len(own),
        right=sum(step.done == step.best for step in own),
    )
