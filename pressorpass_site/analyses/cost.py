"""The cost of a decision to the contestant who took it: “They passed: that cost 22.3 points”."""

from __future__ import annotations

from dataclasses import dataclass

from engine import formatting

from .answers import Answer

PAST = {"Press": "pressed", "Pass": "passed", "Stop": "stopped"}


@dataclass(frozen=True)
class JudgedDecision:
    """A decision, judged by an answer.

    Attributes:
        action: “press” or “pass”.
        judgement: “right”, “wrong”, “equal”, or “open” while the two choices can't be told apart.
        worth: the difference between the two choices, “22.3 points”; its upper bound while they can't be told apart;
        empty if there is none.
        sentence: the judgement with what the decision was worth or cost.
    """

    action: str
    judgement: str
    worth: str
    sentence: str


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
    worth = (
        f"{formatting.money_change_within(size, off).removeprefix('+')} on average"
        if answer.in_dollars
        else formatting.in_points(formatting.points_within(size, off, tell_apart=True).removeprefix("+"))
    )
    if answer.best == action:
        return JudgedDecision(action, "right", worth, f"{did}: right, by {worth}.")
    return JudgedDecision(action, "wrong", worth, f"{did}: that cost {worth}.")
