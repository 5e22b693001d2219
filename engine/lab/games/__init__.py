"""The games: each has its rules, its policies and the questions that can be asked about it."""
