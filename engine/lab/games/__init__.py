"""The games: each has its rules, policies and questions."""
