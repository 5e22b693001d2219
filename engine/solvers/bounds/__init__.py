"""Proven bounds from a part of the tree; ``search`` explains why they hold."""
