"""Questions about Hog, as the command line and the site ask them."""

from __future__ import annotations

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...options import GAMES as SIMULATED
from ...options import SEED, Option, check_best_responses, choice, flag, whole
from ...question import Game, Parameters, Question
from ...round_robin import check_number, listed
from . import solver
from .policies import Policy, policy, turn_points, turn_scores
from .rules import Hog

TALLEST = 1000
MOST_DICE = 50
MOST_POLICIES = 20

RULES = (
    Option("goal", "points that win", whole(1, TALLEST), "100"),
    Option("max-dice", "the most dice in a turn", whole(1, MOST_DICE), "10"),
    flag("no-piggy-back", "a turn score of 0 gives the opponent nothing"),
    flag("no-free-bacon", "at least one die must be rolled"),
    flag("no-hog-wild", "dice always have 6 sides"),
    flag("no-hogtimus", "prime turn scores stay as they are"),
    flag("no-swine-swap", "scores are never swapped"),
)
NAMES = "optimal, best-response, points, lead, always:N, bacon:M:N or swap:M:N"
PLAYERS = (
    Option("a", f"A's policy: {NAMES}", str, "optimal"),
    Option("b", f"B's policy: {NAMES}", str, "optimal"),
)
AGAINST = Option("b", "B's policy: optimal, points, lead, always:N, bacon:M:N or swap:M:N", str, "optimal")
SCORES = (
    Option("own", "A's points", whole(0, TALLEST - 1), "0"),
    Option("opp", "B's points", whole(0, TALLEST - 1), "0"),
)
FIRST = choice("first", "who moves now; the average of both", "a", "b", "average", default="a")


def duel(parameters: Parameters, budget: Budget) -> Answer:
    """Return A's chance to win."""
    hog, (own, opp) = _hog(parameters), _scores(parameters)
    solved = solver.solve(hog, *_two(hog, parameters), budget)
    first, second = float(solved.a[own, opp]), 1.0 - float(solved.b[opp, own])
    chance = {"a": first, "b": second, "average": (first + second) / 2.0}[parameters["first"]]
    return Answer(chance, error=solved.error, details={"moving_first": first, "moving_second": second})


def dice(parameters: Parameters, budget: Budget) -> Answer:
    """Return the optimal numbers of dice for A."""
    hog, (own, opp) = _hog(parameters), _scores(parameters)
    solved = _best_against(hog, parameters, budget)
    values = solver.dice_values(solved, own, opp)
    best = solver.best_dice(values, hog.least_dice)
    chances = {str(hog.least_dice + place): float(value) for place, value in enumerate(values)}
    return Answer(best, details={"chances": chances, "error": solved.error})


def points(parameters: Parameters, budget: Budget) -> Answer:
    """Return the expected points of a turn."""
    hog, (own, opp) = _hog(parameters), _scores(parameters)
    rolled = parameters["dice"]
    if rolled is not None and not hog.least_dice <= rolled <= hog.max_dice:
        raise InputError(f"must be a whole number from {hog.least_dice} to {hog.max_dice}", field="dice")
    expected = turn_points(hog, own, opp)
    most = solver.best_dice(expected, hog.least_dice, hog.goal)
    solved = _best_against(hog, parameters, budget)
    chances = solver.dice_values(solved, own, opp)
    own_after, opp_after = solver.scores_after(hog, own, opp)
    by_dice = {
        str(hog.least_dice + place): {
            "points": float(expected[place]),
            "own_after": float(own_after[place]),
            "opp_after": float(opp_after[place]),
            "chance": float(chances[place]),
        }
        for place in range(len(expected))
    }
    rolled = most[0] if rolled is None else rolled
    details = {
        "rolled": rolled,
        "chance": by_dice[str(rolled)]["chance"],
        "chance_error": solved.error,
        "dice": by_dice,
        "most_points": most,
        "best": solver.best_dice(chances, hog.least_dice),
    }
    return Answer(by_dice[str(rolled)]["points"], error=solver.turn_error(hog), details=details)


