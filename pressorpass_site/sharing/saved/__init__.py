"""Saved answers."""
