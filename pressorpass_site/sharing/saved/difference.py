"""Compare two answers: their questions and their odds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from engine import formatting
from pressorpass_site.answers.analyses.answers import ACTIONS, Answer, Figure, OddsBar
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions.podium_words import describe_podium
from pressorpass_site.questions.question import SEATS, Question
from pressorpass_site.questions.rule_labels import OPTION_LABELS, describe_rules, format_option

NONE = "—"
DIGITS = 9  # of compared changes: equal ones differ by 1e-16 if solved on other machines


@dataclass(frozen=True)
class ComparisonSide:
    question: Question
    answer: Answer | None


@dataclass(frozen=True)
class ComparisonRow:
    """A property of both questions or answers; `link` is the URL of a page with their difference."""

    name: str
    old: str
    new: str
    link: str = ""

    @property
    def same(self) -> bool:
        return self.old == self.new and not self.link


@dataclass(frozen=True)
class ComparisonScreen:
    """One side as on the screen of the stage; the bars of both sides share a scale, and are empty without an answer."""

    name: str
    answer: Answer | None
    bars: list[OddsBar]


@dataclass(frozen=True)
class OddsChange:
    """A contestant's odds with one action in both answers; `sure`: their difference exceeds its error, or has none."""

    action: str
    old: str
    new: str
    text: str
    sure: bool


@dataclass(frozen=True)
class ContestantChanges:
    contestant: str
    rows: list[OddsChange]


@dataclass(frozen=True)
class Difference:
    """The difference between two answers; `open`: some changes are within their errors."""

    sentence: str
    measure: str
    unit: str
    odds: list[ContestantChanges]
    open: bool


def compare_sides(old: ComparisonSide, new: ComparisonSide, names: tuple[str, str] = ("A", "B")) -> Difference | None:
    """Return the difference between the two sides; None while one has no answer."""
    if old.answer is None or new.answer is None:
        return None
    in_dollars = old.answer.in_dollars and new.answer.in_dollars
    odds = [
        ContestantChanges(
            name,
            [
                _compare_odds(action, seat, old.answer, new.answer, in_dollars)
                for action in ACTIONS
                if action in old.answer.actions or action in new.answer.actions
            ],
        )
        for seat, name in enumerate(SEATS)
    ]
    return Difference(
        sentence=_describe_difference(old.answer, new.answer, names, in_dollars),
        measure=new.answer.odds_measure if in_dollars else "Chance to win",
        unit="dollars" if in_dollars else "wins in 100",
        odds=odds,
        open=any(not row.sure for contestant_odds in odds for row in contestant_odds.rows),
    )


def compare_screens(old: ComparisonSide, new: ComparisonSide, names: tuple[str, str]) -> list[ComparisonScreen]:
    sides = list(zip(names, (old.answer, new.answer), strict=True))
    max_dollars = max((answer.most_money for _, answer in sides if answer and answer.in_dollars), default=1.0)
    return [
        ComparisonScreen(name, answer, _scale_bars(answer, max_dollars) if answer else []) for name, answer in sides
    ]


def _scale_bars(answer: Answer, max_dollars: float) -> list[OddsBar]:
    """Return the mover's bars; bars in dollars are scaled to `max_dollars`, the maximum of both sides."""
    by = answer.most_money / max_dollars if answer.in_dollars else 1.0
    return [
        replace(bar, chance=by * bar.chance, low=by * bar.low, high=by * bar.high)
        for bar in answer.bars[answer.mover_seat]
    ]


def compare_rows(old: ComparisonSide, new: ComparisonSide) -> list[ComparisonRow]:
    rows = [*_compare_positions(old.question, new.question), *_compare_boards(old.question, new.question)]
    rows += _compare_rules(old.question, new.question)
    if old.answer and new.answer:
        for name, one, other in (
            ("Better choice", _describe_verdict(old.answer), _describe_verdict(new.answer)),
            ("Method", old.answer.badge, new.answer.badge),
        ):
            rows.append(ComparisonRow(name, one, other))
        engines = ComparisonRow("Engine", old.answer.result["engine"], new.answer.result["engine"])
        rows += [] if engines.same else [engines]
    return rows


def _get_best_figure(answer: Answer, seat: int, in_dollars: bool) -> Figure:
    best = answer.best if answer.best in answer.actions else next(iter(answer.actions))
    return answer.get_figure(best, seat, in_dollars=in_dollars)


def _describe_verdict(answer: Answer) -> str:
    """Return text such as “Press, 54 more wins in 100”."""
    if answer.gap:
        return f"{answer.word.rstrip('.')}, {answer.gap}"
    return answer.word.rstrip(".") if answer.forced else f"{answer.word} {answer.reason}".strip()


def _compare_odds(action: str, seat: int, old: Answer, new: Answer, in_dollars: bool) -> OddsChange:
    before, after = (_get_figure(answer, action, seat, in_dollars) for answer in (old, new))
    label = (new if action in new.actions else old).labels[action]
    if before is None or after is None:
        return OddsChange(label, before.text if before else NONE, after.text if after else NONE, NONE, sure=True)
    change = _subtract_figures(before, after, in_dollars=in_dollars)
    return OddsChange(label, before.text, after.text, change.text, change.sure)


@dataclass(frozen=True)
class _FigureChange:
    """The change of a figure in the second answer; `sure`: it exceeds its error.

    `wins` is text such as “23 fewer wins in 100”; "" for dollars.
    """

    amount: float
    sure: bool
    text: str
    wins: str = ""


