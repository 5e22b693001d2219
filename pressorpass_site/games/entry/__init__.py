"""Entering a game: its page, the forms for corrections, and the events that scripts send."""
