"""Accounts: signing up, logging in, and the account's data."""
