"""`manage.py precompute_reviews`: solve the positions of the sample games for the file that is shipped with the site."""

from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from engine import (
    Limits,
    Plan,
    Position,
    PositionValues,
    Unaffordable,
    Unsettled,
    parse_game,
    plan_review,
    position_values,
    review_from,
    sample_games,
    solve_positions,
    soon_exact,
)

from ...reviews import precomputed
from ...reviews.known import ReviewSetting, choose_more_certain
from ...reviews.services import find_costly_positions

EXACT = Limits(seconds=3, memory_bytes=2**30, method="exact")  # of one position
SHARED = Limits(seconds=30, memory_bytes=2**30)  # of all other positions of a game
COSTLY = Limits(seconds=60, memory_bytes=2**30)  # of each of its costliest decisions, solved again


class Command(BaseCommand):
    """A command that needs no database and no worker."""

    help = f"Solve the positions of the sample games, for {precomputed.DATA.name}. Takes some minutes for each."

    def handle(self, *args: Any, **options: Any) -> None:
        values_by_setting: dict[str, dict[str, PositionValues]] = {}
        for name, game in sample_games().items():
            plan = plan_review(parse_game(game))
            known_values = values_by_setting.setdefault(ReviewSetting.from_plan(plan).key, {})
            for position, values in _solve(plan).items():
                known_values[position.notation] = choose_more_certain(values, known_values.get(position.notation))
            self.stdout.write(f"{name}: {len(plan.positions)} positions")
        precomputed.DATA.write_text(
            precomputed.build_file_text(
                {setting: solved_values for setting, solved_values in values_by_setting.items() if solved_values}
            )
        )


def _solve(plan: Plan) -> dict[Position, PositionValues]:
    exact: dict[Position, PositionValues] = {}
    for position in plan.positions:
        if soon_exact(position, plan.board, plan.rules, EXACT):
            with suppress(Unaffordable, Unsettled):
                exact[position] = position_values(position, plan.board, plan.rules, EXACT)
    others = [position for position in plan.positions if position not in exact]
    values = exact | dict(solve_positions(plan, others, SHARED))
    for position in find_costly_positions(review_from(plan, values)):
        values |= {
            solved_position: choose_more_certain(more, values[solved_position])
            for solved_position, more in solve_positions(plan, [position], COSTLY)
        }
    return values
