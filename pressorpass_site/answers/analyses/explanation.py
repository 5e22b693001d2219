"""“Why”: the reasons for an answer, one line each, and the worth of a decision.

All numbers are the engine's: chances from the result, the chance of a Whammy from the board's figures, and who must
play which spins from the rules. A line whose number is missing is left out.
"""

from dataclasses import dataclass

from engine import PassChain, Position, SpinFigures, calls, formatting, pass_chains
from engine.formatting import format_count, format_exact_percent, format_money, spell_number
from pressorpass_site.boards import statistics
from pressorpass_site.questions.question import Question

from .answers import Answer

PAST = {"Press": "pressed", "Pass": "passed", "Stop": "stopped"}
LAST_WHAMMY = 3  # the next one is the fourth


@dataclass(frozen=True)
class ReasonCase:
    """`spin` is None if its figures are not known or the board changes; `chains` are those with a pass."""

    answer: Answer
    position: Position
    spin: SpinFigures | None
    chains: list[PassChain]

    @property
    def mover(self) -> str:
        return self.answer.mover

    @property
    def receivers(self) -> list[int]:
        return sorted({chain.passes[0].to for chain in self.chains if chain.passes[0].to is not None})


@dataclass(frozen=True)
class Reason:
    """A line of “Why”: a figure between words."""

    before: str
    figure: str
    after: str

    def __str__(self) -> str:
        return f"{self.before}{self.figure}{self.after}"


@dataclass(frozen=True)
class Lead:
    """The first sentence of “Why”: two figures between words."""

    before: str
    press: str
    between: str
    other: str
    after: str

    def __str__(self) -> str:
        return f"{self.before}{self.press}{self.between}{self.other}{self.after}"


def build_lead(answer: Answer) -> Lead | None:
    """Return the first sentence; None if there is no choice, or not enough is known."""
    if answer.won or answer.forced or answer.proven or answer.is_rough or answer.call == calls.OPEN:
        return None
    figures = [answer.get_mover_figure(action) for action in ("press", "pass")]
    wins = f"On average {answer.mover} gets " if answer.in_dollars else f"Out of 100 tries {answer.mover} wins "
    press, other = (_round_amount(figure.value, in_dollars=answer.in_dollars) for figure in figures)
    about = "about " if press[-1].isdigit() and press[0] in "$123456789" else ""
    passing = answer.gerunds["pass"]
    return Lead(f"{wins}{about}", press, " by pressing and ", other, f" by {passing}: {_explain_conclusion(answer)}.")


def _round_amount(value: float, *, in_dollars: bool) -> str:
    """Return text such as “77”, “more than 99”, “$7,500”."""
    if in_dollars:
        return format_money(round(value, 2 - len(str(abs(round(value))))))
    count = round(100 * value)
    if count in (0, 100) and value not in (0.0, 1.0):
        return "more than 99" if count else "less than one"
    return {0: "none", 100: "all"}.get(count, str(count))


def _explain_conclusion(answer: Answer) -> str:
    if answer.toss_up:
        return f"{answer.toss_up.words[0].lower()}{answer.toss_up.words[1:]}"
    mover = answer.position.mover
    risk = "the risk" if mover.whammies == LAST_WHAMMY else "the Whammies"
    spins = f"{spell_number(mover.spins)} more spins are" if mover.spins > 1 else "one more spin is"
    return f"{spins} {'' if answer.call == 'press' else 'not '}worth {risk}"


def build_reasons(answer: Answer, question: Question) -> list[Reason]:
    """Return the lines: the risk and the gain of pressing, and what a pass gives away; empty once the game is won."""
    if answer.won:
        return []
    position = question.position
    rules = question.rules.seated(position.mover_seat)
    spin = (
        None
        if question.next_spins
        else statistics.compute_spin_figures(question.board, rules.for_seat(position.mover_seat))
    )
    return build_lines(
        ReasonCase(answer, position, spin, [chain for chain in pass_chains(position, rules) if chain.passes])
    )


def build_lines(case: ReasonCase) -> list[Reason]:
    return [line for line in (_explain_risk(case), _explain_gain(case), _explain_passed_spins(case)) if line]


@dataclass(frozen=True)
class JudgedDecision:
    """A decision, judged by an answer.

    `judgment` is “right”, “wrong”, “equal”, “close” for a toss-up, or “open” while the choices can't be told apart.
    `worth` is the difference, such as “22 wins in 100”, or for “open” the most that it may be; `lost` says that the other
    choice is known to be better.
    """

    action: str
    judgment: str
    worth: str
    sentence: str
    lost: bool = False


