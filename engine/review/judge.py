"""Judges a game's events by their odds, and adds them up for each contestant.

For the contestant who decides, the skill of a decision is the chance after it minus the best possible chance. Everything
else is luck: spins, questions, opponents' decisions, and corrections of the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import hypot
from typing import Any, Literal

from ..answers.result import METHODS, Method, Odds
from ..calls import ROUGH, Grade, call, grade
from ..game.position import SEATS, Position
from ..game.record import events
from ..game.rules import Press, legal_actions
from ..solvers.ply import first_within_tolerance
from .early import EarlyPosition, after_pass
from .plan import Change, Plan, find_odds_without_solving, list_needed_positions, list_receivers
from .position_values import PositionValues, average_odds, choose_best_odds

Kind = Literal["decision", "chance", "questions", "correction"]
TOO_CLOSE = 2.0  # standard errors
CHANGES = ("chance", "questions", "opponents", "corrections", "skill")  # of an account, between its start and its end
MAX_ROUNDING = 1e-9  # a smaller cost is rounding
MAX_HIDDEN_ERROR = 0.0005  # a smaller error affects no shown digit


@dataclass(frozen=True)
class Judged:
    """One step of a game.

    Attributes:
        event: number of the event in the game.
        kind: the kind of event.
        position: before the step.
        before, after: odds.
        done: the name of the choice made; "" unless it is a decision.
        choices: for a decision, the odds of each choice by name.
        best: the name of the best choice; "" unless it is a decision.
        remark: a sentence on how the step is counted, or "".
    """

    event: int
    kind: Kind
    position: Position
    before: Odds
    after: Odds
    done: str = ""
    choices: Mapping[str, Odds] = field(default_factory=dict)
    best: str = ""
    remark: str = ""

    @property
    def mover(self) -> int | None:
        """The seat that acted; None for a correction and for questions."""
        return self.position.mover_seat if self.kind in ("decision", "chance") else None

    @cached_property
    def method(self) -> Method:
        """The least certain method of the odds and choices."""
        methods = (odds.method for odds in (self.before, self.after, *self.choices.values()))
        return max(methods, key=METHODS.index)

    @property
    def error(self) -> float:
        """The largest error of the odds."""
        return max(*self.before.error, *self.after.error)

    @property
    def cost(self) -> float:
        """The cost of a decision to its mover, in probability; 0 for anything else."""
        seat = self.position.mover_seat
        return max(0.0, self.before.win[seat] - self.after.win[seat]) if self.kind == "decision" else 0.0

    @property
    def cost_error(self) -> float:
        """The error of the cost; if the best choice was made but is too close to call, the error of its margin."""
        if self.kind != "decision":
            return 0.0
        if self.done == self.best:
            return self.margin_error if self.too_close else 0.0
        return hypot(*(odds.error[self.position.mover_seat] for odds in (self.before, self.after)))

    @cached_property
    def margin(self) -> float | None:
        """The mover's gain from the best choice over the second; None without a choice."""
        if len(self.choices) < 2:
            return None
        first, second = self._best_two
        return first.win[self.position.mover_seat] - second.win[self.position.mover_seat]

    @cached_property
    def margin_error(self) -> float:
        if len(self.choices) < 2:
            return 0.0
        return hypot(*(odds.error[self.position.mover_seat] for odds in self._best_two))

    @property
    def _best_two(self) -> list[Odds]:
        return sorted(self.choices.values(), key=lambda odds: -odds.win[self.position.mover_seat])[:2]

    @cached_property
    def too_close(self) -> bool:
        """Whether it is uncertain which choice is best."""
        return self.margin is not None and self.method != "exact" and self.margin < TOO_CLOSE * self.margin_error

    @cached_property
    def grade_is_uncertain(self) -> bool:
        """Whether the difference to the best other choice is within its error."""
        return self.method != "exact" and abs(self._lead) < TOO_CLOSE * self._lead_error

    @property
    def call(self) -> str:
        """The verdict on the choice made and the best other choice, in the words of ``engine.calls``."""
        return call(self.best, self._lead, TOO_CLOSE * self._lead_error, self.grade_is_uncertain)

    @cached_property
    def verdict(self) -> Grade | None:
        """The grade of a decision; None for anything else."""
        if self.kind != "decision":
            return None
        return "right" if self.margin is None else grade(self._lead, certain=not self.grade_is_uncertain)

    @property
    def _lead(self) -> float:
        taken_odds, other_odds = self.compared
        return taken_odds.win[self.position.mover_seat] - other_odds.win[self.position.mover_seat]

    @property
    def _lead_error(self) -> float:
        taken_odds, other_odds = self.compared
        return hypot(taken_odds.error[self.position.mover_seat], other_odds.error[self.position.mover_seat])

    @cached_property
    def compared(self) -> tuple[Odds, Odds]:
        """The odds after the choice made, and after the best other choice; the same without a choice."""
        others = (odds for name, odds in self.choices.items() if name != self.done)
        seat = self.position.mover_seat
        return self.choices.get(self.done, self.after), max(others, key=lambda odds: odds.win[seat], default=self.after)

    @cached_property
    def swing_seat(self) -> int:
        """The seat with the largest change of its chance."""
        return max(SEATS, key=lambda seat: abs(self.after.win[seat] - self.before.win[seat]))

    @property
    def swing(self) -> float:
        """The largest change of a contestant's chance."""
        return abs(self.after.win[self.swing_seat] - self.before.win[self.swing_seat])

    @property
    def swing_error(self) -> float:
        return hypot(self.before.error[self.swing_seat], self.after.error[self.swing_seat])

    @property
    def swing_is_certain(self) -> bool:
        """Whether the largest change is larger than its error."""
        return self.method == "exact" or self.swing > TOO_CLOSE * self.swing_error


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a game for one contestant.

    ``start + luck + skill = end``, and ``luck = chance + questions + opponents + corrections``.

    Attributes:
        seat: the contestant's.
        start, end: chances to win.
        chance: the change by spins.
        opponents: the change by the others' decisions.
        corrections: the change by corrected numbers, overruled turns and gaps of the record.
        skill: the change by the contestant's own decisions, 0 or less.
        chance_error, opponents_error, corrections_error, skill_error: their errors; the error of ``luck`` combines the
            errors of skill, start and end.
        decisions: number of decisions. right, wrong, too_close: number with each grade (`calls.grade`).
        questions, questions_error: the change by the questions between the rounds, and its error.
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
    corrections_error: float
    skill_error: float
    decisions: int
    right: int
    wrong: int
    too_close: int
    questions: float = 0.0
    questions_error: float = 0.0

    @property
    def values(self) -> dict[str, float]:
        changes = {name: getattr(self, name) for name in CHANGES}
        return {"start": self.start.win[self.seat], **changes, "end": self.end.win[self.seat]}

    @property
    def errors(self) -> dict[str, float]:
        """The error of each part, and of luck as a whole."""
        changes = {name: getattr(self, f"{name}_error") for name in CHANGES}
        ends = {"start": self.start.error[self.seat], "end": self.end.error[self.seat]}
        return {**ends, **changes, "luck": self.luck_error}

    @property
    def luck(self) -> float:
        return self.chance + self.questions + self.opponents + self.corrections

    @property
    def luck_error(self) -> float:
        return hypot(self.start.error[self.seat], self.end.error[self.seat], self.skill_error)

    @property
    def too_rough(self) -> bool:
        """Whether the errors are too large to split the result into luck and skill."""
        return too_rough(self.luck, self.skill, TOO_CLOSE * self.luck_error, TOO_CLOSE * self.skill_error)


