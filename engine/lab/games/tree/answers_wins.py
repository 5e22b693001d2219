"""Answers about the chance to win: one strategy's, two compared, all in order, and all along a curve."""

from __future__ import annotations

from ....errors import InputError
from ...answer import Answer, Known
from ...budget import Budget
from ...question import Parameters
from .options import RUNS
from .play import UNSEEN, simulate
from .rules import STEPPING, WEIGHING, looks_at_most
from .setting import Setting, branches_of, exact_win, refuse, setting_of

BOUND_MATTERS = 1e-8


def win(parameters: Parameters, budget: Budget) -> Answer:
    """Return the chance to win."""
    setting = setting_of(parameters, parameters["strategy"])
    if parameters["method"] == "simulate":
        return _simulated_win(setting, parameters, budget)
    found = exact_win(setting, budget)
    known: Known = "exact" if found.error < BOUND_MATTERS else "bounded"
    return Answer(found.chance, known, found.error, {"route": found.route})


def _simulated_win(setting: Setting, parameters: Parameters, budget: Budget) -> Answer:
    if not setting.trees.end:
        return Answer(0.0, details={"note": "without end points no game ends"})
    played = simulate(setting.trees, setting.strategy, parameters["games"], parameters["seed"], budget)
    details = {"games": played.games, "wins": played.wins, **branches_of(setting.trees)}
    searching = setting.strategy == "unlimited"
    if not searching or setting.trees.form == "tsd":
        details |= {"looks": played.looks.mean, "looks_error": played.looks.error}
    bias = UNSEEN if searching and setting.trees.form == "tsi" else 0.0
    if played.given_up:
        bias = played.given_up / played.games
        details["given_up"] = played.given_up
    return Answer(played.chance.mean, "estimated", played.chance.error + bias, details)


def gain(parameters: Parameters, budget: Budget) -> Answer:
    """Return the difference between two strategies' chances to win on the same trees."""
    setting, other = (setting_of(parameters, parameters[name]) for name in ("strategy", "over"))
    if parameters["method"] == "simulate":
        if not setting.trees.end:
            return Answer(0.0)
        played = simulate(
            setting.trees, setting.strategy, parameters["games"], parameters["seed"], budget, other.strategy
        )
        chances = {"win": played.wins / played.games, "over_win": played.other_wins / played.games}
        return Answer(played.gain.mean, "estimated", played.gain.error, chances | branches_of(setting.trees))
    first, second = exact_win(setting, budget), exact_win(other, budget)
    chances = {"win": first.chance, "over_win": second.chance}
    return Answer(first.chance - second.chance, "exact", first.error + second.error, chances)


def ranking(parameters: Parameters, budget: Budget) -> Answer:
    """Return all strategies that go from fork to fork, best first; with ``all`` also others with an exact method."""
    ranked = [*STEPPING, *(parameters["also"] or ())]
    if parameters["all"]:
        weigh = parameters["ratio"] != "uniform" and not parameters["ends"] and not parameters["shares"]
        ranked += ["unlimited", *(WEIGHING if weigh else ())]
    ranked = list(dict.fromkeys(ranked))
    found = []
    for strategy in ranked:
        try:
            found.append((exact_win(setting_of(parameters, strategy), budget), strategy))
        except InputError as error:
            if error.field != "method":
                raise
            raise InputError(f"cannot have {strategy}: its chance is not known exactly here", field="also") from None
    found.sort(key=lambda each: -each[0].chance)
    rows = [[strategy, chance.chance] for chance, strategy in found]
    looks = {strategy: looks_at_most(strategy) for strategy in ranked}
    return Answer(rows, "exact", max(chance.error for chance, _ in found), {"looks": looks})


def curve(parameters: Parameters, budget: Budget) -> Answer:
    """Return the chances of the strategies that go from fork to fork, as a function of one parameter of the trees.

    Where E is 0, but above 0 on the first levels, some games have no end: that point of a curve is left out.
    """
    against, steps = parameters["against"], parameters["steps"]
    refuse(parameters, against, "is what the curve runs over: leave it out")
    if against == "A":
        refuse(parameters, "shares", "is not for a curve over A")
    if against == "A" and parameters["ratio"] == "uniform":
        raise InputError("cannot be A with --ratio uniform, whose mean is 0.75", field="against")
    low, high = RUNS[against]
    rows, worst = [], 0.0
    endless = against == "E" and parameters["ends"] and 1.0 not in parameters["ends"]
    for place in range(1 if endless else 0, steps + 1):
        at = low + (high - low) * place / steps
        each = {**parameters, "value": 1.0 if parameters["value"] is None else parameters["value"], against: at}
        if each["E"] is None:
            raise InputError("is required", field="E")
        found = [exact_win(setting_of(each, strategy), budget) for strategy in STEPPING]
        rows.append([at, [chance.chance for chance in found]])
        worst = max(worst, *(chance.error for chance in found))
        budget.progress("following the curve", place / steps)
    return Answer(rows, "exact", worst, {"strategies": list(STEPPING)})
