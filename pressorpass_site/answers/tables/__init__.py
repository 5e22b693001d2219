"""Tables of answers built in advance: the common openings of a board, for every score."""
