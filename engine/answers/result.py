"""The result of a question, the same for every method, and how it is built from a method's values."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from .. import calibration
from ..calls import ROUGH, ROUGH_SHARE, call
from ..game.options import Rules
from ..game.rules import PlayRules
from ..game.spin import landings, without_square
from ..json_form import JsonForm, name_json_field
from ..solvers.ply import (
    TOLERANCE,
    Best,
    Outcomes,
    TossUp,
    Triple,
    Vector,
    first_within_tolerance,
    terminal_payoff,
    to_triple,
)
from ..version import ENGINE_VERSION
from .question import Question

Method = Literal["exact", "bounded", "estimated"]
METHODS: tuple[Method, ...] = ("exact", "bounded", "estimated")  # from the surest

# Notes that the site compares and stores.
ROUGH_SCORES = "What a score is worth before this round 2 has been worked out only roughly."
SHORT_OF_MEMORY = "The machine had too little memory left for a better answer."

TIE_DECIMALS = 9  # of a payoff, by which outcomes are ordered


@dataclass(frozen=True, slots=True)
class ActionResult(JsonForm):
    """Chances to win after one action, in seat order.

    Attributes:
        win: probability for each contestant; for ``bounded`` the middle of the interval, which is never printed.
        low, high: for ``exact`` with the rounding error; for ``bounded`` a proven interval; for ``estimated`` two
            standard errors each way, around both ends of a toss-up.
        standard_error: of ``win``, for estimates; else None.
        money: expected winnings in dollars, with a goal in dollars; else None.
        utility: with a goal in dollars, the payoff that the verdict compares: the money, and with ``goal=blend``
            ``win_worth`` for each win; else None.
        utility_error: standard error of ``money`` and ``utility``, for estimates; else None.
        toss_up: the later toss-ups on which an estimate depends; else None.
    """

    win: Triple
    low: Triple
    high: Triple
    standard_error: Triple | None = None
    money: Triple | None = field(default=None, metadata=name_json_field(beside="money"))
    utility: Triple | None = field(default=None, metadata=name_json_field("worth", beside="utility"))
    utility_error: Triple | None = field(default=None, metadata=name_json_field("worth_error", beside="utility"))
    toss_up: TossUp | None = field(default=None, metadata=name_json_field(beside="toss_up"))

    def error_of(self, seat: int) -> float:
        """Return the error of ``objective_of``: two standard errors, or the proven bound."""
        if self.utility is not None:
            return 0.0 if self.utility_error is None else 2 * self.utility_error[seat]
        return self.chance_error(seat)

    def chance_error(self, seat: int) -> float:
        return max(self.high[seat] - self.win[seat], self.win[seat] - self.low[seat], 0.0)

    def objective_of(self, seat: int) -> float:
        """Return the payoff that the verdict compares: the chance to win, or dollars."""
        return self.win[seat] if self.utility is None else self.utility[seat]

    @property
    def uncertainty(self) -> float:
        """1 minus the sum of the low ends (the first program's uncertainty).

        That is the largest possible distance of a chance from its low end. Meaningless with ``ties=joint``.
        """
        return max(0.0, 1.0 - sum(self.low))


@dataclass(frozen=True, slots=True)
class OutcomeEffect(JsonForm):
    """One outcome of the next spin: its chance, and each contestant's chance to win after it.

    ``utility`` and ``utility_error``: see ``ActionResult``.
    """

    label: str
    kind: str
    amount: int | None
    chance: float
    win: Triple
    utility: Triple | None = field(default=None, metadata=name_json_field("worth", beside="utility"))
    utility_error: Triple | None = field(default=None, metadata=name_json_field("worth_error", beside="utility"))


@dataclass(frozen=True, slots=True)
class SolveResult:
    """The answer to "press or pass?".

    Attributes:
        position: canonical notation.
        board: id of the board; rules: every option.
        unit, cap: dollars that sums were rounded to (1: the exact dollar), and the cap of scores.
        press: None where pressing is not allowed; passing: None where passing is not allowed.
        best: the better action for the mover; None for a ``bounded`` answer without a proven verdict.
        margin: its advantage in probability (with a goal in dollars, in dollars); None without a choice, and for a
            ``bounded`` answer, whose ``proven_margin`` has the least and the largest.
        too_close: whether the two intervals overlap, so that the verdict is not certain.
        outcomes: the outcomes of the next spin, worst to best for the mover.
        outcomes_error: the error of the outcomes for the mover, in the unit of ``margin``, if it is larger than the error
            of a press; else None.
        notes: sentences about simplifications.
        next_spins: id of another board for the next spins, and their number; else None.
        then: in round 1 the id of the board of round 2, and the number of questions before it; else None.
    """

    position: str
    board: str
    rules: dict[str, Any]
    unit: int
    cap: int
    method: Method
    press: ActionResult | None
    passing: ActionResult | None
    best: Best | None
    margin: float | None
    too_close: bool
    states: int
    seconds: float
    engine: str
    outcomes: tuple[OutcomeEffect, ...] = ()
    notes: tuple[str, ...] = field(default=())
    next_spins: tuple[str, int] | None = None
    then: tuple[str, int] | None = None
    outcomes_error: float | None = None
    proven_margin: tuple[float, float] | None = None

    @property
    def mover_seat(self) -> int:
        return int(self.position.rpartition("@")[2]) - 1

    @property
    def actions(self) -> list[ActionResult]:
        """The actions that are allowed, pressing first."""
        return [action for action in (self.press, self.passing) if action is not None]

    @property
    def margin_error(self) -> float:
        """The error of the margin between the mover's actions: two standard errors, or the proven bound."""
        return sum(action.error_of(self.mover_seat) for action in self.actions)

    @property
    def scale(self) -> float:
        """The reference for a difference: 1 for chances, the mover's larger winnings for dollars."""
        winnings = [action.objective_of(self.mover_seat) for action in self.actions if action.utility]
        return max(1.0, *map(abs, winnings)) if winnings else 1.0

    @property
    def call(self) -> str:
        """The verdict in the words of ``engine.calls``: the better action, toss-up or open."""
        if self.press is None or self.passing is None:
            return self.best or "press"
        seat, best = self.mover_seat, self.best or "press"
        press, passing = self.press.objective_of(seat), self.passing.objective_of(seat)
        margin = self.margin if self.margin is not None else passing - press if best == "pass" else press - passing
        return call(best, margin, self.margin_error, self.too_close, self.scale)

    @property
    def too_rough(self) -> bool:
        """Whether an action's error for the mover is so large that its figure would mislead."""
        in_dollars = any(action.utility is not None for action in self.actions)
        max_error = ROUGH_SHARE * self.scale if in_dollars else ROUGH
        return max(action.error_of(self.mover_seat) for action in self.actions) > max_error

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``python -m engine solve --json`` prints, without ``call``, which follows from it."""
        proven = self.method == "bounded"
        return {
            **{name: getattr(self, name) for name in ("position", "board", "rules")},
            **({} if self.next_spins is None else {"now": dict(zip(("board", "spins"), self.next_spins, strict=True))}),
            **({} if self.then is None else {"then": dict(zip(("board", "questions"), self.then, strict=True))}),
            **{name: getattr(self, name) for name in ("unit", "cap", "method")},
            "actions": {"press": self._action_to_json(self.press), "pass": self._action_to_json(self.passing)},
            **{name: getattr(self, name) for name in ("best", "margin")},
            **({"proven_margin": self.proven_margin and list(self.proven_margin)} if proven else {}),
            **{name: getattr(self, name) for name in ("too_close", "states", "seconds", "engine")},
            "notes": list(self.notes),
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
            **({} if self.outcomes_error is None else {"outcomes_error": self.outcomes_error}),
        }

    def _action_to_json(self, action: ActionResult | None) -> dict[str, Any] | None:
        if action is None or self.method != "bounded":
            return None if action is None else action.to_json()
        shares_sum = self.rules.get("ties") != "joint"  # the three chances sum to at most 1
        return action.to_json() | {"win": None, "uncertainty": action.uncertainty if shares_sum else None}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SolveResult:
        shared_keys = ("position", "board", "rules", "unit", "cap", "method", "best", "margin", "too_close", "states")
        press, passing = (_read_action(data["actions"][name]) for name in ("press", "pass"))
        now, then, proven = data.get("now"), data.get("then"), data.get("proven_margin")
        return cls(
            **{name: data[name] for name in (*shared_keys, "seconds", "engine")},
            press=press,
            passing=passing,
            outcomes=tuple(OutcomeEffect.from_json(outcome) for outcome in data["outcomes"]),
            notes=tuple(data["notes"]),
            next_spins=None if now is None else (now["board"], now["spins"]),
            then=None if then is None else (then["board"], then["questions"]),
            outcomes_error=data.get("outcomes_error"),
            proven_margin=None if proven is None else (proven[0], proven[1]),
        )


def _read_action(data: dict[str, Any] | None) -> ActionResult | None:
    if data is not None and data["win"] is None:
        middle = [(low + high) / 2 for low, high in zip(data["low"], data["high"], strict=True)]
        data = {**data, "win": middle}
    return None if data is None else ActionResult.from_json(data)


@dataclass(frozen=True, slots=True)
class Odds(JsonForm):
    """Each contestant's chance to win, in seat order.

    Attributes:
        win: probabilities.
        error: of an exact chance the rounding, of a bounded one half the width, of an estimate the standard error.
        method: the method.
    """

    win: Triple
    error: Triple
    method: Method

    @property
    def uncertainty(self) -> tuple[int, float]:
        """A sort key, more certain first: whether they are inexact, and the largest error."""
        return METHODS.index(self.method) > 0, max(self.error)


def make_odds(action: ActionResult | None, method: Method) -> Odds | None:
    """Return the odds after an action; None where it is not allowed."""
    if action is None:
        return None
    if action.standard_error is not None:
        return Odds(action.win, action.standard_error, method)
    return Odds(
        action.win, to_triple((high - low) / 2 for low, high in zip(action.low, action.high, strict=True)), method
    )


# -- from a method's values to the result ------------------------------------------------------


def make_result(
    question: Question,
    method: Method,
    play_rules: PlayRules,
    press: ActionResult | None,
    passing: ActionResult | None,
    states: int,
    outcomes: tuple[OutcomeEffect, ...] = (),
    notes: tuple[str, ...] = (),
) -> SolveResult:
    """Return the result of a method, which used the rules, unit and cap of ``play_rules``."""
    press, passing = _add_money(press, question.rules), _add_money(passing, question.rules)
    verdict = find_verdict(press, passing, question.position.mover_seat, proven=method == "bounded")
    return SolveResult(
        position=question.position.notation,
        board=question.board.id,
        rules=question.rules.options(),
        next_spins=None if question.next_spins is None else (question.next_spins.board.id, question.next_spins.spins),
        then=None if question.then is None else (question.then.board.id, question.then.questions),
        unit=play_rules.unit,
        cap=play_rules.cap,
        method=method,
        press=press,
        passing=passing,
        **verdict._asdict(),
        states=states,
        seconds=time.perf_counter() - question.started,
        engine=ENGINE_VERSION,
        outcomes=outcomes,
        notes=(*_list_notes(play_rules), *notes),
    )


def _add_money(action: ActionResult | None, rules: Rules) -> ActionResult | None:
    """Return the action with its expected winnings: its utility minus the value of the win itself."""
    if action is None or action.utility is None:
        return action
    extra = rules.win_worth if rules.goal == "blend" else 0
    return replace(action, money=to_triple(v - extra * p for v, p in zip(action.utility, action.win, strict=True)))


def make_finished_result(question: Question) -> SolveResult:
    """Return the result where only one contestant is in, who has won, whatever the spins bring (rules 1.9)."""
    position, rules = question.position, question.seated_rules
    play_rules = PlayRules(rules, question.unit, rules.cap or max(c.score for c in position.contestants))
    action = make_exact_action(terminal_payoff(position, rules), calibration.DOUBLE_ROUNDING)
    note = "The other two contestants are out, so the game is won already."
    return make_result(question, "exact", play_rules, action, None, 1, notes=(note,))


def make_exact_action(value: Vector | None, rounding: float) -> ActionResult | None:
    """Return an exact action from payoffs by seat: dollars if at stake, then chances to win; None for None."""
    if value is None:
        return None
    return replace(make_estimated_action(value, (rounding / 2,) * len(value)), standard_error=None, utility_error=None)


def make_estimated_action(
    value: Vector, error: Iterable[float], toss_up: TossUp | None = None, rest: Triple | None = None
) -> ActionResult:
    """Return an estimated action from payoffs and their standard errors; see ``make_exact_action``.

    ``rest``: the standard errors of both ends of the toss-up.
    """
    errors = tuple(error)
    win, spread = to_triple(min(1.0, max(0.0, v)) for v in value[-3:]), to_triple(errors[-3:])
    lowest, highest, around = win, win, spread
    if toss_up is not None and rest is not None:
        # Two passes that are tied for the mover have a mean, which may lie beyond the ends for one of them.
        lowest = to_triple(min(pair) for pair in zip(toss_up.low, win, strict=True))
        highest = to_triple(max(pair) for pair in zip(toss_up.high, win, strict=True))
        toss_up = toss_up._replace(low=lowest, high=highest)
        around = rest
        ends = zip(spread, lowest, win, highest, strict=True)
        spread = to_triple(max(e, (high - v) / 2, (v - low) / 2) for e, low, v, high in ends)
    return ActionResult(
        win,
        to_triple(max(0.0, v - 2 * e) for v, e in zip(lowest, around, strict=True)),
        to_triple(min(1.0, v + 2 * e) for v, e in zip(highest, around, strict=True)),
        spread,
        utility=to_triple(value[:3]) if len(value) > 3 else None,
        utility_error=to_triple(errors[:3]) if len(value) > 3 else None,
        toss_up=toss_up,
    )


class Verdict(NamedTuple):
    """The better action for the mover, as in ``SolveResult``."""

    best: Best | None
    margin: float | None
    too_close: bool
    proven_margin: tuple[float, float] | None = None


def find_verdict(
    press: ActionResult | None, passing: ActionResult | None, mover_seat: int, *, proven: bool = False
) -> Verdict:
    """Return the verdict on two actions; with ``proven`` intervals only if it is certain."""
    if press is None or passing is None:
        return Verdict("pass" if press is None else "press", None, False)
    if proven:
        return _find_proven_verdict(press, passing, mover_seat)
    in_dollars = press.utility is not None
    choice = first_within_tolerance(
        (press, passing), lambda action: action.objective_of(mover_seat), TOLERANCE[in_dollars]
    )
    best: Best = "press" if choice is press else "pass"
    margin = abs(press.objective_of(mover_seat) - passing.objective_of(mover_seat))
    if in_dollars:
        errors = [action.utility_error[mover_seat] for action in (press, passing) if action.utility_error is not None]
        return Verdict(best, margin, margin < 2 * sum(errors))
    other = passing if choice is press else press
    # Equal values are a tie, unless they are only the middles of wide intervals.
    is_tie = margin == 0 and choice.high[mover_seat] - choice.low[mover_seat] < 1e-4
    overlap = other.high[mover_seat] >= choice.low[mover_seat] and not is_tie
    return Verdict(best, margin, overlap)


def _find_proven_verdict(press: ActionResult, passing: ActionResult, seat: int) -> Verdict:
    """Return the verdict that two intervals prove, or an open one; of equal actions pressing is best."""
    if passing.low[seat] > press.high[seat] + TOLERANCE[False]:
        best: Best = "pass"
        choice, other = passing, press
    elif passing.high[seat] <= press.low[seat] + TOLERANCE[False]:
        best, choice, other = "press", press, passing
    else:
        return Verdict(None, None, True)
    margin = (max(0.0, choice.low[seat] - other.high[seat]), max(0.0, choice.high[seat] - other.low[seat]))
    return Verdict(best, None, False, margin)


def list_outcomes(question: Question, play_rules: PlayRules, outcomes: Outcomes) -> tuple[OutcomeEffect, ...]:
    """Return the outcomes of the next spin, worst first; slides with the same text are merged.

    Outcomes with the same value are in the order of their labels, as the last decimals differ between processors.
    """
    if not outcomes:
        return ()
    rows: dict[tuple[str, str, int | None], list[float]] = {}
    mover_seat = question.position.mover_seat
    rules = play_rules.rules.at(question.position.spins).for_seat(mover_seat)
    for landing in landings(question.boards[0], rules, play_rules.unit):
        slide = landing.slide
        amount = slide.amount if slide.amount is not None else slide.value
        # Kernels may merge squares.
        after = outcomes.get(landing.options) or outcomes[without_square(landing.options)]
        row = rows.setdefault((slide.text, slide.kind, amount), [0.0] * (1 + len(after)))
        chance = float(landing.chance)
        row[0] += chance
        for index, value in enumerate(after, 1):
            row[index] += chance * value
    effects = [
        OutcomeEffect(
            *slide_words,
            p,
            to_triple(v / p for v in sums[-3:]),
            to_triple(v / p for v in sums[:3]) if sums[3:] else None,
        )
        for slide_words, (p, *sums) in rows.items()
    ]
    return tuple(sorted(effects, key=lambda e: (round((e.utility or e.win)[mover_seat], TIE_DECIMALS), e.label)))


def _list_notes(play_rules: PlayRules) -> tuple[str, ...]:
    notes = []
    if play_rules.unit > 1:
        notes.append(f"Board values are rounded to multiples of ${play_rules.unit:,}.")
    if (outcome_count := play_rules.rules.reduce) is not None:
        min_spins = play_rules.rules.reduce_from
        when = "" if min_spins <= 1 else f" while {min_spins} spins or more are left"
        notes.append(f"The board is reduced to {outcome_count} outcomes of a spin{when}.")
    if play_rules.rules.cap is not None:
        notes.append(f"Scores stop growing at ${play_rules.cap:,}.")
    return tuple(notes)
