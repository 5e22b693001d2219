"""One cell of a map: the verdict for two scores and its uncertainty."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from engine import formatting
from engine.calls import EQUAL, OPEN, TOSS_UP, call
from pressorpass_site.answers.analyses.answers import ACTIONS, Answer
from pressorpass_site.questions.question import SEATS

LEVELS = (0.02, 0.06, 0.14, 0.26)  # margins (chance to win) at which the color becomes one step stronger
WORDS = {TOSS_UP: "toss-up", OPEN: "can’t tell"}


@dataclass(frozen=True)
class Cell:
    """The answer in one cell of a map.

    `margin` is the advantage of pressing over passing for the mover; None without a choice. `best` and `call` (press,
    pass, toss-up or open, see `engine.calls`) are empty while unknown. `too_close`: the better action is not certain.
    `tell` writes the sentence, which only maps show.
    """

    best: str = ""
    forced: bool = False
    margin: float | None = None
    error: float = 0.0
    call: str = ""
    too_close: bool = False
    tell: Callable[[], str] = field(default=str, compare=False)

    @property
    def sentence(self) -> str:
        return self.tell()

    @property
    def level(self) -> int:
        """How clear the verdict is, 1 to 5."""
        return 5 if self.forced else 1 + sum(abs(self.margin or 0.0) >= min_margin for min_margin in LEVELS)

    @property
    def word(self) -> str:
        return WORDS.get(self.call, self.call) or "unknown"

    @property
    def side(self) -> str:
        """The better action, by however little; the call if it is not certain, or both are worth the same."""
        if self.call != TOSS_UP or self.too_close or abs(self.margin or 0.0) < EQUAL:
            return self.call
        return self.best

    @property
    def is_decided(self) -> bool:
        return self.side in ACTIONS


def build_cell_from_answer(answer: Answer) -> Cell:
    margin = answer.difference  # of the better action
    return Cell(
        best=answer.best,
        forced=answer.forced,
        margin=-margin if margin and answer.best == "pass" else margin,
        error=answer.margin_error,
        call=answer.call,
        too_close=answer.too_close,
        tell=lambda: f"{answer.headline} ({answer.badge.lower()})",
    )


def build_cell_from_chances(
    mover_seat: int,
    best: str,
    press: float | None,
    passing: float | None,
    *,
    error: float,
    is_too_close: bool,
    is_exact: bool,
) -> Cell:
    """Return a cell from the mover's chances to win, each within `error`; None stands for an action that is not allowed."""
    if not best:
        return Cell(tell=lambda: "No answer for these scores yet.")
    if press is None or passing is None:
        tell = partial(_describe_cell, mover_seat, best, "", press, passing, error, is_exact)
        return Cell(best, forced=True, call=best, tell=tell)
    verdict = call(best, press - passing, 2 * error, is_too_close)
    tell = partial(_describe_cell, mover_seat, best, verdict, press, passing, error, is_exact)
    return Cell(best, margin=press - passing, error=2 * error, call=verdict, too_close=is_too_close, tell=tell)


def _describe_cell(
    mover_seat: int, best: str, verdict: str, press: float | None, passing: float | None, error: float, is_exact: bool
) -> str:
    """Return the sentence of a cell; `verdict` is "" if there was no choice."""
    about = "" if is_exact else "about "
    chances = {"press": press, "pass": passing}
    texts = {
        name: formatting.format_rough_percent(chance, error) for name, chance in chances.items() if chance is not None
    }
    if not verdict:
        return f"Forced to {best}. {SEATS[mover_seat]} wins {about}{texts[best]}."
    other = "pass" if best == "press" else "press"
    word = ACTIONS.get(verdict) or f"{WORDS[verdict][0].upper()}{WORDS[verdict][1:]}"
    doing = {"press": "pressing", "pass": "passing"}
    return f"{word}. {SEATS[mover_seat]} wins {about}{texts[best]} by {doing[best]}, {texts[other]} by {doing[other]}."
