"""A first estimate of any question in a moment: random games in which contestants go by rules of thumb.

It needs no plan and no memory, so it takes only the time it is given, for any question. It is for questions where every
other method takes too long to begin. The distance of rules of thumb from the best play is stated as an error that
``benchmarks/rough.py`` measures.
"""

from __future__ import annotations

import math
import random
import time
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from .. import calibration
from ..game.position import SEATS, WHAMMIES_OUT, Position
from ..game.rules import Action, Pass, PlayRules, Press, game_over, legal_actions, offered, pass_spins, take
from ..game.spin import Effect, Spin, SpinOption, StagedSpins, spins
from ..solvers import schedule
from ..solvers.ply import end_value
from .question import Question
from .result import ActionResult, SolveResult, estimated_action, result_of

FEWEST = 8  # games of each action
FIXED = 500  # those of an estimate that is to be the same on every machine
LONGEST = 500  # spins of a game; endless play pays nothing
HIGHEST = 10**9  # no score comes this far
SEED = 1


def rough_estimate(question: Question, seconds: float = schedule.BY_THUMB) -> SolveResult:
    """Return an estimate from as many games as there is processor time for, or ``FIXED`` ones with a limit of cells.

    Raises:
        Cancelled: the question's flag was set.
    """
    table = _Table(question)
    position, rules = question.position, table.play_rules.rules
    tries = [_Try(action) for action in legal_actions(position, rules)]
    end, late = time.thread_time() + seconds, time.monotonic() + schedule.BY_THUMB_STRETCH * seconds
    number, fixed = 0, question.limits.cells is not None
    while number < (FIXED if fixed else FEWEST) or not (fixed or time.thread_time() >= end or time.monotonic() >= late):
        question.cancel.check()
        for tried in tries:
            tried.payoffs.append(table.play(tried.action, number))
        number += 1
    press = next((tried for tried in tries if isinstance(tried.action, Press)), None)
    passes = [tried for tried in tries if isinstance(tried.action, Pass)]
    best = max(passes, key=lambda tried: tried.mean[position.mover_seat], default=None)
    games = f"{len(tries) * number:,} games in which all contestants go by rules of thumb"
    return result_of(
        question,
        "estimated",
        table.play_rules,
        None if press is None else press.result(rough_error(question)),
        None if best is None else best.result(rough_error(question)),
        table.moves,
        notes=(f"A first estimate, from {games}.",),
    )


def rough_error(question: Question) -> float:
    """Return the standard error of a chance by rules of thumb."""
    many = question.position.spins > calibration.THUMB_SPINS
    return calibration.BY_THUMB_OF_MANY if many else calibration.BY_THUMB


@dataclass
class _Try:
    """The games that began with one action."""

    action: Action
    payoffs: list[Sequence[float]] = field(default_factory=list)

    @property
    def mean(self) -> list[float]:
        return [sum(column) / len(self.payoffs) for column in zip(*self.payoffs, strict=True)]

    @property
    def noise(self) -> list[float]:
        """The standard errors of the means, widened where they come from few games."""
        count = len(self.payoffs)
        return [
            math.sqrt((sum((x - m) ** 2 for x in column) + max(map(abs, column)) ** 2 / 4) / count / (count - 1))
            for column, m in zip(zip(*self.payoffs, strict=True), self.mean, strict=True)
        ]

    def result(self, error: float) -> ActionResult:
        """Return the action, with the error of a chance by rules of thumb."""
        at_stake = max(max(map(abs, payoffs[: len(SEATS)])) for payoffs in self.payoffs)
        dollars = [calibration.DOLLARS_BY_THUMB * at_stake] * (len(self.mean) - len(SEATS))
        errors = zip(self.noise, (*dollars, *[error] * len(SEATS)), strict=True)
        return estimated_action(tuple(self.mean), [math.hypot(*each) for each in errors])


class _Drawn:
    """Landings to draw from, and the average result of a spin."""

    def __init__(self, spin: Spin):
        self.options = [options for _, options in spin]
        self.upto = list(accumulate(float(chance) for chance, _ in spin))
        gains = [(float(chance), *_gain(options)) for chance, options in spin]
        self.whammy = min(1.0, sum(chance for chance, _, whammy, _ in gains if whammy))
        other = max(1e-9, 1 - self.whammy)
        self.dollars = sum(chance * gain for chance, gain, _, _ in gains) / other
        variance = sum(chance * (gain - self.dollars) ** 2 for chance, gain, whammy, _ in gains if not whammy) / other
        self.spread = max(1.0, math.sqrt(variance))
        self.spins = 1 / max(0.1, 1 - sum(chance for chance, *_, extra in gains if extra))  # with those that it gives

    def draw(self, rng: random.Random) -> tuple[SpinOption, ...]:
        place = bisect(self.upto, rng.random() * self.upto[-1])
        return self.options[min(place, len(self.options) - 1)]

    def overtakes(self, lead: float, score: float, held: int) -> float:
        """Return roughly the chance that a contestant with these spins comes to lead from this far behind.

        ``score`` is the sum that it takes from $0, after a Whammy.
        """
        if held <= 0:
            return float(lead < 0)
        spins = held * self.spins
        clean = math.pow(1 - self.whammy, spins)
        return clean * self._makes(lead, spins) + (1 - clean) * math.sqrt(clean) * self._makes(score, spins / 2)

    def _makes(self, dollars: float, spins: float) -> float:
        """Return roughly the chance to make more than these dollars, without a Whammy."""
        apart = (spins * self.dollars - dollars) / (self.spread * math.sqrt(spins))
        return 0.5 * math.erfc(-apart / math.sqrt(2))


