"""Families of questions that many games have: their titles, words and exhibits are declared here, once.

A game subclasses a family, lists its options and gives what the family's abstract methods ask for. ``for_two`` goes
further where two players move in turns.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from .answer import Answer
from .budget import Budget
from .exhibits import Ask, Show
from .found import NBSP, Found, chance, contest, digits, exactly
from .question import Parameters, Question
from .reviewed import Words, shown

if TYPE_CHECKING:  # both need NumPy, which takes longer to load than a move of Betsy may take
    from .round_robin import Contest as Played
    from .round_robin import Sampled
    from .simulation import Estimate

MOST_POLICIES = 20  # of a contest


class Contest(Question):
    """Win rates in a round robin, averaged over moving first and second."""

    title = "Which player beats the others?"
    line = "Everyone against everyone"
    topic = "The best player"
    unit = "chance"

    @abstractmethod
    def play(self, parameters: Parameters, budget: Budget) -> Played | Sampled:
        """Return the round robin of the players in the option ``policies``."""

    @abstractmethod
    def player_words(self, name: str, found: Found) -> str:
        """Return a player in words."""

    def note(self, found: Found) -> str:
        """Return what the numbers mean."""
        return (
            "Each number is the chance of the row’s policy to beat the policy of that rank, averaged over moving first and "
            "second. The policy that is best against the best player does not always beat weak ones by the most: that takes "
            "a best response to each."
        )

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return self.play(parameters, budget).answer()

    def show(self, found: Found) -> Show:
        yield contest(found, lambda name: self.player_words(name, found), self.note(found))


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
    def exact(self, found: Found) -> Ask:
        """Return the question that has the same number exactly."""

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        found = self.estimate(parameters, budget)
        return Answer(found.mean, "estimated", found.error, {"games": found.games})

    def show(self, found: Found) -> Show:
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
    def words(self, found: Found) -> Words:
        """Return the wording of choices."""

    def show(self, found: Found) -> Show:
        yield from shown(found, self.words(found))
