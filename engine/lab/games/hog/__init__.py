"""Hog, as played at Berkeley in the autumn of 2015: how many dice to roll, with six special rules."""

PLACE = 2
