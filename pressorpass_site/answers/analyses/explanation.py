"""The reasons for an answer, in three bullets and in a paragraph, and what a decision was worth: all made from numbers.

All are the engine's: chances from the result, the chance of a Whammy from the board's figures, and who must
play which spins from the rules. A phrase whose number is missing is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import PassChain, Position, SpinFigures, calls, formatting, pass_chains
from engine.calls import OPEN
from engine.formatting import counted, exact_percent, money, spelt
from pressorpass_site.boards import statistics
from pressorpass_site.questions.question import SEATS, Question

from .answers import Answer

PAST = {"Press": "pressed", "Pass": "passed", "Stop": "stopped"}
LAST_WHAMMY = 3  # the next one is the fourth


@dataclass(frozen=True)
class Case:
    """The facts that the phrases are made from.

    Attributes:
        spin: one spin of the board as the mover plays it; None where that is not known, or changes.
        chains: the ways to pass before the next spin, without that of pressing at once.
    """

    answer: Answer
    position: Position
    spin: SpinFigures | None
    chains: list[PassChain]

    @property
    def mover_seat(self) -> int:
        return self.position.mover_seat

    @property
    def mover(self) -> str:
        return SEATS[self.mover_seat]

    @property
    def receivers(self) -> list[int]:
        """The contestants to whom the mover may pass."""
        return sorted({chain.passes[0].to for chain in self.chains if chain.passes[0].to is not None})

    def score(self, seat: int) -> int:
        return self.position.contestants[seat].score


@dataclass(frozen=True)
class Reason:
    """A figure and its meaning, shown beside the bar of the action it explains."""

    figure: str
    words: str


def bullets(answer: Answer, question: Question) -> dict[str, list[Reason]]:
    """Return the reasons by action: the risk and gain of pressing, and the cost of passing."""
    if answer.won:
        return {}
    case = _case(answer, question)
    pressing = [reason for reason in (_risk(case), _gain(case)) if reason]
    away = _away(case)
    return {"press": pressing, "pass": [away] if away else []}


def explanation(answer: Answer, question: Question) -> list[str]:
    """Return the paragraph, sentence by sentence; empty where nothing is left to decide or to explain."""
    if answer.won:
        return []
    case = _case(answer, question)
    return [sentence for phrase in PHRASES if (sentence := phrase(case))]


def reasons(answer: Answer, question: Question) -> list[str]:
    """Return only the reasons: the risk of pressing and the cost of passing."""
    case = _case(answer, question)
    return [sentence for phrase in (risk, whammy, passing) if (sentence := phrase(case))]


@dataclass(frozen=True)
class JudgedDecision:
    """A decision, judged by an answer.

    Attributes:
        action: “press” or “pass”.
        judgement: “right”, “wrong”, “equal”, “close” where the difference is small, or “open” while the two choices
        can't be told apart.
        worth: the difference between the two choices, “22.3 points”; its upper bound while they can't be told apart;
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
            else formatting.in_points(formatting.points_at_most(at_most))
        )
        word = answer.word[0].lower() + answer.word[1:]
        return JudgedDecision(action, "open", most, f"{did}: {word} It cost at most {most}.")
    size = abs(difference)
    shown = mine.shown, theirs.shown
    worth = (
        f"{formatting.money_change_within(size, off, shown).removeprefix('+')} on average"
        if answer.in_dollars
        else formatting.in_points(formatting.points_within(size, off, shown, tell_apart=True).removeprefix("+"))
    )
    best = answer.best == action
    grade = calls.grade(size if best else -size, certain=True, scale=answer.scale)
    told = f"right, by {worth}" if best else f"that cost {worth}"
    if grade == "too_close":
        return JudgedDecision(action, "close", worth, f"{did}: a close call; {told}.", lost=not best)
    return JudgedDecision(action, grade, worth, f"{did}: {told}.", lost=not best)


def _risk(case: Case) -> Reason | None:
    """Return the risk of a Whammy during the remaining spins, and its effect."""
    answer, mover = case.answer, case.position.mover
    if case.spin is None or "press" not in answer.actions:
        return None
    if not case.spin.whammy:
        return Reason("0%", "risk: there is no Whammy on this board")
    figure = exact_percent(float(case.spin.whammy_before_the_end(mover.spins)))
    spins = "one spin" if mover.spins == 1 else f"{spelt(mover.spins)} spins"
    words = f"risk of a Whammy ({spins} plus any earned)" if case.spin.extra_spin else f"risk of a Whammy in {spins}"
    hits = [outcome for outcome in answer.outcomes if outcome.kind == "whammy"]
    if mover.whammies == LAST_WHAMMY:
        return Reason(figure, f"{words}; it would be the fourth, and {case.mover} would be out")
    if not hits:
        return Reason(figure, words)
    costs = f"costs {money(mover.score)} and " if mover.score else ""
    return Reason(figure, f"{words}; a Whammy now {costs}leaves {hits[0].shown[0]}")