def _gain(options: tuple[SpinOption, ...]) -> tuple[float, bool, bool]:
    """Return the dollars of the best of some options, whether all are Whammies, and whether one gives a spin."""
    sums = [sum(amounts) / len(amounts) for amounts in (option.effect.sums(1000, 1) for option in options)]
    whammy = all(option.effect.kind == "whammy" for option in options)
    return max(sums), whammy, any(option.effect.spin for option in options)


class _Table:
    """The table at which the games are played: the boards, the rules, and the contestants' decisions."""

    def __init__(self, question: Question):
        rules = question.seated_rules
        self.position = question.position
        self.play_rules = PlayRules(rules, question.unit, question.rules.cap or HIGHEST)
        self.staged = StagedSpins(question.board, rules, question.unit, self.position.spins)
        self.stages = [[_Drawn(spin) for spin in stage] for stage in self.staged.stages]
        self.sooner, self.first = self.stages[0], 0
        if question.next_spins is not None:
            self.first = question.next_spins.spins
            self.sooner = [_Drawn(spin) for spin in spins(question.next_spins.board, rules, question.unit)]
        self.moves = 0

    def play(self, action: Action, number: int) -> Sequence[float]:
        """Return the payoffs of a game that begins with an action; its number sets its luck."""
        rules, position = self.play_rules.rules, self.position
        # Games are drawn from a seed and need no secrets.
        rng = random.Random(SEED * 1_000_003 + number)  # noqa: S311
        spun = 0
        while True:
            if isinstance(action, Press):
                if spun == LONGEST:
                    return [0.0] * (2 * len(SEATS) if rules.in_dollars else len(SEATS))
                drawn = (self.sooner if spun < self.first else self._later(position))[position.mover_seat]
                position = self._spin(position, drawn, rng)
                spun += 1
            else:
                position = pass_spins(position, action.to, rules)
            self.moves += 1
            actions = [] if game_over(position, rules) else legal_actions(position, rules)
            if not actions:
                return end_value(position, rules)
            action = self._decide(position, actions)

    def _later(self, position: Position) -> list[_Drawn]:
        return self.stages[self.staged.stage(position.spins)]

    def _spin(self, position: Position, drawn: _Drawn, rng: random.Random) -> Position:
        options = offered(position, drawn.draw(rng))
        effect = max((option.effect for option in options), key=lambda each: self._liked(position, each, drawn))
        reached = take(position, effect, self.play_rules)
        return rng.choices([then for _, then in reached], [float(chance) for chance, _ in reached])[0]

    def _liked(self, position: Position, effect: Effect, drawn: _Drawn) -> float:
        """Return the worth of an option to the mover in dollars, by a rule of thumb."""
        mover = position.mover
        if effect.kind == "whammy":
            return -mover.score - drawn.dollars * (WHAMMIES_OUT if mover.whammies == WHAMMIES_OUT - 1 else 1)
        if effect.kind == "whammy_off":
            return drawn.dollars * calibration.WHAMMY_OFF_WORTH[mover.whammies]
        reached = take(position, effect, self.play_rules)
        won = sum(float(chance) * then.contestants[position.mover_seat].score for chance, then in reached) - mover.score
        return won + drawn.dollars * effect.spin

    def _decide(self, position: Position, actions: list[Action]) -> Action:
        """Return a pass where it risks less than to press once and then pass, considering the receiver only."""
        passes = [action for action in actions if isinstance(action, Pass)]
        if not passes or len(passes) == len(actions):
            return actions[0]
        mover, to = position.mover, passes[0].to
        later = self._later(position)
        drawn = later[position.mover_seat]
        if to is None:  # against the house: a win is certain, more money is not
            gains = (1 - drawn.whammy) * drawn.dollars > drawn.whammy * mover.score
            return Press() if self.play_rules.rules.in_dollars and gains else passes[0]
        receiver = position.contestants[to]
        its = later[to]
        lead, held = mover.score - receiver.score, receiver.spins + mover.earned
        richer = drawn.dollars
        passed = its.overtakes(lead, mover.score, held)
        pressed = its.overtakes(lead + richer, mover.score + richer, held - 1)
        return passes[0] if passed < drawn.whammy + (1 - drawn.whammy) * pressed else Press()