def too_rough(luck: float, skill: float, luck_error: float, skill_error: float) -> bool:
    """Return whether skill is uncertain, or luck very uncertain, and an error is larger than both."""
    is_uncertain = skill_error > MAX_HIDDEN_ERROR or luck_error > ROUGH
    return is_uncertain and max(luck_error, skill_error) > max(abs(luck), abs(skill))


def judge(plan: Plan, values: Mapping[Position, PositionValues]) -> tuple[list[Judged], tuple[Account, ...]]:
    """Return the steps of every event whose odds are all known, and the accounts once every position is solved.

    An event without all its odds is left out, as the missing choice could be the best.
    """
    odds = GameOdds(plan, values)
    unsolved = set(plan.positions) - values.keys()
    judged_changes = [
        step
        for change in plan.changes
        if unsolved.isdisjoint(list_needed_positions(change, plan.rules))
        for step in _judge_change(change, odds)
    ]
    start = None if unsolved or plan.first is None else odds.of(plan.first)
    if start is None:
        return judged_changes, ()
    end = judged_changes[-1].after if judged_changes else start
    return judged_changes, tuple(_sum_account(seat, start, end, judged_changes) for seat in SEATS)


def _judge_change(change: Change, odds: GameOdds) -> Iterator[Judged]:
    if change.before is None or change.after is None:
        return
    before, after = odds.of(change.before), odds.of(change.after)
    if before is None or after is None:
        return
    number = change.played.number
    if change.kind in ("correction", "gap"):
        remark = "What happened in between is not documented." if change.kind == "gap" else ""
        yield Judged(number, "correction", change.before, before, after, remark=remark)
    elif change.kind == "questions":
        yield Judged(number, "questions", change.before, before, after)
    elif not change.allowed_by_rules:
        remark = "The rules leave this contestant no choice here, and something else was done; it counts as chance."
        yield Judged(number, "chance", change.before, before, after, remark=remark)
    elif isinstance(change.played.event, events.PassSpins):
        action = name_action(change.played.event.to)
        yield _judge_decision(change, before, after, action, {**odds.choices(change.before), action: after})
    else:
        yield from _judge_spin(change, odds, before, after)


