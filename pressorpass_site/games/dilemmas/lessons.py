"""One-sentence lesson of a dilemma: why the right choice is surprising."""

from collections.abc import Callable, Sequence

from engine import Position
from engine.formatting import format_money, spell_number
from pressorpass_site.answers.analyses.explanation import LAST_WHAMMY


def write_lesson(lesson: str, position: Position, best: str, names: Sequence[str]) -> str:
    return _SENTENCES[lesson](_LessonFacts(position, best, names))


class _LessonFacts:
    def __init__(self, position: Position, best: str, names: Sequence[str]) -> None:
        self.best = best
        names_and_contestants = zip(names, position.contestants, strict=True)
        others = [
            (name, contestant)
            for seat, (name, contestant) in enumerate(names_and_contestants)
            if seat != position.mover_seat
        ]
        self.mover, self.mover_name = position.mover, names[position.mover_seat]
        self.rival_name, self.rival = max(others, key=lambda other: other[1].score)
        self.wrong = {"press": "passing", "pass": "pressing"}.get(best, "")

    @property
    def gap(self) -> str:
        return format_money(abs(self.mover.score - self.rival.score))

    @property
    def last_whammy(self) -> str:
        """Text such as “, even though a fourth Whammy would put Left out”; "" if one Whammy would not."""
        last = self.mover.whammies == LAST_WHAMMY
        return f", even though a fourth Whammy would put {self.mover_name} out" if last else ""


def _explain_gap(facts: _LessonFacts) -> str:
    ahead = facts.mover.score > facts.rival.score
    if facts.best == "press":
        if ahead:
            return _SENTENCES["ahead"](facts)
        return f"{facts.mover_name} has to catch up, and nobody does so by passing."
    if ahead:
        return f"{facts.gap} is a lead that {facts.rival_name} seldom makes up for without a Whammy."
    return _SENTENCES["behind"](facts)


def _explain_danger(facts: _LessonFacts) -> str:
    if facts.best == "press":
        return f"One Whammy puts {facts.mover_name} out, but handing over the spins is even worse."
    return f"One Whammy puts {facts.mover_name} out: let {facts.rival_name} run that risk."


def _explain_elimination(facts: _LessonFacts) -> str:
    if facts.best == "pass":
        return f"{facts.rival_name} has three Whammies and must play passed spins: one more Whammy, and {facts.mover_name} has one fewer rival."
    return f"Three Whammies make {facts.rival_name} weak, but not weak enough to be given spins."


def _explain_passed_spins(facts: _LessonFacts) -> str:
    if facts.best == "pass":
        return f"{facts.rival_name} must already play passed spins: each additional spin risks a Whammy."
    return f"Spins that {facts.rival_name} must play are chances, too: {facts.mover_name} needs more money first."


def _explain_all_with_spins(facts: _LessonFacts) -> str:
    if facts.best == "press":
        return f"Both rivals still have spins: {facts.mover_name} needs more money first, and should not help {facts.rival_name}."
    risk = "another spin" if facts.mover.earned == 1 else f"{spell_number(facts.mover.earned)} more"
    return f"Both rivals still have spins: {facts.mover_name} does better to let {facts.rival_name} run the risk of {risk}."


def _explain_house(facts: _LessonFacts) -> str:
    if facts.best == "press":
        return f"{format_money(facts.mover.score)} is less than the spins bring on average, Whammies and all."
    return f"{format_money(facts.mover.score)} is too much to lose: the spins bring less on average."


MONEY_CHANGE = 1000  # dollars

_SENTENCES: dict[str, Callable[[_LessonFacts], str]] = {
    "ahead": lambda facts: (
        f"A {facts.gap} lead isn’t safe enough to hand {facts.rival_name} the spin{'' if facts.mover.earned == 1 else 's'}"
        f"{facts.last_whammy}."
    ),
    "behind": lambda facts: (
        f"{facts.mover_name} is {facts.gap} behind and still does better to pass: {facts.rival_name} has to play "
        f"{'it' if facts.mover.earned == 1 else 'them'} and may lose everything."
    ),
    "close": lambda facts: "Hardly anyone could tell by eye: the two choices are worth almost the same.",
    "spin-less": lambda facts: f"The number of spins decides it: with one fewer, {facts.wrong} would be right.",
    "spin-more": lambda facts: f"The number of spins decides it: with one more, {facts.wrong} would be right.",
    "more-money": lambda facts: (
        f"The score decides it: with {format_money(MONEY_CHANGE)} more, {facts.mover_name} would do better by {facts.wrong}."
    ),
    "one-spin": _explain_gap,
    "two-spins": _explain_danger,
    "three-spins": _explain_danger,
    "danger": _explain_danger,
    "elimination": _explain_elimination,
    "passed": _explain_passed_spins,
    "three-holders": _explain_all_with_spins,
    "third": lambda facts: (
        f"Last of three, {facts.mover_name} cannot wait for both of the others to fail."
        if facts.best == "press"
        else f"Last of three, {facts.mover_name} does better to let {facts.rival_name} run the risk."
    ),
    "round-1": lambda facts: (
        f"Round 2 pays more, so a lead in round 1 is not safe: {facts.mover_name} needs what these spins bring."
        if facts.best == "press"
        else f"{facts.mover_name}’s money carries over to round 2, and so would a Whammy: let {facts.rival_name} run that risk."
    ),
    "house": _explain_house,
    "whom": lambda facts: (
        "Level on money, not on Whammies: a rival whom a Whammy puts out cannot come back with the spins left."
    ),
    "whammy-off": lambda facts: "One Whammy less helps only a contestant who is hit twice; $2,000 counts at once.",
    "choice": lambda facts: "Money, a spin and one Whammy less are worth different amounts at different times.",
}
