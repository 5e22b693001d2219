"""Entering a game: the page, its forms of corrections, and the events that scripts send."""
