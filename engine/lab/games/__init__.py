"""The games of the lab, a package for each."""

NAMES = ("pig", "hog", "tree", "yahtzee", "sebastian", "betsy")  # in the order they are shown
