"""The review of a game."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..answers.result import METHODS, Method
from ..formatting import format_count
from ..game.options import Rules
from ..game.position import Position
from ..game.record.game import Game
from ..game.record.state import Setup
from ..game.record.wording import event_words
from ..game.record.writing import event_text
from ..game.rules import game_over
from ..solvers.cancel_flag import CancelFlag, ProgressListener
from ..solvers.limits import Limits
from ..version import ENGINE_VERSION
from .early import EarlyPosition, find_position_with_odds
from .judge import MAX_ROUNDING, Account, Judged, judge
from .plan import Change, Plan, plan_review
from .position_values import PositionValues
from .solving import solve_positions
from .wording import (
    before_round_2_words,
    decision_words,
    moment_words,
    should_words,
    swing_words,
)

MAX_KEY_MOMENTS = 10
MAX_HARDEST = 10


@dataclass(frozen=True)
class Review:
    """A judged game.

    Attributes:
        plan: the game and the positions to solve.
        judged: the steps in order: decisions, chances, corrections.
        accounts: by seat; empty if nothing has odds, or not everything is solved.
        unsolved: number of positions not solved within the limits.
        seconds: the time taken.
    """

    plan: Plan
    judged: tuple[Judged, ...]
    accounts: tuple[Account, ...]
    unsolved: int
    seconds: float = 0.0

    @cached_property
    def steps(self) -> list[tuple[Change, list[Judged]]]:
        """The events with their steps; no steps if there are no odds."""
        by_event: dict[int, list[Judged]] = {}
        for step in self.judged:
            by_event.setdefault(step.event, []).append(step)
        return [(change, by_event.pop(change.played.number, [])) for change in self.plan.changes]

    @property
    def complete(self) -> bool:
        return not self.unsolved

    @cached_property
    def over(self) -> bool:
        """Whether the game is over, or the questions are over and nobody has spins."""
        game = self.plan.game
        position = find_position_with_odds(game.state, game, game.setup.unrestricted_rules)
        if position is None or isinstance(position, EarlyPosition):
            return game.over
        return game_over(position, game.setup.unrestricted_rules)

    @cached_property
    def method(self) -> Method | None:
        """The least certain method, exact if nothing has odds; None until the review is complete."""
        if not self.complete:
            return None
        account_methods = [odds.method for account in self.accounts for odds in (account.start, account.end)]
        return max((*account_methods, *(step.method for step in self.judged)), key=METHODS.index, default="exact")

    @property
    def _complete_steps(self) -> tuple[Judged, ...]:
        return self.judged if self.complete else ()

    @cached_property
    def key_moments(self) -> list[Judged]:
        """The steps with the largest certain changes, the largest first; empty until the review is complete."""
        steps = [step for step in self._complete_steps if step.kind != "correction" and step.swing_is_certain]
        return sorted(steps, key=lambda step: -step.swing)[:MAX_KEY_MOMENTS]

    @cached_property
    def mistakes(self) -> list[Judged]:
        """Decisions that were certainly wrong, the costliest first; empty until the review is complete."""
        return sorted((step for step in self._complete_steps if step.verdict == "wrong"), key=lambda step: -step.cost)

    @property
    def hardest(self) -> list[Judged]:
        """The closest decisions that are certain, the closest first; empty until the review is complete."""
        steps = [step for step in self._complete_steps if (step.margin or 0.0) > MAX_ROUNDING and not step.too_close]
        return sorted(steps, key=lambda step: step.margin or 0.0)[:MAX_HARDEST]

    @property
    def notes(self) -> list[str]:
        game, notes = self.plan.game, [before_round_2_words(self.plan)]
        if any(not entry.after.known for entry in game.played):
            notes.append("Where the record does not say how the game stands, there are no odds.")
        if self.unsolved:
            positions = format_count(self.unsolved, "position")
            notes.append(
                f"{positions} could not be solved within the limits, so nothing is said of luck, skill and mistakes."
            )
        if not self.over and self.accounts:
            notes.append("The game is not over: its end is how it stands now.")
        notes += [f"Event {number}: {text}" for number, text in game.warnings]
        return [note for note in notes if note]

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``python -m engine review --json`` prints."""
        setup = self.plan.game.setup
        rows: list[tuple[Change, Judged | None]] = []
        for change, steps in self.steps:
            rows += [(change, step) for step in steps] or [(change, None)]
        numbers = {id(step): number for number, (_, step) in enumerate(rows, 1)}
        changes = {id(step): change for change, step in rows}
        return {
            "board": self.plan.board.id,
            "rules": self.plan.rules.options(),
            "over": self.over,
            "method": self.method,
            "events": [_step_to_json(n, change, step, setup) for n, (change, step) in enumerate(rows, 1) if step],
            "without_odds": [
                _unknown_to_json(n, change, setup) for n, (change, step) in enumerate(rows, 1) if step is None
            ],
            "contestants": [self._account_to_json(account, numbers) for account in self.accounts],
            "key_moments": [
                {
                    "n": numbers[id(s)],
                    "swing": s.swing,
                    "swing_error": s.swing_error,
                    "text": f"{moment_words(s, event_words(changes[id(s)].played, setup), setup)} {swing_words(s, setup)}.",
                }
                for s in self.key_moments
            ],
            "should_have": [
                {
                    "n": numbers[id(s)],
                    "mover": _seat_number(s),
                    "did": s.done,
                    "should": s.best,
                    "cost": s.cost,
                    "cost_error": s.cost_error,
                    "text": should_words(s, setup),
                }
                for s in self.mistakes
            ],
            "hardest": [
                {
                    "n": numbers[id(s)],
                    "position": s.position.notation,
                    "mover": _seat_number(s),
                    "choices": list(s.choices),
                    "best": s.best,
                    "margin": s.margin,
                }
                for s in self.hardest
            ],
            "notes": self.notes,
            "positions": len(self.plan.positions),
            "unsolved": self.unsolved,
            "seconds": self.seconds,
            "engine": ENGINE_VERSION,
        }

    def _account_to_json(self, account: Account, numbers: dict[int, int]) -> dict[str, Any]:
        name = self.plan.game.setup.name(account.seat)
        return {
            "name": name[0].upper() + name[1:],
            "seat": account.seat + 1,
            **account.values,
            **{
                name: getattr(account, name)
                for name in ("luck", "decisions", "right", "wrong", "too_close", "too_rough")
            },
            "error": account.errors,
            "method": self.method,
            "should_have": [numbers[id(s)] for s in self.mistakes if s.mover == account.seat],
        }


