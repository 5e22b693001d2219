"""Sebastian: Yahtzee with Latin names, without the Yahtzee bonus and jokers."""

PLACE = 5
