"""The context of a review's templates. Nothing is asked or begun here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from math import hypot
from typing import Any

from engine import Judged, Position, calls, event_words, formatting, moment_words, result_words, stated_error
from engine import Review as EngineReview
from pressorpass_site.answers.analyses.answers import BADGES, HOW_SURE, least_sure
from pressorpass_site.boards import ring
from pressorpass_site.questions.address import address

from . import show, words
from .chart import ChartPoint, chart_points, draw
from .luck_and_skill import account_rows
from .services import ReviewStatus
from .story import Beside, blunders
from .story import steps as story_steps
from .words import Judgement, capital

MOMENTS = 6
NO_ODDS = "No odds"
LEAST_SWING = 0.005
SEATS = range(3)
# The chart's horizontal lines: percent, place from the top, and the distance of its figure below it.
TICKS = ((100, "0", "11"), (50, "50%", "4"), (0, "100%", "-2"))


@dataclass(frozen=True)
class Move:
    """An event in words, with its judgment.

    `place` is its number for people, without what was undone. `chances` are those after it, `link` the answer page of
    the position before it. `why` says why it has no odds, `goes_on` whether there is more to play after it.
    """

    number: int
    place: int
    text: str
    judgements: list[Judgement]
    remarks: list[str]
    chances: list[str]
    badge: str
    link: str
    why: str
    goes_on: bool


@dataclass(frozen=True)
class KeyMoment:
    """A key moment, or a piece of advice, with its event."""

    event: int
    text: str
    detail: str
    link: str


def context(status: ReviewStatus, here: str, beside: Beside | None = None) -> dict[str, Any]:
    """Return the context of the review's templates; `here` is the page's address, `beside` the main line of a variation."""
    found = status.review
    return (
        chart_context(found, beside.status.review if beside else None)
        | _show(status)
        | {
            "beside": beside,
            "ends": beside.ends(found) if beside else [],
            "status": status,
            "here": here,
            "headline": headline(status),
            "story": story(status),
            "accounts": account_rows(found),
            "with_corrections": any(abs(account.corrections) > words.SETTLED for account in found.accounts),
            "advice": [_advice(status, step) for step in found.mistakes],
            "moments": _moments(status),
            "moves": _runs(_moves(status)),
            "notes": _notes(status),
            "method": found.method,
            "how_sure": HOW_SURE[found.method] if found.method else "",
            "badge": badge(status),
            "progress": progress(status),
            "percent": round(100 * status.solved[0] / max(1, status.solved[1])),
        }
    )


def _show(status: ReviewStatus) -> dict[str, Any]:
    """Return the show at the last event with odds, and what a script needs to lead through all of them."""
    found, steps = status.review, story_steps(status)
    if not steps:
        return {"steps": []}
    last = chart_points(found)[-1]
    played = last.played or found.plan.game.played[-1]
    names = words.names_of(found)
    texts = [words.brief_chance(last.odds, seat) for seat in SEATS]
    return {
        "steps": steps,
        "last_step": len(steps) - 1,
        "blunders": blunders(status),
        "board": ring.draw(found.plan.board),
        "podiums": show.podiums(played.after, names),
        "landing": show.landing_of(played),
        "chances": show.bar([last.odds.win[seat] for seat in SEATS], texts, names),
    }


def chart_context(found: EngineReview, beside: EngineReview | None = None) -> dict[str, Any]:
    """Return the context of the chart's template; `chart` is None if there is nothing to draw a line of."""
    points = chart_points(found)
    errors = [stated_error(point.odds, seat) for point in points for seat in SEATS]
    return {
        "chart": draw(found, beside),
        "ticks": TICKS,
        "twin": [_twin_row(found, point) for point in points],
        "names": words.names_of(found),
        "largest_error": formatting.points_at_most(max(errors)) if errors and max(errors) > words.SETTLED else "",
        "rough": bool(errors) and max(errors) > calls.ROUGH,
    }


def _notes(status: ReviewStatus) -> list[str]:
    """Return notes about the figures; the progress tells which are still being solved, and an event what was assumed of it."""
    found = status.review
    if status.under_way:
        found = replace(found, unsolved=0)
    notes: list[str] = found.to_json()["notes"]
    of_events = {f"Event {number}: {text}" for number, text in status.plan.game.warnings}
    return [note for note in notes if note not in of_events]


def badge(status: ReviewStatus) -> str:
    """Return the certainty of the least certain figure: “Estimated”; "" until every position has a figure."""
    return BADGES[status.review.method] if status.review.method else ""


def progress(status: ReviewStatus) -> str:
    """Return the number of solved positions, “Solving: 3 of 13”; "" once all are."""
    if status.review.complete:
        return ""
    solved, total = status.solved
    return f"Solving: {solved} of {total}" if status.under_way else f"{solved} of {total} positions are solved"


