"""Saved analyses."""
