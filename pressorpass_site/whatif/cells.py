"""One cell of a map: what to do with these two numbers, and how sure that is."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pressorpass_site.analyses.answers import ACTIONS, Answer
from pressorpass_site.core import formatting
from pressorpass_site.questions.rule_words import SEATS

LEVELS = (0.02, 0.06, 0.14, 0.26)  # margins (chance to win) from which a colour is one step stronger
DOLLARS = 10_000  # what counts as a chance of 1 where dollars are compared


@dataclass(frozen=True)
class Cell:
    """The answer at one place of a map.

    Attributes:
        best: press or pass; empty where it is not known (yet).
        forced: whether nothing else is allowed.
        margin: what pressing gives the one up over passing, in probability or dollars; None without a choice.
        off: how far off that may be.
        too_close: whether it is less than that.
        said: the verdict and its reason in a sentence.
        impossible: whether no such position can arise.
        in_dollars: whether the margin is dollars.
    """

    best: str = ""
    forced: bool = False
    margin: float | None = None
    off: float = 0.0
    too_close: bool = False
    said: str = ""
    impossible: bool = False
    in_dollars: bool = False

    @property
    def level(self) -> int:
        """How clear it is, 1 to 5."""
        size = abs(self.margin or 0.0) / (DOLLARS if self.in_dollars else 1)
        return 5 if self.forced else 1 + sum(size >= least for least in LEVELS)

    @property
    def word(self) -> str:
        """Press, pass, too close."""
        if self.impossible:
            return "not possible"
        if not self.best:
            return "not known" if self.said else "being worked out"
        return "too close" if self.too_close else self.best

    @property
    def known(self) -> bool:
        return self.impossible or bool(self.best or self.said)

    def bettered(self, other: Cell) -> Cell:
        """The other one if that tells more, else this."""
        return other if other.best and (not other.too_close or other.off < self.off) else self

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


NOT_YET = Cell()
IMPOSSIBLE = Cell(said="No such position can arise.", impossible=True)


def of_answer(result: dict[str, Any]) -> Cell:
    """The cell of an engine's result, as it is stored."""
    answer = Answer(result)
    return Cell(
        best=str(result["best"]),
        forced=answer.forced,
        margin=result["margin"],
        off=_off(answer),
        too_close=answer.too_close,
        said=f"{answer.headline} ({answer.badge.lower()})",
        in_dollars=answer.in_dollars,
    )


def of_chances(
    up: int, best: str, press: float | None, passing: float | None, *, off: float, too_close: bool, exact: bool
) -> Cell:
    """The cell of a table: chances to win of the one up (seat `up`), each within `off`; None where not allowed."""
    if not best:
        return Cell(said="There is no answer to this one in the table.")
    about = "" if exact else "about "
    chances = {"press": press, "pass": passing}
    said = {name: formatting.rough_percent(chance, off) for name, chance in chances.items() if chance is not None}
    if press is None or passing is None:
        return Cell(best, forced=True, said=f"Forced to {best}. {SEATS[up]} wins {about}{said[best]}.")
    other = "pass" if best == "press" else "press"
    word = "Too close to call" if too_close else ACTIONS[best]
    doing = {"press": "pressing", "pass": "passing"}
    sentence = f"{word}. {SEATS[up]} wins {about}{said[best]} by {doing[best]}, {said[other]} by {doing[other]}."
    return Cell(best, margin=press - passing, off=2 * off, too_close=too_close, said=sentence)


def _off(answer: Answer) -> float:
    """How far off the margin of an answer may be, where chances are compared."""
    return 0.0 if answer.in_dollars else sum(answer.bar(action, answer.up).uncertainty for action in answer.actions)
