"""Questions about Pig, as the command line and the site ask them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...options import GAMES as SIMULATED
from ...options import SEED, Option, choice, number, whole
from ...question import Game, Parameters, Question
from ...round_robin import Meeting, check_number, listed, round_robin
from .policies import policy, two
from .rules import HOLD, ROLL, TIE, Pig, Policy

if TYPE_CHECKING:
    from .solitaire import Alone

TALLEST = 1000
MOST_SIDES = 100
TALLEST_ITERATED = 200
MOST_POLICIES = 20
MOST_SWEPT = 1_010_000  # states of two players: all of a game to 100
CONSTANT_SUM, ZERO_SUM = "constant-sum", "zero-sum"
BEST = {"policy": "optimal", "a": "optimal", "b": "optimal"}

DIE = (
    Option("goal", "points that win", whole(1, TALLEST), "100"),
    Option("sides", "faces of the die", whole(2, MOST_SIDES), "6"),
    Option("bust", "the face that ends the turn and loses its points", whole(1, MOST_SIDES), "1"),
)
ALONE = Option("policy", "optimal, or hold:K to hold at a turn total of K or at the goal", str, "optimal")
PLAYERS = (
    Option("a", "A's policy: optimal, best-response or hold:K", str, "optimal"),
    Option("b", "B's policy: optimal, best-response or hold:K", str, "optimal"),
)
AGAINST = Option("b", "B's policy: optimal or hold:K", str, "optimal")
SCORES = (
    Option("own", "A's points", whole(0, TALLEST - 1), "0"),
    Option("opp", "B's points", whole(0, TALLEST - 1), "0"),
)
FIRST = choice("first", "who moves now", "a", "b", default="a")
TOTAL = Option("turn-total", "points in hand of the player to move, who decides now if above 0", whole(0, 10**6), "0")
ONE = (
    Option("own", "points banked", whole(0, TALLEST - 1), "0"),
    Option("turn-total", "points in hand: the player decides now if above 0", whole(0, 10**6), "0"),
)
MOST_TURNS = 10_000
MOST_LISTED = 500  # turns left whose values are listed
TURNS = Option("turns", "turns left, this one included; then play stops", whole(0, MOST_TURNS), required=True)
OBJECTIVE = choice(
    "objective",
    "the best chance to reach the goal in time, or the least expected number of turns used",
    "reach",
    "turns",
    default="reach",
)


def solitaire(parameters: Parameters, budget: Budget) -> Answer:
    """Return the expected turns to the goal."""
    from . import solitaire as alone

    pig, how = _pig(parameters), _alone(parameters)
    own, total = _score(parameters), parameters["turn_total"]
    solved = alone.solve(pig, budget, how.threshold)
    now = alone.moment(pig, solved.turns, "turns", own, total, how.threshold)
    details: dict[str, Any] = {}
    if not how.threshold:
        details["smallest_hold"] = [_first(held) for held in solved.hold]
    return Answer(now.value, error=_error_of_turns(pig, solved, own), details=details)


def limited(parameters: Parameters, budget: Budget) -> Answer:
    """Return the best result within a number of turns."""
    from . import solitaire as alone

    pig, how, own = _pig(parameters), _alone(parameters), _score(parameters)
    turns, objective = parameters["turns"], parameters["objective"]
    details: dict[str, Any] = {"unit": "turns" if objective == "turns" else "chance", "unlimited": 1.0}
    if objective == "turns":
        without = solitaire(parameters, budget)
        details |= {"unlimited": without.answer, "unlimited_error": without.error}
    by_turns: list[float] = []
    details["by_turns"] = by_turns
    if turns == 0:
        by_turns.append(0.0)
        return Answer(0.0, details=details)

    def heard(values: np.ndarray[Any, Any]) -> None:
        by_turns.append(float(values[own]) + 0.0)

    values, error = alone.limited(pig, turns - 1, objective, budget, how.threshold, heard)
    by_turns.append(alone.moment(pig, values, objective, own, 0, how.threshold).value)
    del by_turns[MOST_LISTED + 1 :]
    now = alone.moment(pig, values, objective, own, parameters["turn_total"], how.threshold)
    return Answer(now.value, error=error + _error_of_turn(pig, values), details=details)


def decide(parameters: Parameters, budget: Budget) -> Answer:
    """Return one player's optimal choices."""
    from . import solitaire as alone

    pig, own, turns = _pig(parameters), _score(parameters), parameters["turns"]
    if turns is None:
        objective: alone.Objective = "turns"
        solved = alone.solve(pig, budget)
        values, error = solved.turns, _error_of_turns(pig, solved, own)
    else:
        objective = parameters["objective"]
        values, error = alone.limited(pig, turns - 1, objective, budget)
        error += _error_of_turn(pig, values)
    now = alone.moment(pig, values, objective, own, parameters["turn_total"])
    worth = {name: value for name, value in ((HOLD, now.hold), (ROLL, now.roll)) if value is not None}
    details = {**worth, "unit": "turns" if objective == "turns" else "chance", "error": error}
    return Answer(list(now.best), details=details)


