"""Yatzy for one player: Yahtzee's turns on a score sheet of fifteen boxes."""

from engine.lab.games.yahtzee.rules import ScoreSheet
from engine.lab.games.yatzy.questions import RULES
from engine.lab.games.yatzy.rules import score_sheet

from .play import DICE
from .yahtzee_play import CardPlay


class YatzyPlay(CardPlay):
    settings = (RULES, DICE)
    turns = "fifteen"

    @property
    def sheet(self) -> ScoreSheet:
        return score_sheet(self.address["rules"])