def _judge_spin(change: Change, odds: GameOdds, before: Odds, after: Odds) -> Iterator[Judged]:
    position, number = change.before, change.played.number
    assert position is not None
    press_odds = before
    if change.has_choice:
        choices = odds.choices(position)
        press_odds = choices.get("press", before)
        yield _judge_decision(change, before, press_odds, "press", choices)
    offer_odds: dict[str, Odds] = {}
    for offer in change.offers:
        outcome_odds = [
            (float(chance), next_odds)
            for chance, next_position in offer.outcomes
            if (next_odds := odds.of(next_position)) is not None
        ]
        if len(outcome_odds) == len(offer.outcomes):
            offer_odds[offer.name] = average_odds(outcome_odds)
    if len(offer_odds) < max(1, len(change.offers)):
        yield Judged(number, "chance", position, press_odds, after)
        return
    best = choose_best_odds(offer_odds.values(), position.mover_seat)
    taken_name = change.offers[change.taken].name
    yield Judged(number, "chance", position, press_odds, best)
    yield _judge_decision(change, best, offer_odds[taken_name], taken_name, offer_odds)
    if offer_odds[taken_name] != after:
        yield Judged(number, "chance", position, offer_odds[taken_name], after)


def _judge_decision(change: Change, before: Odds, after: Odds, choice: str, choices: Mapping[str, Odds]) -> Judged:
    assert change.before is not None
    seat = change.before.mover_seat
    best = first_within_tolerance([choice, *choices], lambda name: choices.get(name, after).win[seat])
    return Judged(change.played.number, "decision", change.before, before, after, choice, choices, best)


