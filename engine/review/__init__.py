"""The review of a played game: the odds before and after every event, the cost of each decision, luck and skill."""
