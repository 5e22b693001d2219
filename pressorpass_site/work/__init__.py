"""Background jobs: rows of the table of answers that Celery workers solve (docs/work.md)."""
