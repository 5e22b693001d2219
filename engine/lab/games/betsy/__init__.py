"""Betsy: chess with birds (seed 004, part 2). ``rules.py`` has the rules, ``docs/lab/betsy.md`` the sources."""

PLACE = 7