def position(parameters: Parameters, budget: Budget) -> Answer:
    """Return the expected final scores beside the chance to win."""
    hog, (own, opp) = _hog(parameters), _scores(parameters)
    solved = solver.solve(hog, *_two(hog, parameters), budget)
    a_scores, b_scores, error = solver.final_scores(solved, budget)
    weights = {"a": (1.0, 0.0), "b": (0.0, 1.0), "average": (0.5, 0.5)}[parameters["first"]]

    def mean(first: float, second: float) -> float:
        return weights[0] * float(first) + weights[1] * float(second)

    mine, theirs = (mean(first[own, opp], second[own, opp]) for first, second in (a_scores, b_scores))
    details = {
        "opp": theirs,
        "opp_error": error,
        "lead": mine - theirs,
        "lead_error": 2 * error,
        "chance": mean(solved.a[own, opp], 1.0 - solved.b[opp, own]),
        "chance_error": solved.error,
    }
    return Answer(mine, error=error, details=details)


def table(parameters: Parameters, budget: Budget) -> Answer:
    """Return the optimal policy: the fewest optimal dice for all scores."""
    hog = _hog(parameters)
    return Answer(_best_against(hog, parameters, budget).a_dice.tolist())


def turn(parameters: Parameters, budget: Budget) -> Answer:
    """Return the scores after a turn."""
    hog, (own, opp) = _hog(parameters), _scores(parameters)
    rolled = parameters["dice"]
    sides, score = hog.turn_score(own, opp, rolled, parameters["total"])
    after = [int(each) for each in hog.finish(own, opp, rolled, score)]
    return Answer(after, details={"sides": sides, "turn_score": score, "over": max(after) >= hog.goal})


def outcomes(parameters: Parameters, budget: Budget) -> Answer:
    """Return the scores after a turn with their chances, each with A's chance to win from there."""
    hog, (own, opp) = _hog(parameters), _scores(parameters)
    rolled = parameters["dice"]
    if not hog.least_dice <= rolled <= hog.max_dice:
        raise InputError(f"must be a whole number from {hog.least_dice} to {hog.max_dice}", field="dice")
    solved = _best_against(hog, parameters, budget)
    chances: dict[tuple[int, int], float] = {}
    for score, chance in turn_scores(hog, own, opp, rolled).items():
        mine, theirs = hog.finish(own, opp, rolled, score)
        after = int(mine), int(theirs)
        chances[after] = chances.get(after, 0.0) + chance
    rows = [[*after, chance, solver.chance_after(solved, *after)] for after, chance in sorted(chances.items())]
    place = rolled - hog.least_dice
    details = {
        "chance": float(solver.dice_values(solved, own, opp)[place]),
        "chance_error": solved.error,
        "points": float(turn_points(hog, own, opp)[place]),
        "points_error": solver.turn_error(hog),
    }
    return Answer(rows, error=solved.error, details=details)


def contest(parameters: Parameters, budget: Budget) -> Answer:
    """Return a round robin."""
    from . import contest as playing

    hog = _hog(parameters)
    policies = [policy(hog, "policies", text, best_response=False) for text in listed(parameters["policies"])]
    if parameters["file"] is not None:
        policies += playing.strategies(hog, parameters["file"])
    check_number([each.name for each in policies], MOST_POLICIES)
    return playing.contest(hog, policies, budget).answer()


def simulate(parameters: Parameters, budget: Budget) -> Answer:
    """Return an estimate by simulation."""
    from . import simulate as playing

    hog, scores = _hog(parameters), _scores(parameters)
    solved = solver.solve(hog, *_two(hog, parameters), budget)
    estimate = playing.duel(
        hog,
        (solved.a_dice, solved.b_dice),
        scores,
        ("a", "b", "average").index(parameters["first"]),
        parameters["games"],
        parameters["seed"],
        budget,
    )
    return Answer(estimate.mean, "estimated", estimate.error, {"games": estimate.games})


def review(parameters: Parameters, budget: Budget) -> Answer:
    """Return the costs of A's choices in a played game."""
    from .review import read_record
    from .review import review as judge

    hog, (own, opp) = _hog(parameters), _scores(parameters)
    theirs = policy(hog, "b", parameters["b"], best_response=False)
    return judge(hog, theirs, read_record(parameters["record"]), own, opp, parameters["first"] == "a", budget)


