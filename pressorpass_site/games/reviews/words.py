"""The steps of a review in words, rounded so that every digit is known."""

from dataclasses import dataclass
from math import hypot

from engine import STATED_ERRORS, Judged, Odds, action_words, advice_words, calls, formatting, stated_error
from engine import Review as EngineReview
from engine.formatting import format_count, format_money
from pressorpass_site.answers.analyses.figures import OddsBar

SETTLED = 1e-9  # a smaller difference is rounding
SLIGHT = 0.01  # a larger error is stated with the chance

WORDS = {"right": "Right call", "close": "Toss-up", "open": "Can’t tell", "wrong": "Mistake", "equal": "Toss-up"}
VERBS = {"press": "Press", "pass": "Pass", "stop": "Stop"}


@dataclass(frozen=True)
class Judgment:
    """The judgment of a decision; `tone` is “right”, “wrong”, “close”, “equal” or “open”, and `cost` "" if nothing was lost."""

    tone: str
    sentence: str
    cost: str = ""
    bars: tuple[OddsBar, ...] = ()

    @property
    def word(self) -> str:
        return WORDS[self.tone]


def list_contestant_names(review: EngineReview) -> list[str]:
    return [capitalize_first(review.plan.game.setup.name(seat)) for seat in range(3)]


def format_chance(odds: Odds, seat: int) -> str:
    """Return a chance with its error: “45.3%”, “45 ± 2%”."""
    win, error = odds.win[seat], stated_error(odds, seat)
    return formatting.format_percent(win, max(0.0, win - error), min(1.0, win + error), odds.method)


def format_brief_chance(odds: Odds, seat: int) -> str:
    """Return a chance rounded to its error; a chance with an error above one point is stated with it."""
    error = stated_error(odds, seat)
    return format_chance(odds, seat) if error > SLIGHT else formatting.format_rough_percent(odds.win[seat], error)


def build_bar(odds: Odds, seat: int, action: str = "", label: str = "") -> OddsBar:
    win, error = odds.win[seat], stated_error(odds, seat)
    return OddsBar(action, label, win, win - error, win + error, format_brief_chance(odds, seat))


def describe_change(before: Odds, after: Odds, seat: int) -> str:
    """Return text such as “from 45% to 71%”, “from 63 ± 9% to 100%”."""
    return f"from {format_brief_chance(before, seat)} to {format_brief_chance(after, seat)}"


def build_judgment(step: Judged, review: EngineReview) -> Judgment | None:
    """Return the judgment of a decision; None without a choice."""
    if step.kind != "decision" or step.mover is None or len(step.choices) < 2 or step.margin is None:
        return None
    tone, sentence, cost = _describe_grade(step, review, step.margin)
    return Judgment(tone, _name_slide_before(step, review, sentence), cost, _build_bars(step, review))


def _describe_grade(step: Judged, review: EngineReview, margin: float) -> tuple[str, str, str]:
    if step.grade_is_uncertain:
        near = step.call == calls.TOSS_UP
        return (
            "close" if near else "open",
            f"{'toss-up' if near else 'too close to call'}{_describe_max_cost(step)}.",
            "",
        )
    if margin <= SETTLED and step.cost <= SETTLED:
        return "equal", "toss-up: either choice is worth the same.", ""
    close = step.verdict == "too_close"
    if step.done == step.best:
        word = "toss-up, and right" if close else "right call"
        return "close" if close else "right", f"{word}, by {_format_wins(step, margin, _get_margin_error(step))}.", ""
    cost = describe_cost(step)
    better = action_words(step.best, review.plan.game.setup)
    word = "toss-up: that" if close else "that"
    return "close" if close else "wrong", f"{word} cost {cost}: {better} was better.", cost


def _build_bars(step: Judged, review: EngineReview) -> tuple[OddsBar, ...]:
    """Return the bars of the actual choice and of the best other choice, if both are press, pass or stop."""
    assert step.mover is not None
    seat = step.mover
    done_odds, other_odds = step.compared
    other = next(name for name, odds in step.choices.items() if odds is other_odds and name != step.done)
    odds_by_choice = {step.done: done_odds, other: other_odds}
    if any(name.partition(" ")[0] not in VERBS for name in odds_by_choice):
        return ()
    are_both_passes = all(name.startswith("pass") for name in odds_by_choice)
    return tuple(
        build_bar(
            odds_by_choice[name],
            seat,
            "press" if name == "press" else "pass",
            _label_choice(name, review, with_receiver=are_both_passes),
        )
        for name in sorted(odds_by_choice, key=lambda name: (name != "press", name))
    )


def _label_choice(name: str, review: EngineReview, *, with_receiver: bool) -> str:
    verb, _, number = name.partition(" ")
    return f"To {list_contestant_names(review)[int(number) - 1]}" if with_receiver and number else VERBS[verb]


def _name_slide_before(step: Judged, review: EngineReview, sentence: str) -> str:
    """Return the sentence; for a choice between slides, with the slide taken before it."""
    if step.done.startswith(("press", "pass", "stop")):
        return capitalize_first(sentence)
    return f"{capitalize_first(action_words(step.done, review.plan.game.setup))}: {sentence}"


def describe_advice(step: Judged, review: EngineReview) -> str:
    """Return text such as “Ann should have passed to Bob instead of pressing”."""
    return advice_words(step, review.plan.game.setup)


def write_lost_here(step: Judged, review: EngineReview, *, with_place: bool = False) -> str:
    """Return text such as “Left lost it here: passing 3 spins gave Right the game.”.

    `with_place` names the position instead of “here”: “Left lost it with $4,220 and 3 spins: …”.
    """
    assert step.mover is not None
    names, setup = list_contestant_names(review), review.plan.game.setup
    mover = step.position.contestants[step.mover]
    place = f"with {format_money(mover.score)} and {format_count(mover.spins, 'spin')}" if with_place else "here"
    verb, _, receiver = step.done.partition(" ")
    if verb == "pass" and receiver and review.accounts[int(receiver) - 1].end.win[int(receiver) - 1] >= 1 - SETTLED:
        spins = format_count(mover.earned, "spin")
        return f"{names[step.mover]} lost it {place}: passing {spins} gave {names[int(receiver) - 1]} the game."
    choice, better = (action_words(name, setup) for name in (step.done, step.best))
    return f"{names[step.mover]} lost it {place}: {choice} instead of {better} cost {describe_cost(step)}."


def describe_cost(step: Judged) -> str:
    return _format_wins(step, step.cost, STATED_ERRORS * step.cost_error)


def capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def round_chance(odds: Odds, seat: int) -> float:
    win, error = odds.win[seat], stated_error(odds, seat)
    return formatting.round_shown_chance(win, win - error, win + error, odds.method)


def _format_wins(step: Judged, size: float, error: float) -> str:
    wins, other = (round_chance(odds, step.position.mover_seat) for odds in step.compared)
    return formatting.write_in_100(formatting.format_wins(size, error, (wins, other)))


def _get_margin_error(step: Judged) -> float:
    assert step.mover is not None
    seat = step.mover
    first, second = sorted(step.choices.values(), key=lambda odds: -odds.win[seat])[:2]
    return hypot(stated_error(first, seat), stated_error(second, seat))


def _describe_max_cost(step: Judged) -> str:
    """Return text with the most that a decision may have cost; "" if it looks right."""
    if step.done == step.best:
        return ""
    max_cost = formatting.format_points_at_most(step.cost + STATED_ERRORS * step.cost_error)
    return f"; it cost at most {formatting.write_in_100(max_cost)}"
