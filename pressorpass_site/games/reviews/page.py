"""Context of a review's templates. Starts no job."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from math import hypot
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import json_script
from django.utils.safestring import SafeString

from engine import EarlyPosition, Judged, calls, event_words, formatting, moment_words, result_words, stated_error
from engine import Review as EngineReview
from pressorpass_site.answers.analyses.answers import BADGES, HOW_SURE
from pressorpass_site.answers.analyses.figures import OddsBar
from pressorpass_site.boards import ring
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.podiums import StagePodium

from . import show, words
from .chart import ChartPoint, build_chart_points, draw_chart
from .luck_and_skill import build_account_rows, build_tiles
from .services import MAX_CACHED_REVIEWS, CachedArguments, ReviewStatus
from .story import MainLine, Scene, build_scenes, find_blunders, find_losing_call
from .words import Judgment, capitalize_first

MAX_MOMENTS = 6
NO_ODDS = "No odds"
MIN_SWING = 0.005
SEATS = range(3)
FIRST_ROUND, LAST_ROUND = 1, 2
# The chart's horizontal lines: percent, distance from the top, and distance of the figure below the line.
TICKS = ((100, "0", "11"), (50, "50%", "4"), (0, "100%", "-2"))


@dataclass(frozen=True)
class ReviewMove:
    """An event in words, with its judgments.

    `place` is its number as shown, which skips undone events. `bars` are the chances after it; without bars, `why` has
    the reason.
    """

    number: int
    place: int
    text: str
    judgments: list[Judgment]
    remarks: list[str]
    bars: list[OddsBar]
    why: str


@dataclass(frozen=True)
class KeyMoment:
    event: int
    text: str
    detail: str


def build_context(
    status: ReviewStatus, game_url: str, main_line: MainLine | None = None, move: int | None = None
) -> dict[str, Any]:
    """Return the context of the review's templates.

    `move` is the number of the event whose stage is shown; by default the last one, with the result.
    """
    review = status.review
    if review.complete:
        cached = CachedArguments(status.identity, (replace(status, job=None, refined=None),))
        context = _describe_complete_review(cached)
    else:
        context = _describe_review(status)
    return (
        context
        | (build_chart_context(review, main_line.status.review) if main_line else {})
        | _build_review_stage(status, move)
        | {"main_line": main_line, "ends": main_line.compare_ends(review) if main_line else []}
        | build_progress_context(status, game_url)
    )


@lru_cache(MAX_CACHED_REVIEWS)
def _describe_complete_review(cached: CachedArguments) -> dict[str, Any]:
    return _describe_review(*cached.arguments)


def _describe_review(status: ReviewStatus) -> dict[str, Any]:
    review = status.review
    return build_chart_context(review) | {
        "tiles": build_tiles(review),
        "headline": write_headline(status),
        "story": build_story(status),
        "accounts": build_account_rows(review),
        "with_questions": any(abs(account.questions) > words.SETTLED for account in review.accounts),
        "with_corrections": any(abs(account.corrections) > words.SETTLED for account in review.accounts),
        "turning_points": _list_turning_points(status),
        "moves": _group_moves(_list_moves(status)),
        "notes": _write_review_notes(status),
        "method": review.method,
        "how_sure": HOW_SURE[review.method] if review.method else "",
        "badge": choose_certainty_badge(status),
    }


def build_progress_context(status: ReviewStatus, game_url: str) -> dict[str, Any]:
    solved_count, total = status.solved
    return {
        "status": status,
        "here": game_url,
        "progress": describe_progress(status),
        "percent": round(100 * solved_count / max(1, total)),
    }


def _build_review_stage(status: ReviewStatus, move: int | None) -> dict[str, Any]:
    story = _get_story(status)
    scenes = story.scenes
    numbers = [scene.number for scene in scenes]
    scene_index = numbers.index(move) if move in numbers else len(scenes) - 1
    shown_scene = scenes[scene_index] if scenes else None
    landing = shown_scene.landing if shown_scene else None
    boards = status.plan.game.setup.boards
    shown_round = shown_scene.round if shown_scene else LAST_ROUND
    other_round = FIRST_ROUND + LAST_ROUND - shown_round
    return {
        "steps": scenes,
        "steps_script": story.script,
        "at": scene_index,
        "shown": shown_scene,
        "scene": shown_scene if move in numbers else None,
        "earlier": numbers[max(scene_index - 1, 0)] if scenes else 0,
        "later": numbers[min(scene_index + 1, len(scenes) - 1)] if scenes else 0,
        "blunders": find_blunders(status),
        "podiums": shown_scene.podiums if shown_scene else build_podiums(status),
        "ring": ring.draw(
            boards[shown_round], lit=landing.square if landing else None, lit_tone=landing.tone if landing else ""
        ),
        "ring_round": shown_round,
        "other_round": other_round,
        "other_ring": ring.draw(boards[other_round]) if any(scene.round == other_round for scene in scenes) else None,
    }


@dataclass(frozen=True)
class ReviewStory:
    """The stage after each event, as objects and as JSON for the page's script."""

    scenes: list[Scene]
    script: SafeString


