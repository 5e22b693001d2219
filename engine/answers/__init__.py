"""From a question to its answer: the methods, the choice among them by the limits, and the result."""
