"""Following a game: what its page shows, the streams that keep it up to date, and calls before seeing the odds."""
