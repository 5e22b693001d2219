"""Questions about Pig, as the command line and the site ask them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

import numpy as np

from ....errors import InputError
from ... import two_player
from ...answer import Answer, Value
from ...answer_view import AnswerView, build_bar_table, format_digits
from ...budget import Budget
from ...controls import PlayerControl
from ...exhibits import (
    MAX_PICTURE_SIDE,
    Ask,
    CardGenerator,
    Lines,
    Panel,
    Rows,
    Text,
    build_folded_table,
    build_picture_panel,
    choose_sample_step,
)
from ...options import GAMES as SIMULATED
from ...options import (
    SCORES,
    SEED,
    THE_METHOD,
    Option,
    decimal,
    group,
    radios,
    read_score,
    read_scores,
    record,
    whole_reader,
)
from ...question import Game, GameFact, Parameters, Question, list_questions
from ...simulation import Estimate
from . import duel, simulate
from . import iterate as sweeping
from . import options as shared
from . import solitaire as alone
from .options import GROUPS, read_policy, read_rules
from .pictures import build_policy_cards
from .rules import HOLD, ROLL, TIE, Pig, PigPolicy
from .two_player_game import PIG, link_to_play

MAX_GOAL_ITERATED = 200
MAX_STATES_SWEPT = 1_010_000  # states of two players: all states of a game to 100
MAX_TURNS_LISTED = 500
CONSTANT_SUM, ZERO_SUM = "constant-sum", "zero-sum"
BOTH_OPTIMAL = (PigPolicy("optimal"), PigPolicy("optimal"))
ALL_OPTIMAL = {"policy": "optimal", "a": "optimal", "b": "optimal"}
MAX_STATES_BESIDE = 100_000  # of two players; with more, policy iteration is not shown beside value iteration
SHOWN_SWEEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
FIRST_POLICY = PlayerControl({"": ("Holds after every roll", ()), **shared.HOLDING}, shared.HOLDS)


def _read_threshold(pig: Pig, parameters: Parameters) -> int:
    """Return the turn total at which one player holds, 0 for best play. Raises InputError."""
    return read_policy(pig, "policy", parameters["policy"], best_response=False).threshold


def _check_iterated(parameters: Parameters) -> None:
    """Raise InputError for options with too many states or without meaning."""
    goal = parameters["goal"]
    if parameters["players"] == "1":
        own = read_score(parameters, "own")
        if goal > MAX_GOAL_ITERATED:
            raise InputError(f"must be {MAX_GOAL_ITERATED} or less if all states are swept", field="goal")
        for name, without in (("opp", 0), ("first", "a"), ("payoffs", CONSTANT_SUM)):
            if parameters[name] != without:
                raise InputError("has no meaning with one player", field=name)
        room = goal - own
    else:
        own, opp = read_scores(parameters)
        rooms = goal - own, goal - opp
        states = rooms[0] * rooms[1] * (sum(rooms) + 2) // 2
        if states > MAX_STATES_SWEPT:
            text = f"leads to {states:,} states, but an iteration for two sweeps at most {MAX_STATES_SWEPT:,}"
            raise InputError(f"{text}: lower it, or begin at higher scores", field="goal")
        room = rooms[parameters["first"] == "b"]
    if parameters["turn_total"] >= room:
        raise InputError(f"must be less than the {room} points that are missing to the goal", field="turn-total")


def _read_start_policy(pig: Pig, parameters: Parameters) -> int:
    """Return the turn total from which the first policy holds. Raises InputError."""
    text = parameters["start_policy"]
    if text is None:
        return 1
    if parameters["method"] == "value":
        raise InputError("must be left out with value iteration, which starts from values alone", field="start-policy")
    with suppress(InputError):
        if threshold := read_policy(pig, "start-policy", text, best_response=False).threshold:
            return threshold
    raise InputError(
        f"must be hold:K with K a whole number from 1, the policy that is improved first, not “{text[:40]}”",
        field="start-policy",
    )


def _find_runs(totals: list[int]) -> list[list[int]]:
    """Return sorted numbers as [first, last] of runs without gaps."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and runs[-1][1] == total - 1:
            runs[-1][1] = total
        else:
            runs.append([total, total])
    return runs


def _build_choices_panel(view: AnswerView, caption: str, head: str) -> Panel:
    values = {name: view.details[name] for name in (ROLL, HOLD) if name in view.details}
    table = build_bar_table(values, view.answer, view.details.get("error", 0.0), caption=caption, head=head)
    return Panel("", (table,), "The choices")


