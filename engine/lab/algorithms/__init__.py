"""General algorithms, independent of any particular game."""
