"""Yatzy, the Scandinavian Yahtzee: fifteen boxes, with Yahtzee's dice and its kernel of turns."""

PLACE = 6
