"""Two-player games: the interface a game implements, and the questions (duel, contest, simulate, review) it gets.

A game makes a ``TwoPlayerGame``; its questions are subclasses of ``Duel``, ``Contest``, ``Simulate`` and ``Review`` with
their ``options`` and the game as ``two_player_game``. Options are named as Pig's: a and b, own and opp, first (a, b or
average), turn-total, policies, record.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

import numpy as np

from . import families
from .answer import Answer
from .answer_view import (
    NBSP,
    AnswerView,
    build_exact_panel,
    build_simulation_panel,
    format_a_wins,
    format_chance,
    format_digits,
)
from .arrays import Reals
from .budget import Budget
from .exhibits import Ask, CardGenerator, Link, Panel, Rows
from .options import Option, check_best_responses, read_scores
from .question import Parameters, Question
from .review import build_entry_of_values, build_review_answer, turn_error
from .review_exhibits import ReviewWording
from .round_robin import Meeting, check_policy_count, round_robin, split_names
from .simulation import Estimate, PlayStep, play_race, simulate

PLAYER_BY_ORDER = {"moving_first": "A", "moving_second": "B"}
GAMES_BESIDE = 20_000  # simulated beside an exact chance
TIE = 1e-12  # choices whose chances differ by less tie


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy by name; a game's own policies say how they choose."""

    name: str

    @property
    def is_best_response(self) -> bool:
        return self.name == "best-response"


# What the player saw (``own`` and ``opp`` are A's and B's points, ``total`` the points in hand), the player's choice,
# and A's chance after each choice.
ChoiceMade = tuple[Mapping[str, int], Any, Mapping[Any, float]]


class Unplayable(Exception):
    """A turn of a record breaks the rules; the message says how."""


class Solution(Protocol):
    """Both players' chances to win, each to within ``error``."""

    @property
    def error(self) -> float: ...

    def chance(self, own: int, opp: int, a_first: bool, total: int = 0) -> float:
        """Return A's chance to win with ``total`` points in hand; 0 or 1 after the end."""


@dataclass(frozen=True)
class TwoPlayerGame:
    """The functions of a two-player game; their argument ``rules`` is the value that ``read_rules`` returns.

    Attributes:
        options: the options of the rules.
        read_rules: returns the rules, from parameters. Raises InputError.
        read_policy: returns the ``Policy`` in an option, from rules, the option's name, its text and whether it may be a best
            response (``best_response``). Raises InputError with the name.
        describe_player: returns a policy in words, from its text.
        solve: returns the chances, from rules, both policies, both scores to start from, and a budget.
        build_steps: returns the factory of a simulation step, from rules, both policies and a budget.
        read_record: returns the turns of a record, from rules and its text. Raises InputError.
        play_turn: returns both scores after a turn of a record, and its choices, from rules, the solution, A's and B's
            points, whether A is up, the mover's points in hand, and the turn. Raises Unplayable.
        wording: the wording of choices in a review; each choice links to the question ``look_question``.
        show_beside: yields further cards for an answer about two scores: the link to play, a picture.
    """

    options: tuple[Option, ...]
    read_rules: Callable[[Parameters], Any]
    read_policy: Callable[..., Any]
    describe_player: Callable[[str], str]
    solve: Callable[[Any, Any, Any, int, int, Budget], Solution]
    build_steps: Callable[[Any, Any, Any, Budget], Callable[[np.random.Generator, int], PlayStep]]
    read_record: Callable[[Any, str], Sequence[Any]]
    play_turn: Callable[[Any, Any, tuple[int, int], bool, int, Any], tuple[tuple[int, int], Iterable[ChoiceMade]]]
    wording: ReviewWording
    look_question: str
    show_beside: Callable[[AnswerView], CardGenerator]

    def list_rule_options(self, view: AnswerView) -> dict[str, Any]:
        """Return the rules of an answer as options."""
        values = {option.name: view.parameters[option.key] for option in self.options}
        return {name: "yes" if value is True else value for name, value in values.items() if value is not False}

    def read_policies(self, rules: Any, parameters: Parameters) -> tuple[Any, Any]:
        """Return A's and B's policies. Raises InputError."""
        a, b = (self.read_policy(rules, side, parameters[side]) for side in ("a", "b"))
        check_best_responses(a.is_best_response, b.is_best_response)
        return a, b

    def solve_best_response(self, rules: Any, parameters: Parameters, scores: tuple[int, int], budget: Budget) -> Any:
        """Return the chances if A plays best against B, from these scores on. Raises InputError, Exhausted."""
        b = self.read_policy(rules, "b", parameters["b"], best_response=False)
        best = self.read_policy(rules, "a", "best-response")
        return self.solve(rules, best, b, *scores, budget)

    def list_duel_options(self, view: AnswerView) -> dict[str, Any]:
        """Return the options of a duel about the same situation."""
        return {**self.list_rule_options(view), **view.select_parameters("a", "b", "own", "opp", "first")}


def average_by_first(parameters: Parameters, first: float, second: float) -> float:
    """Return A's value moving first or second, or the average of both, by the option ``first``."""
    return {"a": first, "b": second, "average": (first + second) / 2.0}[parameters["first"]]


