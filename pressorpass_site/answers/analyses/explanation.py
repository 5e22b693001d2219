"""The reasons for an answer, a line each, and what a decision was worth: all made from numbers.

All are the engine's: chances from the result, the chance of a Whammy from the board's figures, and who must
play which spins from the rules. A line whose number is missing is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import PassChain, Position, SpinFigures, calls, formatting, pass_chains
from engine.formatting import exact_percent, money, plural, spelt
from pressorpass_site.boards import statistics
from pressorpass_site.questions.question import SEATS, Question

from .answers import Answer

PAST = {"Press": "pressed", "Pass": "passed", "Stop": "stopped"}
LAST_WHAMMY = 3  # the next one is the fourth


@dataclass(frozen=True)
class Case:
    """The facts that the lines are made from.

    Attributes:
        spin: one spin of the board as the mover plays it; None where that is not known, or changes.
        chains: the ways to pass before the next spin, without that of pressing at once.
    """

    answer: Answer
    position: Position
    spin: SpinFigures | None
    chains: list[PassChain]

    @property
    def mover(self) -> str:
        return SEATS[self.position.mover_seat]

    @property
    def receivers(self) -> list[int]:
        """The contestants to whom the mover may pass."""
        return sorted({chain.passes[0].to for chain in self.chains if chain.passes[0].to is not None})


@dataclass(frozen=True)
class Reason:
    """A line of “Why”: a figure between words."""

    before: str
    figure: str
    after: str

    def __str__(self) -> str:
        return f"{self.before}{self.figure}{self.after}"


def reasons(answer: Answer, question: Question) -> list[Reason]:
    """Return the lines: the risk and the gain of pressing, and what a pass gives away; empty where nothing is left to decide."""
    if answer.won:
        return []
    position = question.position
    rules = question.rules.seated(position.mover_seat)
    spin = None if question.next_spins else statistics.spin_figures(question.board, rules.for_seat(position.mover_seat))
    return lines(Case(answer, position, spin, [chain for chain in pass_chains(position, rules) if chain.passes]))


def lines(case: Case) -> list[Reason]:
    """Return the lines of a case."""
    return [line for line in (_risk(case), _gain(case), _away(case)) if line]


@dataclass(frozen=True)
class JudgedDecision:
    """A decision, judged by an answer.

    Attributes:
        action: “press” or “pass”.
        judgement: “right”, “wrong”, “equal”, “close” where the difference is small, or “open” while the two choices
        can't be told apart.
        worth: the difference between the two choices, “22 wins in 100”; its upper bound while they can't be told apart;
        empty if there is none.
        sentence: the judgment with what the decision was worth or cost.
        lost: whether the other choice is known to be better.
    """

    action: str
    judgement: str
    worth: str
    sentence: str
    lost: bool = False


def decision(answer: Answer, action: str, who: str = "They") -> JudgedDecision | None:
    """Judge an action; return None if there was no choice, or none of that name.

    A figure is shown with its error unless that is too small to show. Where the error is larger than the
    difference, the sentence says how much the decision may have cost at most.
    """
    if action not in answer.actions or answer.forced or answer.won or answer.says_nothing:
        return None
    did = f"{who} {PAST[answer.labels[action]]}"
    other = "press" if action == "pass" else "pass"
    mine, theirs = (answer.figure(name, answer.mover_seat, dollars=answer.in_dollars) for name in (action, other))
    difference, off = theirs.value - mine.value, answer.margin_error
    if answer.equal:
        return JudgedDecision(action, "equal", "", f"{did}: {answer.gerunds[other]} is worth exactly the same.")
    if answer.too_close:
        at_most = max(difference + off, 0.0)
        most = (
            f"{formatting.money_at_most(at_most)} on average"
            if answer.in_dollars
            else formatting.in_100(formatting.points_at_most(at_most))
        )
        word = answer.word[0].lower() + answer.word[1:]
        return JudgedDecision(action, "open", most, f"{did}: {word} It cost at most {most}.")
    size = abs(difference)
    shown = mine.shown, theirs.shown
    worth = (
        f"{formatting.money_change_within(size, off, shown).removeprefix('+')} on average"
        if answer.in_dollars
        else formatting.in_100(formatting.wins(size, off, shown))
    )
    best = answer.best == action
    grade = calls.grade(size if best else -size, certain=True, scale=answer.scale)
    told = f"right, by {worth}" if best else f"that cost {worth}"
    if grade == "too_close":
        return JudgedDecision(action, "close", worth, f"{did}: a close call; {told}.", lost=not best)
    return JudgedDecision(action, grade, worth, f"{did}: {told}.", lost=not best)


def _risk(case: Case) -> Reason | None:
    """Return the risk of a Whammy during the remaining spins, and what one now takes."""
    mover = case.position.mover
    if case.spin is None or "press" not in case.answer.actions:
        return None
    if not case.spin.whammy:
        return Reason("", "No", " Whammy on this board.")
    figure = exact_percent(float(case.spin.whammy_before_the_end(mover.spins)))
    spins, earned = (
        (f"{spelt(mover.spins)} spins", "any they earn") if mover.spins > 1 else ("one spin", "any it earns")
    )
    during = f" risk of a Whammy in {spins}{f' and {earned}' if case.spin.extra_spin else ''}"
    if mover.whammies == LAST_WHAMMY:
        return Reason("", figure, f"{during}: the fourth, and {case.mover} is out.")
    takes = f"one now takes {money(mover.score)}" if mover.score else "there is no money to lose yet"
    return Reason("", figure, f"{during}; {takes}.")


def _gain(case: Case) -> Reason | None:
    """Return the average gain of the next spin if it is safe."""
    answer = case.answer
    safe = [outcome for outcome in answer.outcomes if outcome.kind != "whammy"]
    chance = sum(outcome.chance for outcome in safe)
    if not chance or len(safe) == len(answer.outcomes):
        return None
    change = sum(outcome.chance * outcome.change for outcome in safe) / chance
    what = "" if answer.spin_in_dollars else " to win"
    return Reason("", answer.after_a_spin(change), f"{what} after a safe spin, on average.")


def _away(case: Case) -> Reason | None:
    """Return the spins that a pass gives away, and the money that then decides."""
    if "pass" not in case.answer.actions:
        return None
    podiums, mover = case.position.contestants, case.position.mover
    if not case.receivers:
        return Reason("Stopping keeps ", money(mover.score), ".")
    names = " or ".join(SEATS[seat] for seat in case.receivers)
    ahead = mover.score - podiums[case.receivers[0]].score
    if ahead > 0:
        needs = f"more than {money(ahead)} overtakes {case.mover}"
    elif ahead == 0:
        needs = f"any money overtakes {case.mover}"
    else:
        needs = f"at risk is a lead of {money(-ahead)} over {case.mover}"
    return Reason(f"Passing hands {names} ", plural(mover.earned, "spin"), f": {needs}.")
