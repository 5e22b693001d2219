"""Dilemma of the day, and “What would you do?” about any position: two buttons, then the odds."""
