"""The one surprising fact of each game; tests compare every figure with the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Fact:
    """A fact about a game, which the engine has computed exactly.

    Attributes:
        sentence: the fact, complete in itself.
        reason: the figures and what they mean.
        question, options: the question of the lab whose answer it is.
    """

    game: str
    sentence: str
    reason: str
    question: str
    options: Mapping[str, str]

    @property
    def address(self) -> str:
        """The page of that question."""
        found = reverse("lab:question", args=[self.game, self.question])
        return f"{found}?{urlencode(self.options)}" if self.options else found


STALEMATE = ".QK.....................................................k......."

FACTS = {
    fact.game: fact
    for fact in (
        Fact(
            "pig",
            "Holding at 20 gets you to 100 sooner than holding at 25, but wins fewer games.",
            "Alone, the two rules need 12.64 and 12.69 turns on average. Going first against the best player, holding "
            "at 20 wins 49.2%, holding at 25 wins 50.9%.",
            "duel",
            {"a": "hold:25"},
        ),
        Fact(
            "hog",
            "Even the best Hog player, going first, wins only 49.0%.",
            "At 0 to 0 the dice have four sides (Hog Wild), which makes the first turn the worst one. Between two best "
            "players it is better to go second.",
            "duel",
            {},
        ),
        Fact(
            "tree",
            "It is better to look at the branch you do not want to take.",
            "With one look before each move, looking at the low branch wins "
            "68.8%, looking at the high one 66.1% (half of all points are end points, and forks split ¾ to ¼).",
            "gain",
            {"strategy": "lstrat", "over": "hstrat", "E": "0.5", "A": "0.75"},
        ),
        Fact(
            "yahtzee",
            "Crossing out Yahtzee before the first roll costs less than crossing out Sixes.",
            "The best player expects 254.6 points. Without the Yahtzee box that is 26.0 points less, without Sixes 38.1.",
            "boxes",
            {},
        ),
        Fact(
            "sebastian",
            "Looking one more turn ahead gains Sebastian’s autoplayer only 7.0 points a game.",
            "It expects 211.2 points when it plans one turn and 218.1 when it plans two. The best player expects 245.9.",
            "policy",
            {"policy": "autoplayer", "depth": "2"},
        ),
        Fact(
            "betsy",
            "What is a draw by stalemate in chess can be a lost game in Betsy.",
            "A kingfisher that is not attacked must still step, even if it will be captured wherever it goes. In the "
            "example, the move that would only draw in chess wins within three plies (moves of either side).",
            "solve",
            {"board": STALEMATE, "plies": "3"},
        ),
    )
}
