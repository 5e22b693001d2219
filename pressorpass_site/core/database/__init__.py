"""Database code for all apps: immutable rows, retention, locks, the check of the data's version."""
