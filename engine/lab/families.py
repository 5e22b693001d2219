"""Families of questions that many games have: their titles, words and exhibits are declared here, once.

A game subclasses a family, lists its options and implements the family's abstract methods. ``two_player`` has whole
questions for two players who move in turns.
"""

from abc import abstractmethod

from .answer_view import AnswerView, capitalize, format_chance
from .exhibits import CardGenerator, Rows, Text
from .question import Question
from .review_exhibits import ReviewWording, build_review_cards

MAX_POLICIES = 20  # of a contest


class Contest(Question):
    """Win rates in a round robin, averaged over moving first and second."""

    title = "Which player beats the others?"
    line = "Everyone against everyone"
    topic = "The best player"
    unit = "chance"

    @abstractmethod
    def describe_player(self, name: str, view: AnswerView) -> str:
        """Return a player in words."""

    def build_note(self, view: AnswerView) -> str:
        return (
            "Each number is the chance of the row’s policy to beat the policy of that rank, averaged over moving first and "
            "second. The policy that is best against the best player does not always beat weak ones by the most: that takes "
            "a best response to each."
        )

    def show(self, view: AnswerView) -> CardGenerator:
        names, wins, answer = view.details["policies"], view.details["wins"], view.answer
        order = sorted(range(len(names)), key=lambda place: -answer[place])
        # Simulated games have an error for each number; exact chances have one bound for all.
        errors = view.details.get("errors", [[view.error] * len(names)] * len(names))
        rate_errors = view.details.get("rate_errors", [view.error] * len(names))

        def beats(one: int, other: int) -> str:
            return format_chance(wins[one][other], errors[one][other], view.certainty) if one != other else "–"

        titles = [capitalize(self.describe_player(names[one], view)) for one in order]
        rates = [format_chance(answer[one], rate_errors[one], view.certainty) for one in order]
        rows = [
            (f"{rank} {title}", rate, *(beats(one, other) for other in order))
            for rank, (one, title, rate) in enumerate(zip(order, titles, rates, strict=True), 1)
        ]
        heads = ("Policy", "All others", *map(str, range(1, len(order) + 1)))
        table = Rows(heads, rows, "Each policy against each other policy", best=frozenset({0}))
        yield view.build_panel(f"{titles[0]} wins {rates[0]}", None, table, Text(self.build_note(view), small=True))


class Review(Question):
    """What A's choices in a played game cost in all, in chance to win."""

    title = "What did the choices cost?"
    line = "A played game, choice by choice"
    topic = "Played games"
    unit = "chance"

    @abstractmethod
    def build_wording(self, view: AnswerView) -> ReviewWording:
        """Return the wording of choices."""

    def show(self, view: AnswerView) -> CardGenerator:
        yield from build_review_cards(view, self.build_wording(view))
