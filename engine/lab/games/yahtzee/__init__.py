"""Yahtzee: one player, the endgame for two players, and Sebastian's rules."""

PLACE = 4
