"""The ways to an answer, each in its own file; ``solver`` chooses among them."""