def _gain(case: Case) -> Reason | None:
    """Return the average gain of the next spin if it is safe."""
    answer = case.answer
    safe = [outcome for outcome in answer.outcomes if outcome.kind != "whammy"]
    chance = sum(outcome.chance for outcome in safe)
    if not chance or len(safe) == len(answer.outcomes):
        return None
    change = sum(outcome.chance * outcome.change for outcome in safe) / chance
    return Reason(answer.after_a_spin(change), "after a safe spin, on average")


def _away(case: Case) -> Reason | None:
    """Return the cost of a pass, and the score its receiver then needs."""
    if "pass" not in case.answer.actions:
        return None
    if not case.receivers:
        return Reason(money(case.score(case.mover_seat)), "is kept by stopping")
    to, earned = case.receivers[0], case.position.mover.earned
    ahead = case.score(case.mover_seat) - case.score(to)
    needs = "any money takes the lead"
    if ahead > 0:
        needs = f"more than {money(ahead)} overtakes {case.mover}"
    elif ahead < 0:
        needs = f"a lead of {money(-ahead)} is at risk"
    figure = f"{earned} spin{'' if earned == 1 else 's'}"
    goes, it = ("goes", "it") if earned == 1 else ("go", "them")
    return Reason(figure, f"{goes} to {_names(case.receivers, 'or')}, who must play {it}: {needs}")


def lead(case: Case) -> str:
    """Return the mover's lead or deficit: “Left leads Center by $5,000 and Right by $8,000”."""
    gaps: dict[int, list[int]] = {}
    others = [seat for seat in case.position.still_in if seat != case.mover_seat]
    for seat in sorted(others, key=lambda seat: -case.score(seat)):
        gaps.setdefault(case.score(case.mover_seat) - case.score(seat), []).append(seat)
    behind = [f"{money(-gap)} behind {_names(seats)}" for gap, seats in gaps.items() if gap < 0]
    level = [
        f"level with {_names(seats)} at {money(case.score(case.mover_seat))}" for gap, seats in gaps.items() if gap == 0
    ]
    ahead = [(_names(seats), money(gap)) for gap, seats in gaps.items() if gap > 0]
    if not behind and not level:
        return f"{case.mover} leads {' and '.join(f'{names} by {gap}' for names, gap in ahead)}." if ahead else ""
    parts = [*behind, *level, *(f"{gap} ahead of {names}" for names, gap in ahead)]
    return f"{case.mover} is {' and '.join(parts)}."


def risk(case: Case) -> str:
    """Return the risk of a Whammy: “Three spins, … hit at least one Whammy 47.2% of the time”."""
    if case.spin is None or "press" not in case.answer.actions:
        return ""
    spins = case.position.mover.spins
    if not case.spin.whammy:
        return "There is no Whammy on this board."
    chance = exact_percent(float(case.spin.whammy_before_the_end(spins)))
    if not case.spin.extra_spin:
        times = "One spin hits a Whammy" if spins == 1 else f"{spelt(spins).capitalize()} spins hit at least one Whammy"
        return f"{times} {chance} of the time."
    if spins == 1:
        return f"One spin, plus any it earns, hits a Whammy {chance} of the time."
    return f"{spelt(spins).capitalize()} spins, plus any they earn, hit at least one Whammy {chance} of the time."


def whammy(case: Case) -> str:
    """Return the effect of a Whammy now: “A Whammy now takes all $8,000, … Left’s chance to win to 15.7%”."""
    hits = [outcome for outcome in case.answer.outcomes if outcome.kind == "whammy"]
    if not hits:
        return ""
    mover = case.position.mover
    left = mover.spins - 1
    if mover.whammies == LAST_WHAMMY:
        return f"A Whammy now is the fourth: {case.mover} is out."
    others = [seat for seat in case.position.still_in if seat != case.mover_seat]
    if not left and not any(case.position.contestants[seat].spins for seat in others) and any(map(case.score, others)):
        best = max(map(case.score, others))
        winners = [seat for seat in others if case.score(seat) == best]
        takes = f"all {money(mover.score)} and " if mover.score else ""
        return f"A Whammy now takes {takes}the game: {_names(winners)} {'win' if winners[1:] else 'wins'}."
    takes = f"takes all {money(mover.score)}, " if mover.score else ""
    free = " that may then be passed" if mover.passed and left else ""
    leaves = f"leaves {counted(left, 'spin')}{free}"
    brings = f"brings {case.answer.spin_gain} to {hits[0].shown[0]}"
    return f"A Whammy now {takes}{leaves}{',' if mover.score else ''} and {brings}."