def duel(parameters: Parameters, budget: Budget) -> Answer:
    """Return A's chance to win."""
    from . import duel as for_two

    pig, (own, opp) = _pig(parameters), _scores(parameters)
    policies = two(parameters["a"], parameters["b"])
    solved = for_two.solve(pig, *policies, own, opp, budget)
    chance = solved.chance(own, opp, parameters["first"] == "a", parameters["turn_total"])
    return Answer(chance, error=solved.error)


def hold(parameters: Parameters, budget: Budget) -> Answer:
    """Return the smallest turn total to hold at."""
    from . import duel as for_two

    pig, (own, opp) = _pig(parameters), _scores(parameters)
    held = for_two.hold_set(for_two.optimum(pig, own, opp, budget), own, opp)
    possible = pig.reachable_totals(len(held))
    details = {
        "held": _runs([total for total in range(1, len(held)) if held[total]]),
        "smallest_reachable": next((total for total in possible if held[total]), len(held)),
    }
    return Answer(for_two.smallest_total(held), details=details)


def what_to_do(parameters: Parameters, budget: Budget) -> Answer:
    """Return the optimal choices for A."""
    from . import duel as for_two

    pig, (own, opp) = _pig(parameters), _scores(parameters)
    theirs = policy("b", parameters["b"], best_response=False)
    total = parameters["turn_total"]
    if own + total >= pig.goal:
        return Answer([HOLD], details={HOLD: 1.0})
    mine = Policy("optimal" if theirs.name == "optimal" else "best-response")
    solved = for_two.solve(pig, mine, theirs, own, opp, budget)
    holds, rolls = for_two.choice_values(solved, own, opp)
    if total == 0:
        return Answer([ROLL], details={ROLL: float(rolls[0]), "error": solved.error})
    held, rolled = float(holds[total]), float(rolls[total])
    best = [name for name, value in ((HOLD, held), (ROLL, rolled)) if value >= max(held, rolled) - TIE]
    return Answer(best, details={HOLD: held, ROLL: rolled, "error": solved.error})


def iterate(parameters: Parameters, budget: Budget) -> Answer:
    """Return the result of value or policy iteration, with its trace."""
    from . import iterate as sweeping

    pig, for_two, method = _pig(parameters), parameters["players"] == "2", parameters["method"]
    hold = _start_policy(parameters)
    _check_iterated(parameters)
    own, opp, total = parameters["own"], parameters["opp"], parameters["turn_total"]
    if for_two:
        loss = 0.0 if parameters["payoffs"] == CONSTANT_SUM else -1.0
        problem = sweeping.for_two(pig, parameters["gamma"], (own, opp), parameters["first"] == "a", total, loss)
    else:
        problem = sweeping.alone(pig, parameters["gamma"], own, total)
    found = sweeping.iterate(problem, method, parameters["tolerance"], parameters["start_value"], hold, budget)
    details: dict[str, Any] = {"states": problem.process.states}
    if for_two:
        details["unit"] = "chance" if parameters["payoffs"] == CONSTANT_SUM else ""
    error = found.error
    if parameters["gamma"] == 1.0:
        # Without a discount neither iteration proves its error when it stops, unlike the solution by scores.
        exact = (duel if for_two else solitaire)({**parameters, **BEST}, budget)
        scale, shift = (1.0, 0.0) if parameters["payoffs"] == CONSTANT_SUM else (2.0, -1.0)
        assert isinstance(exact.answer, float)
        details["by_scores"] = scale * exact.answer + shift
        error = abs(found.value - details["by_scores"]) + scale * (exact.error or 0.0)
    if method == "value":
        details["changes"] = list(found.changes)
        details["values"] = list(found.watched)
    else:
        details["rounds"] = [{"sweeps": each.sweeps, "switched": each.switched} for each in found.rounds]
    return Answer(found.value, "bounded", error, details)


def surface(parameters: Parameters, budget: Budget) -> Answer:
    """Return the smallest turn totals to hold at, for all scores."""
    from . import duel as for_two

    found = for_two.surface(for_two.optimum(_pig(parameters), 0, 0, budget))
    islands = [
        {"own": own, "opp": opp, "rolled": again[0], "again": _runs(list(again))} for own, opp, again in found.islands
    ]
    return Answer(found.smallest.tolist(), details={"islands": islands})


