"""Ways to solve games that know nothing of any one game."""