def _hog(parameters: Parameters) -> Hog:
    rules = ("piggy_back", "free_bacon", "hog_wild", "hogtimus", "swine_swap")
    return Hog(parameters["goal"], parameters["max_dice"], *(not parameters[f"no_{rule}"] for rule in rules))


def _scores(parameters: Parameters) -> tuple[int, int]:
    for name in ("own", "opp"):
        if parameters[name] >= parameters["goal"]:
            raise InputError(f"must be less than the goal of {parameters['goal']}", field=name)
    return parameters["own"], parameters["opp"]


def _two(hog: Hog, parameters: Parameters) -> tuple[Policy, Policy]:
    a, b = policy(hog, "a", parameters["a"]), policy(hog, "b", parameters["b"])
    check_best_responses(a.best_response, b.best_response)
    return a, b


def _best_against(hog: Hog, parameters: Parameters, budget: Budget) -> solver.Solved:
    b = policy(hog, "b", parameters["b"], best_response=False)
    return solver.solve(hog, Policy("optimal" if b.name == "optimal" else "best-response"), b, budget)


GAME = Game(
    "hog",
    "Hog",
    "how many dice to roll, with six special rules: Fall 2015",
    (
        Question("duel", "A's chance to win against B", (*PLAYERS, *SCORES, FIRST, *RULES), duel, "chance"),
        Question("dice", "optimal numbers of dice for A, including ties", (*SCORES, AGAINST, *RULES), dice),
        Question(
            "points",
            "expected points of a turn with the dice that have the most, or with --dice, beside the chance to win",
            (
                *SCORES,
                Option("dice", "dice rolled, instead of those with the most expected points", whole(0, MOST_DICE)),
                AGAINST,
                *RULES,
            ),
            points,
            "points",
            beside={"rolled": "dice rolled", "chance": "A's chance to win"},
        ),
        Question(
            "outcomes",
            "what a number of dice leads to: rows of A's score, B's score, the chance of both, A's chance to win from there",
            (*SCORES, Option("dice", "dice rolled", whole(0, MOST_DICE), required=True), AGAINST, *RULES),
            outcomes,
            example={"own": "40", "opp": "40", "dice": "5"},
            beside={"chance": "A's chance to win with these dice", "points": "expected points of the turn"},
        ),
        Question(
            "position",
            "A's expected points at the end of the game, beside B's and the chance to win",
            (*PLAYERS, *SCORES, FIRST, *RULES),
            position,
            "points",
            beside={"opp": "B's expected points", "lead": "A's expected lead", "chance": "A's chance to win"},
        ),
        Question(
            "policy",
            "the fewest optimal dice against B for all pairs of scores: a row for each of A's scores",
            (AGAINST, *RULES),
            table,
        ),
        Question(
            "contest",
            "win rates in a round robin, averaged over moving first and second",
            (
                Option(
                    "policies", "policies, separated by commas", str, "optimal,always:4,always:5,bacon:8:5,swap:8:5"
                ),
                Option("file", "a Python file that defines strategies f(score, opponent_score)", str, local=True),
                *RULES,
            ),
            contest,
            "chance",
        ),
        Question(
            "turn",
            "scores after a turn: A's, B's",
            (
                *SCORES,
                Option("dice", "dice rolled", whole(0, MOST_DICE), required=True),
                Option("total", "their sum, without a boost; 0 for a Pig Out", whole(0, 6 * MOST_DICE)),
                *RULES,
            ),
            turn,
            "points",
            example={"own": "13", "opp": "91", "dice": "2", "total": "6"},
        ),
        Question(
            "simulate",
            "A's share of games won, by simulation",
            (*PLAYERS, *SCORES, FIRST, *RULES, SIMULATED, SEED),
            simulate,
            "chance",
        ),
        Question(
            "review",
            "what A's choices in a played game cost in all, in chance to win",
            (
                Option("record", "dice and their sum in each turn, 0 for Free Bacon: 4:13,0,6:0", str, required=True),
                AGAINST,
                *SCORES,
                choice("first", "who takes the first turn", "a", "b", default="a"),
                *RULES,
            ),
            review,
            "chance",
            example={"record": "4:11,5:19,6:22,4:0,0,5:17,8:0,4:15,5:21,6:20,6:25"},
        ),
    ),
)
