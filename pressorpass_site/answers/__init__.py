"""The single table of computed answers to all kinds of questions."""