def simulate(parameters: Parameters, budget: Budget) -> Answer:
    """Return an estimate by simulation."""
    from . import simulate as playing

    pig, games, seed = _pig(parameters), parameters["games"], parameters["seed"]
    if parameters["players"] == "1":
        for name in ("b", "own", "opp"):
            if parameters[name] not in ("optimal", 0):
                raise InputError("has no meaning with one player", field=name)
        estimate = playing.alone(pig, policy("a", parameters["a"], best_response=False), games, seed, budget)
    else:
        scores, first = _scores(parameters), int(parameters["first"] == "b")
        policies = two(parameters["a"], parameters["b"])
        estimate = playing.duel(pig, policies, scores, first, games, seed, budget)
    unit = "turns" if parameters["players"] == "1" else "chance"
    return Answer(estimate.mean, "estimated", estimate.error, {"games": estimate.games, "unit": unit})


def contest(parameters: Parameters, budget: Budget) -> Answer:
    """Return a round robin."""
    from . import duel as for_two

    pig = _pig(parameters)
    texts = listed(parameters["policies"])
    policies = [policy("policies", text, best_response=False) for text in texts]
    check_number(policies, MOST_POLICIES)

    def meet(a: int, b: int) -> Meeting:
        solved = for_two.solve(pig, policies[a], policies[b], 0, 0, budget)
        return solved.chance(0, 0, True), solved.chance(0, 0, False), solved.error

    return round_robin(texts, meet, budget).answer()


def review(parameters: Parameters, budget: Budget) -> Answer:
    """Return the costs of A's choices in a played game."""
    from .review import read_record
    from .review import review as judge

    pig, (own, opp) = _pig(parameters), _scores(parameters)
    theirs = policy("b", parameters["b"], best_response=False)
    a_first, total = parameters["first"] == "a", parameters["turn_total"]
    return judge(pig, theirs, read_record(pig, parameters["record"]), own, opp, a_first, total, budget)


def _pig(parameters: Parameters) -> Pig:
    pig = Pig(parameters["goal"], parameters["sides"], parameters["bust"])
    if pig.bust > pig.sides:
        raise InputError(f"must be a face of the die, from 1 to {pig.sides}", field="bust")
    return pig


def _alone(parameters: Parameters) -> Policy:
    return policy("policy", parameters["policy"], best_response=False)


def _scores(parameters: Parameters) -> tuple[int, int]:
    for name in ("own", "opp"):
        if parameters[name] >= parameters["goal"]:
            raise InputError(f"must be less than the goal of {parameters['goal']}", field=name)
    return parameters["own"], parameters["opp"]


def _check_iterated(parameters: Parameters) -> None:
    """Refuse options with too many states, and options that have no meaning. Raises InputError."""
    goal = parameters["goal"]
    if parameters["players"] == "1":
        own = _score(parameters)
        if goal > TALLEST_ITERATED:
            raise InputError(f"must be {TALLEST_ITERATED} or less if all states are swept", field="goal")
        for name, without in (("opp", 0), ("first", "a"), ("payoffs", CONSTANT_SUM)):
            if parameters[name] != without:
                raise InputError("has no meaning with one player", field=name)
        room = goal - own
    else:
        own, opp = _scores(parameters)
        rooms = goal - own, goal - opp
        states = rooms[0] * rooms[1] * (sum(rooms) + 2) // 2
        if states > MOST_SWEPT:
            text = f"leads to {states:,} states, but an iteration for two sweeps at most {MOST_SWEPT:,}"
            raise InputError(f"{text}: lower it, or begin at higher scores", field="goal")
        room = rooms[parameters["first"] == "b"]
    if parameters["turn_total"] >= room:
        raise InputError(f"must be less than the {room} points that are missing to the goal", field="turn-total")


def _start_policy(parameters: Parameters) -> int:
    """Return the turn total from which the first policy holds. Raises InputError."""
    typed = parameters["start_policy"]
    if typed is None:
        return 1
    if parameters["method"] == "value":
        raise InputError("must be left out with value iteration, which starts from values alone", field="start-policy")
    with suppress(InputError):
        if threshold := policy("start-policy", typed, best_response=False).threshold:
            return threshold
    raise InputError(
        f"must be hold:K with K a whole number from 1, the policy that is improved first, not “{typed[:40]}”",
        field="start-policy",
    )


def _score(parameters: Parameters) -> int:
    own: int = parameters["own"]
    if own >= parameters["goal"]:
        raise InputError(f"must be less than the goal of {parameters['goal']}", field="own")
    return own


