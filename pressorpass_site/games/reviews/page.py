"""The context of a review's templates. Nothing is asked or begun here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from math import hypot
from typing import Any

from django.template.loader import render_to_string

from engine import EarlyPosition, Judged, calls, event_words, formatting, moment_words, result_words, stated_error
from engine import Review as EngineReview
from pressorpass_site.answers.analyses.answers import BADGES, HOW_SURE
from pressorpass_site.answers.analyses.figures import Bar
from pressorpass_site.boards import ring

from . import show, words
from .chart import ChartPoint, chart_points, draw
from .luck_and_skill import account_rows, tiles
from .services import ReviewStatus
from .story import Beside, Scene, blunders, scenes
from .words import Judgement, capital

MOMENTS = 6
NO_ODDS = "No odds"
LEAST_SWING = 0.005
SEATS = range(3)
FIRST_ROUND, LAST_ROUND = 1, 2
# The chart's horizontal lines: percent, place from the top, and the distance of its figure below it.
TICKS = ((100, "0", "11"), (50, "50%", "4"), (0, "100%", "-2"))


@dataclass(frozen=True)
class Move:
    """An event in words, with its judgment.

    `place` is its number for people, without what was undone. `bars` are the chances after it; `why` says why it has none.
    """

    number: int
    place: int
    text: str
    judgements: list[Judgement]
    remarks: list[str]
    bars: list[Bar]
    why: str


@dataclass(frozen=True)
class KeyMoment:
    """A key moment, or a piece of advice, with its event."""

    event: int
    text: str
    detail: str


def context(status: ReviewStatus, here: str, beside: Beside | None = None, move: int | None = None) -> dict[str, Any]:
    """Return the context of the review's templates.

    `here` is the page's address, `beside` the main line of a variation, `move` the number of the event at which the stage
    is to be shown; by default it is the last, with the result.
    """
    found = status.review
    return (
        chart_context(found, beside.status.review if beside else None)
        | _stage(status, move)
        | {
            "tiles": tiles(found),
            "beside": beside,
            "ends": beside.ends(found) if beside else [],
            "headline": headline(status),
            "story": story(status),
            "accounts": account_rows(found),
            "with_questions": any(abs(account.questions) > words.SETTLED for account in found.accounts),
            "with_corrections": any(abs(account.corrections) > words.SETTLED for account in found.accounts),
            "turning_points": _turning_points(status),
            "moves": _runs(_moves(status)),
            "notes": _notes(status),
            "method": found.method,
            "how_sure": HOW_SURE[found.method] if found.method else "",
            "badge": badge(status),
        }
        | progress_context(status, here)
    )


def progress_context(status: ReviewStatus, here: str) -> dict[str, Any]:
    """Return the context of the progress."""
    solved, total = status.solved
    return {
        "status": status,
        "here": here,
        "progress": progress(status),
        "percent": round(100 * solved / max(1, total)),
    }


def _stage(status: ReviewStatus, move: int | None) -> dict[str, Any]:
    """Return the stage at a move or at the end, and all scenes for the script that leads through them."""
    found = scenes(status)
    numbers = [each.number for each in found]
    at = numbers.index(move) if move in numbers else len(found) - 1
    shown = found[at] if found else None
    landing = shown.landing if shown else None
    boards = status.plan.game.setup.boards
    now = shown.round if shown else LAST_ROUND
    other = FIRST_ROUND + LAST_ROUND - now
    return {
        "steps": [_step(scene) for scene in found],
        "at": at,
        "shown": shown,
        "scene": shown if move in numbers else None,
        "earlier": numbers[max(at - 1, 0)] if found else 0,
        "later": numbers[min(at + 1, len(found) - 1)] if found else 0,
        "blunders": blunders(status),
        "podiums": shown.podiums if shown else show.podiums(status.plan.game.state, words.names_of(status.review)),
        "ring": ring.draw(
            boards[now], lit=landing.square if landing else None, lit_tone=landing.tone if landing else ""
        ),
        "ring_round": now,
        "other_round": other,
        "other_ring": ring.draw(boards[other]) if any(scene.round == other for scene in found) else None,
    }


def _step(scene: Scene) -> dict[str, Any]:
    """Return a scene for the script: the parts of the stage that change, as they are on the page."""
    landing = scene.landing
    sentence = f" {scene.call.sentence}" if scene.call else ""
    return {
        "number": scene.number,
        "x": scene.x,
        "round": scene.round,
        "words": f"{scene.text}{sentence}",
        "lit": [landing.square, landing.tone] if landing and landing.square else [],
        "parts": render_to_string("reviews/_scene.html", {"scene": scene, "shown": scene, "podiums": scene.podiums}),
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
        "before_round_2": any(isinstance(position, EarlyPosition) for position in found.plan.positions),
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
    if not found.over:
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


def _advice(status: ReviewStatus, step: Judged) -> KeyMoment:
    return KeyMoment(step.event, words.advice(step, status.review), words.cost_words(step))


def _turning_points(status: ReviewStatus) -> list[tuple[str, list[KeyMoment]]]:
    """Return the mistakes and the key moments, each with a heading; those that there are none of are left out."""
    mistakes = [_advice(status, step) for step in status.review.mistakes]
    found = [("Mistakes", mistakes), ("Key moments", _moments(status))]
    return [(title, listed) for title, listed in found if listed]


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
        moments.append(KeyMoment(step.event, line, detail))
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
            [words.bar(steps[-1].after, seat) for seat in SEATS] if steps else [],
            "" if steps else _why_without(under_way, change.before is not None and change.after is not None),
        )
        for change, steps in found.steps
    ]


def _runs(moves: list[Move]) -> list[tuple[str, list[Move]]]:
    """Return moves in order; those without odds together, with a heading."""
    found = []
    for with_odds, group in groupby(moves, key=lambda move: bool(move.bars or move.why != NO_ODDS)):
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
