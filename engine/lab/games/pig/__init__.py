"""Pig: roll one die as often as you like; one face takes the turn's points away."""
