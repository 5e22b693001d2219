"""What the database does for all apps: rows that stay or go, data of another version, PostgreSQL."""