def _sum_account(seat: int, start: Odds, end: Odds, judged_changes: list[Judged]) -> Account:
    sums: dict[str, Any] = dict.fromkeys(CHANGES, 0.0)
    # Signed count of each odds in a sum: odds between consecutive steps cancel out.
    counts: dict[str, Counter[Odds]] = {name: Counter() for name in CHANGES}
    own_decisions = [step for step in judged_changes if step.kind == "decision" and step.mover == seat]
    for step in judged_changes:
        name: str = "corrections" if step.kind == "correction" else step.kind
        if name == "decision":
            name = "skill" if step.mover == seat else "opponents"
        sums[name] += step.after.win[seat] - step.before.win[seat]
        counts[name][step.after] += 1
        counts[name][step.before] -= 1
    errors: dict[str, Any] = {
        f"{name}_error": hypot(*(times * odds.error[seat] for odds, times in count_by_odds.items()))
        for name, count_by_odds in counts.items()
    }
    # A best choice that is too close to call adds nothing to the sum, though it may have a cost.
    hidden_errors = [step.cost_error for step in own_decisions if step.done == step.best]
    errors["skill_error"] = hypot(errors["skill_error"], *hidden_errors)
    verdicts = Counter(step.verdict for step in own_decisions)
    grades: dict[str, Any] = {name: verdicts[name] for name in ("right", "wrong", "too_close")}
    return Account(seat, start, end, decisions=len(own_decisions), **grades, **sums, **errors)


# -- consistent odds of positions and actions -------------------------------------------------


class GameOdds:
    """Odds of a game's positions; None for a position that is not solved.

    A pass and the position after it have the same odds: if both were solved, the more certain odds count.
    """

    def __init__(self, plan: Plan, values_by_position: Mapping[Position, PositionValues]):
        self._plan, self._solved = plan, values_by_position
        self._passes: dict[Position, list[Odds]] = {}  # the odds of passes to a position, as solved
        for position, values in values_by_position.items():
            receivers = list_receivers(position, plan.rules)
            if len(receivers) == 1 and values.passing is not None:
                next_position = after_pass(position, receivers[0], plan.rules)
                self._passes.setdefault(next_position, []).append(values.passing)
        self.of = cache(self._find_odds)

    def _find_odds(self, position: Position) -> Odds | None:
        """Return the odds of a position whose mover takes the best action."""
        odds = find_odds_without_solving(position, self._plan.game, self._plan.rules)
        if odds is not None:
            return odds
        if isinstance(position, EarlyPosition) and position.between:
            return self._solved[position].press if position in self._solved else None
        pass_odds = self._passes.get(position, [])
        choices = self.choices(position)
        if position in self._solved and choices:
            return choose_best_odds(choices.values(), position.mover_seat)
        return min(pass_odds, key=lambda odds: odds.uncertainty) if pass_odds else None

    def choices(self, position: Position) -> dict[str, Odds]:
        """Return the known odds of each legal action: ``press``, ``pass N``, ``stop``, or ``pass`` for the better pass.

        If pressing is best, it has the odds of the position, and so of a pass to the position.
        """
        rules, values = self._plan.rules, self._solved.get(position)
        receivers = list_receivers(position, rules)
        passes = {name_action(to): self.of(after_pass(position, to, rules)) for to in receivers}
        if len(receivers) > 1 and None in passes.values():
            passes = {"pass": None if values is None else values.passing}
        press = values.press if values is not None and Press() in legal_actions(position, rules) else None
        odds_by_action = {name: odds for name, odds in {"press": press, **passes}.items() if odds is not None}
        if (
            odds_by_action
            and first_within_tolerance(odds_by_action, lambda name: odds_by_action[name].win[position.mover_seat])
            == "press"
        ):
            odds_by_action["press"] = min(
                [odds_by_action["press"], *self._passes.get(position, [])], key=lambda odds: odds.uncertainty
            )
        return odds_by_action


def name_action(to: int | None) -> str:
    """Return the name of a pass such as ``pass 2``; ``stop`` for giving the spins up."""
    return "stop" if to is None else f"pass {to + 1}"