def build_podiums(status: ReviewStatus) -> list[StagePodium]:
    """Return the podiums of the game's current state, without chances."""
    state, review = status.plan.game.state, status.review
    accounts = review.accounts if state.is_over(status.plan.game.setup.unrestricted_rules) else []
    winners = [seat for seat, account in enumerate(accounts) if account.end.win[seat] >= 1 - words.SETTLED]
    return show.build_podiums(state, words.list_contestant_names(review), winners)


def _get_story(status: ReviewStatus) -> ReviewStory:
    """Return the story of a review; cached, because it is half of the work of the page."""
    bare_status = replace(status, job=None, refined=None)
    if not status.on_newest_boards:  # links to other boards change without a new version of the catalog
        return _build_review_story(bare_status)
    return _build_cached_story(CachedArguments(f"{status.identity} {boards.get_catalog().version}", (bare_status,)))


@lru_cache(MAX_CACHED_REVIEWS)
def _build_cached_story(cached: CachedArguments) -> ReviewStory:
    return _build_review_story(*cached.arguments)


def _build_review_story(status: ReviewStatus) -> ReviewStory:
    scenes = build_scenes(status)
    return ReviewStory(scenes, json_script([_serialize_scene(scene) for scene in scenes], "steps"))


def _serialize_scene(scene: Scene) -> dict[str, Any]:
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


def build_chart_context(review: EngineReview, main_line: EngineReview | None = None) -> dict[str, Any]:
    """Return the context of the chart's template; `chart` is None without a line to draw."""
    points = build_chart_points(review)
    errors = [stated_error(point.odds, seat) for point in points for seat in SEATS]
    return {
        "chart": draw_chart(review, main_line),
        "ticks": TICKS,
        "chart_rows": [_build_chart_row(review, point) for point in points],
        "names": words.list_contestant_names(review),
        "before_round_2": any(isinstance(position, EarlyPosition) for position in review.plan.positions),
        "largest_error": formatting.format_points_at_most(max(errors))
        if errors and max(errors) > words.SETTLED
        else "",
        "rough": bool(errors) and max(errors) > calls.ROUGH,
    }


def _write_review_notes(status: ReviewStatus) -> list[str]:
    """Return the notes of the review, except those about a single event."""
    review = status.review
    if status.under_way:
        review = replace(review, unsolved=0)
    event_notes = {f"Event {number}: {text}" for number, text in status.plan.game.warnings}
    return [note for note in review.notes if note not in event_notes]


def choose_certainty_badge(status: ReviewStatus) -> str:
    """Return the badge of the least certain value, such as “Estimated”; "" until every position has values."""
    return BADGES[status.review.method] if status.review.method else ""


def describe_progress(status: ReviewStatus) -> str:
    """Return text such as “Solving: 3 of 13”; "" once all positions are solved."""
    if status.review.complete:
        return ""
    solved_count, total = status.solved
    return (
        f"Solving: {solved_count} of {total}" if status.under_way else f"{solved_count} of {total} positions are solved"
    )


def write_headline(status: ReviewStatus) -> str:
    review, game = status.review, status.plan.game
    if not review.complete:
        return "Reviewing the game…" if status.under_way else "Some odds are missing"
    if not review.accounts:
        return "This game has no odds"
    names = words.list_contestant_names(review)
    ends = [account.end for account in review.accounts]
    best = max(SEATS, key=lambda seat: ends[seat].win[seat])
    if not review.over:
        return f"So far {names[best]} leads with {words.format_chance(ends[best], best)}"
    return result_words(game.state.podiums, names)