def passing(case: Case) -> str:
    """Return the spins that passing hands over, and their receiver.

    “Passing hands Center three spins that must be played: it takes more than $5,000 to overtake Left”.
    """
    if "pass" not in case.answer.actions:
        return ""
    if not case.receivers:
        return f"Stopping keeps the {money(case.score(case.mover_seat))}."
    spins = counted(case.position.mover.earned, "spin")
    names = _names(case.receivers, "or")
    chosen = f", as {case.mover} likes" if len(case.receivers) > 1 else ""
    hands_over = f"Passing hands {names} {spins} that must be played{chosen}"
    to = case.receivers[0]
    ahead = case.score(case.mover_seat) - case.score(to)
    if ahead > 0:
        return f"{hands_over}: it takes more than {money(ahead)} to overtake {case.mover}."
    if ahead == 0:
        return f"{hands_over}: any money puts {names} ahead of {case.mover}."
    return f"{hands_over}: at risk is a lead of {money(-ahead)} over {case.mover}."


def no_gain(case: Case) -> str:
    """Return a case in which an extra spin makes things worse.

    “$750 is worth 1.8 points more to Left than $750 + one spin: …”.
    """
    answer = case.answer
    plain = {outcome.amount: outcome for outcome in answer.outcomes if outcome.kind == "cash"}
    pairs = [
        (plain[outcome.amount].change - outcome.change, plain[outcome.amount], outcome)
        for outcome in answer.outcomes
        if outcome.kind == "cash_spin" and outcome.amount in plain
    ]
    worse, without, extra = max(pairs, key=lambda pair: pair[0], default=(0.0, None, None))
    if without is None or extra is None or worse <= 2 * answer.spin_uncertainty:
        return ""
    size = answer.change_in_words(worse, (without.value, extra.value))
    if not size:
        return ""
    passable = [seat for seat in case.position.still_in if seat != case.mover_seat] if not case.position.alone else []
    fate = "played, at the risk of a Whammy" + (", or passed to an opponent" if passable else "")
    return f"{without.label} is worth {size} more to {case.mover} than {extra.label}: the extra spin must be {fate}."


def harmless(case: Case) -> str:
    """Return a note that a Whammy costs nothing: “A Whammy now does not hurt Left: there is no money to lose”."""
    answer, mover = case.answer, case.position.mover
    hits = [outcome for outcome in answer.outcomes if outcome.kind == "whammy"]
    if not hits or mover.whammies == LAST_WHAMMY or hits[0].change < answer.spin_uncertainty:
        return ""
    reasons = ["there is no money to lose"] if not mover.score else []
    if mover.passed > 1:
        reasons.append("the spins that are left may then be passed")
    return f"A Whammy now does not hurt {case.mover}{': ' if reasons else ''}{', and '.join(reasons)}."


def from_behind(case: Case) -> str:
    """Return a note that passing is right although behind: “Though behind, Left does better to pass: …”."""
    answer = case.answer
    if answer.forced or answer.too_close or answer.equal or answer.best != "pass" or not case.receivers:
        return ""
    to = case.receivers[0]
    if case.score(to) <= case.score(case.mover_seat):
        return ""
    names = _names(case.receivers, "or")
    return f"Though behind, {case.mover} does better to pass: a Whammy would cost {names} {money(case.score(to))}."


def in_between(case: Case) -> str:
    """Return the contestants who play between a pass and the passed spins: “After a pass Right is up first, …”."""
    first = [chain for chain in case.chains if len(chain.passes) == 1]
    if len(first) != 1 or "pass" not in case.answer.actions:
        return ""
    after = first[0].position
    if after.mover_seat in (case.mover_seat, first[0].passes[0].to) or not after.mover.spins:
        return ""
    may = "" if first[0].forced else ", and may pass in turn"
    return f"After a pass {SEATS[after.mover_seat]} is up first, with {counted(after.mover.spins, 'spin')}{may}."


def verdict(case: Case) -> str:
    """Return the conclusion: “Taken together, pressing is worth 23.2 points more”."""
    answer = case.answer
    if answer.forced:
        return ""
    if answer.call == OPEN:
        return f"We can’t tell them apart{' yet' if answer.improving else ''}."
    if answer.too_close:
        return "Taken together, there is hardly a difference."
    if answer.equal:
        return "Taken together, both come to the same."
    better = answer.gerunds[answer.best]
    size = answer.margin.removeprefix("+").replace("≥", "at least")
    worth = f"{size} more on average" if answer.in_dollars else f"{formatting.in_points(size)} more"
    return f"Taken together, {better} is worth {worth}."


PHRASES: tuple[Callable[[Case], str], ...] = (
    *(lead, risk, whammy, harmless, no_gain, passing, in_between, from_behind, verdict),
)


def _case(answer: Answer, question: Question) -> Case:
    position = question.position
    rules = question.rules.seated(position.mover_seat)
    spin = None if question.next_spins else statistics.spin_figures(question.board, rules.for_seat(position.mover_seat))
    return Case(answer, position, spin, [chain for chain in pass_chains(position, rules) if chain.passes])


def _names(seats: list[int], join: str = "and") -> str:
    return f" {join} ".join(SEATS[seat] for seat in seats)
