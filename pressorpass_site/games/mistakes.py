"""The mistakes of a game as dilemmas, which are called before the odds are shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from .dilemmas import services as dilemmas
from .dilemmas.practice import Practice
from .dilemmas.services import Dilemma
from .models import StoredGame
from .reviews import words
from .reviews.services import ReviewStatus


@dataclass(frozen=True)
class MistakeDilemma:
    """A wrong decision as a dilemma, with the better choice in words, and its cost."""

    dilemma: Dilemma
    advice: str
    cost: str


def list_mistakes(status: ReviewStatus) -> list[MistakeDilemma]:
    """Return the mistakes that can be asked as a dilemma, the costliest first."""
    review = status.review
    names = tuple(words.list_contestant_names(review))
    mistakes = []
    for step in review.mistakes:
        question = status.setting.build_question(step.position)
        if question and dilemmas.has_choice(question):
            dilemma = dilemmas.build_dilemma(question, names)
            mistakes.append(MistakeDilemma(dilemma, words.describe_advice(step, review), words.describe_cost(step)))
    return mistakes


def build_practice(stored_game: StoredGame, mistakes: Sequence[MistakeDilemma], number: int) -> Practice:
    mistake, last = mistakes[number - 1], number == len(mistakes)
    return Practice(
        f"{stored_game.title}: mistake {number} of {len(mistakes)}",
        reverse("games:mistake", args=[stored_game.code, number]),
        reverse("games:review", args=[stored_game.code])
        if last
        else reverse("games:mistake", args=[stored_game.code, number + 1]),
        "Back to the review" if last else "Next mistake",
        aftermath=f"In the game: {mistake.advice}. That cost {mistake.cost}.",
    )
