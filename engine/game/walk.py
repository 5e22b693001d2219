"""Apply one known event (a slide or a pass) to a position."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from .board import Board, Slide
from .landing import Effect
from .options import Rules
from .position import MAX_SCORE, Position
from .rules import Pass, PlayRules, Press, apply_effect, legal_actions, pass_spins, take_the_lead

_STEP = re.compile(r"(?P<amount>\d{1,7})(?P<spin>s?)|w|u|p(?P<to>[0-3])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened to the mover.

    Attributes:
        kind: "money", "whammy", "whammy_off" or "pass".
        amount: the dollars of "money". spin: whether an earned spin came with them.
        to: the seat (0-2) that a pass went to; None if the spins were given up.
    """

    kind: str
    amount: int = 0
    spin: bool = False
    to: int | None = None

    @classmethod
    def parse(cls, text: str) -> Step | None:
        """Return the step written as `text`; None if it is not one."""
        match = _STEP.fullmatch(text)
        if match is None:
            return None
        if match["amount"]:
            return cls("money", int(match["amount"]), bool(match["spin"]))
        if match["to"]:
            return cls("pass", to=int(match["to"]) - 1 if match["to"] != "0" else None)
        return cls("whammy" if text == "w" else "whammy_off")

    @property
    def text(self) -> str:
        """The step as text: “750”, “750s” with a spin, “w” for a Whammy, “u” for one off, “p2” for a pass to seat 2."""
        if self.kind == "money":
            return f"{self.amount}{'s' if self.spin else ''}"
        if self.kind == "pass":
            return f"p{0 if self.to is None else self.to + 1}"
        return "w" if self.kind == "whammy" else "u"


def slide_steps(position: Position, slide: Slide, board: Board, rules: Rules) -> tuple[Step, ...]:
    """Return the steps that this slide offers the mover; empty for a move, and for a prize of unknown value."""
    score = position.mover.score
    match slide.kind:
        case "cash" | "cash_spin" | "jackpot":
            return (Step("money", slide.amount or 0, slide.gives_spin),)
        case "whammy":
            return (Step("whammy"),)
        case "prize":
            if slide.value is None and rules.prizes == "pool":
                return ()
            dollars = rules.prize_value(board.round) if slide.value is None else slide.value
            return (Step("money", dollars, slide.spin),)
        case "double" | "add_a_one":
            (amount,) = Effect(slide.kind).sums(score, 1)
            return (Step("money", amount, slide.gives_spin),)
        case "lead":
            gain = take_the_lead(position, slide.amount or 0, MAX_SCORE) - score
            return (Step("money", gain, slide.spin),)
        case "cash_or_lose_whammy":
            money = Step("money", slide.amount or 0)
            may_lose_whammy = position.mover.whammies and rules.lose_whammy == "choice"
            return (money, Step("whammy_off")) if may_lose_whammy else (money,)
        case "cash_or_double":
            return (Step("money", slide.amount or 0), Step("money", score))
        case "cash_or_spin":
            return (Step("money", slide.amount or 0), Step("money", 0, True))
        case _:
            return ()


@lru_cache(maxsize=1024)  # a page asks twice for each slide, and the next visitor's page again
def walk(position: Position, step: Step, rules: Rules) -> Position | None:
    """Return the position after the step; None if it cannot happen there.

    Amounts count to the dollar and without a cap. The game may be over (``game_over``). The rules are spelled out
    by seat (``Rules.seated``), as for ``legal_actions``.
    """
    actions = legal_actions(position, rules)
    if step.kind == "pass":
        return pass_spins(position, step.to, rules) if Pass(step.to) in actions else None
    if Press() not in actions or (step.kind == "whammy_off" and not position.mover.whammies):
        return None
    effect = Effect(step.kind, (step.amount,) if step.kind == "money" else (), step.spin)
    ((_, next_position),) = apply_effect(position, effect, PlayRules(rules, 1, MAX_SCORE))
    return next_position
