"""The background work: positions that are soon solved exactly one by one, and the rest of a game together."""

from __future__ import annotations

from contextlib import suppress

from django.conf import settings
from django.db.models import Q

from engine import (
    Game,
    Limits,
    Position,
    Unaffordable,
    Unsettled,
    plan_review,
    position_values,
    solve_positions,
    soon_exact,
)
from engine.formatting import counted
from pressorpass_site.work.processor import Pace
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run, brief_memory
from pressorpass_site.work.scheduling import Urgency

from .known import Setting, is_exact, keep, known_values
from .models import GAME, SOLVED, ReviewPart

LAST_ROUND = 2


def solve_position(part: ReviewPart, run: Run) -> None:
    """Solve one position if that takes a moment; otherwise leave it to the job of the whole game."""
    game: Game = part.review.engine_game
    position = Position.parse(part.position)
    setting = Setting(game.setup.boards[LAST_ROUND], game.setup.rules)
    if is_exact(known_values(setting, [position]).get(position)):
        return
    limits = _limits(part, "exact")
    if not soon_exact(position, setting.board, setting.rules, limits):
        return
    with suppress(Unaffordable, Unsettled):
        found = position_values(position, setting.board, setting.rules, limits, progress=run.report, cancel=run.cancel)
        run.store()  # not if it was cancelled
        keep(setting, position, found)


def solve_game(part: ReviewPart, run: Run) -> None:
    """Solve the unknown positions from grids that they share; each is stored as it is found.

    Raises:
        Unaffordable: some could not be solved; results stay. If that is because of other work of the machine, it is
            recorded.
    """
    pace = Pace()
    plan = plan_review(part.review.engine_game)
    setting = Setting.of(plan)

    known = set(known_values(setting, plan.positions))
    found = solve_positions(
        plan,
        [position for position in plan.positions if position not in known],
        _limits(part),
        skip=known.__contains__,
        progress=run.report,
        cancel=run.cancel,
    )
    for position, values in pace.timed(found):
        run.store()
        keep(setting, position, values)
        known |= set(known_values(setting, plan.positions))  # other jobs may have solved some by now
    left = len(set(plan.positions) - set(known_values(setting, plan.positions)))
    if left:
        run.store(cut_short=pace.slow)
        raise Unaffordable(f"There was not enough time or memory for {counted(left, 'position')}.")


def _limits(part: ReviewPart, method: str = "auto") -> Limits:
    memory_bytes = brief_memory() if part.position else settings.SOLVER_MEMORY_BYTES
    return Limits(part.limits["seconds"], memory_bytes, method=method)


# A grid takes many seconds and is lost if its job is queued again.
game_jobs = JobQueue(
    ReviewPart,
    solve_game,
    task="reviews.solve_game",
    urgency=Urgency.REFINE,
    only=Q(kind=GAME),
)
position_jobs = JobQueue(
    ReviewPart,
    solve_position,
    task="reviews.solve_position",
    urgency=Urgency.BRIEF,
    only=Q(kind=SOLVED),
)
