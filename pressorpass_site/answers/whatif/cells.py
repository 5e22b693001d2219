"""One cell of a map: the verdict for two numbers and its uncertainty."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from engine import formatting
from engine.calls import CLOSE, EITHER, OPEN, call
from pressorpass_site.answers.analyses.answers import ACTIONS, Answer
from pressorpass_site.questions.question import SEATS

LEVELS = (0.02, 0.06, 0.14, 0.26)  # margins (chance to win) at which the color becomes one step stronger
WORDS = {CLOSE: "too close to call", OPEN: "can’t tell", EITHER: "either"}
DOLLARS = 10_000  # the equivalent of a chance of 1 where dollars are compared
# Names of fields in stored JSON, where they differ from those here.
STORED_NAMES = {"error": "off", "sentence": "said"}


@dataclass(frozen=True)
class Cell:
    """The answer in one cell of a map.

    Attributes:
        best: press or pass; empty while unknown.
        forced: whether it is the only legal action.
        margin: the advantage of pressing over passing for the contestant up, in probability or dollars; None without a
            choice.
        error: the error of the margin.
        call: press, pass, either, close or open (`engine.calls`); empty while unknown.
        sentence: the verdict and its reason.
        impossible: whether no such position can arise.
        in_dollars: whether the margin is in dollars.
    """

    best: str = ""
    forced: bool = False
    margin: float | None = None
    error: float = 0.0
    call: str = ""
    sentence: str = ""
    impossible: bool = False
    in_dollars: bool = False

    @property
    def level(self) -> int:
        """How clear the verdict is, 1 to 5."""
        size = abs(self.margin or 0.0) / (DOLLARS if self.in_dollars else 1)
        return 5 if self.forced else 1 + sum(size >= least for least in LEVELS)

    @property
    def word(self) -> str:
        """The verdict in a word or two."""
        if self.impossible:
            return "not possible"
        if not self.best:
            return "unknown" if self.sentence else "working"
        return WORDS.get(self.call, self.call)

    @property
    def in_doubt(self) -> bool:
        """Whether the better action is not known."""
        return self.call in (CLOSE, OPEN)

    @property
    def settled(self) -> bool:
        """Whether one action is known to be the better one."""
        return self.call in ACTIONS

    @property
    def known(self) -> bool:
        return self.impossible or bool(self.best or self.sentence)

    def improved_by(self, other: Cell) -> Cell:
        """Return the more certain of the two cells."""
        return other if other.best and (not self.best or other.error < self.error) else self

    def to_json(self) -> dict[str, Any]:
        return {STORED_NAMES.get(name, name): value for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Cell:
        names = {stored_name: name for name, stored_name in STORED_NAMES.items()}
        fields = {names.get(name, name): value for name, value in stored.items()}
        doubtful = fields.pop("too_close", False)  # stored before cells had calls
        fields.setdefault("call", OPEN if doubtful else fields.get("best", ""))
        return cls(**fields)


NOT_YET = Cell()
IMPOSSIBLE = Cell(sentence="No such position can arise.", impossible=True)


def of_answer(result: dict[str, Any]) -> Cell:
    """Return the cell of a stored result of the engine."""
    answer = Answer(result)
    return Cell(
        best=answer.best,
        forced=answer.forced,
        margin=_signed(answer),
        error=answer.margin_error,
        call=answer.call,
        sentence=f"{answer.headline} ({answer.badge.lower()})",
        in_dollars=answer.in_dollars,
    )


def of_chances(
    up: int, best: str, press: float | None, passing: float | None, *, error: float, too_close: bool, exact: bool
) -> Cell:
    """Return the cell of a table: chances to win of the contestant in seat `up`, each within `error`; None where
    illegal.
    """
    if not best:
        return Cell(sentence="No answer for these scores yet.")
    about = "" if exact else "about "
    chances = {"press": press, "pass": passing}
    texts = {name: formatting.rough_percent(chance, error) for name, chance in chances.items() if chance is not None}
    if press is None or passing is None:
        sentence = f"Forced to {best}. {SEATS[up]} wins {about}{texts[best]}."
        return Cell(best, forced=True, call=best, sentence=sentence)
    called = call(best, press - passing, 2 * error, too_close)
    other = "pass" if best == "press" else "press"
    word = ACTIONS.get(called) or f"{WORDS[called][0].upper()}{WORDS[called][1:]}"
    doing = {"press": "pressing", "pass": "passing"}
    sentence = f"{word}. {SEATS[up]} wins {about}{texts[best]} by {doing[best]}, {texts[other]} by {doing[other]}."
    return Cell(best, margin=press - passing, error=2 * error, call=called, sentence=sentence)


def _signed(answer: Answer) -> float | None:
    """Return the advantage of pressing; the engine's margin is that of the better action."""
    margin = answer.difference
    return -margin if margin and answer.best == "pass" else margin
