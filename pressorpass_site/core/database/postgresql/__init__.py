"""Django's PostgreSQL, which keeps no page waiting: a database backend, named by settings.py."""