def _subtract_figures(before: Figure, after: Figure, *, in_dollars: bool) -> _FigureChange:
    """Return the change from one figure to the other, whose errors add up."""
    amount, error = after.value - before.value, before.error + after.error
    shown_values = after.shown, before.shown
    if in_dollars:
        text = formatting.format_money_change_within(amount, error, shown_values)
        return _FigureChange(amount, formatting.money_exceeds_error(amount, error), text)
    text = formatting.format_points_within(amount, error, shown_values)
    wins = formatting.write_in_100(
        formatting.format_wins(amount, error, shown_values), "fewer" if amount < 0 else "more"
    )
    return _FigureChange(amount, formatting.exceeds_error(amount, error), text, wins)


def _get_figure(answer: Answer, action: str, seat: int, in_dollars: bool) -> Figure | None:
    return answer.get_figure(action, seat, in_dollars=in_dollars) if action in answer.actions else None


def _describe_difference(old: Answer, new: Answer, names: tuple[str, str], in_dollars: bool) -> str:
    """Return text such as “Press in A, pass in B: Left’s chance falls from 76.7% to 53.5%, 23 fewer wins in 100.”."""
    before, after = (answer.word.rstrip(".") for answer in (old, new))
    calls = f"{before} in both" if before == after else f"{before} in {names[0]}, {after.lower()} in {names[1]}"
    seats = dict.fromkeys(
        (new.mover_seat, *range(len(SEATS)))
    )  # the mover first: of equal changes, the mover's is described
    pairs = {seat: [_get_best_figure(answer, seat, in_dollars) for answer in (old, new)] for seat in seats}
    changes = {seat: _subtract_figures(*pair, in_dollars=in_dollars) for seat, pair in pairs.items()}
    sure = [seat for seat, change in changes.items() if change.sure and round(change.amount, DIGITS)]
    if not sure:
        is_exact = all(answer.method == "exact" for answer in (old, new))
        odds_words = "with the same odds" if is_exact else "and no change in the odds is larger than its error"
        return f"{calls}, {odds_words}."
    mover_seat = new.mover_seat
    largest_change = (
        mover_seat
        if mover_seat == old.mover_seat and mover_seat in sure
        else max(sure, key=lambda seat: round(abs(changes[seat].amount), DIGITS))
    )
    one, other = pairs[largest_change]
    measure, move = "average" if in_dollars else "chance", "falls" if changes[largest_change].amount < 0 else "rises"
    wins = f", {changes[largest_change].wins}" if changes[largest_change].wins else ""
    return f"{calls}: {SEATS[largest_change]}’s {measure} {move} from {one.text} to {other.text}{wins}."


def _compare_positions(old: Question, new: Question) -> Iterator[ComparisonRow]:
    yield ComparisonRow("Who is up", SEATS[old.position.mover_seat], SEATS[new.position.mover_seat])
    for name, one, other in zip(SEATS, old.position.contestants, new.position.contestants, strict=True):
        yield ComparisonRow(name, describe_podium(one), describe_podium(other))


def _compare_boards(old: Question, new: Question) -> Iterator[ComparisonRow]:
    yield _build_board_row("Board", old.revision, new.revision)
    if (old.next_spins is None) != (new.next_spins is None) or (
        old.next_spins and new.next_spins and old.next_spins != new.next_spins
    ):
        link = ""
        if old.next_spins and new.next_spins and old.next_spins.revision != new.next_spins.revision:
            link = _build_board_row("", old.next_spins.revision, new.next_spins.revision).link
        yield ComparisonRow("Board of the next spins", _describe_next_spins(old), _describe_next_spins(new), link)
    if old.next_round != new.next_round:
        link = ""
        if old.next_round and new.next_round and old.next_round.revision != new.next_round.revision:
            link = _build_board_row("", old.next_round.revision, new.next_round.revision).link
        yield ComparisonRow("After these spins", _describe_next_round(old), _describe_next_round(new), link)


def _describe_next_spins(question: Question) -> str:
    if question.next_spins is None:
        return "the same board"
    next_spins = question.next_spins
    return f"{describe_board(next_spins.revision)} for {formatting.format_count(next_spins.spins, 'spin')}"


def _describe_next_round(question: Question) -> str:
    if question.next_round is None:
        return "the game is over"
    return f"{formatting.format_count(question.next_round.questions, 'question')}, then {describe_board(question.next_round.revision)}"


def _build_board_row(name: str, old: BoardRevision, new: BoardRevision) -> ComparisonRow:
    query = f"?from={boards.build_pinned_reference(old)}&to={boards.build_pinned_reference(new)}"
    return ComparisonRow(
        name, describe_board(old), describe_board(new), "" if old == new else f"{reverse('boards:diff')}{query}"
    )


def describe_board(revision: BoardRevision) -> str:
    return f"{revision.board.label}, revision {revision.number}"


def _compare_rules(old: Question, new: Question) -> Iterator[ComparisonRow]:
    if old.rules == new.rules:
        yield ComparisonRow("Rules", describe_rules(old.rules), describe_rules(new.rules))
        return
    before, after = old.rules.options(), new.rules.options()
    labels = {option_label.name: option_label for option_label in OPTION_LABELS}

    def describe(option: str, value: Any) -> str:
        return labels[option].label(format_option(value)) if option in labels else format_option(value)

    for option in after:
        if before.get(option) != after[option]:
            question = labels[option].question if option in labels else option
            yield ComparisonRow(question, describe(option, before.get(option)), describe(option, after[option]))
