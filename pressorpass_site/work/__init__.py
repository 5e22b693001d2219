"""Background jobs, once for all apps (docs/decisions/0018-one-home-for-jobs.md)."""