class Duel(two_player.Duel):
    """A's chance to win against B."""

    two_player_game = PIG
    options = (*shared.DIE, *shared.PLAYERS, *SCORES, shared.FIRST, shared.TOTAL)


class BestChoice(Question):
    """A's optimal choices now, including ties."""

    name = "policy"
    title = "Roll or hold?"
    line = "The best choice now, and what the other one costs"
    options = (*shared.DIE, shared.AGAINST, *SCORES, shared.TOTAL)

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        pig, (own, opp) = read_rules(parameters), read_scores(parameters)
        total = parameters["turn_total"]
        if own + total >= pig.goal:
            return Answer([HOLD], details={HOLD: 1.0})
        solution = PIG.solve_best_response(pig, parameters, (own, opp), budget)
        holds, rolls = duel.value_choices(pig, solution.b, own, opp)
        if total == 0:
            return Answer([ROLL], details={ROLL: float(rolls[0]), "error": solution.error})
        hold_value, roll_value = float(holds[total]), float(rolls[total])
        best = [
            name
            for name, value in ((HOLD, hold_value), (ROLL, roll_value))
            if value >= max(hold_value, roll_value) - TIE
        ]
        return Answer(best, details={HOLD: hold_value, ROLL: roll_value, "error": solution.error})

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        yield _build_choices_panel(view, "Chance to win after each choice", "Wins")
        yield from PIG.show_beside(view)


class Hold(Question):
    """The smallest turn total at which holding is at least as good as rolling under optimal play."""

    title = "When is it time to hold?"
    line = "The smallest turn total at which the best player holds"
    options = (*shared.DIE, *SCORES)

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        pig, (own, opp) = read_rules(parameters), read_scores(parameters)
        holds = duel.find_holds(pig, duel.solve_duel(pig, *BOTH_OPTIMAL, own, opp, budget).b, own, opp)
        possible = pig.list_reachable_totals(len(holds))
        details = {
            "held": _find_runs([total for total in range(1, len(holds)) if holds[total]]),
            "smallest_reachable": next((total for total in possible if holds[total]), len(holds)),
        }
        return Answer(duel.find_smallest_hold(holds), details=details)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        if hold_runs := view.details["held"]:
            runs = ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in hold_runs)
            between = " (between them, rolling is better)" if len(hold_runs) > 1 else ""
            smallest_sentence = (
                f"The smallest of these totals that can be rolled is {view.details['smallest_reachable']}."
            )
            where = f"At turn totals {runs}{between} and always when holding reaches the goal. {smallest_sentence}"
            yield Panel("Where to hold", (Text(where),))
        yield from PIG.show_beside(view)


class Surface(Question):
    """The smallest turn total to hold at, for all pairs of scores."""

    title = "When to hold, at all scores"
    line = "The whole policy of the best player as a picture"
    topic = "The best player"
    options = shared.DIE

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        pig = read_rules(parameters)
        values, scores = duel.solve_duel(pig, *BOTH_OPTIMAL, 0, 0, budget).b, range(pig.goal)
        smallest: list[list[Value]] = [[] for _ in scores]
        islands = []
        for own, opp in product(scores, scores):
            if not opp:
                budget.spend(0, f"the totals of scores below {own}")
            holds = duel.find_holds(pig, values, own, opp)
            first = duel.find_smallest_hold(holds)
            smallest[own].append(first)
            if again := [first + int(offset) for offset in np.flatnonzero(holds[first:] == 0)]:
                islands.append({"own": own, "opp": opp, "rolled": again[0], "again": _find_runs(again)})
        return Answer([*smallest], details={"islands": islands})

    def show(self, view: AnswerView) -> CardGenerator:
        islands, pairs = len(view.details["islands"]), len(view.answer) ** 2
        words = f"The picture below shows all {pairs} pairs of scores."
        if islands:
            words += (
                f" {islands} of them have islands: larger totals where rolling again is better, because only a bust can"
                " then keep the player from the goal."
            )
        yield view.build_panel(f"{view.answer[0][0]} at 0 to 0", words)
        yield from build_policy_cards(view, 0, own_page=True)


class Contest(two_player.Contest):
    """Win rates in a round robin, averaged over moving first and second."""

    two_player_game = PIG
    options = (
        *shared.DIE,
        shared.SOLO_POLICY.with_changes(
            name="policies",
            help="policies, separated by commas",
            default="optimal,hold:15,hold:20,hold:25,hold:30",
            label="Players",
            many=True,
        ),
    )


