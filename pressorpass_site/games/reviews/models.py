"""Reviews of games: each is one answer and one job."""

from __future__ import annotations

from typing import Any, ClassVar

from engine import Contestant, Game, NextRound, Odds, PositionValues, Rules, game_from_json
from pressorpass_site.answers.models import Answer, OfKind

Podiums = tuple[Contestant, Contestant, Contestant]


class Review(Answer):
    """A game under review, and the job that solves its positions.

    `key` is the hash of everything that a review depends on, so that equal games share it. `input` is the engine's JSON
    form of the game with the boards in full, and without names, dates and comments. `result` has the values of the positions
    by their notation, and the key of the board and rules that they hold for (`Setting.key`); of a complete review also the
    totals (totals.py).
    """

    KIND = "review"

    objects: ClassVar = OfKind(KIND)

    class Meta:
        proxy = True

    def __str__(self) -> str:
        return self.key[:12]

    @property
    def engine_game(self) -> Game:
        """The engine's game."""
        return game_from_json(self.input, stored=True)

    @property
    def totals(self) -> dict[str, Any] | None:
        """What a season adds up, once the review is complete."""
        return self.result and self.result.get("totals")

    def values(self, setting: str) -> dict[str, PositionValues]:
        """Return the stored values by notation; none if they are of another board or other rules."""
        if not self.result or self.result["setting"] != setting:
            return {}
        return {notation: PositionValues.from_json(each) for notation, each in self.result["values"].items()}


class Between(Answer):
    """The chances of the three between the rounds, and the job that works them out.

    `input` has the podiums, with the spins that the questions have brought so far; nobody is up. `then_revision` is the board of
    round 2, `then_questions` the number of questions still to come.
    """

    KIND = "between"

    objects: ClassVar = OfKind(KIND)

    class Meta:
        proxy = True

    @property
    def asked(self) -> tuple[Podiums, Rules, NextRound]:
        """The podiums, the rules and what follows, for the engine."""
        left, center, right = (Contestant(**each) for each in self.input)
        rules = Rules.preset("show").with_options(self.rules)
        assert self.then_revision is not None
        assert self.then_questions is not None
        return (left, center, right), rules, NextRound(self.then_revision.engine_board, self.then_questions)

    @property
    def odds(self) -> Odds | None:
        """The chances; None until they are known."""
        return Odds.from_json(self.result) if self.result else None