def _error_of_turns(pig: Pig, solved: Alone, own: int) -> float:
    """Return a bound on the error of the expected turns from any turn total at a score."""
    return solved.error * (1.0 + float(solved.turns[own])) + _error_of_turn(pig, solved.turns[own:])


def _error_of_turn(pig: Pig, values: np.ndarray[Any, Any]) -> float:
    """Return a bound on the rounding of one more turn."""
    from .solitaire import turn_rounding

    return turn_rounding(pig) * max(1.0, float(values.max()))


def _first(held: np.ndarray[Any, Any]) -> int:
    first = np.flatnonzero(held)
    return int(first[0]) if len(first) else len(held)


def _runs(totals: list[int]) -> list[list[int]]:
    """Return sorted numbers as [first, last] of runs without gaps."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and runs[-1][1] == total - 1:
            runs[-1][1] = total
        else:
            runs.append([total, total])
    return runs


PLAYING = choice("players", "one who counts turns, or two", "1", "2", default="2")

GAME = Game(
    "pig",
    "Pig",
    "roll one die on and on, hold, or bust: alone or for two",
    (
        Question(
            "solitaire",
            "expected further turns of one player to reach the goal",
            (*DIE, ALONE, *ONE),
            solitaire,
            "turns",
        ),
        Question(
            "limited",
            "one player with a limit: chance to reach the goal, or turns used",
            (*DIE, ALONE, *ONE, TURNS, OBJECTIVE),
            limited,
            example={"turns": "10"},
            beside={"unlimited": "without a limit"},
        ),
        Question(
            "decide",
            "one player's optimal choices now, including ties, with or without a limit of turns",
            (
                *DIE,
                *ONE,
                Option(
                    "turns",
                    "turns left, this one included; without a limit the fewest turns are optimal",
                    whole(1, MOST_TURNS),
                ),
                OBJECTIVE,
            ),
            decide,
            example={"own": "60", "turn-total": "20", "turns": "2"},
        ),
        Question("duel", "A's chance to win against B", (*DIE, *PLAYERS, *SCORES, FIRST, TOTAL), duel, "chance"),
        Question(
            "contest",
            "win rates in a round robin, averaged over moving first and second",
            (
                *DIE,
                Option("policies", "policies, separated by commas", str, "optimal,hold:15,hold:20,hold:25,hold:30"),
            ),
            contest,
            "chance",
        ),
        Question(
            "hold",
            "the smallest turn total at which holding is at least as good as rolling under optimal play",
            (*DIE, *SCORES),
            hold,
        ),
        Question(
            "policy",
            "A's optimal choices now, including ties",
            (*DIE, AGAINST, *SCORES, TOTAL),
            what_to_do,
        ),
        Question(
            "iterate",
            "expected turns of one player, or A's chance to win, by value iteration or policy iteration, with the trace",
            (
                *DIE,
                choice("players", "one who counts turns, or two who both play optimally", "1", "2", default="1"),
                *SCORES,
                FIRST,
                TOTAL,
                choice("method", "sweeps of values, or of policies' values", "value", "policy", default="value"),
                Option("tolerance", "the largest change of the last sweep", number(1e-12, 1.0), "1e-9"),
                Option("gamma", "the discount: what is paid after n rolls counts gamma^(n-1) times", number(0, 1), "1"),
                Option("start-value", "V at first in every state: turns, or A's payoff", number(-1e6, 1e6), "0"),
                Option("start-policy", "the first policy of policy iteration, hold:K (hold:1)", str),
                choice(
                    "payoffs",
                    "A's payoffs for a win and a loss: 1 and 0, or 1 and -1",
                    CONSTANT_SUM,
                    ZERO_SUM,
                    default=CONSTANT_SUM,
                ),
            ),
            iterate,
            "turns",
        ),
        Question("surface", "the smallest turn total to hold at, for all pairs of scores", DIE, surface),
        Question(
            "simulate",
            "A's share of games won, or the turns of one player, by simulation",
            (*DIE, PLAYING, *PLAYERS, *SCORES, FIRST, SIMULATED, SEED),
            simulate,
        ),
        Question(
            "review",
            "what A's choices in a played game cost in all, in chance to win",
            (
                Option(
                    "record", "the faces of each turn, held unless the last is a bust: 4-5-6,3-1", str, required=True
                ),
                *DIE,
                AGAINST,
                *SCORES,
                FIRST,
                TOTAL,
            ),
            review,
            "chance",
            example={"record": "3-6-5-6-4,4-6-6-3-2,5-6-6-4,2-1,6-6-5-6-3-2,6-5-1,6-3-5-4-6,5-4-6-6,4"},
        ),
    ),
)
