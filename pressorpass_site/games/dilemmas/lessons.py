"""The lesson of a dilemma in words: what makes its right choice other than one would think."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import Contestant, Position
from engine.formatting import money
from pressorpass_site.answers.analyses.explanation import LAST_WHAMMY

from .search import CHANGE


def sentence(lesson: str, position: Position, best: str, names: Sequence[str]) -> str:
    """Return the sentence of a lesson about a position whose right choice is `best`."""
    return _SENTENCES[lesson](_Told(position, best, names))


class _Told:
    """The words of a position that lessons need."""

    def __init__(self, position: Position, best: str, names: Sequence[str]) -> None:
        named = zip(names, position.contestants, strict=True)
        others = [(name, each) for seat, (name, each) in enumerate(named) if seat != position.mover_seat]
        self.mover, self.mover_name = position.mover, names[position.mover_seat]
        self.rival_name, self.rival = max(others, key=lambda other: other[1].score)
        self.right = {"press": "pressing", "pass": "passing"}[best]
        self.wrong = {"press": "passing", "pass": "pressing"}[best]

    @property
    def gap(self) -> str:
        """The difference in dollars between the mover and the best rival."""
        return money(abs(self.mover.score - self.rival.score))

    @property
    def last_whammy(self) -> str:
        """A further argument against pressing: “, even though a fourth Whammy would put Left out”; usually empty."""
        last = self.mover.whammies == LAST_WHAMMY
        return f", even though a fourth Whammy would put {self.mover_name} out" if last else ""


def _it(contestant: Contestant) -> str:
    return "it" if contestant.earned == 1 else "them"


_SENTENCES: dict[str, Callable[[_Told], str]] = {
    "ahead": lambda told: (
        f"A {told.gap} lead isn’t safe enough to hand {told.rival_name} the spin{'' if told.mover.earned == 1 else 's'}"
        f"{told.last_whammy}."
    ),
    "behind": lambda told: (
        f"{told.mover_name} is {told.gap} behind and still does better to pass: {told.rival_name} has to play "
        f"{_it(told.mover)} and may lose everything."
    ),
    "close": lambda told: "Hardly anyone could tell by eye: the two choices are worth almost the same.",
    "spin-less": lambda told: f"The number of spins decides it: with one fewer, {told.wrong} would be right.",
    "spin-more": lambda told: f"The number of spins decides it: with one more, {told.wrong} would be right.",
    "more-money": lambda told: (
        f"The score decides it: with {money(CHANGE)} more, {told.mover_name} would do better by {told.wrong}."
    ),
}
