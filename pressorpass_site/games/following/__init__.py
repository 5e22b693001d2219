"""Following a game: its page, the streams that keep it up to date, and calls before the odds are shown."""
