"""Choice squares: which of the slides on offer to take; the odds of each, found in the background."""
