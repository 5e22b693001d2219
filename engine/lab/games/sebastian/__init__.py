"""Sebastian: Yahtzee without Yahtzee bonus and jokers, and with Latin names."""
