"""Families of questions that many games have: their titles, words and exhibits are declared here, once.

A game subclasses a family, lists its options and gives what the family's abstract methods ask for. ``two_player`` goes
further where two players move in turns.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from .answer import Answer
from .answer_view import NBSP, AnswerView, chance, digits, exactly, sentence
from .budget import Budget
from .exhibits import Ask, Rows, Show, Text
from .question import Parameters, Question
from .review_exhibits import Words, shown

if TYPE_CHECKING:  # it needs NumPy, which takes longer to load than a move of Betsy may take
    from .simulation import Estimate

MOST_POLICIES = 20  # of a contest


class Contest(Question):
    """Win rates in a round robin, averaged over moving first and second."""

    title = "Which player beats the others?"
    line = "Everyone against everyone"
    topic = "The best player"
    unit = "chance"

    @abstractmethod
    def player_words(self, name: str, found: AnswerView) -> str:
        """Return a player in words."""

    def note(self, found: AnswerView) -> str:
        """Return what the numbers mean."""
        return (
            "Each number is the chance of the row’s policy to beat the policy of that rank, averaged over moving first and "
            "second. The policy that is best against the best player does not always beat weak ones by the most: that takes "
            "a best response to each."
        )

    def show(self, found: AnswerView) -> Show:
        names, wins, answer = found.details["policies"], found.details["wins"], found.answer
        order = sorted(range(len(names)), key=lambda place: -answer[place])
        # Games that are played have an error for each number, exact chances one bound for all.
        errors = found.details.get("errors", [[found.error] * len(names)] * len(names))
        rate_errors = found.details.get("rate_errors", [found.error] * len(names))

        def beats(one: int, other: int) -> str:
            return chance(wins[one][other], errors[one][other], found.known) if one != other else "–"

        titles = [sentence(self.player_words(names[one], found)) for one in order]
        rates = [chance(answer[one], rate_errors[one], found.known) for one in order]
        rows = [
            (f"{rank} {title}", rate, *(beats(one, other) for other in order))
            for rank, (one, title, rate) in enumerate(zip(order, titles, rates, strict=True), 1)
        ]
        heads = ("Policy", "All others", *map(str, range(1, len(order) + 1)))
        table = Rows(heads, rows, "Each policy against each other policy", best=frozenset({0}))
        yield found.panel(f"{titles[0]} wins {rates[0]}", None, table, Text(self.note(found), small=True))


class Simulate(Question):
    """A's share of games won, by simulation."""

    title = "What do many games show?"
    line = "Simulated games beside the exact answer"
    topic = "Played games"
    unit = "chance"

    @abstractmethod
    def estimate(self, parameters: Parameters, budget: Budget) -> Estimate:
        """Return the estimate from as many games as the option ``games`` says."""

    @abstractmethod
    def exact(self, found: AnswerView) -> Ask:
        """Return the question that has the same number exactly."""

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        found = self.estimate(parameters, budget)
        return Answer(found.mean, "estimated", found.error, {"games": found.games})

    def show(self, found: AnswerView) -> Show:
        yield found.panel()
        exact = yield self.exact(found)
        words = f"{digits(exact.answer, exact.error)}{NBSP}{found.unit}"
        if found.unit == "chance":
            words = chance(exact.answer, exact.error)
        yield exactly(words, found, exact.answer)


class Review(Question):
    """What A's choices in a played game cost in all, in chance to win."""

    title = "What did the choices cost?"
    line = "A played game, choice by choice"
    topic = "Played games"
    unit = "chance"

    @abstractmethod
    def words(self, found: AnswerView) -> Words:
        """Return the wording of choices."""

    def show(self, found: AnswerView) -> Show:
        yield from shown(found, self.words(found))
