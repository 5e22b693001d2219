"""Pig: roll one die as often as you like; one face loses the turn's points."""

PLACE = 1