def headline(status: ReviewStatus) -> str:
    """Return the winner, or the state of the game."""
    found, game = status.review, status.plan.game
    if not found.complete:
        return "Reviewing the game…" if status.under_way else "Some odds are missing"
    if not found.accounts:
        return "This game has no odds"
    names = words.names_of(found)
    ends = [account.end for account in found.accounts]
    best = max(SEATS, key=lambda seat: ends[seat].win[seat])
    if not game.over:
        return f"So far {names[best]} leads with {words.chance(ends[best], best)}"
    return result_words(game.state.podiums, names)


def story(status: ReviewStatus) -> list[str]:
    """Return the costliest call and the luckiest spin, in a sentence each; nothing until every position has a figure."""
    found, setup = status.review, status.plan.game.setup
    sentences: list[str] = []
    if not found.complete:
        return sentences
    if found.mistakes:
        worst = found.mistakes[0]
        sentences.append(f"Costliest call: {words.advice(worst, found)} ({words.cost_words(worst)}).")
    elif any(account.decisions for account in found.accounts):
        sentences.append("No mistakes found.")
    lucky = max(
        (step for step in found.judged if step.kind == "chance" and step.mover is not None),
        key=_gain,
        default=None,
    )
    if lucky is not None and lucky.mover is not None and _gain(lucky) > max(LEAST_SWING, _gain_error(lucky)):
        name = capital(setup.name(lucky.mover))
        text = _line(status, lucky.event).rstrip(".")
        changed = words.from_to(lucky.before, lucky.after, lucky.mover)
        sentences.append(f"Luckiest spin: {text}. {name} went {changed}.")
    return sentences


def _gain(step: Judged) -> float:
    assert step.mover is not None
    return step.after.win[step.mover] - step.before.win[step.mover]


def _gain_error(step: Judged) -> float:
    assert step.mover is not None
    return hypot(*(stated_error(odds, step.mover) for odds in (step.before, step.after)))


def _line(status: ReviewStatus, number: int) -> str:
    game = status.plan.game
    return next(event_words(played, game.setup) for played in game.played if played.number == number)


def _link(status: ReviewStatus, position: Position) -> str:
    question = status.question(position)
    return address(question) if question else ""


def _advice(status: ReviewStatus, step: Judged) -> KeyMoment:
    return KeyMoment(
        step.event, words.advice(step, status.review), words.cost_words(step), _link(status, step.position)
    )


def _moments(status: ReviewStatus) -> list[KeyMoment]:
    """Return the steps that changed most, with the contestant whose chance changed and the change."""
    found, setup = status.review, status.plan.game.setup
    moments = []
    for step in found.key_moments[:MOMENTS]:
        if step.swing < LEAST_SWING:
            continue
        seat = step.swing_seat
        detail = f"{capital(setup.name(seat))} {words.from_to(step.before, step.after, seat)}"
        line = moment_words(step, _line(status, step.event), setup)
        moments.append(KeyMoment(step.event, line, detail, _link(status, step.position)))
    return moments


def _moves(status: ReviewStatus) -> list[Move]:
    found, game, under_way = status.review, status.plan.game, status.under_way
    places = {each.number: place for place, each in enumerate(game.recorded, 1)}
    return [
        Move(
            change.played.number,
            places[change.played.number],
            event_words(change.played, game.setup),
            [judged for step in steps if (judged := words.judgement(step, found))],
            [*change.played.warnings, *(step.remark for step in steps if step.remark)],
            [words.brief_chance(steps[-1].after, seat) for seat in SEATS] if steps else [],
            BADGES[least_sure(step.method for step in steps)] if steps else "",
            _link(status, steps[0].position) if steps and steps[0].kind != "correction" else "",
            "" if steps else _why_without(under_way, change.before is not None and change.after is not None),
            not change.played.after.is_over(game.setup.free),
        )
        for change, steps in found.steps
    ]


def _runs(moves: list[Move]) -> list[tuple[str, list[Move]]]:
    """Return moves in order; those without odds together, with a heading."""
    found = []
    for with_odds, group in groupby(moves, key=lambda move: bool(move.chances or move.why != NO_ODDS)):
        run = list(group)
        found.append(("" if with_odds else f"{capital(formatting.counted(len(run), 'event'))} without odds", run))
    return found


def _why_without(under_way: bool, could_have: bool) -> str:
    if not could_have:
        return NO_ODDS
    return "Working it out…" if under_way else "Not solved"


def _twin_row(found: EngineReview, point: ChartPoint) -> tuple[str, int, list[str]]:
    """Return a point of the chart as a row: the event in words, its number (0 at the start), the three chances."""
    return (
        event_words(point.played, found.plan.game.setup) if point.played else "At the start",
        point.played.number if point.played else 0,
        [words.chance(point.odds, seat) for seat in SEATS],
    )
