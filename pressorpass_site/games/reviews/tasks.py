"""The job of a review: solve the quickly exact positions of a game from its end, then the others together."""

from collections.abc import Iterator
from contextlib import suppress

from django.conf import settings

from engine import (
    Limits,
    Plan,
    Position,
    PositionValues,
    Unaffordable,
    Unsettled,
    plan_review,
    position_values,
    solve_positions,
    soon_exact,
)
from engine.formatting import spell_count
from pressorpass_site.core.pace import CpuShare
from pressorpass_site.work.jobs import JobType
from pressorpass_site.work.models import Queue
from pressorpass_site.work.running import JobRun, get_brief_memory, make_job_task

from ..models import Review
from .known import ReviewSetting, build_result, choose_more_certain, get_known_values, is_exact

POSITION_SECONDS = 2.0  # a position with a longer predicted time waits for the grids


jobs = JobType(Review, task="reviews.solve_game", queue=Queue.REFINE)


@make_job_task(jobs)
def solve(review: Review, run: JobRun) -> None:
    """Solve the unknown positions and store each at once. Raises Unaffordable: some could not be solved."""
    pace = CpuShare()
    plan = plan_review(review.engine_game)
    setting = ReviewSetting.from_plan(plan)
    values = get_known_values(setting, plan.positions, [review])

    def store(position: Position, new_values: PositionValues) -> None:
        values[position] = choose_more_certain(new_values, values.get(position))
        run.store(result=build_result(setting, values))

    run.store(result=build_result(setting, values))
    for position, exact in _solve_exactly(plan, values, run):
        store(position, exact)
    unknown = [position for position in plan.positions if position not in values]
    limits = Limits(review.limits["seconds"], settings.SOLVER_MEMORY_BYTES)
    solutions = solve_positions(plan, unknown, limits, skip=values.__contains__, progress=run.report, cancel=run.cancel)
    for position, solution in pace.time_results(solutions):
        store(position, solution)
        values |= get_known_values(
            setting, [position for position in unknown if position not in values], []
        )  # solved elsewhere
    if unsolved_count := len(set(plan.positions) - set(values)):
        run.store(was_interrupted=pace.slow)
        raise Unaffordable(f"There was not enough time or memory for {spell_count(unsolved_count, 'position')}.")


def _solve_exactly(
    plan: Plan, values: dict[Position, PositionValues], run: JobRun
) -> Iterator[tuple[Position, PositionValues]]:
    """Yield the exact values of positions that are quick to solve, from the end of the game."""
    limits = Limits(POSITION_SECONDS, get_brief_memory(), method="exact")
    for position in reversed(plan.positions):
        if is_exact(values.get(position)) or not soon_exact(position, plan.board, plan.rules, limits):
            continue
        with suppress(Unaffordable, Unsettled):
            yield (
                position,
                position_values(position, plan.board, plan.rules, limits, progress=run.report, cancel=run.cancel),
            )
