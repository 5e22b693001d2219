"""Boards and their immutable revisions."""
