"""The strategy and the trees of a question, from its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....errors import InputError
from ...budget import Budget
from ...question import Parameters
from .exact import ExactChance, chance_to_win
from .play import Trees
from .ratio import SplitRatio
from .rules import WEIGHING

TWO = 2
_SUM_OF_SHARES = 1e-3  # the most by which their sum may differ from 1


@dataclass(frozen=True, slots=True)
class Setting:
    """A strategy and the trees it plays on."""

    strategy: str
    trees: Trees


def setting_of(parameters: Parameters, strategy: str) -> Setting:
    """Return the strategy and trees of a question.

    Args:
        parameters: of a question; missing ones count as left out.
        strategy: any.

    Raises:
        InputError: options do not fit together; ``field`` names one of them.
    """
    form = parameters.get("form", "tsi")
    uniform = parameters.get("ratio") == "uniform"
    first, end = _ends(parameters)
    if first and strategy in WEIGHING:
        raise InputError(f"is not for {strategy}, whose factors are for the same E everywhere", field="ends")
    if form == "drift":
        return Setting(strategy, _drifting(parameters, end, first))
    for name in ("top", "step"):
        refuse(parameters, name, "is for the drift form only: --form drift")
    if form == "tsd" and parameters["value"] != 1:
        raise InputError("must be 1 in the dependent form, where the one win is below the top", field="value")
    if uniform:
        refuse(parameters, "A", "is not for --ratio uniform, whose mean is 0.75")
        refuse(parameters, "shares", "is not for --ratio uniform, which is for two branches")
        ratio = SplitRatio(None)
    else:
        ratio = _constant(parameters)
    if len(ratio.shares) > TWO and strategy in WEIGHING:
        raise InputError(f"must be two for {strategy}, whose factors are for two branches", field="shares")
    return Setting(strategy, Trees(form, end, ratio, parameters["value"], first_ends=first))


def _ends(parameters: Parameters) -> tuple[tuple[float, ...], float]:
    """Return E on the first levels, and on later ones; nothing matters below a level of end points only."""
    first, end = tuple(parameters.get("ends") or ()), parameters["E"]
    if 1.0 in first:
        first, end = first[: first.index(1.0)], 1.0
    if first and not end:
        raise InputError("must be above 0, unless E is 1 on a level of --ends: else some games have no end", field="E")
    return first, end


def _drifting(parameters: Parameters, end: float, first: tuple[float, ...]) -> Trees:
    """Return the trees of the drift form."""
    uniform = parameters.get("ratio") == "uniform"
    top, step = parameters.get("top"), parameters.get("step")
    for name in ("A", "shares"):
        refuse(parameters, name, "is not for the drift form, whose values do not split")
    if uniform and parameters.get("method") != "simulate":
        raise InputError(
            "must be constant in the drift form, which takes branches C+D and C-D:"
            " trees with random branches on ±3D can only be simulated (--method simulate)",
            field="ratio",
        )
    if parameters["value"] != 1:
        raise InputError("is not for the drift form; --top is the value there", field="value")
    for name, value in (("top", top), ("step", step)):
        if value is None:
            raise InputError("is required for the drift form", field=name)
    assert top is not None
    assert step is not None
    return Trees("drift", end, SplitRatio(None if uniform else 0.5), top, step, first)


def _constant(parameters: Parameters) -> SplitRatio:
    """Return the same shares at each fork, from ``A`` or ``shares``."""
    constant, shares = parameters["A"], parameters.get("shares")
    if shares is None:
        if constant is None:
            raise InputError("is required, or --ratio uniform, or --shares", field="A")
        return SplitRatio(constant)
    refuse(parameters, "A", "is not for --shares, the first of which it is")
    total = sum(shares)
    if len(shares) < TWO or sorted(shares, reverse=True) != shares or abs(total - 1) > _SUM_OF_SHARES * (1 + 1e-9):
        raise InputError("must be two or more numbers, largest first, with the sum 1", field="shares")
    shares = [share / total for share in shares]
    return SplitRatio(shares[0]) if len(shares) == TWO else SplitRatio(shares[0], tuple(shares[1:]))


def refuse(parameters: Parameters, name: str, why: str) -> None:
    """Raise InputError if an option is given."""
    if parameters.get(name) is not None:
        raise InputError(why, field=name)


def exact_win(setting: Setting, budget: Budget) -> ExactChance:
    """Return the exact chance to win. Raises InputError (``field``: method) if there is no exact method."""
    return chance_to_win(setting.strategy, setting.trees, budget)


def branches_of(trees: Trees) -> dict[str, Any]:
    """Return the kind of branches that was simulated, if there are two kinds."""
    if trees.form != "drift":
        return {}
    return {"branches": "C plus two draws, uniform on ±3D" if trees.drawn else "C+D and C-D"}