def build_story(status: ReviewStatus, *, with_place: bool = False) -> list[str]:
    """Return sentences about the call that lost the game, or the costliest one, and about the luckiest spin.

    Empty until every position has values. `with_place` names the position of the call, for pictures without a chart.
    """
    review, setup = status.review, status.plan.game.setup
    sentences: list[str] = []
    if not review.complete:
        return sentences
    if decisive := find_losing_call(review):
        sentences.append(words.write_lost_here(decisive, review, with_place=with_place))
    elif review.mistakes:
        worst = review.mistakes[0]
        sentences.append(f"Costliest call: {words.describe_advice(worst, review)} ({words.describe_cost(worst)}).")
    elif any(account.decisions for account in review.accounts):
        sentences.append("No mistakes found.")
    lucky = max(
        (step for step in review.judged if step.kind == "chance" and step.mover is not None),
        key=_get_gain,
        default=None,
    )
    if lucky is not None and lucky.mover is not None and _get_gain(lucky) > max(MIN_SWING, _get_gain_error(lucky)):
        name = capitalize_first(setup.name(lucky.mover))
        text = _build_event_line(status, lucky.event).rstrip(".")
        change = words.describe_change(lucky.before, lucky.after, lucky.mover)
        sentences.append(f"Luckiest spin: {text}. {name} went {change}.")
    return sentences


def _get_gain(step: Judged) -> float:
    assert step.mover is not None
    return step.after.win[step.mover] - step.before.win[step.mover]


def _get_gain_error(step: Judged) -> float:
    assert step.mover is not None
    return hypot(*(stated_error(odds, step.mover) for odds in (step.before, step.after)))


def _build_event_line(status: ReviewStatus, number: int) -> str:
    game = status.plan.game
    return next(event_words(entry, game.setup) for entry in game.played if entry.number == number)


def _list_turning_points(status: ReviewStatus) -> list[tuple[str, list[KeyMoment]]]:
    """Return the mistakes and the key moments under their headings; empty lists are left out."""
    review = status.review
    mistakes = [
        KeyMoment(step.event, words.describe_advice(step, review), words.describe_cost(step))
        for step in review.mistakes
    ]
    headed_points = [("Mistakes", mistakes), ("Key moments", _list_key_moments(status))]
    return [(heading, points) for heading, points in headed_points if points]


def _list_key_moments(status: ReviewStatus) -> list[KeyMoment]:
    review, setup = status.review, status.plan.game.setup
    moments = []
    for step in review.key_moments[:MAX_MOMENTS]:
        if step.swing < MIN_SWING:
            continue
        seat = step.swing_seat
        detail = f"{capitalize_first(setup.name(seat))} {words.describe_change(step.before, step.after, seat)}"
        line = moment_words(step, _build_event_line(status, step.event), setup)
        moments.append(KeyMoment(step.event, line, detail))
    return moments


def _list_moves(status: ReviewStatus) -> list[ReviewMove]:
    review, game, under_way = status.review, status.plan.game, status.under_way
    places = {event.number: place for place, event in enumerate(game.recorded, 1)}
    return [
        ReviewMove(
            change.played.number,
            places[change.played.number],
            event_words(change.played, game.setup),
            [judgment for step in steps if (judgment := words.build_judgment(step, review))],
            [*change.played.warnings, *(step.remark for step in steps if step.remark)],
            [words.build_bar(steps[-1].after, seat) for seat in SEATS] if steps else [],
            "" if steps else _explain_missing_odds(under_way, change.before is not None and change.after is not None),
        )
        for change, steps in review.steps
    ]


def _group_moves(moves: list[ReviewMove]) -> list[tuple[str, list[ReviewMove]]]:
    """Group the moves in order: a run without odds gets a heading, a run with odds “”."""
    runs = []
    for with_odds, group in groupby(moves, key=lambda move: bool(move.bars or move.why != NO_ODDS)):
        run = list(group)
        runs.append(
            ("" if with_odds else f"{capitalize_first(formatting.spell_count(len(run), 'event'))} without odds", run)
        )
    return runs


def _explain_missing_odds(is_under_way: bool, could_have: bool) -> str:
    if not could_have:
        return NO_ODDS
    return "Solving…" if is_under_way else "Not solved"


def _build_chart_row(review: EngineReview, point: ChartPoint) -> tuple[str, int, list[str]]:
    """Return a point of the chart as a row: the event in words, its number (0 at the start), and the three chances."""
    return (
        event_words(point.played, review.plan.game.setup) if point.played else "At the start",
        point.played.number if point.played else 0,
        [words.format_chance(point.odds, seat) for seat in SEATS],
    )
