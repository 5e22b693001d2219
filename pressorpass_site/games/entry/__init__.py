"""Entering a game: the page, its forms, and the events that scripts send."""