class Duel(Question):
    """A's chance to win against B."""

    two_player_game: ClassVar[TwoPlayerGame]
    title = "Who wins?"
    line = "A’s chance to win against B, from any scores"
    unit = "chance"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        game, rules, points = self.two_player_game, self.two_player_game.read_rules(parameters), read_scores(parameters)
        solution = game.solve(rules, *game.read_policies(rules, parameters), *points, budget)
        orders = [solution.chance(*points, first, parameters.get("turn_total", 0)) for first in (True, False)]
        averaged = "average" in self.named_options["first"].choices
        details = dict(zip(PLAYER_BY_ORDER, orders, strict=True)) if averaged else {}
        return Answer(average_by_first(parameters, *orders), error=solution.error, details=details)

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        if view.details:
            rows = [
                (f"{who} moves first", format_chance(view.details[name], view.error))
                for name, who in PLAYER_BY_ORDER.items()
            ]
            yield Panel("By first player", (Rows(("Order", "A wins"), rows),))
        if not view.parameters.get("turn_total"):
            games = yield Ask("simulate", {**self.two_player_game.list_duel_options(view), "games": GAMES_BESIDE})
            yield build_simulation_panel(games, view.answer, format_a_wins(games))
        yield from self.two_player_game.show_beside(view)


class Contest(families.Contest):
    """Win rates in a round robin, averaged over moving first and second."""

    two_player_game: ClassVar[TwoPlayerGame]

    def read_contestants(self, rules: Any, parameters: Parameters) -> list[Any]:
        """Return the policies. Raises InputError."""
        texts = split_names(parameters["policies"])
        return [self.two_player_game.read_policy(rules, "policies", text, best_response=False) for text in texts]

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        rules = self.two_player_game.read_rules(parameters)
        policies = self.read_contestants(rules, parameters)
        names = [policy.name for policy in policies]
        check_policy_count(names, families.MAX_POLICIES)

        def meet(a: int, b: int) -> Meeting:
            solution = self.two_player_game.solve(rules, policies[a], policies[b], 0, 0, budget)
            return solution.chance(0, 0, True), solution.chance(0, 0, False), solution.error

        return round_robin(names, meet, budget)

    def describe_player(self, name: str, view: AnswerView) -> str:
        return self.two_player_game.describe_player(name)


class Simulate(Question):
    """A's share of games won, by simulation."""

    two_player_game: ClassVar[TwoPlayerGame]
    title = "What do many games show?"
    line = "Simulated games beside the exact answer"
    topic = "Played games"
    unit = "chance"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        estimate = self.estimate(parameters, budget)
        return Answer(estimate.mean, "estimated", estimate.error, {"games": estimate.games})

    def estimate(self, parameters: Parameters, budget: Budget) -> Estimate:
        rules, points = self.two_player_game.read_rules(parameters), read_scores(parameters)
        steps = self.two_player_game.build_steps(rules, *self.two_player_game.read_policies(rules, parameters), budget)
        first = ("a", "b", "average").index(parameters["first"])

        def play(random: np.random.Generator, count: int) -> Reals:
            mover = np.arange(count) % 2 if first == 2 else np.full(count, first)
            return play_race(parameters["goal"], points, mover, steps(random, count))

        return simulate(play, parameters["games"], parameters["seed"], budget)

    def build_exact_question(self, view: AnswerView) -> Ask:
        """Return the question whose answer is the exact value of the estimate."""
        return Ask("duel", self.two_player_game.list_duel_options(view))

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        exact = yield self.build_exact_question(view)
        words = f"{format_digits(exact.answer, exact.error)}{NBSP}{view.unit}"
        if view.unit == "chance":
            words = format_chance(exact.answer, exact.error)
        yield build_exact_panel(words, view, exact.answer)


class Review(families.Review):
    """What A's choices in a played game cost in all, in chance to win."""

    two_player_game: ClassVar[TwoPlayerGame]

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        game, rules = self.two_player_game, self.two_player_game.read_rules(parameters)
        points, a_up, total = read_scores(parameters), parameters["first"] == "a", parameters.get("turn_total", 0)
        turns = game.read_record(rules, parameters["record"])
        solution = game.solve_best_response(rules, parameters, points, budget)
        values, choices, gain_from_b = [solution.chance(*points, a_up, total)], [], 0.0
        for number, turn in enumerate(turns, 1):
            if max(points) >= parameters["goal"]:
                raise turn_error(number, "the game is already over")
            try:
                points, choices_made = game.play_turn(rules, solution, points, a_up, total, turn)
            except Unplayable as error:
                raise turn_error(number, str(error)) from None
            for where, choice, worth in choices_made:
                if a_up:
                    choices.append(build_entry_of_values(number, where, choice, worth, TIE))
                else:
                    before = solution.chance(where["own"], where["opp"], False, where.get("total", 0))
                    gain_from_b += worth[choice] - before
            a_up, total = not a_up, 0
            values.append(solution.chance(*points, a_up))
        return build_review_answer(values, choices, gain_from_b, solution.error)

    def build_wording(self, view: AnswerView) -> ReviewWording:
        rules = {**self.two_player_game.list_rule_options(view), **view.select_parameters("b")}

        def link(_: int, entry: Mapping[str, Any]) -> Link:
            names = {"own": "own", "opp": "opp", "total": "turn_total"}
            place = {option: entry[name] for name, option in names.items() if name in entry}
            return Link("", self.two_player_game.look_question, {**rules, **place})

        return replace(self.two_player_game.wording, link=link)
