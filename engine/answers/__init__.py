"""From a question to its answer: which method fits the limits, and the result built from what it found."""