class Solitaire(Question):
    """Expected further turns of one player to reach the goal."""

    title = "How many turns alone?"
    line = "The average number of turns to reach the goal"
    topic = "One player"
    options = (*shared.DIE, shared.SOLO_POLICY, *shared.SOLO_SCORES)
    unit = "turns"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        pig, own = read_rules(parameters), read_score(parameters, "own")
        solution = alone.solve_solo(pig, budget, _read_threshold(pig, parameters))
        decision = solution.decide(own, parameters["turn_total"])
        smallest = (
            {} if solution.threshold else {"smallest_hold": [duel.find_smallest_hold(holds) for holds in solution.hold]}
        )
        return Answer(decision.value, error=decision.error, details=smallest)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        if smallest := view.details.get("smallest_hold"):
            title = "The smallest turn total to hold at, alone"
            lesson = (
                "The total falls as the score grows, and jumps up where going a little further may save a whole turn."
            )
            line = list(enumerate(smallest))
            chart = Lines(title, lesson, "score", "turn total", [("", line)], "count", stepped=True)
            rows = line[:: choose_sample_step(len(smallest), MAX_PICTURE_SIDE)]
            yield build_picture_panel(chart, build_folded_table(("Score", "Hold at"), rows))


class Decide(Question):
    """One player's optimal choices now, including ties, with or without a limit of turns."""

    title = "Roll or hold alone?"
    line = "One player’s best choice, also with few turns left"
    topic = "One player"
    options = (
        *shared.DIE,
        *shared.SOLO_SCORES,
        shared.TURNS.with_changes(
            help="turns left, this one included; without a limit the fewest turns are optimal",
            read=whole_reader(1, shared.MAX_TURNS),
            required=False,
        ).with_hint("this one included; left empty: no limit"),
        shared.OBJECTIVE,
    )
    example = {"own": "60", "turn-total": "20", "turns": "2"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        pig, own, turns = read_rules(parameters), read_score(parameters, "own"), parameters["turns"]
        if turns is None:
            solution = alone.solve_solo(pig, budget)
        else:
            solution = alone.solve_limited(pig, turns - 1, parameters["objective"], budget)
        decision = solution.decide(own, parameters["turn_total"])
        return Answer([*decision.best], details={**decision.values, "unit": solution.unit, "error": decision.error})

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        if view.unit == "chance":
            yield _build_choices_panel(view, "Chance to reach the goal in time after each choice", "In time")
            return
        error = max(view.details["error"], 1e-9)
        rows = [(name, format_digits(view.details[name], error)) for name in (ROLL, HOLD) if name in view.details]
        yield Panel("", (Rows(("Choice", "Expected turns, this one included"), rows),), "The choices")


class Limited(Question):
    """One player with a limit: chance to reach the goal, or turns used."""

    title = "How far in a few turns?"
    line = "The chance to reach the goal in time, or the turns used"
    topic = "One player"
    options = (*shared.DIE, shared.SOLO_POLICY, *shared.SOLO_SCORES, *shared.LIMIT)
    example = {"turns": "10"}
    detail_words = {"unlimited": "without a limit"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        pig, own = read_rules(parameters), read_score(parameters, "own")
        threshold = _read_threshold(pig, parameters)
        turns, objective = parameters["turns"], parameters["objective"]
        details: dict[str, Any] = {"unit": "turns" if objective == "turns" else "chance", "unlimited": 1.0}
        if objective == "turns":
            without = Solitaire().answer(parameters, budget)
            details |= {"unlimited": without.answer, "unlimited_error": without.error}
        by_turns: list[float] = []
        details["by_turns"] = by_turns
        if turns == 0:
            by_turns.append(0.0)
            return Answer(0.0, details=details)

        def record_values(values: np.ndarray[Any, Any]) -> None:
            by_turns.append(float(values[own]) + 0.0)

        solution = alone.solve_limited(pig, turns - 1, objective, budget, threshold, record_values)
        by_turns.append(solution.decide(own, 0).value)
        del by_turns[MAX_TURNS_LISTED + 1 :]
        decision = solution.decide(own, parameters["turn_total"])
        return Answer(decision.value, error=decision.error, details=details)


class Review(two_player.Review):
    """What A's choices in a played game cost in all, in chance to win."""

    two_player_game = PIG
    options = (
        record(
            "the faces of each turn, held unless the last is a bust: 4-5-6,3-1",
            "the faces of each turn, A’s and B’s in turns: 4-5-6,3-1,2-2-6",
        ),
        *shared.DIE,
        shared.AGAINST,
        *SCORES,
        shared.FIRST,
        shared.TOTAL,
    )
    example = {"record": "3-6-5-6-4,4-6-6-3-2,5-6-6-4,2-1,6-6-5-6-3-2,6-5-1,6-3-5-4-6,5-4-6-6,4"}


class Simulate(two_player.Simulate):
    """A's share of games won, or the turns of one player, by simulation."""

    two_player_game = PIG
    options = (*shared.DIE, shared.HOW_MANY, *shared.PLAYERS, *SCORES, shared.FIRST, SIMULATED, SEED)

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        answer = super().answer(parameters, budget)
        answer.details["unit"] = "turns" if parameters["players"] == "1" else "chance"
        return answer

    def estimate(self, parameters: Parameters, budget: Budget) -> Estimate:
        if parameters["players"] == "2":
            return super().estimate(parameters, budget)
        for name in ("b", "own", "opp"):
            if parameters[name] not in ("optimal", 0):
                raise InputError("has no meaning with one player", field=name)
        pig = read_rules(parameters)
        how = read_policy(pig, "a", parameters["a"], best_response=False)
        return simulate.simulate_solo(pig, how, parameters["games"], parameters["seed"], budget)

    def build_exact_question(self, view: AnswerView) -> Ask:
        if view.parameters["players"] == "2":
            return super().build_exact_question(view)
        return Ask("solitaire", {**PIG.list_rule_options(view), "policy": view.parameters["a"]})

    def show(self, view: AnswerView) -> CardGenerator:
        yield from super().show(view)
        yield from link_to_play(view)


METHODS = {"value": "value iteration", "policy": "policy iteration"}
LAST_CHANGE = "the largest change of the last sweep"
TOLERANCES = {"1e-3": "0.001", "1e-6": "a millionth", "1e-9": "a billionth", "1e-12": "a trillionth"}
DISCOUNT = "the discount: what is paid after n rolls counts gamma^(n-1) times"
START = "V at first in every state: turns, or A's payoff"
START_POLICY = "the first policy of policy iteration, hold:K (hold:1)"
PAYS = "A's payoffs for a win and a loss: 1 and 0, or 1 and -1"
PAYOFFS = {CONSTANT_SUM: "1 and 0 (constant sum)", ZERO_SUM: "1 and −1 (zero sum)"}


class Iterate(Question):
    """Expected turns of one player, or A's chance to win, by value iteration or policy iteration, with the trace."""

    title = "How does the solver get there?"
    line = "Value iteration and policy iteration, sweep by sweep"
    topic = "How it is solved"
    options = (
        *shared.DIE,
        shared.HOW_MANY.with_changes(help="one who counts turns, or two who both play optimally", default="1"),
        *SCORES,
        shared.FIRST,
        shared.TOTAL,
        *group(
            THE_METHOD,
            radios("method", "Method", "sweeps of values, or of policies' values", METHODS, "value"),
            decimal(
                "tolerance", "Stop when a sweep changes less than", LAST_CHANGE, 1e-12, 1.0, "1e-9", words=TOLERANCES
            ),
            decimal("gamma", "Discount γ", DISCOUNT, 0, 1, "1").with_hint(
                "what comes a roll later counts γ times as much", (0, 1, 0.01)
            ),
            decimal("start-value", "Every value at first", START, -1e6, 1e6, "0").with_hint(
                "turns, or A’s payoff", (0, 50, 0.5)
            ),
            Option("start-policy", START_POLICY, str, label="First policy", player=FIRST_POLICY, wide=True).with_hint(
                "of policy iteration"
            ),
            radios("payoffs", "A’s payoffs for a win and a loss", PAYS, PAYOFFS, CONSTANT_SUM, wide=True),
        ),
    )
    unit = "turns"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        pig, two_play, method = read_rules(parameters), parameters["players"] == "2", parameters["method"]
        hold = _read_start_policy(pig, parameters)
        _check_iterated(parameters)
        own, opp, total = parameters["own"], parameters["opp"], parameters["turn_total"]
        problem: sweeping.Problem
        if two_play:
            loss = 0.0 if parameters["payoffs"] == CONSTANT_SUM else -1.0
            a_first = parameters["first"] == "a"
            problem = sweeping.TwoPlayerProblem(pig, parameters["gamma"], (own, opp), a_first, total, loss)
        else:
            problem = sweeping.SoloProblem(pig, parameters["gamma"], own, total)
        tolerance, start = parameters["tolerance"], parameters["start_value"]
        value, error, trace = sweeping.iterate(problem, method, tolerance, start, hold, budget)
        details: dict[str, Any] = {"states": problem.states}
        if two_play:
            details["unit"] = "chance" if parameters["payoffs"] == CONSTANT_SUM else ""
        if parameters["gamma"] == 1.0:
            # Without a discount neither iteration proves its error when it stops, unlike the solution by scores.
            exact = (Duel() if two_play else Solitaire()).answer({**parameters, **ALL_OPTIMAL}, budget)
            scale, shift = (1.0, 0.0) if parameters["payoffs"] == CONSTANT_SUM else (2.0, -1.0)
            assert isinstance(exact.answer, float)
            details["by_scores"] = scale * exact.answer + shift
            error = abs(value - details["by_scores"]) + scale * (exact.error or 0.0)
        return Answer(value, "bounded", error, details | trace)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        method, states = view.parameters["method"], view.details["states"]
        other = {"value": "policy", "policy": "value"}[method]
        by_method = {method: view}
        if view.parameters["players"] == "1" or other == "value" or states <= MAX_STATES_BESIDE:
            same = {name: text for name, text in view.options.items() if name not in ("method", "start-policy")}
            by_method[other] = yield Ask("iterate", {**same, "method": other})
        yield _build_methods_panel(view, by_method)
        yield from link_to_play(view)
        if "value" in by_method:
            yield _build_sweeps_panel(by_method["value"].details["changes"])
        if "policy" in by_method:
            rounds = by_method["policy"].details["rounds"]
            heads = ("Round", "Sweeps for the policy’s values", "Choices changed after")
            rows = [
                (str(place), str(policy_round["sweeps"]), str(policy_round["switched"]))
                for place, policy_round in enumerate(rounds, 1)
            ]
            note = Text("When no choice changes, the policy is optimal.", small=True)
            yield Panel("Policy iteration, round by round", (Rows(heads, rows), note), wide=True)


def _build_methods_panel(view: AnswerView, by_method: Mapping[str, AnswerView]) -> Panel:
    rows = [
        (
            f"{name.capitalize()} iteration",
            format_digits(method_view.answer, method_view.error, "bounded"),
            f"{method_view.error:.0e}",
        )
        for name, method_view in sorted(by_method.items(), reverse=True)
    ]
    if "by_scores" in view.details:
        rows.append(("By scores, from the goal down", format_digits(view.details["by_scores"], 1e-10), "proven"))
    notes = [f"{view.details['states']:,} states."]
    if "value" in by_method:
        notes.append(f"Value iteration: {len(by_method['value'].details['changes'])} sweeps.")
    if "policy" in by_method:
        rounds = by_method["policy"].details["rounds"]
        sweeps = sum(method_view["sweeps"] for method_view in rounds)
        notes.append(f"Policy iteration: {len(rounds)} rounds, {sweeps} sweeps in all.")
    title = "The method"
    if len(by_method) > 1:
        title = "Two methods, one answer"
        values = [method_view.answer for method_view in by_method.values()]
        notes.append(f"The two results differ by {max(values) - min(values):.0e}.")
    value_of = "Expected turns" if view.parameters["players"] == "1" else "A’s expected payoff"
    return Panel(title, (Rows(("Method", value_of, "Maximum error"), rows), Text(" ".join(notes), small=True)))


def _build_sweeps_panel(changes: Sequence[float]) -> Panel:
    title = "Value iteration: the largest change of each sweep"
    lesson = "Each sweep over all states changes the values less than the one before, down to the tolerance."
    line = [(place, change) for place, change in enumerate(changes, 1) if change > 0]
    chart = Lines(title, lesson, "sweep", "change, powers of ten", [("", line)], "log")
    sampled = sorted({place for place in SHOWN_SWEEPS if place < len(changes)} | {len(changes)})
    rows = [(place, f"{changes[place - 1]:.2e}") for place in sampled]
    return build_picture_panel(chart, build_folded_table(("Sweep", "Largest change"), rows))


GAME = Game(
    "pig",
    "Pig",
    "roll one die on and on, hold, or bust: alone or for two",
    "Roll one die again and again, or hold before a 1 takes it all.",
    list_questions(__name__),
    GameFact(
        "Holding at 20 gets you to 100 sooner than holding at 25, but wins fewer games.",
        "Alone, the two rules need 12.64 and 12.69 turns on average. Going first against the best player, holding "
        "at 20 wins 49.2%, holding at 25 wins 50.9%.",
        "duel",
        {"a": "hold:25"},
    ),
    GROUPS,
)
