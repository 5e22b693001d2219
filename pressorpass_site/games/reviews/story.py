"""The review as a story: the show at each event with odds, the blunders on the chart, and the main line of a variation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Judged, event_words
from engine import Review as EngineReview

from . import show, words
from .chart import ChartPoint, chart_points
from .services import ReviewStatus

LOST = 0.05  # a call that cost a loser at least this much lost the game


@dataclass(frozen=True)
class Blunder:
    """A wrong call on the line of the contestant who made it: its place on the chart, and a word where it decided."""

    event: int
    seat: int
    x: float
    y: float
    label: str


@dataclass(frozen=True)
class Beside:
    """The main line beside a variation: its review, its address, and the chances of both at the end."""

    title: str
    link: str
    status: ReviewStatus

    def ends(self, found: EngineReview) -> list[tuple[str, str, str]]:
        """Return each contestant with the last chances of the main line and of the variation."""
        main, own = (chart_points(each)[-1:] for each in (self.status.review, found))
        if not main or not own:
            return []
        names = words.names_of(found)
        return [(names[seat], words.chance(main[0].odds, seat), words.chance(own[0].odds, seat)) for seat in show.SEATS]


def steps(status: ReviewStatus) -> list[dict[str, Any]]:
    """Return the show after each event with odds, for the script that leads through it."""
    found = status.review
    judged = {change.played.number: each for change, each in found.steps}
    return [
        _step(found, point, judged.get(point.played.number, []) if point.played else [])
        for point in chart_points(found)
    ]


def _step(found: EngineReview, point: ChartPoint, judged: Sequence[Judged]) -> dict[str, Any]:
    game, played = found.plan.game, point.played
    first = next((each for each in game.played if each.before.round and each.after.position), None)
    state = played.after if played else (first.before if first else game.state)
    landing = show.landing_of(played) if played else None
    texts = [words.brief_chance(point.odds, seat) for seat in show.SEATS]
    bar = show.bar([point.odds.win[seat] for seat in show.SEATS], texts, words.names_of(found))
    verdicts = [verdict for each in judged if (verdict := words.judgement(each, found))]
    return {
        "x": round(point.x, 4),
        "branch": played.number if played and not state.is_over(game.setup.free) else 0,
        "text": event_words(played, game.setup) if played else "At the start",
        "podiums": show.podiums_for_scripts(state),
        "seat": state.seat,
        "landing": landing.for_scripts if landing else None,
        "bar": [[round(each.start, 4), round(each.part, 4), each.text] for each in bar],
        "verdicts": [[verdict.tone, verdict.sentence] for verdict in verdicts],
    }


def blunders(status: ReviewStatus) -> list[Blunder]:
    """Return the calls that were certainly wrong, at their events; none until every position has a figure."""
    found = status.review
    if not found.complete:
        return []
    at = {point.played.number: point for point in chart_points(found) if point.played is not None}
    marked = []
    for step in found.mistakes:
        point = at.get(step.event)
        if point is None or step.mover is None:
            continue
        label = ""
        if step is found.mistakes[0] and step.cost >= LOST and status.plan.game.over:
            lost = found.accounts[step.mover].end.win[step.mover] <= words.SETTLED
            label = f"{words.names_of(found)[step.mover]} lost it here" if lost else ""
        marked.append(Blunder(step.event, step.mover, point.x, 1 - point.odds.win[step.mover], label))
    return marked