def judge_action(answer: Answer, action: str, subject: str = "They") -> JudgedDecision | None:
    """Judge an action; return None if there was no choice, the action was not open, or the answer is too rough.

    Where the error is larger than the difference, the sentence says how much the decision may have cost at most.
    """
    if action not in answer.actions or answer.forced or answer.won or answer.is_too_rough:
        return None
    did = f"{subject} {PAST[answer.labels[action]]}"
    other = "press" if action == "pass" else "pass"
    chosen_figure, other_figure = answer.get_mover_figure(action), answer.get_mover_figure(other)
    difference, error = other_figure.value - chosen_figure.value, answer.margin_error
    if answer.equal:
        return JudgedDecision(action, "equal", "", f"{did}: {answer.gerunds[other]} is worth exactly the same.")
    if answer.too_close:
        at_most = max(difference + error, 0.0)
        max_cost = (
            f"{formatting.format_money_at_most(at_most)} on average"
            if answer.in_dollars
            else formatting.write_in_100(formatting.format_points_at_most(at_most))
        )
        word = "a toss-up." if answer.toss_up else f"{answer.word[0].lower()}{answer.word[1:]}"
        return JudgedDecision(action, "open", max_cost, f"{did}: {word} It cost at most {max_cost}.")
    size = abs(difference)
    figures = chosen_figure.shown, other_figure.shown
    worth = (
        f"{formatting.format_money_change_within(size, error, figures).removeprefix('+')} on average"
        if answer.in_dollars
        else formatting.write_in_100(formatting.format_wins(size, error, figures))
    )
    best = answer.best == action
    grade = calls.grade(size if best else -size, certain=True, scale=answer.scale)
    consequence = f"right, by {worth}" if best else f"that cost {worth}"
    if grade == "too_close":
        return JudgedDecision(action, "close", worth, f"{did}: a toss-up; {consequence}.", lost=not best)
    return JudgedDecision(action, grade, worth, f"{did}: {consequence}.", lost=not best)


def _explain_risk(case: ReasonCase) -> Reason | None:
    mover = case.position.mover
    if case.spin is None or "press" not in case.answer.actions:
        return None
    if not case.spin.whammy:
        return Reason("", "No", " Whammy on this board.")
    figure = format_exact_percent(float(case.spin.whammy_before_the_end(mover.spins)))
    spins, earned = (
        (f"{spell_number(mover.spins)} spins", "any they earn") if mover.spins > 1 else ("one spin", "any it earns")
    )
    during = f" risk of a Whammy in {spins}{f' and {earned}' if case.spin.extra_spin else ''}"
    if mover.whammies == LAST_WHAMMY:
        return Reason("", figure, f"{during}: the fourth, and {case.mover} is out.")
    takes = f"one now takes {format_money(mover.score)}" if mover.score else "there is no money to lose yet"
    return Reason("", figure, f"{during}; {takes}.")


def _explain_gain(case: ReasonCase) -> Reason | None:
    answer = case.answer
    safe = [outcome for outcome in answer.outcomes if outcome.kind != "whammy"]
    chance = sum(outcome.chance for outcome in safe)
    if not chance or len(safe) == len(answer.outcomes):
        return None
    change = sum(outcome.chance * outcome.change for outcome in safe) / chance
    goal_words = "" if answer.spin_in_dollars else " to win"
    return Reason("", answer.format_after_spin(change), f"{goal_words} after a safe spin, on average.")


def _explain_passed_spins(case: ReasonCase) -> Reason | None:
    if "pass" not in case.answer.actions:
        return None
    podiums, mover = case.position.contestants, case.position.mover
    if not case.receivers:
        return Reason("Stopping keeps ", format_money(mover.score), ".")
    names = " or ".join(case.answer.names[seat] for seat in case.receivers)
    ahead = mover.score - podiums[case.receivers[0]].score
    if ahead > 0:
        needs = f"more than {format_money(ahead)} overtakes {case.mover}"
    elif ahead == 0:
        needs = f"any money overtakes {case.mover}"
    else:
        needs = f"a Whammy there would cost a lead of {format_money(-ahead)}"
    return Reason(f"Passing hands {names} ", format_count(mover.earned, "spin"), f": {needs}.")
