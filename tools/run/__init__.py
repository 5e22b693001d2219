"""`make run`: the web server, a worker and an embedded Valkey, kept going by one process."""
