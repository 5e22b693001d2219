"""A round robin: everyone against everyone, moving first and second."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ..errors import InputError
from .answer import Answer
from .budget import Budget

# The chances of the first player when moving first and when moving second, and a bound on the error of each.
Meeting = tuple[float, float, float]
Table = list[list[float]]


def split_names(text: str) -> list[str]:
    """Return the names in a text, which commas separate."""
    return [name.strip() for name in text.split(",") if name.strip()]


def check_policy_count(policies: Sequence[Hashable], max_count: int, min_count: int = 2) -> None:
    """Raise InputError (``field``: policies) if there are too few or too many policies, or two are equal."""
    if not min_count <= len(policies) <= max_count or len(set(policies)) < len(policies):
        raise InputError(
            f"must be {min_count} to {max_count} different policies, separated by commas", field="policies"
        )


def round_robin(names: Sequence[str], meet: Callable[[int, int], Meeting], budget: Budget) -> Answer:
    """Return the win rate of each policy against all others; ``meet`` takes two indexes. Raises Exhausted."""
    error = 0.0

    def average_orders(a: int, b: int, progress: str) -> float:
        nonlocal error
        first, second, bound = meet(a, b)
        error = max(error, bound)
        return (first + second) / 2.0

    wins = play_all_pairs(len(names), average_orders, budget)
    return Answer(_average_rates(wins), error=error, details={"policies": list(names), "wins": wins})


def build_sampled_answer(
    names: Sequence[str], wins: Table, errors: Table, rate_errors: list[float], games: int, **more: Any
) -> Answer:
    """Return the same as ``round_robin``, from simulated win rates and their standard errors; ``games`` for each pair.

    ``wins`` are the shares of the row's points against the column (1/2 against itself), ``errors`` their standard
    errors (0 against itself), ``rate_errors`` the standard errors of the rates; ``more`` are further details.
    """
    details = {
        "policies": list(names),
        "wins": wins,
        "errors": errors,
        "rate_errors": rate_errors,
        "games": games,
        **more,
    }
    return Answer(_average_rates(wins), "estimated", max(rate_errors), details)


def play_all_pairs(count: int, win_chance: Callable[[int, int, str], float], budget: Budget) -> Table:
    """Return the chance of each row to beat each column; ``win_chance`` takes two indexes and the progress in words."""
    wins, done_count, pairs = [[0.5] * count for _ in range(count)], 0, count * (count - 1) // 2
    for a in range(count):
        for b in range(a + 1, count):
            words = f"{done_count} of {pairs} pairs"
            budget.spend(0, words)
            wins[a][b] = win_chance(a, b, words)
            wins[b][a] = 1.0 - wins[a][b]
            done_count += 1
            budget.report_progress("pairs", done_count / pairs)
    return wins


def _average_rates(wins: Table) -> list[Any]:
    """Return the average of each policy over all others."""
    return [(sum(row) - 0.5) / (len(wins) - 1) for row in wins]
