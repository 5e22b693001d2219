"""Yahtzee: one player against the card, two players at the end of it, and Sebastian's rules."""
