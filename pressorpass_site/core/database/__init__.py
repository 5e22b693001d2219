"""What the database does for all apps: rows that stay or go, compiled queries, squashed migrations, PostgreSQL."""
