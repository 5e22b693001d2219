"""Pig's pictures: the best policy for two players at all scores, and a slice against one score."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...answer_view import AnswerView
from ...exhibits import (
    HEAT_COLORS,
    MAX_PICTURE_SIDE,
    OFF_SCALE_COLOR,
    Exhibit,
    Heat,
    Link,
    Panel,
    Text,
    build_folded_table,
    build_legend,
    build_matrix_table,
    choose_sample_step,
)

ROLL, HOLD, REACHED = 6, 1, 4  # colors of the slice
Scores = Sequence[Sequence[int]]
Islands = Sequence[Mapping[str, Any]]


def build_policy_cards(surface: AnswerView, opp: int, *, own_page: bool = False) -> Iterator[Panel]:
    smallest, islands = surface.answer, surface.details["islands"]
    parts: list[Exhibit] = [
        _build_surface(smallest),
        build_matrix_table(smallest, "The smallest turn total to hold at, both playing best."),
    ]
    die = surface.select_parameters("goal", "sides", "bust")
    if not own_page:
        parts.append(Text(Link("Open this surface on its own page", "surface", die), small=True))
    yield Panel("The best policy for two", parts, wide=True, half=True, anchor="surface")
    against = [island for island in islands if island["opp"] == opp]
    others: list[Link | str] = []
    for score in range(0, len(smallest), choose_sample_step(len(smallest), 10)):
        others += [" · " if score else "", Link(str(score), "hold", {**die, "opp": score}, "slice")]
    table = build_folded_table(("Own score", "Hold from", "Roll again at"), _build_slice_rows(smallest, against, opp))
    across = Text("Against other scores: ", *others, small=True)
    yield Panel("A slice", (_build_slice(smallest, against, opp), across, table), wide=True, half=True, anchor="slice")


def _build_surface(smallest: Scores) -> Heat:
    goal = len(smallest)
    step = choose_sample_step(goal, MAX_PICTURE_SIDE)
    before = sorted(total for own, row in enumerate(smallest) for total in row if own + total < goal)
    low = before[0] if before else 1
    high = before[len(before) * 9 // 10] if before else 1
    width = max(1, -(-(high - low + 1) // HEAT_COLORS))

    def choose_color(own: int, total: int) -> int:
        return OFF_SCALE_COLOR if own + total >= goal else min(HEAT_COLORS - 1, (total - low) // width)

    colors = [[choose_color(own, total) for total in smallest[own][::step]] for own in range(0, goal, step)]
    meant = {number: _format_range(low + number * width, width) for number in range(HEAT_COLORS - 1)}
    meant |= {HEAT_COLORS - 1: f"{low + (HEAT_COLORS - 1) * width} or more", OFF_SCALE_COLOR: "only at the goal"}
    title = "The smallest turn total to hold at"
    lesson = "The further behind the best player is, the more points are risked before holding."
    return Heat(title, lesson, "the other’s score", "own score", colors, build_legend(colors, meant), step)


def _format_range(first: int, width: int) -> str:
    return str(first) if width == 1 else f"{first}–{first + width - 1}"


def _build_slice(smallest: Scores, islands: Islands, opp: int) -> Heat:
    """Return the map of the best choice, roll or hold, by own score and turn total, against one score."""
    goal = len(smallest)
    step = choose_sample_step(goal, MAX_PICTURE_SIDE)
    again = {island["own"]: island["again"] for island in islands}

    def choose_color(own: int, total: int) -> int:
        if own + total >= goal:
            return REACHED
        rolls = total < smallest[own][opp] or any(low <= total <= high for low, high in again.get(own, ()))
        return ROLL if rolls else HOLD

    colors = [[choose_color(own, total) for own in range(0, goal, step)] for total in range(0, goal, step)]
    meant = build_legend(colors, {ROLL: "roll", HOLD: "hold", REACHED: "hold: that is the goal"})
    lesson = (
        "Roll while the points in hand are few and hold once they are many; just below the goal it can be right to roll "
        "again."
    )
    return Heat(f"Roll or hold against {opp} points", lesson, "own score", "turn total", colors, meant, step)


def _build_slice_rows(smallest: Scores, islands: Islands, opp: int) -> list[tuple[int, int, str]]:
    again = {island["own"]: _format_runs(island["again"]) for island in islands}
    step = choose_sample_step(len(smallest), MAX_PICTURE_SIDE)
    return [(own, smallest[own][opp], again.get(own, "–")) for own in range(0, len(smallest), step)]


def _format_runs(runs: Sequence[Sequence[int]]) -> str:
    return ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in runs)
