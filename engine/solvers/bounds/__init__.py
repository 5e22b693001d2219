"""Proven bounds from a part of the tree; ``search`` explains what they mean and why they hold."""
