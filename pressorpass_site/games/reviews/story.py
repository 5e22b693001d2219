"""The review as a story: the stage after each event, the blunders on the chart, the main line of a variation."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Judged, event_words
from engine import Review as EngineReview
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.podiums import StagePodium

from . import show, words
from .chart import ChartPoint, build_chart_points
from .services import ReviewStatus
from .words import Judgment

LAST_ROUND = 2
LOSING_COST = 0.05  # a loser's call that cost at least this chance to win lost the game


@dataclass(frozen=True)
class Scene:
    """The stage after an event with odds; `number` 0 is the start of the game.

    `call` is the costliest decision of the event. `retry` and `answer` are URLs of the position before it, "" if it has
    none. The chances of an `early` scene assume average questions.
    """

    number: int
    x: float
    text: str
    podiums: list[StagePodium]
    landing: show.ShownLanding | None
    call: Judgment | None
    retry: str
    answer: str
    goes_on: bool
    round: int
    early: bool


@dataclass(frozen=True)
class Blunder:
    """A wrong call, marked on the contestant's line of the chart; `label` is "" unless it lost the game."""

    event: int
    seat: int
    x: float
    y: float
    label: str


@dataclass(frozen=True)
class MainLine:
    """The review of a variation's main line."""

    title: str
    link: str
    status: ReviewStatus

    def compare_ends(self, review: EngineReview) -> list[tuple[str, str, str]]:
        """Return each contestant with the chance at the end of the main line and of the variation; [] while unknown."""
        main, own = (build_chart_points(compared_review)[-1:] for compared_review in (self.status.review, review))
        if not main or not own:
            return []
        names = words.list_contestant_names(review)
        return [
            (names[seat], words.format_chance(main[0].odds, seat), words.format_chance(own[0].odds, seat))
            for seat in show.SEATS
        ]


def build_scenes(status: ReviewStatus) -> list[Scene]:
    steps = {change.played.number: step for change, step in status.review.steps}
    return [
        _build_scene(status, point, steps.get(point.played.number, []) if point.played else [])
        for point in build_chart_points(status.review)
    ]


def _build_scene(status: ReviewStatus, point: ChartPoint, steps: Sequence[Judged]) -> Scene:
    review, game, entry = status.review, status.plan.game, point.played
    first = status.plan.first
    first_states = (
        played_event.after for played_event in game.played if first and played_event.after.podiums == first.contestants
    )
    state = entry.after if entry else next(first_states, game.state)
    over = state.is_over(game.setup.unrestricted_rules) or (review.over and state == game.state)
    winners = [seat for seat in show.SEATS if over and point.odds.win[seat]]
    chances = [words.build_bar(point.odds, seat, label="Chance to win") for seat in show.SEATS]
    calls = [(step.cost, call) for step in steps if (call := words.build_judgment(step, review))]
    question = (
        status.setting.build_question(steps[0].position) if steps and steps[0].kind in ("decision", "chance") else None
    )
    call = max(calls, key=lambda costed_call: costed_call[0])[1] if calls else None
    return Scene(
        entry.number if entry else 0,
        round(point.x, 4),
        event_words(entry, game.setup) if entry else "At the start",
        show.build_podiums(state, words.list_contestant_names(review), winners, [[bar] for bar in chances]),
        show.find_landing(entry) if entry else None,
        call,
        build_address(question, page="dilemmas:position") if question and call and call.bars else "",
        build_address(question) if question else "",
        bool(entry) and not over,
        state.round,
        state.round < LAST_ROUND and not over,
    )


def find_losing_call(review: EngineReview) -> Judged | None:
    """Return the game's costliest call if it lost the game: it was not cheap, and its contestant lost; else None."""
    worst = review.mistakes[0] if review.over and review.mistakes else None
    if worst is None or worst.mover is None or worst.cost < LOSING_COST:
        return None
    return worst if review.accounts[worst.mover].end.win[worst.mover] <= words.SETTLED else None


def find_blunders(status: ReviewStatus) -> list[Blunder]:
    """Return the calls that were certainly wrong; empty until every position has values."""
    review = status.review
    if not review.complete:
        return []
    points_by_number = {point.played.number: point for point in build_chart_points(review) if point.played is not None}
    marked = []
    decisive = find_losing_call(review)
    for step in review.mistakes:
        point = points_by_number.get(step.event)
        if point is None or step.mover is None:
            continue
        label = f"{words.list_contestant_names(review)[step.mover]} lost it here" if step is decisive else ""
        marked.append(Blunder(step.event, step.mover, point.x, 1 - point.odds.win[step.mover], label))
    return marked
