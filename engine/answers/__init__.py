"""From a question to its answer: which way is taken under which limits, and what is said of it."""
