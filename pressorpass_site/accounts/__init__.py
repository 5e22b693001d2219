"""Signing up, logging in, one's own data."""