def review(
    game: Game,
    limits: Limits | None = None,
    *,
    rules: Rules | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Review:
    """Return the review of a game: its events judged, and an account of luck and skill for each contestant.

    By default by the rules of the game's headers, in 25 seconds.

    Raises:
        InputError: a game cannot be judged by these rules, or on its board.
        Cancelled: ``cancel`` was set.
    """
    start = time.perf_counter()
    plan = plan_review(game, rules)
    values = dict(solve_positions(plan, plan.positions, limits, progress=progress, cancel=cancel))
    return review_from(plan, values, time.perf_counter() - start)


def review_from(plan: Plan, values: Mapping[Position, PositionValues], seconds: float = 0.0) -> Review:
    """Return the review from the solved positions of a plan; events that need a missing position have no odds."""
    judged_changes, accounts = judge(plan, values)
    unsolved = sum(position not in values for position in plan.positions)
    return Review(plan, tuple(judged_changes), accounts, unsolved, seconds)


def _unknown_to_json(number: int, change: Change, setup: Setup) -> dict[str, Any]:
    return {
        "n": number,
        "event": change.played.number,
        "text": event_words(change.played, setup),
        "move": _move_text(change),
        "unsolved": change.before is not None and change.after is not None,
    }


def _step_to_json(number: int, change: Change, step: Judged, setup: Setup) -> dict[str, Any]:
    remark = decision_words(step, setup) if len(step.choices) > 1 else step.remark
    is_decision = step.kind == "decision"
    return {
        "n": number,
        "event": step.event,
        "text": f"{event_words(change.played, setup)} {remark}".rstrip(),
        "move": _move_text(change),
        "position": step.position.notation,
        "before": list(step.before.win),
        "after": list(step.after.win),
        "kind": step.kind,
        "mover": _seat_number(step),
        **_choice_to_json("done", step.done),
        "cost": step.cost,
        "cost_error": step.cost_error,
        **_choice_to_json("best", step.best),
        "choices": {name: list(odds.win) for name, odds in step.choices.items()} if is_decision else None,
        "too_close": step.too_close if is_decision else None,
        "verdict": step.verdict,
        "method": step.method,
        "error": step.error,
    }


def _choice_to_json(key: str, choice: str) -> dict[str, Any]:
    """Return a choice, with the receiver of a pass as a separate key; “stop” is a pass to nobody, as in ``solve``."""
    verb, _, seat = choice.partition(" ")
    if verb not in ("pass", "stop"):
        return {key: choice or None}
    return {key: "pass", f"{key}_to": int(seat) if seat else None}


def _seat_number(step: Judged) -> int | None:
    return None if step.mover is None else step.mover + 1


def _move_text(change: Change) -> str:
    event = change.played.event
    return event_text(replace(event, id=None, time=None, comment=None))
